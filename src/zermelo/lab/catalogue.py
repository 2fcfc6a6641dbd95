"""What the lab has to offer: searches, examples, players, games and kinds of exercises, with the words of the menus."""

from __future__ import annotations

import sys
from importlib.metadata import version

from zermelo.draw.pieces import PIECES
from zermelo.exercises import EXERCISES
from zermelo.games import load_game
from zermelo.games.profile import game_profile
from zermelo.games.tree import EXAMPLES, example, format_tree
from zermelo.lab.desk import Desk
from zermelo.lab.messages import (
    About,
    ExampleInfo,
    GameInfo,
    KindInfo,
    PieceShape,
    PlayerInfo,
    SearchInfo,
    SearchOptions,
)
from zermelo.players import PLAYERS, PlayerKind, players_of, survey
from zermelo.registry import Declaration
from zermelo.textbook import DECLARATIONS
from zermelo.textbook.run import verdicts

_FIELDS = {"bounds": ("low", "high")}
"""Options that have other names in `SearchOptions`."""


def about(desk: Desk) -> About:
    """Everything the pages need for their menus."""
    return About(
        version=version("zermelo"),
        searches=tuple(map(_search, DECLARATIONS.values())),
        examples=tuple(
            ExampleInfo(each.name, format_tree(example(each.name)), each.description) for each in EXAMPLES.values()
        ),
        players=tuple(
            PlayerInfo(kind.name, kind.title, *_strength(kind), clock=kind.timed) for kind in PLAYERS if kind.is_builtin
        ),
        games=tuple(filter(None, (_game(slug, place, desk) for slug, place in desk.games.items()))),
        kinds=tuple(
            KindInfo(
                kind.declaration.name,
                kind.declaration.title,
                kind.declaration.summary,
                kind.points,
                tuple(option.name for option in kind.declaration.options),
            )
            for kind in EXERCISES
        ),
        pieces={letter: PieceShape(*shape) for letter, shape in PIECES.items()},
        caps=desk.settings.caps,
    )


def _strength(kind: PlayerKind) -> tuple[str, int, int, int]:
    """The name, range and default of a player's first option; nothing if it has none."""
    for option in kind.options:
        return option.name, option.least, option.most, int(option.default)
    return "", 0, 0, 0


def _search(search: Declaration) -> SearchInfo:
    fields = [field for option in search.options for field in _FIELDS.get(option.name, (option.name,))]
    if "order" in fields and "seed" not in fields:
        fields.append("seed")  # for the random order
    return SearchInfo(
        name=search.name,
        title=search.title,
        summary=search.summary,
        options=tuple(field for field in fields if field in SearchOptions.__struct_fields__),
        chance=search.suits.chance,
    )


def _game(slug: str, place: str, desk: Desk) -> GameInfo | None:
    """A game that breaks when it is played at random is not offered: zermelo check tells what is wrong with it."""
    try:
        start = load_game(place)
        profile, found = game_profile(type(start)), survey(start, cancel=desk.cancel).in_turns(start)
    except Exception as error:
        print(f"{place} is not offered, as it breaks: {type(error).__name__}: {error}", file=sys.stderr)
        return None
    kind = found.kind
    suits = verdicts(kind._replace(players=max(kind.players, 2)))
    needy = {name for name, each in DECLARATIONS.items() if any(option.required for option in each.options)}
    return GameInfo(
        slug=slug,
        title=profile.title,
        players=players_of(found),
        searches=tuple(name for name, reason in suits.items() if reason is None and name not in needy),
        seats=tuple(profile.seat(number) for number in range(kind.players)),
        position_help=profile.position_help,
        chance=kind.chance,
        decided=getattr(start, "decided", None),
    )
