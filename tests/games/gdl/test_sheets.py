"""The rule sheets: random games end, within what base and input allow, and agree with the native games move by move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import pytest

from tests.long import LONG
from zermelo.games.breakthrough import Breakthrough
from zermelo.games.checkers import Checkers6
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.gdl.checks import load_rules
from zermelo.games.gdl.interpreter import Facts, Interpreter
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.games.gdl.terms import Term, format_term
from zermelo.games.hex import Hex
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import ZermeloError, as_payoffs

LONGEST = {
    "breakthrough": 177,
    "checkers": 60,
    "coins": 6,
    "connect_four": 42,
    "eight_puzzle": 31,
    "hex": 25,
    "light_cycles": 24,
    "lights_out": 9,
    "maze": 20,
    "nim": 12,
    "pacman": 30,
    "peg_solitaire": 31,
    "prisoners_dilemma": 10,
    "rock_paper_scissors": 5,
    "territory": 84,
    "tic_tac_toe": 9,
    "tic_tac_toe_three": 16,
}
"""The most moves that a game can have. In breakthrough, 32 men advance by five or six rows before one breaks through."""


def interpreter(name: str) -> Interpreter:
    return Interpreter(load_rules(sheet_text(name)))


def declared(name: str, keyword: str) -> set[Term]:
    """The instances of base or input, read off as the moves of a game with the same rules."""
    arguments = "?fact" if keyword == "base" else "?player ?move"
    text = f"(role listing) (<= (legal listing (it {arguments})) ({keyword} {arguments}))\n{sheet_text(name)}"
    game = Interpreter(load_rules(text))
    return {move[1] if keyword == "base" else move[1:] for move in game.legal(frozenset(), "listing")}


def test_names() -> None:
    assert set(LONGEST) == set(sheet_names())
    with pytest.raises(ZermeloError, match="there is no rule sheet called 'ludo'"):
        sheet_text("ludo")


@pytest.mark.parametrize("name", sheet_names())
def test_random_games(name: str) -> None:
    game, random = interpreter(name), Random(name)
    base, inputs = declared(name, "base"), declared(name, "input")
    for _ in range(2 * LONG):
        state = game.initial
        for _ in range(LONGEST[name] + 1):
            assert state <= base
            assert all(0 <= game.goal(state, role) <= 100 for role in game.roles)
            if game.terminal(state):
                break
            moves = [game.legal(state, role) for role in game.roles]
            assert all(moves), "every role has a move before the end"
            assert {(role, move) for role, own in zip(game.roles, moves, strict=True) for move in own} <= inputs
            state = game.next(state, [random.choice(own) for own in moves])
        else:
            pytest.fail("the game is too long")


def breakthrough_move(move: str) -> str:
    return "(move {} {} {} {})".format(*move.replace("x", ""))


TWINS: dict[str, tuple[Any, Callable[[Any], str]]] = {
    "tic_tac_toe": (TicTacToe(), lambda square: f"(mark {square % 3 + 1} {square // 3 + 1})"),
    "connect_four": (ConnectFour(), lambda column: f"(drop {column})"),
    "breakthrough": (Breakthrough(), breakthrough_move),
    "nim": (Nim((3, 4, 5)), lambda take: f"(take {take.heap} {take.objects})"),
    "hex": (Hex(size=5), lambda cell: f"(place {cell[0]} {cell[1:]})"),
    "coins": (Coins(), str),
}
"""Games that exist twice: the first native state, and a native move as a move of the sheet."""
COINS = sum(Coins().row)


def board_facts(name: str, native: Any) -> set[str]:
    """The facts of a native state, but for whose turn it is."""
    match name:
        case "tic_tac_toe":
            marks = [cell.piece or "blank" for cell in native.board().cells]
            return {f"(cell {at % 3 + 1} {at // 3 + 1} {mark})" for at, mark in enumerate(marks)}
        case "connect_four":
            stones = _pieces(str(native).splitlines()[5::-1], "1234567", "123456", {"X": "red", "O": "yellow"})
            heights = (
                f"(height {column} {sum(f'(cell {column} ' in stone for stone in stones)})" for column in "1234567"
            )
            return {*stones, *heights}
        case "breakthrough":
            rows = [line.partition(" ")[2] for line in str(native).splitlines()[7::-1]]
            return _pieces(rows, "abcdefgh", "12345678", {"w": "white", "b": "black"})
        case "hex":
            rows = [line.split(maxsplit=1)[1] for line in str(native).splitlines()[1:6]]
            return _pieces(rows, "abcde", "12345", {"r": "red", "b": "blue"})
        case "nim":
            return {f"(heap {number} {size})" for number, size in enumerate(native.heaps, 1)}
        case "coins":
            first = Coins().row.index(native.row[0]) + 1 if native.row else 0
            ends = {f"(left {first})", f"(right {first + len(native.row) - 1})"} if native.row else set()
            return ends | {
                f"(taken {role} {coins})" for role, coins in zip(("one", "two", "three"), native.taken, strict=True)
            }
    raise AssertionError(name)


def _pieces(drawn: list[str], columns: str, rows: str, names: dict[str, str]) -> set[str]:
    """The cells with pieces of a board in letters, from the first row to the last."""
    return {
        f"(cell {column} {row} {names[piece]})"
        for row, line in zip(rows, drawn, strict=True)
        for column, piece in zip(columns, line.split(), strict=True)
        if piece in names
    }


def sheet_facts(name: str, facts: Iterable[str]) -> set[str]:
    """The facts of a sheet's state that `board_facts` has too; where no coin is left, no place of one is compared."""
    skipped = ["(control "]
    if name == "coins" and sum(int(fact.split()[2][:-1]) for fact in facts if fact.startswith("(taken ")) == COINS:
        skipped += ["(left ", "(right "]
    return {fact for fact in facts if not fact.startswith(tuple(skipped))}


