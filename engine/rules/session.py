"""Whole games and matches: generators that ask for every decision, and a driver that answers.

A generator yields each :class:`~engine.rules.game.Turn` at which a player has to decide and is sent
his choice; dice it throws itself.  Front ends with their own pace step a ``Turn`` by hand instead.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Protocol

from engine.rules.dice import Dice, Roll
from engine.rules.game import GameError, Phase, Turn
from engine.rules.match import MatchState, Rules
from engine.rules.record import Action, Choice, Game, Match, Resign, Side, Word


class Decider(Protocol):
    """Someone who makes every choice of a game: a person, a program, a script."""

    @property
    def name(self) -> str:
        """The name that records carry."""
        ...

    def decide(self, turn: Turn) -> Choice:
        """Return the choice at ``turn``, of which this player is the decider."""
        ...


def game_decisions(turn: Turn, dice: Dice) -> Generator[Turn, Choice, Turn]:
    """Yield every decision of one game from ``turn`` on; return the finished game."""
    while not turn.is_over:
        while turn.awaits_dice:
            turn = turn.rolled(dice.roll())
        turn = turn.after((yield turn))
    return turn


def match_decisions(
    rules: Rules,
    dice: Dice,
    games: int | None = None,
    players: tuple[str, str] = ("Player 1", "Player 2"),
) -> Generator[Turn, Choice, Match]:
    """Yield every decision of a match, or of ``games`` money games; return the record.

    A match takes as many games as its length asks for.  Raises :class:`GameError` when a money
    session is not told how many games it has, or a match is.
    """
    if rules.length and games is not None:
        raise GameError("a match takes as many games as its length asks for: give no number")
    if not rules.length and (games is None or games < 1):
        raise GameError("a money session needs a number of games, 1 or more")
    played: list[Game] = []
    state: MatchState | None = MatchState.first(rules)
    while state is not None and (games is None or len(played) < games):
        finished = yield from game_decisions(Turn.opening(state), dice)
        played.append(finished.record)
        state = finished.next_match()
    return Match(rules, players, tuple(played))


def play_match(
    players: tuple[Decider, Decider], rules: Rules, dice: Dice, games: int | None = None
) -> Match:
    """Return the record of a match (or of ``games`` money games) between side 0 and side 1.

    Raises what :func:`match_decisions` does, and :class:`GameError` or
    :class:`engine.rules.plays.IllegalPlay` when a player's choice is against the rules.
    """
    decisions = match_decisions(rules, dice, games, (players[0].name, players[1].name))
    try:
        turn = next(decisions)
        while True:
            turn = decisions.send(players[_decider(turn)].decide(turn))
    except StopIteration as end:
        record: Match = end.value
        return record


def replay(game: Game, rules: Rules) -> Iterator[Turn]:
    """Yield the decision before every action of a recorded game, and what stands after the last.

    Raises :class:`GameError` or :class:`engine.rules.plays.IllegalPlay` at an action against the
    rules.
    """
    state = MatchState(rules, game.score, game.cube, crawford=game.crawford)
    turn = Turn.opening(state)
    for action in game.actions:
        turn = _awaiting(turn, action)
        yield turn
        turn = turn.after(action.choice)
    yield turn


def _decider(turn: Turn) -> Side:
    """Return who decides at a yielded turn."""
    decider = turn.decider
    if decider is None:
        raise GameError(f"no choice is awaited: the game is {turn.phase.value}")
    return decider


def _awaiting(turn: Turn, action: Action) -> Turn:
    """Return the decision that ``action`` answers: dice that fell before it are thrown."""
    roll = action.roll
    if turn.phase is Phase.OPENING and roll is not None:
        turn = turn.rolled(_opening_roll(action.side, roll))
    elif turn.phase is Phase.BEFORE_ROLL and roll is not None:
        turn = turn.after(Word.ROLL).rolled(roll)
    if turn.decider != action.side:
        what = "a resignation" if isinstance(action.choice, Resign) else "a choice"
        raise GameError(f"{what} of side {action.side}, but side {turn.decider} is to decide")
    on_table = turn.position.dice
    if (None if roll is None else sorted(roll)) != (on_table and sorted(on_table)):
        raise GameError(f"dice {roll} are recorded, but {on_table} are on the table")
    return turn


def _opening_roll(side: Side, roll: Roll) -> Roll:
    """Return the opening dice as they must have fallen: files keep who began, not whose die."""
    high, low = max(roll), min(roll)
    if high == low:
        raise GameError(f"opening roll {high}{low}: equal dice are thrown again, never played")
    return (high, low) if side == 0 else (low, high)
