"""The British Museum: searches the game to its end, every line of it, if there are not too many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from zermelo.kinds.estimate import estimate, format_power
from zermelo.kinds.survey import quick_kind
from zermelo.players.choice import Choice, to_choice
from zermelo.players.player import BasePlayer, Cancel, PlayerKind, Request, Settings
from zermelo.players.random import draw_equal, move_seed
from zermelo.registry import Option
from zermelo.state import ZermeloError
from zermelo.textbook import expectiminimax, max_n

LEAVES = 1_000_000
"""How many leaves it searches by default: some seconds."""
_GAMES = 50
"""Random games for the estimate of b^d."""


class BritishMuseumPlayer(BasePlayer):
    """Searches the whole tree without pruning, by minimax; with chance by averages, with many players by max^n."""

    def __init__(self, settings: Settings) -> None:
        self._values, self._seed = settings.values or (LEAVES,), settings.seed

    def answer(self, request: Request) -> Choice:
        why = check_size(request.state, self._values, request.cancel)
        search = max_n if quick_kind(request.state).payoffs else expectiminimax
        result = search(request.state, seconds=request.clock.seconds, cancel=request.cancel)
        complete = result.stopped == "complete"
        seed = move_seed(self._seed, len(request.past))
        choice = (
            draw_equal(to_choice(result), result.moves, request.state.player, seed) if complete else to_choice(result)
        )
        return replace(choice, sure=complete, why=f"{why}, {result.nodes:,} nodes searched")


def check_size(state: Any, values: Sequence[float | str], cancel: Cancel | None = None) -> str:
    """Return the estimated size of the game from here as text; raise ZermeloError if it is too large."""
    size, most = estimate(state, games=_GAMES, cancel=cancel), int(values[0])
    text = f"b^d = {size.branching:.3g}^{size.length:.3g} = {format_power(size.log_size)}"
    if 10 ** min(size.log_size, 300) > most:
        leaves = "1 leaf" if most == 1 else f"{most:,} leaves"
        raise ZermeloError(f"the British Museum searches at most {leaves}, and {size.title} has about {text} from here")
    return text


BRITISH_MUSEUM = PlayerKind(
    name="british_museum",
    title="British Museum",
    summary="Searches everything to the end of the game, unless b^d is too large.",
    create=BritishMuseumPlayer,
    options=(Option("leaves", "integer", "Refuses games that are larger.", LEAVES, least=1, most=100_000_000),),
    check=check_size,
)
