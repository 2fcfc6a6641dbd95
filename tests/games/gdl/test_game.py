"""Games given by rules, as the rest of Zermelo sees them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

import zermelo
from zermelo import search, textbook
from zermelo.analysis.perft import divide, perft
from zermelo.engine import Table
from zermelo.games import load_game
from zermelo.games.gdl.game import GdlGame, load_sheet, make_game
from zermelo.games.gdl.grounding import LARGEST_OUTPUT
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.games.goofspiel import Goofspiel
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.kinds.kind import Kind
from zermelo.state import SIMULTANEOUS, ZermeloError


def game(name: str) -> Any:
    return make_game(sheet_text(name), name)


def test_searches_of_two_players() -> None:
    state = game("tic_tac_toe")()
    assert state.kind == Kind(players=2, sums="zero-sum")
    assert zermelo.search(state, method="alpha_beta").value == 0
    assert zermelo.solve(state).value == 0
    assert zermelo.prove(state, goal=1).answer is False
    assert zermelo.prove(state, goal=0).answer is True
    lost = game("tic_tac_toe")("(mark 1 1) (mark 2 1) (mark 2 2) (mark 1 2)")
    assert zermelo.search(lost, method="mcts", simulations=2000, seed=1).value == 100
    assert zermelo.solve(lost).value == 100
    assert [perft(state, depth) for depth in range(6)] == [perft(TicTacToe(), depth) for depth in range(6)]


def test_nim_by_its_nim_sum() -> None:
    state = game("nim")()
    result = zermelo.search(state, method="alpha_beta")
    assert (result.value, result.proven) == (100, True)
    after = state.play("(take 1 2)")  # 1 xor 4 xor 5 is 0
    assert zermelo.solve(after).value == 100
    assert all(zermelo.solve(after.play(move)).value == 100 for move in after.moves())


@pytest.mark.parametrize(("name", "length"), [("maze", 9), ("lights_out", 5), ("eight_puzzle", 20)])
def test_puzzles_are_solved_in_as_few_moves_as_possible(name: str, length: int) -> None:
    state = game(name)()
    assert state.kind.players == 1
    result = zermelo.search(state)
    assert (result.value, result.proven, len(result.line)) == (100, True, length)
    for move in result.line:
        state = state.play(move)
    assert state.utility() == 100
    assert state.goals() == (100,)


def test_several_players() -> None:
    state = game("coins")()
    assert state.kind.payoffs
    assert zermelo.search(state).value == (8, 9, 6)
    assert zermelo.search(state, method="paranoid").value is not None
    three = zermelo.search(game("tic_tac_toe_three")(), method="mcts", simulations=500, seed=1)
    assert isinstance(three.value, tuple)
    assert len(three.value) == 3


@pytest.mark.parametrize("grounded", [True, False])
@pytest.mark.parametrize("name", [name for name in sheet_names() if game(name)().player != SIMULTANEOUS])
def test_max_n_is_that_of_the_textbook(name: str, grounded: bool) -> None:
    """A payoff for each role, but MAX's number and its opposite where the rules make one number."""
    variant = f"; max_n {grounded}\n{sheet_text(name)}"  # a game of its own
    state: Any = make_game(variant, name, output=LARGEST_OUTPUT if grounded else 0)()
    assert bool(state.note) is not grounded
    players, random, states = 2 if state.zero_sum else len(state.seats), Random(name), [state]
    while state.utility() is None and len(states) < 60:
        state = state.play(random.choice(state.moves()))
        states.append(state)

    def evaluate(state: Any) -> Any:
        goals = tuple(crc32(f"{role} {state}".encode()) % 101 for role in state.seats)
        return goals[0] if state.zero_sum else goals

    for state in (states[0], *states[-4:-1]):
        depth = 1 if len(state.moves()) > 10 else 2
        found = search(state, method="max_n", depth=depth, evaluate=evaluate)
        expected = textbook.max_n(state, depth=depth, evaluate=evaluate)
        assert (found.value, found.line) == (expected.value, expected.line)
        assert isinstance(found.value, tuple)
        assert len(found.value) == players
    with pytest.raises(ZermeloError, match=f"evaluate returned {players + 1} payoffs, and"):
        search(states[0], method="max_n", depth=1, evaluate=lambda _: (0,) * (players + 1))


