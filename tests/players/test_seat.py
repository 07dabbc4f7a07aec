"""A seat lets a player of batches make every choice of a game."""

import numpy as np
import pytest

from engine.players.seat import Seat
from engine.players.simple import PipPlayer, RandomPlayer
from engine.rules.board import board_of, start
from engine.rules.dice import RandomDice
from engine.rules.game import Turn
from engine.rules.match import MatchState, Rules
from engine.rules.outcome import Win
from engine.rules.position import Position
from engine.rules.record import Resign, Word
from engine.rules.session import play_match, replay

ANIMALS = Rules(beavers=True, raccoons=True)


class Opinionated:
    """Answers as it is told, and never looks at the board."""

    name = "opinionated"

    def __init__(self, doubles=False, takes=False, beavers=False):
        self._answers = doubles, takes, beavers

    def choose(self, boards, rolls, matches=None):
        raise AssertionError("nothing to choose")

    def doubles(self, boards, matches):
        return np.array([self._answers[0]])

    def takes(self, boards, matches):
        return np.array([self._answers[1]])

    def beavers(self, boards, matches):
        return np.array([self._answers[2]])


class Fixed:
    """Sees the same outcome everywhere."""

    name = "fixed"

    def __init__(self, *outcome):
        self._outcome = np.array(outcome, dtype=np.float32)

    def evaluate(self, boards):
        return np.tile(self._outcome, (len(boards), 1))


def turn_at(board=None, match=None, **position):
    return Turn.at(Position(start() if board is None else board, match or MatchState(), **position))


@pytest.mark.parametrize("rules", [Rules(5), Rules(jacoby=True, beavers=True, raccoons=True)])
def test_players_play_whole_matches(rules):
    rng = np.random.default_rng(1)
    seats = Seat(PipPlayer()), Seat(RandomPlayer(rng))
    match = play_match(seats, rules, RandomDice(rng), None if rules.length else 8)
    assert match.players == ("pip", "random")
    for game in match.games:
        *_, end = replay(game, rules)
        assert end.record == game
    assert match.score[0] > match.score[1]


@pytest.mark.parametrize("doubles", [True, False])
def test_doubling_is_asked_only_where_it_is_allowed(doubles):
    seat = Seat(Opinionated(doubles=doubles))
    assert seat.decide(turn_at()) is (Word.DOUBLE if doubles else Word.ROLL)
    crawford = MatchState(Rules(3), (2, 0), crawford=True)
    assert seat.decide(turn_at(match=crawford)) is Word.ROLL
    dead = turn_at(match=MatchState(Rules(3), (2, 0)))
    assert Word.DOUBLE in dead.words and seat.decide(dead) is Word.ROLL


@pytest.mark.parametrize(
    ("rules", "answers", "said"),
    [
        (Rules(), {}, Word.DROP),
        (Rules(), {"takes": True}, Word.TAKE),
        (Rules(), {"takes": True, "beavers": True}, Word.TAKE),
        (ANIMALS, {"takes": True, "beavers": True}, Word.BEAVER),
    ],
)
def test_answers_to_a_double(rules, answers, said):
    turn = turn_at(match=MatchState(rules)).after(Word.DOUBLE)
    assert Seat(Opinionated(**answers)).decide(turn) is said


def test_a_doubler_who_disagrees_with_a_beaver_raccoons():
    turn = turn_at(match=MatchState(ANIMALS)).after(Word.DOUBLE).after(Word.BEAVER)
    assert Seat(Opinionated()).decide(turn) is Word.RACCOON
    assert Seat(Opinionated(beavers=True)).decide(turn) is Word.TAKE
    assert Seat(Opinionated(beavers=True)).decide(turn.after(Word.RACCOON)) is Word.TAKE


def test_without_a_cube_opinion_nobody_doubles_and_everybody_takes():
    class Mover:
        name = "mover"

        def choose(self, boards, rolls, matches=None):
            return boards

    assert Seat(Mover()).decide(turn_at()) is Word.ROLL
    assert Seat(Mover()).decide(turn_at().after(Word.DOUBLE)) is Word.TAKE


def test_a_forced_play_is_not_asked_for():
    turn = turn_at(board_of("bar 6", "6:2 5:2"), dice=(6, 5))
    assert Seat(Opinionated()).decide(turn) == ()


@pytest.mark.parametrize(
    ("board", "match", "win", "said"),
    [
        (start(), MatchState(), Win.GAMMON, Word.REFUSE),
        (start(), MatchState(), Win.BACKGAMMON, Word.ACCEPT),
        (start(), MatchState(Rules(jacoby=True)), Win.SINGLE, Word.ACCEPT),
        (start(), MatchState(Rules(3), (0, 2), crawford=True), Win.SINGLE, Word.ACCEPT),
        (board_of("6:14", "6:2"), MatchState(), Win.SINGLE, Word.ACCEPT),
    ],
)
def test_without_an_evaluator_a_resignation_is_enough_when_nothing_better_can_happen(
    board, match, win, said
):
    turn = turn_at(board, match).after(Resign(win))
    assert Seat(PipPlayer()).decide(turn) is said


@pytest.mark.parametrize("dice", [None, (3, 1)])
@pytest.mark.parametrize(
    ("gammons_lost", "win", "said"),
    [
        (0.1, Win.SINGLE, Word.REFUSE),
        (0.99, Win.SINGLE, Word.REFUSE),
        (0.99, Win.GAMMON, Word.ACCEPT),
    ],
)
def test_with_an_evaluator_a_resignation_is_weighed_against_playing_on(
    dice, gammons_lost, win, said
):
    """The evaluator judges the player about to roll: the resigner, or after his dice the other."""
    lost = (0, 0, 0, gammons_lost, 0) if dice is None else (1, gammons_lost, 0, 0, 0)
    turn = turn_at(dice=dice).after(Resign(win))
    assert Seat(PipPlayer(), Fixed(*lost)).decide(turn) is said


def test_a_resignation_of_a_game_that_is_not_lost_is_welcome():
    turn = turn_at().after(Resign(Win.SINGLE))
    assert Seat(PipPlayer(), Fixed(0.5, 0.1, 0, 0.1, 0)).decide(turn) is Word.ACCEPT
