"""The lessons about Pac-Man: what each is told for holds in a few games, the sentence follows the numbers, the picture is one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tests.cli.starting import answer, refusal
from zermelo.arena import PlayedGame
from zermelo.cli import cli
from zermelo.games.pacman.lessons import LESSONS, Report, Row, beliefs, hopeless, horizon, pincer, starving
from zermelo.games.pacman.lessons.pictures import Panel, side_by_side
from zermelo.games.pacman.lessons.series import Trial, eaten, idle_in, states, trail
from zermelo.games.pacman.players import parse_ghosts, parse_pacman, play_game
from zermelo.players import choose
from zermelo.state import ZermeloError, as_number

FEW = {"horizon": 4, "starving": 5, "hopeless": 12, "beliefs": 10, "pincer": 6}


@pytest.fixture(scope="module")
def reports() -> dict[str, Report]:
    return {slug: lesson.run(FEW[slug], seed=5) for slug, lesson in LESSONS.items()}


def lesson(*arguments: str) -> str:
    result = CliRunner(env={"COLUMNS": "100"}).invoke(cli, ["lesson", *arguments], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


def counts(report: Report) -> list[dict[str, Any]]:
    """The rows without the times, which are never the same twice."""
    return [{key: entry for key, entry in row.items() if key != "seconds"} for row in report.rows]


def test_depth_two_walks_into_the_alley_and_depth_ten_does_not(reports: dict[str, Report]) -> None:
    shallow, *_, deep = reports["horizon"].rows
    assert (shallow["depth"], shallow["duel"]) == (2, "lost")
    assert (deep["depth"], deep["duel"]) == (10, "won")
    assert deep["won"] == FEW["horizon"] > shallow["won"]
    nodes = [row["nodes_a_move"] for row in reports["horizon"].rows]
    assert nodes == sorted(nodes)


def test_pacman_starves_by_points_alone_and_eats_where_food_counts(reports: dict[str, Report]) -> None:
    rows = reports["starving"].rows
    assert rows[0]["eaten"] < rows[1]["eaten"] < rows[2]["eaten"] == 9
    assert rows[0]["idle"] > rows[1]["idle"] > rows[2]["idle"]
    assert [rows[0]["won"], rows[2]["won"]] == [0, FEW["starving"]]
    assert rows[0]["idle"] > 0.5
    assert rows[0]["beside_food"] < 0.1, "he sees no food"
    assert rows[1]["beside_food"] > 0.5, "he sees it, and waits in front of it"


def test_minimax_gives_up_where_expectimax_tries(reports: dict[str, Report]) -> None:
    minimax, expectimax = reports["hopeless"].rows
    assert (minimax["first_move"], minimax["value"], minimax["won"], minimax["mean_moves"]) == ("East", -501, 0, 1)
    assert expectimax["first_move"] == "West"
    assert expectimax["value"] > -501
    assert expectimax["won"] > FEW["hopeless"] / 3
    start = LESSONS["hopeless"].start
    assert all(as_number(each.value) <= -500 for each in choose(start, parse_pacman("minimax:6")).moves), (
        "it is hopeless indeed"
    )
    hunter = parse_ghosts("minimax:1:6")
    assert play_game(start, parse_pacman("expectimax:6"), hunter, seed=0).result == "lost"


def test_the_right_model_of_the_ghosts_does_better(reports: dict[str, Report]) -> None:
    minimax, expectimax = LESSONS["beliefs"].run(20).rows
    assert minimax["won_minimax"] > expectimax["won_minimax"]
    assert minimax["mean_score_minimax"] > expectimax["mean_score_minimax"] + 200
    assert expectimax["mean_score_random"] > minimax["mean_score_random"]
    assert expectimax["won_random"] > expectimax["won_minimax"]


def test_ghosts_that_search_together_catch_him(reports: dict[str, Report]) -> None:
    alone, following, directional, together = reports["pincer"].rows
    assert together["caught"] > max(alone["caught"], following["caught"], directional["caught"])
    assert together["caught"] > FEW["pincer"] / 2
    assert (alone["caught"], alone["won"]) == (0, FEW["pincer"])
    assert alone["mean_moves"] is None


@pytest.mark.parametrize("slug", LESSONS)
def test_reports_have_a_table_a_sentence_and_a_picture(slug: str, reports: dict[str, Report]) -> None:
    report = reports[slug]
    for row in report.rows:
        assert all(column.write(row) for column in report.columns)
        assert row["seconds"] > 0
    assert report.conclusion.endswith(".")
    drawing = ElementTree.fromstring(report.picture)
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    mazes = drawing.findall("{*}g/{*}svg")
    assert len(mazes) == len(drawing.findall("{*}text")) >= 2
    start = LESSONS[slug].start
    assert {maze.get("viewBox") for maze in mazes} == {f"0 0 {start.width * 20} {start.height * 20}"}
    assert drawing.findall(".//{*}polyline"), "a way is drawn"


@pytest.mark.parametrize("slug", ["starving", "hopeless"])
def test_a_seed_teaches_the_same_again(slug: str, reports: dict[str, Report]) -> None:
    told: list[PlayedGame] = []
    again = LESSONS[slug].run(FEW[slug], seed=5, on_game=told.append)
    assert (counts(again), again.picture) == (counts(reports[slug]), reports[slug].picture)
    assert again.conclusion == reports[slug].conclusion
    assert len(told) == FEW[slug] * LESSONS[slug].pairings
    assert counts(LESSONS[slug].run(FEW[slug], seed=50)) != counts(again)


def test_sentences_say_what_the_rows_say() -> None:
    """Had the games gone the other way, so would the sentences."""
    lost: list[Row] = [{"depth": depth, "duel": "lost", "won": 3, "nodes_a_move": depth} for depth in (2, 10)]
    assert "no depth of these wins" in horizon._conclusion(lost, 3)
    assert "depth 2 won all 3 games and depth 10 all 3, for 5 times" in horizon._conclusion(lost, 3)
    values: list[Row] = [
        {"static_value": "points", "idle": 0.1, "won": 2, "eaten": 9.0},
        {"static_value": "food", "idle": 0.9, "won": 0, "eaten": 1.0},
    ]
    assert starving._conclusion(values, 2).startswith("Judging by food, he was idle in 90% of his moves and won none")
    spots: list[Row] = [{"pacman": "minimax:1", "value": -3.4, "first_move": "Stop", "won": 1}]
    assert hopeless._conclusion(spots, 4) == "Minimax expects -3 points, goes Stop and won 1 of 4 games."
    cell = {"won_minimax": 1, "won_random": 1, "mean_score_minimax": 0.0, "mean_score_random": 0.0}
    table: list[Row] = [{"pacman": "minimax:5", **cell}, {"pacman": "expectimax:5", **cell, "mean_score_minimax": 1.0}]
    assert "the minimax ghost expectimax does better" in beliefs._conclusion(table, 2)
    assert "the random ghost both do alike" in beliefs._conclusion(table, 2)
    teams: list[Row] = [{"ghosts": "one", "caught": 2}, {"ghosts": "two", "caught": 2}]
    assert pincer._conclusion(teams, 4).endswith("caught him not more than all others.")


def test_what_is_counted_in_a_game() -> None:
    start = LESSONS["starving"].start
    series = Trial(range(3)).play(start, parse_pacman("random"), parse_ghosts("random:1"), limit=30)
    for game in series.games:
        own = game.moves[::2]
        back = {"North": "South", "South": "North", "East": "West", "West": "East"}
        wasted = [at for at, move in enumerate(own) if move == "Stop" or (at and back.get(own[at - 1]) == move)]
        assert idle_in(game) == [states(game)[at] for at in wasted]
        assert eaten(game) == len(start.food) - len(states(game)[-1].food)
        assert len(trail(game)) == len(own) + 1
    opened = Trial(range(9)).play(start, parse_pacman("reflex"), parse_ghosts("minimax:1:1"), limit=5, opening=3)
    assert len({game.layout for game in opened.games}) > 1, "where nobody throws dice, the openings differ"


def test_many_panels_stand_below_each_other() -> None:
    start = LESSONS["pincer"].start
    few, many = (ElementTree.fromstring(side_by_side([Panel("a < b", start)] * count)) for count in (2, 3))
    assert int(few.get("width", 0)) > int(many.get("width", 0))
    assert [text.text for text in many.findall("{*}text")] == ["a < b"] * 3


@pytest.mark.parametrize("games", [0, -1, 10_001])
def test_too_few_and_too_many_games_are_refused(games: int) -> None:
    with pytest.raises(ZermeloError, match="games must be from 1 to 10,000"):
        LESSONS["pincer"].run(games)


def test_the_command_lists_and_tells(tmp_path: Path) -> None:
    assert [line.split()[0] for line in lesson().splitlines()] == list(LESSONS)
    assert set(json.loads(lesson("--json"))["lessons"]) == set(LESSONS)
    path = tmp_path / "hopeless.svg"
    told = lesson("hopeless", "--games", "3", "--svg", str(path))
    assert "Does he give up?" in told
    assert "%    P   .....%" in told
    assert ["minimax:6", "East", "-501", "0", "-501", "1.0"] in [line.split() for line in told.splitlines()]
    assert "won none of 3 games" in told
    ElementTree.parse(path)


def test_the_command_in_json() -> None:
    found = answer("lesson", "hopeless", "--games", "4", "--seed", "2")
    assert (found["lesson"], found["games"], found["seed"]) == ("hopeless", 4, 2)
    assert [row["pacman"] for row in found["rows"]] == ["minimax:6", "expectimax:6"]
    assert found["position"] == LESSONS["hopeless"].start.notation()
    assert found["conclusion"].endswith(" games.")
    assert found["seconds"] > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "there is no lesson called 'chess'"),
        (("--games", "3"), "name a lesson: horizon, starving"),
        (("pincer", "--games", "0"), "--games"),
        (("hopeless", "--games", "1", "--svg", "/nowhere/at/all.svg"), "/nowhere/at/all.svg"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: tuple[str, ...], words: str) -> None:
    assert words in refusal("lesson", *arguments)
