"""Prove 8x8 checkers positions of 8 to 10 pieces from self-play.

    python -m benchmarks.checkers_proofs draw
    python -m benchmarks.checkers_proofs FOLDER SECONDS [PIECES]

The first draws the positions into checkers_positions.txt, once: they follow from the seed and from the engine as it was then.
The second tries to prove each, all in the same number of seconds, with endgame tables of up to PIECES pieces (6). It goes
round with more time for each position that is still open, and keeps the proofs and `results.jsonl` in the folder, so the same
command goes on after an interruption.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from zermelo import search
from zermelo.games.checkers import Checkers

POSITIONS = Path(__file__).with_name("checkers_positions.txt")
SEED = 2007
COUNT = 20
OPENING = 6
"""Random plies at the start of each game."""
NODES = 2000
"""Of each search for a move."""


def draw() -> list[str]:
    """Return a random position with 8 to 10 pieces from each of so many games of the engine against itself."""
    random = Random(SEED)
    found: list[str] = []
    while len(found) < COUNT:
        state, candidates = Checkers(), []
        for ply in range(200):
            if state.utility() is not None:
                break
            if 8 <= sum(letter != "." for row in state.rows() for letter in row) <= 10:
                candidates.append(state.fen)
            state = state.play(random.choice(state.moves()) if ply < OPENING else search(state, nodes=NODES).move)
        if candidates:
            found.append(random.choice(candidates))
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["draw"]:
        POSITIONS.write_text("".join(f"{fen}\n" for fen in draw()))
