"""`show`: a tree or a game in a notebook, with the lab's step player over the search. Without anywidget (the extra notebook),
or where its module is not built, it is a picture of the search at its end. The picture goes with the step player too, for
places where a saved notebook is read and nothing is run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from zermelo import draw
from zermelo.events import Enter, Event, Expand
from zermelo.games.tree import Tree, tree
from zermelo.lab.messages import Step
from zermelo.lab.server.files import STATIC
from zermelo.lab.topics.inside.answers import small_board
from zermelo.lab.topics.tree.description import describe
from zermelo.state import State, ZermeloError
from zermelo.textbook.run import run

MODULE = STATIC / "notebook" / "widget.js"
MOST_NODES = 400
"""More than so many nodes are no picture for a notebook; the lab draws them."""


class Picture:
    """A tree and the search over it, as it stood at the end.

    >>> print(Picture(tree([[2, 7], [1, 8]]), ()))
            ▲A
        ┌───┴─────┐
        ▼B        ▼C
     ┌──┴─┐    ┌──┴─┐
    D 2  E 7  F 1  G 8
    """

    def __init__(self, position: State, events: Sequence[Event]) -> None:
        self.position, self.events = position, tuple(events)

    def _repr_svg_(self) -> str:
        return draw.svg(self.position, self.events or None)

    def __repr__(self) -> str:
        return draw.text(self.position, self.events or None)


def show(
    position: State | str | Sequence[Any],
    *,
    search: str | None = "alpha_beta",
    depth: int | None = None,
    **options: Any,
) -> Any:
    """Shows a search over a tree or a game, step by step; `search` is one of `zermelo.textbook.SEARCHES`, or None for the
    bare tree, and takes its options."""
    root: State = position if isinstance(position, State) else tree(position)
    events: list[Event] = []
    if search is not None:
        events = run(root, search, {"depth": depth, **options}, nodes=MOST_NODES).events
    elif not isinstance(root, Tree):
        raise ZermeloError("a game has no tree of its own: say which search to show, as in search='minimax'")
    _check_size(root, events)
    shown, widget = Picture(root, events), _widget_class()
    return shown if widget is None else widget(shown, _record(root, events, search or ""))


def _check_size(root: State, events: Sequence[Event]) -> None:
    nodes = (
        len(root) if isinstance(root, Tree) else len({each.node for each in events if isinstance(each, Enter | Expand)})
    )
    if nodes >= MOST_NODES:
        raise ZermeloError(
            f"a notebook shows fewer than {MOST_NODES} nodes, and this is more: lower depth=, or open it in zermelo lab"
        )


def _record(root: State, events: Sequence[Event], search: str) -> str:
    """All that the step player needs, as the lab's pages get it."""
    shape = describe(root) if isinstance(root, Tree) else None
    steps = tuple(Step(event, str(event)) for event in events)
    drawn = {} if shape else {node.name: small_board(node.state) for node in draw.picture(root, events).nodes}
    boards = {name: drawing for name, drawing in drawn.items() if drawing is not None}
    return msgspec.json.encode({"tree": shape, "steps": steps, "search": search, "boards": boards}).decode()


@cache
def _widget_class() -> Any:
    """The widget, made when first asked for; None where it cannot be shown."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        return None
    if not MODULE.is_file():
        return None

    class StepPlayer(anywidget.AnyWidget):
        _esm = MODULE
        recorded = traitlets.Unicode("").tag(sync=True)

        def __init__(self, shown: Picture, recorded: str) -> None:
            super().__init__(recorded=recorded)
            self._shown = shown

        def __repr__(self) -> str:
            return repr(self._shown)

        def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
            bundle, about = super()._repr_mimebundle_(**kwargs)
            return bundle | {"image/svg+xml": self._shown._repr_svg_()}, about

    return StepPlayer
