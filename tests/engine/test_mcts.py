"""Monte-Carlo tree search in the engine: its options, evaluators of batches, and games written in Python."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from time import sleep
from typing import Any, NamedTuple

import pytest

import zermelo
from zermelo import ZermeloError, search
from zermelo.engine import LeafValue, Table
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.go import Go
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello4
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.result import Pass, Result
from zermelo.state import State
from zermelo.textbook import minimax


def visits(result: Result[Any]) -> int:
    return sum(move.visits or 0 for move in result.moves)


# ---- options


@pytest.mark.parametrize(
    "options",
    [
        {"playouts": "mast"},
        {"playouts": "softmax"},
        {"rave": 300, "grave": 50},
        {"widening": 1.0},
        {"widening": 1.0, "selection": "puct"},
    ],
    ids=str,
)
def test_a_seed_decides(options: dict[str, Any]) -> None:
    state = ConnectFour("4455")
    first, again, plain = (
        search(state, method="mcts", simulations=800, solver=False, **each) for each in (options, options, {})
    )
    assert first.moves == again.moves
    assert first.moves != plain.moves
    assert visits(first) == 800


@pytest.mark.parametrize(
    ("state", "options", "message"),
    [
        (TicTacToe(), {"widening": 2}, "TicTacToe has neither priors nor an order of moves"),
        (ConnectFour(), {"widening": -1}, "widening must be at least 0, not -1"),
        (ConnectFour(), {"grave": float("nan")}, "grave must be at least 0, not nan"),
        (ConnectFour(), {"playouts": "soft"}, "did you mean softmax"),
        (
            TicTacToe(),
            {"playouts": "softmax"},
            "softmax playouts need static values of a known scale, which TicTacToe lacks",
        ),
        (ConnectFour(), {"bias": 1.0}, "ConnectFour has no priors"),
        (ConnectFour(), {"urgency": 2}, "urgency must be from 0 to 1, not 2"),
        (ConnectFour(), {"solver": "x"}, "solver must be True or False, not 'x'"),
        (ConnectFour(), {"batch": 4}, "batch needs evaluate=, an object with evaluate_batch"),
        (ConnectFour(), {"batch": 4, "evaluate": lambda _: 0}, "batch needs evaluate=, an object with evaluate_batch"),
    ],
)
def test_refusals(state: State, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ZermeloError, match=message.replace("(", r"\(")):
        search(state, method="mcts", **options)


def test_bias_leads_to_the_likeliest_moves_of_go() -> None:
    """A large bias visits moves in the order of their priors, which plain UCT does not know."""
    state = Go("D4 F6 F4")
    likeliest = max(priors := state.priors(), key=lambda move: priors[move])
    options: dict[str, Any] = {"method": "mcts", "simulations": 600, "selection": "uct"}
    plain, biased = (search(state, bias=bias, **options) for bias in (0.0, 100.0))
    assert _visits_of(plain, likeliest) < 15 < 25 < _visits_of(biased, likeliest)
    assert biased.move == likeliest != plain.move


def _visits_of(result: Result[Any], move: Any) -> int:
    return next((each.visits or 0 for each in result.moves if each.move == move), 0)


def test_urgency_decides_when_moves_are_first_tried() -> None:
    """UCT tries every move of Go once; moves that are worth nothing until they are tried wait for those that win."""
    options: dict[str, Any] = {"method": "mcts", "simulations": 60, "selection": "uct", "exploration": 0.5}
    tried = {
        urgency: sum(bool(move.visits) for move in search(Go(komi=0.5), urgency=urgency, **options).moves)
        for urgency in (None, 0.0, 1.0)
    }
    assert tried[0.0] < tried[1.0] <= tried[None] == 60


def test_widening_shows_the_likeliest_moves_of_go() -> None:
    """Its square root of 64 visits shows 8 moves; without widening all 26 are tried."""
    options: dict[str, Any] = {"simulations": 64, "selection": "uct"}
    assert len(search(Go(size=5), method="mcts", **options).moves) == 26
    narrow = search(Go(size=5), method="mcts", widening=1.0, **options)
    assert len(narrow.moves) == 8


# ---- games written in Python


class Named(NamedTuple):
    """Nim with other rules behind equal states: the last to take loses."""

    heaps: tuple[int, ...]
    player: int = 0

    def moves(self) -> Sequence[Any]:
        return Nim(self.heaps, self.player).moves()

    def play(self, move: Any) -> Named:
        return Named(*Nim(self.heaps, self.player).play(move))

    def utility(self) -> int | None:
        worth = Nim(self.heaps, self.player).utility()
        return None if worth is None else -worth


class ByIdentity:
    """The same without equality."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.player = state.player

    def moves(self) -> Any:
        return self.state.moves()

    def play(self, move: Any) -> ByIdentity:
        return ByIdentity(self.state.play(move))

    def utility(self) -> Any:
        return self.state.utility()


