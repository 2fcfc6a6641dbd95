"""Games of Pac-Man in writing: one JSON document with a list of games, each with all that is needed to play it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from zermelo.players.pacman.matches import Game
from zermelo.state import ZermeloError


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in a file of games."""

    format: Literal["zermelo pacman"]
    version: Literal[1]
    games: tuple[Game, ...]


def write_record(games: Sequence[Game]) -> str:
    """Games as JSON, one to a line."""
    head = msgspec.json.encode(Record(format="zermelo pacman", version=1, games=())).decode().removesuffix("[]}")
    return head + "[\n" + ",\n".join(msgspec.json.encode(game).decode() for game in games) + "\n]}\n"


def read_record(text: str | bytes) -> tuple[Game, ...]:
    """The games of a record. What is wrong with it is said in words, with its place; whether the moves are legal is `replay`'s
    to say."""
    try:
        return msgspec.json.decode(text, type=Record).games
    except msgspec.ValidationError as error:
        raise ZermeloError(f"this is no record of games of Pac-Man: {error}") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ZermeloError(f"a record is a JSON document, and this is none: {error}") from None
