"""Reviews: known blunders, proven values, and moves that nobody may be blamed for."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import pytest

from zermelo import review as reviews
from zermelo import solve
from zermelo.games import load_game
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.hex import Hex
from zermelo.games.othello import Othello
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import search
from zermelo.records.moves import format_record, parse_record
from zermelo.review import WON, PositionValue, Review, annotate, expected_score, review
from zermelo.state import MAX, SIMULTANEOUS, State, ZermeloError
from zermelo.textbook import transpositions

FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


def judgements(found: Review) -> list[str]:
    return [move.judgement for move in found.moves]


def random_moves(state: State, seed: int) -> list[Any]:
    random, moves = Random(seed), list[Any]()
    while state.utility() is None:
        moves.append(random.choice(state.moves()))
        state = state.play(moves[-1])
    return moves


def test_fools_mate() -> None:
    seen = list[int]()
    found = review(Chess(), FOOLS_MATE, nodes=5_000, on_move=lambda at, _: seen.append(at))
    assert seen == [0, 1, 2, 3]
    assert judgements(found)[1:] == ["", "blunder", ""]
    blunder, mate = found.moves[2:]
    assert (blunder.written, str(blunder.mate), blunder.expected) == ("g4", "mated in 1", 0)
    assert blunder.says.startswith("A blunder: the value goes from ")
    assert blunder.says.endswith(f" to mated in 1. {blunder.best_written} is best.")
    assert (mate.says, mate.loss, mate.after, mate.expected) == ("The best move.", 0, -10_000, 0)
    white, black = found.players
    assert (white.seat, white.moves, white.blunders, black.blunders) == ("White", 2, 1, 0)
    assert white.mean_loss is not None
    assert white.mean_loss < WON * Chess.expected_scale, "a mate counts as a limited number of points"


def test_values_that_are_known_from_another_game_are_not_searched_again() -> None:
    values = dict[int, PositionValue]()
    found = review(Chess(), FOOLS_MATE, nodes=2_000, values=values)
    assert list(values) == [0, 1, 2, 3, 4]
    assert msgspec.json.decode(msgspec.json.encode(values), type=dict[int, PositionValue]) == values
    del values[4]
    with patch.object(reviews, "search", wraps=search) as searched:
        assert review(Chess(), FOOLS_MATE[:3], nodes=2_000, values=dict(values)).moves == found.moves[:3]
    assert all("moves" in call.kwargs for call in searched.call_args_list), "only moves that seem wrong"
    assert review(Chess(), FOOLS_MATE, nodes=2_000, values=values) == found, "the rest of the game does not matter"


def test_a_review_is_data_and_repeatable() -> None:
    found = review(Chess(), FOOLS_MATE, nodes=2_000)
    assert found == review(Chess(), FOOLS_MATE, nodes=2_000)
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_slower_win_is_no_mistake() -> None:
    """Mate in one is missed with a queen and two rooks more."""
    start = Chess("7k/8/8/8/8/8/RR6/Q3K3 w - - 0 1")
    (move,) = review(start, ["e1d1"], nodes=20_000).moves
    assert move.judgement == ""
    assert move.given_away == pytest.approx(0, abs=0.03)


@pytest.mark.parametrize("seed", range(10))
def test_tic_tac_toe_is_judged_by_its_results(seed: int) -> None:
    state, moves = TicTacToe(), random_moves(TicTacToe(), seed)
    for move, reviewed in zip(moves, review(TicTacToe(), moves).moves, strict=True):
        values: list[Any] = [transpositions(each).value for each in (state, state.play(move))]
        before, after = values
        lost = (before - after) * (1 if state.player == MAX else -1)
        assert (reviewed.value, reviewed.after, reviewed.loss, reviewed.given_away) == (before, after, lost, lost / 2)
        assert reviewed.judgement == ("blunder" if lost else "")
        state = state.play(move)


def test_connect_four_is_judged_by_the_solver() -> None:
    start = ConnectFour("5554224333234511764415115")
    for seed in range(3):
        state: Any = start
        moves = random_moves(start, seed)
        for move, reviewed in zip(moves, review(start, moves, nodes=200_000).moves, strict=True):
            before, after = solve(state).value, solve(state.play(move)).value
            assert (reviewed.value, reviewed.after) == (before, after)
            results = [(value > 0) - (value < 0) for value in (before, after)]  # type: ignore[operator]
            assert (reviewed.judgement == "blunder") == (results[0] != results[1])
            assert reviewed.loss == abs(before - after)  # type: ignore[operator]
            state = state.play(move)


def test_equal_and_forced_moves_are_never_blamed() -> None:
    """The first moves of Othello are symmetric, though estimates differ by discs from depth to depth."""
    for move in Othello().moves():
        (first,) = review(Othello(), [move], nodes=20_000).moves
        assert first.judgement == ""
    (forced,) = review(Chess("1r5k/8/8/8/8/8/q7/K7 w - - 0 1"), ["a1a2"], depth=4).moves
    assert (forced.says, forced.loss, forced.judgement) == ("The only move.", 0, "")


def test_chance_is_never_blamed() -> None:
    found = review(Pig(), ["roll", 4, "roll", 2, "hold", "roll", 1], nodes=20_000)
    says = [move.says for move in found.moves]
    assert says[0] == "The only move."
    assert says[1] == says[3] == says[6] == "A move of chance."
    assert found.moves[1].loss is None
    assert found.moves[4].judgement == "blunder", "six in the pot of ten: another roll wins more often"
    assert [(player.seat, player.moves) for player in found.players] == [("First", 3), ("Second", 1)]
    assert 0 < found.moves[0].expected < 1  # type: ignore[operator]


def test_three_players() -> None:
    found = review(Coins(), ["first", "last", "first", "last"])
    assert [player.seat for player in found.players] == ["Player 1", "Player 2", "Player 3"]
    assert (found.moves[1].player, found.moves[1].loss, found.moves[1].judgement) == (1, 2, "blunder")
    assert found.moves[1].says == "A blunder: the value goes from (8, 9, 6) to (7, 7, 9). first is best."


class Long(NamedTuple):
    """A long game of one bit a move, without an evaluation: more ones than zeros win."""

    ones: int = 0
    left: int = 40
    player: int = 0

    def moves(self) -> tuple[int, int]:
        return 0, 1

    def play(self, move: int) -> Long:
        return Long(self.ones + move, self.left - 1, 1 - self.player)

    def utility(self) -> int | None:
        return None if self.left else (self.ones > 20) - (self.ones < 20)


def test_a_game_without_an_evaluation() -> None:
    found = review(Long(), random_moves(Long(), 1), nodes=300)
    assert len(found.moves) == 40
    known = [move.expected is not None for move in found.moves]
    assert known == sorted(known), "only the last moves are searched to the end"
    assert not known[0]
    assert not any(move.judgement for move in found.moves if move.expected is None)
    assert known[-1]


class Fingers(NamedTuple):
    player: int = SIMULTANEOUS

    def moves(self) -> tuple[tuple[int, ...], ...]:
        return ((1, 2), (1, 2))

    def play(self, move: Any) -> Fingers:
        return self

    def utility(self) -> None:
        return None


def test_what_cannot_be_reviewed() -> None:
    with pytest.raises(ZermeloError, match="move at the same time"):
        review(Fingers(), [])
    with pytest.raises(ZermeloError, match=r"move 2 \(e2e4\) is not legal there"):
        review(Chess(), ["e2e4", "e2e4"])
    with pytest.raises(ZermeloError, match="seconds must be a positive number"):
        review(Chess(), ["e2e4"], seconds=-1)
    assert review(Chess(), []).moves == ()
    assert review(Pig().play("roll"), []).players[0].moves == 0


def test_a_cancelled_review_keeps_its_moves() -> None:
    done = list[int]()
    found = review(
        Chess(), FOOLS_MATE, nodes=1_000, on_move=lambda at, _: done.append(at), cancel=lambda: len(done) > 1
    )
    assert len(found.moves) == 2
    assert [player.moves for player in found.players] == [1, 1]


def test_the_win_rate_of_simulations_is_the_expected_score() -> None:
    # A value of Hex is wins minus losses, so that the win rate follows from it.
    [first, second] = review(Hex(size=9), ["e5", "a1"], nodes=60_000).moves
    for move in (first, second):
        assert move.after is not None
        assert move.expected is not None
        assert move.expected == pytest.approx((1 + move.after) / 2)
        assert 0 < move.expected < 1
    assert second.judgement, "a corner gives much away"


def test_expected_scores() -> None:
    assert expected_score(Chess(), 1e308) == 1
    assert expected_score(Chess(), -1e308) == 0
    assert expected_score(Chess(), 100) == pytest.approx(1 - expected_score(Chess(), -100))  # type: ignore[operator]
    assert expected_score(load_game("nim"), 1) is None
    assert [expected_score(load_game("nim"), value, proven=True) for value in (-1, 0, 7)] == [0, 0.5, 1]


def test_a_game_is_annotated() -> None:
    record = parse_record("chess", '[White "A"]\n\n1. f3 {[%eval 0.1] slow} e5 2. g4 $3 $10 (2. d4) Qh4# 0-1')
    found = review(Chess(), record.line.moves, nodes=5_000)
    annotated = annotate(record, found)
    text = format_record("chess", annotated)
    assert parse_record("chess", text).line == annotated.line
    first, _, blunder, mate = annotated.line.turns
    assert first.comment == f"[%eval {found.moves[0].after / 100:.2f}] slow"  # type: ignore[operator]
    assert (blunder.annotations, blunder.comment) == ((4, 10), "[%eval #-1]")
    assert [line.moves for line in blunder.variations] == [list(found.moves[2].line), ["d2d4"]]
    assert (mate.annotations, mate.comment, mate.variations) == ((), "", ())
    assert '[White "A"]' in text
