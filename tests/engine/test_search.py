"""The engine's front door: limits, lines, callbacks, cancelling, and what it refuses."""

from __future__ import annotations

import gc
import os
import threading
from math import nan
from random import Random
from typing import Any, NamedTuple

import pytest

from zermelo import ZermeloError, tree
from zermelo.engine import Table
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import prove, search, solve
from zermelo.result import Pass
from zermelo.state import as_number
from zermelo.textbook import coalition, paranoid


def test_a_python_game_is_searched_to_its_end() -> None:
    result = search(TicTacToe())
    assert (result.value, result.proven, result.stopped) == (0, True, "complete")
    assert result.statistics is not None
    assert 0 < result.statistics.table_hits <= result.statistics.table_probes
    assert 0 < result.statistics.first_move_cutoffs <= result.statistics.cutoffs
    assert [one.depth for one in result.history] == list(range(1, 10))
    assert sum(one.nodes for one in result.history) == result.nodes
    assert 1 < result.branching < 9


def test_lines_and_given_moves() -> None:
    result = search(TicTacToe().play(0), lines=8)
    assert len(result.moves) == 8
    assert [move.move for move in result.moves if move.value == 0] == [4], "only the centre holds against a corner"
    assert all(move.line[0] == move.move for move in result.moves)
    assert search(TicTacToe(), moves=[1, 3]).move in (1, 3)
    with pytest.raises(ZermeloError, match="9 is not a legal move here"):
        search(TicTacToe(), moves=[9])


def test_one_thread_repeats_exactly() -> None:
    runs = [search(ConnectFour("44"), depth=12, table=4) for _ in range(2)]
    assert runs[0].nodes == runs[1].nodes
    assert runs[0].line == runs[1].line


def test_progress_and_stopping_by_it() -> None:
    seen: list[Pass] = []

    def watch(one: Pass) -> bool:
        seen.append(one)
        return one.depth != 5

    result = search(ConnectFour(), on_depth=watch)
    assert [one.depth for one in seen] == [1, 2, 3, 4, 5]
    assert (result.stopped, result.depth) == ("cancelled", 5)


def test_limits_leave_the_best_so_far() -> None:
    result = search(ConnectFour(), nodes=50_000)
    assert result.stopped == "nodes"
    assert 50_000 <= result.nodes < 52_000, "a game that finishes itself is not interrupted"
    assert result.move in range(1, 8)
    result = search(ConnectFour(), seconds=0.05)
    assert result.stopped == "seconds"
    assert result.move is not None


def test_cancel_from_another_thread() -> None:
    stop = threading.Event()
    threading.Timer(0.05, stop.set).start()
    result = search(ConnectFour(), cancel=stop.is_set)
    assert result.stopped == "cancelled"
    assert result.move is not None


def test_exceptions_come_through() -> None:
    def fails(state: Any) -> Any:
        raise RuntimeError("the user's own")

    for state in (TicTacToe(), ConnectFour()):
        with pytest.raises(RuntimeError, match="the user's own"):
            search(state, depth=3, evaluate=fails)
        with pytest.raises(RuntimeError, match="the user's own"):
            search(state, depth=3, on_depth=fails)


