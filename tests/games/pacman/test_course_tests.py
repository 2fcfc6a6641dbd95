"""Test CS188 test files about games of Pac-Man: what they say, and a published game move by move."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.games.pacman.players.course_tests import (
    SCORE_ONLY,
    Scale,
    Turn,
    game_differences,
    parse_game_solution,
    parse_game_test,
)
from zermelo.state import ZermeloError

GAME = '''
class: "PacmanGameTreeTest"
alg: "MinimaxAgent"
seed: "0"
depth: "2"
max_points: "4"
# the maze
layoutName: "smallClassic"
layout: """
%%%%%%%%%%%%%%%%%%%%
%......%G  G%......%
%.%%...%%  %%...%%.%
%.%o.%........%.o%.%
%.%%.%.%%%%%%.%.%%.%
%........P.........%
%%%%%%%%%%%%%%%%%%%%
"""
'''
NAMES = {"W": "West", "E": "East", "N": "North", "S": "South", "-": "Stop"}
# The best moves at every turn, from 6-pacman-game.solution (questions 2 and 3) of Berkeley's project "Multi-Agent Search" in its
# edition for Python 2; the first of them was played.
BEST = [
    "WE",
    "W",
    "W",
    "WN",
    "W",
    "WN",
    "W",
    "W",
    "N",
    "N",
    "N",
    "N",
    "E",
    "-E",
    "E",
    "E",
    "S",
    "ES",
    "EN",
    "S",
    "E",
    "E",
    "E",
    "E",
    "E",
    "E",
    "E",
    "NS",
    "EN",
    "EN",
    "NS",
    "E",
    "E",
    "E",
    "S",
    "S",
    "S",
    "S",
    "W",
    "W",
    "E",
    "E",
    "N",
    "N",
    "N",
    "N",
    "W",
    "W",
    "W",
    "W",
    "W",
    "S",
    "S",
    "S",
    "S",
    "WE",
    "W",
    "W",
    "W",
    "W",
    "W",
    "W",
    "N",
    "N",
    "N",
    "N",
    "W",
    "W",
    "S",
    "S",
    "S",
    "S",
    "WE",
    "W",
    "W",
    "-E",
]
TURNS = tuple(Turn(NAMES[best[0]], frozenset(NAMES[letter] for letter in best)) for best in BEST)
EVALUATION = """
class: "EvalAgentTest"
agentName: "ExpectimaxAgent"
agentArgs: "evalFn=better"
layoutName: "small"
maxTime: "120"
numGames: "10"
nonTimeoutMinimum: "0"
nonTimeoutThresholds: "10"
scoreThresholds: "500 1000"
winsMinimum: "1"
winsThresholds: "1 5 10"
randomSeed: "0"
ghosts: "[RandomGhost(1), DirectionalGhost(2), DirectionalGhost(3)]"
"""


@pytest.mark.parametrize("agent", ["MinimaxAgent", "AlphaBetaAgent"])
def test_a_published_game(agent: str) -> None:
    assert game_differences(parse_game_test(GAME.replace("MinimaxAgent", agent)), TURNS) == []


def test_moves_that_are_not_the_best_are_named() -> None:
    shallow = parse_game_test(GAME.replace('depth: "2"', 'depth: "1"'))
    assert "turn 21: South here, in the solution East" in game_differences(shallow, TURNS)
    other = parse_game_test(GAME.replace('seed: "0"', 'seed: "1"'))
    assert game_differences(other, TURNS)[-1] == "turn 76: the game of the solution does not get there"


def test_a_game_is_read() -> None:
    test = parse_game_test(GAME)
    assert (test.agent, test.pacman, test.weights, test.ghosts) == (
        "MinimaxAgent",
        "minimax:2",
        SCORE_ONLY,
        "directional:2",
    )
    assert (test.seed, test.games, test.scales) == (0, 1, ())
    assert test.layout.splitlines()[1] == "%......%G  G%......%"
    assert parse_game_test(GAME.replace("G  G", "G   ")).ghosts == "directional:1"
    assert parse_game_test(GAME.replace("G  G", "    ")).ghosts == "none"


def test_an_evaluation_is_read() -> None:
    test = parse_game_test(EVALUATION)
    assert (test.pacman, test.weights, test.ghosts) == ("expectimax:2", None, "random:1,directional:2")
    assert (test.seed, test.games) == (0, 10)
    assert test.scales == (Scale("mean score", None, (500, 1000)), Scale("wins", 1, (1, 5, 10)))
    deep = parse_game_test(EVALUATION.replace("evalFn=better", "depth=3"))
    assert (deep.pacman, deep.weights) == ("expectimax:3", SCORE_ONLY)
    assert parse_game_test(EVALUATION.replace("ExpectimaxAgent", "ReflexAgent")).pacman == "reflex"
    assert parse_game_test(EVALUATION.replace("ExpectimaxAgent", "ContestAgent"), pacman="random").pacman == "random"
    assert parse_game_test(EVALUATION.replace('randomSeed: "0"', 'randomSeed: "testing"')).seed > 0


def test_points_are_given_for_thresholds_from_the_minimum_on() -> None:
    scale = Scale("wins", 1, (1, 5, 10))
    assert [scale.points(wins) for wins in (0, 1, 5, 9, 10)] == [0, 1, 2, 2, 3]
    assert Scale("mean score", 800, (500, 1000)).points(700) == 0


def test_layouts_are_found_in_the_folders_of_the_course(tmp_path: Path) -> None:
    text = EVALUATION.replace('"small"', '"mine"')
    folder = tmp_path / "test_cases" / "q1"
    folder.mkdir(parents=True)
    for hostile in (folder / ("long" * 1000), Path("zero\0")):
        with pytest.raises(ZermeloError, match="line 5: the layout mine is not beside the file"):
            parse_game_test(text, hostile)
    with pytest.raises(ZermeloError, match="line 5: the layout mine is not beside the file"):
        parse_game_test(text, folder)
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "mine.lay").write_text("%%%%%\n%P.G%\n%%%%%\n")
    assert parse_game_test(text, folder).layout.startswith("%%%%%\n%P.G%")


@pytest.mark.parametrize(
    ("text", "old", "new", "sentence"),
    [
        (GAME, "PacmanGameTreeTest", "GraphGameTreeTest", "line 2: .*; zermelo tree searches it"),
        (GAME, "PacmanGameTreeTest", "Riddle", "line 2: Riddle is not about games of Pac-Man"),
        (GAME, 'class: "PacmanGameTreeTest"', "", "class is missing"),
        (GAME, "MinimaxAgent", "ContestAgent", "line 3: ContestAgent is not ReflexAgent, MinimaxAgent"),
        (GAME, 'depth: "2"', 'depth: "x"', "line 5: depth must be a whole number"),
        (GAME, "layout: ", "diagram: ", "line 9: diagram is not a key of this format"),
        (GAME, "P", " ", "Pac-Man"),
        (EVALUATION, "evalFn=better", "depth=100", "line 4: depth in agentArgs must be"),
        (EVALUATION, '"small"', '"../small"', "line 5: layoutName must be the name of a layout"),
        (EVALUATION, "RandomGhost", "WiseGhost", "line 14: WiseGhost is not a ghost that Zermelo has"),
        (EVALUATION, "[RandomGhost(1), ", "[" + "RandomGhost(1), " * 9, "line 14: ghosts must name 1 to 8 ghosts"),
        (EVALUATION, "500 1000", "500 many", "line 10: scoreThresholds must be whole numbers"),
    ],
)
def test_what_is_wrong_is_named(text: str, old: str, new: str, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        parse_game_test(text.replace(old, new, 1) if old != "P" else text.replace("....P....", "........."))


def test_solutions_are_read() -> None:
    line = '[[["Stop", "East"], 21868911], [["East"], 14657025]]'
    text = f'optimalActions: """\n{line}\n"""\naltDepthActions: """\n[["East"]]\n"""\n'
    assert parse_game_solution(text) == (Turn("Stop", frozenset({"Stop", "East"})),)
    for wrong in ("[]", "{}", "[[1, 2]]", "[[[1], 2]]", "?", "[" * 100_000):
        with pytest.raises(ZermeloError, match="line 2: best moves are written as"):
            parse_game_solution(text.replace(line, wrong))
    with pytest.raises(ZermeloError, match="optimalActions is missing"):
        parse_game_solution('altDepthActions: "x"')
