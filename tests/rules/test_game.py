"""One game as a chain of decisions: opening, cube, plays, resignations, and how it ends."""

import pytest

from engine.rules.board import board_of, mirror, start
from engine.rules.game import GameError, Phase, Turn
from engine.rules.match import MatchState, Owner, Rules
from engine.rules.outcome import Win
from engine.rules.plays import IllegalPlay
from engine.rules.position import Pending, Position
from engine.rules.record import Action, Resign, Word

ANIMALS = Rules(beavers=True, raccoons=True)


def turn_at(board=None, match=None, **position):
    return Turn.at(Position(start() if board is None else board, match or MatchState(), **position))


def after(turn, *events):
    """Return ``turn`` after choices and rolls (two-number lists)."""
    for event in events:
        turn = turn.rolled(tuple(event)) if isinstance(event, list) else turn.after(event)
    return turn


# Opening.


def test_the_higher_die_begins_with_both_dice():
    """lila pull requests 983 and 987."""
    opening = Turn.opening(MatchState())
    assert opening.awaits_dice
    assert opening.decider is None
    first, second = opening.rolled((5, 2)), opening.rolled((2, 5))
    assert (first.phase, first.decider, first.position.dice) == (Phase.PLAYING, 0, (5, 2))
    assert (second.phase, second.decider, second.position.dice) == (Phase.PLAYING, 1, (2, 5))


def test_the_second_side_begins_with_its_own_view_of_the_score():
    opening = Turn.opening(MatchState(Rules(7), (5, 2)))
    second = opening.rolled((1, 6))
    assert second.position.match.score == (2, 5)
    assert second.match_seen_by(0).score == (5, 2)
    assert second.match_seen_by(1).score == (2, 5)


def test_equal_opening_dice_are_thrown_again():
    opening = Turn.opening(MatchState()).rolled((3, 3)).rolled((6, 6))
    assert (opening.phase, opening.position.match.cube) == (Phase.OPENING, 1)


def test_automatic_doubles_turn_the_cube_as_often_as_agreed_and_leave_it_centred():
    opening = Turn.opening(MatchState(Rules(automatic_doubles=2)))
    cubes = []
    for _ in range(3):
        opening = opening.rolled((4, 4))
        cubes.append(opening.position.match.cube)
    assert cubes == [2, 4, 4]
    begun = opening.rolled((1, 2))
    assert begun.position.match.owner is Owner.CENTRED
    assert begun.record.cube == 4
    limited = Turn.opening(MatchState(Rules(automatic_doubles=9, cube_limit=2)))
    assert after(limited, [1, 1], [1, 1]).position.match.cube == 2


# Dice and plays.


def test_turns_alternate_and_each_is_seen_by_its_player():
    """t_games issue 172, td-gammon issue 2: the board is turned exactly once a turn."""
    turn = after(Turn.opening(MatchState()), [3, 1], ((8, 5), (6, 5)))
    assert (turn.decider, turn.phase) == (1, Phase.BEFORE_ROLL)
    assert turn.position.board[20] == -2
    turn = after(turn, Word.ROLL, [6, 4], ((24, 18), (18, 14)))
    assert (turn.decider, turn.rolls) == (0, (1, 1))
    assert turn.position.board[5] == 2
    assert turn.position.board[11] == -1
    assert [action.side for action in turn.record.actions] == [0, 1]


def test_states_are_values_and_can_be_taken_back():
    turn = turn_at(dice=(3, 1))
    kept = turn.position.board.copy()
    turn.after(((8, 5), (6, 5)))
    turn.after(((24, 23), (24, 21)))
    assert (turn.position.board == kept).all()
    assert turn.record.actions == ()


def test_plays_are_written_one_way_whatever_order_they_came_in():
    turn = turn_at(dice=(3, 1)).after(((6, 5), (8, 5)))
    assert turn.record.actions == (Action(1, ((8, 5), (6, 5)), (3, 1)),)


def test_an_illegal_play_names_the_rule_and_changes_nothing():
    turn = turn_at(dice=(3, 1))
    with pytest.raises(IllegalPlay, match="both dice of 31"):
        turn.after(((8, 5),))
    assert turn.phase is Phase.PLAYING


def test_dancing_is_the_empty_play():
    """pgx pull request 207: two dances in a row."""
    closed = "6:2 5:2 4:2 3:2 2:2 1:2"
    turn = turn_at(board_of(f"bar {closed}", f"bar {closed}"))
    for _ in range(2):
        turn = after(turn, Word.ROLL, [5, 2])
        assert [play for play, _ in turn.plays] == [()]
        turn = turn.after(())
    assert turn.rolls == (3, 3)
    assert [action.choice for action in turn.record.actions] == [(), ()]


