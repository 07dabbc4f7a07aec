"""Whole games, matches and money sessions, and their records replayed."""

from dataclasses import replace

import numpy as np
import pytest

from engine.rules.dice import RandomDice, RepeatableDice, ScriptedDice
from engine.rules.game import GameError, Phase
from engine.rules.match import MatchError, Rules
from engine.rules.outcome import Win
from engine.rules.plays import IllegalPlay
from engine.rules.record import Action, Game, Match, Resign, Word
from engine.rules.session import game_decisions, match_decisions, play_match, replay

EVERYTHING = Rules(jacoby=True, beavers=True, raccoons=True, automatic_doubles=2, cube_limit=64)


class Erratic:
    """Chooses anything that is open, plays checkers more often than words."""

    def __init__(self, seed, name="erratic"):
        self.rng = np.random.default_rng(seed)
        self.name = name

    def decide(self, turn):
        if turn.resignations and self.rng.random() < 0.02:
            return Resign(turn.resignations[self.rng.integers(len(turn.resignations))])
        if turn.phase is Phase.PLAYING:
            return turn.plays[self.rng.integers(len(turn.plays))][0]
        rather = turn.phase is Phase.BEFORE_ROLL and self.rng.random() < 0.9
        return turn.words[0 if rather else self.rng.integers(len(turn.words))]


class Steady(Erratic):
    """Plays at random and says the first word that is open: rolls, takes, accepts."""

    def decide(self, turn):
        return turn.words[0] if turn.words else turn.plays[self.rng.integers(len(turn.plays))][0]


def erratic_match(seed, rules, games=None):
    players = (Erratic(seed, "first"), Erratic(seed + 1, "second"))
    return play_match(players, rules, RandomDice(np.random.default_rng(seed + 2)), games)


@pytest.mark.parametrize(
    "rules", [Rules(1), Rules(5), Rules(9, holland=True), Rules(7, crawford=False)]
)
def test_matches_end_when_their_length_is_reached(rules):
    match = erratic_match(1, rules)
    assert match.players == ("first", "second")
    assert match.winner is not None
    assert match.score[match.winner] >= rules.length > match.score[1 - match.winner]
    for game in match.games:
        assert max(game.score) < rules.length
        doubles = sum(action.choice is Word.DOUBLE for action in game.actions)
        assert not (game.crawford and doubles)
    crawford_games = [game for game in match.games if game.crawford]
    reached = [game for game in match.games if max(game.score) == rules.length - 1]
    assert crawford_games == (reached[:1] if rules.crawford else [])


def test_money_sessions_have_as_many_games_as_asked_for():
    match = erratic_match(2, EVERYTHING, 40)
    assert len(match.games) == 40
    assert match.winner is None
    assert sum(match.score) == sum(game.points for game in match.games)
    words = {action.choice for game in match.games for action in game.actions}
    assert words >= set(Word) - {Word.ROLL}
    assert words >= {Resign(win) for win in Win}
    assert {game.cube for game in match.games} >= {1, 2}


@pytest.mark.parametrize(("rules", "games"), [(Rules(), None), (Rules(), 0), (Rules(5), 3)])
def test_only_money_sessions_are_told_how_many_games_they_have(rules, games):
    with pytest.raises(GameError, match=r"money session needs|match takes"):
        erratic_match(1, rules, games)


@pytest.mark.parametrize(("rules", "games"), [(Rules(7), None), (EVERYTHING, 15)])
def test_records_replay_to_the_same_end(rules, games):
    for game in erratic_match(3, rules, games).games:
        *decisions, end = replay(game, rules)
        assert end.record == game
        for turn, action in zip(decisions, game.actions, strict=True):
            assert turn.decider == action.side
            assert turn.position.dice == action.roll


def test_the_same_seeds_play_the_same_match():
    assert erratic_match(4, Rules(3)) == erratic_match(4, Rules(3))
    assert erratic_match(4, Rules(3)) != erratic_match(5, Rules(3))


