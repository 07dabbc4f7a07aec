"""Write .sgf match files that GNU Backgammon loads.

Like .mat, the format has no resignation that was refused.
"""

from __future__ import annotations

from engine.formats.matchfiles.sgf_reader import SIDES, TAGS
from engine.formats.matchfiles.sgf_tree import escaped
from engine.rules.board import BAR
from engine.rules.plays import OFF, Step
from engine.rules.record import Action, Game, Match, Resign, Side, Word

PROGRAM = "Chaquete"
_WORDS = {
    Word.DOUBLE: "double",
    Word.BEAVER: "double",
    Word.RACCOON: "double",
    Word.TAKE: "take",
    Word.DROP: "drop",
}


def write_sgf(match: Match) -> str:
    """Return the text of an .sgf file, a game tree for every game."""
    return "\n".join(_tree(match, number) for number in range(len(match.games))) + "\n"


def _tree(match: Match, number: int) -> str:
    """Return one game."""
    game = match.games[number]
    nodes = [_head(match, number), *(_node(action, game) for action in game.actions)]
    return "(" + "\n".join(f";{node}" for node in nodes if node) + ")"


def _head(match: Match, number: int) -> str:
    """Return the properties of the root of a game."""
    game, rules = match.games[number], match.rules
    names = [name for name, agreed in (("Crawford", rules.length and rules.crawford),) if agreed]
    names += ["CrawfordGame"] if game.crawford else []
    names += ["Jacoby"] if rules.jacoby else []
    head = (
        f"FF[4]GM[6]CA[UTF-8]AP[{PROGRAM}]MI[length:{rules.length}][game:{number}]"
        f"[ws:{game.score[0]}][bs:{game.score[1]}]"
        f"PW[{escaped(match.players[0])}]PB[{escaped(match.players[1])}]"
    )
    if number == 0:
        told = {tag: text for tag, text in match.tags if text}
        for name, tag in TAGS.items():
            if tag in told:
                text = told[tag].replace(".", "-") if name == "DT" else told[tag]
                head += f"{name}[{escaped(text)}]"
    head += f"RU[{':'.join(names)}]" if names else ""
    head += f"CV[{game.cube}]" if game.cube > 1 else ""
    return head + (f"RE[{_result(game)}]" if game.winner is not None else "")


def _result(game: Game) -> str:
    """Return the winner and his points, with an R unless checkers or a drop decided."""
    last = game.actions[-1].choice if game.actions else Word.ACCEPT
    played = isinstance(last, tuple) and game.actions[-1].side == game.winner
    return f"{SIDES[game.winner or 0]}+{game.points}{'' if played or last is Word.DROP else 'R'}"


def _node(action: Action, game: Game) -> str:
    """Return the node of one action; resignations show in the result only."""
    choice, side = action.choice, action.side
    if isinstance(choice, tuple):
        dice = "".join(map(str, action.roll or ()))
        return f"{SIDES[side]}[{dice}{''.join(_letters(step, side) for step in choice)}]"
    if isinstance(choice, Resign):
        if action.roll is None or action not in game.actions[-2:]:
            return ""
        return f"PL[{SIDES[side]}]DI[{action.roll[0]}{action.roll[1]}]"
    return f"{SIDES[side]}[{_WORDS[choice]}]" if choice in _WORDS else ""


def _letters(step: Step, side: Side) -> str:
    """Return the two points of a step, counted from White's ace point."""
    return "".join(
        "y" if p == BAR else "z" if p == OFF else chr(ord("a") + (p if side == 0 else BAR - p) - 1)
        for p in step
    )
