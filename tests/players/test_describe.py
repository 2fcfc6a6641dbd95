"""`zermelo.describe`: what is said of games of every kind, in words and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

import zermelo
from tests.kinds.test_kinds import GAMES, Prisoners
from zermelo import ZermeloError
from zermelo.cli import cli
from zermelo.games.coins import Coins
from zermelo.games.goofspiel import Goofspiel
from zermelo.games.pacman import Pacman
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import PLAYERS


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words, standalone_mode=False)


def test_kinds_of_games() -> None:
    chance, many, plain = (zermelo.describe(start) for start in (Pig(), Coins((3, 1, 4)), TicTacToe()))
    assert (chance.chance, chance.deterministic, chance.zero_sum, chance.players) == (True, False, True, 2)
    assert chance.unsuitable["expectimax"] == "there are both MIN and chance moves"
    assert chance.methods == ("expectiminimax", "max_n", "mcts")
    assert (many.players, many.sums, many.whole) == (3, "constant-sum", True)
    assert many.methods == ("max_n", "paranoid", "coalition", "mcts")
    assert "coalition" in many.searches
    assert (plain.unsuitable, plain.perfect_information, plain.ended) == ({}, True, 8)
    assert set(plain.ways) <= {kind.name for kind in PLAYERS}
    pacman = zermelo.describe(Pacman("small", roles="random"))
    assert pacman.methods == ("expectiminimax", "mcts")
    assert "engine      max_n, paranoid, coalition, mcts\n" in str(many)


def test_a_game_with_simultaneous_moves_is_described() -> None:
    described = zermelo.describe(Prisoners())
    assert (described.simultaneous, described.perfect_information, described.searches, described.ways) == (
        True,
        False,
        ("decoupled_uct", "regret_matching"),
        ("engine", "mcts", "random"),
    )
    assert described.methods == ("mcts",)
    assert zermelo.describe(Goofspiel().play(1)).methods == ("stage_game", "mcts")
    assert str(described).startswith(
        "Prisoners: two players, deterministic, general-sum, imperfect information, at the same time"
    )


def test_words() -> None:
    assert str(zermelo.describe(GAMES["enemy and chance"])).splitlines() == [
        "Tree: two players, with chance, zero-sum, perfect information, in turns",
        "seen        all of it, 7 states",
        "searches    expectiminimax, star1, star2, max_n, backward_induction, mcts",
        "engine      expectiminimax, max_n, mcts",
        "players     engine, expectiminimax, mcts, reflex, british_museum, random",
        "unsuitable  minimax, alpha_beta, negamax, scout, aspiration, deepening, sss_star, mtdf, transpositions, quiescence, "
        "minimax_open, paranoid, coalition: there are chance moves",
        "unsuitable  expectimax: there are both MIN and chance moves",
    ]
    wrong: list[Any] = [Pig, "chess"]
    for thing, sentence in zip(wrong, (r"Pig\(\) begins a game", "'chess' is a text, not a state"), strict=True):
        with pytest.raises(ZermeloError, match=sentence):
            zermelo.describe(thing)


def test_command() -> None:
    document = json.loads(run("describe", "coins", "--json").stdout)
    assert (document["players"], document["sums"], document["perfect_information"]) == (3, "constant-sum", True)
    assert document["unsuitable"]["minimax"] == "there is a payoff for each player"
    assert run("describe", "tests.kinds.test_kinds:Prisoners").stdout.startswith("Prisoners: two players")
    broken = run("describe", "tests.lab.own_games:Crashing").exception
    assert isinstance(broken, ZermeloError)
    assert "play('on') raised TypeError: I cannot go on" in str(broken)
    stuck = run("describe", "tests.games.broken:Empty").exception
    assert "after 1: moves() is empty although utility() is None" in str(stuck)


def test_commands_that_search() -> None:
    three = "A(B(D=(1,2,6) E=(4,3,2)) C(F=(2,6,1) G=(7,1,1)))"
    assert json.loads(run("tree", three, "--search", "coalition", "--partners", "p1,p3", "--json").stdout)["value"] == 6
    pruned = json.loads(run("tree", three, "--search", "max_n", "--total", "9", "--json").stdout)
    assert (pruned["skipped"], pruned["cutoffs"][0]["kind"]) == (["G"], "payoffs")
    found = run("tree", "A(B=(2,0) C(D=(3,1) E=(0,1)))", "--search", "backward_induction", "--json").stdout
    assert json.loads(found)["equilibria"] == [
        {"value": [3, 1], "path": ["A", "C", "D"]},
        {"value": [2, 0], "path": ["A", "B"]},
    ]
    shown = run("tree", "A(B=(2,0) C(D=(3,1) E=(0,1)))", "--search", "backward_induction").stdout
    assert "outcome    (2, 0) by B\n" in shown
    asked = json.loads(run("search", "coins", "--partners", "p2", "--position", "last", "--json").stdout)
    assert asked["score"] == asked["value"] > 0
    everyone = json.loads(
        run("search", "coins", "--method", "max_n", "--total", "23", "--position", "last", "--json").stdout
    )
    assert (everyone["score"], sum(everyone["value"])) == (everyone["value"][1], 23)
    assert "(5, 12, 6)  last last first" in run("search", "coins", "--lines", "2").stdout
    for words in (("--partners", "nobody"), ("--partners", "chance"), ("--partners", ",")):
        refused = run("tree", three, "--search", "coalition", *words).exception
        assert isinstance(refused, ZermeloError)
        assert "--partners must be players" in str(refused)
