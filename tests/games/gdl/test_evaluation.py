"""Static values of rule sheets: features, weights, learning, and the random games at leaves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from zermelo import search
from zermelo.engine import Table
from zermelo.games.gdl.features import find_sums
from zermelo.games.gdl.game import GdlGame, load_sheet, make_game
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.learning import explain
from zermelo.state import ZermeloError


@pytest.fixture
def breakthrough() -> Any:
    state = load_sheet("breakthrough.kif")
    yield state
    type(state).use_weights({})


def random_states(start: GdlGame, count: int, seed: int) -> list[GdlGame]:
    random, states = Random(seed), list[GdlGame]()
    while len(states) < count:
        state = start
        for _ in range(random.randrange(1, 20)):
            state = state.play(random.choice(state.moves()))
            if state.utility() is not None:
                break
        else:
            states.append(state)
    return states


def test_features_count_what_the_facts_say(breakthrough: GdlGame) -> None:
    for state in [breakthrough, *random_states(breakthrough, 30, 1)]:
        sign = 1 if state.player == 0 else -1
        features = {name: sign * value for name, value in state.features().items()}
        facts = state.facts()
        assert features["constant"] == 1
        assert {name for name in state.rules.facts if features[name]} == set(facts)
        white = [fact.strip("()").split() for fact in facts if fact.startswith("(cell") and fact.endswith("white)")]
        assert features["(cell ? ? white)"] == len(white)
        assert features["(cell ? x white)"] == pytest.approx(sum(int(row) / 8 for _, _, row, _ in white), abs=0.1)
        moves = len(state.moves())
        assert features["mobility white"] == (moves if state.player == 0 and moves > 1 else 0)
        assert features["mobility black"] == (moves if state.player == 1 and moves > 1 else 0)
        assert (features["goal white"], features["goal black"]) == state.goals()


def test_sums_of_all_sheets_are_over_facts_of_one_relation() -> None:
    for name in sheet_names():
        facts = load_sheet(f"{name}.kif").rules.facts
        for title, terms in find_sums(facts):
            assert len(terms) == len({fact for fact, _ in terms}) > 2
            assert {facts[fact].split()[0] for fact, _ in terms} == {title.split()[0]}


def test_weights_are_a_linear_function_in_the_search(breakthrough: GdlGame) -> None:
    random = Random(5)
    weights = {name: random.uniform(-1, 1) for name in breakthrough.rules.features}

    def by_hand(state: GdlGame) -> float:
        value = sum(weights[name] * feature for name, feature in state.features().items())
        return value if state.player == 0 else -value

    for state in random_states(breakthrough, 12, 2):
        for depth in (1, 2):
            ours = search(state, method="alpha_beta", depth=depth, evaluate=weights)
            twin = search(state, method="alpha_beta", depth=depth, evaluate=by_hand)
            assert ours.value == pytest.approx(twin.value, abs=0.05)


def test_material_alone_captures(breakthrough: GdlGame) -> None:
    state = type(breakthrough)("{(cell a 1 white) (cell d 4 white) (cell e 5 black) (cell h 8 black) (control white)}")
    result = search(state, depth=1, evaluate={"(cell ? ? white)": 1, "(cell ? ? black)": -1})
    assert (result.move, result.value) == ("(move d 4 e 5)", 1)


def test_learning_depends_on_the_seed_and_the_rounds_alone(breakthrough: GdlGame) -> None:
    game = type(breakthrough)
    learnt = []
    for seed in (3, 3, 4):
        assert game.learn(seconds=600, rounds=51, seed=seed) == 51
        learnt.append(breakthrough.weights())
    assert learnt[0] == learnt[1] != learnt[2]
    weights = learnt[0]
    # A man before the last row wins unless it is captured at once, and its place counts more than that of others.
    assert min(weights[f"(cell {column} 7 white)"] for column in "bcdefg") > 5
    assert max(weights[f"(cell {column} 2 black)"] for column in "bcdefg") < -5


def test_the_centre_of_tic_tac_toe_is_worth_most() -> None:
    game = make_game(sheet_text("tic_tac_toe"))
    game.learn(seconds=600, rounds=20)
    weights = game().weights()
    game.use_weights({})
    first = game().play("(mark 2 2)").facts()
    mark = next(fact.rstrip(")").split()[-1] for fact in first if fact.startswith("(cell 2 2"))
    # The centre is on four lines, an edge on two.
    assert weights[f"(cell 2 2 {mark})"] > max(weights[f"(cell {at} {mark})"] for at in ("1 2", "2 1", "2 3", "3 2"))


def test_static_values_come_and_go_with_the_weights(breakthrough: GdlGame) -> None:
    game, table = type(breakthrough), Table(1)
    assert not breakthrough.evaluates
    assert breakthrough.weights() == {}
    assert search(breakthrough, method="alpha_beta", depth=2, table=table).value is None
    game.use_weights({"constant": 12.5})
    assert breakthrough.evaluates
    assert breakthrough.evaluate() == 12.5
    assert search(breakthrough, method="alpha_beta", depth=2, table=table).value == 12.5
    assert [part.contribution for part in explain(breakthrough) if part.contribution] == [12.5]
    assert [part.contribution for part in explain(breakthrough.play("(move a 2 a 3)")) if part.contribution] == [-12.5]
    game.use_weights({})
    assert search(breakthrough, method="alpha_beta", depth=2, table=table).value is None
    with pytest.raises(ZermeloError, match="mobility whit"):
        game.use_weights({"mobility whit": 1})


class CountedName(str):
    """The name of a feature that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        CountedName.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_thousands_of_weights_are_not_compared_with_each_other(breakthrough: GdlGame) -> None:
    weights: dict[str, float] = {CountedName(name): 0.0 for name in breakthrough.features()}
    CountedName.compared = 0
    search(breakthrough, method="mcts", simulations=1, evaluate=weights)
    type(breakthrough).use_weights(weights)
    type(breakthrough).use_weights({})
    assert len(weights) > 100
    assert CountedName.compared <= 10 * len(weights)


