"""Matches between programs: what is counted, and what happens to programs that misbehave."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from zermelo.cli.match import match
from zermelo.games.chess import Chess
from zermelo.games.records.pgn import read_pgn
from zermelo.players.clock import TimeControl
from zermelo.players.program_match import Game, Score, play_game, play_match
from zermelo.programs.uci import UciProgram
from zermelo.state import ZermeloError

ZERMELO = [sys.executable, "-m", "zermelo", "uci"]


def pretender(tmp_path: Path, answer: str) -> list[str]:
    """A program that introduces itself and then runs `answer` whenever it is asked for a move."""
    file = tmp_path / "pretender.py"
    file.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('uci') and 'new' not in line: print('id name Pretender\\nuciok', flush=True)\n"
        "    elif line.startswith('isready'): print('readyok', flush=True)\n"
        "    elif line.startswith('quit'): break\n"
        f"    elif line.startswith('go'): {answer}\n"
    )
    return [sys.executable, str(file)]


def test_a_match_is_played_on_paired_openings(tmp_path: Path) -> None:
    openings = tmp_path / "openings.epd"
    openings.write_text(f"{Chess('e2e4 e7e5').fen}\n{Chess('d2d4 d7d5').fen}\n")
    games = tmp_path / "games.pgn"
    done = CliRunner().invoke(
        match,
        [
            "zermelo",
            "zermelo",
            "--nodes",
            "60",
            "--games",
            "4",
            "--openings",
            str(openings),
            "--pgn",
            str(games),
            "--json",
        ],
        catch_exceptions=False,
    )
    document = json.loads(done.output)
    assert document["games"] == document["wins"] + document["draws"] + document["losses"] == 4
    # The same program with so many nodes plays the same game both ways: each pair comes out even.
    assert document["share"] == 0.5
    assert document["margin"] == 0
    written = list(read_pgn(games.read_text()))
    assert [game.start.fen for game in written].count(Chess("d2d4 d7d5").fen) == 2
    for game in written:
        end = game.start
        for move in game.moves:
            end = end.play(move)
        assert (game.result != "1/2-1/2") == bool(end.utility())


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("print('bestmove e2e5', flush=True)", "Pretender plays e2e5, which is not a legal move here"),
        ("print('bestmove', flush=True)", "0000"),
        ("sys.exit()", "exited without answering bestmove"),
        ("time.sleep(0.5); print('bestmove e2e4', flush=True)", "Pretender exceeded its time"),
    ],
)
def test_a_player_that_misbehaves_loses(answer: str, reason: str, tmp_path: Path) -> None:
    with UciProgram(pretender(tmp_path, answer)) as bad, UciProgram(ZERMELO) as good:
        moves, points, why = play_game(bad, good, Chess(), TimeControl(0.1))
    assert (moves, points) == ((), 0)
    assert reason in why


def test_repetition_draws(tmp_path: Path) -> None:
    there_and_back = "n = globals().setdefault('n', []); n.append(0)"
    shuffle = there_and_back + "; print('bestmove', ['f3g1', 'g1f3'][len(n) % 2], flush=True)"
    black = shuffle.replace("'f3g1', 'g1f3'", "'f6g8', 'g8f6'")
    (tmp_path / "black").mkdir()
    with UciProgram(pretender(tmp_path, shuffle)) as one, UciProgram(pretender(tmp_path / "black", black)) as other:
        moves, points, why = play_game(one, other, Chess(), TimeControl(nodes=1))
    assert (len(moves), points, why) == (8, 0.5, "drawn: the position occurred for the third time")


def test_a_mate_is_a_win_for_the_mating_side(tmp_path: Path) -> None:
    """Fool's mate: Black wins."""
    script = "n = globals().setdefault('n', []); n.append(0); print('bestmove', {moves}[len(n) - 1], flush=True)"
    (tmp_path / "black").mkdir()
    white = pretender(tmp_path, script.format(moves=["f2f3", "g2g4"]))
    black = pretender(tmp_path / "black", script.format(moves=["e7e5", "d8h4"]))
    with UciProgram(white) as one, UciProgram(black) as other:
        moves, points, why = play_game(one, other, Chess(), TimeControl(nodes=1))
    assert (moves, points, why) == (("f2f3", "e7e5", "g2g4", "d8h4"), 0, "checkmate: Black wins")


def test_a_program_that_does_not_start_is_named(tmp_path: Path) -> None:
    with pytest.raises(ZermeloError, match="'no-such-program' does not start: No such file"):
        UciProgram("no-such-program --fast")
    with pytest.raises(ZermeloError, match="exited without answering uciok"):
        UciProgram([sys.executable, "-c", "pass"])


@pytest.mark.parametrize("text", ["", "2+", "x", "-1", "0", "nan", "1+inf", "1+-1"])
def test_invalid_clocks_are_refused(text: str) -> None:
    if text == "2+":
        assert TimeControl.parse(text) == TimeControl(2, 0)
        return
    with pytest.raises(ZermeloError, match="clock"):
        TimeControl.parse(text)


def test_the_score_is_computed_from_pairs() -> None:
    def pair(*points: float) -> list[Game]:
        return [Game(Chess(), bool(at), (), each if at else 1 - each, "") for at, each in enumerate(points)]

    score = Score(pair(1, 0.5) + pair(1, 1) + pair(0, 0.5), [0.75, 1, 0.25])
    assert (score.wins, score.draws, score.losses) == (3, 2, 1)
    assert score.share == pytest.approx(4 / 6)
    # The standard deviation of the pairs is 0.3819; 1.96 of it over the root of three.
    assert score.margin == pytest.approx(0.4321, abs=1e-4)


def test_several_pairs_at_once_count_the_same(tmp_path: Path) -> None:
    def scores(at_once: int) -> list[float]:
        score = play_match(
            lambda: UciProgram(ZERMELO),
            lambda: UciProgram(ZERMELO),
            [Chess("a2a3")],
            TimeControl(nodes=30),
            pairs=2,
            at_once=at_once,
        )
        return sorted(game.points for game in score.games)

    assert scores(1) == scores(2)


def test_a_program_gets_the_time_that_is_left_for_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    now, waits = 100.0, list[float]()

    class Lines:
        def get(self, timeout: float) -> str:
            nonlocal now
            waits.append(timeout)
            now += 2.0
            return "readyok" if len(waits) == 3 else "info string thinking"

    monkeypatch.setattr("zermelo.programs.process.perf_counter", lambda: now)
    program = UciProgram.__new__(UciProgram)
    program._lines = Lines()  # type: ignore[assignment]
    assert len(program.read_until("readyok", 5.0)) == 3
    assert waits == [5.0, 3.0, 1.0]
