"""The options of textbook searches that can be set from the command line and in the lab, each declared once."""

from __future__ import annotations

from math import sqrt

from zermelo.registry import Option

ORDERS = ("natural", "reverse", "best", "worst", "random")
"""The named orders of moves."""

DEPTH = Option("depth", "integer", "Stop after this many moves and take static values.")
TIES = Option("ties", "choice", "Cut when alpha = beta, or only when alpha > beta.", "equal", ("equal", "strict"))
FAIL = Option(
    "fail", "choice", "Report how far outside the window a value is, or only that it is.", "soft", ("soft", "hard")
)
ORDER = Option(
    "order", "order", f"Order of children: {', '.join(ORDERS)}, or for a tree as in 'A: C B D; C: H G'.", None, ORDERS
)
WINDOW = Option("window", "range", "Search for a value between these two numbers only.", (float("-inf"), float("inf")))
STOP_AT = Option("stop_at", "number", "Look no further at a node once a move is worth this to its player: a win.")
REORDER = Option("reorder", "flag", "Put children in the order of the values that the last pass found.", True)
DEPTHS = Option("depths", "depths", "The depth of each pass, as in 2,4 or 1,2,end.")
BOUNDS = Option("bounds", "range", "The smallest and the largest value that a leaf can have.", required=True)
OPPONENT = Option("opponent", "choice", "MIN moves at random beside chance.", None, ("random",))
PARTNERS = Option("partners", "players", "The players of the coalition, as in p1,p3.")
TOTAL = Option("total", "number", "Payoffs never add up to more than this; with it the search prunes.")
LEAST = Option("least", "number", "With a total, no payoff is smaller than this.", 0)
GUESS = Option("guess", "number", "The first guess of the value.", 0)
MARGIN = Option("margin", "number", "How far the value may be from the guess.", 1)
STAND_PAT = Option("stand_pat", "flag", "Let the player to move keep the static value instead of playing on.", True)
EXTRA = Option("extra", "integer", "Search at most this many moves beyond the depth.")
SIMULATIONS = Option("simulations", "integer", "The number of random games to play.", 1000)
UCT_CONSTANT = sqrt(1 / 2)
"""For payoffs scaled to 0..1: what the usual √2 is for payoffs from -1 to 1."""
EXPLORATION = Option("exploration", "number", "The constant of UCT; larger explores more.", UCT_CONSTANT)
RANDOM_SHARE = Option("random_share", "number", "How many moves are drawn from all alike, from 0 to 1.", 0.1)
SEED = Option("seed", "integer", "Seed of the random numbers, also for the random order.", 0)