def test_what_cannot_learn() -> None:
    with pytest.raises(ZermeloError, match="who move in turn"):
        type(load_sheet("rock_paper_scissors.kif")).learn(0.1)
    with pytest.raises(ZermeloError, match="two roles whose goals"):
        type(load_sheet("coins.kif")).learn(0.1)
    nim = type(load_sheet("nim.kif"))
    for seconds in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ZermeloError, match="seconds must be"):
            nim.learn(seconds)
    with pytest.raises(ZermeloError, match="rounds must be"):
        nim.learn(1, rounds=0)
    asked: list[int] = []
    nim.learn(600, cancel=lambda: bool(asked.append(1)) or len(asked) > 3)  # type: ignore[func-returns-value]
    assert len(asked) == 4
    nim.use_weights({})


# ---- random games at leaves


def test_random_games_at_leaves_find_the_value() -> None:
    state = load_sheet("tic_tac_toe.kif")
    for batch in (1, 16, 64):
        result = search(state, method="mcts", simulations=60_000, batch=batch)
        assert (result.value, result.proven) == (0, True)


def test_random_games_at_leaves_are_the_same_for_the_same_seed() -> None:
    state = load_sheet("connect_four.kif")
    runs = [search(state, method="mcts", simulations=300, batch=8, seed=seed) for seed in (1, 1, 2)]
    assert runs[0].moves == runs[1].moves != runs[2].moves


def test_the_mean_of_a_leaf_is_that_of_random_games() -> None:
    # With eight simulations each move has one, of 512 random games.
    state = load_sheet("connect_four.kif")
    centre = state.play("(drop 4)").playouts(50_000, seed=3)[0]
    result = search(state, method="mcts", simulations=8, batch=1, solver=False, seed=5)
    values = {move.move: move.value for move in result.moves}
    assert values["(drop 4)"] == pytest.approx(centre[0] - centre[1], abs=20)


def test_payoffs_of_several_players_at_leaves() -> None:
    state = load_sheet("coins.kif")
    exact = search(state, method="max_n")
    result = search(state, method="mcts", simulations=3000, batch=16)
    assert isinstance(result.value, tuple)
    assert len(result.value) == 3
    assert result.move == exact.move


@pytest.mark.parametrize("name", ["connect_four", "coins", "maze"])
def test_random_games_that_end_ask_for_no_static_value(name: str) -> None:
    def fail(state: object) -> float:
        raise AssertionError

    state = load_sheet(f"{name}.kif")
    plain, judged = (search(state, method="mcts", simulations=20, evaluate=each) for each in (None, fail))
    assert (judged.moves, judged.value) == (plain.moves, plain.value)
    evaluated = search(
        state, method="mcts", simulations=20, plies=0, evaluate=lambda _: (7, 8, 9) if name == "coins" else 7
    )
    assert evaluated.value is not None


def test_an_evaluator_of_batches_takes_rule_sheets() -> None:
    class Even:
        def evaluate_batch(self, states: Any) -> list[float]:
            assert all(isinstance(state, GdlGame) for state in states)
            return [0.0] * len(states)

    result = search(load_sheet("tic_tac_toe.kif"), method="mcts", simulations=200, evaluate=Even(), batch=4)
    assert result.move is not None


def test_batches_are_for_rule_sheets() -> None:
    from zermelo.games.connect_four import ConnectFour

    with pytest.raises(ZermeloError, match="batch needs"):
        search(ConnectFour(), method="mcts", batch=4)
    with pytest.raises(ZermeloError, match="batch must be"):
        search(load_sheet("tic_tac_toe.kif"), method="mcts", batch=513)
