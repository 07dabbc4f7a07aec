"""A bot for OpenSpiel's backgammon.

OpenSpiel lets a player move two checkers at a time, so that a double takes two actions; the bot
looks at the whole turn each time.  It reads nothing but the state, so it can step in anywhere.
There is no cube.  Rules: open_spiel/games/backgammon of OpenSpiel 1.5 and 2.0.

    >>> bot = openspiel_bot(player_of("pip", np.random.default_rng()))  # doctest: +SKIP
    >>> state.apply_action(bot.step(state))  # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.players.player import Ranker
from engine.rules.board import BAR, OPPONENT_BAR, POINTS, SLOTS, Board
from engine.rules.match import MatchState, Rules

State = Any
"""``pyspiel.BackgammonState``."""

_BARS = (192, 195)
"""Where ``observation_tensor(player)`` counts the checkers on his and on the other bar."""

_GAMMONLESS = MatchState.first(Rules(length=1))
"""Where only winning counts, the game is like one for the last point of a match."""


class NotBackgammon(ValueError):
    """A state the bot cannot play in: the message says what is accepted."""


def openspiel_bot(ranker: Ranker) -> Any:
    """Return a ``pyspiel.Bot`` that plays what ``ranker`` likes best.

    Raises ModuleNotFoundError when OpenSpiel is not installed.
    """
    import pyspiel

    def start(bot: Any) -> None:
        pyspiel.Bot.__init__(bot)

    def step(_: Any, state: State) -> int:
        return choose_action(ranker, state)

    def restart_at(_: Any, __: State) -> None:
        """Do nothing: the bot remembers nothing."""

    methods = {"__init__": start, "step": step, "restart_at": restart_at}
    return type("ChaqueteBot", (pyspiel.Bot,), methods)()


def choose_action(ranker: Ranker, state: State) -> int:
    """Return the action for the player whose turn it is.

    Raises :class:`NotBackgammon` when nobody is to play, or another game is.
    """
    parameters = _parameters(state)
    player = state.current_player()
    ends = _ends_of_turn(state, player)
    most = max(used for used, _ in ends.values())
    # As in backgammon everywhere, as many dice are played as can be.
    candidates = {end: first for end, (used, first) in ends.items() if used == most}
    if len(candidates) == 1:
        return next(iter(candidates.values()))
    after = np.frombuffer(b"".join(candidates), dtype=np.int8).reshape(-1, SLOTS)
    winloss = parameters.get("scoring_type", "winloss_scoring") == "winloss_scoring"
    ranks = ranker.rank(
        board_of_state(state, player)[np.newaxis],
        after,
        np.array([0, len(after)], dtype=np.int64),
        [_GAMMONLESS] if winloss else None,
    )
    return list(candidates.values())[int(np.argmax(ranks))]


def board_of_state(state: State, player: int) -> Board:
    """Return the board ``int8 [26]`` of a state, seen by ``player``."""
    board = np.zeros(SLOTS, dtype=np.int8)
    for place in range(POINTS):
        point = POINTS - place if player == 0 else place + 1
        board[point] = state.board(player, place) - state.board(1 - player, place)
    tensor = state.observation_tensor(player)
    board[BAR], board[OPPONENT_BAR] = tensor[_BARS[0]], -tensor[_BARS[1]]
    return board


def _parameters(state: State) -> dict[str, Any]:
    """Return the game's parameters; raises :class:`NotBackgammon`."""
    game = state.get_game()
    name = game.get_type().short_name
    parameters: dict[str, Any] = game.get_parameters()
    if name != "backgammon" or parameters.get("hyper_backgammon", False):
        raise NotBackgammon(f"{name}: backgammon with 15 checkers is accepted")
    if state.is_terminal() or state.is_chance_node():
        raise NotBackgammon("nobody is to play: a state of one of the players is accepted")
    return parameters


def _ends_of_turn(state: State, player: int) -> dict[bytes, tuple[int, int]]:
    """Return where this turn can end: {afterstate as bytes: (dice used, first action)}."""
    ends: dict[bytes, tuple[int, int]] = {}
    for action in state.legal_actions():
        moves = state.spiel_move_to_checker_moves(player, action)
        used = sum(move.num > 0 for move in moves)  # A pass is a move of -1.
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == player:
            later = {end: more for end, (more, _) in _ends_of_turn(child, player).items()}
        else:
            later = {board_of_state(child, player).tobytes(): 0}
        for end, more in later.items():
            if used + more > ends.get(end, (-1, 0))[0]:
                ends[end] = (used + more, int(action))
    return ends