@pytest.mark.parametrize("state", [Nim((1, 2)), Nim((2, 2)), Nim((1, 2, 3)), Nim((1, 3)), Named((1, 2)), Named((2, 2))])
def test_proven_values_are_those_of_minimax(state: State) -> None:
    found = search(state, method="mcts", simulations=20_000)
    assert (found.bound, found.value) == ("exact", minimax(state).value)
    assert found.evaluations < 20_000
    for move in found.moves:
        if move.bound == "exact":
            assert move.value == minimax(state.play(move.move)).value
    assert search(state, method="mcts", simulations=100, solver=False).bound == "estimate"


def test_scores_are_proven_too() -> None:
    tree = zermelo.tree([[3, 12, 8.5], [2, 4, 6], [14, 5, 2]])
    found = search(tree, method="mcts", simulations=2000, rewards="score")
    assert (found.move, found.value, found.bound, found.proven) == ("B", 3, "exact", True)


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        (zermelo.tree([[Fraction(1, 3), 1], [0, 0]]), 1 / 3),
        (zermelo.tree([[200_000, 1e6], [2, 3]]), 200_000),
        (zermelo.tree("A(B?(1/2:C=2 1/2:D=4) E=1)"), 3),
    ],
    ids=["fractions", "large", "chance"],
)
def test_payoffs_beyond_the_solver_are_estimated(tree: State, value: float) -> None:
    found = search(tree, method="mcts", simulations=4000)
    assert (found.move, found.bound) == ("B", "estimate")
    assert found.value == pytest.approx(value, rel=0.1)


@pytest.mark.parametrize("state", [TicTacToe(), Coins(), Pig(), Nim((7, 8))])
def test_the_tree_is_kept(state: Any) -> None:
    table = Table(1)
    first = search(state, method="mcts", simulations=300, solver=False, table=table)
    kept = next(move.visits or 0 for move in first.moves if move.move == first.move)
    second = search(state.play(first.move), method="mcts", simulations=100, solver=False, table=table)
    assert visits(second) == kept - 1 + 100
    table.clear()
    assert visits(search(state, method="mcts", simulations=100, solver=False, table=table)) == 100


def test_kept_trees_are_not_mixed_up() -> None:
    table = Table(1)
    for _ in range(2):
        states: list[Any] = [Nim((2, 2)), Named((2, 2)), Coins(), ConnectFour("4455"), Pig(), TicTacToe()]
        for state in states:
            found = search(state, method="mcts", simulations=200, solver=False, table=table)
            assert visits(found) == 200
    for _ in range(2):
        assert visits(search(ByIdentity(TicTacToe()), method="mcts", simulations=50, table=table)) == 50


def test_a_failure_leaves_a_tree_that_can_be_used() -> None:
    class Breaks(TicTacToe):
        __slots__ = ()
        left = 60

        def play(self, move: Any) -> Any:
            Breaks.left -= 1
            if not Breaks.left:
                raise RuntimeError("out of order")
            return Breaks(*super().play(move))

    table = Table(1)
    with pytest.raises(Exception, match="out of order"):
        search(Breaks(), method="mcts", simulations=100, table=table)
    assert visits(search(Breaks(), method="mcts", simulations=100, table=table)) == 100


# ---- evaluators of batches


class Evaluator:
    """The value of minimax; `priors` prefer one place in the list of moves."""

    def __init__(self, preferred: int | None = None) -> None:
        self.preferred = preferred
        self.sizes: list[int] = []
        self.classes: set[type] = set()

    def evaluate_batch(self, states: Sequence[Any]) -> list[Any]:
        self.sizes.append(len(states))
        self.classes |= set(map(type, states))
        return [self.value(state) for state in states]

    def value(self, state: Any) -> Any:
        if self.preferred is None:
            return minimax(state).value
        return LeafValue(0, {move: 9 if at == self.preferred else 1 for at, move in enumerate(state.moves())})


@pytest.mark.parametrize("batch", [1, 5, 16])
@pytest.mark.parametrize(
    "state", [Othello4("-XO- XXO- --O- ---- X"), Nim((3, 4, 2)), TicTacToe().play(4).play(1)], ids=repr
)
def test_leaves_are_evaluated_together(state: Any, batch: int) -> None:
    evaluator = Evaluator()
    found = search(state, method="mcts", simulations=200, evaluate=evaluator, batch=batch, solver=False)
    assert evaluator.sizes[0] == 1, "the root comes first"
    assert max(evaluator.sizes) == batch
    assert evaluator.classes == {type(state)}
    assert visits(found) == 199
    assert minimax(state.play(found.move)).value == minimax(state).value


@pytest.mark.parametrize("state", [ConnectFour(), TicTacToe(), Nim((9, 9, 9))], ids=repr)
def test_priors_of_an_evaluator(state: Any) -> None:
    """Nothing is over yet after so few simulations, so the priors alone decide."""
    found = search(state, method="mcts", simulations=20, evaluate=Evaluator(2), batch=4, selection="puct", solver=False)
    assert found.move == list(state.moves())[2]
    assert found.moves[0].visits == max(move.visits or 0 for move in found.moves)


