"""What the lab offers: searches, example trees, players, games and kinds of exercises, as the menus show them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.metadata import version

from msgspec.structs import replace

from zermelo.catalogue import load_game
from zermelo.draw.pieces import PIECES
from zermelo.exercises import EXERCISES
from zermelo.kinds.board import SetUp
from zermelo.kinds.profile import game_profile
from zermelo.kinds.symmetry import declares_symmetry
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import (
    About,
    ExampleInfo,
    GameInfo,
    KindInfo,
    OptionInfo,
    PieceShape,
    PlayerInfo,
    PseudocodeInfo,
    SearchInfo,
    SetUpChoice,
    SetUpInfo,
)
from zermelo.lab.searches import SEARCHES, suitable
from zermelo.players import PLAYERS, PlayerKind, PlayerSpec, players_of, survey
from zermelo.players.spec import PROGRAMS
from zermelo.records.moves import record_format
from zermelo.records.pgn import SEVEN_TAGS
from zermelo.registry import Declaration, Option
from zermelo.state import State
from zermelo.textbook import PSEUDOCODES
from zermelo.textbook.options import SEED
from zermelo.trees import EXAMPLES, example, format_tree

SURVEY_SECONDS = 1.0
"""How long a game is visited to find out its kind; all games are, before the first page opens."""


def about(context: RequestContext) -> About:
    """Return everything that the pages need for their menus."""
    return About(
        version=version("zermelo"),
        searches=tuple(map(_search, SEARCHES.values())),
        examples=tuple(
            ExampleInfo(each.name, format_tree(example(each.name)), each.description) for each in EXAMPLES.values()
        ),
        players=(
            *(PlayerInfo(kind.name, kind.title, *_strength(kind), kind.timed) for kind in PLAYERS if kind.is_builtin),
            *(PlayerInfo(spec, spec, "", 0, 0, 0, clock=False) for spec in context.players),
        ),
        games=_distinct(filter(None, (_game(slug, place, context) for slug, place in context.games.items()))),
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
        caps=context.settings.caps,
    )


def _distinct(games: Iterable[GameInfo]) -> tuple[GameInfo, ...]:
    """Give a game whose title another game before it has the name of its file or module too: a menu shows nothing else."""
    titles = dict[str, GameInfo]()
    for game in games:
        file = game.slug.partition(":")[0].replace("\\", "/").rpartition("/")[2]
        title = next(
            each for each in (game.title, f"{game.title} ({file})", game.slug) if each.casefold() not in titles
        )
        titles[title.casefold()] = replace(game, title=title)
    return tuple(titles.values())


def _strength(kind: PlayerKind) -> tuple[str, int, int, int]:
    """Return the name of a player's option, its range and its default; an empty name if it has none."""
    for option in kind.options:
        return option.name, option.least or 0, option.most or 0, int(option.default)
    return "", 0, 0, 0


def _plays(spec: str, start: State) -> bool:
    """Whether a player from the command line is offered for a game: programs that speak a protocol play what it is for."""
    name = PlayerSpec.parse(spec).name
    return name not in PROGRAMS or name in getattr(start, "programs", ())


def _search(search: Declaration) -> SearchInfo:
    options = search.options
    if search.has_option("order") and not search.has_option("seed"):
        options = (*options, SEED)  # of the random order
    pseudocode = PSEUDOCODES.get(search.name)  # the engine has none
    return SearchInfo(
        name=search.name,
        title=search.title,
        summary=search.summary,
        options=tuple(map(_option, options)),
        chance=search.suits.chance,
        pseudocode=None if pseudocode is None else PseudocodeInfo(pseudocode.lines, dict(pseudocode.running)),
    )


def _option(option: Option) -> OptionInfo:
    default = "" if option.default is None or option.kind == "range" else str(option.default)
    if isinstance(option.default, float):
        default = f"{option.default:.4g}"
    return OptionInfo(option.name, option.kind, option.help, default, option.choices, option.required)


def _game(slug: str, place: str, context: RequestContext) -> GameInfo | None:
    """Describe a game, or return None for one that breaks when played at random: zermelo check says what is wrong with it."""
    try:
        start = load_game(place)
        profile = game_profile(type(start))
        found = survey(start, seconds=SURVEY_SECONDS, cancel=context.cancel).in_turns(start)
    except Exception as error:
        print(f"{place} is not offered because it breaks: {type(error).__name__}: {error}", file=sys.stderr)
        return None
    kind = found.kind
    suits = suitable(kind._replace(players=max(kind.players, 2)))
    needy = {name for name, each in SEARCHES.items() if any(option.required for option in each.options)}
    return GameInfo(
        slug=slug,
        title=profile.title,
        players=(*players_of(start, found), *(spec for spec in context.players if _plays(spec, start))),
        searches=tuple(name for name, reason in suits.items() if reason is None and name not in needy),
        seats=tuple(profile.seat(number) for number in range(kind.players)),
        position_help=profile.position_help,
        values_help=profile.values_help,
        chance=kind.chance,
        decided=getattr(start, "decided", None),
        symmetric=declares_symmetry(start),
        setup=_setup(profile.setup),
        expected_scale=profile.expected_scale,
        headers=SEVEN_TAGS if record_format(start) else (),
        simulated=getattr(start, "prefers_mcts", False) is True,
        ownership=callable(getattr(start, "ownership", None)),
    )


def _setup(setup: SetUp | None) -> SetUpInfo | None:
    return None if setup is None else SetUpInfo(setup.pieces, tuple(SetUpChoice(*each) for each in setup.options))
