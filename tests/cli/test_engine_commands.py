"""The engine's commands: search, solve, perft, explain, bench, play."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.starting import ROOT, answer, refusal, zermelo
from tests.cli.terminals import in_terminal
from zermelo.cli.play import Match
from zermelo.games.chess import Chess
from zermelo.players import PlayerSpec
from zermelo.records.pgn import read_pgn


def test_search_as_json() -> None:
    found = answer("search", "connect_four", "--position", "4455", "--depth", "10")
    assert set(found) >= {"value", "score", "bound", "move", "line", "depth", "nodes", "seconds", "stopped"}
    assert found["move"] in range(1, 8)
    assert found["value"] == found["score"], "the first player is to move"
    second = answer("search", "connect_four", "--position", "445", "--depth", "10")
    assert second["value"] == -second["score"]
    lines = answer("search", "connect_four", "--depth", "6", "--lines", "3")["lines"]
    assert len(lines) == 3
    assert answer("search", "tic_tac_toe", "--position", "048")["value"] == 0
    assert answer("search", "connect_four", "--nodes", "5000")["stopped"] == "nodes"
    assert "nodes/s" in zermelo("search", "othello", "--depth", "5").stdout


def test_search_says_why() -> None:
    why = answer("search", "connect_four", "--position", "4444", "--depth", "8", "--why")["why"]
    assert list(why)[:3] == ["Expected line", "Other moves", "Depth by depth"]
    assert why["Other moves"][0].startswith("No better, worth at most 0.01: ")
    groups = [group.split(": ", 1)[1] for group in why["Other moves"]]
    assert sorted(line.split()[0] for group in groups for line in group.split("; ")) == list("134567")
    told = zermelo("search", "tic_tac_toe", "--position", "048", "--why").stdout
    assert "\nProof line\n  " in told
    assert "Other moves" in zermelo("search", "nim", "--why", "--method", "mcts", "--simulations", "50").stdout


def test_solve(tmp_path: Path) -> None:
    # Scores by Pascal Pons, blog.gamesolver.org.
    known = {"2252576253462244111563365343671351441": -1, "5554224333234511764415115": 4, "6146": 18}
    for position, score in known.items():
        assert answer("solve", "connect_four", "--position", position)["score"] == score
    path = tmp_path / "positions.txt"
    path.write_text("".join(f"{position} {score}\n" for position, score in known.items()))
    done = zermelo("solve", "connect_four", "--positions", str(path), "--json")
    assert [json.loads(line)["score"] for line in done.stdout.splitlines()] == list(known.values())
    assert answer("solve", "connect_four", "--position", "6146", "--weak")["score"] == 1
    assert answer("solve", "connect_four", "--seconds", "0.1")["score"] is None
    assert answer("solve", "nim")["value"] in (1, -1)


def test_perft() -> None:
    assert answer("perft", "othello", "7")["leaves"] == 55092
    divided = answer("perft", "connect_four", "3", "--divide")
    assert divided["leaves"] == sum(divided["moves"].values()) == 343
    assert answer("perft", "tic_tac_toe", "9")["leaves"] == 255168
    assert zermelo("perft", "tic_tac_toe", "0").stdout.startswith("1 leaf at depth 0 in ")


def test_explain() -> None:
    parts = answer("explain", "othello", "f5d6c3")["features"]
    assert "mobility" in {part["name"] for part in parts}
    assert all(abs(part["contribution"] - part["value"] * part["weight"]) < 1e-9 for part in parts)
    assert "has no named features" in refusal("explain", "nim")


def test_explain_chess() -> None:
    told = answer("explain", "chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    parts = {part["name"]: part for part in told["features"]}
    assert parts["bishop.c4"]["value"] == -1  # White's, and Black is to move
    assert parts["tempo"]["value"] == 1
    assert all(part["value"] for part in parts.values())
    for part in parts.values():
        low, high = sorted((part["middlegame"], part["endgame"]))
        assert low - 1e-9 <= part["weight"] <= high + 1e-9
    printed = zermelo("explain", "chess").stdout
    assert "middle" in printed
    assert "tempo" in printed


def test_the_signature_changes_only_on_purpose() -> None:
    # A change of the search or of an evaluation changes this number; then measure it anew and say so in the commit.
    assert answer("bench")["signature"] == SIGNATURE


def test_the_engine_plays_a_whole_game_against_itself() -> None:
    game = answer("play", "connect_four", "--both", "--level", "3")
    assert 7 <= len(game["moves"]) <= 42
    assert "--json needs --both" in refusal("play", "connect_four", "--json")


def test_a_person_plays_hints_and_takes_back() -> None:
    script = "moves\n4\nhint\nback\nlevel 2\nlevel 99\nnonsense\nquit\n"
    done = zermelo("play", "connect_four", "--level", "1", stdin=script)
    assert done.returncode == 0
    for words in ("1 2 3 4 5 6 7", "I play", "looks best", "Taken back.", "Level 2.", "'nonsense' is not a move here"):
        assert words in done.stdout


def test_chance_takes_part_in_play() -> None:
    done = zermelo("play", "pig", "--seed", "3", "--level", "2", stdin="roll\nmoves\nhint\nhold\nback\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    for words in ("Chance plays 3.", "0 : 0, 3 in the pot", "roll hold\n", " looks best", ", depth 2)"):
        assert words in done.stdout
    game = answer("play", "pig", "--both", "--level", "1", "--seed", "3")
    assert set(game["moves"]) <= {"roll", "hold", *"123456"}
    assert game["value"] in (-1, 1)
    assert game == answer("play", "pig", "--both", "--level", "1", "--seed", "3")


def test_other_players_play_too(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def last(state):\n    return state.moves()[-1]\n")
    done = zermelo(
        "play",
        "nim",
        "--position",
        "1_from_heap_1",
        "--player",
        "mine:last",
        stdin="1 from heap 2\nback\nquit\n",
        cwd=tmp_path,
    )
    assert "I play 3 from heap 3\n" in done.stdout
    assert "Taken back." in done.stdout
    both = answer("play", "nim", "--both", "--player", "random", "--seed", "3")
    assert both == answer("play", "nim", "--both", "--player", "random", "--seed", "3")
    assert "did you mean random?" in refusal("play", "nim", "--player", "rendom")
    assert "minimax cannot play Pig: engine, " in refusal("play", "pig", "--player", "minimax")


def test_moves_with_spaces_are_told_apart() -> None:
    done = zermelo("play", "nim", "--position", "1_from_heap_1", stdin="moves\nhint\nquit\n").stdout
    assert "1 from heap 2, 2 from heap 2, 1 from heap 3" in done
    assert "looks best: 1 from heap 3, " in done
    assert "  -1  1 from heap 1, " in zermelo("search", "nim").stdout


def test_a_solved_game_may_be_worth_a_part_of_a_point() -> None:
    assert "start  +0.333333  by take" in zermelo("solve", "tests.cli.test_engine_commands:Thirds", cwd=ROOT).stdout


class Thirds(NamedTuple):
    """One move, and a fraction for whoever makes it."""

    player: int = 0

    def moves(self) -> list[str]:
        return [] if self.player else ["take"]

    def play(self, move: str) -> Thirds:
        return Thirds(1)

    def utility(self) -> Fraction | None:
        return Fraction(1, 3) if self.player else None


def test_a_fraction_is_won() -> None:
    match = Match(Thirds(), PlayerSpec.parse("engine:1"))
    match.human = 0
    match.make("take")
    assert match.verdict() == "You win (1/3)."


def test_chess_is_played_as_people_write_it(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    script = "Nf9\ne2e5\ne4\nback\ng1f3\nundo\nhint\nhelp\nd4\nO-O\nresign\n"
    done = zermelo("play", "chess", "--level", "1", "--pgn", str(path), stdin=script)
    assert done.returncode == 0
    for words in (
        "'Nf9' is not a move such as Nf3",
        "e2e5 is not a legal move here",
        "O-O is not a legal move here",
        "4  .  .  .  . [P] .  .  .",
        "Taken back.",
        "looks best",
        "Type a move, hint",
        "You resign, and I win.",
    ):
        assert words in done.stdout
    [game] = read_pgn(path.read_text())
    assert (game.moves[0], len(game.moves), game.result) == ("d2d4", 2, "0-1")
    assert game.tags["Black"] == "Zermelo, level 1"
    assert "is for games of chess" in refusal("play", "nim", "--pgn", str(path))
    assert "cannot be written" in zermelo("play", "chess", "--pgn", f"{path}/no", stdin="quit\n").stderr


def test_the_end_of_a_game_is_told_in_words() -> None:
    mate = ("play", "chess", "--position", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert "Checkmate: White wins. You win." in zermelo(*mate, stdin="Ra8\n").stdout
    watched = zermelo(*mate, "--both", "--level", "2").stdout
    assert "I play Ra8#  (mate in 1, depth 2)" in watched
    assert watched.endswith("Checkmate: White wins.\n")
    lost = ("play", "antichess", "--position", "8/8/8/8/1p6/P7/8/8 w - - 0 1")
    assert "Black has no pieces left and wins. I win." in zermelo(*lost, stdin="axb4\n").stdout
    stale = zermelo("play", "chess", "--position", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", stdin="Qf7\n")
    assert "Stalemate." in stale.stdout
    both = answer("play", "antichess", "--both", "--level", "2")
    assert both["ending"].endswith("left and wins") or both["ending"].startswith("drawn: ")


def test_a_repetition_ends_a_game_on_the_terminal() -> None:
    match = Match(Chess(), PlayerSpec.parse("engine:1"))
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        assert match.end is None
        match.make(move)
    assert match.verdict() == "Drawn: the position occurred for the third time."


def test_a_mate_is_told() -> None:
    position = ("search", "chess", "--position", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--depth", "4")
    found = answer(*position)
    assert (found["mate"], found["lines"][0]["mate"], found["move"]) == (1, 1, "a1a8")
    assert "mate in 1  a1a8" in zermelo(*position).stdout
    assert answer("search", "chess", "--depth", "3")["mate"] is None


def test_bad_positions_name_the_place() -> None:
    assert "move 3 (column x): a column is a digit from 1 to 7" in refusal("solve", "connect_four", "--position", "44x")
    assert "column 4 is full" in refusal("solve", "connect_four", "--position", "4444444")
    assert "the game is over after move 7" in refusal("search", "connect_four", "--position", "41414145")
    assert "is not legal there" in refusal("search", "othello", "--position", "a1")
    assert "at character 3 is none of" in refusal("search", "othello", "--position", "--?" + "-" * 61 + " X")
    assert "is not legal there" in refusal("search", "tic_tac_toe", "--position", "00")
    assert "no game called" in refusal("search", "chequers")
    assert "cannot be read" in refusal("solve", "connect_four", "--positions", "nowhere.txt")
    assert "do not go together" in refusal("solve", "nim", "--position", "1", "--positions", "x")


SIGNATURE = 1_124_240


@pytest.mark.parametrize(
    ("words", "progress"),
    [("solve connect_four", "solving: "), ("prove chess", "proving: "), ("perft chess 9", "counting: ")],
)
def test_long_commands_show_on_a_terminal_that_they_go_on(words: str, progress: str) -> None:
    with in_terminal([sys.executable, "-m", "zermelo", *words.split()], 24) as terminal:
        terminal.wait_for(progress)
        terminal.wait_for(" s")
