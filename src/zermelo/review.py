"""Review a game: what each move cost, which moves were mistakes, and what would have been better.

Every position is searched once; the value after a move is that of the next position. A move is judged by the expected score
it gives away, from 0 (a loss) to 1 (a win), so that a pawn counts for much in an even position and for little in a decided
one. The expected score of an estimated value is the win rate of the simulations that gave it, else a logistic function with the
scale that the game's class declares as `expected_scale`; that of a proven value is 0, 1/2 or 1. Where neither is known, a move
has a loss but no judgement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import replace
from math import inf, tanh
from statistics import fmean
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from zermelo.audit.explanations import with_article
from zermelo.engine import Table
from zermelo.kinds.kind import Unsuitable
from zermelo.kinds.outcome import outcome
from zermelo.kinds.profile import game_profile
from zermelo.methods import search
from zermelo.players.choice import for_max
from zermelo.players.engine import TABLE
from zermelo.records.moves import format_moves, play_through
from zermelo.records.positions import legal_moves
from zermelo.records.turns import GameRecord, Line
from zermelo.result import Mate, format_bounded, plain_value
from zermelo.state import CHANCE, MAX, SIMULTANEOUS, Payoff, State, format_number

Judgement: TypeAlias = Literal["", "inaccuracy", "mistake", "blunder"]

THRESHOLDS: dict[Judgement, float] = {"blunder": 0.2, "mistake": 0.1, "inaccuracy": 0.05}
"""The expected score that a move must give away to be called so."""
GLYPHS: dict[Judgement, str] = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}
ANNOTATIONS: dict[Judgement, int] = {"blunder": 4, "mistake": 2, "inaccuracy": 6}
"""Their numeric annotation glyphs in PGN."""
_LAST_MOVE_GLYPH = 6
USUAL_NODES = 100_000
"""The nodes for each position if there is no other limit."""
WON = 4.0
"""In games that count the distance to a win, a loss is counted as if no value were more than this many scales from even."""
_SMALL_TABLE = 8
_EVAL = re.compile(r"\[%eval [^][]*\]\s*")


class ReviewedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a game and what it cost.

    Attributes
    ----------
    player
        Who moved.
    move, written
        The move as the game's `str` writes it, and in its usual notation.
    best, best_written
        The best move instead; None and empty where none is known.
    line, line_written
        The best line of play from before the move.
    value, after
        MAX's value before and after the move; None if nothing gave a value.
    mate
        The forced win after the move, if the value says so.
    expected
        MAX's expected score after the move, from 0 to 1; None if it is not known.
    loss
        What the move cost its player, in the game's points; 0 for the best move and for a forced one.
    given_away
        The same as expected score.
    judgement
        What `THRESHOLDS` call it; empty for a move that is none of that.
    says
        The judgement in a sentence.
    """

    player: int
    move: str
    written: str
    best: str | None = None
    best_written: str = ""
    line: tuple[str, ...] = ()
    line_written: tuple[str, ...] = ()
    value: float | None = None
    after: float | None = None
    mate: Mate | None = None
    expected: float | None = None
    loss: float | None = None
    given_away: float | None = None
    judgement: Judgement = ""
    says: str = ""


class ReviewedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """How a player has played: the number of moves, how many of them were mistakes, and the mean of their losses."""

    seat: str
    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int
    mean_loss: float | None


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A reviewed game; it has fewer moves than the game if it was cancelled."""

    moves: tuple[ReviewedMove, ...]
    players: tuple[ReviewedPlayer, ...]


class PositionValue(msgspec.Struct, frozen=True, array_like=True):
    """The value of a position, and the best line from there. It is `decided` if it tells who wins; simulations have a win rate."""

    value: int | float | tuple[int | float, ...] | None
    decided: bool
    mate: Mate | None = None
    depth: int | None = None
    line: tuple[str, ...] = ()
    win_rate: float | None = None

    @property
    def best(self) -> str | None:
        """The best move as the game's `str` writes it."""
        return self.line[0] if self.line else None

    def __str__(self) -> str:
        value = self.value if isinstance(self.value, tuple) else round(for_max(self.value) or 0.0, 2)
        return format_bounded(value, "exact", self.mate)


class _Cost(NamedTuple):
    """What a move cost its player: points of the game, and expected score."""

    points: float | None
    score: float | None

    @property
    def size(self) -> float:
        return next((each for each in (self.score, self.points) if each is not None), inf)


