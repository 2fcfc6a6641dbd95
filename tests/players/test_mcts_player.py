"""The player of Monte-Carlo tree search: temperature, and resigning lost games."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from zermelo import ZermeloError
from zermelo.arena import GameTask, play_game
from zermelo.games.connect_four import ConnectFour
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import PlayerSpec, Resignation, TimeControl, choose, play, seated
from zermelo.players.mcts import DRAWN_PLIES, draw_by_visits, is_lost
from zermelo.result import Result, RootMove


def test_temperature_draws_by_visits() -> None:
    moves = [RootMove(move=name, value=0, bound="estimate", visits=visits) for name, visits in (("a", 60), ("b", 30))]
    for temperature, share in ((1.0, 2 / 3), (0.5, 4 / 5), (10.0, 0.517)):
        drawn = Counter(draw_by_visits(moves, temperature, seed).move for seed in range(3000))
        assert drawn["a"] / 3000 == pytest.approx(share, abs=0.03)


def test_temperature_of_a_player() -> None:
    assert len({choose(TicTacToe(), "mcts:100:2", seed=seed).move for seed in range(12)}) > 3
    assert choose(TicTacToe(), "mcts:100:2", seed=3).move == choose(TicTacToe(), "mcts:100:2", seed=3).move
    late = [TicTacToe()] * DRAWN_PLIES
    plain, drawn = (choose(TicTacToe(), spec, past=late, seed=3).move for spec in ("mcts:100", "mcts:100:10"))
    assert plain == drawn, "only the first moves are drawn"
    won = ConnectFour("112233")
    assert {choose(won, "mcts:100:10", seed=seed).move for seed in range(5)} == {4}, "a proven win is played"


@pytest.mark.parametrize(
    ("rate", "bound", "value", "player", "lost"),
    [
        (0.04, "estimate", -0.9, 0, True),
        (0.04, "estimate", -0.9, 1, False),
        (0.97, "estimate", 0.9, 1, True),
        (0.0, "exact", -1, 0, True),
        (0.5, "exact", 0, 0, False),
        (None, "estimate", -1, 0, False),
    ],
)
def test_what_counts_as_lost(rate: float | None, bound: Any, value: float, player: int, lost: bool) -> None:
    best = RootMove(move=1, value=value, bound=bound, visits=10, win_rate=rate)
    assert is_lost(Result(method="mcts", value=value, move=1, moves=(best,)), player, 0.05) == lost
    assert not is_lost(Result(method="mcts", value=value, move=1, moves=(best,)), player, 0)


def test_the_tree_is_kept_from_move_to_move() -> None:
    """The second search begins with the simulations of the first that went through both moves."""
    state = ConnectFour()
    kept, anew = (PlayerSpec.parse("mcts:400").create(seed=1) for _ in range(2))
    first = kept.choose(state)
    after = state.play(first.move)
    reply = max(after.moves(), key=lambda move: move == 4)
    for move in (first.move, reply):
        kept.played(move)
    second = after.play(reply)
    visits = [
        sum(each.visits or 0 for each in player.choose(second, past).moves)
        for player, past in ((kept, (state, after)), (anew, (state, after)))
    ]
    assert visits[0] > visits[1] == 400


def test_a_lost_game_is_resigned() -> None:
    """A player that wants to be sure of a win resigns at its second move."""
    entrants = [PlayerSpec.parse("mcts:50"), PlayerSpec.parse("mcts:50:0:1")]
    games = [
        play_game(GameTask("key", 1, 1, (*sides,), ConnectFour(), time=TimeControl(seconds=60)))
        for sides in (entrants, entrants[::-1])
    ]
    assert [(len(game.moves), game.points, game.forfeited, game.reason) for game in games] == [
        (3, (1.0, 0.0), None, "mcts:50:0:1 resigns"),
        (2, (0.0, 1.0), None, "mcts:50:0:1 resigns"),
    ]
    with seated(entrants) as players, pytest.raises(Resignation, match="resigns") as resigned:
        list(play(ConnectFour(), players))
    assert resigned.value.seat == 1


def test_a_player_without_a_threshold_plays_on() -> None:
    sides = (PlayerSpec.parse("mcts:300"), PlayerSpec.parse("mcts:200"))
    game = play_game(GameTask("key", 1, 1, sides, ConnectFour("4455")))
    assert "resigns" not in game.reason


@pytest.mark.parametrize(
    ("text", "written", "values"),
    [
        ("mcts:100:1:0.05", "mcts:100:1:0.05", (100, 1, 0.05)),
        ("mcts:100:0.5", "mcts:100:0.5", (100, 0.5, 0)),
        ("mcts:100:0:0", "mcts:100", (100, 0, 0)),
        ("mcts:2s:1", "mcts:2s:1", (1000, 1, 0)),
    ],
)
def test_specs(text: str, written: str, values: tuple[float, ...]) -> None:
    spec = PlayerSpec.parse(text)
    assert (str(spec), spec.values) == (written, values)
    assert PlayerSpec.parse(written) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mcts:100:x", "temperature must be from 0 to 10, not 'x'"),
        ("mcts:100:-1", "temperature must be from 0 to 10, not '-1'"),
        ("mcts:100:nan", "temperature must be from 0 to 10, not 'nan'"),
        ("mcts:100:1:2", "resign must be from 0 to 1, not '2'"),
        ("mcts:100:1:0:5", "mcts takes no '5'"),
    ],
)
def test_bad_specs(text: str, message: str) -> None:
    with pytest.raises(ZermeloError, match=message):
        PlayerSpec.parse(text)


def test_several_players_have_room_where_memory_is_limited() -> None:
    """Each keeps a tree; those of six would once not fit into the two gigabytes of address space of a worker of the lab."""
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "from zermelo.games.coins import Coins\n"
        "from zermelo.players import PlayerSpec\n"
        "players = [PlayerSpec.parse('mcts:20').create() for _ in range(6)]\n"
        "print(len([player.choose(Coins()).move for player in players]))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "6\n"), done.stderr
