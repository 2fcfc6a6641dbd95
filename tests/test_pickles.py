"""What travels to the workers of a cluster and back survives pickling: results, events, choices, players, trees."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from zermelo import ZermeloError, search, solve
from zermelo.events import Event
from zermelo.games.coins import Coins
from zermelo.games.othello import Othello4
from zermelo.games.pacman import Pacman
from zermelo.games.pacman.players.players import GHOSTS, PACMEN
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.kinds.coalition import CoalitionView
from zermelo.players.choice import Choice
from zermelo.players.clock import Clock
from zermelo.players.player import PlayerKind
from zermelo.players.spec import PLAYERS, PlayerSpec
from zermelo.result import SearchInterrupted
from zermelo.textbook import alpha_beta, mcts
from zermelo.trees import parse_tree
from zermelo.trees.examples import EXAMPLES


def copy(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def first_move(state: Any) -> Any:
    return state.moves()[0]


@pytest.mark.parametrize(
    "result",
    [
        search(Othello4(), depth=4),
        search(TicTacToe(), method="mcts", simulations=50),
        search(Coins((3, 1, 4, 1))),
        search(Pig(), depth=3),
        solve(Othello4()),
        mcts(TicTacToe(), simulations=50),
    ],
    ids=lambda result: str(result.method),
)
def test_results(result: Any) -> None:
    assert copy(result) == result


@pytest.mark.parametrize("name", EXAMPLES)
def test_trees(name: str) -> None:
    root = parse_tree(EXAMPLES[name].text)
    assert copy(root) == root
    assert hash(copy(root)) == hash(root)


def test_events() -> None:
    events: list[Event] = []
    result = alpha_beta(parse_tree(EXAMPLES["classroom"].text), watch=events.append)
    assert events
    assert copy(events) == events
    assert copy(result) == result


def test_views_and_clocks() -> None:
    view = CoalitionView(Coins((3, 1, 4)), (0, 2))
    assert copy(view) == view
    assert copy(Clock(seconds=1.5)) == Clock(seconds=1.5)


@pytest.mark.parametrize("kind", [*PLAYERS, *PACMEN, *GHOSTS], ids=lambda kind: kind.name)
def test_kinds_of_players(kind: PlayerKind) -> None:
    assert copy(kind) == kind


@pytest.mark.parametrize("text", ["mcts:20", "alpha_beta:2", "minimax", "random", "tests.test_pickles:first_move"])
def test_players(text: str) -> None:
    spec = PlayerSpec.parse(text)
    found = copy(spec)
    assert found == spec
    assert str(found) == str(spec)
    choices = []
    for each in (spec, found):
        player = each.create(seed=1)
        choices.append(player.choose(TicTacToe(), (), Clock()))
        player.close()
    assert choices[0].move == choices[1].move
    assert isinstance(copy(choices[0]), Choice)
    assert copy(choices[0]) == choices[0]


def test_a_player_that_is_a_function() -> None:
    player = copy(PlayerSpec.of(first_move)).create()
    assert player.choose(Pacman("trap"), (), Clock()).move == "East"


def test_an_error() -> None:
    with pytest.raises(ZermeloError, match="the board is full"):
        raise copy(ZermeloError("the board is full"))


def test_an_interrupted_search() -> None:
    result = search(TicTacToe(), depth=2)
    interrupted = copy(SearchInterrupted(result))
    assert interrupted.result == result
    assert str(interrupted) == str(SearchInterrupted(result))
