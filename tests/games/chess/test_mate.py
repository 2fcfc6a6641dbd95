"""Wins that a search has seen to their end: in how many moves, for whom, and where that is not known."""

from __future__ import annotations

import pytest

from zermelo import search
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.result import Mate, Pass

# Mates in one, two and three, copied one by one from the files mate1.fen, mate2.fen and mate3.fen of sunfish
# (github.com/thomasahle/sunfish).
MATES = [
    (1, "8/6p1/5pk1/7R/B7/8/8/7K w - - 0 1"),
    (1, "5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1"),
    (1, "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 0 1"),
    (2, "8/1p3Qb1/p5pk/P1p1p1p1/1P2P1P1/2P1N2n/5P1P/4qB1K w - - 1 0"),
    (2, "3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 0"),
    (2, "r2r4/pp2ppkp/2P3p1/q1p5/4PQ2/2P2b2/P4PPP/2R1KB1R b - - 0 1"),
    (2, "rn2k2r/pp2b2p/2p1Q1p1/5B2/1q3B2/8/PPP3PP/3RR2K w kq - 1 0"),
    (3, "1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1"),
    (3, "2q5/4B2p/7n/4p1pk/P2n1b2/R3P2P/2r3P1/1Q3R1K b - - 0 1"),
    (3, "8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1"),
]


@pytest.mark.parametrize(("moves", "fen"), MATES)
def test_the_shortest_mate_is_found_and_reported(moves: int, fen: str) -> None:
    state, told = Chess(fen), list[int | None]()

    def found(each: Pass) -> bool:
        told.append(each.mate.seen_by(state.player).moves if each.mate else None)
        return told[-1] != moves

    result = search(state, depth=20, nodes=3_000_000, table=16, on_depth=found)
    assert result.mate is not None
    assert str(result.mate.seen_by(state.player)) == f"mate in {moves}"
    assert str(result).startswith(f"alpha_beta: mate{'d' if state.player else ''} in {moves} by {result.move}")
    assert result.moves[0].mate == result.mate
    # Longer mates may come first; a quicker one than there is never does.
    assert all(each is None or each >= moves for each in told)
    # The line is a mate in so many moves.
    if len(result.line) == 2 * moves - 1:
        for move in result.line:
            state = state.play(move)
        assert state.utility() == (10_000 if result.mate.moves > 0 else -10_000)


def test_the_loser_counts_too() -> None:
    mated = search(Chess("7k/5K2/8/8/8/8/8/6R1 b - - 0 1"), depth=4)
    assert (mated.value, mated.mate) == (9998, Mate(1))
    assert search(Chess("7k/R7/8/1R6/8/8/8/K7 b - - 0 1"), depth=6).mate == Mate(1)


def test_a_forced_win_in_antichess_is_not_a_mate() -> None:
    """Black has to take the last piece of White's, or White the last of Black's."""
    given = search(AntiChess("8/8/8/p7/8/8/1P6/8 w - - 0 1"), depth=4)
    assert given.move == "b2b4"
    assert str(given.mate) == "win in 1"
    taken = search(AntiChess("8/8/8/8/1p6/P7/8/8 w - - 0 1"), depth=4)
    assert taken.mate == Mate(-1, ("win", "loss"))
    assert str(taken.mate) == "loss in 1"


def test_an_exact_search_tells_who_wins_but_not_how_soon() -> None:
    exact = search(Chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=2, exact=True)
    assert (exact.value, exact.mate) == (10_000, None)


def test_no_judgement_is_taken_for_a_mate() -> None:
    near, far = (search(Chess(), depth=2, evaluate=judge) for judge in (lambda _: 9_990.0, lambda _: 1e7))
    for result in (near, far):
        assert result.mate is None
        assert result.value == 9_000
    assert search(ConnectFour("121212"), depth=4).mate is None
    assert search(Chess("1. f3 e5 2. g4 Qh4"), depth=2).mate is None, "the game is over"
