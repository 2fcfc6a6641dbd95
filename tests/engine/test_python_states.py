"""The engine over states of Python: what it remembers of moves and states, and what it refuses."""

from __future__ import annotations

import signal
from itertools import count
from typing import Any, NamedTuple

import pytest

from zermelo import SearchInterrupted
from zermelo.engine import Table
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import search
from zermelo.textbook import alpha_beta, minimax


class Lines(NamedTuple):
    """Connect three on a board of four by four that is filled from below; static values prefer the middle."""

    cells: tuple[int, ...] = (0,) * 16
    player: int = 0

    def moves(self) -> list[Any]:
        return [f"column {column}" for column in range(4) if self.cells[12 + column] == 0]

    def play(self, move: str) -> Lines:
        column = int(move[-1])
        cell = next(cell for cell in range(column, 16, 4) if not self.cells[cell])
        return Lines((*self.cells[:cell], self.player + 1, *self.cells[cell + 1 :]), 1 - self.player)

    def utility(self) -> int | None:
        for row in range(4):
            for column in range(4):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if row + 2 * down < 4 and 0 <= column + 2 * right < 4:
                        line = {self.cells[4 * (row + at * down) + column + at * right] for at in range(3)}
                        if len(line) == 1 and line != {0}:
                            return 10 if line == {1} else -10
        return None if 0 in self.cells else 0

    def evaluate(self) -> float:
        return sum(
            (1, -1)[stone - 1] * (0.1, 0.3, 0.3, 0.1)[cell % 4] for cell, stone in enumerate(self.cells) if stone
        )


class Unhashable(Lines):
    """Moves that are lists."""

    __slots__ = ()

    def moves(self) -> list[Any]:
        return [[move] for move in super().moves()]

    def play(self, move: Any) -> Unhashable:
        return Unhashable(*super().play(move[0]))


def test_ordering_and_table_save_most_nodes() -> None:
    plain, found = alpha_beta(Lines(), depth=8), search(Lines(), depth=8)
    assert found.value == plain.value
    assert found.nodes * 3 < plain.nodes
    for parts in (["history", "killers", "counters"], ["table"]):
        other = search(Lines(), depth=8, without=parts)
        assert (other.value, other.nodes > found.nodes) == (plain.value, True), f"{parts} do no good"


@pytest.mark.parametrize("game", [Lines, Unhashable])
def test_moves_of_any_kind(game: Any) -> None:
    found = search(game(), depth=4, lines=2)
    assert found.value == minimax(Lines(), depth=4).value
    assert all(each.move in game().moves() for each in found.moves)
    state = game()
    for move in found.line:
        state = state.play(move)


def test_a_kept_table_does_not_mix_games_up() -> None:
    table = Table(1)
    for _ in range(2):
        for state in (TicTacToe(), TicTacToe().play(0), Lines()):
            assert search(state, depth=5, table=table).value == search(state, depth=5).value


def test_a_list_that_changes_under_the_search_is_harmless() -> None:
    class Mean(NamedTuple):
        left: int = 4
        player: int = 0

        def moves(self) -> list[Any]:
            moves: list[Any] = []

            class Eager:
                def __hash__(self) -> int:
                    moves.clear()
                    return 0

                __eq__ = object.__eq__

            moves += [Eager(), Eager(), Eager()]
            return moves

        def play(self, move: Any) -> Mean:
            return Mean(self.left - 1, 1 - self.player)

        def utility(self) -> int | None:
            return None if self.left else 1

    assert search(Mean()).value == 1


CALLS = count()


class Interrupted(Lines):
    """Somebody presses Ctrl-C while its moves are listed for the thousandth time."""

    __slots__ = ()

    def moves(self) -> list[Any]:
        if next(CALLS) == 1000:
            signal.raise_signal(signal.SIGINT)
        return super().moves()

    def play(self, move: str) -> Interrupted:
        return Interrupted(*super().play(move))


@pytest.mark.parametrize(
    "ask",
    [
        search,
        lambda state: search(state, method="max_n"),
        lambda state: search(state, method="mcts", simulations=10**9),
    ],
)
def test_ctrl_c_within_a_method_ends_a_search_with_its_answer(ask: Any) -> None:
    global CALLS
    CALLS = count()
    # As at a terminal: a shell lets what it starts in the background ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(SearchInterrupted) as stopped:
            ask(Interrupted())
        found = stopped.value.result
        assert (found.stopped, found.move in Lines().moves()) == ("interrupted", True)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("nodes", [2, 12, 80, 340, 460, 580])
def test_a_pass_that_was_stopped_bounds_no_value(nodes: int) -> None:
    """Static values of tic-tac-toe are up to 8, its true value is 0."""
    result = search(TicTacToe(), nodes=nodes)
    assert result.stopped == "nodes"
    finished = bool(result.history) and result.value == result.history[-1].value
    assert result.bound == result.moves[0].bound == ("exact" if finished else "estimate")
