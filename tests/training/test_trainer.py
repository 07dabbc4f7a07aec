import dataclasses

import numpy as np
import pytest
import torch

from engine.evaluation.network.modelfile import load_model, save_model
from engine.evaluation.network.network import Network, NetworkShape
from training import folder as folder_module
from training.config import TrainConfig
from training.folder import RunFolder
from training.processes import train
from training.trainer import Trainer, calibration_error

TINY = TrainConfig(
    games=120,
    hidden=16,
    tail=(8,),
    scout_hidden=8,
    scout_tail=(4,),
    parallel_games=24,
    history=300,
    batch=64,
    pool=256,
    explore_share=0.3,
    precision="float32",
    device="cpu",
    processes=1,
    evaluate_games=4,
)


def _weights(learner):
    return torch.cat([p.detach().flatten() for p in learner.network.parameters()])


@pytest.mark.parametrize(
    ("backup", "replay"), [("sampled", 0), ("adjusted", 0), ("expected", 0), ("sampled", 2)]
)
def test_stop_and_resume_equals_one_run(tmp_path, backup, replay):
    config = dataclasses.replace(TINY, backup=backup, replay=replay, memory=600)
    whole = Trainer(config)
    for _ in range(6):
        whole.round()
    first, folder = Trainer(config), RunFolder(tmp_path)
    for _ in range(3):
        first.round()
    folder.save_played(first, 0)
    folder.save_learned(first, seconds=9.0)
    second = Trainer(config)
    assert folder.restore(second, 0) == 9.0
    for _ in range(3):
        second.round()
    for name in ("judge", "scout"):
        one, other = getattr(whole, name), getattr(second, name)
        assert torch.equal(_weights(one), _weights(other))
        assert torch.equal(one.averaged.bias, other.averaged.bias)
    assert (whole.games, whole.plies) == (second.games, second.plies)
    np.testing.assert_array_equal(whole.selfplay._boards, second.selfplay._boards)


def test_replay_learns_each_position_again():
    plain, again = Trainer(TINY), Trainer(dataclasses.replace(TINY, replay=3, memory=600))
    for _ in range(3):
        plain.round(), again.round()
    assert plain.judge.updates == 3 * 256 // 64
    assert again.judge.updates == 4 * plain.judge.updates


def test_the_seed_decides_everything():
    runs = [Trainer(dataclasses.replace(TINY, seed=s)) for s in (1, 1, 2)]
    for run in runs:
        run.round()
    assert torch.equal(_weights(runs[0].judge), _weights(runs[1].judge))
    assert not torch.equal(_weights(runs[0].judge), _weights(runs[2].judge))


def test_every_position_is_learnt_once_and_none_is_lost():
    trainer = Trainer(TINY)
    for _ in range(5):
        trainer.round()
    assert trainer.judge.updates == 5 * (256 // 64)
    learnt = trainer.judge.updates * 64
    in_play = trainer.selfplay.step - trainer.selfplay._began
    explored = trainer.plies - learnt - len(trainer._boards) - in_play.sum()
    # What is left is the random plies, which are never learnt from.
    assert 0 <= explored < 0.3 * trainer.plies


def test_a_parent_is_where_learning_begins(tmp_path):
    path = tmp_path / "p.safetensors"
    parent = Network(NetworkShape(16, (8,)), torch.Generator().manual_seed(9))
    save_model(parent, path, {"run": "before", "games": 7})
    trainer = Trainer(dataclasses.replace(TINY, parent=str(path)))
    assert torch.equal(trainer.judge.network.slot_weights, parent.slot_weights)
    folder = RunFolder(tmp_path / "run")
    folder.save_models(trainer, 1.0, keep=False)
    _, lineage = load_model(folder.path / "model.safetensors")
    assert lineage["parent"] == {"run": "before", "games": 7}
    wider = Trainer(dataclasses.replace(TINY, parent=str(path), hidden=20, tail=(9,)))
    assert torch.equal(wider.judge.network.slot_weights[..., :16], parent.slot_weights)
    with pytest.raises(ValueError, match="grows into wider and more layers"):
        Trainer(dataclasses.replace(TINY, parent=str(path), tail=(7,)))


def test_an_expert_judge_learns_what_a_player_counts(tmp_path):
    trainer = Trainer(dataclasses.replace(TINY, expert=True))
    before = trainer.judge.network.expert_weights.detach().clone()
    trainer.round()
    assert (trainer.judge.network.expert_weights != before).any(dim=1).sum() > 100
    assert trainer.scout.network.expert_weights is None
    folder = RunFolder(tmp_path / "run")
    folder.save_models(trainer, 1.0, keep=False)
    network, _ = load_model(folder.path / "model.safetensors")
    assert torch.equal(network.expert_weights, trainer.judge.averaged.expert_weights)


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a GPU")
def test_a_missing_gpu_is_said():
    with pytest.raises(ValueError, match="no GPU"):
        Trainer(dataclasses.replace(TINY, device="cuda"))


def test_calibration_error_is_the_mean_gap():
    predicted = np.array([0.12, 0.13, 0.9, 0.92])
    targets = np.array([0.2, 0.25, 0.9, 0.92])
    assert calibration_error(predicted, targets) == pytest.approx(0.05)


def test_a_damaged_resume_state_is_refused(tmp_path):
    folder, trainer = RunFolder(tmp_path), Trainer(TINY)
    folder.save_learned(trainer, 1.0)
    path = folder.state / "learned.pt"
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(ValueError, match="damaged"):
        folder.restore(Trainer(TINY), 0)


def test_a_full_disk_leaves_the_last_save_whole(tmp_path, monkeypatch):
    folder, trainer = RunFolder(tmp_path), Trainer(TINY)
    trainer.round()
    folder.save_played(trainer, 0)
    folder.save_learned(trainer, 1.0)
    games = trainer.games
    trainer.round()

    def fail(path, content):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(folder_module, "write_atomically", fail)
    with pytest.raises(OSError, match="No space left"):
        folder.save_played(trainer, 0)
    monkeypatch.undo()
    resumed = Trainer(TINY)
    folder.restore(resumed, 0)
    assert resumed.games == games


def test_two_processes_hold_one_network(tmp_path):
    config = dataclasses.replace(TINY, processes=2, games=60)
    folder = RunFolder(tmp_path / "run")
    folder.create(config)
    assert train(config, folder)
    assert len(list(folder.state.glob("played-*.pt"))) == 2
    # The state of rank 0 equals what two trainers with averaged gradients must have learnt: the
    # networks of both ranks are one, so one saved network continues with one process as well.
    network, lineage = load_model(folder.path / "model.safetensors")
    assert lineage["games"] >= 60
    alone = Trainer(config)
    folder.restore(alone, 0)
    assert torch.equal(alone.judge.averaged.bias, network.bias)
    assert alone.selfplay.step == 0
    alone.round()
