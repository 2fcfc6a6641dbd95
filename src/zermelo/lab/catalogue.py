"""What the lab has to offer: searches, examples, players, games and kinds of exercises, with the words of the menus."""

from __future__ import annotations

import inspect
import re
import sys
from importlib.metadata import version
from typing import NamedTuple

from zermelo.draw.pieces import PIECES
from zermelo.exercises import KINDS
from zermelo.games import load_game
from zermelo.games.kinds import Kind, unsuited, verdicts
from zermelo.games.tree import EXAMPLES, example, format_tree
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import About, ExampleInfo, GameInfo, KindInfo, PieceShape, PlayerInfo, SearchInfo
from zermelo.players import PLAYERS, players_of, survey
from zermelo.textbook import SEARCHES

MOVES_HELP = "The moves from the start with spaces between them; a space inside a move is written _."


class Entry(NamedTuple):
    """What a game is called. `margin` says by how much a game was won."""

    title: str
    seats: tuple[str, ...] = ("First", "Second")
    position_help: str = MOVES_HELP
    margin: str = " by {}"

    def seat(self, number: int) -> str:
        return self.seats[number] if number < len(self.seats) else f"Player {number + 1}"


ENTRIES: dict[str, Entry] = {
    "tic_tac_toe": Entry(
        "Tic-tac-toe",
        ("X", "O"),
        "Nine squares row by row, as in X.O/.X./..., or the moves, as in 4 0 8.",
    ),
    "connect_four": Entry(
        "Connect Four", position_help="The columns played so far, as in 4455.", margin=" with a score of {}"
    ),
    "othello": Entry(
        "Othello",
        ("Black", "White"),
        "The moves, as in f5d6c3, or 64 squares of X, O and - from a1 on and then the side to move.",
        " by {} discs",
    ),
    "pacman": Entry(
        "Pac-Man",
        ("Pac-Man", "Ghosts"),
        "The maze, the agent to move, the score and the places, as the board's own text says it.",
    ),
    "nim": Entry(
        "Nim", position_help="The heaps, as in 3 4 5; then the word second if the second player moves."
    ),
    "pig": Entry("Pig", position_help="The moves and throws, as in: roll 4 roll 6 hold."),
    "coins": Entry("Coins", ("Player 1", "Player 2", "Player 3"), "The moves, as in: first last first."),
}  # fmt: skip
TITLES = {
    "minimax": "Minimax",
    "alpha_beta": "Alpha-beta",
    "negamax": "Negamax",
    "scout": "Scout",
    "deepening": "Progressive deepening",
    "sss_star": "SSS*",
    "mtdf": "MTD(f)",
    "transpositions": "Transposition table",
    "quiescence": "Quiescence",
    "expectimax": "Expectimax",
    "expectiminimax": "Expectiminimax",
    "star1": "Star1",
    "star2": "Star2",
    "max_n": "Max^n",
    "paranoid": "Paranoid",
    "coalition": "Coalition",
    "backward_induction": "Backward induction",
    "mcts": "Monte-Carlo tree search",
}
_OPTIONS = {
    **{name: (name,) for name in ("depth", "ties", "fail", "order", "seed", "partners", "total", "least")},
    "rounds": ("iterations",),
    "bounds": ("low", "high"),
}
"""The options of the textbook, with their names in `SearchOptions`."""
_NEEDS_BOUNDS = ("star1", "star2")


def entry_of(slug: str, place: str) -> Entry:
    """The words for a game: ours, or what the class of somebody's own game says of itself."""
    if slug in ENTRIES:
        return ENTRIES[slug]
    game = type(load_game(place))
    title = getattr(game, "title", None)
    seats = getattr(game, "seats", None)
    help_ = getattr(game, "position_help", None)
    entry = Entry(title if isinstance(title, str) else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", game.__name__))
    if isinstance(seats, tuple) and seats and all(isinstance(seat, str) for seat in seats):
        entry = entry._replace(seats=seats)
    if isinstance(help_, str):
        entry = entry._replace(position_help=help_)
    return entry


def about(context: RequestContext) -> About:
    """Everything the pages need for their menus."""
    return About(
        version=version("zermelo"),
        searches=tuple(map(_search, SEARCHES)),
        examples=tuple(
            ExampleInfo(each.name, format_tree(example(each.name)), each.description) for each in EXAMPLES.values()
        ),
        players=tuple(
            PlayerInfo(each.name, each.title, each.strength, each.least, each.most, each.usual, each.thinks)
            for each in PLAYERS.values()
        ),
        games=tuple(filter(None, (_game(slug, place, context) for slug, place in context.games.items()))),
        kinds=tuple(
            KindInfo(kind.slug, kind.title, kind.description, kind.points, kind.options) for kind in KINDS.values()
        ),
        pieces={letter: PieceShape(*shape) for letter, shape in PIECES.items()},
        caps=context.settings.caps,
    )


def _search(name: str) -> SearchInfo:
    function = SEARCHES[name]
    summary = (sys.modules[function.__module__].__doc__ or "").partition("\n")[0].partition(": ")[2]
    accepted = inspect.signature(function).parameters
    options = [name for theirs, ours in _OPTIONS.items() if theirs in accepted for name in ours]
    if "order" in options and "seed" not in options:
        options.append("seed")
    return SearchInfo(
        name=name,
        title=TITLES[name],
        summary=summary[:1].upper() + summary[1:],
        options=tuple(options),
        chance=unsuited(name, Kind(chance=True, players=1)) is None,
    )


def _game(slug: str, place: str, context: RequestContext) -> GameInfo | None:
    """A game that breaks when it is played at random is not offered: zermelo check tells what is wrong with it."""
    try:
        start = load_game(place)
        entry, found = entry_of(slug, place), survey(start, cancel=context.cancel).in_turns(start)
    except Exception as error:
        print(f"{place} is not offered, as it breaks: {type(error).__name__}: {error}", file=sys.stderr)
        return None
    kind = found.kind
    suits = verdicts(kind._replace(players=max(kind.players, 2)))
    return GameInfo(
        slug=slug,
        title=entry.title,
        players=players_of(found),
        searches=tuple(name for name, reason in suits.items() if reason is None and name not in _NEEDS_BOUNDS),
        seats=tuple(entry.seat(number) for number in range(kind.players)),
        position_help=entry.position_help,
        chance=kind.chance,
        decided=getattr(start, "decided", None),
    )
