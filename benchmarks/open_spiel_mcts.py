"""Matches of Monte-Carlo tree search against OpenSpiel's Python MCTSBot at equal simulations a move.

    python -m benchmarks.open_spiel_mcts [GAME ...] [--games 200] [--simulations 100] [--peer python]
    python -m benchmarks.open_spiel_mcts --search textbook --no-peer-solver

Both sides play OpenSpiel's rules with uniform random playouts, begin every tree anew and play each drawn opening with both colours.
The peer has the constant of OpenSpiel's own example, 2 for payoffs from -1 to 1, and its solver. A score is the share of points,
with its 95 % interval over pairs of games. The default constant of the search was chosen on `TUNED` with
other openings; the other games are `HELD_OUT`. `--peer c++` is the same algorithm, and quicker.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Any

import click

from zermelo import search
from zermelo.adapters.open_spiel import from_open_spiel
from zermelo.textbook import mcts

TUNED = ("connect_four", "breakthrough(rows=6,columns=6)", "dots_and_boxes")
HELD_OUT = ("tic_tac_toe", "othello", "hex(board_size=5)", "clobber(rows=5,columns=6)", "mancala", "breakthrough")
SEED = 20_261
OPENING = 2
"""Moves drawn at random before a game."""
EXPLORATION = 2.0
Chooser = Callable[[Any, int], int]


def ours(name: str, simulations: int) -> Chooser:
    """Return our search, the core's or the textbook's, as a function of an OpenSpiel state and a seed."""

    def choose(state: Any, seed: int) -> int:
        start = from_open_spiel(state)
        found = (
            mcts(start, simulations=simulations, seed=seed)
            if name == "textbook"
            else search(start, method="mcts", simulations=simulations, seed=seed)
        )
        move: Any = found.move
        return int(move)

    return choose


def peer(game: Any, name: str, simulations: int, solver: bool) -> Chooser:
    """Return OpenSpiel's search, with a seed for each move."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts as python

    def choose(state: Any, seed: int) -> int:
        if name == "c++":
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, 1024, solver, seed, False)
        else:
            random = np.random.RandomState(seed)
            evaluator = python.RandomRolloutEvaluator(1, random)
            bot = python.MCTSBot(game, EXPLORATION, simulations, evaluator, solve=solver, random_state=random)
        return int(bot.step(state))

    return choose


def play(game: Any, players: tuple[Chooser, Chooser], number: int, our_seat: int) -> float:
    """Play one game from the opening of this number; return our points."""
    random, state = Random(f"{SEED} {number}"), game.new_initial_state()
    for _ in range(OPENING):
        state.apply_action(random.choice(state.legal_actions()))
    moves = 0
    while not state.is_terminal():
        seat = state.current_player()
        seed = Random(f"{SEED} {number} {our_seat} {moves}").getrandbits(31)
        state.apply_action(players[seat != our_seat](state, seed))
        moves += 1
    returns = state.returns()
    ours, theirs = float(returns[our_seat]), float(returns[1 - our_seat])
    return (1 + (ours > theirs) - (ours < theirs)) / 2


def match(
    name: str, games: int, simulations: int, search_name: str, peer_name: str, solver: bool
) -> tuple[float, float]:
    """Return our score in percent and the half width of its interval; a pair of games counts as one observation."""
    import pyspiel

    game = pyspiel.load_game(name)
    players = ours(search_name, simulations), peer(game, peer_name, simulations, solver)
    pairs = [sum(play(game, players, number, seat) for seat in (0, 1)) / 2 for number in range(games // 2)]
    mean = sum(pairs) / len(pairs)
    deviation = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(len(pairs) - 1, 1))
    return 100 * mean, 196 * deviation / sqrt(len(pairs))


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--games", default=200, help="Games of each match, an even number.")
@click.option("--simulations", default=100, help="Simulations for every move.")
@click.option("--search", "search_name", type=click.Choice(["core", "textbook"]), default="core")
@click.option("--peer", "peer_name", type=click.Choice(["python", "c++"]), default="python")
@click.option("--peer-solver/--no-peer-solver", default=True, help="Whether the peer backs up proven payoffs.")
def main(
    names: tuple[str, ...], games: int, simulations: int, search_name: str, peer_name: str, peer_solver: bool
) -> None:
    """Play the matches, and print the score of each."""
    solver = "with" if peer_solver else "without"
    click.echo(f"The {search_name} against OpenSpiel's {peer_name} MCTSBot {solver} its solver:")
    click.echo(f"{games} games each, {simulations} simulations a move, paired openings of {OPENING} random moves.")
    for name in names or (*TUNED, *HELD_OUT):
        score, width = match(name, games, simulations, search_name, peer_name, peer_solver)
        click.echo(f"{name:32} {'tuned on' if name in TUNED else 'held out'}  {score:5.1f} % ± {width:.1f}")


if __name__ == "__main__":
    main()
