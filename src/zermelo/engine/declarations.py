"""The engine's methods as `zermelo.registry` declares them."""

from __future__ import annotations

from zermelo.registry import ANY_TURNS, MANY_PLAYERS, WITH_CHANCE, Declaration

ENGINE = Declaration(
    "engine", "Engine", "Alpha-beta with every modern part; for some players against the rest.", MANY_PLAYERS
)
MAX_N = Declaration("max_n", "Max^n", "Many players, each playing for itself.", ANY_TURNS)
MCTS = Declaration("mcts", "Monte-Carlo tree search", "Grows the tree where random games go well.", ANY_TURNS)
SOLVE = Declaration("solve", "Solver", "The exact value of a position.")
METHODS = (ENGINE, MAX_N, MCTS)
"""The methods that refusals name."""
REFERENCE = {
    search.name: search
    for search in (
        Declaration("minimax", "Minimax", "Minimax at native speed."),
        Declaration("alpha_beta", "Alpha-beta", "Alpha-beta at native speed."),
        Declaration("expectiminimax", "Expectiminimax", "Expectiminimax at native speed.", WITH_CHANCE),
        Declaration("star1", "Star1", "Star1 at native speed.", WITH_CHANCE),
        Declaration("star2", "Star2", "Star2 at native speed.", WITH_CHANCE),
    )
}
"""The textbook searches that some native games have too."""
