"""The Inside page: little pictures of the states at the nodes of a search tree."""

from __future__ import annotations

from zermelo.draw.boards import board
from zermelo.games.records.moves import legal_moves, play_moves
from zermelo.lab.desk import Desk, Page, Post
from zermelo.lab.messages import Boards, Pictures
from zermelo.state import State, ZermeloError


def pictures(message: Boards, desk: Desk) -> Pictures:
    """A drawing for each path that can be played."""
    if len(message.paths) > desk.settings.pictures:
        raise ZermeloError(
            f"at most {desk.settings.pictures:,} boards can be drawn at once, not {len(message.paths):,}"
        )
    root = desk.state(message.source)
    known: dict[tuple[str, ...], State | None] = {(): root}
    return Pictures(tuple(little_board(_reach(path, known)) for path in message.paths))


def _reach(path: tuple[str, ...], known: dict[tuple[str, ...], State | None]) -> State | None:
    """The state at the end of a path, by way of the longest part of it that was reached before."""
    begun = next(size for size in range(len(path), -1, -1) if path[:size] in known)
    for size in range(begun, len(path)):
        before = known[path[:size]]
        after = None
        if before is not None and before.utility() is None and path[size] in legal_moves(before):
            after = play_moves(before, path[size : size + 1])
        known[path[: size + 1]] = after
    return known[path]


def little_board(state: State | None) -> str | None:
    """The state as a drawing of its own, as small as a node of a tree wants it; None where it has no looks."""
    drawing = board(state)
    if drawing is None:
        return None
    size = f"{drawing.width:g}", f"{drawing.height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" '
        f'height="{size[1]}">{drawing.body}</svg>'
    )


PAGE = Page("inside", {"/api/inside/boards": Post(Boards, pictures)})
