"""Test the outcomes of chess and anti-chess, also by repetition."""

from __future__ import annotations

from random import Random
from typing import Any

import chess
import pytest

from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.kinds.outcome import Outcome, outcome
from zermelo.records.moves import play_through

THIRD_TIME = "drawn: the position occurred for the third time"
FIFTY = "drawn: fifty moves without a capture or a pawn move"


@pytest.mark.parametrize(
    ("game", "position", "value", "words"),
    [
        (Chess, "1. f3 e5 2. g4 Qh4", -10_000, "checkmate: Black wins"),
        (Chess, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 10_000, "checkmate: White wins"),
        (Chess, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", 10_000, "checkmate: White wins"),
        (Chess, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, "stalemate"),
        (Chess, "8/8/4k3/8/8/4K3/8/R7 w - - 100 90", 0, FIFTY),
        (Chess, "8/8/4k3/8/8/4K3/8/B7 w - - 0 1", 0, "drawn: neither side can mate"),
        (AntiChess, "8/8/8/8/8/8/8/7k w - - 0 1", 10_000, "White has no pieces left and wins"),
        (AntiChess, "8/8/8/7p/7P/8/8/8 b - - 0 1", -10_000, "Black has no move left and wins"),
        (AntiChess, "8/8/8/8/8/8/4b3/3B4 w - - 100 90", 0, FIFTY),
        (AntiChess, "8/8/8/8/8/8/8/2bB4 w - - 0 1", 0, "drawn: the bishops that are left never meet"),
        (ConnectFour, "1212121", 18, ""),
    ],
)
def test_an_end_is_told_in_words(game: Any, position: str, value: int, words: str) -> None:
    assert outcome(game(position)) == Outcome(value, words)


def test_a_game_goes_on_until_a_position_stands_for_the_third_time() -> None:
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    states = play_through(Chess(), shuffle * 2)
    assert [outcome(state, states[:at]) for at, state in enumerate(states[:-1])] == [None] * 8
    assert outcome(states[-1], states[:-1]) == Outcome(0, THIRD_TIME)
    assert outcome(states[-1]) is None, "a position alone does not know its past"
    # The pawn that could be taken in passing makes the first of these positions another one.
    passed = play_through(Chess("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1"), ["a2a4", *["e8d8", "e1d1", "d8e8", "d1e1"] * 2])
    assert outcome(passed[-1], passed[:-1]) is None


def test_repetitions_are_those_that_python_chess_sees() -> None:
    """Games between kings and rooks that go to and fro, so that positions come back soon."""
    random, thirds = Random(5), 0
    for _ in range(60):
        board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        state, past = Chess(board.fen()), list[Chess]()
        while state.outcome(past) is None:
            assert not board.is_repetition(3)
            quiet = [move for move in board.legal_moves if not board.is_capture(move)][:3] or list(board.legal_moves)
            move = random.choice(quiet)
            past.append(state)
            state = state.play(board.uci(move))
            board.push(move)
        end = state.outcome(past)
        assert end is not None
        assert (end.reason == THIRD_TIME) == (board.is_repetition(3) and board.outcome() is None)
        thirds += end.reason == THIRD_TIME
    assert thirds > 20
