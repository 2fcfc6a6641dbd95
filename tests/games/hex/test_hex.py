"""Test Hex: counts, who wins on small boards, against a plain version of the rules and against OpenSpiel."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from zermelo import ZermeloError, search
from zermelo.analysis.perft import perft
from zermelo.games.hex import Hex
from zermelo.methods import prove
from zermelo.records.positions import compose_position


@pytest.mark.parametrize("size", [2, 5, 11])
def test_hex_is_that_of_open_spiel(size: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(f"hex(board_size={size})")
    random = Random(size)
    for _ in range(20):
        spiel, state = theirs.new_initial_state(), Hex(size=size)
        while state.utility() is None:
            assert not spiel.is_terminal()
            actions = {spiel.action_to_string(action): action for action in spiel.legal_actions()}
            assert state.moves() == list(actions)
            move = random.choice(state.moves())
            spiel.apply_action(actions[move])
            state = state.play(move)
        assert spiel.is_terminal()
        assert spiel.returns()[0] == state.utility()


@cache
def winner(rows: str, player: int) -> int:
    """Return 1 if Red wins a board of Hex, -1 if Blue does, by trying everything."""
    size = int(len(rows) ** 0.5)
    for colour in "rb":

        def reached(cell: int, down: bool = colour == "r") -> int:
            return cell // size if down else cell % size

        open_cells = [cell for cell in range(len(rows)) if reached(cell) == 0 and rows[cell] == colour]
        seen = set(open_cells)
        while open_cells:
            cell = open_cells.pop()
            if reached(cell) == size - 1:
                return 1 if colour == "r" else -1
            row, column = divmod(cell, size)
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
                near = (row + down) * size + column + right
                if 0 <= row + down < size and 0 <= column + right < size and near not in seen and rows[near] == colour:
                    seen.add(near)
                    open_cells.append(near)
    results = (
        winner(f"{rows[:cell]}{'rb'[player]}{rows[cell + 1 :]}", 1 - player)
        for cell in range(len(rows))
        if rows[cell] == "."
    )
    return max(results) if player == 0 else min(results)


def test_first_moves_on_the_hex_board_of_three() -> None:
    wins = set()
    for move in Hex(size=3).moves():
        state = Hex(size=3).play(move)
        value = winner("".join(state.rows()), state.player)
        assert (prove(state).answer is False) == (value == 1)
        assert search(state).value == value
        wins |= {move} if value == 1 else set()
    assert wins == {"c1", "a2", "b2", "c2", "a3"}


def test_first_moves_on_the_hex_board_of_four() -> None:
    """Only the short diagonal wins."""
    proofs = {move: prove(Hex(size=4).play(move)).answer for move in Hex(size=4).moves()}
    assert {move for move, answer in proofs.items() if answer is False} == {"d1", "c2", "b3", "a4"}
    assert None not in proofs.values()


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_first_player_wins_hex(size: int) -> None:
    """Nash 1949: an extra stone never harms, so the second player cannot have a winning strategy."""
    proof = prove(Hex(size=size))
    assert proof.answer is True
    state = Hex(size=size)
    for move in proof.line:
        state = state.play(move)
    assert state.utility() == 1


def test_hex_perft() -> None:
    # Without a finished game among them these are products; on 3x3 the shortest win takes five stones.
    assert perft(Hex(), 3) == 121 * 120 * 119
    assert [perft(Hex(size=3), depth) for depth in (1, 2, 3, 4)] == [9, 72, 504, 3024]
    assert [perft(Hex(size=2), depth) for depth in (3, 4)] == [24, 24]


def test_the_searches_play_hex() -> None:
    bridge = Hex("b2 a3", size=3)
    assert search(bridge, method="mcts", simulations=500, seed=1).move in bridge.moves()
    assert search(Hex(size=5), depth=3).move == "c3"
    assert Hex("c3", size=5).evaluate() > 0 > Hex("a1 c3", size=5).evaluate()


@pytest.mark.parametrize("state", [Hex("c3 b2", size=5), Hex()])
def test_the_picture_of_a_hex_board(state: Any) -> None:
    size, picture = state.board().columns, state._repr_svg_()
    assert picture.count("l8.66 5v10") == size * size
    assert picture.count("<circle") == sum(bool(cell.piece) for cell in state.board().cells)
    assert picture.count("<text") == 2 * size


def test_sizes() -> None:
    assert Hex("3/1r1/2b") == Hex("b2 c3", size=3) == Hex("B2C3", size=3)
    assert Hex("3/1r1/2b") != Hex("b2 c3")
    assert len(Hex(size=19).moves()) == 361
    assert Hex(size=19).play("s19").moves()[-1] == "r19"
    assert repr(Hex("1r/b1")) == "Hex('1r/b1')"


@pytest.mark.parametrize(
    ("position", "size", "move", "words"),
    [
        (None, 20, None, "a board has 1 to 19 rows, not 20"),
        (None, 0, None, "a board has 1 to 19 rows, not 0"),
        ("a1 a1", 11, None, "move 2: a1 is taken"),
        ("rr/2", 11, None, "Red moves first"),
        (None, 11, "l1", "a move is a cell from a1 to k11"),
        ("f6", 11, "f6", "f6 is taken"),
        ("b1 a1 b2", 2, "a2", "the game is over"),
    ],
)
def test_errors(position: str | None, size: int, move: str | None, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        Hex(position, size=size).play(move)


def test_a_board_with_too_many_red_stones_cannot_be_set_up() -> None:
    with pytest.raises(ZermeloError, match="Red moves when"):
        compose_position("hex", ["red"] * 2 + [""] * 119, 0, {})
