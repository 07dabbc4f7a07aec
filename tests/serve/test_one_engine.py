"""Every route to the engine gives the same answer to the same position."""

import numpy as np
import pytest

from engine.analysis.analyser import Analyser
from engine.evaluation.bearoff.table_file import write_table
from engine.evaluation.bearoff.tables import two_sided_path
from engine.evaluation.bearoff.two_sided import TwoSidedBuilder
from engine.formats.notation import parse_position
from engine.formats.notation.fibs import write_fibs_line
from engine.players.build import EngineSpec, build
from engine.players.names import player_of
from engine.rules.board import mirror
from engine.rules.position import Position
from engine.serve.gnubg.external import ExternalSession, Habits

ENDGAME = "XGID=-A----A------------a------:0:0:1:00:0:0:0:0:10"
EXACT = -1 / 6
"""15 of 36 rolls win at once; after the others the opponent doubles, which wins a point."""


@pytest.fixture
def tables(tmp_path, monkeypatch):
    monkeypatch.setenv("CHAQUETE_CACHE", str(tmp_path))
    builder = TwoSidedBuilder(2)
    for _ in builder.steps():
        pass
    write_table(two_sided_path(), builder.table().file())


def answers(ply):
    """Return what each route makes of the endgame, for the player on roll."""
    position = parse_position(ENDGAME)
    board, state = position.board[np.newaxis], position.match
    analyser = Analyser.load("small", ply)
    player = player_of(f"model:small?ply={ply}", np.random.default_rng(0))
    theirs = player.rank(board, mirror(board), np.array([0, 1]), [state.mirror()])
    search = build(EngineSpec("model:small", ply)).search
    fibs = write_fibs_line(position)
    habits = Habits(jacoby=False, beavers=False)
    external = ExternalSession(analyser, habits).answer(
        f"evaluation fibsboard {fibs} plies {ply} cube on cubeful"
    )
    return {
        "evaluate": analyser.evaluate(position).equity,
        "cube": analyser.cube(position).equity,
        "player": -theirs[0],
        "external": float(external.split()[-1]),
        "rollout": search.equities(board, [state])[1][0],
    }


@pytest.mark.parametrize("ply", [0, 1, 2])
def test_every_route_takes_the_cube_in_the_endgame_from_the_table(tables, ply):
    assert answers(ply) == pytest.approx(dict.fromkeys(answers(ply), EXACT), abs=1e-6)


def test_a_play_into_the_endgame_is_worth_what_the_opponent_has_there(tables):
    # All plays of 2-1 leave what the table knows, seen by the opponent.
    position = parse_position(ENDGAME.replace(":00:", ":21:"))
    analyser = Analyser.load("small")
    for play in analyser.plays(position):
        there = Position(mirror(play.afterstate), position.match.mirror())
        assert play.equity == pytest.approx(-analyser.cube(there).equity, abs=1e-9)
        assert play.equity == pytest.approx(-analyser.evaluate(there).equity, abs=1e-9)


def test_http_gives_the_same(tables, serve):
    httpx = pytest.importorskip("httpx", reason="needs httpx")
    with serve(Analyser.load("small")) as server, httpx.Client(base_url=server.url) as client:
        cube, evaluation = (
            client.post(f"/v1/{route}", json={"position": ENDGAME}).json()
            for route in ("cube", "evaluation")
        )
    assert cube["cube"]["equity"] == pytest.approx(EXACT, abs=1e-6)
    assert evaluation["evaluation"]["equity"] == pytest.approx(EXACT, abs=1e-6)
