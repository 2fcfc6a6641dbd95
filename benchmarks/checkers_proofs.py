"""Prove 8x8 checkers positions of 8 to 10 pieces from self-play: `python -m benchmarks.checkers_proofs FOLDER SECONDS`.

The positions follow from the seed and the engine, so trained weights change them. Each gets the same time; a later run of the
same version goes on with the proofs in the folder.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from zermelo import search
from zermelo.engine.checkers_proof import prove_checkers
from zermelo.games.checkers import Checkers

SEED = 16
POSITIONS = 20
OPENING = 6
"""Random plies at the start of each game."""
NODES = 2000
"""Of each search for a move."""


def sample() -> list[Checkers]:
    """Return a random position with 8 to 10 pieces from each of so many games of the engine against itself."""
    random = Random(SEED)
    found: list[Checkers] = []
    while len(found) < POSITIONS:
        state, candidates = Checkers(), []
        for ply in range(200):
            if state.utility() is not None:
                break
            if 8 <= sum(letter != "." for row in state.rows() for letter in row) <= 10:
                candidates.append(state)
            state = state.play(random.choice(state.moves()) if ply < OPENING else search(state, nodes=NODES).move)
        if candidates:
            found.append(random.choice(candidates))
    return found


def main(folder: Path, seconds: float) -> None:
    """Print the value of each position, or how far its proof is, and how many are proven."""
    folder.mkdir(parents=True, exist_ok=True)
    proven = 0
    for number, state in enumerate(sample(), 1):
        proof = prove_checkers(state, folder / f"{number}.proof", seconds=seconds)
        proven += proof.value is not None
        size = f"{proof.nodes:,} nodes, {proof.positions:,} positions, {proof.seconds:.1f} s"
        print(f"{number:2} {proof.fen}: {proof.value or 'not proven'}, {size}", flush=True)
    print(f"{proven} of {POSITIONS} proven")


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