def test_payoffs_of_each_player() -> None:
    class Shares:
        def evaluate_batch(self, states: Sequence[Any]) -> list[Any]:
            return [(1, 2, 3)] * len(states)

    found = search(Coins(), method="mcts", simulations=3, evaluate=Shares(), batch=2)
    assert found.value == (1, 2, 3)


def test_every_pass_has_a_move_however_long_the_root_takes() -> None:
    class Slow:
        def evaluate_batch(self, states: Sequence[Any]) -> list[Any]:
            sleep(0.3)  # longer than from one pass to the next
            return [0.0] * len(states)

    passes: list[Pass[Any]] = []
    search(ConnectFour(), method="mcts", simulations=3, evaluate=Slow(), on_depth=passes.append)
    assert passes
    assert all(each.move in range(1, 8) for each in passes)


def test_a_kept_tree_of_one_evaluator() -> None:
    table, evaluator = Table(1), Evaluator(0)
    for searched in (100, 200):
        found = search(ConnectFour(), method="mcts", simulations=100, evaluate=evaluator, batch=8, table=table)
        assert visits(found) == searched - 1
    other = search(ConnectFour(), method="mcts", simulations=100, evaluate=Evaluator(1), batch=8, table=table)
    assert visits(other) == 99


@pytest.mark.parametrize("state", [ConnectFour(), TicTacToe(), Coins()], ids=lambda state: type(state).__name__)
@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (lambda states: [], "evaluate_batch returned 0 values for 1 states"),
        (lambda states: [float("nan")] * len(states), "evaluate_batch must return finite numbers, not nan"),
        (lambda states: ["x"] * len(states), "evaluate_batch must return finite numbers, not 'x'"),
        (lambda states: [LeafValue(0, {0: -1})] * len(states), "the prior of 0 must be at least 0, not -1"),
        (lambda states: [LeafValue(0, [1])] * len(states), "priors must be numbers by move"),  # type: ignore[arg-type]
    ],
)
def test_bad_answers(state: Any, answers: Any, message: str) -> None:
    class Bad:
        def evaluate_batch(self, states: Sequence[Any]) -> list[Any]:
            found: list[Any] = answers(states)
            return found

    with pytest.raises(ZermeloError, match=message):
        search(state, method="mcts", evaluate=Bad(), batch=4)


def test_bad_batches() -> None:
    with pytest.raises(ZermeloError, match="batch must be"):
        search(ConnectFour(), method="mcts", evaluate=Evaluator(), batch=0)
    for state in (ConnectFour(), TicTacToe()):
        with pytest.raises(ZermeloError, match="evaluate_batch is for mcts, and this is alpha_beta"):
            search(state, method="alpha_beta", evaluate=Evaluator(), depth=2)
    with pytest.raises(ZermeloError, match="plies must be 0, not 3"):
        search(ConnectFour(), method="mcts", evaluate=Evaluator(), plies=3)


def test_what_is_proven_is_no_matter_of_simulations() -> None:
    from zermelo.games.hex import Hex

    lost = search(Hex("b2 a1 b1", size=3), method="mcts", simulations=400)
    assert {move.bound for move in lost.moves} <= {"exact", "lower"}
    assert {move.win_rate for move in lost.moves} == {1.0}, "Red wins, whatever was played out before that was known"


class Race(NamedTuple):
    """Player 0 walks to 3 by steps of 1 or 2; player 1 only looks on, and loses."""

    at: int = 1
    player: int = 0

    def moves(self) -> list[int]:
        return [1, 2] if self.player == 0 else [0]

    def play(self, move: int) -> Race:
        return Race(self.at + move, 1 - self.player)

    def utility(self) -> int | None:
        return 1 if self.at >= 3 else None


@pytest.mark.parametrize("seed", range(6))
def test_a_win_at_once_is_taken(seed: int) -> None:
    assert search(Race(), method="mcts", simulations=200, seed=seed).move == 2


def test_a_kept_tree_that_is_proven_still_has_a_move() -> None:
    """A leaf of the kept tree may be proven before it has children."""
    for seed in range(8):
        table, random, state = Table(1), Random(seed), ConnectFour()
        while state.utility() is None:
            found = search(state, method="mcts", simulations=300, seed=seed, table=table)
            assert found.move in state.moves(), str(state)
            state = state.play(found.move)
            if state.utility() is None:
                state = state.play(random.choice(state.moves()))


def test_leaves_of_a_batch_that_fails_can_be_expanded_later() -> None:
    class FailsOnce:
        calls = 0

        def evaluate_batch(self, states: Sequence[State]) -> list[LeafValue]:
            self.calls += 1
            if self.calls == 1:
                raise RuntimeError("not yet")
            return [LeafValue(0.0, {}) for _ in states]

    table, evaluator = Table(1), FailsOnce()
    with pytest.raises(RuntimeError, match="not yet"):
        search(ConnectFour(), method="mcts", simulations=64, batch=8, evaluate=evaluator, table=table)
    found = search(ConnectFour(), method="mcts", simulations=64, batch=8, evaluate=evaluator, table=table)
    assert found.move in ConnectFour().moves()