@pytest.mark.parametrize("name", TWINS)
def test_agreement_with_native_games(name: str) -> None:
    first, translated = TWINS[name]
    game, random = interpreter(name), Random(name)
    for _ in range((4 if name == "breakthrough" else 15) * LONG):
        state, native = game.initial, first
        while (utility := native.utility()) is None:
            assert not game.terminal(state)
            assert sheet_facts(name, list(map(format_term, state))) == board_facts(name, native)
            moves = {translated(move): move for move in native.moves()}
            mover = game.roles[native.player]
            assert set(map(format_term, game.legal(state, mover))) == set(moves)
            assert all(game.legal(state, role) == ("noop",) for role in game.roles if role != mover)
            chosen = random.choice(sorted(moves))
            move = next(move for move in game.legal(state, mover) if format_term(move) == chosen)
            state = game.next(state, [move if role == mover else "noop" for role in game.roles])
            native = native.play(moves[chosen])
        assert game.terminal(state)
        assert sheet_facts(name, list(map(format_term, state))) == board_facts(name, native)
        payoffs = as_payoffs(utility)
        goals = [game.goal(state, role) for role in game.roles]
        if len(payoffs) == 2:
            assert goals == [50 + 50 * ((payoff > 0) - (payoff < 0)) for payoff in payoffs]
        else:
            assert goals == list(payoffs)


def square(number: str) -> tuple[str, str]:
    """The column and row of a square, which native checkers numbers row by row."""
    row, place = divmod(int(number) - 1, 3)
    return str(2 * place + (2 if row % 2 == 0 else 1)), str(row + 1)


def test_agreement_with_checkers() -> None:
    """A capture of several jumps is one native move and several moves of the sheet."""
    game, random = interpreter("checkers"), Random(3)
    results = set()
    for _ in range(12 * LONG):
        state, native = game.initial, Checkers6()
        while native.utility() is None and not game.terminal(state):
            mover = game.roles[native.player]
            moves = {move: [square(number) for number in re.split("[-x]", move)] for move in native.moves()}
            chosen = random.choice(sorted(moves))
            path = moves[chosen]
            for at in range(len(path) - 1):
                kind = "jump" if "x" in chosen else "move"
                possible = {(kind, *way[at], *way[at + 1]) for way in moves.values() if way[: at + 1] == path[: at + 1]}
                if game.terminal(state):
                    break
                assert set(game.legal(state, mover)) == (
                    possible if at else {(kind, *w[0], *w[1]) for w in moves.values()}
                )
                state = joint(game, state, mover, (kind, *path[at], *path[at + 1]))
            native = native.play(chosen)
        if not game.terminal(state) or ("ply", "60") in state:
            continue
        assert native.utility() in (10_000, -10_000) or not native.moves()
        goals = [game.goal(state, role) for role in game.roles]
        results.add(tuple(goals))
        assert sorted(goals) == [0, 100]
        assert goals[native.player] == 0
    assert results == {(100, 0), (0, 100)}


def joint(game: Interpreter, state: Facts, mover: str, move: Term) -> Facts:
    return game.next(state, [move if role == mover else "noop" for role in game.roles])


@pytest.mark.parametrize(
    ("name", "moves", "goals"),
    [
        ("maze", "east east east west west west south east east", 100),
        ("lights_out", "(press 1 1) (press 3 1) (press 1 3) (press 3 3) (press 2 2)", 100),
        ("light_cycles", "east west / east west", (50, 50)),
        ("light_cycles", "west north / west north", (0, 100)),
        ("rock_paper_scissors", "rock scissors / rock rock / paper rock / rock paper / paper rock", (100, 0)),
        ("prisoners_dilemma", " / ".join(["cooperate cooperate"] * 9 + ["defect cooperate"]), (32, 27)),
    ],
)
def test_known_lines(name: str, moves: str, goals: int | tuple[int, ...]) -> None:
    game = interpreter(name)
    state = game.initial
    turns = re.findall(r"\([^)]*\)|\w+", moves) if len(game.roles) == 1 else moves.split(" / ")
    for turn in turns:
        assert not game.terminal(state)
        chosen = [turn] if len(game.roles) == 1 else turn.split()
        legal = [{format_term(move): move for move in game.legal(state, role)} for role in game.roles]
        state = game.next(state, [own[text] for own, text in zip(legal, chosen, strict=True)])
    assert game.terminal(state)
    assert tuple(game.goal(state, role) for role in game.roles) == (goals if isinstance(goals, tuple) else (goals,))


def test_the_eight_puzzle_needs_twenty_moves() -> None:
    """Breadth-first search from both ends, without the counter: a slide can be undone by a slide."""
    game = interpreter("eight_puzzle")

    def slides(cells: Facts) -> Iterator[Facts]:
        for move in game.legal(cells, "player"):
            yield game.next(cells, [move])  # no counter in, no counter out

    tiles = [*"12345678", "blank"]
    solved: Facts = frozenset(("cell", str(at % 3 + 1), str(at // 3 + 1), tile) for at, tile in enumerate(tiles))
    fronts = [{game.initial - {("step", "0")}}, {solved}]
    seen = [set(front) for front in fronts]
    for depth in range(1, 11):
        for end in (0, 1):
            fronts[end] = {after for cells in fronts[end] for after in slides(cells)} - seen[end]
            seen[end] |= fronts[end]
        assert seen[0].isdisjoint(seen[1]) == (depth < 10)
