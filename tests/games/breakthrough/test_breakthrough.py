"""Test Breakthrough: counts and endgames, against a plain version of the rules and against OpenSpiel."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from zermelo import ZermeloError, search
from zermelo.analysis.perft import perft
from zermelo.games.breakthrough import Breakthrough, Breakthrough5, Breakthrough6
from zermelo.methods import prove
from zermelo.state import as_number
from zermelo.textbook import alpha_beta


class PlainBreakthrough(NamedTuple):
    """Breakthrough as one would write it without thinking of speed: the men by row and column, White moving up."""

    size: int
    white: frozenset[tuple[int, int]]
    black: frozenset[tuple[int, int]]
    player: int = 0

    @classmethod
    def start(cls, size: int) -> PlainBreakthrough:
        squares = [(row, column) for row in range(size) for column in range(size)]
        white = frozenset(square for square in squares if square[0] < 2)
        return cls(size, white, frozenset(square for square in squares if square[0] >= size - 2))

    def over(self) -> bool:
        reached = any(row == self.size - 1 for row, _ in self.white) or any(row == 0 for row, _ in self.black)
        return reached or not self.white or not self.black

    def moves(self) -> dict[str, PlainBreakthrough]:
        """Return the legal moves as text, each with the position after it."""
        if self.over():
            return {}
        own, other = (self.black, self.white) if self.player else (self.white, self.black)
        found = {}
        for row, column in own:
            ahead = row + (-1 if self.player else 1)
            for side in (-1, 0, 1):
                target = ahead, column + side
                if not 0 <= target[1] < self.size or target in own or (target in other and side == 0):
                    continue
                between = "x" if target in other else ""
                name = f"{'abcdefgh'[column]}{row + 1}{between}{'abcdefgh'[target[1]]}{ahead + 1}"
                men = own - {(row, column)} | {target}, other - {target}
                found[name] = PlainBreakthrough(self.size, *(men[::-1] if self.player else men), 1 - self.player)
        return found

    def perft(self, depth: int) -> int:
        if depth == 0 or self.over():
            return 1
        return sum(after.perft(depth - 1) for after in self.moves().values())


@pytest.mark.parametrize(("game", "size"), [(Breakthrough, 8), (Breakthrough6, 6), (Breakthrough5, 5)])
def test_breakthrough_is_played_by_the_plain_rules(game: type[Breakthrough], size: int) -> None:
    assert perft(game(), 3) == PlainBreakthrough.start(size).perft(3)
    random = Random(size)
    for _ in range(20):
        state, plain = game(), PlainBreakthrough.start(size)
        while state.utility() is None:
            assert sorted(state.moves()) == sorted(plain.moves())
            assert game(state.notation()) == state
            move = random.choice(state.moves())
            state, plain = state.play(move), plain.moves()[move]
        assert plain.over()
        assert state.utility() == (-1 if state.player == 0 else 1), "whoever moved last has won"


def test_breakthrough_perft() -> None:
    counts = [Breakthrough().native.perft(depth) for depth in range(1, 6)]
    assert counts == [22, 484, 11_132, 256_036, 6_182_818]


def test_breakthrough_is_that_of_open_spiel() -> None:
    """There Black begins, moving down: the same game with the ranks counted from the other side."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("breakthrough")

    def turned(move: str) -> str:
        move = move.rstrip("*")
        return f"{move[0]}{9 - int(move[1])}{move[2]}{9 - int(move[3])}"

    random = Random(5)
    for _ in range(20):
        spiel, state = theirs.new_initial_state(), Breakthrough()
        while state.utility() is None:
            assert not spiel.is_terminal()
            actions = {turned(spiel.action_to_string(action)): action for action in spiel.legal_actions()}
            assert {move.replace("x", "") for move in state.moves()} == set(actions)
            move = random.choice(state.moves())
            spiel.apply_action(actions[move.replace("x", "")])
            state = state.play(move)
        assert spiel.is_terminal()
        assert spiel.returns()[0] == state.utility()


def test_breakthrough_endgames() -> None:
    near = Breakthrough("8/4w3/8/8/8/8/1b6/8 w")
    assert (search(near, depth=1).value, search(near, depth=1).move) == (1, "e7d8")
    # The race of two runaways is won by whoever is a step ahead; a man who can be captured must be.
    assert search(Breakthrough("8/8/w7/8/8/7b/8/8 w"), depth=6).value == 1
    assert search(Breakthrough("8/8/w7/8/8/7b/8/8 b"), depth=6).value == -1
    forced = Breakthrough("8/8/8/7b/8/8/b7/1w4w1 w")
    assert search(forced, depth=4).move == "b1xa2"
    for seed in range(30):
        random, state = Random(seed), Breakthrough5()
        for _ in range(10):
            following = state.play(random.choice(state.moves()))
            if following.utility() is not None:
                break
            state = following
        truth = as_number(alpha_beta(state, depth=5, evaluate=lambda _: 0).value)
        assert search(state, depth=5, exact=True, without=["knowledge"], evaluate=lambda _: 0).value == truth
        if truth:
            assert (prove(state).answer is True) == ((truth > 0) == (state.player == 0))


def test_breakthrough_reads_captures_with_and_without_the_sign() -> None:
    state = Breakthrough("d2d3 e7e6 d3d4 e6e5")
    assert "d4xe5" in state.moves()
    assert state.play("d4xe5") == state.play("d4e5") == state.play("d4-e5")


def test_texts_and_errors() -> None:
    assert repr(Breakthrough5()) == "Breakthrough5('bbbbb/bbbbb/5/wwwww/wwwww w')"
    for move, words in (("a2a4", "a2a4 is not a legal move here"), (7, "a move is two squares")):
        with pytest.raises(ZermeloError, match=words):
            Breakthrough().play(move)
    with pytest.raises(ZermeloError, match="a board has 8 rows of 8 squares"):
        Breakthrough("8/8 w")
