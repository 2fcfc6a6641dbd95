"""Tournaments: everyone meets everyone with both sides, the table adds up, and what cannot be played is refused in words."""

from __future__ import annotations

import json
import signal
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

from zermelo.cli.tournament import tournament
from zermelo.games.coins import Coins
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.limits import interruptible
from zermelo.players.tournament import Entrant, play_tournament, standings
from zermelo.state import State, ZermeloError

ENTRANTS = [Entrant.parse(each) for each in ("alpha_beta:9", "reflex", "random")]


def test_everyone_meets_everyone_with_both_sides() -> None:
    start = Nim((1, 2, 2))
    games = list(play_tournament(start, ENTRANTS, games=4, seed=3))
    sides = Counter((str(game.first), str(game.second)) for game in games)
    assert len(sides) == 6
    assert set(sides.values()) == {2}
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.moves[:2] == other.moves[:2], "both games of a pair begin alike"
    for game in games:
        state: State = start
        for move in game.moves:
            assert move in state.moves()
            state = state.play(move)
        assert state.utility() == (1 if game.points else -1)
    table = standings(ENTRANTS, games)
    assert sum(each.points for each in table) == len(games)
    assert [each.games for each in table] == [8, 8, 8]
    assert str(table[0].entrant) == "alpha_beta:9"
    assert games == list(play_tournament(start, ENTRANTS, games=4, seed=3))


def test_chance_plays_its_part_and_a_tournament_can_be_broken_off() -> None:
    entrants = [Entrant("reflex"), Entrant("random")]
    games = list(play_tournament(Pig(12), entrants, games=2))
    assert len(games) == 2
    assert list(play_tournament(TicTacToe(), entrants, cancel=lambda: True)) == []


@pytest.mark.parametrize(
    ("start", "entrants", "options", "words"),
    [
        (Coins(), ["mcts", "random"], {}, "Coins has 3"),
        (Pig(), ["engine", "random"], {}, "engine cannot play Pig: expectiminimax"),
        (Nim(), ["random"], {}, "needs two players"),
        (Nim(), ["random", "random"], {}, "takes part twice"),
        (Nim(), ["random", "reflex"], {"games": 3}, "must be even"),
        (Nim(), ["random", "nobody"], {}, "no player called"),
        (Nim(), ["random", "alpha_beta:x"], {}, "is written as in alpha_beta"),
        (Nim(), ["random:3", "reflex"], {}, "only one strength"),
        (Nim(), ["engine:99", "reflex"], {}, "goes from 1 to 9, not to 99"),
        (Nim(), ["random", "reflex"], {"opening": -1}, "from 0 up"),
    ],
)
def test_what_is_refused(start: State, entrants: list[str], options: dict[str, Any], words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        list(play_tournament(start, [Entrant.parse(each) for each in entrants], **options))


def test_the_command() -> None:
    arguments = ["nim", "--position", "1 2", "--players", "alpha_beta:4,random", "--games", "2"]
    shown = CliRunner().invoke(tournament, arguments, standalone_mode=False).stdout
    assert "alpha_beta:4" in shown.splitlines()[1]
    found = json.loads(CliRunner().invoke(tournament, [*arguments, "--json"], standalone_mode=False).stdout)
    assert [each["player"] for each in found["standings"]] == ["alpha_beta:4", "random"]
    assert len(found["games"]) == 2
    assert found["interrupted"] is False
    many = "alpha_beta:2,alpha_beta:3,alpha_beta:4,minimax:2,minimax:3,minimax:4,reflex,random"
    wide = CliRunner().invoke(tournament, [*arguments[:3], "--players", many, "--games", "2"], standalone_mode=False)
    assert set(wide.stdout.splitlines()[0].split()[5:]) == set(many.split(",")), "no name is cut"
    by_chance = ["pig", "--games", "2", "--seconds", "0.01", "--json"]
    usual = json.loads(CliRunner().invoke(tournament, by_chance, standalone_mode=False).stdout)["standings"]
    assert {each["player"] for each in usual} == {"expectiminimax", "mcts", "random"}, "those who can play it"


def test_pressed_once_it_ends_with_the_table_and_pressed_again_at_once() -> None:
    # As at a terminal: a shell lets what it starts in the background ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with interruptible() as interrupted:
            signal.raise_signal(signal.SIGINT)
            assert interrupted.is_set()
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
