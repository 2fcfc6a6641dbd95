"""Records of Pac-Man games: one JSON document with a list of games, each with all that is needed to play it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from zermelo.games.pacman.players.game import Game
from zermelo.state import ZermeloError


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a file of games."""

    format: Literal["zermelo pacman"]
    version: Literal[1]
    games: tuple[Game, ...]


def write_record(games: Sequence[Game]) -> str:
    """Write games as JSON, one to a line."""
    head = msgspec.json.encode(Record(format="zermelo pacman", version=1, games=())).decode().removesuffix("[]}")
    return head + "[\n" + ",\n".join(msgspec.json.encode(game).decode() for game in games) + "\n]}\n"


def read_record(text: str | bytes) -> tuple[Game, ...]:
    """Read the games of a record; `replay` checks whether their moves are legal."""
    try:
        return msgspec.json.decode(text, type=Record).games
    except msgspec.ValidationError as error:
        raise ZermeloError(f"not a record of Pac-Man games: {error}") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ZermeloError(f"a record must be a JSON document: {error}") from None
