"""The Arena page: tournaments as the library plays them, in one request or several, and their limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.lab.conftest import PATIENT
from tests.lab.lab_server import Lab, Visitor, running
from zermelo.arena.games import PlayedGame
from zermelo.arena.report import make_report
from zermelo.arena.schedule import RoundRobin
from zermelo.arena.tournament import Event, run_event
from zermelo.catalogue import TURN_GAMES, load_game
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import Caps
from zermelo.lab.server.settings import Settings
from zermelo.lab.topics.arena import event as arena_event
from zermelo.lab.topics.arena.compete import compete
from zermelo.lab.topics.arena.event import Stop, StoppablePlayer, Stopped
from zermelo.lab.topics.arena.messages import ArenaGame, Compete, NewGames
from zermelo.lab.topics.arena.records import LONGEST_REASON, show_game, show_report
from zermelo.players import PlayerSpec, TimeControl
from zermelo.players.player import Settings as PlayerSettings
from zermelo.state import ZermeloError

ENTRANTS = [{"player": "alpha_beta", "strength": 4}, {"player": "mcts", "strength": 20}, {"player": "random"}]
ASKED: dict[str, Any] = {"type": "compete", "id": 1, "game": "tic_tac_toe", "entrants": ENTRANTS, "games": 4, "seed": 7}


def library_games(games: int) -> list[PlayedGame]:
    """The same tournament, played by the library."""
    players = tuple(map(PlayerSpec.parse, ("alpha_beta:4", "mcts:20", "random")))
    event = Event(
        load_game("tic_tac_toe"), players, RoundRobin(games), game="tic_tac_toe", time=TimeControl(seconds=1), seed=7
    )
    return run_event(event)


def play_all(visitor: Visitor, **changes: Any) -> tuple[list[Any], list[Any], dict[str, Any]]:
    """All batches of one request, the games in them, and how it ended."""
    visitor.send({**ASKED, **changes})
    batches: list[Any] = []
    while (answer := visitor.get())["type"] == "new_games":
        batches.append(answer)
        visitor.send({"type": "more", "id": answer["id"]})
    return batches, [game for batch in batches for game in batch["games"]], answer


def refusal(lab: Lab, **changes: Any) -> str:
    with lab.visit() as visitor:
        _, games, end = play_all(visitor, **changes)
    assert end["type"] == "refused", end
    assert not games
    error: str = end["error"]
    assert "\n" not in error
    return error


def results(games: list[Any]) -> list[dict[str, Any]]:
    return [{name: game[name] for name in ("key", "players", "points", "reason", "forfeited")} for game in games]


def test_a_tournament_is_the_one_of_the_library(lab: Lab) -> None:
    with lab.visit() as visitor:
        batches, games, end = play_all(visitor)
    expected = library_games(4)
    assert end == {"type": "competed", "id": 1, "complete": True}
    assert {batch["total"] for batch in batches} == {12}
    assert [(game["key"], game["moves"], game["points"]) for game in sorted(games, key=lambda game: game["key"])] == [
        (game.key, list(game.moves), list(game.points)) for game in sorted(expected, key=lambda game: game.key)
    ]
    report, shown = make_report(expected), batches[-1]["report"]
    assert [each["player"] for each in shown["standings"]] == report.players
    for each, standing in zip(shown["standings"], report.standings, strict=True):
        assert standing.rating is not None
        assert each["low"] < each["elo"] < each["high"]
        assert each["elo"] == pytest.approx(standing.rating.elo, abs=0.1)
        assert each["wins"] + each["draws"] + each["losses"] == each["games"] == 8
    assert report.ratings is not None
    assert shown["superiority"] == pytest.approx(report.ratings.superiority(*report.players[:2]), abs=0.001)
    met = {(each["player"], each["against"]): (each["points"], each["games"]) for each in shown["meetings"]}
    assert met == report.against
    assert any("first move" in sentence for sentence in shown["sentences"])


def test_the_first_message_names_everyone_before_any_game(lab: Lab) -> None:
    with lab.visit() as visitor:
        batches, _, _ = play_all(visitor)
    assert batches[0]["games"] == []
    assert [each["player"] for each in batches[0]["report"]["standings"]] == ["alpha_beta:4", "mcts:20", "random"]
    assert {each["elo"] for each in batches[0]["report"]["standings"]} == {None}


@pytest.mark.parametrize("kept", [1, 5, 11])
def test_the_next_request_plays_only_what_is_missing(lab: Lab, kept: int) -> None:
    with lab.visit() as visitor:
        whole, games, _ = play_all(visitor)
        rest, others, end = play_all(visitor, played=results(games[:kept]))
        assert end["complete"]
        assert {game["key"] for game in others} == {game["key"] for game in games[kept:]}
        assert rest[-1]["report"]["meetings"] != []
        assert {frozenset(each.items()) for each in rest[-1]["report"]["meetings"]} == {
            frozenset(each.items()) for each in whole[-1]["report"]["meetings"]
        }
        _, none, end = play_all(visitor, played=results(games))
        assert (none, end["complete"]) == ([], True)


@pytest.mark.parametrize(
    ("changes", "games"),
    [
        ({"schedule": "gauntlet"}, 8),
        ({"schedule": "swiss", "rounds": 3, "games": 2}, 6),
        ({"schedule": "knock-out", "games": 2}, 4),
        ({"game": "coins", "entrants": [{"player": "random"}, {"player": "mcts", "strength": 10}], "games": 3}, 6),
        ({"game": "pig", "entrants": ENTRANTS[1:], "opening": 0, "nodes": 100, "seconds": 0.5}, 4),
        ({"game": "tests.lab.own_games:Countdown", "entrants": ENTRANTS[1:]}, 4),
    ],
)
def test_every_schedule_and_more_than_two_players(lab: Lab, changes: dict[str, Any], games: int) -> None:
    with lab.visit() as visitor:
        batches, played, end = play_all(visitor, **changes)
    assert end["type"] == "competed", end
    assert end["complete"]
    assert len(played) == games == batches[-1]["total"]
    # Every game opens on the board of the Play page.
    source = {"type": "game", "game": changes.get("game", "tic_tac_toe"), "moves": played[0]["moves"]}
    assert lab.post("/api/play/position", source)["over"]


FORFEIT = {"key": "x", "players": ["random", "mcts:20"], "points": [0, 1], "reason": "random forfeits", "forfeited": 0}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"entrants": ENTRANTS[:1]}, "from 2 to 8 players, not 1"),
        ({"entrants": [{"player": "mcts", "strength": each} for each in range(10, 19)]}, "from 2 to 8 players, not 9"),
        ({"entrants": [ENTRANTS[2], ENTRANTS[2]]}, "random is named twice"),
        ({"entrants": [*ENTRANTS, {"player": "os:system"}]}, "there is no player called 'os:system'"),
        ({"entrants": [*ENTRANTS, {"player": "uci:sh -c true"}]}, "there is no player called"),
        ({"entrants": [*ENTRANTS, {"player": "mcts", "seconds": 1.5}]}, "seconds must be from 0.001 to 1"),
        ({"game": "coins", "games": 3}, "alpha_beta cannot play Coins"),
        ({"seconds": 2}, "seconds must be from 0.001 to 1 here, not 2"),
        ({"seconds": 0}, "seconds must be"),
        ({"nodes": 0}, "nodes must be from 1 to 1,000,000"),
        ({"games": 0}, "games must be from 1 to 500"),
        ({"games": 501}, "games must be from 1 to 500"),
        ({"games": 3}, "games must be an even number"),
        ({"games": 200}, "600 games are too many here: the lab plays at most 500"),
        ({"opening": 51}, "opening must be from 0 to 50"),
        ({"schedule": "swiss", "rounds": 4}, "3 players can meet in 3 rounds"),
        ({"schedule": "swiss", "game": "coins", "games": 3, "entrants": ENTRANTS[1:]}, "for games of two players"),
        ({"rounds": 3}, "rounds are for a Swiss tournament"),
        ({"schedule": "swiss", "rounds": 0}, "rounds must be from 1 to 500 here, not 0"),
        ({"schedule": "swiss", "rounds": -1}, "rounds must be from 1 to 500 here, not -1"),
        ({"schedule": "ladder"}, "ladder"),
        ({"game": "peg"}, "there is no game called 'peg' here"),
        ({"game": "tests.lab.own_games:Alone"}, "for one player"),
        ({"played": [{"key": "x", "players": ["random", "nobody"], "points": [1, 0]}]}, "no game 'x'"),
        ({"played": [{"key": "x", "players": ["random"], "points": [1]}]}, "no game 'x'"),
        ({"played": [{"key": "x", "players": ["random", "mcts:20"], "points": [1, 1]}]}, "cannot end with the points"),
        ({"played": [{"key": "x", "players": ["random", "mcts:20"], "points": [1e308, 5]}]}, "cannot end"),
        ({"played": [{"key": str(n), "players": [], "points": []} for n in range(501)]}, "501 games are too many"),
        ({"played": [{"key": "x", "players": ["random", "random"], "points": [1, 0]}]}, "no game 'x'"),
        ({"played": [{"key": "x", "players": ["random", "mcts:20"], "points": [1, 0]}] * 2}, "no game 'x'"),
        ({"played": [{**FORFEIT, "forfeited": 2}]}, "has no seat 2 to forfeit it"),
        ({"played": [{**FORFEIT, "forfeited": -1}]}, "has no seat -1 to forfeit it"),
        ({"played": [{**FORFEIT, "reason": "x" * 501}]}, "must have at most 500 characters"),
    ],
)
def test_what_is_refused(lab: Lab, changes: dict[str, Any], says: str) -> None:
    assert says in refusal(lab, **changes)


def test_a_game_that_breaks_has_no_result_and_the_tournament_goes_on(lab: Lab) -> None:
    with lab.visit() as visitor:
        batches, games, end = play_all(visitor, game="tests.lab.own_games:Crashing", entrants=ENTRANTS[1:], opening=0)
    if end["type"] == "refused":  # it breaks before the first game
        assert end["error"]
        return
    assert end["complete"]
    assert all(game["points"] == [] and game["reason"] for game in games)
    assert batches[-1]["report"]["sentences"]


SLOW = {
    "game": "chess",
    "entrants": [{"player": "engine", "seconds": 1}, {"player": "mcts", "seconds": 1}],
    "games": 500,
    "id": 3,
}


def test_a_tournament_is_cancelled_in_the_middle_of_a_game(lab: Lab) -> None:
    with lab.visit() as visitor:
        visitor.send({**ASKED, **SLOW})
        assert visitor.until("new_games")["games"] == []
        lab.wait_until_busy()
        visitor.send({"type": "cancel", "id": 3})
        assert visitor.until("cancelled")["id"] == 3
        lab.wait_until_idle()


def test_a_tournament_ends_when_the_visitor_leaves(lab: Lab) -> None:
    with lab.visit() as visitor:
        visitor.send({**ASKED, **SLOW})
        visitor.until("new_games")
        lab.wait_until_busy()
    lab.wait_until_idle()


def test_the_time_of_one_request_is_limited(tmp_path: Path) -> None:
    hurried = Settings(caps=Caps(2_000_000, 100_000, 0.96, 4))
    with running(tmp_path / "pages", settings=hurried) as lab, lab.visit() as visitor:
        _, games, end = play_all(visitor, **SLOW)
        assert not games
        # On a busy machine the server may be quicker to stop it than its worker.
        assert (
            "no game ended within 0.8 seconds: give the players less time" in end["error"] or "stopped" in end["error"]
        )
        # Many short games go on with the next request.
        quick: dict[str, Any] = {"entrants": ENTRANTS[1:], "games": 500, "game": "othello"}
        known: list[Any] = []
        for _ in range(3):
            _, games, end = play_all(visitor, **quick, played=results(known))
            if end["type"] != "competed":  # the machine is too busy for one game a second
                break
            assert games
            known += games
        assert len({game["key"] for game in known}) == len(known)


def test_players_of_the_command_line_take_part(tmp_path: Path) -> None:
    own = "tests.lab.own_players:first"
    with running(tmp_path / "pages", settings=PATIENT, players=(own,)) as lab, lab.visit() as visitor:
        _, games, end = play_all(visitor, entrants=[{"player": own}, {"player": "random"}])
        assert end["complete"]
        assert {name for game in games for name in game["players"]} == {own, "random"}


def test_forfeits_are_remembered_by_the_next_request(lab: Lab) -> None:
    known = [{**FORFEIT, "key": str(number)} for number in range(3)]
    with lab.visit() as visitor:
        batches, games, end = play_all(visitor, played=known)
    assert end["complete"]
    for batch in batches:
        assert "random against mcts:20: random forfeits (3 games)" in batch["report"]["sentences"]
    assert {game["forfeited"] for game in games} == {None}


def test_a_game_without_a_result_is_played_again_and_counts_once(lab: Lab) -> None:
    with lab.visit() as visitor:
        _, games, _ = play_all(visitor)
        failed = {**games[0], "points": [], "reason": "no result"}
        batches, again, end = play_all(visitor, played=results([failed, *games[1:]]))
    assert end["complete"]
    assert results(again) == results(games[:1])
    assert sum(each["games"] for each in batches[-1]["report"]["standings"]) == 24
    assert not any("no result" in sentence for sentence in batches[-1]["report"]["sentences"])


def test_long_reasons_are_shortened_as_they_may_come_back() -> None:
    game = PlayedGame(
        key="x", round=1, number=1, players=("a", "b"), points=(0.0, 1.0), reason="x" * 9_999, forfeited=0
    )
    assert len(show_game(game).reason) == LONGEST_REASON
    assert show_report([game]).sentences[-1] == f"a against b: {show_game(game).reason}"


def test_ratings_are_rounded_only_where_they_are_shown() -> None:
    games = library_games(4)
    ratings = make_report(games).ratings
    assert ratings is not None
    assert [each.elo for each in show_report(games).standings] == [each.elo for each in ratings.table]


def own_context(seconds: float, own: str = "", send: Any = None, cancel: Any = lambda: False) -> RequestContext:
    """The context of a request in this process, in a lab with a player of the command line."""
    settings = Settings(caps=Caps(2_000_000, 100_000, seconds, 4))
    return RequestContext(settings=settings, games=TURN_GAMES, players=(own,), cancel=cancel, send=send)


def compete_here(own: str, seconds: float) -> list[ArenaGame]:
    """The games of a request that is answered in this process."""
    games: list[ArenaGame] = []
    context = own_context(seconds, own, lambda kind, data: games.extend(msgspec.json.decode(data, type=NewGames).games))
    message = msgspec.convert({**ASKED, "games": 2, "entrants": [{"player": "random"}, {"player": own}]}, Compete)
    assert compete(message, context).complete
    return games


def test_a_player_that_cannot_be_created_forfeits() -> None:
    own = "tests.lab.own_players:Unstarted"
    games = compete_here(own, 60.0)
    assert [(game.players[game.forfeited or 0], game.points) for game in games] == [(own, (1, 0)), (own, (0, 1))]
    assert all("no luck" in game.reason for game in games)


def test_a_player_that_never_gets_ready_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_event, "START", 0.0)
    own = "tests.lab.own_players:Unprepared"
    games = compete_here(own, 6.0)
    assert [game.players[game.forfeited or 0] for game in games] == [own, own]
    assert all("did not answer within 1 s" in game.reason for game in games)


def test_no_player_is_started_that_the_request_may_not_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_event, "START", 1e6)
    with pytest.raises(ZermeloError, match="no game ended"):
        compete_here("tests.lab.own_players:first", 60.0)


def test_whatever_a_player_does_ends_with_the_request() -> None:
    asked: list[str] = []

    class Obedient:
        def choose(self, state: Any, cancel: Any) -> Any:
            asked.append("choose")
            assert cancel()
            return state.moves()[0]

        def prepare(self, state: Any, seconds: float, cancel: Any) -> None:
            asked.append("prepare")
            assert cancel()

        def played(self, move: Any) -> None:
            asked.append("played")

        def close(self) -> None:
            asked.append("close")

    start = load_game("tic_tac_toe")
    for question, arguments in (("choose", (start,)), ("prepare", (start, 1.0)), ("played", (0,))):
        stop = Stop(own_context(600.0, cancel=lambda: bool(asked)))
        player = StoppablePlayer(PlayerSpec.of(Obedient), PlayerSettings(), stop)
        player.close()
        assert not asked
        with pytest.raises(Stopped):
            getattr(player, question)(*arguments)
        assert asked == [question]
        with pytest.raises(Stopped):
            player.played(0)
        player.close()
        assert asked == [question, "close"]
        asked.clear()


def test_a_tournament_has_time_to_end_a_game_while_others_wait(lab: Lab) -> None:
    with lab.visit() as visitor:
        visitor.send({**ASKED, **SLOW})
        visitor.until("new_games")
        lab.wait_until_busy()
        assert {job.slices for job in lab.hub.pools.searches.running} == {10}
    lab.wait_until_idle()
