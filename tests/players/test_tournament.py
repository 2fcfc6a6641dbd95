"""Tournaments: everyone meets everyone with both sides, the table adds up, and what cannot be played is refused in words."""

from __future__ import annotations

import json
import signal
from collections import Counter
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from zermelo.cli.tournament import tournament
from zermelo.games.checkers import Checkers
from zermelo.games.coins import Coins
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.limits import interruptible
from zermelo.players import PlayerSpec, choose
from zermelo.players.tournament import Played, play_tournament, points_against, standings
from zermelo.state import State, ZermeloError

ENTRANTS = [PlayerSpec.parse(each) for each in ("alpha_beta:9", "reflex", "random")]


def test_everyone_meets_everyone_with_both_sides() -> None:
    start = Nim((1, 2, 2))
    games = list(play_tournament(start, ENTRANTS, games=4, seed=3))
    sides = Counter((str(game.first), str(game.second)) for game in games)
    assert len(sides) == 6
    assert set(sides.values()) == {2}
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.moves[:2] == other.moves[:2], "both games of a pair begin alike"
    for game in games:
        state: State = start
        for move in game.moves:
            assert move in state.moves()
            state = state.play(move)
        assert state.utility() == (1 if game.points else -1)
    table = standings(ENTRANTS, games)
    assert sum(each.points for each in table) == len(games)
    assert [each.games for each in table] == [8, 8, 8]
    assert str(table[0].player) == "alpha_beta:9"
    assert games == list(play_tournament(start, ENTRANTS, games=4, seed=3))


def test_chance_plays_its_part_and_a_tournament_can_be_broken_off() -> None:
    entrants = [PlayerSpec.parse("reflex"), PlayerSpec.parse("random")]
    games = list(play_tournament(Pig(12), entrants, games=2))
    assert len(games) == 2
    assert list(play_tournament(TicTacToe(), entrants, cancel=lambda: True)) == []


def test_a_draw_is_half_a_point_for_both() -> None:
    one, other = PlayerSpec.parse("reflex"), PlayerSpec.parse("random")
    games = [
        Played(one, other, (), 1.0),
        Played(other, one, (), 0.5),
        Played(one, other, (), 0.5),
        Played(other, one, (), 1.0),
        Played(one, other, (), 0.5),
    ]
    first, second = standings([one, other], games)
    assert (first.player, first.wins, first.draws, first.losses, first.points, first.games) == (one, 1, 3, 1, 2.5, 5)
    assert (second.player, second.wins, second.draws, second.losses, second.points) == (other, 1, 3, 1, 2.5)
    assert points_against(one, other, games) == points_against(other, one, games) == 2.5
    more = [*games, Played(other, one, (), 0.5), Played(other, one, (), 1.0)]
    assert [(each.player, each.points) for each in standings([one, other], more)] == [(other, 4.0), (one, 3.0)]
    assert (points_against(one, other, more), points_against(other, one, more)) == (3.0, 4.0)


def perfect(state: State) -> Any:
    return choose(state, "alpha_beta:9").move


def test_perfect_players_draw_tic_tac_toe() -> None:
    players = [PlayerSpec.parse("alpha_beta:9"), PlayerSpec.of(perfect)]
    games = list(play_tournament(TicTacToe(), players, games=2, opening=0))
    assert [game.points for game in games] == [0.5, 0.5]
    assert [each.points for each in standings(players, games)] == [1.0, 1.0]


@pytest.mark.parametrize(
    ("payoffs", "points"), [((3, 1), 1.0), ((1, 3), 0.0), ((2, 2), 0.5), (0, 0.5), (-0.25, 0.0), (0.25, 1.0)]
)
def test_the_player_with_more_points_wins(payoffs: Any, points: float) -> None:
    (game, _) = play_tournament(Worth(payoffs), ENTRANTS[1:], games=2, opening=0)
    assert game.points == points


class Worth(NamedTuple):
    """One move of each player, and then the game is worth what it says."""

    payoffs: Any
    ply: int = 0

    @property
    def player(self) -> int:
        return self.ply % 2

    def moves(self) -> list[str]:
        return ["on"] if self.ply < 2 else []

    def play(self, move: str) -> Worth:
        return self._replace(ply=self.ply + 1)

    def utility(self) -> Any:
        return self.payoffs if self.ply == 2 else None


