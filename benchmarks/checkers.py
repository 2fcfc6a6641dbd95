"""Checkers: speed and depth, and games against plain alpha-beta and OpenSpiel's Monte-Carlo tree search.

    python -m benchmarks.checkers alpha_beta|open_spiel|material LOG [--games 100]
    python -m benchmarks.checkers report FOLDER

The first plays the games that are not yet in LOG, a file of JSON lines, so that a match can be stopped and started again. The
second writes the scores of FOLDER/alpha_beta.jsonl and so on to checkers_matches.json, for the docs. Openings are
four random moves that a search finds level, each played with both colours; the engine searches a fixed number of nodes.

OpenSpiel 2.0.2 plays the same moves by the same rules, but for the draws: it ends a game after 40 plies without a capture, whoever
moves a man meanwhile, where we count 80 plies without a capture or a man's move; and it knows no draw by repetition. It makes each
jump of a capture a move of its own. A game ends by the rules of OpenSpiel. The board is compared after every move.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from benchmarks.table import Table
from zermelo import search
from zermelo.engine import Table as KeptTable
from zermelo.games.checkers import Checkers
from zermelo.kinds.outcome import outcome
from zermelo.state import ZermeloError

NODES = 50_000
"""Of each search for a move of the engine in a match."""
MATERIAL = {"men": 100.0, "kings": 140.0}
LEVEL = 50
"""The largest value of an opening, in hundredths of a man."""
SEED = 2016
PERFT, SECONDS, POSITIONS, DEPTH = 11, 5.0, 20, 17
SIMULATIONS = 10_000

MATCHES = Path(__file__).with_name("checkers_matches.json")
OPPONENTS = ("alpha_beta", "open_spiel", "material")

Chooser = Callable[[Checkers, list[Checkers]], str]


# ---- speed and depth


def speed() -> Table:
    """Measure perft, both searches from the start, and two threads."""
    start = Checkers()
    began = process_time()
    leaves = start.native.perft(PERFT)
    perft = leaves / (process_time() - began) / 1e6
    rows = [[f"perft {PERFT}, leaves counted in bulk", f"{leaves:,}", f"{perft:.0f} M/s", ""]]
    figures = {"checkers_perft": round(perft)}
    for name, exact in (("exact", True), ("selective", False)):
        began = process_time()
        found = search(start, seconds=SECONDS, exact=exact, table=128)
        rate = found.nodes / (process_time() - began) / 1e6
        rows.append([f"search, {name}, {SECONDS:.0f} s", f"{found.nodes:,}", f"{rate:.1f} M/s", f"depth {found.depth}"])
        figures |= {f"checkers_{name}_rate": round(rate, 1), f"checkers_{name}_depth": found.depth or 0}
    times = {1: 0.0, 2: 0.0}
    for number in range(POSITIONS):
        state = Checkers(" ".join(opening(number)))
        for threads in times:
            began = perf_counter()
            search(state, depth=DEPTH, threads=threads, table=128)
            times[threads] += perf_counter() - began
    ratio = times[1] / times[2]
    rows.append(
        [
            f"two threads, depth {DEPTH}, {POSITIONS} positions",
            "",
            f"{times[2]:.1f} s",
            f"{ratio:.2f} times as fast as one",
        ]
    )
    return Table(
        "Checkers",
        "One thread unless said; rates by processor time. Targets: 110 M leaves/s, 5 M nodes/s, depth 17 exact and 22 selective, "
        "two threads 1.4 times as fast.",
        ["run", "leaves or nodes", "rate or time", "result"],
        rows,
        figures | {"checkers_threads": round(ratio, 2)},
    )


# ---- matches


def opening(number: int) -> list[str]:
    """Return four random moves to a position that a search finds level."""
    random = Random(f"{SEED} {number}")
    while True:
        state, moves = Checkers(), []
        for _ in range(4):
            moves.append(random.choice(state.moves()))
            state = state.play(moves[-1])
        value = search(state, nodes=20_000).value
        if isinstance(value, int | float) and abs(value) <= LEVEL:
            return moves


def engine() -> Chooser:
    """Return the engine, with a table of its own."""
    table = KeptTable(16)

    def choose(state: Checkers, past: list[Checkers]) -> str:
        return str(search(state, nodes=NODES, past=past, table=table).move)

    return choose


def alpha_beta(state: Checkers, past: list[Checkers]) -> str:
    """Choose by the engine's exact search to depth 9: no selectivity, no endgame tables, material only."""
    return str(search(state, depth=9, exact=True, without=("knowledge",), evaluate=MATERIAL).move)


def material() -> Chooser:
    """Return the engine with material as its evaluation, the same nodes and the same tables."""
    table = KeptTable(16)

    def choose(state: Checkers, past: list[Checkers]) -> str:
        return str(search(state, nodes=NODES, past=past, table=table, evaluate=MATERIAL).move)

    return choose


