"""`show`: a search over a tree or a game in a notebook, with the lab's step player.

Without anywidget (the extra `notebook`), or where the step player is not built, `show` returns a picture of the search at its
end. The step player has that picture too, for viewers that do not run notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from zermelo import draw
from zermelo.events import Enter, Event, Expand
from zermelo.lab.messages import Step
from zermelo.lab.server.files import STATIC
from zermelo.lab.topics.inside.answers import small_board
from zermelo.lab.topics.tree.description import describe
from zermelo.state import State, ZermeloError
from zermelo.textbook.run import run
from zermelo.trees import Tree, tree

MODULE = STATIC / "notebook" / "widget.js"
MOST_NODES = 400
"""Larger trees are for the lab, not for a notebook."""


class Picture:
    """A picture of a tree and the end of a search over it.

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
    """Show a search over a tree or a game, step by step.

    Parameters
    ----------
    position
        A state, or a tree as `zermelo.tree` reads it.
    search
        One of `zermelo.textbook.SEARCHES`, or None for the bare tree.
    depth, options
        Options of the search.

    Returns
    -------
    A widget, or a `Picture` where widgets are not available.

    Raises
    ------
    ZermeloError
        If the search visits 400 nodes or more.
    """
    root: State = position if isinstance(position, State) else tree(position)
    events: list[Event] = []
    if search is not None:
        events = run(root, search, {"depth": depth, **options}, nodes=MOST_NODES).events
    elif not isinstance(root, Tree):
        raise ZermeloError("a game has no tree without a search: choose one, as in search='minimax'")
    _check_size(root, events)
    shown, widget = Picture(root, events), _widget_class()
    return shown if widget is None else widget(shown, _record(root, events, search or ""))


def _check_size(root: State, events: Sequence[Event]) -> None:
    nodes = (
        len(root) if isinstance(root, Tree) else len({each.node for each in events if isinstance(each, Enter | Expand)})
    )
    if nodes >= MOST_NODES:
        raise ZermeloError(f"a notebook shows fewer than {MOST_NODES} nodes: lower depth=, or use zermelo lab")


def _record(root: State, events: Sequence[Event], search: str) -> str:
    """Return what the step player needs, in the format of the lab's pages."""
    shape = describe(root) if isinstance(root, Tree) else None
    steps = tuple(Step(event, str(event)) for event in events)
    drawn = {} if shape else {node.name: small_board(node.state) for node in draw.picture(root, events).nodes}
    boards = {name: drawing for name, drawing in drawn.items() if drawing is not None}
    return msgspec.json.encode({"tree": shape, "steps": steps, "search": search, "boards": boards}).decode()


@cache
def _widget_class() -> Any:
    """Return the widget class, or None if anywidget or the step player is missing."""
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
