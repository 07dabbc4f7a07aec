"""The lines that tell what a search has found."""

from __future__ import annotations

from engine.analysis.results import Action, PlayAnalysis
from engine.formats.notation import spell_play, write_position_id
from engine.rules.board import mirror
from engine.rules.outcome import WIN, WIN_BACKGAMMON, WIN_GAMMON
from engine.serve.ubgi.thinking import Thought

NO_PLAY = "pass"
_OFFERED = {
    Action.TAKE: "take",
    Action.PASS: "drop",
    Action.BEAVER: "beaver",
    Action.RACCOON: "raccoon",
}


def info(thought: Thought) -> str:
    """Return the line after a finished depth."""
    words = ["info", "depth", thought.plies, "time_ms", round(1000 * thought.seconds)]
    words += ["nodes", thought.nodes]
    if thought.play is not None:
        words += ["eq", f"{thought.play.equity:.4f}", "pv", _spelled(thought.play)]
    elif thought.cube is not None:
        words += ["eq", f"{thought.cube.equity:.4f}"]
    return " ".join(map(str, words))


def bestmove(thought: Thought, with_id: bool) -> list[str]:
    """Return the answer to ``go role chequer``."""
    play = _play(thought)
    moveid = [f"bestmoveid {_move_id(play)}"] if with_id else []
    return [_eval(play.equity, play.mwc, play.outcome), *moveid, f"bestmove {_spelled(play)}"]


def bestcube(thought: Thought) -> list[str]:
    """Return the answer to ``go role cube``: double or nodouble; to an offer take, drop, ..."""
    word = _OFFERED[thought.decision.action] if thought.decision else _double(thought)
    return [_cube_eval(thought), f"bestcube {word}"]


def bestturn(thought: Thought) -> list[str]:
    """Return the answer to ``go role turn``: the cube, and with dice the play."""
    words = [f"bestturn cube={_double(thought)}"]
    if thought.play is not None:
        words += [f"moveid={_move_id(thought.play)}", f"move={_spelled(thought.play)}"]
    return [_cube_eval(thought), " ".join(words)]


def bare(thought: Thought) -> list[str]:
    """Return the answer to a bare position: a play (an empty line if there is none) or a word."""
    decision = thought.decision
    assert decision is not None
    if decision.play is not None:
        return [spell_play(decision.play.play)]
    return [_OFFERED.get(decision.action, decision.action.value)]


def _play(thought: Thought) -> PlayAnalysis:
    assert thought.play is not None
    return thought.play


def _double(thought: Thought) -> str:
    assert thought.cube is not None
    return "double" if thought.cube.double else "nodouble"


def _cube_eval(thought: Thought) -> str:
    cube = thought.cube
    assert cube is not None
    mwc = None
    if cube.mwc is not None:
        values = cube.mwc
        mwc = values.no_double
        if values.double_take is not None and values.double_pass is not None:
            mwc = max(mwc, min(values.double_take, values.double_pass))
    return _eval(cube.equity, mwc, cube.outcome)


def _eval(equity: float, mwc: float | None, outcome: tuple[float, ...]) -> str:
    words = [f"eval eq {equity:.4f}"]
    if mwc is not None:
        words.append(f"mwc {mwc:.4f}")
    names = {"pwin": WIN, "pgammon": WIN_GAMMON, "pbg": WIN_BACKGAMMON}
    return " ".join(words + [f"{name} {outcome[index]:.4f}" for name, index in names.items()])


def _move_id(play: PlayAnalysis) -> str:
    """Return the position after the play, seen by the opponent, who is on roll then."""
    return write_position_id(mirror(play.afterstate))


def _spelled(play: PlayAnalysis) -> str:
    return spell_play(play.play) or NO_PLAY