def test_simultaneous_moves() -> None:
    state = game("rock_paper_scissors")()
    assert state.player == SIMULTANEOUS
    assert state.moves() == (("paper", "rock", "scissors"),) * 2
    after = state.play(("rock", "scissors"))
    assert after.utility() is None
    with pytest.raises(ZermeloError, match="a move is 2 texts, not 'rock'"):
        state.play("rock")
    with pytest.raises(ZermeloError, match="well is not a legal move of"):
        state.play(("well", "rock"))
    found = zermelo.search(game("prisoners_dilemma")(), method="mcts", simulations=300, seed=1)
    assert isinstance(found.value, tuple)
    ended = game("prisoners_dilemma")(" ".join(["cooperate cooperate"] * 9 + ["defect cooperate"]))
    assert ended.utility() == (32, 27)
    assert not any(ended.moves())


def test_simultaneous_moves_are_counted() -> None:
    assert [perft(game("rock_paper_scissors")(), depth) for depth in range(4)] == [1, 9, 81, 729]
    assert dict(divide(game("rock_paper_scissors")(), 2))["paper+rock"] == 9
    assert perft(Goofspiel(3), 4) == 3 * 9 * 2 * 4


def test_stage_games_are_solved_exactly() -> None:
    """Left leads by one win before the last of five rounds."""
    state = game("rock_paper_scissors")("rock scissors rock rock paper paper rock rock")
    exact = zermelo.search(state)
    assert exact.method == "stage_game"
    assert exact.proven
    third = Fraction(1, 3)
    assert [[(each.move, each.probability) for each in strategy] for strategy in exact.strategies] == [
        [("paper", third), ("rock", third), ("scissors", third)]
    ] * 2
    # Ahead by one, left wins with two of three answers, and draws with the third.
    assert exact.value == Fraction(200, 3)
    simulated: Any = zermelo.search(state, method="mcts", simulations=20_000, seed=1)
    assert abs(float(simulated.value) - 200 / 3) < 5


@pytest.mark.parametrize("playouts", [None, "uniform"])
def test_uct_on_a_sheet(playouts: str | None) -> None:
    state = game("tic_tac_toe")("(mark 1 1) (mark 3 3) (mark 1 2) (mark 3 2)")
    found: Any = zermelo.search(
        state, method="mcts", selection="uct", simulations=2000, playouts=playouts, solver=False, seed=1
    )
    assert found.move == "(mark 1 3)"
    assert sum(move.visits for move in found.moves) >= 1990
    assert max(found.moves, key=lambda move: move.visits).move == "(mark 1 3)"
    assert {move.move for move in found.moves} == set(state.moves())


SURPRISE = """
(role x) (role y) (init (step 0)) (init lucky)
(<= (legal x 0) (not (true (step 14)))) (<= (legal x 1) (not (true (step 14))))
(<= (legal ?r ?m) (role ?r) (true (step 14)) (true lucky) (bit ?m)) (<= (legal x 0) (true (step 14)) (not (true lucky)))
(<= (legal y noop) (not (true (step 14)))) (<= (legal y noop) (true (step 14)) (not (true lucky)))
(bit 0) (bit 1) (<= (next lucky) (true lucky) (does x 1)) (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (step 15))) (goal x 50) (goal y 50)
""" + "".join(f"(succ {number} {number + 1})" for number in range(15))


def test_simultaneous_moves_that_random_games_do_not_meet() -> None:
    """Both roles have a choice only after x has made one move fourteen times."""
    surprise: Any = make_game(SURPRISE, "surprise")
    state = surprise()
    assert not state.kind.simultaneous
    with pytest.raises(
        ZermeloError, match=r"more than one role has a choice in the state .*: the game has simultaneous moves"
    ):
        surprise(" ".join(["1"] * 14)).moves()
    # Only the search of such a state changes the kind of the game.
    state = surprise()
    result = zermelo.search(state, method="mcts", simulations=200, seed=1)
    assert result.value is not None
    assert state.kind.simultaneous
    assert state.moves() == (("0", "1"), ("noop",))


UNEVEN = """
(role x) (role y) (init (step 0)) (init (control x)) (init lucky) (bit 0) (bit 1)
(<= (legal ?r ?m) (true (control ?r)) (bit ?m)) (<= (legal x noop) (true (control y))) (<= (legal y noop) (true (control x)))
(<= (next (control x)) (true (control y))) (<= (next (control y)) (true (control x)))
(<= (next lucky) (true lucky) (not (does x 0))) (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (step 30))) (<= (goal x 100) (true lucky)) (<= (goal x 0) (not (true lucky))) (goal y 100)
""" + "".join(f"(succ {number} {number + 1})" for number in range(30))
"""Both get 100 if all fifteen moves of x were 1, else y alone does."""
ONES = " ".join(["1"] * 24)


