"""Writes tests/data/replay.json, from which Python (`draw/marks.py`) and the pages (`web/src/lib/replay`) must read the same:
recorded searches, and after each step what changed on the nodes; numbers and bounds as text.

    python -m tests.draw.replay_fixture
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, cast

import msgspec

from zermelo.draw.marks import Mark, Trace, apply
from zermelo.draw.model import PictureNode
from zermelo.engine.record import record_events
from zermelo.events import Cutoff, Enter, Event, Improve, Prune
from zermelo.lab.topics.tree.description import describe
from zermelo.methods import search as engine_search
from zermelo.records.positions import parse_position
from zermelo.result import SIGNS, Bound
from zermelo.state import State, format_number
from zermelo.textbook import SEARCHES
from zermelo.trees import Tree, example, tree

FIXTURE = Path(__file__).parent.parent / "data" / "replay.json"
NUMBERS = (
    *(0, -0.0, 3, -12, 2.5, 0.1, 1 / 3, -2 / 3, 100.0, 1e6 / 7, 99999.95, 123456789, 123456789.5, 1e14, 1e15, 1e21, -1e300),
    *(0.001, 0.0001, 0.00012345678, 0.000099999999, 1e-5, 1.5e-7, 5e-324, -5e-324, 2.3e-308),
)  # fmt: skip
DEEP = "A(B(E=2 F=3(K=3 L=0)) C(G=7(M(Q=1 R=5) N=7) H=6) D(I=1 J=20(O=2 P=20)))"
CHANCE = "A(B?(1/3:D=1 2/3:E=4) C?(1/4:F=-2.5 3/4:G=5))"
NOISY = "A(B!=3(D=1 E=9) C=2(F=4 G=5))"


def searches() -> Iterator[tuple[str, State, dict[str, Any]]]:
    """Small searches in which every event occurs."""
    yield "minimax", tree([[3, 1 / 8], [2, 7]]), {}
    yield "alpha_beta", tree(DEEP), {}
    yield "alpha_beta", tree([[5, 6], [4, 9], [5, 1]]), {"ties": "strict", "fail": "hard"}
    yield "deepening", tree(DEEP), {}
    yield "scout", tree([[3, 5], [2, 8], [4, 6]]), {}
    yield "mtdf", tree([[3, 5], [2, 8]]), {}
    yield "sss_star", tree([[3, 5], [2, 8]]), {}
    yield "sss_star", tree([[3, [-5, 8]], [7.5, -2], [3, 3]]), {}
    yield "sss_star", tree([[3, [-5, 8]], [7.5, -2], [3, 3]], root="min"), {}
    yield "minimax_open", tree([[3, 5], [2, 8]]), {}
    yield "quiescence", tree(NOISY), {"depth": 1}
    yield "expectiminimax", tree(CHANCE), {}
    yield "star2", tree(CHANCE), {"bounds": (-3, 5)}
    yield "max_n", example("nine_coins"), {"total": 9, "least": 1}
    yield "backward_induction", example("indifference"), {}
    yield "mcts", tree([[3, 5], [2, 8]]), {"simulations": 6, "seed": 1}
    yield "mcts", tree(CHANCE), {"simulations": 8, "seed": 1}
    yield "transpositions", parse_position("nim", "1 2"), {}
    yield "alpha_beta", parse_position("tic_tac_toe", "XOX/OXO/..."), {}


def build() -> dict[str, Any]:
    """Return the fixture's content."""
    return {
        "numbers": [[number, format_number(number)] for number in NUMBERS],
        "signs": SIGNS,
        "recordings": [*(record(*search) for search in searches()), engine(), improvements()],
    }


def record(search: str, state: State, options: dict[str, Any]) -> dict[str, Any]:
    """Run a search, and return its events with what each changes."""
    events: list[Event] = []
    SEARCHES[search](state, watch=events.append, **options)
    return {
        "search": search,
        "nodes": msgspec.to_builtins(describe(state).nodes) if isinstance(state, Tree) else None,
        "steps": list(steps(events)),
    }