def review(
    start: State,
    moves: Sequence[Any],
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    values: MutableMapping[int, PositionValue] | None = None,
    on_move: Callable[[int, ReviewedMove], object] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Review:
    """Review the moves of a game.

    Parameters
    ----------
    start
        Where the game began.
    moves
        The moves, or their texts as the game's `str` writes them; moves of chance are among them.
    depth, seconds, nodes
        Limits of the search of each position; 100,000 nodes if there are none.
    threads
        Threads for each search. With one, and without `seconds`, the same call gives the same review.
    values
        The values of positions, by the number of moves before them, that are known from other games; those that are found are
        added. Each position then has a table of its own, so that its value does not depend on the rest of the game.
    on_move
        Called with the number of each move, counted from 0, and its review, in the order of the game.
    cancel
        Called about every two milliseconds; the review ends with the moves so far once it returns True.

    Raises
    ------
    ZermeloError
        If a move is illegal, an argument is wrong, or players move at the same time.

    >>> from zermelo.games.chess import Chess
    >>> fools_mate = review(Chess(), ["f2f3", "e7e5", "g2g4", "d8h4"], nodes=2_000)
    >>> [move.judgement for move in fools_mate.moves[2:]], fools_mate.players[0].blunders
    (['blunder', ''], 1)
    """
    if depth is seconds is nodes is None:
        nodes = USUAL_NODES
    texts = list(map(str, moves))
    states = play_through(start, texts)
    if any(state.player == SIMULTANEOUS for state in states):
        raise Unsuitable(f"players of {type(start).__name__} move at the same time, so there is no move to review")
    limits: dict[str, Any] = {"depth": depth, "seconds": seconds, "nodes": nodes, "threads": threads}
    table, reviewed = Table(TABLE) if values is None else None, list[ReviewedMove]()

    def search_position(at: int, **more: Any) -> PositionValue:
        return _search(states[at], states[:at], **{**limits, "table": table, "cancel": cancel, **more})

    def find_value(at: int) -> PositionValue:
        if values is None:
            return search_position(at)
        if at not in values:
            values[at] = search_position(at)
        return values[at]

    before = find_value(0)
    for at, move in enumerate(texts):
        after = find_value(at + 1)
        cost, told = _cost(states[at], move, before, after), after
        blamed = _judgement(cost) or (cost.score is None and cost.points)
        if blamed and not after.decided and after.win_rate is None:
            # Estimates vary with the depth: search the move once more, as deep as the best one and without what the table
            # has from deeper searches, and take the smaller loss.
            only = [legal_moves(states[at])[move]]
            again = search_position(at, depth=before.depth or depth, moves=only, table=_SMALL_TABLE)
            cost, told = min(
                (cost, told), (_cost(states[at], move, before, again), again), key=lambda each: each[0].size
            )
        if cancel is not None and cancel():
            break
        reviewed.append(_judge(states[at], move, before, after, told, cost))
        if on_move is not None:
            on_move(at, reviewed[-1])
        before = after
    return Review(moves=tuple(reviewed), players=_players(states, reviewed))


def expected_score(state: State, value: float, *, proven: bool = False) -> float | None:
    """Return MAX's expected score for a value of MAX: a logistic function of it, or who wins if it is `proven`.

    >>> from zermelo.games.chess import Chess
    >>> expected_score(Chess(), 0), round(expected_score(Chess(), 250), 2), expected_score(Chess(), 250, proven=True)
    (0.5, 0.73, 1.0)
    """
    if proven:
        return 0.5 + 0.5 * ((value > 0) - (value < 0))
    scale = game_profile(type(state)).expected_scale
    return None if scale is None else 0.5 + 0.5 * tanh(value / scale / 2)


def annotate(record: GameRecord, review: Review, *, unit: float = 100.0) -> GameRecord:
    """Return a recorded game with its review: values as [%eval] comments, glyphs, and better lines as variations.

    Parameters
    ----------
    record, review
        The game, and what was found about its moves.
    unit
        The value that is written as 1: a pawn is worth 100 of the engine's points.
    """
    turns = list(record.line.turns)
    for at, (turn, move) in enumerate(zip(turns, review.moves, strict=False)):
        comment = f"{_eval(move, unit)} {_EVAL.sub('', turn.comment)}".strip()
        annotations, variations = turn.annotations, turn.variations
        if move.judgement:
            annotations = (ANNOTATIONS[move.judgement], *(each for each in annotations if each > _LAST_MOVE_GLYPH))
            variations = (Line.of(move.line), *variations)
        turns[at] = replace(turn, comment=comment, annotations=annotations, variations=variations)
    return replace(record, line=replace(record.line, turns=tuple(turns)))


def _eval(move: ReviewedMove, unit: float) -> str:
    if move.mate is not None:
        return f"[%eval #{move.mate.moves}]"
    return "" if move.after is None or move.expected in (0, 1) else f"[%eval {move.after / unit:.2f}]"


def _search(state: State, past: Sequence[State], **limits: Any) -> PositionValue:
    end = outcome(state, past)
    if end is not None:
        return PositionValue(_plain(end.value), decided=True)
    result = search(state, past=past, **limits)
    # A proven value of a game with chance is an expectation.
    proven = result.proven and result.bound == "exact" and not hasattr(state, "chances")
    line = tuple(map(str, result.line or (() if result.move is None else (result.move,))))
    return PositionValue(
        _plain(result.value), result.mate is not None or proven, result.mate, result.depth, line, result.win_rate
    )


def _plain(value: Payoff | None) -> Any:
    """Return a value without fractions, as JSON can hold it."""
    found = plain_value(value)
    return tuple(found) if isinstance(found, list) else found


def _judge(
    state: State, move: str, before: PositionValue, after: PositionValue, told: PositionValue, cost: _Cost
) -> ReviewedMove:
    """Judge a move by its cost, which was computed from `told`, the value of the position after it."""
    legal, judgement = legal_moves(state), _judgement(cost)
    line = () if state.player == CHANCE else before.line
    line_written = tuple(format_moves(state, line))
    best_written = line_written[0] if line else ""
    if state.player == CHANCE:
        says = "A move of chance."
    elif len(legal) == 1:
        says = "The only move."
    elif before.best == move:
        says = "The best move."
    elif judgement:
        article = with_article(judgement).capitalize()
        says = f"{article}: the value goes from {before} to {told}. {best_written} is best."
    elif cost.points is None:
        says = "No value is known."
    else:
        gain = format_number(round(cost.points, 2))
        says = f"As good as {best_written}." if gain == "0" else f"{best_written} is better by {gain}."
    return ReviewedMove(
        player=state.player,
        move=move,
        written=format_moves(state, [legal[move]])[0],
        best=line[0] if line else None,
        best_written=best_written,
        line=line,
        line_written=line_written,
        value=for_max(before.value),
        after=for_max(after.value),
        mate=after.mate,
        expected=_expected(state, after, MAX),
        loss=cost.points,
        given_away=cost.score,
        judgement=judgement,
        says=says,
    )


def _judgement(cost: _Cost) -> Judgement:
    return next((name for name, least in THRESHOLDS.items() if (cost.score or 0.0) >= least), "")


def _cost(state: State, move: str, before: PositionValue, after: PositionValue) -> _Cost:
    """Return what a move cost; the best move and the only one cost nothing."""
    if state.player == CHANCE:
        return _Cost(None, None)
    if before.best == move or len(state.moves()) == 1:
        return _Cost(0.0, 0.0)
    return _Cost(
        _fall(_points(state, before, state.player), _points(state, after, state.player)),
        _fall(_expected(state, before, state.player), _expected(state, after, state.player)),
    )


def _fall(high: float | None, low: float | None) -> float | None:
    return None if high is None or low is None else max(high - low, 0.0)


def _points(state: State, value: PositionValue, player: int) -> float | None:
    """Return a player's value. Where values count the distance to a win, those of decided positions count alike."""
    if isinstance(value.value, tuple):
        return float(value.value[player])
    points = for_max(value.value)
    if points is None:
        return None
    scale = game_profile(type(state)).expected_scale
    if scale is not None and hasattr(state, "decided"):
        points = min(max(points, -WON * scale), WON * scale)
    return points if player == MAX else -points


def _expected(state: State, value: PositionValue, player: int) -> float | None:
    """Return a player's expected score."""
    if isinstance(value.value, tuple):
        own = value.value[player]
        most = max((each for seat, each in enumerate(value.value) if seat != player), default=own)
        return expected_score(state, float(own - most), proven=True) if value.decided else None
    points = for_max(value.value)
    if value.win_rate is not None and not value.decided:
        score: float | None = value.win_rate
    else:
        score = None if points is None else expected_score(state, points, proven=value.decided)
    return score if score is None or player == MAX else 1 - score


def _players(states: Sequence[State], moves: Sequence[ReviewedMove]) -> tuple[ReviewedPlayer, ...]:
    profile, players = game_profile(type(states[0])), []
    for player in range(max(MAX, *(state.player for state in states)) + 1):
        own = [move for move in moves if move.player == player]
        losses = [move.loss for move in own if move.loss is not None]
        counts = Counter(move.judgement for move in own)
        players.append(
            ReviewedPlayer(
                seat=profile.seat(player),
                moves=len(own),
                inaccuracies=counts["inaccuracy"],
                mistakes=counts["mistake"],
                blunders=counts["blunder"],
                mean_loss=fmean(losses) if losses else None,
            )
        )
    return tuple(players)