@pytest.mark.parametrize("grounded", [True, False])
@pytest.mark.parametrize("limits", [{"seconds": 0.3}, {"nodes": 3000}, {"simulations": 3000}, {"method": "max_n"}, {}])
def test_goals_that_seemed_to_add_up(limits: dict[str, Any], grounded: bool) -> None:
    """Random games do not meet the end that both players win; the search that does begins anew, once."""
    variant = f"; {sorted(limits)} {grounded}\n{UNEVEN}"  # a game of its own
    uneven: Any = make_game(variant, "uneven", output=1 << 20 if grounded else 0)
    assert bool(uneven.note) is not grounded
    state = uneven(ONES)
    assert state.kind.sums == "zero-sum"
    table = Table(4)
    for _ in range(2):
        found: Any = search(state, table=table, **limits)
        assert isinstance(found.value, tuple)
        assert found.move == "1"
        assert state.kind == Kind(players=2, payoffs=True)
        assert not state.zero_sum


def test_methods_for_zero_sum_games_refuse_goals_that_do_not_add_up() -> None:
    asked: tuple[Callable[[Any], object], ...] = (
        zermelo.solve,
        zermelo.prove,
        lambda state: search(state, method="alpha_beta"),
    )
    for number, ask in enumerate(asked):
        uneven: Any = make_game(f"; {number}\n{UNEVEN}", "uneven")
        state = uneven(ONES)
        assert state.kind.sums == "zero-sum"
        for _ in range(2):
            with pytest.raises(ZermeloError, match="payoff") as caught:
                ask(state)
            assert "again" not in str(caught.value)


def test_notation() -> None:
    tic_tac_toe = game("tic_tac_toe")
    state = tic_tac_toe("(mark 2 2) (mark 1 1)")
    assert tic_tac_toe(state.notation()) == state
    assert hash(tic_tac_toe(state.notation())) == hash(state)
    assert str(state) == "3 . . .\n2 . x .\n1 o . .\n  1 2 3\n(control x)"
    assert tic_tac_toe("") == tic_tac_toe()
    for position, reason in {
        "(mark 2 2) (mark 2 2)": r"move 2: \(mark 2 2\) is not a legal move here",
        "{(cell 9 9 x)}": r"\(cell 9 9 x\) is not a fact of this game",
        "{(cell 1 1 x)": "end with }",
        "(mark 2 2": "a closing parenthesis is missing",
        "mark 2)": "a closing parenthesis too many",
        "(mark 1 1) (mark 1 2) (mark 2 1) (mark 2 2) (mark 3 1) (mark 3 3)": "the game is over before it",
    }.items():
        with pytest.raises(ZermeloError, match=reason):
            tic_tac_toe(position).moves()


def test_loading(tmp_path: Path) -> None:
    file = tmp_path / "mine.kif"
    file.write_text(sheet_text("nim"))
    state: Any = load_game(str(file))
    assert isinstance(state, GdlGame)
    assert type(state) is game("nim")
    assert type(load_sheet("nim.kif")) is type(state)
    with pytest.raises(ZermeloError, match="no_such"):
        load_game("no_such.kif")
    file.write_text("(role white)")
    with pytest.raises(ZermeloError, match=r"mine.kif: line 1, column 1: the game has no goal rule"):
        load_game(str(file))


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("(legal x go) (goal x 0) (goal x 100)", "x does not have exactly one goal in the state"),
        ("(legal x go) (<= (goal x 0) (true (at 7)))", "x does not have exactly one goal"),
        ("(<= (legal x go) (true (at 0))) (goal x 0)", r"x has no legal move in the state \(at 1\)"),
    ],
)
def test_rules_that_break_their_promises(rules: str, reason: str) -> None:
    text = (
        "(role x) (init (at 0)) (succ 0 1) (succ 1 2) (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n))"
        f"(<= terminal (true (at 2))) {rules}"
    )
    with pytest.raises(ZermeloError, match=f"the rules fail in a random game: {reason}"):
        make_game(text)


def test_a_tree_is_kept_between_searches() -> None:
    table = Table(1)
    state = load_sheet("connect_four.kif")
    first = search(state, method="mcts", simulations=2_000, table=table)
    reply = state.play(first.move)
    second = search(reply, method="mcts", simulations=500, table=table)
    alone = search(reply, method="mcts", simulations=500)
    assert sum(move.visits or 0 for move in second.moves) > sum(move.visits or 0 for move in alone.moves)


@pytest.mark.parametrize("name", sheet_names())
def test_every_sheet_keeps_the_promises_of_a_game(name: str) -> None:
    report = zermelo.check(load_sheet(f"{name}.kif"), games=3, plies=100)
    assert report.ok, str(report)


def test_the_same_text_is_the_same_game_as_long_as_it_is_in_use() -> None:
    state = load_sheet("nim.kif")
    for number in range(20):  # more than are kept without being used
        make_game(f"; sheet {number}\n{sheet_text('nim')}", "Nim")
    assert load_sheet("nim.kif") == state
