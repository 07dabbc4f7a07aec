"""Published cube decisions: the share in which the engine chooses the right action."""

import json
from pathlib import Path

import pytest

from engine.analysis.analyser import Analyser
from engine.formats.notation.parse import parse_position

POSITIONS = json.loads((Path(__file__).parents[1] / "data" / "reference_cubes.json").read_text())[
    "positions"
]
MARGIN = 0.05


def published(position):
    """Return (double, too good, take), and by how much the closest of these is decided."""
    held, taken = position["no_double"], position["double_take"]
    doubled = min(taken, 1.0)
    margin = min(abs(held - doubled), abs(taken - 1.0))
    return (doubled > held, held > 1 and held > doubled, taken <= 1), margin


def share_right(analyser):
    """Return (right, asked) of the positions decided by more than the margin, and the others."""
    clear, close = [], []
    for position in POSITIONS:
        action, margin = published(position)
        decision = analyser.cube(parse_position(position["xgid"]))
        found = (decision.double, decision.verdict.name.startswith("TOO_GOOD"), decision.take)
        (clear if margin > MARGIN else close).append(found == action)
        print(f"{'ok' if found == action else '--'} {margin:.3f} {decision.text}", position["best"])
    print(f"margin > {MARGIN}: {sum(clear)} of {len(clear)}; others: {sum(close)} of {len(close)}")
    return sum(clear), len(clear)


def test_published_texts_agree_with_published_equities():
    for position in POSITIONS:
        (double, too_good, take), _ = published(position)
        best = position["best"].lower()
        assert best.endswith("take" if take else "pass")
        assert ("too good" in best) == too_good
        assert (not best.startswith(("no", "too"))) == double


@pytest.mark.peers
@pytest.mark.parametrize("ply", [0, 1])
def test_with_gnubgs_network(ply):
    """The cube theory alone: another program's network, our search and our cube."""
    pytest.importorskip("gnubg_nn")
    right, asked = share_right(Analyser.load("gnubg:0", ply))
    assert right >= 0.9 * asked


@pytest.mark.slow
def test_with_the_shipped_network_at_two_plies():
    try:
        analyser = Analyser.load("default", 2)
    except ValueError as error:
        pytest.skip(f"no shipped network: {error}")
    right, asked = share_right(analyser)
    assert right >= 0.9 * asked