@pytest.mark.parametrize("dice", [(0, 3), (3, 7), (-1, 2)])
def test_dice_show_one_to_six(dice):
    with pytest.raises(GameError, match="1 to 6"):
        Turn.opening(MatchState()).rolled(dice)


# The cube.


def test_a_take_gives_the_cube_to_the_taker_and_the_doubler_rolls():
    turn = turn_at().after(Word.DOUBLE)
    assert (turn.decider, turn.position.on_roll, turn.words) == (0, 1, (Word.TAKE, Word.DROP))
    assert (turn.position.pending, turn.position.match.cube) == (Pending.DOUBLE, 1)
    turn = turn.after(Word.TAKE)
    assert (turn.decider, turn.phase, turn.words) == (1, Phase.BEFORE_ROLL, (Word.ROLL,))
    assert turn.position.match.cube == 2
    turn = after(turn, Word.ROLL, [3, 1], ((8, 5), (6, 5)))
    assert Word.DOUBLE in turn.words
    turn = after(turn, Word.DOUBLE, Word.TAKE)
    assert (turn.match_seen_by(1).cube, turn.match_seen_by(1).owner) == (4, Owner.MINE)


@pytest.mark.parametrize(
    ("choices", "winner", "points"),
    [
        ([Word.DOUBLE, Word.DROP], 1, 1),
        ([Word.DOUBLE, Word.BEAVER, Word.DROP], 0, 2),
        ([Word.DOUBLE, Word.BEAVER, Word.RACCOON, Word.DROP], 1, 4),
    ],
)
def test_a_drop_loses_the_cube_before_the_offer(choices, winner, points):
    turn = after(turn_at(match=MatchState(ANIMALS)), *choices)
    assert turn.is_over
    assert (turn.record.winner, turn.record.points) == (winner, points)
    assert turn.decider is None
    assert turn.words == turn.resignations == ()
    owned = MatchState(ANIMALS, cube=4, owner=Owner.MINE)
    turn = after(turn_at(match=owned), *choices)
    assert (turn.record.winner, turn.record.points) == (winner, 4 * points)


@pytest.mark.parametrize(
    ("choices", "cube"),
    [
        ([Word.DOUBLE, Word.TAKE], 2),
        ([Word.DOUBLE, Word.BEAVER, Word.TAKE], 4),
        ([Word.DOUBLE, Word.BEAVER, Word.RACCOON, Word.TAKE], 8),
    ],
)
def test_the_one_first_doubled_keeps_the_cube(choices, cube):
    turn = after(turn_at(match=MatchState(ANIMALS)), *choices)
    assert (turn.position.match.cube, turn.position.match.owner) == (cube, Owner.OPPONENT)
    assert turn.decider == 1
    deciders = [action.side for action in turn.record.actions]
    assert deciders == [1, 0, 1, 0][: len(choices)]


@pytest.mark.parametrize(
    ("rules", "cube", "words"),
    [
        (Rules(), 1, [Word.TAKE, Word.DROP]),
        (Rules(5), 1, [Word.TAKE, Word.DROP]),
        (ANIMALS, 1, [Word.TAKE, Word.DROP, Word.BEAVER]),
        (Rules(beavers=True, cube_limit=2), 1, [Word.TAKE, Word.DROP]),
        (Rules(beavers=True, cube_limit=4), 1, [Word.TAKE, Word.DROP, Word.BEAVER]),
        (Rules(beavers=True, cube_limit=4), 2, [Word.TAKE, Word.DROP]),
    ],
)
def test_what_answers_a_double(rules, cube, words):
    owner = Owner.CENTRED if cube == 1 else Owner.MINE
    turn = turn_at(match=MatchState(rules, cube=cube, owner=owner)).after(Word.DOUBLE)
    assert list(turn.words) == words


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Rules(beavers=True), [Word.TAKE, Word.DROP]),
        (ANIMALS, [Word.TAKE, Word.DROP, Word.RACCOON]),
        (Rules(beavers=True, raccoons=True, cube_limit=4), [Word.TAKE, Word.DROP]),
    ],
)
def test_what_answers_a_beaver(rules, words):
    turn = after(turn_at(match=MatchState(rules)), Word.DOUBLE, Word.BEAVER)
    assert (turn.decider, list(turn.words)) == (1, words)


