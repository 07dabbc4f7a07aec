"""Boards and rolls for tests: reached by random play, or drawn by hypothesis."""

import numpy as np
from hypothesis import strategies as st

from engine.rules.board import BAR, CHECKERS, POINTS, SLOTS, mirror, start
from engine.rules.dice import ROLLS
from engine.rules.movegen import afterstates
from engine.rules.outcome import is_over


def reached_by_play(count, seed, games=64):
    """Return ``count`` (boards [N, 26], rolls [N, 2]) of games between players who play at random.

    Finished games begin again, so every stage occurs: openings, bar and blocked points, bear-off.
    """
    rng = np.random.default_rng(seed)
    boards = np.tile(start(), (games, 1))
    kept_boards, kept_rolls = [], []
    while len(kept_boards) * games < count:
        rolls = rng.integers(1, 7, (games, 2)).astype(np.int8)
        kept_boards.append(boards)
        kept_rolls.append(rolls)
        after, offsets = afterstates(boards, rolls)
        chosen = offsets[:-1] + (rng.random(games) * np.diff(offsets)).astype(np.int64)
        boards = mirror(after[chosen])
        boards[is_over(boards)] = start()
    return np.concatenate(kept_boards)[:count], np.concatenate(kept_rolls)[:count]


@st.composite
def any_boards(draw):
    """Draw an unfinished board, likely or not: few or many checkers, bars, closed points."""
    board = np.zeros(SLOTS, dtype=np.int8)
    own = draw(st.lists(st.integers(1, BAR), min_size=1, max_size=CHECKERS))
    for point in own:
        board[point] += 1
    free = [0, *(point for point in range(1, POINTS + 1) if board[point] == 0)]
    for point in draw(st.lists(st.sampled_from(free), min_size=1, max_size=CHECKERS)):
        board[point] -= 1
    return board


any_rolls = st.sampled_from([(int(high), int(low)) for high, low in ROLLS])
