"""Stopping a search: by depth, nodes, seconds, cancelling and Ctrl-C; and lines too long for Python's stack."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.reference import TWO_PLAYER_SEARCHES, nested_lists
from zermelo import SearchInterrupted, ZermeloError, tree
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.limits import MAX_PLIES, deep_recursion
from zermelo.state import as_number
from zermelo.textbook import DECLARATIONS, SEARCHES, alpha_beta, deepening, expectimax, expectiminimax, minimax, mtdf
from zermelo.trees import Tree, format_tree
from zermelo.trees.generate import random_tree


class Endless(NamedTuple):
    """A game that never ends."""

    player: int = 0

    def moves(self) -> tuple[str]:
        return ("wait",)

    def play(self, move: str) -> Endless:
        return Endless(1 - self.player)

    def utility(self) -> None:
        return None


@pytest.mark.parametrize("search", TWO_PLAYER_SEARCHES)
def test_node_limit_is_exact_and_the_best_so_far_is_kept(search: str) -> None:
    result = SEARCHES[search](TicTacToe(), nodes=1000)
    assert (result.nodes, result.stopped) == (1000, "nodes")


def test_best_finished_root_move_is_the_answer() -> None:
    # B is finished after three nodes below the root; the search is stopped inside C.
    result = alpha_beta(tree([[2, 7], [3, 8]]), nodes=6)
    assert (result.value, result.bound, result.move, result.stopped) == (2, "lower", "B", "nodes")
    nothing = alpha_beta(tree([[2, 7], [3, 8]]), nodes=2)
    assert (nothing.value, nothing.move, nothing.line) == (None, "B", ("B",)), "a move, but no invented value"
    assert str(nothing) == "alpha_beta: no value by B (2 nodes, 0 evaluations, stopped: nodes)"


def test_an_unfinished_average_has_no_value() -> None:
    dice = tree("A?(1/2:B=8 1/2:C(D=1 E=2))")
    stopped = expectiminimax(dice, nodes=3)
    assert (stopped.value, stopped.move) == (None, None)
    assert [each.value for each in stopped.moves] == [8]
    random_opponent = expectimax(tree([8, [1, 2]], root="min"), nodes=3)
    assert (random_opponent.value, random_opponent.move) == (None, None)


def test_deepening_has_an_answer_ready() -> None:
    result = deepening(TicTacToe(), nodes=500)
    assert (result.stopped, result.depth, result.move) == ("nodes", 4, 4)
    assert [one.depth for one in result.history] == [1, 2, 3, 4]


@pytest.mark.parametrize("search", [*TWO_PLAYER_SEARCHES, "mcts"])
def test_seconds_and_cancel(search: str) -> None:
    late = SEARCHES[search](TicTacToe(), seconds=0.002)
    assert late.stopped in ("seconds", "complete")
    asked = iter([False, False, True])
    stopped = SEARCHES[search](TicTacToe(), cancel=lambda: next(asked))
    assert stopped.stopped == "cancelled"


def test_ctrl_c_answers() -> None:
    def interrupt(event: Any) -> None:
        seen.append(event)
        if len(seen) == 50_000:
            raise KeyboardInterrupt

    seen: list[Any] = []
    with pytest.raises(SearchInterrupted) as stopped:
        alpha_beta(TicTacToe(), watch=interrupt)
    result = stopped.value.result
    assert (result.stopped, result.move, result.bound) == ("interrupted", 0, "lower")


def test_ctrl_c_ends_a_loop_of_searches() -> None:
    """Each search would answer and the loop would go on, if a search kept the interrupt to itself."""
    program = (
        "import os, signal, threading\n"
        "from zermelo import tree\n"
        "from zermelo.textbook import minimax\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # a program in the background ignores it\n"
        "small = tree([[3, 12], [2, 4]])\n"
        "minimax(small)\n"
        "threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "while True:\n"
        "    minimax(small)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert "KeyboardInterrupt" in done.stderr or "SearchInterrupted" in done.stderr


def test_a_watcher_may_object() -> None:
    def object_to(event: Any) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        minimax(TicTacToe(), watch=object_to)


@pytest.mark.parametrize("depth", [-1, 1.5, True])
def test_bad_depths(depth: Any) -> None:
    with pytest.raises(ZermeloError, match="depth must be a whole number from 0 up"):
        alpha_beta(TicTacToe(), depth=depth)


@pytest.mark.parametrize("bad", [{"nodes": 0}, {"seconds": 0}, {"seconds": float("nan")}, {"seconds": -1}])
def test_bad_limits(bad: dict[str, Any]) -> None:
    with pytest.raises(ZermeloError):
        alpha_beta(TicTacToe(), **bad)


def test_bad_conventions() -> None:
    with pytest.raises(ZermeloError, match="ties must be 'equal' or 'strict', not 'sometimes'"):
        alpha_beta(TicTacToe(), ties="sometimes")  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def chain() -> Tree:
    """A tree of which every second node is a leaf, very deep."""
    levels = 20_000
    made = tree("[1," * levels + "2" + "]" * levels)
    assert tree(format_tree(made)) == made
    return made


@pytest.mark.parametrize("search", [*TWO_PLAYER_SEARCHES, "expectiminimax", "max_n", "paranoid"])
def test_deep_trees_do_not_hit_the_recursion_limit(search: str, chain: Tree) -> None:
    usual = sys.getrecursionlimit()
    result = SEARCHES[search](chain, depth=None)
    assert result.value in (1, 2, (1, -1))
    assert sys.getrecursionlimit() == usual


@pytest.mark.parametrize(("search", "options"), [("deepening", {"depths": (None,)}), ("star1", {"bounds": (0, 2)})])
def test_watched_searches_go_as_deep(search: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.limits.MAX_PLIES", 3000)
    deep = tree("[" * 2900 + "2" + "]" * 2900)
    assert SEARCHES[search](deep, watch=lambda event: None, **options).value == 2


@pytest.mark.parametrize("search", ["minimax", "alpha_beta", "sss_star"])
def test_an_endless_game_is_refused_or_limited(search: str) -> None:
    if search != "sss_star":
        with pytest.raises(ZermeloError, match="without an end"):
            SEARCHES[search](Endless())
    assert SEARCHES[search](Endless(), nodes=5000).stopped == "nodes"


def test_moves_without_an_end_are_refused() -> None:
    class Counting(Endless):
        def moves(self) -> Any:
            return count()

    for name, search in SEARCHES.items():
        options = {"bounds": (0, 1)} if name.startswith("star") else {}
        with pytest.raises(ZermeloError, match=r"moves\(\) must be a sequence such as a list or a tuple, not a count"):
            search(Counting(), **options)


def test_no_static_value_is_a_sentence() -> None:
    with pytest.raises(ZermeloError, match="Endless has no evaluate"):
        alpha_beta(Endless(), depth=3)
    with pytest.raises(ZermeloError, match=r"B has no static value: write one, as in B=3\(...\)"):
        alpha_beta(tree([[1, 2], [3, 4]]), depth=1)


def test_mtdf_starts_anywhere() -> None:
    position = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    for guess in (-100, -1, 0, 2.5, 3, 4, 99, 1e9):
        assert mtdf(position, guess=guess).value == 3


@pytest.mark.parametrize("search", TWO_PLAYER_SEARCHES)
@settings(max_examples=100)
@given(nested=nested_lists, root=st.sampled_from(["max", "min"]), nodes=st.integers(1, 60), guess=st.integers(-12, 12))
def test_what_a_stopped_search_says_is_true(search: str, nested: Any, root: str, nodes: int, guess: int) -> None:
    position = tree(nested, root=root)
    options = {"guess": guess} if DECLARATIONS[search].has_option("guess") else {}
    result = SEARCHES[search](position, nodes=nodes, **options)
    truth = as_number(minimax(position).value)
    if result.value is not None:
        value = as_number(result.value)
        assert {"exact": truth == value, "lower": truth >= value, "upper": truth <= value}[result.bound]
    assert result.move in position.moves() or not position.children
    for each in result.moves:
        child = as_number(minimax(position.play(each.move)).value)
        value = as_number(each.value)
        assert {"exact": child == value, "lower": child >= value, "upper": child <= value}[each.bound]


def test_the_last_of_nested_searches_restores_the_recursion_limit() -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(900)
    try:
        with deep_recursion():
            with deep_recursion():
                assert sys.getrecursionlimit() > MAX_PLIES
            assert sys.getrecursionlimit() > MAX_PLIES
        assert sys.getrecursionlimit() == 900
    finally:
        sys.setrecursionlimit(before)


def test_the_passes_share_the_counts_of_the_search() -> None:
    result = deepening(random_tree(1, depth=5, statics=True), depth=5)
    assert len(result.history) == 5
    assert sum(one.nodes for one in result.history) == result.nodes
    assert sum(one.evaluations for one in result.history) == result.evaluations


def test_deepening_without_static_values_says_what_it_needs() -> None:
    with pytest.raises(ZermeloError, match=r"^the search stops before the end of the game, and Nim has no"):
        deepening(Nim((3, 4, 5)))
