"""Reviews find what was lost, no more and no less."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from engine.analysis.analyser import Analyser
from engine.analysis.match.luck import lucks
from engine.analysis.match.moments import played_games
from engine.analysis.match.results import Grade
from engine.analysis.match.review import review_match
from engine.cube.decision import Verdict
from engine.rules.board import start
from engine.rules.dice import ROLLS, WEIGHTS
from engine.rules.game import GameError
from engine.rules.match import Rules
from engine.rules.outcome import Win
from engine.rules.plays import legal_plays
from engine.rules.record import Action, Game, Match, Resign, Word
from engine.search.search import Settings
from tests.analysis.match.players import ANALYSER, Contrary, Faithful, played, written
from tests.search.fake import HashEvaluator, PipEvaluator

OPENING = ((8, 5), (6, 5))
SIXES = ((24, 18), (24, 18), (13, 7), (13, 7))


def test_who_plays_as_the_engine_says_loses_nothing():
    for rules, games in ((Rules(length=3), None), (Rules(jacoby=True, beavers=True), 2)):
        review = review_match(played(Faithful(), Faithful("Ben"), rules, 3, games), ANALYSER)
        moves = [move for side in (0, 1) for move in review.moves(side)]
        assert len(moves) > 50
        assert max(move.error for move in moves) < 1e-6
        assert any(move.cube is not None for move in moves)


def test_the_error_is_the_distance_to_the_best_play():
    review = review_match(played(Contrary("Ana"), Contrary(), Rules(), 1, 1), ANALYSER)
    judged = [move for side in (0, 1) for move in review.moves(side) if move.play is not None]
    assert sum(move.play.error for move in judged) > 0.2
    for move in judged[:40]:
        plays = ANALYSER.plays(move.moment.position)
        assert move.play.best.equity == pytest.approx(plays[0].equity)
        assert move.play.error == pytest.approx(plays[0].equity - plays[:3][-1].equity, abs=1e-6)
        assert move.play.legal == len(plays)
        assert move.play.made in move.play.candidates


def test_a_play_the_filter_left_behind_is_judged_as_deeply_as_the_best():
    analyser = Analyser(HashEvaluator(), Settings(1, "tiny"))
    review = review_match(played(Contrary("Ana"), Contrary(), Rules(), 2, 1), analyser)
    judged = [m.play for side in (0, 1) for m in review.moves(side) if m.play and not m.play.forced]
    assert {play.made.level for play in judged} == {"1-ply"}
    everything = Analyser(HashEvaluator(), Settings(1, "none"))
    for move in [m for m in review.moves(0) if m.play and not m.play.forced][:3]:
        wanted = {p.text: p.equity for p in everything.plays(move.moment.position)}
        assert move.play.made.equity == pytest.approx(wanted[move.play.made.text], abs=1e-6)
        assert move.play.error >= 0


def test_every_wrong_cube_action_is_found():
    review = review_match(played(Contrary("Ana"), Contrary(), Rules(length=9), 6), ANALYSER)
    cubes = [m.cube for side in (0, 1) for m in review.moves(side) if m.cube is not None]
    made = {cube.made for cube in cubes}
    assert {Word.ROLL, Word.DOUBLE} <= made
    for cube in cubes:
        errors = cube.decision.errors
        cost = {
            Word.ROLL: errors.no_double,
            Word.DOUBLE: errors.double,
            Word.TAKE: errors.take,
            Word.DROP: errors.pass_,
        }[cube.made]
        assert cube.error == pytest.approx(cost)
        assert (cube.made == cube.best) == (cube.error == 0)


def test_turning_a_dead_cube_is_a_mistake_where_it_gives_the_opponent_one():
    """Who needs a point has no use for the cube; the taker wins two at once."""
    choices = [OPENING, Word.DOUBLE, Word.TAKE, Word.ROLL, SIXES]
    dice = [(3, 1), (6, 6)]
    plain = written(choices, dice, Rules(length=3)).games[0]

    def review(score):
        match = Match(Rules(length=3), ("Ana", "Ben"), (replace(plain, score=score),))
        (game,) = review_match(match, ANALYSER).games
        double, take = game.moves[1].cube, game.moves[2].cube
        assert take.error == 0
        assert double.decision.verdict is Verdict.DEAD_CUBE
        return double

    wrong = review((1, 2))  # Ben doubles, who is one point away.
    assert wrong.best is Word.ROLL and wrong.error > 0.05 and wrong.mwc_error > 0.01
    assert review((2, 2)).error == 0  # Nobody has any use for it.


def test_the_average_roll_is_worth_no_luck():
    match = written([OPENING, Word.ROLL, SIXES, Word.ROLL], [(3, 1), (6, 6), (2, 1)])
    rolls = [(int(a), int(b)) for a, b in ROLLS]
    moments = []
    for roll in rolls:
        board = played_games(match)[0].end.position.board
        play = legal_plays(board, roll)[0][0]
        choices = [OPENING, Word.ROLL, SIXES, Word.ROLL, play]
        game = written(choices, [(3, 1), (6, 6), roll])
        moments.append(played_games(game)[0].moments[-1])
    search = ANALYSER.search
    found = np.array([luck.equity for luck in lucks(search, moments, 0, None)])
    assert found @ WEIGHTS == pytest.approx(0, abs=1e-6)
    assert found.max() > 0.1
    deeper = np.array([luck.equity for luck in lucks(search, moments[:3], 1, None)])
    assert np.isfinite(deeper).all()


def test_opening_rolls_are_lucky_against_those_of_both_players():
    moments = []
    for first, second in product(range(1, 7), repeat=2):
        if first != second:
            side = 0 if first > second else 1
            roll = (max(first, second), min(first, second))
            play = legal_plays(start(), roll)[0][0]
            moments.append((side, played_games(written([play], [(first, second)]))[0].moments[0]))
    found = lucks(ANALYSER.search, [moment for _, moment in moments], 0, None)
    signed = [(1 - 2 * side) * luck.equity for (side, _), luck in zip(moments, found, strict=True)]
    assert sum(signed) == pytest.approx(0, abs=1e-6)


def test_chances_run_from_the_score_before_to_the_result():
    review = review_match(played(Faithful(), Contrary(), Rules(length=3), 4), ANALYSER)
    assert review.games[0].mwc_before == pytest.approx(0.5)
    for before, after in zip(review.games, review.games[1:], strict=False):
        assert before.mwc_after == pytest.approx(after.mwc_before)
    assert review.games[-1].mwc_after == (1.0 if review.match.winner == 0 else 0.0)
    values = [move.mwc for game in review.games for move in game.moves if move.mwc is not None]
    assert 0 <= min(values) <= max(values) <= 1


def test_an_unfinished_game_that_ends_in_a_pending_double_is_judged():
    match = written([OPENING, Word.ROLL, SIXES, Word.DOUBLE], [(3, 1), (6, 6)], Rules(length=5))
    review = review_match(match, ANALYSER)
    assert [move.cube.made for move in review.games[0].moves if move.cube] == [
        Word.ROLL,
        Word.DOUBLE,
    ]
    assert review.games[0].mwc_after is None


def test_one_turn_has_one_luck_and_one_cube_decision_even_if_a_resignation_was_refused():
    choices = [OPENING, Word.ROLL, Resign(Win.SINGLE), Word.REFUSE, SIXES]
    review = review_match(written(choices, [(3, 1), (6, 6)]), ANALYSER)
    moves = review.games[0].moves
    assert [move.luck is not None for move in moves] == [True, True, False, False]
    assert [move.cube is not None for move in moves] == [False, True, False, False]
    assert moves[-1].play is not None


def test_beavers_and_drops_are_answers():
    rules = Rules(beavers=True)
    choices = [OPENING, Word.DOUBLE, Word.BEAVER, Word.DROP]
    review = review_match(written(choices, [(3, 1)], rules), ANALYSER)
    answers = [move.cube for move in review.games[0].moves if move.cube is not None]
    assert [answer.made for answer in answers] == [Word.DOUBLE, Word.BEAVER, Word.DROP]
    assert answers[1].best is Word.BEAVER and answers[1].error == 0
    assert answers[2].best is Word.TAKE and answers[2].error > 0


def test_an_illegal_record_says_where():
    bad = Game(actions=(Action(0, ((8, 3), (6, 5)), (3, 1)),))
    with pytest.raises(GameError, match="game 1, action 2: 8/3 moves 5 pips"):
        review_match(Match(games=(bad,)), ANALYSER)


def test_progress_reaches_the_total():
    seen = []
    review_match(written([OPENING], [(3, 1)]), ANALYSER, progress=lambda *at: seen.append(at))
    assert seen[-1][0] == seen[-1][1] == 2


def test_grades_begin_at_their_limits():
    assert [Grade.of(e) for e in (0.0199, 0.02, 0.0799, 0.08)] == [
        Grade.FINE,
        Grade.ERROR,
        Grade.ERROR,
        Grade.BLUNDER,
    ]


def test_a_match_of_nothing_can_be_reviewed():
    assert review_match(Match(), Analyser(PipEvaluator())).games == ()
