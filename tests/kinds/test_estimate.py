"""How large games are: exact where all games are alike, near the truth where it is known."""

from __future__ import annotations

import json
from math import log10
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result

import zermelo
from tests.cli.starting import refusal
from zermelo import ZermeloError
from zermelo.cli import cli
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello, Othello4
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.kinds.estimate import MOST_PLIES, estimate, format_power, format_time
from zermelo.state import SIMULTANEOUS
from zermelo.trees import tree
from zermelo.trees.generate import best_ordered_tree


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["estimate", *words], standalone_mode=False)


def test_a_uniform_tree_is_measured_exactly() -> None:
    found = zermelo.estimate(best_ordered_tree(3, 6), games=5)
    assert (found.branching, found.length, found.shortest, found.longest, found.unfinished) == (3, 6, 6, 6, 0)
    assert found.log_size == pytest.approx(log10(3**6))
    assert found.log_leaves == pytest.approx(log10(3**6))
    assert found.log_seconds == pytest.approx(log10(3**6 / 1e9))


def test_knuths_estimate_comes_near_the_number_of_leaves() -> None:
    """Tic-tac-toe has 255,168 games; an uneven tree of five leaves has five."""
    assert 10 ** estimate(TicTacToe(), games=2_000, seed=1).log_leaves == pytest.approx(255_168, rel=0.1)
    assert 10 ** estimate(tree([1, [2, 3, [4, 5]]]), games=4_000).log_leaves == pytest.approx(5, rel=0.1)


def test_a_seed_draws_the_same_games() -> None:
    one, again, other = (estimate(ConnectFour(), games=20, seed=seed) for seed in (1, 1, 2))
    assert one == again != other


def test_sizes_beyond_a_float_have_a_power() -> None:
    found = estimate(Chess(), games=5)
    assert found.log_size > 120
    assert "published  10^120 for the whole game (Shannon 1950)" in str(found)
    assert "times the age of the universe" in str(found)
    assert str(found).startswith("Chess: 5 random games, seed 0\nbranching  ")


def test_only_the_whole_game_of_the_literature_has_its_size() -> None:
    assert estimate(ConnectFour(), games=1).published == (21, "Allis 1994")
    assert estimate(Othello(), games=1).published == (58, "Allis 1994")
    for other in (AntiChess(), ConnectFour(columns=5, rows=4), Othello4(), TicTacToe()):
        assert estimate(other, games=1).published is None


@pytest.mark.parametrize(("log", "text"), [(0, "1"), (5.5, "316,228"), (6, "10^6"), (120.4, "10^120"), (400, "10^400")])
def test_numbers_are_written_out_below_a_million(log: float, text: str) -> None:
    assert format_power(log) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1e-4, "less than a millisecond"),
        (0.25, "250 milliseconds"),
        (1, "1 second"),
        (100, "2 minutes"),
        (86_400, "1 day"),
        (3.2e7, "1 year"),
        (3.2e10, "1,014 years"),
        (1e30, "10^23 years"),
    ],
)
def test_times_have_the_largest_unit_that_fits(seconds: float, text: str) -> None:
    assert format_time(log10(seconds)) == text


class Endless(NamedTuple):
    player: int = 0
    published_size: Any = ("many", 3)

    def moves(self) -> list[str]:
        return ["on"]

    def play(self, move: str) -> Endless:
        return self

    def utility(self) -> None:
        return None


class Matching(NamedTuple):
    over: bool = False
    player: int = SIMULTANEOUS

    def moves(self) -> list[list[int]]:
        return [[1, 2], [1, 2, 3]]

    def play(self, move: tuple[int, int]) -> Matching:
        assert move[0] in (1, 2)
        assert move[1] in (1, 2, 3)
        return Matching(True)

    def utility(self) -> int | None:
        return 0 if self.over else None


def test_a_game_that_does_not_end_is_given_up() -> None:
    found = estimate(Endless(), games=2)
    assert (found.length, found.unfinished, found.published) == (MOST_PLIES, 2, None)
    assert "unfinished 2 games after 2,000 moves, so the length is too small" in str(found)


def test_moves_at_the_same_time_are_multiplied() -> None:
    found = estimate(Matching(), games=3)
    assert (found.branching, found.length) == (6, 1)


def test_games_so_far_count_when_it_is_cancelled() -> None:
    assert estimate(TicTacToe(), games=1000, cancel=lambda: True).games == 1


def test_the_command() -> None:
    document = json.loads(run("tic_tac_toe", "X.O/.X./...", "--games", "7", "--seed", "3", "--json").stdout)
    assert (document["game"], document["games"], document["seed"], document["published"]) == ("tic_tac_toe", 7, 3, None)
    assert document["longest"] <= 6
    assert document["log_size"] == pytest.approx(document["length"] * log10(document["branching"]), abs=1e-3)
    assert json.loads(run("chess", "--games", "1", "--json").stdout)["published"] == [120, "Shannon 1950"]
    assert run("connect_four", "--games", "3").stdout == f"{estimate(ConnectFour(), games=3)}\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tic_tac_toe", "XXX/OO./..."], "the game is over: there is nothing to estimate"),
        (["tic_tac_toe", "XXXXX"], "is not a position"),
        (["tictactoe"], "did you mean tic_tac_toe?"),
        (["nim", "--games", "0"], "0 is not in the range"),
        (["nim", "--seed", "x"], "'x' is not a valid integer"),
        (["tests.games.broken:Empty"], "moves() is empty although utility() is None"),
    ],
)
def test_what_is_refused(words: list[str], sentence: str) -> None:
    assert sentence in refusal("estimate", *words)


def test_a_number_of_games_below_one_is_refused() -> None:
    with pytest.raises(ZermeloError, match="games must be at least 1, not 0"):
        estimate(TicTacToe(), games=0)