class OpenSpielPlayer:
    """OpenSpiel's MCTSBot, which follows the game in a state of its own."""

    def __init__(self, seed: int) -> None:
        import pyspiel

        game = pyspiel.load_game("checkers")
        self.state: Any = game.new_initial_state()
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self._bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, seed, False)

    def choose(self, state: Checkers, past: list[Checkers]) -> str:
        """Choose a move, jump by jump."""
        squares: list[int] = []
        ahead = self.state.clone()
        player = ahead.current_player()
        while not ahead.is_terminal() and ahead.current_player() == player:
            action = self._bot.step(ahead)
            name = ahead.action_to_string(player, action)
            squares = squares or [_square(name[:2])]
            squares.append(_square(name[2:]))
            ahead.apply_action(action)
        jumps = abs((squares[0] - 1) // 4 - (squares[1] - 1) // 4) == 2
        return ("x" if jumps else "-").join(map(str, squares))

    def follow(self, move: str, after: Checkers) -> None:
        """Play a move, and raise ZermeloError if the boards differ then."""
        squares = [int(name) for name in move.replace("x", "-").split("-")]
        for origin, target in itertools.pairwise(squares):
            wanted = _cell(origin) + _cell(target)
            names = {self.state.action_to_string(action): action for action in self.state.legal_actions()}
            if wanted not in names:
                raise ZermeloError(f"OpenSpiel does not allow {wanted}, part of {move}")
            self.state.apply_action(names[wanted])
        rows = [line[1:] for line in str(self.state).splitlines()[:8]]
        board = [
            "".join({"o": "b", "8": "B", "+": "w", "*": "W"}.get(cell, ".") for cell in row[::-1]) for row in rows[::-1]
        ]
        if board != after.rows() or (not self.state.is_terminal() and self.state.current_player() != after.player):
            raise ZermeloError(f"OpenSpiel's board differs after {move}: {board} and {after.rows()}")


def _cell(square: int) -> str:
    """Return OpenSpiel's name of a square. Its first player is at the bottom, and ours, Black, at the top."""
    row, column = divmod(Checkers().cell(square), 8)
    return f"{'abcdefgh'[7 - column]}{row + 1}"


def _square(name: str) -> int:
    return next(square for square in range(1, 33) if _cell(square) == name)


def play(number: int, opponent: str) -> dict[str, Any]:
    """Play one game; the result is for the engine: 1, 0.5 or 0."""
    colour = number % 2
    other: Any = OpenSpielPlayer(number + 1) if opponent == "open_spiel" else None
    choose: Chooser = other.choose if other else material() if opponent == "material" else alpha_beta
    players = (engine(), choose) if colour == 0 else (choose, engine())
    states, moves = [Checkers()], opening(number // 2)
    for move in moves:
        states.append(states[-1].play(move))
        if other:
            other.follow(move, states[-1])
    while True:
        state = states[-1]
        if other and other.state.is_terminal():
            value, reason = other.state.returns()[0], "by the rules of OpenSpiel"
            break
        ended = outcome(state, states[:-1])
        if ended is not None and (not other or ended.value):
            value, reason = ended.value, ended.reason
            break
        move = players[state.player](state, states[:-1])
        moves.append(move)
        states.append(state.play(move))
        if other:
            other.follow(move, states[-1])
    best = value if colour == 0 else -value
    return {"game": number, "result": 1 if best > 0 else 0 if best < 0 else 0.5, "reason": reason, "moves": moves}


def main(opponent: str, log: Path, games: int) -> None:
    """Play what is missing of a match, and print the score after every game."""
    done = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    played = {each["game"] for each in done}
    with log.open("a") as file:
        for number in range(games):
            if number not in played:
                done.append(play(number, opponent))
                print(json.dumps(done[-1]), file=file, flush=True)
                counts = [sum(each["result"] == result for each in done) for result in (1, 0.5, 0)]
                print(f"{len(done)} games: won {counts[0]}, drawn {counts[1]}, lost {counts[2]}", flush=True)


def report(folder: Path) -> None:
    """Write how many games of each match are won, drawn and lost so far."""
    scores = {}
    for opponent in OPPONENTS:
        results = [json.loads(line)["result"] for line in (folder / f"{opponent}.jsonl").read_text().splitlines()]
        scores[opponent] = {name: results.count(value) for name, value in (("won", 1), ("drawn", 0.5), ("lost", 0))}
    MATCHES.write_text(json.dumps(scores, indent=1) + "\n")


if __name__ == "__main__" and sys.argv[1] == "report":
    report(Path(sys.argv[2]))
elif __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[4]) if len(sys.argv) > 4 else 100)
