"""Dominated actions: dominators are exact, none is missed, and strict elimination loses no equilibrium."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.equilibrium.random_games import ANY, PARTS, TIES, exactly, games, games_of_three, vertex_mixes
from zermelo.equilibrium import MatrixGame, dominated, eliminate, equilibria, matrix_game, pure_equilibria
from zermelo.equilibrium.dominance import Kind
from zermelo.equilibrium.examples import example
from zermelo.equilibrium.numbers import dot

GAMES = st.one_of(games(ANY), games(TIES), games(PARTS, most=3), games_of_three())


@settings(max_examples=60)
@given(GAMES, st.sampled_from(["strict", "weak"]))
def test_dominators_pay_more(game: MatrixGame, kind: Kind) -> None:
    for each in dominated(game, kind):
        assert sum(each.by) == 1
        assert min(each.by) >= 0
        assert each.by[each.action] == 0
        table = game.payoff_table(each.player)
        leads = [dot(each.by, column) - column[each.action] for column in zip(*table, strict=True)]
        assert min(leads) > 0 if kind == "strict" else (min(leads) >= 0 and max(leads) > 0)
        assert game.actions[each.player][each.action] in each.explanation


@settings(max_examples=30)
@given(GAMES, st.booleans())
def test_elimination_removes_the_first_dominated_action_of_the_reduced_game(game: MatrixGame, weak: bool) -> None:
    kinds: tuple[Kind, ...] = ("strict", "weak") if weak else ("strict",)
    kept = [list(range(count)) for count in game.shape]
    done = eliminate(game, weak)
    for step in done.steps:
        left = game.restricted(kept)
        first = next(each for kind in kinds for each in dominated(left, kind))
        eliminated = kept[first.player].pop(first.action)
        assert (first.player, eliminated, first.kind) == (
            step.domination.player,
            step.domination.action,
            step.domination.kind,
        )
    assert not any(dominated(done.game, kind) for kind in kinds)


@settings(max_examples=60)
@given(st.one_of(games(ANY), games(TIES)))
def test_actions_are_strictly_dominated_iff_they_are_never_a_best_reply(game: MatrixGame) -> None:
    """Pearce (1984): with two players the two are the same. Best replies change only at vertices, so those are enough."""
    eliminated = {(each.player, each.action) for each in dominated(game)}
    for player in (0, 1):
        table = game.payoff_table(player)
        best = set()
        for mix in vertex_mixes(table, game.shape[1 - player]):
            pays = [dot(row, mix) for row in table]
            best |= {action for action, pay in enumerate(pays) if pay == max(pays)}
        assert {action for who, action in eliminated if who == player} == set(range(game.shape[player])) - best


@settings(max_examples=60)
@given(st.one_of(games(TIES), games(ANY)))
def test_strict_elimination_loses_no_equilibrium(game: MatrixGame) -> None:
    done = eliminate(game)
    left = set()
    for each in equilibria(done.game).extreme:
        mixes = []
        for mix, kept, count in zip(each.mixes, done.kept, game.shape, strict=True):
            whole = [Fraction(0)] * count
            for action, part in zip(kept, mix, strict=True):
                whole[action] = part
            mixes.append(tuple(whole))
        left.add(tuple(mixes))
    assert left == {each.mixes for each in equilibria(game).extreme}


@settings(max_examples=40)
@given(games_of_three())
def test_strict_elimination_loses_no_pure_equilibrium_of_three_players(game: MatrixGame) -> None:
    done = eliminate(game)
    found = {
        tuple(kept[each] for kept, each in zip(done.kept, profile, strict=True))
        for profile in pure_equilibria(done.game)
    }
    assert found == set(pure_equilibria(game))


@settings(max_examples=40)
@given(GAMES)
def test_the_order_of_strict_elimination_does_not_matter(game: MatrixGame) -> None:
    last = tuple(tuple(range(count)) for count in game.shape)
    while found := dominated(game.restricted(last)):
        each = found[-1]
        last = tuple(
            tuple(action for place, action in enumerate(kept) if (player, place) != (each.player, each.action))
            for player, kept in enumerate(last)
        )
    assert eliminate(game).kept == last


@settings(max_examples=40)
@given(GAMES)
def test_weak_elimination_keeps_an_equilibrium_and_removes_at_least_as_much(game: MatrixGame) -> None:
    strict, weak = eliminate(game), eliminate(game, weak=True)
    assert all(set(few) <= set(many) for few, many in zip(weak.kept, strict.kept, strict=True))
    assert all(weak.kept)
    if len(game.players) == 2:
        lost = {(step.domination.player, step.domination.action) for step in weak.steps}
        assert any(not any(each.mixes[player][action] for player, action in lost) for each in equilibria(game).extreme)


def test_the_steps_are_explained() -> None:
    done = eliminate(example("tcp"))
    assert done.solved
    assert [step.domination.explanation for step in done.steps] == [
        "Sender 1 never plays C: D pays more whatever Sender 2 does (0 > -1, -3 > -4).",
        "Sender 2 never plays C: in the reduced game, D pays more whatever Sender 1 does (-3 > -4).",
    ]
    assert [step.kept for step in done.steps] == [((1,), (0, 1)), ((1,), (1,))]


def test_dominance_by_a_mix_only() -> None:
    (bottom,) = dominated(example("mixture"))
    assert bottom.by == exactly("1/2 1/2 0")
    assert bottom.explanation == (
        "Row never plays bottom: the mix 1/2 top + 1/2 middle pays more whatever Column does (3/2 > 1, 3/2 > 1)."
    )


def test_weak_dominance_by_a_mix() -> None:
    """Row's last action is as good as half and half against the first two columns, and worse against the third."""
    game = matrix_game("2,0 0,0 1,0; 0,0 2,0 1,0; 1,0 1,0 0,0")
    assert dominated(game) == ()
    (last,) = (each for each in dominated(game, "weak") if each.player == 0)
    assert last.action == 2
    assert "never pays less, and sometimes more" in last.explanation


@pytest.mark.parametrize("size", [21, 40])
def test_in_a_large_game_only_single_actions_are_tried(size: int) -> None:
    game = matrix_game([[int(row == column) for column in range(size)] for row in range(size)] + [[-1] * size])
    assert [(each.player, each.action) for each in dominated(game)] == [(0, size)]
    assert not eliminate(game).mixes_tried
    assert eliminate(matrix_game([[1] * size, *([[0] * size] * size)])).mixes_tried, "what is left is small"
