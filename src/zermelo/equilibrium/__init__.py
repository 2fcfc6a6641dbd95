"""Matrix games: all players choose at once. Dominance, best replies, equilibria, values, and repeated play."""

from zermelo.equilibrium.correlated import Correlated, correlated
from zermelo.equilibrium.dominance import Domination, Elimination, dominated, eliminate
from zermelo.equilibrium.game import MatrixGame, matrix_game
from zermelo.equilibrium.mixed import Equilibria, Equilibrium, equilibria
from zermelo.equilibrium.replies import best_replies, expected_payoffs, is_equilibrium, pure_equilibria
from zermelo.equilibrium.stages import stage_game, stage_value
from zermelo.equilibrium.welfare import Security, pareto_front, security, social_optimum
from zermelo.equilibrium.zero_sum import ZeroSum, solve_zero_sum

__all__ = [
    "Correlated",
    "Domination",
    "Elimination",
    "Equilibria",
    "Equilibrium",
    "MatrixGame",
    "Security",
    "ZeroSum",
    "best_replies",
    "correlated",
    "dominated",
    "eliminate",
    "equilibria",
    "expected_payoffs",
    "is_equilibrium",
    "matrix_game",
    "pareto_front",
    "pure_equilibria",
    "security",
    "social_optimum",
    "solve_zero_sum",
    "stage_game",
    "stage_value",
]