def engine() -> dict[str, Any]:
    """The engine's own search, as it was recorded."""
    state = parse_position("tic_tac_toe", "XO./.X./..O")
    events = list(record_events(state, engine_search(state, method="alpha_beta", depth=2, record=30)))
    return {"search": "engine", "nodes": None, "steps": list(steps(events))}


def improvements() -> dict[str, Any]:
    """Every kind of improvement of every kind of value, and cutoffs before a node is entered again: more than small searches
    have."""
    events: list[Event] = []
    for before in (None, "MAX", "MIN", "P1"):
        for role, bound in product(("MAX", "MIN", "P1"), ("exact", "lower", "upper")):
            events.append(Enter("A", None, None, "MAX", 0))
            if before is not None:
                events.append(Improve("A", "B", len(events), before))
            events.append(Improve("A", "B", len(events), role, cast(Bound, bound), beta=9))
        events.append(Cutoff("A", "beta", len(events), 9, None, None, False, (), (), "MAX"))
    events += [Enter("B", "A", "B", "MIN", 1), Prune("B", 3, "lower", "null_move")]
    nodes = msgspec.to_builtins(describe(tree("A(B=1)")).nodes)
    return {"search": "improvements", "nodes": nodes, "steps": list(steps(events))}


def steps(events: list[Event]) -> Iterator[dict[str, Any]]:
    """The events as JSON, each with what is known after it. Of marks only those that changed; null is one that is gone."""
    trace, before = Trace(), dict[str, Any]()
    for event in events:
        apply(trace, event)
        after = {name: describe_mark(trace, name, mark) for name, mark in trace.marks.items()}
        changed = {name: after.get(name) for name in sorted({*before, *after}) if before.get(name) != after.get(name)}
        yield {
            "event": msgspec.to_builtins(event),
            "current": trace.current,
            "evaluated": len(trace.evaluated),
            "marks": changed,
            **({"path": answer} if (answer := path(trace)) else {}),
            **(
                {"orders": {node: sorted(at, key=at.__getitem__) for node, at in trace.orders.items()}}
                if trace.orders
                else {}
            ),
        }
        before = after


def describe_mark(trace: Trace, name: str, mark: Mark) -> list[Any]:
    """A node as a drawing shows it: status, value, alpha, beta, and the kind, ancestor and depth of a cutoff."""
    node = PictureNode(
        name=name, title="", parent=-1, depth=0, role="",
        value=mark.value, bound=mark.bound, visits=mark.visits, alpha=mark.alpha, beta=mark.beta,
    )  # fmt: skip
    cut = trace.cuts.get(name)
    return [mark.status, node.value_text, *node.window, *([cut.kind, cut.by, cut.deep] if cut else [])]


def path(trace: Trace) -> list[str]:
    """The names of the nodes of the last answer, from the root; empty where there is none."""
    found = [trace.root] if trace.root and trace.line else []
    for move in trace.line:
        below = [branch.name for branch in trace.branches.get(found[-1], []) if branch.move == move]
        if not below:
            break
        found.append(below[0])
    return found if len(found) > 1 else []


def write(content: dict[str, Any]) -> str:
    """The fixture as text, one step per line."""
    lines = [
        "{",
        f'"numbers": {json.dumps(content["numbers"])},',
        f'"signs": {_dumps(content["signs"])},',
        '"recordings": [',
    ]
    for number, recording in enumerate(content["recordings"]):
        lines.append(
            f'{"," if number else ""}{{"search": {_dumps(recording["search"])}, "nodes": {_dumps(recording["nodes"])},'
        )
        lines.append('"steps": [\n' + ",\n".join(map(_dumps, recording["steps"])) + "\n]}")
    return "\n".join([*lines, "]}"]) + "\n"


def _dumps(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    FIXTURE.write_text(write(build()), encoding="utf-8")
