"""Self-play for opening books.

In the opening each move is drawn at random from those that a search finds nearly as good as the best, so that many sound
openings are tried; then both sides play their best moves quickly, and the result of the game counts for its opening. Every
game has its own seed, so that it is the same whichever games were played before it. In checkers every second game begins with
a ballot, so that the book knows the answers to all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from math import exp
from random import Random

from zermelo.cluster import Executor, in_order, warm
from zermelo.engine import Table
from zermelo.kinds.plugins import plugin
from zermelo.methods import search
from zermelo.records.moves import play_through
from zermelo.records.pgn import Game, Recorded, result_of
from zermelo.records.turns import Line
from zermelo.state import MIN, ZermeloError, as_number
from zermelo.tables.books.canonical import canonical

DECIDED, RUNNING = 4, 6
"""Adjudicate a win when one side is ahead by this many times the game's `expected_scale` for this many moves in a row."""
MOST_PLIES = 240
HASTE, LEAST_NODES = 50, 200
"""After the opening a move gets this many times fewer nodes than in it, but at least this many."""
_MEGABYTES = 8


class SelfPlay:
    """Plays the games of one seed.

    Parameters
    ----------
    game
        Chess, AntiChess or Checkers.
    nodes
        For each move of the opening.
    seed
        The same seed plays the same games.
    plies
        The length of the opening.
    lines
        The most moves to choose from.
    margin
        How much worse than the best a move may be at the start, in the game's values; it shrinks to 0 by the end of the opening,
        so that variety comes early.
    """

    def __init__(
        self, game: type[Recorded], *, nodes: int, seed: int, plies: int = 12, lines: int = 4, margin: int = 40
    ) -> None:
        self.start = game()
        self.nodes, self.seed, self.plies, self.lines, self.margin = nodes, seed, plies, lines, margin
        self._task = partial(_play_in_worker, game, (nodes, seed, plies, lines, margin))
        self.ballots = _shuffled_ballots(self.start, seed)
        self._judged: dict[str, list[tuple[str, float]]] = {}

    def __str__(self) -> str:
        """The settings that decide the games."""
        return f"seed {self.seed}, nodes {self.nodes}, plies {self.plies}, lines {self.lines}, margin {self.margin}"

    def game(self, number: int) -> Game:
        """Play the game with this number."""
        random = Random(f"{self.seed} {number}")
        table = Table(_MEGABYTES)
        ballot = self.ballots[number // 2 % len(self.ballots)] if self.ballots and number % 2 == 0 else ()
        start = play_through(self.start, ballot)[-1]
        states, moves = [start], list[str]()
        met = Counter([start.native.key()])
        decided = DECIDED * start.expected_scale
        ahead = 0
        while (result := _result(states[-1], met, ahead)) is None:
            state = states[-1]
            if len(moves) < self.plies:
                move = self._draw_move(state, len(moves), random)
            else:
                found = search(state, nodes=max(self.nodes // HASTE, LEAST_NODES), table=table, past=states[:-1])
                move, value = found.move or state.moves()[0], as_number(found.value or 0)
                lead = (value >= decided) - (value <= -decided)
                ahead = ahead + lead if lead * ahead > 0 else lead
            moves.append(move)
            states.append(state.play(move))
            met[states[-1].native.key()] += 1
        tags = {
            "Event": "Self-play",
            "Round": str(number),
            "White": "Zermelo",
            "Black": "Zermelo",
            "Settings": str(self),
            **start.record_tags,
        }
        if ballot:
            tags["Ballot"] = " ".join(ballot)
        return Game(tags, start, Line.of(moves), result)

    def games(self, numbers: Iterable[int], executor: Executor) -> Iterator[Game]:
        """Play the games with these numbers in the workers of an executor, and yield them in order.

        Raises
        ------
        ZermeloError
            If a game could not be played; those before it have been yielded.
        """
        for done in in_order(executor.run(self._task, numbers)):
            if done.value is None:
                raise ZermeloError(f"game {done.item} could not be played: {done.error}")
            yield done.value

    def _draw_move(self, state: Recorded, ply: int, random: Random) -> str:
        """Draw a move that is nearly as good as the best; better moves are more likely."""
        margin = self.margin * (1 - ply / self.plies)
        judged = self._judge(state)
        near = [(move, value) for move, value in judged if judged[0][1] - value <= margin]
        weights = [exp(2 * (value - judged[0][1]) / max(self.margin, 1)) for _, value in near]
        return random.choices([move for move, _ in near], weights)[0]

    def _judge(self, state: Recorded) -> list[tuple[str, float]]:
        """The best moves with their values for the player to move. The canonical position is searched, as in a book, so that
        the answer is the same for both colours."""
        here = canonical(state)
        if here.text not in self._judged:
            asked = type(state)(here.text)
            sign = -1 if asked.player == MIN else 1
            found = search(asked, nodes=self.nodes, lines=min(self.lines, len(asked.moves())), table=_MEGABYTES)
            # With very few nodes nothing is known: any move will do.
            moves = [(each.move, sign * float(as_number(each.value))) for each in found.moves] or [
                (asked.moves()[0], 0)
            ]
            self._judged[here.text] = sorted(moves, key=lambda pair: -pair[1])
        mirror = here.mirror or (lambda move: move)
        return [(mirror(move), value) for move, value in self._judged[here.text]]


def _play_in_worker(game: type[Recorded], settings: tuple[int, int, int, int, int], number: int) -> Game:
    """Play one game; the worker keeps what it has found out about openings for the next."""
    nodes, seed, plies, lines, margin = settings

    def make() -> SelfPlay:
        return SelfPlay(game, nodes=nodes, seed=seed, plies=plies, lines=lines, margin=margin)

    return warm((__name__, game, settings), make).game(number)


def _result(state: Recorded, met: Counter[int], ahead: int) -> str | None:
    """The result in PGN notation, None while the game goes on."""
    worth = state.utility()
    if worth is None and abs(ahead) >= RUNNING:
        worth = ahead
    if worth is None and (met[state.native.key()] >= 3 or met.total() > MOST_PLIES):
        worth = 0
    return None if worth is None else result_of(state, worth)


def _shuffled_ballots(start: Recorded, seed: int) -> list[tuple[str, ...]]:
    """Return the ballots of the game in the order of the seed; none for games without."""
    ballots_of = plugin(start, "ballots")
    try:
        deck = ballots_of(start) if ballots_of else ()
    except ZermeloError:
        return []
    return Random(f"{seed} ballots").sample(deck, len(deck))
