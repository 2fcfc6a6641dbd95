"""Test zermelo pacman --test: CS188 test files about games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.games.pacman.test_course_tests import EVALUATION, GAME, TURNS
from zermelo.games.pacman.commands.pacman import pacman
from zermelo.state import ZermeloError


def run(*arguments: str) -> Result:
    return CliRunner().invoke(pacman, arguments, standalone_mode=False, catch_exceptions=False)


@pytest.fixture
def game(tmp_path: Path) -> str:
    lines = [json.dumps([[[turn.played, *sorted(turn.best - {turn.played})], 1]]) for turn in TURNS]
    (tmp_path / "game.test").write_text(GAME)
    (tmp_path / "game.solution").write_text('optimalActions: """\n' + "\n".join(lines) + '\n"""\n')
    return str(tmp_path / "game.test")


def test_the_game_of_a_file_is_played(game: str) -> None:
    found = json.loads(run("--test", game, "--json").stdout)
    assert (found["pacman"], found["ghosts"], found["weights"]) == ("minimax:2", "directional:2", {"score": 1.0})
    assert [each["seed"] for each in found["games"]] == [0]
    assert (found["test"], found["points"]) == (game, [])
    other = json.loads(run("--test", game, "--pacman", "reflex", "--seed", "7", "--games", "2", "--json").stdout)
    assert (other["pacman"], [each["seed"] for each in other["games"]]) == ("reflex", [7, 8])
    assert json.loads(run("--test", game, "--layout", "trap", "--limit", "5", "--json").stdout)["layout"] == "trap"


def test_the_player_is_compared_with_the_solution(game: str) -> None:
    done = run("--test", game, "--check-solution")
    assert (done.return_value, done.stdout) == (0, "minimax:2 moves as well as the solution at 76 of 76 turns.\n")
    worse = run("--test", game, "--check-solution", "--pacman", "minimax:1", "--json")
    assert worse.return_value == 1
    found = json.loads(worse.stdout)
    assert (found["turns"], found["same"], len(found["differences"])) == (76, False, 3)


def test_points_are_printed(tmp_path: Path) -> None:
    (tmp_path / "eval.test").write_text(EVALUATION.replace('numGames: "10"', 'numGames: "1"'))
    for ghosts in ("random:1", "none"):
        words = ("--test", str(tmp_path / "eval.test"), "--ghosts", ghosts, "--pacman", "random", "--limit", "3")
        assert run(*words).stdout.splitlines()[-2:] == [
            "mean score " + run(*words).stdout.splitlines()[-2].split()[2] + " 0 of 2 points (thresholds 500, 1000)",
            "wins 0: 0 of 3 points (thresholds 1, 5, 10; below the minimum of 1)",
        ]
    found = json.loads(run(*words, "--json").stdout)["points"]
    assert [(row["what"], row["points"]) for row in found] == [("mean score", 0), ("wins", 0)]


def test_what_does_not_go_together_is_refused(game: str) -> None:
    for words, sentence in (
        (("--check-solution",), "--check-solution needs --test"),
        (("--test", game, "--check-solution", "--watch"), "--watch and --check-solution do not go together"),
        (("--test", game.replace("game", "none")), "there is no file called"),
        (("--test", "-"), "there is no file called -"),
        (("--test", game, "--replay", "x"), "--replay takes everything from the record: leave out --test"),
    ):
        with pytest.raises(ZermeloError, match=sentence):
            run(*words)
    Path(game).with_suffix(".solution").unlink()
    with pytest.raises(ZermeloError, match=r"there is no file called .*game\.solution"):
        run("--test", game, "--check-solution")
