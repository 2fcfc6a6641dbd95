"""What `search` takes by itself, what it says about it, and that no value is invented."""

from __future__ import annotations

from inspect import Parameter, signature
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from click.testing import CliRunner

from tests.long import LONG
from zermelo import SIMULTANEOUS, ZermeloError, search, solve, textbook, tree
from zermelo.cli import cli
from zermelo.engine import METHODS, Table, auto
from zermelo.engine.method import Call
from zermelo.engine.options import Arguments, Options
from zermelo.engine.request import LEAST_SECONDS
from zermelo.engine.solve import SOLVE
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello
from zermelo.games.pacman import Pacman
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import METHOD_NAMES
from zermelo.players import Choice, choose
from zermelo.players.choice import for_max
from zermelo.result import Pass, Result
from zermelo.state import CHANCE
from zermelo.textbook import expectiminimax

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
LATE = "2252576253462244111563365343671351441"


class Walk(NamedTuple):
    """A long game without static values: each player adds 1 or 2."""

    total: int = 0
    plies: int = 0

    @property
    def player(self) -> int:
        return self.plies % 2

    def moves(self) -> tuple[int, ...]:
        return (1, 2)

    def play(self, move: int) -> Walk:
        return Walk(self.total + move, self.plies + 1)

    def utility(self) -> int | None:
        return None if self.plies < 40 else (1 if self.total % 3 == 0 else -1)


class Turns(NamedTuple):
    """The same for three players: whoever the sum points at gets it all."""

    total: int = 0
    plies: int = 0

    @property
    def player(self) -> int:
        return self.plies % 3

    def moves(self) -> tuple[int, ...]:
        return (1, 2)

    def play(self, move: int) -> Turns:
        return Turns(self.total + move, self.plies + 1)

    def utility(self) -> tuple[int, ...] | None:
        return None if self.plies < 40 else tuple(int(self.total % 3 == player) for player in range(3))


class LateChance(NamedTuple):
    """Chance moves only at the end, later than the first moves show."""

    plies: int = 0
    sum: int = 0

    @property
    def player(self) -> int:
        return CHANCE if self.plies == 12 else self.plies % 2

    def moves(self) -> tuple[int, ...]:
        return (0, 1)

    def chances(self) -> list[tuple[int, float]]:
        return [(0, 0.25), (1, 0.75)]

    def play(self, move: int) -> LateChance:
        return LateChance(self.plies + 1, self.sum + move)

    def utility(self) -> int | None:
        return self.sum if self.plies == 13 else None


class Pennies(NamedTuple):
    """Matching pennies, unevenly paid: MAX gets 3 for two heads, 1 for two tails, and loses 1 otherwise."""

    shown: tuple[str, ...] = ()
    player: int = SIMULTANEOUS

    def moves(self) -> tuple[tuple[str, str], ...]:
        return (("heads", "tails"),) * 2

    def play(self, move: tuple[str, ...]) -> Pennies:
        return Pennies(move)

    def utility(self) -> int | None:
        return {(): None, ("heads", "heads"): 3, ("tails", "tails"): 1}.get(self.shown, -1)


