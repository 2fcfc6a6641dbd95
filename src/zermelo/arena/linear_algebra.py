"""Small dense linear algebra in plain Python, and Newton's method, for models with at most a few hundred parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import mul

Vector = list[float]
Matrix = list[list[float]]
Derivatives = tuple[float, Vector, Matrix]
"""The value of a function, its gradient, and minus its matrix of second derivatives."""

MAX_STEPS = 100


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    return float(sum(map(mul, first, second)))


def cholesky(matrix: Sequence[Sequence[float]]) -> Matrix:
    """Return the lower triangular L with L L' = matrix; row i has i + 1 numbers.

    Raises
    ------
    ValueError
        If the matrix is not positive definite.
    """
    lower: Matrix = []
    for i, source in enumerate(matrix):
        row: Vector = []
        for j in range(i):
            row.append((source[j] - dot(row, lower[j])) / lower[j][j])
        rest = source[i] - dot(row, row)
        if not rest > 1e-12 * abs(source[i]):
            raise ValueError("the matrix is not positive definite")
        row.append(math.sqrt(rest))
        lower.append(row)
    return lower


def solve(lower: Matrix, vector: Sequence[float]) -> Vector:
    """Solve L L' x = vector."""
    forward: Vector = []
    for row, number in zip(lower, vector, strict=True):
        forward.append((number - dot(row, forward)) / row[-1])
    for i in reversed(range(len(lower))):
        forward[i] /= lower[i][i]
        for j in range(i):
            forward[j] -= lower[i][j] * forward[i]
    return forward


def inverse(lower: Matrix) -> Matrix:
    """Return the inverse of L L'."""
    size = len(lower)
    columns: Matrix = []
    for j in range(size):
        column = [0.0] * j + [1 / lower[j][j]]
        for k in range(j + 1, size):
            column.append(-dot(lower[k][j:k], column[j:k]) / lower[k][k])
        columns.append(column)
    result = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            result[i][j] = result[j][i] = dot(columns[i][i:], columns[j][i:])
    return result


def maximise(function: Callable[[Vector], Derivatives], start: Vector) -> tuple[Vector, Matrix]:
    """Maximise a concave function by Newton's method with step halving.

    Parameters
    ----------
    function
        Gives the value, the gradient and minus the matrix of second derivatives.
    start
        Where to begin.

    Returns
    -------
    tuple
        The maximum, and the inverse of minus the second derivatives there: the covariance of a maximum-likelihood estimate.

    Raises
    ------
    ValueError
        If there is no finite maximum.
    """
    point = start
    value, gradient, curvature = function(point)
    for _ in range(MAX_STEPS):
        try:
            lower = cholesky(curvature)
        except ValueError as error:
            raise ValueError("the results do not determine every parameter: there is no finite maximum") from error
        step = solve(lower, gradient)
        gain = dot(gradient, step)
        if gain < 1e-14:
            return point, inverse(lower)
        size = 1.0
        while True:
            candidate = [old + size * change for old, change in zip(point, step, strict=True)]
            attempt = function(candidate)
            if attempt[0] >= value + 0.25 * size * gain or size * gain < 1e-7:
                break
            size /= 2
        point, (value, gradient, curvature) = candidate, attempt
    raise ValueError(f"no maximum after {MAX_STEPS} steps of Newton's method")


def add_logistic_prior(point: Vector, weights: Sequence[float], derivatives: Derivatives) -> Derivatives:
    """Add virtual trials, half of them successes, to every parameter, as if it were the log-odds of one.

    The prior is proper, symmetric about 0 and log-concave. The gradient and the matrix are changed in place.
    """
    value, gradient, curvature = derivatives
    for i, (odds, weight) in enumerate(zip(point, weights, strict=True)):
        chance = 1 / (1 + math.exp(-odds)) if odds > -700 else 0.0
        value -= weight * (abs(odds) / 2 + math.log1p(math.exp(-abs(odds))))
        gradient[i] += weight * (0.5 - chance)
        curvature[i][i] += weight * chance * (1 - chance)
    return value, gradient, curvature
