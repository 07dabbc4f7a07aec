import numpy as np
import pytest
import torch
from torch.nn.functional import embedding_bag

from engine.evaluation.final import clamp
from engine.evaluation.network.bag import sum_rows
from engine.evaluation.network.compiled import CompiledNetwork
from engine.evaluation.network.encoding import COUNTS, OFF, ROWS, active_rows
from engine.evaluation.network.expert import expert_inputs
from engine.evaluation.network.folded import FoldedNetwork
from engine.evaluation.network.network import Network, NetworkShape
from engine.rules.board import board_of, checkers_off, mirror, start

SHAPE = NetworkShape(48, (24, 8))
EXPERT = NetworkShape(80, (24, 8), expert=True)


def _network(seed=1):
    return Network(SHAPE, torch.Generator().manual_seed(seed))


def _weights(shape):
    network = Network(shape, torch.Generator().manual_seed(3))
    return {name: w.numpy() for name, w in network.state_dict().items()}


def test_active_rows_are_the_encoded_slots(boards):
    rows, offsets = active_rows(boards)
    for i in range(0, len(boards), 97):
        board = boards[i]
        expected = [31 * s + 15 + c for s, c in enumerate(board.tolist()) if c]
        own, opponent = (int(n) for n in checkers_off(board))
        expected += [806 + own] if own else []
        expected += [822 + opponent] if opponent else []
        expected += [ROWS - 1]
        assert rows[offsets[i] : offsets[i + 1]].tolist() == expected


def test_nothing_is_encoded_as_nothing():
    assert not COUNTS[15].any()
    assert not OFF[0].any()


def test_the_folded_network_equals_the_training_pass(boards):
    network = _network()
    rows, offsets = (torch.from_numpy(a) for a in active_rows(boards))
    trained = torch.sigmoid(network(rows, offsets)).detach().numpy()
    clamp(trained, boards)
    played = FoldedNetwork(network).evaluate(boards)
    np.testing.assert_allclose(played, trained, atol=1e-6)


@pytest.mark.parametrize("shape", [SHAPE, EXPERT])
def test_batches_do_not_change_an_evaluation(boards, shape):
    evaluator = CompiledNetwork(_weights(shape))
    whole = evaluator.evaluate(boards)
    single = np.concatenate([evaluator.evaluate(boards[i : i + 1]) for i in range(30)])
    np.testing.assert_array_equal(whole[:30], single)
    assert evaluator.evaluate(boards[:0]).shape == (0, 5)
    np.testing.assert_array_equal(evaluator.evaluate(boards, threads=2), whole)


@pytest.mark.parametrize(
    "shape",
    [NetworkShape(1, (1,)), NetworkShape(200, (72, 17, 3)), NetworkShape(7, (2,), True), EXPERT],
)
def test_layers_of_any_width_are_compiled(boards, shape):
    weights = _weights(shape)
    rows = (*active_rows(boards[:50]), expert_inputs(boards[:50]))
    network = Network(shape)
    network.load_state_dict({name: torch.from_numpy(w) for name, w in weights.items()})
    trained = torch.sigmoid(network(*map(torch.from_numpy, rows))).detach().numpy()
    clamp(trained, boards[:50])
    played = CompiledNetwork(weights).evaluate(boards[:50])
    np.testing.assert_allclose(played, trained, atol=1e-6)


def test_expert_inputs_cannot_be_forgotten(boards):
    rows = map(torch.from_numpy, active_rows(boards[:2]))
    with pytest.raises(ValueError, match="needs what was counted"):
        Network(EXPERT)(*rows)


def test_no_number_is_too_large():
    weights = {name: np.full(shape, 9.0, np.float32) for name, shape in SHAPE.weights.items()}
    for sign, win in ((1, 1.0), (-1, 0.0)):
        weights["tail_weights.2"][:] = sign
        outcome = CompiledNetwork(weights).evaluate(start()[None])[0]
        assert outcome[0] == win and np.isfinite(outcome).all()


def test_the_bag_has_the_gradient_of_torch(boards):
    rows, offsets = (torch.from_numpy(a) for a in active_rows(boards[:200]))
    generator = torch.Generator().manual_seed(2)
    table = torch.randn(ROWS, 32, generator=generator, requires_grad=True)
    other = table.detach().clone().requires_grad_()
    weights = torch.randn(200, 32, generator=generator)
    (sum_rows(table, rows, offsets) * weights).sum().backward()
    bag = embedding_bag(rows, other, offsets, mode="sum", include_last_offset=True)
    (bag * weights).sum().backward()
    torch.testing.assert_close(table.grad, other.grad)


def test_threads_do_not_change_the_gradient(boards):
    rows, offsets = (torch.from_numpy(a) for a in active_rows(boards[:300]))
    gradients, before = [], torch.get_num_threads()
    try:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            table = torch.ones(ROWS, 40, requires_grad=True)
            (sum_rows(table, rows, offsets) ** 2).sum().backward()
            gradients.append(table.grad)
    finally:
        torch.set_num_threads(before)
    assert torch.equal(*gradients)


def test_the_seed_reaches_the_first_weights():
    one, same, other = _network(1), _network(1), _network(2)
    assert torch.equal(one.slot_weights, same.slot_weights)
    assert not torch.equal(one.slot_weights, other.slot_weights)


def test_impossible_outcomes_are_zero_and_finished_games_exact():
    some_off = board_of("1:5 2:5", "6:15")
    lost = np.zeros(26, np.int8)
    lost[20] = -15
    boards = np.stack([some_off, mirror(some_off), lost, mirror(lost)])
    outcomes = FoldedNetwork(_network()).evaluate(boards)
    assert (outcomes[0, 3:] == 0).all() and outcomes[0, 1] > 0
    assert (outcomes[1, 1:3] == 0).all() and outcomes[1, 3] > 0
    # The opponent's 15 checkers stand on our 20 point: his 5 point, a gammon but no backgammon.
    assert outcomes[2].tolist() == [1, 1, 0, 0, 0]
    assert outcomes[3].tolist() == [0, 0, 0, 1, 0]


def test_probabilities_are_nested(boards):
    outcomes = FoldedNetwork(_network()).evaluate(boards)
    win, gammon, backgammon, lose_gammon, lose_backgammon = outcomes.T
    assert (backgammon <= gammon).all() and (gammon <= win).all()
    assert (lose_backgammon <= lose_gammon).all() and (lose_gammon <= 1 - win + 1e-6).all()


def test_widths_that_are_no_layer_are_refused():
    with pytest.raises(ValueError, match="layer width 0"):
        NetworkShape(0, (8,))