@pytest.mark.parametrize(
    ("match", "rolls", "said"),
    [
        (MatchState(Rules(5), (4, 2), crawford=True), (9, 9), "Crawford game"),
        (MatchState(cube=2, owner=Owner.OPPONENT), (9, 9), "the opponent owns the cube"),
        (MatchState(Rules(cube_limit=1)), (9, 9), "no higher than 1"),
        (MatchState(Rules(cube_limit=8), cube=8, owner=Owner.MINE), (9, 9), "no higher than 8"),
        (MatchState(Rules(5, holland=True), (2, 4)), (1, 2), "Holland rule"),
        (MatchState(Rules(5, holland=True), (2, 4)), (2, 1), "Holland rule"),
    ],
)
def test_a_double_against_a_rule_is_refused_with_the_reason(match, rolls, said):
    turn = Turn.at(Position(start(), match), rolls)
    assert turn.words == (Word.ROLL,)
    with pytest.raises(GameError, match=said):
        turn.after(Word.DOUBLE)


def test_the_holland_rule_holds_after_the_crawford_game_until_both_have_rolled_twice():
    def may_double(match, rolls):
        return Word.DOUBLE in Turn.at(Position(start(), match), rolls).words

    holland = Rules(5, holland=True)
    assert may_double(MatchState(holland, (2, 4)), (2, 2))
    assert may_double(MatchState(holland, (2, 3)), (0, 1))  # Nobody is one point away yet.
    assert may_double(MatchState(Rules(5), (2, 4)), (0, 1))
    no_crawford = Rules(5, crawford=False, holland=True)
    assert may_double(MatchState(no_crawford, (2, 4)), (0, 1))


def test_holland_counts_rolls_as_they_are_played():
    turn = Turn.opening(MatchState(Rules(5, holland=True), (4, 2)))
    turn = after(turn, [3, 1], ((8, 5), (6, 5)))
    for roll, play in (
        ([3, 1], ((8, 5), (6, 5))),
        ([2, 1], ((13, 11), (6, 5))),
        ([2, 1], ((13, 11), (6, 5))),
    ):
        assert turn.words == (Word.ROLL,)
        turn = after(turn, Word.ROLL, roll, play)
    assert (turn.decider, turn.rolls) == (0, (2, 2))
    assert turn.no_double is None  # Side 0 leads 4-2: his cube is dead, but the rules allow it.
    turn = after(turn, Word.ROLL, [2, 1], ((13, 11), (6, 5)))
    assert turn.words == (Word.ROLL, Word.DOUBLE)


def test_a_dead_cube_can_be_turned_and_is_then_the_takers():
    """eXtreme Gammon lets players redouble a cube that already wins the match."""
    turn = turn_at(match=MatchState(Rules(5), (3, 2), cube=2, owner=Owner.MINE))
    assert turn.words == (Word.ROLL, Word.DOUBLE)
    taken = after(turn, Word.DOUBLE, Word.TAKE)
    assert (taken.position.match.cube, taken.position.match.owner) == (4, Owner.OPPONENT)
    dropped = after(turn, Word.DOUBLE, Word.DROP)
    assert (dropped.record.winner, dropped.record.points) == (1, 2)
    assert dropped.next_match() is None


# Resignations.


@pytest.mark.parametrize("win", list(Win))
@pytest.mark.parametrize("dice", [None, (3, 1)])
def test_a_resignation_accepted_ends_the_game_at_its_level(win, dice):
    match = MatchState(cube=2, owner=Owner.MINE)
    turn = turn_at(match=match, dice=dice).after(Resign(win))
    assert (turn.decider, turn.words) == (0, (Word.ACCEPT, Word.REFUSE))
    assert turn.position.resignation == win
    turn = turn.after(Word.ACCEPT)
    assert (turn.record.winner, turn.record.points) == (0, 2 * win)


def test_a_refused_resignation_is_forgotten_and_play_goes_on():
    """gnubg bugs 27685 to 33866."""
    before = turn_at(dice=(3, 1))
    turn = after(before, Resign(Win.SINGLE), Word.REFUSE)
    assert (turn.phase, turn.position.resignation) == (Phase.PLAYING, 0)
    assert turn.resignations == (Win.GAMMON, Win.BACKGAMMON)
    with pytest.raises(GameError, match="gammon, backgammon is accepted"):
        turn.after(Resign(Win.SINGLE))
    turn = after(turn, Resign(Win.GAMMON), Word.REFUSE, Resign(Win.BACKGAMMON), Word.REFUSE)
    assert turn.resignations == ()
    with pytest.raises(GameError, match="a play is accepted"):
        turn.after(Resign(Win.BACKGAMMON))
    turn = turn.after(((8, 5), (6, 5)))
    assert turn.resignations == tuple(Win)
    rolls = [action.roll for action in turn.record.actions]
    assert rolls == [(3, 1)] * 7


