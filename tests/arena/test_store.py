"""The store: what is written stays, whoever else writes, and what is not a store is refused."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import sleep, time
from typing import Any

import msgspec
import pytest

from tests.cli.starting import answer, zermelo
from zermelo.arena import Event, PlayedGame, RoundRobin, Store, make_report, run_event
from zermelo.arena.report import to_document
from zermelo.arena.store import SILENT
from zermelo.games.nim import Nim
from zermelo.players import PlayerSpec
from zermelo.state import ZermeloError

GAME = PlayedGame(key="1/1/a | b", round=1, number=1, players=("a", "b"), moves=("x",), points=(1.0, 0.0), reason="won")


def test_games_come_back_as_they_were(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        number = store.event({"game": "nim"})
        assert number == store.event({"game": "nim"})
        assert store.add(number, GAME)
        assert not store.add(number, GAME), "nothing is counted twice"
    with Store(tmp_path / "games.db", writes=False) as store:
        assert list(store.games(number)) == [GAME]
        assert store.results(number) == {GAME.key: GAME.points}
        assert [(each.settings, each.games) for each in store.events()] == [({"game": "nim"}, 1)]


def test_two_runs_share_the_games(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as one, Store(tmp_path / "games.db") as other:
        number = one.event({})
        assert one.claim(number, "a")
        assert not other.claim(number, "a")
        assert other.claim(number, "b")
        assert one.claim(number, "a"), "its own"
        one.add(number, GAME)
        assert not other.claim(number, GAME.key), "it was played"
    with Store(tmp_path / "games.db") as third:
        assert third.claim(number, "b"), "claims end with their run"


def test_claims_of_the_dead_are_void(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    script = (
        "import os, sys\nfrom zermelo.arena import Store\nstore = Store(sys.argv[1])\n"
        "assert store.claim(store.event({}), 'a')\nos.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    with Store(path) as store:
        assert store.claim(store.event({}), "a")
    with sqlite3.connect(path) as base:  # a run on another machine, which was seen lately
        base.execute("INSERT INTO runs VALUES (77, 'elsewhere', 1, strftime('%s', 'now') + 0.0)")
        base.execute("INSERT INTO claims VALUES (1, 'b', 77), (1, 'c', 78)")
        base.execute("INSERT INTO runs VALUES (78, 'elsewhere', 2, strftime('%s', 'now') - 1000.0)")
    base.close()
    with Store(path) as store:
        assert not store.claim(1, "b")
        assert store.claim(1, "c")


def test_a_claim_does_not_outlive_its_run_even_if_its_process_number_is_in_use_again(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        number = store.event({})
        # As after the restart of a container: the machine has the same name, and the number is that of another process.
        for run, seen in ((77, time() - SILENT - 1), (78, time() + 3600), (79, time())):
            row = (run, socket.gethostname(), os.getppid(), seen)
            store._base.execute("INSERT INTO runs VALUES (?, ?, ?, ?)", row)
            store._base.execute("INSERT INTO claims VALUES (?, ?, ?)", (number, str(run), run))
        assert store.claim(number, "77"), "it was not seen for long"
        assert store.claim(number, "78"), "the clock was set back"
        assert not store.claim(number, "79")


@pytest.mark.parametrize("column", ["record", "points", "key"])
def test_a_damaged_game_is_named_skipped_and_played_again(tmp_path: Path, column: str) -> None:
    path, other = tmp_path / "games.db", msgspec.structs.replace(GAME, key="2/1/a | b")
    named = list[str]()
    with Store(path, on_damage=named.append) as store:
        number = store.event({"game": "nim"})
        store.add(number, GAME)
        store.add(number, other)
        store._base.execute(f"UPDATE games SET {column} = '[1,' WHERE key = ?", (GAME.key,))
        assert list(store.games(number)) == [other]
        assert store.results(number) == {other.key: other.points}
        if column != "key":
            with pytest.raises(ZermeloError, match=r"game .* of event 1 cannot be read from"):
                store.game(number, GAME.key)
        assert len(named) == 1, "it is named once"
        assert re.search(
            r"games\.db is damaged: game .* of event 1 does not match its checksum, and is skipped", named[0]
        )
    said = zermelo("ratings", str(path))
    assert said.returncode == 0
    assert said.stderr == f"zermelo: {named[0]}\n"
    with Store(path, on_damage=named.append) as store:
        assert store.claim(number, GAME.key)
        assert store.add(number, GAME)
        assert list(store.games(number)) == [GAME, other]


def test_a_store_without_checksums_is_read_and_gets_them(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Store(path) as store:
        number = store.event({"game": "nim"})
        store.add(number, GAME)
        store._base.execute("ALTER TABLE games DROP COLUMN checksum")
        store._base.execute("PRAGMA user_version = 1")
    with Store(path, writes=False) as store:
        assert list(store.games(number)) == [GAME]
    with Store(path) as store:
        assert list(store.games(number)) == [GAME]
        assert store.add(number, msgspec.structs.replace(GAME, key="2"))
    with closing(sqlite3.connect(path)) as base, base:
        assert base.execute("PRAGMA user_version").fetchone() == (2,)
        base.execute("UPDATE games SET reason = 'lost' WHERE key = '2'")
    with Store(path, writes=False, on_damage=str) as store:
        assert list(store.games(number)) == [GAME]


def test_settings_that_do_not_match_are_damaged(tmp_path: Path) -> None:
    named = list[str]()
    with Store(tmp_path / "games.db", on_damage=named.append) as store:
        store.event({"game": "nim", "seed": 1})
        store._base.execute("UPDATE events SET settings = replace(settings, '1', '3')")
        assert [each.settings for each in store.events()] == [{}]
    assert "the settings of event 1 do not match their checksum" in named[0]


def test_what_is_not_a_store_is_refused(tmp_path: Path) -> None:
    text, other, empty = tmp_path / "text.db", tmp_path / "other.db", tmp_path / "empty.db"
    text.write_text("Not a database, but long enough to be looked at as one. " * 100)
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE games (a)")
    base.close()
    empty.touch()
    for path, words in (
        (text, "file is not a database"),
        (other, "other.db is not a store of games"),
        (tmp_path, "unable to open"),
        (tmp_path / "no" / "folder.db", "unable to open"),
    ):
        with pytest.raises(ZermeloError, match=words):
            Store(path)
    assert text.read_text().startswith("Not a database"), "nothing is lost"
    for path, words in ((empty, "not a store"), (tmp_path / "missing.db", "there is no store called")):
        with pytest.raises(ZermeloError, match=words):
            Store(path, writes=False)
    with Store(tmp_path / "newer.db"):
        pass
    with sqlite3.connect(tmp_path / "newer.db") as base:
        base.execute("PRAGMA user_version = 9")
    base.close()
    with pytest.raises(ZermeloError, match="a store of version 9, and this program reads version 2"):
        Store(tmp_path / "newer.db")


def _fill(store: Store, number: int) -> None:
    for count in range(10_000):
        store.add(number, PlayedGame(key=f"{count}", round=1, number=1, players=("a", "b"), moves=("y" * 1000,)))


def test_a_full_disk_is_said_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Store(path) as store:
        number = store.event({})
        store.add(number, GAME)
        pages = store._base.execute("PRAGMA page_count").fetchone()[0]
        store._base.execute(f"PRAGMA max_page_count = {pages}")  # as if the disk had no more room
        with pytest.raises(ZermeloError, match="database or disk is full"):
            _fill(store, number)
        kept = store.results(number)
        store._base.execute("PRAGMA max_page_count = 1000000")
    assert kept[GAME.key] == GAME.points
    with Store(path, writes=False) as store:
        assert store.results(number) == kept
        assert store._base.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize(
    "record",
    [
        {"players": ["a", "b", "c"], "points": [1, 0]},
        {"players": ["a", "b"], "points": [5, -3]},
        {"players": ["a", "b"], "points": [0.3, 0.7]},
        {"players": ["a", "a"], "points": [1, 0]},
        {"players": ["a"], "points": [1]},
        {"players": ["a", "b", "c"], "points": [1, 1, 1]},
    ],
)
def test_impossible_games_are_damage(record: dict[str, Any], tmp_path: Path) -> None:
    named = list[str]()
    with Store(tmp_path / "games.db", on_damage=named.append) as store:
        store.add(store.event({"game": "nim"}), GAME)
        content = json.dumps({"key": "1", "round": 1, "number": 1, **record}).encode()
        store._checks = False  # as a store of version 1
        store._base.execute("UPDATE games SET record = ?", (content,))
        assert list(store.games(1)) == []
        assert re.search(r"game .* of event 1 is skipped: game 1 has", named.pop())
        store._base.execute("UPDATE games SET record = 7, key = 'b'")
        assert list(store.games(1)) == []
        assert "game b of event 1 is skipped: " in named.pop()


def test_a_store_on_a_disk_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    folder, copy = tmp_path / "folder", tmp_path / "copy"
    folder.mkdir()
    copy.mkdir()
    with Store(folder / "games.db") as store:
        store.add(store.event({"game": "nim"}), GAME)
    if subprocess.run(["mount", "--bind", "-o", "ro", folder, copy], capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", copy], check=True)
        with Store(copy / "games.db", writes=False) as store:
            assert list(store.games(1)) == [GAME]
    finally:
        subprocess.run(["umount", copy], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 300 KB; skips where none can be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_tournament_goes_on_after_the_disk_was_full(small_disk: Path) -> None:
    arguments = ("arena", "tic_tac_toe", "reflex", "random", "--games", "1000")
    full = zermelo(*arguments, "--store", str(small_disk / "games.db"))
    assert (full.returncode, full.stdout) == (2, "")
    assert full.stderr.endswith("games.db fails: database or disk is full\n")
    subprocess.run(["mount", "-o", "remount,size=30m", small_disk], check=True)
    resumed = answer(*arguments, "--store", str(small_disk / "games.db"))
    assert 0 < resumed.pop("played") < 1000, "what was written is not played again"
    whole = answer(*arguments)
    assert whole.pop("played") == 1000
    assert resumed == whole


ENTRANTS = ("alpha_beta:3", "mcts:30", "random")
ARGUMENTS = ["arena", "nim", *ENTRANTS, "--games", "60", "--seed", "5"]


def test_killed_and_started_again_it_repeats_nothing_and_loses_nothing(tmp_path: Path) -> None:
    path, random = tmp_path / "games.db", Random(7)
    command = [sys.executable, "-m", "zermelo", *ARGUMENTS, "--store", str(path)]
    before: dict[str, bytes] = {}
    kills = 0
    while kills < 3:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        wanted = len(before) + random.randrange(5, 30)
        while process.poll() is None and len(_records(path)) < wanted:
            sleep(0.01)
        if process.poll() is not None:
            break
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        now = _records(path)
        assert before.items() <= now.items(), "what was stored stays, and is not played again"
        before, kills = now, kills + 1
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = _records(path)
    assert before.items() <= after.items()
    assert len(after) == 180
    event = Event(Nim(), tuple(map(PlayerSpec.parse, ENTRANTS)), RoundRobin(60), game="nim", seed=5)
    with Store(path) as store:
        resumed = run_event(event, store=store)
    assert to_document(make_report(resumed)) == to_document(make_report(run_event(event)))


def _records(path: Path) -> dict[str, bytes]:
    if not path.exists():
        return {}
    base = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
    try:
        return dict(base.execute("SELECT key, record FROM games"))
    except sqlite3.OperationalError:  # not made yet
        return {}
    finally:
        base.close()


def test_two_runs_at_once_play_every_game_once(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    command = [sys.executable, "-m", "zermelo", *ARGUMENTS, "--store", str(path), "--json"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
    documents = [run.communicate()[0] for run in runs]
    played = [json.loads(each)["played"] for each in documents]
    assert sum(played) == 180
    assert [json.loads(each)["games"] for each in documents] == [180, 180]
