"""Answers of the Inside page: small pictures of the states at the nodes of a search tree."""

from __future__ import annotations

from zermelo.draw.boards import board
from zermelo.lab.context import RequestContext
from zermelo.lab.topics.inside.messages import Boards, Pictures
from zermelo.records.moves import play_moves
from zermelo.records.positions import legal_moves
from zermelo.state import State, ZermeloError


def boards(message: Boards, context: RequestContext) -> Pictures:
    """Draw the state at the end of each legal path."""
    if len(message.paths) > context.settings.pictures:
        raise ZermeloError(
            f"the lab draws at most {context.settings.pictures:,} boards at once, not {len(message.paths):,}"
        )
    root = context.state(message.source)
    known: dict[tuple[str, ...], State | None] = {(): root}
    return Pictures(tuple(small_board(_reach(path, known)) for path in message.paths))


def _reach(path: tuple[str, ...], known: dict[tuple[str, ...], State | None]) -> State | None:
    """Return the state at the end of a path, starting from the longest part of it that is known; None if it is not legal."""
    begun = next(size for size in range(len(path), -1, -1) if path[:size] in known)
    for size in range(begun, len(path)):
        before = known[path[:size]]
        after = None
        if before is not None and before.utility() is None and path[size] in legal_moves(before):
            after = play_moves(before, path[size : size + 1])
        known[path[: size + 1]] = after
    return known[path]


def small_board(state: State | None) -> str | None:
    """Draw a state as SVG at the size of a tree node; None if it has no board."""
    drawing = board(state)
    if drawing is None:
        return None
    size = f"{drawing.width:g}", f"{drawing.height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" '
        f'height="{size[1]}">{drawing.body}</svg>'
    )