def test_two_threads_give_the_same_value() -> None:
    assert search(ConnectFour("444444"), depth=14, threads=2, exact=True).value == search(
        ConnectFour("444444"), depth=14, exact=True
    ).value  # fmt: skip


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"depth": 0}, "depth must be at least 1, not 0"),
        ({"seconds": -1.0}, "seconds must be a positive number"),
        ({"threads": 0}, "threads must be"),
        ({"lines": 0}, "lines must be"),
        ({"without": ["magic"]}, "there is no part of the search called 'magic'"),
        ({"evaluate": {"beauty": 1.0}}, "there is no feature of ConnectFour called 'beauty'"),
        ({"evaluate": {5: 1.0}}, "there is no feature of ConnectFour called 5"),
        ({"evaluate": {"centre_stones": nan}}, "the weight of centre_stones must be a finite number, not nan"),
        ({"evaluate": {"centre_stones": 10**400}}, "the weight of centre_stones must be a finite number, not 1000"),
        ({"evaluate": {"centre_stones": "1"}}, "the weight of centre_stones must be a finite number, not '1'"),
        ({"seconds": 10**400}, "seconds must be a positive number, not 1000"),
        ({"seconds": "1"}, "seconds must be a positive number, not '1'"),
        ({"method": 5}, "there is no method called 5"),
        ({"method": "mcts", "seed": None}, "seed must be a whole number, not None"),
        ({"method": "mcts", "exploration": "x"}, "exploration must be at least 0, not 'x'"),
    ],
)
def test_refusals(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        search(ConnectFour(), **{"nodes": 1000} | options)


@pytest.mark.parametrize("bounds", [5, (1,), (1, 2, 3), ("a", "b"), (0, 10**400)])
def test_bounds_are_two_numbers(bounds: Any) -> None:
    with pytest.raises(ZermeloError, match="bounds must be two numbers, not "):
        search(Pig(), depth=2, bounds=bounds)


def test_a_table_that_cannot_be_allocated_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(megabytes: int) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr("zermelo.engine.table.CoreTable", no_memory)
    with pytest.raises(ZermeloError, match="a table of 64 MB does not fit into memory"):
        search(ConnectFour(), depth=2)


def test_an_error_does_not_list_hundreds_of_names() -> None:
    with pytest.raises(ZermeloError) as refused:
        search(Chess(), depth=1, evaluate={"zzz": 1.0})
    assert len(str(refused.value)) < 1000


class Late(NamedTuple):
    """Only its end, far away, shows that there is a payoff for each player."""

    plies: int = 0

    @property
    def player(self) -> int:
        return self.plies % 2

    def moves(self) -> tuple[str, ...]:
        return ("on",)

    def play(self, move: str) -> Late:
        return Late(self.plies + 1)

    def utility(self) -> tuple[int, int] | None:
        return (3, 5) if self.plies == 12 else None


def test_many_players_are_searched_for_some_of_them() -> None:
    for row in ((5, 1, 4, 2, 8, 3), (2, 9, 9, 1, 3, 7)):
        start = Coins(row)
        for state in (start, start.play("last"), start.play("first").play("first")):
            assert search(state).method == "max_n"
            alone = search(state, method="paranoid")
            assert (alone.method, alone.value, alone.proven) == ("paranoid", paranoid(state).value, True)
            assert paranoid(state.play(str(alone.move))).stopped == "complete"
            pair = search(state, method="coalition", partners=(2, 0))
            assert (pair.method, pair.value) == ("coalition", coalition(state, partners=(0, 2)).value)
    assert search(Late(), method="coalition", partners=(1,)).value == 5
    assert (search(Late()).method, search(Late()).value) == ("max_n", (3, 5))
    shallow = search(Coins(), method="paranoid", depth=2, evaluate=lambda state: state.taken)
    assert shallow.value == paranoid(Coins(), depth=2).value


def test_refuses_in_words_what_it_cannot_search() -> None:
    with pytest.raises(ZermeloError, match=r"alpha_beta does not suit this game.* use expectiminimax, max_n or mcts"):
        search(tree("A?(1/2:B=1 1/2:C=2)"), method="alpha_beta")
    with pytest.raises(ZermeloError, match="on one thread"):
        search(TicTacToe(), threads=2)
    with pytest.raises(ZermeloError, match="use max_n or mcts"):
        search(tree("A(B?(1/2:D=(1,2,3) 1/2:E=(3,2,1)) C=(1,1,1))"), method="alpha_beta")
    with pytest.raises(ZermeloError, match="solve does not suit this game, as there is a payoff for each player"):
        solve(tree([(1, 2, 3), (3, 2, 1)]))
    with pytest.raises(ZermeloError, match="is a game of two players"):
        search(ConnectFour(), method="coalition", partners=(0,))
    with pytest.raises(ZermeloError, match="no named features"):
        search(TicTacToe(), depth=2, evaluate={"lines": 1.0})


def test_a_table_is_kept_between_moves() -> None:
    table = Table(8)
    first = search(ConnectFour("4"), depth=12, table=table)
    again = search(ConnectFour("4"), depth=12, table=table)
    assert again.nodes < first.nodes
    assert again.value == first.value


def test_a_kept_table_does_not_mislead_in_a_python_game() -> None:
    table, random = Table(4), Random(1)
    for _ in range(40):
        state = Coins(tuple(random.randrange(9) for _ in range(6)))
        for _ in range(random.randrange(3)):
            state = state.play(random.choice(state.moves()))
        assert search(state, table=table).value == search(state, table=1).value
    corner = TicTacToe().play(0)
    assert [search(state, table=table).value for state in (TicTacToe(), corner, corner.play(1))] == [0, 0, 1]


def test_polynomials_and_functions_agree() -> None:
    weights = {"centre": 0.01, "threats": 0.05}
    names = ConnectFour().features()
    weights = {name: 0.01 * number for number, name in enumerate(names, 1)}

    def same(state: ConnectFour) -> float:
        worth = sum(weights[name] * value for name, value in state.features().items())
        return worth if state.player == 0 else -worth

    for position in ("", "4", "443", "1234567"):
        state = ConnectFour(position)
        by_weights = search(state, depth=4, evaluate=weights, exact=True)
        by_function = search(state, depth=4, evaluate=same, exact=True)
        assert by_weights.value == pytest.approx(by_function.value, abs=2e-3)


def test_many_searches_leak_nothing() -> None:
    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    state = ConnectFour("44")
    for _ in range(1000):
        search(state, depth=2, table=1)
    gc.collect()
    before = resident()
    for _ in range(9000):
        search(state, depth=2, table=1)
    gc.collect()
    assert resident() - before < 8 << 20


def test_proof_number_search() -> None:
    for moves in ("5554224333234511764415115", "52753311433677442422121", "1233722555341451114725221333"):
        position = ConnectFour(moves)
        solved = solve(position)
        score = int(as_number(solved.value)) * (1 if position.player == 0 else -1)
        assert prove(position, goal=score, nodes=5_000_000).answer is True
        assert prove(position, goal=score + 1, nodes=5_000_000).answer is False
    assert prove(ConnectFour(), goal=1, nodes=1000).answer is None


def test_threads_solve_to_the_same_value() -> None:
    # Scores of Pascal Pons's test sets (blog.gamesolver.org).
    for moves, score in (("274552224131661", 0), ("5455174361263362", -1), ("2531276566711153", 2)):
        position = ConnectFour(moves)
        results = [solve(position, threads=threads) for threads in (1, 2, 3)]
        assert [as_number(each.value) * (1 if position.player == 0 else -1) for each in results] == [score] * 3
        assert all(each.nodes > 0 and each.proven for each in results)
    with pytest.raises(ZermeloError, match="one thread"):
        solve(Othello("f5d6c3"), threads=2)


def test_threads_that_solve_can_be_stopped() -> None:
    result = solve(ConnectFour(), threads=2, seconds=0.1)
    assert result.value is None
    assert result.stopped == "seconds"


def test_every_line_is_as_long_as_the_search_is_deep() -> None:
    result = search(ConnectFour("4444"), depth=10, lines=4, exact=True)
    assert len(result.moves) == 4
    for each in result.moves:
        state = ConnectFour("4444")
        for move in each.line:
            state = state.play(move)
        assert len(each.line) == 10 or state.utility() is not None


def test_a_kept_table_does_not_mix_what_was_judged_differently() -> None:
    kept = Table(16)
    for position in ("f5d6c3d3c4f4f6", "f5f6e6f4e3c5c4"):
        state = Othello(position)
        search(state, depth=9, table=kept)  # selective: ProbCut
        again, fresh = (search(state, depth=7, exact=True, table=table) for table in (kept, 16))
        assert (again.value, again.line) == (fresh.value, fresh.line)
    centre = {"centre_stones": 0.001}
    search(ConnectFour("44"), depth=8, table=kept)
    assert (
        search(ConnectFour("44"), depth=8, evaluate=centre, table=kept).value
        == search(ConnectFour("44"), depth=8, evaluate=centre).value
    )


def test_a_position_that_the_solver_finishes_is_answered_by_it() -> None:
    position = ConnectFour("5554224333234511764415115")
    result = search(position, nodes=1_000_000)
    assert (result.method, result.value, result.stopped) == ("solve", -4, "complete")
    assert result.nodes == solve(position).nodes