def test_every_pair_of_games_has_another_opening_of_the_deck() -> None:
    deck = [("11-15",), ("11-16", "22-18"), ("9-14", "24-20", "5-9")]
    players = [PlayerSpec.parse("random"), PlayerSpec.parse("rules")]
    games = [each.moves for each in play_tournament(Checkers(), players, games=8, opening=deck, seed=2)]
    begun = [next(line for line in deck if moves[: len(line)] == line) for moves in games]
    assert begun[::2] == begun[1::2]
    assert set(begun[:6]) == set(deck)
    assert begun[6] == begun[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nim", "--opening", "ballots"], "ballots are openings of checkers"),
        (["checkers", "--position", "11-15", "--opening", "ballots"], "from the start"),
        (["nim", "--opening", "x"], "--opening is a number of random moves or ballots, not 'x'"),
        (["nim", "--opening", "-1"], "opening must be at least 0 moves, not -1"),
    ],
)
def test_openings_that_are_refused(arguments: list[str], words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        CliRunner().invoke(tournament, arguments, standalone_mode=False, catch_exceptions=False)


def broken(state: State) -> Any:
    raise ValueError("no idea")


def test_a_player_that_fails_loses_and_the_others_play_on() -> None:
    players = [PlayerSpec.of(broken), PlayerSpec.parse("random")]
    games = list(play_tournament(Nim((3, 4)), players, games=2, opening=0))
    assert [game.points for game in games] == [0, 1]
    assert all(game.reason.endswith("broken failed: ValueError: no idea") for game in games)
    shown = (
        CliRunner()
        .invoke(
            tournament,
            ["nim", "--players", f"random,{__name__}:broken", "--games", "2"],
            standalone_mode=False,
        )
        .stdout
    )
    assert shown.count("forfeits: ") == 2


@pytest.mark.parametrize(
    ("start", "entrants", "options", "words"),
    [
        (Coins(), ["mcts", "random"], {}, "Coins has 3"),
        (Pig(), ["minimax", "random"], {}, "minimax cannot play Pig: engine, expectiminimax"),
        (Nim(), ["random"], {}, "needs at least two players"),
        (Nim(), ["random", "random"], {}, "random is named twice"),
        (Nim(), ["random", "reflex"], {"games": 3}, "must be an even number"),
        (Nim(), ["random", "nobody"], {}, "there is no player called 'nobody'"),
        (Nim(), ["random", "alpha_beta:x"], {}, "depth must be from 1 to 16, not 'x'"),
        (Nim(), ["random:3", "reflex"], {}, "random takes no '3'"),
        (Nim(), ["engine:99", "reflex"], {}, "level must be from 1 to 9, not '99'"),
        (Nim(), ["random", "reflex"], {"opening": -1}, "opening must be at least 0"),
    ],
)
def test_what_is_refused(start: State, entrants: list[str], options: dict[str, Any], words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        list(play_tournament(start, [PlayerSpec.parse(each) for each in entrants], **options))


def test_a_game_that_is_too_long_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.players.tournament.MAX_PLIES", 3)
    for heaps, points in (((1, 1, 1), {1.0}), ((1, 1, 1, 1), {0.5})):
        games = list(play_tournament(Nim(heaps), [PlayerSpec.parse("random"), PlayerSpec.parse("reflex")], games=2))
        assert {game.points for game in games} == points
        assert all(len(game.moves) == 3 for game in games)


def test_the_command() -> None:
    arguments = ["nim", "--position", "1 2", "--players", "alpha_beta:4,random", "--games", "2"]
    shown = CliRunner().invoke(tournament, arguments, standalone_mode=False).stdout
    assert "alpha_beta:4" in shown.splitlines()[1]
    found = json.loads(CliRunner().invoke(tournament, [*arguments, "--json"], standalone_mode=False).stdout)
    assert [each["player"] for each in found["standings"]] == ["alpha_beta:4", "random"]
    assert len(found["games"]) == 2
    assert found["interrupted"] is False
    many = "alpha_beta:2,alpha_beta:3,alpha_beta:4,minimax:2,minimax:3,minimax:4,reflex,random"
    wide = CliRunner().invoke(tournament, [*arguments[:3], "--players", many, "--games", "2"], standalone_mode=False)
    assert set(wide.stdout.splitlines()[0].split()[5:]) == set(many.split(",")), "no name is cut"
    by_chance = ["pig", "--games", "2", "--seconds", "0.01", "--json"]
    usual = json.loads(CliRunner().invoke(tournament, by_chance, standalone_mode=False).stdout)["standings"]
    assert {each["player"] for each in usual} == {"engine:5", "mcts:1000", "random"}


def test_pressed_once_it_ends_with_the_table_and_pressed_again_at_once() -> None:
    # As at a terminal: a shell lets what it starts in the background ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with interruptible() as interrupted:
            signal.raise_signal(signal.SIGINT)
            assert interrupted.is_set()
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