def test_paired_dice_give_two_games_the_same_rolls():
    dice = RepeatableDice(9)
    records = []
    for _ in range(2):
        dice.rewind()
        records.append(play_match((Steady(1), Steady(2)), Rules(), dice, 1))
    assert records[0] == records[1]
    dice.rewind()
    swapped = play_match((Steady(2), Steady(1)), Rules(), dice, 1)
    rolls = [[action.roll for action in match.games[0].actions] for match in (records[0], swapped)]
    common = min(len(rolls[0]), len(rolls[1]), 20)
    assert rolls[0][:common] == rolls[1][:common]


def test_a_front_end_drives_one_decision_at_a_time():
    dice = ScriptedDice([(2, 2), (3, 1), (6, 2)])
    decisions = match_decisions(Rules(1), dice)
    turn = next(decisions)
    assert (turn.decider, turn.position.dice) == (0, (3, 1))
    turn = decisions.send(((8, 5), (6, 5)))
    assert (turn.decider, turn.words) == (1, (Word.ROLL,))
    turn = decisions.send(Word.ROLL)
    assert turn.position.dice == (6, 2)
    turn = decisions.send(Resign(Win.GAMMON))
    with pytest.raises(StopIteration) as end:
        decisions.send(Word.ACCEPT)
    match = end.value.value
    assert (match.winner, match.score) == (0, (2, 0))
    assert match.games[0].actions == (
        Action(0, ((8, 5), (6, 5)), (3, 1)),
        Action(1, Resign(Win.GAMMON), (6, 2)),
        Action(0, Word.ACCEPT, (6, 2)),
    )


def test_a_single_game_returns_its_last_state():
    match = erratic_match(6, Rules(3))
    first = next(iter(replay(match.games[0], Rules(3))))
    decisions = game_decisions(first, RandomDice(np.random.default_rng(1)))
    assert next(decisions) is first
    player = Steady(1)
    turn = first
    with pytest.raises(StopIteration) as end:
        while True:
            turn = decisions.send(player.decide(turn))
    assert end.value.value.is_over


def test_a_player_who_breaks_a_rule_is_told_which():
    class Cheat(Steady):
        def decide(self, turn):
            return Word.ROLL if turn.words else ((6, 0),)

    with pytest.raises(IllegalPlay, match="no bearing off"):
        play_match((Cheat(1), Cheat(2)), Rules(), RandomDice(np.random.default_rng(1)), 1)


# Records that do not hold together.

OPENING = Action(0, ((8, 5), (6, 5)), (3, 1))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([Action(0, ((6, 5),) * 2 + ((8, 7),) * 2, (1, 1))], "thrown again"),
        ([Action(0, Word.DOUBLE)], "to decide"),
        ([OPENING, Action(0, Word.DOUBLE)], "side 0, but side 1 is to decide"),
        ([OPENING, Action(1, Word.TAKE)], "roll, double is accepted"),
        ([OPENING, Action(1, ((8, 5), (6, 4)), (3, 1))], "both dice|6/4 moves 2 pips"),
        ([OPENING, Action(1, Resign(Win.SINGLE), (3, 1)), Action(0, Word.REFUSE)], "on the table"),
    ],
)
def test_actions_against_the_rules_are_refused_in_replay(actions, said):
    with pytest.raises(ValueError, match=said):
        list(replay(Game(actions=tuple(actions)), Rules(5)))


def test_the_opening_dice_of_a_record_may_be_in_either_order():
    for roll in ((3, 1), (1, 3)):
        for side in (0, 1):
            *_, end = replay(Game(actions=(replace(OPENING, side=side, roll=roll),)), Rules())
            assert end.decider == 1 - side


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: Game(winner=1), "a winner and points"),
        (lambda: Game(points=2), "a winner and points"),
        (lambda: Action(0, ((8, 5), (6, 5))), "needs the dice"),
        (lambda: Match(games=(Game(winner=0, points=2), Game(score=(0, 2)))), "begins at 0-2"),
    ],
)
def test_half_records_are_refused(build, said):
    with pytest.raises((ValueError, MatchError), match=said):
        build()


def test_scores_follow_the_games():
    match = Match(
        Rules(3), games=(Game(winner=1, points=2), Game((0, 2), True, winner=0, points=1))
    )
    assert (match.score, match.winner) == ((1, 2), None)
    last = Game((1, 2), winner=1, points=4)
    match = replace(match, games=(*match.games, last))
    assert (match.score, match.winner) == ((1, 6), 1)
