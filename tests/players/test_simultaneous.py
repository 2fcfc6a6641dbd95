"""Players where all move at the same time: each seat chooses its own move, drawn from its strategy."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

from tests.engine.test_auto import Pennies
from tests.engine.test_simultaneous import Mixed
from zermelo import SIMULTANEOUS, ZermeloError
from zermelo.arena import Event, RoundRobin, run_event
from zermelo.cli import cli
from zermelo.games.goofspiel import Goofspiel
from zermelo.players import PlayerSpec, TimeControl, choose, play, seated


def test_moves_are_drawn_as_often_as_the_strategy_says() -> None:
    drawn = Counter(choose(Pennies(), "engine:1", seat=0, seed=seed).move for seed in range(300))
    assert drawn["heads"] / 300 == pytest.approx(1 / 3, abs=0.1)
    again = [choose(Pennies(), "mcts:50", seat=1, seed=seed).move for seed in (1, 2, 3)]
    assert again == [choose(Pennies(), "mcts:50", seat=1, seed=seed).move for seed in (1, 2, 3)]


def test_players_of_one_seed_do_not_draw_alike() -> None:
    pairs = set()
    for seed in range(30):
        with seated([PlayerSpec.parse("random")] * 2, seed=seed) as players:
            (turn,) = play(Pennies(), players, seed=seed)
        assert turn.seat == SIMULTANEOUS
        pairs.add(turn.choice.move)
    assert len(pairs) == 4


def test_own_players_are_told_their_seat() -> None:
    def high(state: Any, seat: int) -> Any:
        return max(state.moves()[seat])

    def low(state: Any) -> int:
        return 9

    with seated([PlayerSpec.of(high)] * 2) as players:
        turns = list(play(Goofspiel(3), players, time=TimeControl(base=60), seed=1))
    assert [turn.choice.move for turn in turns if turn.seat == SIMULTANEOUS] == [(3, 3), (2, 2), (1, 1)]
    with pytest.raises(ZermeloError, match="plays 9, which is not a legal move here"):
        choose(Goofspiel(3).play(1), low, seat=1)
    with pytest.raises(ZermeloError, match="seat must say whose move, from 0 to 1"):
        choose(Goofspiel(3).play(1), "random", seat=2)


@pytest.mark.parametrize("name", ["engine:1", "mcts:20", "random"])
def test_turns_chance_and_joint_moves_in_one_match(name: str) -> None:
    with seated([PlayerSpec.parse(name)] * 3, seed=2) as players:
        turns = list(play(Mixed(), players, seed=2))
    assert [turn.seat for turn in turns] == [0, -1, SIMULTANEOUS]
    assert turns[-1].state.utility() is not None


def test_the_engine_beats_random_in_a_tournament() -> None:
    engine, at_random = PlayerSpec.parse("engine:2"), PlayerSpec.parse("random")
    limits = TimeControl(seconds=60)
    games = run_event(Event(Goofspiel(4), (engine, at_random), RoundRobin(40), openings=1, time=limits))
    assert sum(game.points[game.players.index("engine:2")] for game in games) > 24


def test_a_person_is_asked_for_an_own_move() -> None:
    done = CliRunner().invoke(
        cli, ["play", "goofspiel", "--seed", "3", "--level", "1"], input="9\nmoves\n4\nback\n3\n4\n1\n2\n"
    )
    assert done.exit_code == 0, done.output
    assert "'9' is not a move here" in done.output
    assert "\n1 2 3 4\n" in done.output.replace("Your move > ", "\n").replace("\n\n", "\n")
    assert "You play 4, Second plays " in done.output
    assert "Taken back." in done.output
    assert done.output.rstrip().endswith((").", "A draw."))
