"""Reviews a game and sends each move on the way."""

from __future__ import annotations

import msgspec

from zermelo import review as reviews
from zermelo.kinds.profile import game_profile
from zermelo.lab.context import RequestContext
from zermelo.lab.server.frames import STEPS
from zermelo.lab.topics.play.engine_move import describe_mate
from zermelo.lab.topics.play.messages import Review, Reviewed, ReviewedMove, ReviewedPlayer, Reviewing
from zermelo.state import ZermeloError

LEAST_SECONDS = 0.01
"""For each position; less would not be worth showing."""


def review(message: Review, context: RequestContext) -> Reviewed:
    """Review a game within the time that the lab allows for a search."""
    states = context.states(message.source)
    profile = game_profile(type(states[0]))
    # Moves that seem wrong are searched twice.
    most = context.settings.caps.seconds / 2 / len(states)
    if most < LEAST_SECONDS:
        raise ZermeloError(f"a game of {len(states) - 1:,} moves is too long to review here")

    def shown(move: reviews.ReviewedMove) -> ReviewedMove:
        return ReviewedMove(
            move=move.move,
            written=move.written,
            best=move.best,
            best_written=move.best_written,
            line=move.line_written,
            value=move.value,
            after=move.after,
            mate=describe_mate(move.mate, profile),
            expected=move.expected,
            loss=move.loss,
            judgement=move.judgement,
            says=move.says,
        )

    # A review that other visitors wait for is cancelled, and answers with the moves so far.
    found = reviews.review(
        states[0],
        message.source.moves,
        seconds=min(message.seconds, most),
        on_move=lambda at, move: context.send(STEPS, msgspec.json.encode(Reviewing(message.id, at, shown(move)))),
        cancel=context.cancel,
    )

    return Reviewed(
        message.id,
        tuple(map(shown, found.moves)),
        tuple(ReviewedPlayer(**msgspec.structs.asdict(player)) for player in found.players),
    )
