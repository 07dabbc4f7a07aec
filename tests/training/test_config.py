import pytest

from training.config import PRESETS, TrainConfig, config_of, preset


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_presets_are_settings(name):
    assert isinstance(preset(name), TrainConfig)


def test_an_unknown_preset_lists_the_known():
    with pytest.raises(ValueError, match="preset 'slow': quick, standard"):
        preset("slow")


def test_an_unknown_key_is_named():
    with pytest.raises(ValueError, match="unknown settings: gamma"):
        config_of({"games": 5, "gamma": 1})


@pytest.mark.parametrize(
    ("data", "said"), [([1], "a JSON object is accepted"), ({"games": "x"}, "the wrong kind")]
)
def test_what_is_no_settings_is_refused(data, said):
    with pytest.raises(ValueError, match=said):
        config_of(data)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"games": 0}, "games 0: more than 0"),
        ({"lambda_start": 1.5}, r"lambda_start 1.5: 0 to 1"),
        ({"rate_start": float("nan")}, "rate_start nan"),
        ({"pool": 10}, r"pool 10: at least one batch \(1024\)"),
        ({"tail": (0,)}, "layer width 0"),
        ({"average": 1.0}, "weights that never move"),
        ({"processes": -1}, "0 or more"),
    ],
)
def test_settings_that_mean_nothing_are_refused(setting, message):
    with pytest.raises(ValueError, match=message):
        TrainConfig(**setting)


def test_schedules_run_from_start_to_end():
    config = TrainConfig(rate_start=0.1, rate_end=0.02, lambda_start=0.8, lambda_end=0.2)
    assert config.at(0) == pytest.approx((0.1, 0.8))
    assert config.at(0.5) == pytest.approx((0.06, 0.5))
    assert config.at(1) == config.at(7) == pytest.approx((0.02, 0.2))
