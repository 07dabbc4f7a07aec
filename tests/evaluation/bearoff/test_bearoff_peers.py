"""The tables against GNU Backgammon's own.

Both are made by the same rules and criteria, but GNU Backgammon keeps every entry in 16 bits and
computes each from those before it, so its figures drift: one-sided means by up to 2.0e-4 rolls,
equities by up to 1.3e-4 points.  When our equities are rounded as it rounds, all are the same.
"""

from pathlib import Path

import numba
import numpy as np
import pytest

from engine.evaluation.bearoff.one_sided import FULL, MOST_ROLLS
from engine.evaluation.bearoff.positions import HOME, all_positions, pips_of
from engine.evaluation.bearoff.successors import successors_of
from engine.evaluation.bearoff.tables import read_one_sided
from engine.evaluation.bearoff.two_sided import TwoSidedBuilder
from engine.rules.dice import WEIGHTS

pytestmark = pytest.mark.peers
gnubg_nn = pytest.importorskip("gnubg_nn")

DATA = Path(gnubg_nn.__file__).parent / "data"
PAIRS = 924
_HEADER = 40
ROLLS = np.arange(MOST_ROLLS)


@pytest.fixture(scope="module")
def their_equities():
    """GNU Backgammon's equities as it keeps them, 0..65535, in the order of our columns."""
    stored = np.fromfile(DATA / "gnubg_ts0.bd", dtype=np.uint8)[_HEADER:]
    return stored.view("<u2").reshape(PAIRS, PAIRS, 4)[..., [0, 2, 1, 3]]


@pytest.fixture(scope="module")
def builder():
    builder = TwoSidedBuilder(threads=2)
    for _ in builder.steps():
        pass
    return builder


def test_one_sided_means_of_1500_positions():
    indices = np.random.default_rng(3).choice(np.arange(1, FULL), 1500, replace=False)
    positions = all_positions(15)[indices]
    ours = read_one_sided().mean_rolls(positions)
    theirs = []
    for i, points in zip(indices.tolist(), positions.tolist(), strict=True):
        assert gnubg_nn.bearoff_id_2_pos(i) == tuple(points)
        chances = np.array(gnubg_nn.bearoff_probabilities(tuple(points)))
        theirs.append(chances @ ROLLS[1 : len(chances) + 1] / chances.sum())
    off = np.abs(ours - theirs)
    assert off.max() < 2.1e-4
    assert (off < 1e-4).mean() > 0.97


def test_distributions_of_all_positions():
    stored = np.fromfile(DATA / "gnubg_os0.bd", dtype=np.uint8)[_HEADER:]
    positions = all_positions(15)
    index = stored[: 8 * len(positions)].reshape(-1, 8)
    values = stored[8 * len(positions) :].view("<u2") / 65535
    begins = index[:, :4].copy().view("<u4")[:, 0]
    theirs = np.zeros((2, len(positions), MOST_ROLLS))
    for i, (count, first, first_count, first_first) in enumerate(index[:, 4:].tolist()):
        middle = begins[i] + count
        theirs[0, i, first : first + count] = values[begins[i] : middle]
        theirs[1, i, first_first : first_first + first_count] = values[
            middle : middle + first_count
        ]
    table = read_one_sided()
    off = np.abs(theirs[0] - table.rolls(positions)).max(axis=1)
    first_off = np.abs(theirs[1] - table.rolls_to_first(positions)).max(axis=1)
    # Where two plays have equal means its rounding may prefer the other one.
    assert (off < 1e-4).mean() > 0.995
    assert off.max() < 3e-3
    assert first_off.max() < 1e-4


def test_equities_of_all_pairs(builder, their_equities):
    theirs = their_equities / 32767.5 - 1
    off = np.abs(builder.table().equities - theirs)[1:, 1:]
    assert off.max() < 1.3e-4
    assert (off < 1e-4).mean() > 0.999
    assert off.mean() < 5e-5


@numba.njit
def _rounded(stored, reached, offsets, weights, pips, levels):
    """Fill the cubeless equities with every one cut to 16 bits, as GNU Backgammon makes them."""
    for level in range(2, levels + 1):
        for own in range(1, len(pips)):
            for opponent in range(1, len(pips)):
                if pips[own] + pips[opponent] == level:
                    total = 0
                    for r in range(len(weights)):
                        place = (own - 1) * len(weights) + r
                        best = -(1 << 20)
                        for s in reached[offsets[place] : offsets[place + 1]]:
                            best = max(best, -1 - stored[opponent, s])
                        total += weights[r] * best
                    # Division towards zero, of values centred on zero.
                    stored[own, opponent] = total // 36 if total >= 0 else -(-total // 36)


def test_cubeless_equities_rounded_alike_are_the_same(their_equities):
    positions = all_positions(6)
    stored = np.zeros((PAIRS, PAIRS), dtype=np.int64)
    stored[0], stored[:, 0] = 32767, -32768
    weights = np.rint(WEIGHTS * 36).astype(np.int64)
    _rounded(stored, *successors_of(positions[1:]), weights, pips_of(positions), 2 * 6 * HOME)
    theirs = their_equities[..., 0].astype(np.int64) - 32768
    np.testing.assert_array_equal(stored[1:, 1:], theirs[1:, 1:])
