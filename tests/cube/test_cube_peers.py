"""Static cubeful values, gammon values and market windows beside Debian's GNU Backgammon."""

import re

import numpy as np
import pytest

from engine.cube.janowski import cubeful, cubeless
from engine.cube.stakes import stakes_of
from engine.cube.window import gammon_values, market_window
from engine.rules.match import MatchState, Owner, Rules
from tests.cube.debian_gnubg import ask, evaluate
from tests.gnubg import needs_gnubg

pytestmark = [pytest.mark.peers, needs_gnubg]

BOARD = "-aAaBaDaB---bD-b-A-cA-b-b-"
OPENING = "-b----E-C---eE---c-e----B-"
CUBES = ((1, Owner.CENTRED), (2, Owner.MINE), (2, Owner.OPPONENT), (4, Owner.MINE))


def xgid(state, board=BOARD):
    rule = int(state.crawford) if state.rules.length else int(state.rules.jacoby)
    exponent = state.cube.bit_length() - 1
    score = f"{state.score[0]}:{state.score[1]}"
    return f"XGID={board}:{exponent}:{state.owner:d}:1:00:{score}:{rule}:{state.rules.length}:10"


def states_to_compare():
    for jacoby in (False, True):
        for cube, owner in CUBES[:3]:
            yield MatchState(Rules(jacoby=jacoby), (0, 0), cube, owner)
    for length in (3, 5, 7):
        for own in range(length):
            for opponent in range(length):
                for cube, owner in CUBES:
                    if cube < length:
                        yield MatchState(Rules(length=length), (own, opponent), cube, owner)
        yield MatchState(Rules(length=length), (length - 1, 1), crawford=True)


def doubles_freely(state):
    """Whether the opponent has a double that costs him nothing: gnubg's formula ignores those."""
    if state.owner == Owner.MINE or state.crawford or state.is_money:
        return False
    return state.cube >= state.away[0] and state.cube < state.away[1]


def is_special(state):
    """2-away, 2-away with the cube in the middle, which gnubg treats as cubeless."""
    return state.away == (2, 2) and state.owner == Owner.CENTRED


def test_static_values_agree_at_all_scores():
    states = list(states_to_compare())
    answers = evaluate([xgid(state) for state in states])
    compared, better = 0, []
    for state, answer in zip(states, answers, strict=True):
        unit = 1 / state.cube if state.is_money else 1
        outcome = answer.outcome[np.newaxis]
        if not state.rules.jacoby or state.owner != Owner.CENTRED:
            assert cubeless(outcome, state)[0] * unit == pytest.approx(answer.cubeless, abs=1e-5)
        if not (doubles_freely(state) or is_special(state)):
            held = cubeful(outcome, state, 0.68)[0] * unit
            if held == pytest.approx(answer.cubeful, abs=1e-5):
                compared += 1
            else:
                better.append((xgid(state), held - answer.cubeful))
        assert state.may_double == (answer.take is not None), xgid(state)
        if answer.take is None:
            continue
        assert stakes_of(state).cash * unit == pytest.approx(answer.passed, abs=1e-5)
        if not doubles_freely(state.taken()):
            taken = cubeful(outcome, state.taken(), 0.68)[0] * unit
            assert taken == pytest.approx(answer.take, abs=1e-5), xgid(state)
            compared += 1
    assert compared > 400
    # Where never doubling is best, gnubg's live cube is turned all the same.
    assert len(better) < 15
    assert all(0 < difference < 0.02 for _, difference in better), better


def test_gammon_values_and_windows_agree():
    scores = [(2, 2), (1, 3), (0, 0), (0, 3), (3, 1)]
    five = [MatchState(Rules(length=5), score) for score in scores]
    commands = []
    for state in five:
        commands += [f"set xgid {xgid(state, OPENING)}", "eval", "show gammonvalues"]
        commands += ["show marketwindow"]
    parts = ask(commands).split("Evaluator:")[1:]
    assert len(parts) == len(five)
    for state, part in zip(five, parts, strict=True):
        mine, theirs = gammon_values(state)
        for name, values in (("root", mine), ("gnubg", theirs)):
            printed = re.search(rf"{name}\s+(\d\.\d+)\s+(\d\.\d+)\n", part)
            assert values.gammon == pytest.approx(float(printed[1]), abs=1e-5)
            assert values.backgammon == pytest.approx(float(printed[2]), abs=1e-5)
        _compare_windows(state, part)


def _compare_windows(state, part):
    rates = {}
    for name in ("root", "gnubg"):
        found = re.search(rf"Player {name}\s+: gammon rate\s+([\d.]+)%, bg rate\s+([\d.]+)%", part)
        rates[name] = (float(found[1]) / 100, float(found[2]) / 100)
    outcome = np.full(5, 0.5)
    outcome[2], outcome[4] = rates["root"][1] / 2, rates["gnubg"][1] / 2
    outcome[1], outcome[3] = sum(rates["root"]) / 2, sum(rates["gnubg"]) / 2
    window = market_window(outcome, state, 0.68)
    lines = part.split("Player root market window:")[1].strip().splitlines()
    ranges = {}
    for line in lines:
        found = re.match(r"(Dead|Live) cube.*?:\s*([\d.]+)% -\s+([\d.]+)%", line)
        if found:  # The last dead one is "opponent redoubles", where he does.
            ranges[found[1]] = (float(found[2]) / 100, float(found[3]) / 100)
    assert window.dead.cash == pytest.approx(ranges["Dead"][1], abs=3e-4)
    if ranges["Dead"][0] <= ranges["Dead"][1]:
        assert window.dead.double == pytest.approx(ranges["Dead"][0], abs=3e-4)
    if "Live" in ranges:
        assert window.live.cash == pytest.approx(ranges["Live"][1], abs=3e-4)