@pytest.mark.parametrize(
    ("state", "method"),
    [
        (TicTacToe(), "alpha_beta"),
        (Chess(), "alpha_beta"),
        (Pig(), "expectiminimax"),
        (Pacman("small", roles="random"), "expectiminimax"),
        (Coins(), "max_n"),
        (tree("A(B=(2,0) C=(1,3))"), "max_n"),
        (tree("A(B?(1/2:D=1 1/2:E=3) C=1)"), "expectiminimax"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_auto_takes_what_suits_the_game(state: Any, method: str) -> None:
    depth = None if isinstance(state, Coins) or hasattr(state, "nodes") else 2
    found = search(state, depth=depth, evaluate=(lambda _: 0) if isinstance(state, Pig) else None)
    assert found.method == method
    assert found.move in state.moves()


def test_chance_that_comes_late_is_seen() -> None:
    found = search(LateChance())
    assert (found.method, found.value) == ("expectiminimax", expectiminimax(LateChance()).value)


def test_simultaneous_moves_are_a_stage_game() -> None:
    found = search(Pennies())
    assert found.method == "stage_game"
    assert found.value == pytest.approx((3 * 1 - 1) / (3 + 1 + 2)), "of a matrix of two by two without a saddle"
    with pytest.raises(ZermeloError, match="alpha_beta does not suit this game, as players move at the same time"):
        search(Pennies(), method="alpha_beta")
    with pytest.raises(ZermeloError, match="players move at the same time: use auto"):
        search(TicTacToe(), method="stage_game")


def test_the_solver_is_taken_where_it_fits_the_budget() -> None:
    position = ConnectFour("5554224333234511")
    budget = 4 * int(position.solver_nodes())
    solved = solve(position)
    for lines in (1, 7):
        passes: list[Pass[Any]] = []
        found = search(position, nodes=budget, lines=lines, on_depth=passes.append)
        assert (found.method, found.proven, found.bound) == ("solve", True, "exact")
        assert (found.value, found.move) == (solved.value, solved.move)
        assert (passes[-1].move, passes[-1].value) == (found.move, found.value)
    assert found.nodes <= budget + 1000
    sign = 1 if position.player == 0 else -1
    values = [sign * each.value for each in found.moves]  # type: ignore[operator]
    assert values == sorted(values, reverse=True)
    for each in found.moves:
        child = position.play(each.move)
        assert each.value == (solve(child).value if child.utility() is None else child.utility())


def test_a_win_found_by_the_solver_is_not_lost_among_the_values_of_all_moves() -> None:
    """Alpha-beta spends these nodes on seven moves, and plays column 5, which only draws."""
    found = search(ConnectFour("44444222"), nodes=20_000_000, lines=7)
    assert (found.method, found.move, found.proven) == ("solve", 2, True)


def test_wherever_the_solver_would_do_auto_plays_as_well() -> None:
    """Over positions drawn at random, most of which the solver is expected not to solve within the nodes."""
    random, nodes, solved, unlikely, worse = Random(11), 60_000, 0, 0, 0
    while solved < 40 * LONG:
        state = ConnectFour()
        for _ in range(random.randrange(9, 17)):
            if state.utility() is None:
                state = state.play(random.choice(state.moves()))
        if state.utility() is not None:
            continue
        exact = solve(state, nodes=nodes)
        if exact.value is None or exact.nodes < 100:
            continue
        solved += 1
        unlikely += state.solver_nodes() > nodes
        found = search(state, nodes=nodes)
        child = state.play(found.move)
        value: Any = child.utility() if child.utility() is not None else solve(child).value
        likely = state.solver_nodes() <= state.solver_luck * nodes
        if exact.nodes < (auto.SOLVER_SHARE if likely else auto.TRIAL_SHARE) * nodes - 3_000:
            assert (found.method, found.value, value) == ("solve", exact.value, exact.value)
        worse += value != exact.value
    assert unlikely > solved / 2, "else the test could not fail"
    assert worse <= solved / 10, "alpha-beta finds most of the rest"


def test_the_win_of_a_position_that_needs_less_than_estimated_is_found() -> None:
    """With the middle column full the solver needs 7.9 M nodes, where 36 M are estimated; alpha-beta plays a draw."""
    found = search(ConnectFour("444444"), nodes=12_000_000)
    assert (found.method, found.proven) == ("solve", True)
    assert isinstance(found.value, int | float)
    assert found.value > 0


def test_the_solver_gives_way_where_it_does_not_fit() -> None:
    position = ConnectFour("5554224333234511")
    assert search(position, nodes=1000).method == "alpha_beta"
    assert search(position, depth=3).method == "alpha_beta"
    assert search(position, nodes=10**8, depth=3, exact=True).method == "alpha_beta"
    assert search(ConnectFour(), nodes=1000).method == "alpha_beta"


def test_limits_that_a_solver_does_not_take() -> None:
    """The solver of Othello counts no nodes, and runs on one thread."""
    position = Othello("XXXXXXXXXOOOOXXXXOOOXXXXXOXXXXXXXXOXXOXXXXXOOXXXXXXOX-------OO-- X")
    exact = solve(position).value
    counted = search(position, nodes=10**6)
    assert (counted.method, counted.value, counted.proven) == ("alpha_beta", exact, True)
    threaded = search(position, seconds=60, threads=2)
    assert (threaded.method, threaded.value) == ("solve", exact)


def test_what_was_spent_is_taken_off_the_limits() -> None:
    call = SimpleNamespace(request=SimpleNamespace(nodes=0, seconds=0.0))
    for nodes, seconds, left in ((1000, 2.0, (700, 1.5)), (300, 0.5, (1, LEAST_SECONDS)), (0, 0.0, (0, 0.0))):
        auto._take_off(
            cast(Call, call), nodes, seconds, Result(method="solve", value=None, move=None, nodes=300, seconds=0.5)
        )
        assert (call.request.nodes, call.request.seconds) == left


def test_a_solver_that_is_cancelled_leaves_a_move() -> None:
    position = ConnectFour("5554224333234511")
    found = search(position, cancel=lambda: True)
    assert found.stopped in ("cancelled", "complete")
    assert found.move in position.moves()


def test_a_few_lines_are_the_best_ones() -> None:
    for position in (ConnectFour(LATE), ConnectFour("5554224333234511")):
        every, few = (search(position, lines=lines) for lines in (7, 2))
        assert every.method == few.method == "solve"
        assert few.moves == every.moves[:2]
        assert len(every.moves) == len(position.moves())


# ---- no invented values


def test_a_search_to_a_depth_without_static_values_has_a_move_and_no_value() -> None:
    for state in (Walk(), Nim((7, 8, 9))):
        found = search(state, depth=3)
        assert (found.method, found.value, found.bound, found.proven) == ("alpha_beta", None, "estimate", False)
        assert found.move in state.moves()
        assert all(each.value is None for each in found.history)
        assert "no value" in str(found)
    assert search(TicTacToe(), depth=9).value == 0, "the search saw the end everywhere"


@pytest.mark.parametrize("method", ["alpha_beta", "expectiminimax", "max_n", "paranoid"])
def test_a_search_that_is_stopped_at_once_has_a_move_and_no_value(method: str) -> None:
    state = Nim((30, 31, 32, 33, 34))
    chosen = state.moves()[3:5]
    for moves, first in ((None, state.moves()[0]), (chosen, chosen[0])):
        found = search(state, method=method, nodes=1, moves=moves)
        assert (found.value, found.bound, found.stopped, found.move) == (None, "estimate", "nodes", first)
    assert textbook.minimax(state, nodes=1).bound == "estimate"


def test_what_ends_within_the_depth_is_known() -> None:
    found = search(Nim((1,)), depth=3)
    assert (found.bound, found.proven) == ("exact", True)
    assert found.value is not None


def test_simulations_judge_where_nothing_else_does() -> None:
    found = search(Walk(), nodes=3000)
    again = search(Walk(), nodes=3000)
    assert (found.method, found.bound) == ("mcts", "estimate")
    assert (found.move, found.value, found.nodes) == (again.move, again.value, again.nodes)
    assert isinstance(found.value, int | float)
    assert -1 <= found.value <= 1
    assert sum(each.visits or 0 for each in found.moves) > 10
    assert search(Walk(), nodes=3000, evaluate=lambda state: 0).method == "alpha_beta"
    assert search(Walk(plies=36), nodes=3000).method == "alpha_beta", "its end was in reach"


def test_simulations_judge_chance_and_many_players_too() -> None:
    found = search(Turns(), nodes=3000)
    assert (found.method, found.bound) == ("mcts", "estimate")
    assert isinstance(found.value, tuple)
    assert found.nodes <= 3000
    near = search(Turns(plies=36), nodes=3000)
    assert (near.method, near.value) == ("max_n", search(Turns(plies=36)).value), "its end was in reach"
    assert search(Turns(), nodes=3000, evaluate=lambda state: (0, 0, 0)).method == "max_n"
    assert search(tree("A(B?(1/2:D=1 1/2:E=3) C=1)"), nodes=1000).proven
    late = search(LateChance(), nodes=100)
    assert (late.method, late.move in (0, 1)) == ("mcts", True), "alpha-beta had met it too late"


def test_the_last_pass_told_has_the_move_of_simulations() -> None:
    for nodes in (500, 2000, 3000):
        told: list[Pass[Any]] = []
        found = search(Walk(), nodes=nodes, on_depth=told.append)
        assert told[-1].move == found.move


@pytest.mark.parametrize("player", ["engine:1", "engine:3", "mcts:50"])
def test_players_play_a_game_without_static_values(player: str) -> None:
    told: list[Choice] = []
    assert choose(Walk(), player, on_progress=told.append).move in (1, 2)
    every = choose(Walk(), player, lines=0, on_progress=told.append)
    assert {each.move for each in every.moves} == {1, 2}
    assert [for_max(each.value) for each in told] == [each.value for each in told], "as the lab sends them"


def test_the_engine_plays_a_game_without_static_values_against_itself() -> None:
    done = CliRunner().invoke(cli, ["play", f"{__name__}:Walk", "--both", "--level", "1"], catch_exceptions=False)
    assert (done.exit_code, "wins" in done.output or "won" in done.output) == (0, True), done.output


# ---- options and names


@pytest.mark.parametrize(
    ("state", "method", "options", "sentence"),
    [
        (TicTacToe(), "alpha_beta", {"simulations": 5}, "alpha_beta has no option simulations: mcts has"),
        (TicTacToe(), "mcts", {"exact": True}, "mcts has no option exact: alpha_beta, paranoid, coalition"),
        (Coins(), "max_n", {"partners": (0,)}, "max_n has no option partners: coalition has"),
        (Coins(), "auto", {"exact": True}, "max_n, which suits this game, has no option exact"),
        (Coins(), "coalition", {}, "coalition needs partners"),
        (Coins(), "max_n", {"least": 1}, "least needs total"),
        (ConnectFour(), "solve", {"depth": 3}, "solve takes no depth"),
        (ConnectFour(), "solve", {"moves": [4]}, "solve takes no moves"),
        (TicTacToe(), "mcts", {"moves": [0]}, "mcts searches all moves"),
        (TicTacToe(), "mcts", {"depth": 3}, "mcts takes no depth: limit its simulations, or give plies="),
        (TicTacToe(), "alfa_beta", {}, "there is no method called 'alfa_beta': did you mean alpha_beta?"),
        (TicTacToe(), "magic", {}, "there is no method called 'magic': use auto, alpha_beta"),
    ],
)
def test_what_does_not_belong_together_is_refused(
    state: Any, method: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ZermeloError) as refused:
        search(state, method=method, **options)
    assert sentence in str(refused.value)


def test_an_argument_nobody_knows_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'beauty'"):
        search(TicTacToe(), beauty=1)  # type: ignore[call-arg]  # a type checker says so, too


def test_type_checkers_know_all_options() -> None:
    declared = {option.name for each in (*(method.declaration for method in METHODS), SOLVE) for option in each.options}
    assert set(Options.__annotations__) == declared
    asked = {
        name for name, parameter in signature(search).parameters.items() if parameter.kind is Parameter.KEYWORD_ONLY
    }
    assert set(Arguments.__annotations__) - declared == asked


def test_every_method_says_its_name() -> None:
    starts: dict[str, tuple[Any, dict[str, Any]]] = {
        "auto": (TicTacToe(), {}),
        "alpha_beta": (TicTacToe(), {}),
        "expectiminimax": (tree("A(B?(1/2:D=1 1/2:E=3) C=1)"), {}),
        "max_n": (Coins(), {}),
        "paranoid": (Coins(), {}),
        "coalition": (Coins(), {"partners": (0, 1)}),
        "mcts": (TicTacToe(), {"simulations": 10}),
        "solve": (ConnectFour(LATE), {}),
        "stage_game": (Pennies(), {}),
    }
    assert set(starts) == set(METHOD_NAMES)
    for method, (state, options) in starts.items():
        assert search(state, method=method, **options).method == ("alpha_beta" if method == "auto" else method)


# ---- passes


@pytest.mark.parametrize("state", [Othello("f5d6c3"), Chess(KIWIPETE)], ids=["othello", "chess"])
def test_the_last_pass_told_has_the_move_that_is_played(state: Any) -> None:
    """An unfinished pass that changes the move is told, whatever the limit cuts off."""
    unfinished = 0
    for nodes in range(1, 10_000, 101):
        told: list[Pass[Any]] = []
        found = search(state, method="alpha_beta", nodes=nodes, on_depth=told.append)
        assert all(each.finished for each in told[:-1])
        assert [each for each in told if each.finished] == list(found.history)
        if told:
            assert told[-1].move == found.move, nodes
            unfinished += not told[-1].finished
    assert unfinished, "else the test could not fail"


def test_passes_say_how_deep_they_went_and_how_full_the_table_is() -> None:
    table = Table(1)
    found = search(Chess(), depth=9, table=table)
    assert all(each.finished and each.selective_depth and each.depth for each in found.history)
    assert any(each.selective_depth > each.depth for each in found.history), "quiescence goes deeper"  # type: ignore[operator]
    full = [each.hashfull for each in found.history]
    assert all(each is not None and 0 <= each <= 1000 for each in full)
    assert full[-1] > full[0]  # type: ignore[operator]


def test_the_solver_is_expected_to_need_more_nodes_the_more_squares_are_empty() -> None:
    states = [Othello("X" * filled + "-" * (64 - filled) + " X") for filled in (42, 43, 52)]
    needed = [state.solver_nodes() for state in states]
    assert needed == sorted(needed, reverse=True)
    assert 1e7 < needed[0] < 4e7


@pytest.mark.parametrize("method", ["auto", "alpha_beta", "mcts"])
def test_an_option_of_the_solver_names_the_solver(method: str) -> None:
    with pytest.raises(ZermeloError, match=f"{method} has no option weak: solve has"):
        search(TicTacToe(), method=method, weak=True)
