"""Self-play for books: the seed decides every game, openings vary, and every game is legal and ends."""

from __future__ import annotations

import io
from collections import Counter

import chess.pgn
import pytest

from zermelo.games.antichess import AntiChess
from zermelo.games.checkers import Checkers
from zermelo.games.chess import Chess
from zermelo.games.chess.rules import mirror
from zermelo.players import self_play
from zermelo.players.self_play import SelfPlay
from zermelo.records.moves import play_moves


def test_games_depend_on_their_seed_and_number_alone() -> None:
    player = SelfPlay(Chess, nodes=300, seed=3, plies=6)
    games = [str(player.game(number)) for number in range(1, 7)]
    again = SelfPlay(Chess, nodes=300, seed=3, plies=6)
    assert [str(again.game(number)) for number in range(6, 0, -1)] == games[::-1]
    openings = {game.rpartition("]")[2][:30] for game in games}
    assert len(openings) > 1
    assert str(SelfPlay(Chess, nodes=300, seed=4, plies=6).game(1)) != games[0]
    for text in games:
        played = chess.pgn.read_game(io.StringIO(text))
        assert played is not None
        assert played.errors == []
        assert played.headers["Result"] in ("1-0", "0-1", "1/2-1/2")
        assert 6 <= played.end().ply() <= self_play.MOST_PLIES
        board = played.end().board()
        if board.is_checkmate():
            assert played.headers["Result"] == board.result()


def test_a_position_is_judged_alike_whatever_led_to_it() -> None:
    one, other = (SelfPlay(Chess, nodes=2000, seed=0) for _ in range(2))
    white, black = Chess("1. e4 e5"), Chess("1. e3 e5 2. e4")
    first, second = one._judge(white), other._judge(black)
    assert [(mirror(move), value) for move, value in first] == second == one._judge(black)


def test_nothing_is_left_to_chance_without_a_margin() -> None:
    player = SelfPlay(Chess, nodes=300, seed=0, plies=4, margin=0, lines=1)
    assert len({tuple(player.game(number).moves) for number in range(3)}) == 1


def test_anti_chess_plays_too() -> None:
    assert SelfPlay(AntiChess, nodes=200, seed=0, plies=4).game(1).result in ("1-0", "0-1", "1/2-1/2")


def test_checkers_begins_every_second_game_with_a_ballot() -> None:
    player = SelfPlay(Checkers, nodes=200, seed=0, plies=2)
    free, drawn = player.game(1), player.game(2)
    assert free.start == Checkers()
    assert drawn.start == play_moves(Checkers(), drawn.tags["Ballot"].split())
    assert len({player.ballots[number % len(player.ballots)] for number in range(156)}) == 156
    assert drawn.result in ("1-0", "0-1", "1/2-1/2")
    # The values are those of the player to move, who is White here.
    judged = player._judge(Checkers("W:W18,22:B14,15,1"))
    assert judged == sorted(judged, key=lambda pair: -pair[1])
    lost = Checkers("W:WK32:BK23,K22,K14:H0")
    assert player._judge(lost)[0][1] < 0


@pytest.mark.parametrize(("value", "result"), [(-self_play.RUNNING, "1-0"), (self_play.RUNNING, "0-1")])
def test_a_lead_of_black_is_a_win_of_black(value: int, result: str) -> None:
    assert self_play._result(Checkers(), Counter(), value) == result


@pytest.mark.parametrize(
    ("position", "times", "lead", "result"),
    [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1, 0, None),
        ("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 1, 0, "1-0"),
        ("6k1/8/8/8/8/8/5PPP/4r1K1 w - - 0 1", 1, 0, "0-1"),
        ("k7/2Q5/8/8/8/8/8/6K1 b - - 0 1", 1, 0, "1/2-1/2"),
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1, self_play.RUNNING - 1, None),
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1, self_play.RUNNING, "1-0"),
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1, -self_play.RUNNING, "0-1"),
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 2, 0, None),
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 3, 0, "1/2-1/2"),
    ],
)
def test_a_game_ends_by_mate_draw_or_a_lasting_lead(position: str, times: int, lead: int, result: str | None) -> None:
    state = Chess(position)
    assert self_play._result(state, Counter({state.native.key(): times}), lead) == result


def test_a_game_ends_after_the_most_plies() -> None:
    for plies, result in ((self_play.MOST_PLIES, None), (self_play.MOST_PLIES + 1, "1/2-1/2")):
        assert self_play._result(Chess(), Counter(range(plies)), 0) == result
