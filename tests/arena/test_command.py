"""zermelo arena and zermelo ratings: what they print, what they write, and what they refuse."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tests.arena.test_store import _records
from tests.cli.starting import zermelo
from zermelo.analysis.inputs import open_inputs, read_entries
from zermelo.arena import Event, RoundRobin, Store, play_game
from zermelo.cli.arena import arena
from zermelo.cli.ratings import FORMATS, ratings
from zermelo.games.nim import Nim
from zermelo.players import PlayerSpec
from zermelo.records.pgn import read_pgn
from zermelo.state import State, ZermeloError

SMALL = ["nim", "alpha_beta:4", "random", "--position", "1 2", "--games", "2"]


def run(*arguments: str, command: Any = arena) -> str:
    done = CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)
    return done.stdout


def test_the_table_and_the_document() -> None:
    assert run(*SMALL).splitlines()[1].startswith("alpha_beta:4")
    document = json.loads(run(*SMALL, "--json"))
    assert [each["player"] for each in document["standings"]] == ["alpha_beta:4", "random"]
    assert (document["games"], document["played"], document["interrupted"]) == (2, 2, False)
    assert {(each["player"], each["games"]) for each in document["cross_table"]} == {("alpha_beta:4", 2), ("random", 2)}
    many = ["alpha_beta:2", "alpha_beta:3", "alpha_beta:4", "minimax:2", "minimax:3", "reflex", "random"]
    wide = run("nim", *many, "--position", "1 2", "--games", "2")
    assert set(wide.splitlines()[0].split()[7:]) == set(many), "no name is cut"


def test_the_usual_players_suit_the_game() -> None:
    usual = json.loads(run("pig", "--games", "2", "--seconds", "0.01", "--json"))["standings"]
    assert {each["player"] for each in usual} == {"engine:5", "mcts:1000", "random"}


@pytest.mark.parametrize("schedule", ["gauntlet", "swiss", "knock-out"])
def test_schedules(schedule: str) -> None:
    players = [f"alpha_beta:{depth}" for depth in range(1, 6)]
    rounds = ["--rounds", "2"] if schedule == "swiss" else []
    document = json.loads(run("nim", *players, "--schedule", schedule, "--games", "2", *rounds, "--json"))
    assert document["games"] == {"gauntlet": 8, "swiss": 8, "knock-out": 8}[schedule]


def worst(state: State) -> Any:
    return state.moves()[0]


def test_a_match_stops_by_itself(tmp_path: Path) -> None:
    words = ["nim", "alpha_beta:9", "random", "--sprt", "0,300", "--games", "1000", "--store", str(tmp_path / "a.db")]
    document = json.loads(run(*words, "--json"))
    assert document["sprt"]["decision"] == "accept"
    assert document["played"] < 400
    again = json.loads(run(*words, "--json"))
    assert again["played"] == 0, "the test is decided already"
    assert again["sprt"]["decision"] == "accept"
    assert "alpha_beta:9 is better by 300 Elo rather than by 0" in run(*words)
    worse = run("nim", "random", "alpha_beta:9", "--sprt", "0,300", "--games", "1000", "--seed", "1")
    assert "random is not better by 300 Elo" in worse


def test_players_from_outside_play_in_a_process_of_their_own() -> None:
    shown = run("nim", "random", f"{__name__}:crash", "--games", "2")
    assert "crash forfeits: " in shown
    assert shown.splitlines()[1].startswith("random")


def crash(state: State) -> Any:
    import os

    os._exit(3)


def test_exports(tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    run("chess", "engine:1", "random", "--games", "4", "--depth", "1", "--store", store, "--plies", "30")
    run("nim", "reflex", "random", "--games", "2", "--store", store)
    listed = run(store, "--list", command=ratings).splitlines()
    assert [line.split() for line in listed[1:]] == [["1", "chess", "4"], ["2", "nim", "2"]]
    assert run(store, command=ratings).splitlines()[1].split()[0] in ("reflex", "random")
    rows = list(csv.DictReader(io.StringIO(run(store, "--event", "1", "--format", "csv", command=ratings))))
    assert {row["player"] for row in rows} == {"engine:1", "random"}
    assert sum(float(row["points"]) for row in rows) == 4
    markdown = run(store, "--event", "1", "--format", "markdown", command=ratings).splitlines()
    assert len(markdown) == 4
    assert len({line.count("|") for line in markdown}) == 1
    lines = run(store, "--event", "1", "--format", "jsonl", command=ratings).splitlines()
    assert [set(json.loads(line)["players"]) for line in lines] == [{"engine:1", "random"}] * 4
    games = list(read_pgn(run(store, "--event", "1", "--format", "games", command=ratings)))
    assert [game.moves for game in games] == [json.loads(line)["moves"] for line in lines]
    assert [game.result for game in games] == [
        {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[json.loads(line)["points"][0]] for line in lines
    ]
    assert json.loads(run(store, "--format", "json", command=ratings))["event"]["game"] == "nim"
    for suffix, start in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        picture = tmp_path / f"ratings{suffix}"
        run(store, "--plot", str(picture), command=ratings)
        assert picture.read_bytes().startswith(start)


def test_games_from_another_position_are_exported_with_it(tmp_path: Path) -> None:
    store, fen = str(tmp_path / "games.db"), "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
    run("chess", "engine:1", "random", "--position", fen, "--games", "2", "--plies", "9", "--store", store)
    games = list(read_pgn(run(store, "--format", "games", command=ratings)))
    assert [game.start.fen for game in games] == [fen, fen]
    assert all(len(game.moves) >= 2 for game in games)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nim", "--opening", "ballots"], "ballots are openings of checkers"),
        (["checkers", "--position", "11-15", "--opening", "ballots"], "from the start"),
        (["nim", "--opening", "x"], "a number of random moves, ballots or a file of positions, not 'x'"),
        (["nim", "--opening", "-1"], "opening must be at least 0 moves, not -1"),
        (["nim", "--clock", "x"], "a clock is written as in 2"),
        (["nim", "--clock", "1+0", "--seconds", "1"], "--clock and --seconds do not go together"),
        (["nim", "--adjudicate", "x"], "--adjudicate is written as in 500:6, not 'x'"),
        (["nim", "--adjudicate", "0"], "must be above 0"),
        (["nim", "--adjudicate", "5:0"], "--adjudicate is written as in"),
        (["nim", "--adjudicate-draw", "1:2:3:4"], "--adjudicate-draw is written as in 20:10:60"),
        (["nim", "random", "reflex", "--sprt", "1"], "--sprt is written as in 0,10"),
        (["nim", "random", "reflex", "--sprt", "5,0"], "elo0 must be less than elo1"),
        (["nim", "random", "reflex", "mcts", "--sprt", "0,5"], "--sprt is for a match of two players"),
        (["nim", "random", "nobody"], "there is no player called 'nobody'"),
        (["nim", "random", "reflex", "--rounds", "3"], "rounds are for a Swiss tournament"),
        (["chess", "random", "uci:/no/such"], "there is no program '/no/such' to start"),
        (["nothing", "random", "reflex"], "there is no game called 'nothing'"),
    ],
)
def test_refusals(arguments: list[str], words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        run(*arguments)


def test_openings_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.epd"
    file.write_text("# two openings\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - ;\n\nbad\n")
    words = ["chess", "random", "engine:1", "--opening", str(file), "--games", "2"]
    with pytest.raises(ZermeloError, match=r"openings.epd, line 4: "):
        run(*words)
    file.write_text(file.read_text().replace("bad\n", ""))
    store = str(tmp_path / "games.db")
    run(*words, "--store", store, "--plies", "4")
    games = list(read_pgn(run(store, "--format", "games", command=ratings)))
    assert {game.start.fen.split()[0] for game in games} == {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"}
    for content, wrong in ((b"", "has no position in it"), (b"\xff\xfe\x00", "is not UTF-8 text")):
        file.write_bytes(content)
        with pytest.raises(ZermeloError, match=wrong):
            run(*words)


def test_ratings_refuse(tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    with pytest.raises(ZermeloError, match="there is no store called"):
        run(store, command=ratings)
    run(*SMALL, "--store", store)
    with pytest.raises(ZermeloError, match="has no event 9: it has 1"):
        run(store, "--event", "9", command=ratings)
    with pytest.raises(ZermeloError, match=r"ends in \.svg, \.png or \.pdf, not '\.bmp'"):
        run(store, "--plot", str(tmp_path / "a.bmp"), command=ratings)


def test_ctrl_c_ends_at_once_with_the_table_so_far(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    words = [
        "arena",
        "chess",
        "engine:9",
        "random",
        "--seconds",
        "2",
        "--plies",
        "3",
        "--opening",
        "0",
        "--games",
        "500",
    ]
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from zermelo.cli import main; main()"
    )
    command = [sys.executable, "-c", script, *words, "--store", str(store), "--json"]
    for jobs in ("1", "2"):
        with subprocess.Popen([*command, "--jobs", jobs], stdout=subprocess.PIPE, text=True) as process:
            wanted = 2 * int(jobs)
            while process.poll() is None and len(_records(store)) < wanted:
                sleep(0.05)
            process.send_signal(signal.SIGINT)
            document = json.loads(process.communicate()[0])
        assert process.returncode == 130
        assert document["interrupted"]
        assert document["games"] == len(_records(store)) >= wanted


def test_a_sequential_test_in_a_store_with_other_players(tmp_path: Path) -> None:
    """Games of others in the same event are neither counted by the test nor told of."""
    store = ["--store", str(tmp_path / "a.db"), "--position", "1 2 3"]
    forfeits = f"{__name__}:nonsense"
    run("nim", "random", "alpha_beta:9", forfeits, "--games", "4", *store)
    words = ["nim", "alpha_beta:9", "random", "--sprt", "0,300", "--games", "1000", *store]
    shown = run(*words)
    assert "alpha_beta:9 is better by 300 Elo rather than by 0" in shown
    assert "nonsense" not in shown
    alone = json.loads(run(*words[:-4], "--position", "1 2 3", "--json"))
    document = json.loads(run(*words, "--json"))
    assert (document["played"], document["games"]) == (0, alone["games"])
    assert document["sprt"] == alone["sprt"]


def nonsense(state: State) -> Any:
    return "nonsense"


@pytest.mark.parametrize(
    ("sprt", "words"),
    [
        ("0,100000", "elo0 and elo1 must be from -2000 to 2000"),
        ("-200000,0", "elo0 and elo1 must be from -2000 to 2000"),
        ("0,nan", "elo0 must be less than elo1"),
        ("0,inf", "elo0 must be less than elo1"),
        ("0,5,0.05,0.05,7", "--sprt is written as in 0,10 or 0,10,0.05,0.05"),
        ("0,5,0.05", "--sprt is written as in 0,10 or 0,10,0.05,0.05"),
        ("0,5,0.6,0.1", "alpha must be between 0 and 0.5"),
    ],
)
def test_sequential_tests_that_are_refused(sprt: str, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        run("nim", "random", "reflex", f"--sprt={sprt}")


@pytest.mark.parametrize(
    "words",
    [
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--patience", "nan"],
        ["--nodes", str(2**63)],
        ["--store", ""],
    ],
)
def test_numbers_and_names_that_are_refused(words: list[str]) -> None:
    with pytest.raises((ZermeloError, click.UsageError)):
        run("nim", "random", "reflex", "--games", "2", *words)


@pytest.mark.parametrize("player", ["uci:/bin/true \udcff", "uci:/bin/true a\nb"])
def test_players_that_cannot_be_printed_are_refused(player: str) -> None:
    with pytest.raises(ZermeloError, match="letters that can be printed"):
        run("chess", "random", player)


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    store, picture = str(tmp_path / "a.db"), tmp_path / "a.svg"
    shown = run("chess", "mcts:100:1", r"uci:/bin/true $x_$ $\frac$", "--games", "2", "--plies", "2", "--store", store)
    assert "mcts:100:1" in shown
    run(store, "--plot", str(picture), command=ratings)
    assert picture.read_bytes().startswith(b"<?xml")


def test_a_test_counts_the_games_of_another_run_in_the_same_store(tmp_path: Path) -> None:
    words = ["nim", "alpha_beta:9", "random", "--games", "200", "--seed", "2", "--store", str(tmp_path / "a.db")]
    with Store(tmp_path / "a.db") as kept:
        run(*words[:4], "4", *words[5:])
        other = Event(Nim(), tuple(map(PlayerSpec.parse, words[1:3])), RoundRobin(200), game="nim", seed=2)
        tasks = [task for pairing in next(other.rounds(dict)) for task in other.tasks(pairing)]
        for task in tasks[::2]:  # another run is at every second game, the first of each pair
            if kept.claim(1, task.key):
                kept.add(1, play_game(task))
    document = json.loads(run(*words, "--sprt", "0,300", "--json"))
    assert document["sprt"]["decision"] is not None
    assert document["played"] < 2 * sum(document["sprt"]["pairs"]), "more pairs than this run has played"


def test_a_winner_is_named() -> None:
    arguments = ("tic_tac_toe", "random", "alpha_beta:9", "--games", "6", "--opening", "0")
    assert "\nalpha_beta:9 wins.\n" in run(*arguments, "--schedule", "knock-out")
    assert json.loads(run(*arguments, "--schedule", "swiss", "--json"))["winners"] == ["alpha_beta:9"]
    assert json.loads(run(*arguments, "--json"))["winners"] == []


def test_the_ratings_of_a_series_have_no_first_move(tmp_path: Path) -> None:
    """Pac-Man has the first seat in every game: how much that is worth cannot be told from how well he plays."""
    store = str(tmp_path / "a.db")
    assert zermelo("pacman", "--pacman", "reflex", "--limit", "9", "--games", "12", "--store", store).returncode == 0
    document = json.loads(run(store, "--format", "json", command=ratings))
    assert document["first_move"] is None
    assert {each["games"] for each in document["standings"]} == {12}
    seeds = [json.loads(line)["seed"] for line in run(store, "--format", "jsonl", command=ratings).splitlines()]
    assert seeds == list(range(12))


def test_ratings_write_what_they_show(tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    run(*SMALL, "--store", store)
    for form in FORMATS:
        out = tmp_path / f"out.{form}"
        shown = run(store, "--format", form, command=ratings)
        assert run(store, "--format", form, "--out", str(out), command=ratings) == ""
        assert out.read_text(encoding="utf-8") == shown
        picture = tmp_path / f"{form}.svg"
        assert run(store, "--format", form, "--plot", str(picture), command=ratings) == shown
        assert picture.read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("game", "options", "mark"),
    [("checkers", ["--opening", "ballots", "--plies", "12"], "[Event"), ("go", ["--plies", "6"], "(;")],
)
def test_exports_in_the_formats_of_the_games(game: str, options: list[str], mark: str, tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    run(game, "random", "mcts:10", "--games", "4", *options, "--store", store)
    text = run(store, "--format", "games", command=ratings)
    assert text.startswith(mark)
    file = tmp_path / ("games.pdn" if game == "checkers" else "games.sgf")
    file.write_text(text)
    stored = [json.loads(line)["moves"] for line in run(store, "--format", "jsonl", command=ratings).splitlines()]
    read = read_entries(open_inputs([str(file)], game=game))
    assert [(each.error, list(each.moves or ())) for each in read] == [("", moves) for moves in stored]
