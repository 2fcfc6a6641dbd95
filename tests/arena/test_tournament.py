"""Events: everyone meets everyone with both sides, the table adds up, and what cannot be played is refused in a sentence."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any, NamedTuple

import pytest

from zermelo.arena import Event, Gauntlet, Opening, PlayedGame, RoundRobin, Store, Swiss, make_report, run_event
from zermelo.arena.schedule import Schedule
from zermelo.cluster import Done, Executor
from zermelo.cluster.serial import SerialExecutor
from zermelo.games.checkers import Checkers
from zermelo.games.coins import Coins
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import PlayerSpec, TimeControl, choose
from zermelo.records.moves import play_through
from zermelo.state import State, ZermeloError

ENTRANTS = ("alpha_beta:9", "reflex", "random")
ALL_OF_IT = Opening(None, ("1 from heap 1", "1 from heap 2"))


def event(start: State, *players: Any, schedule: Schedule | None = None, **options: Any) -> Event:
    specs = tuple(map(PlayerSpec.of, players or ENTRANTS))
    return Event(start, specs, schedule or RoundRobin(4), **options)


def timeless(games: list[PlayedGame]) -> list[tuple[Any, ...]]:
    return [(game.key, game.players, game.moves, game.points, game.reason) for game in games]


def test_everyone_meets_everyone_with_both_sides() -> None:
    start = Nim((1, 2, 2))
    games = run_event(event(start, seed=3))
    sides = Counter(game.players for game in games)
    assert len(sides) == 6
    assert set(sides.values()) == {2}
    openings: dict[tuple[frozenset[str], int], set[tuple[str, ...]]] = {}
    for game in games:
        openings.setdefault((frozenset(game.players), game.number), set()).add(game.moves[: game.opening])
        assert game.opening == 2
        assert len(game.figures) == len(game.moves) - 2
        end = play_through(start, game.moves)[-1]
        assert game.points == ((1.0, 0.0) if end.utility() == 1 else (0.0, 1.0))
    assert all(len(begun) == 1 for begun in openings.values()), "both games of a pair begin alike"
    assert len(openings) == 6
    report = make_report(games)
    assert sum(each.points for each in report.standings) == len(games) == report.games
    assert {each.games for each in report.standings} == {8}
    assert report.players[0] == "alpha_beta:9"
    assert timeless(games) == timeless(run_event(event(start, seed=3)))
    assert timeless(games) != timeless(run_event(event(start, seed=4)))


def test_chance_plays_its_part_and_an_event_can_be_broken_off() -> None:
    assert len(run_event(event(Pig(12), "reflex", "random", schedule=RoundRobin(2)))) == 2
    assert run_event(event(TicTacToe()), cancel=lambda: True) == []
    seen: list[PlayedGame] = []

    def enough(game: PlayedGame) -> bool:
        seen.append(game)
        return len(seen) == 3

    assert len(run_event(event(TicTacToe()), on_game=enough)) == 3


def perfect(state: State) -> Any:
    return choose(state, "alpha_beta:9").move


def test_perfect_players_draw_tic_tac_toe() -> None:
    games = run_event(event(TicTacToe(), "alpha_beta:9", perfect, schedule=RoundRobin(2), openings=0))
    assert [game.points for game in games] == [(0.5, 0.5)] * 2
    assert [each.points for each in make_report(games).standings] == [1.0, 1.0]


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


@pytest.mark.parametrize(
    ("payoffs", "points"), [((3, 1), 1.0), ((1, 3), 0.0), ((2, 2), 0.5), (0, 0.5), (-0.25, 0.0), (0.25, 1.0)]
)
def test_the_player_with_more_points_wins(payoffs: Any, points: float) -> None:
    game, _ = run_event(event(Worth(payoffs), "reflex", "random", schedule=RoundRobin(2), openings=0))
    assert game.points == (points, 1 - points)


def test_three_players_have_every_seat_and_are_ranked() -> None:
    games = run_event(event(Coins(), "engine:4", "reflex", "random", schedule=RoundRobin(6), openings=0))
    assert Counter(seat for game in games for seat in enumerate(game.players)) == {
        (seat, name): 2 for seat in range(3) for name in ("engine:4", "reflex", "random")
    }
    for game in games:
        assert sum(game.points) == pytest.approx(1.5)
        best, worst = max(game.payoffs), min(game.payoffs)
        assert game.points[game.payoffs.index(best)] >= 0.75
        assert game.points[game.payoffs.index(worst)] <= 0.25
    assert make_report(games).ratings is not None


def test_every_pair_of_games_has_another_opening_of_the_deck() -> None:
    deck = (Opening(None, ("11-15",)), Opening(None, ("11-16", "22-18")), Opening(None, ("9-14", "24-20", "5-9")))
    games = run_event(event(Checkers(), "random", "rules", schedule=RoundRobin(8), openings=deck, seed=2))
    begun = {game.number: game.moves[: game.opening] for game in games}
    assert all(game.moves[: game.opening] == begun[game.number] for game in games)
    assert {begun[1], begun[2], begun[3]} == {each.moves for each in deck}
    assert begun[4] == begun[1]


def test_games_begin_in_positions() -> None:
    fen = Checkers("11-15").fen
    options: dict[str, Any] = {"game": "checkers", "openings": (Opening(fen),), "schedule": RoundRobin(2)}
    for game in run_event(event(Checkers(), "random", "rules", **options)):
        assert game.position == fen
        assert game.opening == 0
        assert play_through(Checkers(fen), game.moves)[-1].utility() is not None or game.points == (0.5, 0.5)


# ---- the store


def test_what_is_stored_is_not_played_again_and_more_can_be_added() -> None:
    played: list[str] = []

    def note(game: PlayedGame) -> None:
        played.append(game.key)

    with Store() as store:
        start = Nim((1, 2, 2))
        two = run_event(event(start, "alpha_beta:9", "random"), store=store, on_game=note)
        assert len(played) == len(two) == 4
        assert timeless(run_event(event(start, "alpha_beta:9", "random"), store=store, on_game=note)) == timeless(two)
        assert len(played) == 4, "nothing is played again"
        more = run_event(event(start, "alpha_beta:9", "random", schedule=RoundRobin(6)), store=store, on_game=note)
        assert len(played) == len(more) == 6
        three = run_event(event(start, schedule=RoundRobin(6)), store=store, on_game=note)
        assert len(played) == len(three) == 18
        assert len(set(played)) == 18
        assert {game.key for game in more} <= {game.key for game in three}
        gauntlet = run_event(event(start, schedule=Gauntlet(6)), store=store, on_game=note)
        assert len(gauntlet) == 18, "the same games, whatever schedule asked for them"
        run_event(event(start, seed=1), store=store, on_game=note)
        run_event(event(start, time=TimeControl(nodes=50)), store=store, on_game=note)
        assert len(store.events()) == 3
        assert len(played) == 18 + 2 * 12


def test_a_swiss_tournament_goes_on_where_it_was() -> None:
    players = tuple(f"alpha_beta:{depth}" for depth in range(1, 8))
    swiss = event(Nim((2, 3, 4)), *players, schedule=Swiss(4))
    whole = run_event(swiss)
    assert Counter(game.round for game in whole) == dict.fromkeys(range(1, 5), 6)
    for stop in (1, 7, 13, 23):
        seen = list[PlayedGame]()
        with Store() as store:
            run_event(swiss, store=store, on_game=seen.append, cancel=partial(_has, seen, stop))
            assert len(seen) == stop
            assert timeless(run_event(swiss, store=store)) == timeless(whole)


def _has(games: list[PlayedGame], number: int) -> bool:
    return len(games) >= number


# ---- what goes wrong


class Dying(SerialExecutor):
    """Every second task fails for good."""

    def run(self, task: Any, items: Any, **options: Any) -> Any:
        for number, done in enumerate(super().run(task, items, **options)):
            yield done if number % 2 else Done(done.number, done.item, None, "its worker died 3 times")


def test_a_game_that_cannot_be_played_is_reported_once_and_the_rest_goes_on() -> None:
    executor: Executor = Dying()
    games = run_event(event(Nim((1, 2)), "random", "reflex"), executor=executor)
    assert len(games) == 4
    report = make_report(games)
    assert (report.games, report.without_result) == (2, 2)
    assert {game.reason for game in games if not game.points} == {"no result: its worker died 3 times"}


@pytest.mark.parametrize(
    ("start", "entrants", "options", "words"),
    [
        (Pig(), ["minimax", "random"], {}, "minimax cannot play Pig: engine, expectiminimax"),
        (Nim(), ["random"], {}, "an event needs from 2 to 512 players, not 1"),
        (Nim(), ["random", "random"], {}, "random is named twice"),
        (Nim(), ["random", "reflex"], {"schedule": RoundRobin(3)}, "games must be an even number"),
        (Coins(), ["random", "reflex"], {"schedule": RoundRobin(4)}, "games must be a multiple of 3"),
        (Nim(), ["random", "nobody"], {}, "there is no player called 'nobody'"),
        (Nim(), ["random", "alpha_beta:x"], {}, "depth must be from 1 to 16, not 'x'"),
        (Nim(), ["random:3", "reflex"], {}, "random takes no '3'"),
        (Nim(), ["engine:99", "reflex"], {}, "level must be from 1 to 9, not '99'"),
        (Nim(), ["random", "reflex"], {"openings": -1}, "opening must be at least 0"),
        (Nim(), ["random", "reflex"], {"openings": ()}, "there is no opening"),
        (Nim((1, 1)), ["random", "reflex"], {"openings": (ALL_OF_IT,)}, "is over after the opening"),
        (Nim(), ["random", "reflex"], {"openings": (Opening(None, ("e4",)),)}, r"move 1 \(e4\) is not legal"),
        (Nim(), ["random", "reflex"], {"most_plies": 0}, "at least 1 move"),
    ],
)
def test_what_is_refused(start: State, entrants: list[str], options: dict[str, Any], words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        event(start, *entrants, **options)


def test_a_game_that_is_too_long_is_a_draw() -> None:
    for heaps, points in (((1, 1, 1), {0.0, 1.0}), ((1, 1, 1, 1), {0.5})):
        games = run_event(event(Nim(heaps), "random", "reflex", schedule=RoundRobin(2), most_plies=3))
        assert {each for game in games for each in game.points} == points
        assert all(len(game.moves) == 3 for game in games)
