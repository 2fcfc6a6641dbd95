"""Every search of two-player games against brute force, over thousands of random trees, under both tie rules."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.long import many
from tests.textbook.reference import (
    TWO_PLAYER_SEARCHES,
    brute_force,
    distinct_leaves,
    evaluated,
    follow,
    leaves_looked_at,
    nested_lists,
)
from zermelo import tree
from zermelo.events import Enter, Event, Improve, Leave
from zermelo.result import Fail, Ties
from zermelo.state import ZermeloError, as_number
from zermelo.textbook import (
    SEARCHES,
    alpha_beta,
    deepening,
    minimax,
    negamax,
    sanity_test,
    sss_star,
)

roots = st.sampled_from(["max", "min"])


@pytest.mark.parametrize("search", TWO_PLAYER_SEARCHES)
@settings(max_examples=many(400))
@given(nested=nested_lists, root=roots)
def test_value_and_move_are_right(search: str, nested: Any, root: str) -> None:
    position = tree(nested, root=root)
    result = SEARCHES[search](position)
    assert result.value == brute_force(nested, root == "max")
    assert result.bound == "exact"
    chosen = nested[position.moves().index(result.move)]
    assert brute_force(chosen, root != "max") == result.value, "the move at the root must reach the value"
    if search != "mtdf":
        assert follow(position, result.line) == result.value


@pytest.mark.parametrize("ties", ["equal", "strict"])
@settings(max_examples=many(1000))
@given(nested=nested_lists, root=roots)
def test_alpha_beta_looks_where_it_should(ties: Ties, nested: Any, root: str) -> None:
    position = tree(nested, root=root)
    events: list[Event] = []
    result = alpha_beta(position, ties=ties, watch=events.append)
    seen = evaluated(events)
    assert [position[name].value for name in seen] == leaves_looked_at(nested, root == "max", ties)
    assert result.value == brute_force(nested, root == "max")
    twins: list[tuple[Any, Fail]] = [(negamax, "soft"), (alpha_beta, "hard"), (negamax, "hard")]
    for twin, fail in twins:
        others: list[Event] = []
        assert twin(position, ties=ties, fail=fail, watch=others.append).value == result.value
        assert evaluated(others) == seen
    unwatched = alpha_beta(position, ties=ties)
    assert (unwatched.nodes, unwatched.evaluations) == (result.nodes, result.evaluations)


@pytest.mark.parametrize("search", TWO_PLAYER_SEARCHES)
@settings(max_examples=many(200))
@given(nested=nested_lists, root=roots)
def test_what_is_said_of_inner_nodes_is_true(search: str, nested: Any, root: str) -> None:
    position = tree(nested, root=root)
    events: list[Event] = []
    SEARCHES[search](position, watch=events.append)
    truth = {node.name: as_number(minimax(node).value) for node in position.nodes}
    for event in events:
        if isinstance(event, Leave):
            assert event.value is not None
            assert not isinstance(event.value, tuple)
            if event.bound == "exact":
                assert event.value == truth[event.node]
            elif event.bound == "lower":
                assert event.value <= truth[event.node]
            else:
                assert event.value >= truth[event.node]


@settings(max_examples=many(500))
@given(nested=nested_lists, root=roots)
def test_each_bound_is_the_best_of_all_ancestors_and_names_its_giver(nested: Any, root: str) -> None:
    position = tree(nested, root=root)
    events: list[Event] = []
    alpha_beta(position, watch=events.append)
    has: dict[str, float] = {}
    for event in events:
        if isinstance(event, Improve) and isinstance(event.value, int):
            has[event.node] = event.value
        if isinstance(event, Enter):
            above, best = position[event.node].parent, {0: (None, None), 1: (None, None)}
            while above is not None:
                value, (known, _) = has.get(above.name), best[above.player]
                # The nearest of equals loses: a bound belongs to the ancestor that set it first.
                if value is not None and (known is None or (value >= known if above.player == 0 else value <= known)):
                    best[above.player] = (value, above.name)  # type: ignore[assignment]
                above = above.parent
            assert (event.alpha, event.alpha_from) == best[0]
            assert (event.beta, event.beta_from) == best[1]


@settings(max_examples=many(500))
@given(nested=nested_lists, root=roots)
def test_sss_star_never_looks_where_alpha_beta_does_not(nested: Any, root: str) -> None:
    position = tree(distinct_leaves(nested), root=root)
    best_first: list[Event] = []
    depth_first: list[Event] = []
    assert sss_star(position, watch=best_first.append).value == alpha_beta(position, watch=depth_first.append).value
    assert set(evaluated(best_first)) <= set(evaluated(depth_first))
    assert len(evaluated(best_first)) == len(set(evaluated(best_first)))


@pytest.mark.parametrize("ties", ["equal", "strict"])
@settings(max_examples=many(150))
@given(nested=nested_lists, root=roots)
def test_skipped_leaves_cannot_matter(ties: Ties, nested: Any, root: str) -> None:
    assert all(each.holds for each in sanity_test(tree(nested, root=root), ties=ties))


@settings(max_examples=many(200))
@given(nested=nested_lists, root=roots, data=st.data())
def test_a_window_gives_the_value_or_the_bound_it_promises(nested: Any, root: str, data: st.DataObject) -> None:
    truth = brute_force(nested, root == "max")
    low = data.draw(st.integers(-10, 9))
    high = data.draw(st.integers(low + 1, 10))
    conventions: list[Fail] = ["soft", "hard"]
    for fail in conventions:
        found = as_number(alpha_beta(tree(nested, root=root), window=(low, high), fail=fail).value)
        if low < found < high:
            assert found == truth
        else:
            assert truth <= found if found <= low else truth >= found
        assert fail == "soft" or low <= found <= high


@pytest.mark.parametrize("window", [(10, 5), (5, 5), (inf, -inf), (float("nan"), 1)])
def test_a_window_that_is_no_range_is_refused(window: tuple[float, float]) -> None:
    with pytest.raises(ZermeloError, match="window must be a smaller and a larger number, not "):
        alpha_beta(tree([[3, 6], [2, 8]]), window=window)


@settings(max_examples=many(200))
@given(nested=nested_lists, depth=st.integers(0, 4), root=roots)
def test_a_horizon_takes_static_values(nested: Any, depth: int, root: str) -> None:
    position = tree(nested, root=root)

    def static(node: Any) -> int:
        return sum(ord(letter) for letter in node.name) * 7919 % 23

    results = {
        name: SEARCHES[name](position, depth=depth, evaluate=static).value
        for name in TWO_PLAYER_SEARCHES
        if name != "deepening"
    }
    results["deepening"] = deepening(position, depth=depth, evaluate=static).value
    assert len(set(results.values())) == 1, results