def test_a_refusal_before_the_roll_leads_back_before_the_roll():
    turn = after(turn_at(), Resign(Win.SINGLE), Word.REFUSE)
    assert (turn.phase, turn.decider) == (Phase.BEFORE_ROLL, 1)
    assert turn.words == (Word.ROLL, Word.DOUBLE)


def test_under_the_jacoby_rule_a_resigned_gammon_counts_once_while_the_cube_is_centred():
    turn = turn_at(match=MatchState(Rules(jacoby=True)))
    assert after(turn, Resign(Win.GAMMON), Word.ACCEPT).record.points == 1


def test_nobody_resigns_while_a_double_waits():
    with pytest.raises(GameError, match="take, drop is accepted"):
        turn_at().after(Word.DOUBLE).after(Resign(Win.SINGLE))


# The end.


@pytest.mark.parametrize(
    ("opponent", "match", "points"),
    [
        ("13:15", MatchState(), 2),
        ("13:14", MatchState(), 1),
        ("13:14 24:1", MatchState(), 3),
        ("13:13 24:1", MatchState(), 1),
        ("13:14 bar:1", MatchState(cube=4, owner=Owner.OPPONENT), 12),
        ("13:14 24:1", MatchState(Rules(jacoby=True)), 1),
        ("13:14 24:1", MatchState(Rules(jacoby=True), cube=2, owner=Owner.MINE), 6),
    ],
)
def test_bearing_the_last_checker_off(opponent, match, points):
    turn = turn_at(board_of("2", opponent), match, dice=(3, 2)).after(((2, 0),))
    assert turn.is_over
    assert (turn.record.winner, turn.record.points) == (1, points)
    score = turn.next_match().score
    assert score == (0, points)
    with pytest.raises(GameError, match="the game is over"):
        turn.after(Word.ROLL)
    with pytest.raises(GameError, match="dice: not possible now, the game is over"):
        turn.rolled((3, 1))


def test_there_is_no_next_game_while_this_one_goes_on_or_after_the_match():
    with pytest.raises(GameError, match="goes on"):
        turn_at().next_match()
    match = MatchState(Rules(3), (1, 0))
    turn = after(turn_at(match=match, on_roll=0), Word.DOUBLE, Word.DROP)
    assert turn.next_match() == MatchState(Rules(3), (2, 0), crawford=True)
    turn = after(turn_at(match=match, on_roll=1), Resign(Win.BACKGAMMON), Word.ACCEPT)
    assert turn.next_match() is None


# What is not open.


@pytest.mark.parametrize(
    ("turn", "choice", "said"),
    [
        (turn_at(), Word.TAKE, "take: not possible now, roll, double is accepted"),
        (turn_at(), ((8, 5), (6, 5)), "a play: not possible now, roll, double is accepted"),
        (turn_at(dice=(3, 1)), Word.ROLL, "roll: not possible now, a play or a resignation"),
        (turn_at(dice=(3, 1)), Word.DOUBLE, "double: not possible now, a play"),
        (turn_at().after(Word.DOUBLE), Word.ROLL, "take, drop is accepted"),
        (turn_at().after(Word.DOUBLE), Word.BEAVER, "take, drop is accepted"),
        (turn_at().after(Word.ROLL), Word.ROLL, "dice are awaited"),
        (turn_at().after(Resign(Win.SINGLE)), Word.TAKE, "accept, refuse is accepted"),
        (Turn.opening(MatchState()), Word.ROLL, "dice are awaited"),
    ],
)
def test_a_choice_out_of_turn_says_what_is_accepted(turn, choice, said):
    with pytest.raises(GameError, match=said):
        turn.after(choice)


def test_a_game_goes_on_from_any_position():
    """gnubg bug 32270: a pending double can be taken up again."""
    pending = turn_at(pending=Pending.DOUBLE)
    assert (pending.phase, pending.decider) == (Phase.ANSWERING_CUBE, 0)
    assert pending.after(Word.TAKE).position.match.cube == 2
    beaver = turn_at(match=MatchState(ANIMALS), pending=Pending.BEAVER)
    assert (beaver.decider, Word.RACCOON in beaver.words) == (1, True)
    resigned = turn_at(dice=(2, 1), resignation=2)
    assert (resigned.phase, resigned.decider) == (Phase.ANSWERING_RESIGNATION, 0)
    assert resigned.after(Word.REFUSE).phase is Phase.PLAYING
    second = turn_at(match=MatchState(Rules(7), (1, 2)), on_roll=1)
    assert second.record.score == (2, 1)
    for board in (board_of("6:1"), mirror(board_of("6:1"))):
        with pytest.raises(GameError, match="the game is over"):
            turn_at(board)
