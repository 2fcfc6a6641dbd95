"""All Nash equilibria of a game of two players, exactly.

A pair of mixes is an equilibrium if every action of either player has probability 0 or is a best reply. The vertices of the
two best-reply polytopes (`vertices.py`) carry these properties as labels, and the pairs of vertices that together have all
labels are the *extreme* equilibria (Mangasarian 1964). Most games have no others, and their number is odd. A degenerate game
may have a continuum: a vertex that pairs with several vertices pairs with every point between them too. Every equilibrium is
then a convex combination within a *Nash subset*, a maximal set of vertices on each side that all pair with each other;
subsets that share a vertex form one connected component (Winkels 1979; Avis, Rosenberg, Savani and von Stengel 2010).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zermelo.equilibrium.dominance import eliminate
from zermelo.equilibrium.game import MatrixGame, Mix, Profile
from zermelo.equilibrium.numbers import to_integers
from zermelo.equilibrium.replies import expected_payoffs
from zermelo.equilibrium.vertices import Vertex, vertices
from zermelo.state import ZermeloError

MAX_ACTIONS = 10
"""The most actions of a player, strictly dominated ones not counted, in a game whose equilibria are listed."""
MAX_SUBSETS = 2_000


@dataclass(frozen=True)
class Equilibrium:
    """A Nash equilibrium: a mix for each player, and each player's expected payoff."""

    mixes: tuple[Mix, ...]
    payoffs: tuple[Fraction, ...]

    @property
    def profile(self) -> Profile | None:
        """The actions, if the equilibrium is pure; otherwise None."""
        return tuple(mix.index(1) for mix in self.mixes) if all(1 in mix for mix in self.mixes) else None


@dataclass(frozen=True)
class NashSubset:
    """Any convex combination of `rows` together with any of `columns` is an equilibrium."""

    rows: tuple[Mix, ...]
    columns: tuple[Mix, ...]


@dataclass(frozen=True)
class Component:
    """A connected component of the set of equilibria: its extreme points, and the subsets whose union it is."""

    extreme: tuple[Equilibrium, ...]
    subsets: tuple[NashSubset, ...]

    @property
    def continuum(self) -> bool:
        """Whether the component is more than one point."""
        return len(self.extreme) > 1


@dataclass(frozen=True)
class Equilibria:
    """All equilibria of a game, by connected component."""

    components: tuple[Component, ...]

    @property
    def extreme(self) -> tuple[Equilibrium, ...]:
        """The extreme equilibria; without a continuum these are all."""
        return tuple(equilibrium for component in self.components for equilibrium in component.extreme)

    @property
    def continuum(self) -> bool:
        """Whether there are infinitely many equilibria."""
        return any(component.continuum for component in self.components)


def equilibria(game: MatrixGame) -> Equilibria:
    """Find all Nash equilibria of a game of two players.

    Parameters
    ----------
    game : MatrixGame
        Neither player may have more than 10 actions that survive iterated strict dominance.

    Raises
    ------
    ZermeloError
        If the game is too large or does not have two players.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> for equilibrium in equilibria(matrix_game("3,1 0,0; 0,0 1,3")).extreme:
    ...     print([[str(part) for part in mix] for mix in equilibrium.mixes])
    [['1', '0'], ['1', '0']]
    [['3/4', '1/4'], ['1/4', '3/4']]
    [['0', '1'], ['0', '1']]
    """
    if len(game.players) != 2:
        raise ZermeloError(f"mixed equilibria are found for two players, not for {len(game.players)}")
    if max(game.shape) <= MAX_ACTIONS:
        return _enumerate(game)
    # Actions removed by iterated strict dominance are played in no equilibrium.
    kept = eliminate(game).kept
    most = max(map(len, kept))
    if most > MAX_ACTIONS:
        raise ZermeloError(
            f"all equilibria are listed for up to {MAX_ACTIONS} actions each, and one player here has {most}"
        )
    return _extend(_enumerate(game.restricted(kept)), game, kept)


def _extend(reduced: Equilibria, game: MatrixGame, kept: Sequence[Sequence[int]]) -> Equilibria:
    """Convert the equilibria of a reduced game to those of the whole game."""

    def extended(player: int, mix: Mix) -> Mix:
        parts = dict(zip(kept[player], mix, strict=True))
        return tuple(parts.get(action, Fraction(0)) for action in range(game.shape[player]))

    return Equilibria(
        tuple(
            Component(
                tuple(
                    Equilibrium(tuple(map(extended, (0, 1), each.mixes)), each.payoffs) for each in component.extreme
                ),
                tuple(
                    NashSubset(
                        tuple(extended(0, mix) for mix in subset.rows),
                        tuple(extended(1, mix) for mix in subset.columns),
                    )
                    for subset in component.subsets
                ),
            )
            for component in reduced.components
        )
    )


def _enumerate(game: MatrixGame) -> Equilibria:
    rows, columns = game.shape
    row_vertices = vertices(_positive(game.payoff_table(1)), rows)
    # Labels of Column's vertices start with Column's actions; put Row's first, as in `row_vertices`.
    column_vertices = [
        vertex._replace(labels=(vertex.labels & (1 << columns) - 1) << rows | vertex.labels >> columns)
        for vertex in vertices(_positive(game.payoff_table(0)), columns)
    ]
    pairs = _complete_pairs(row_vertices, column_vertices, (1 << rows + columns) - 1)
    row_mixes = {row: _mix(row_vertices[row]) for row, _ in pairs}
    column_mixes = {column: _mix(column_vertices[column]) for _, column in pairs}
    components = []
    for group in _connected(pairs):
        extreme = [
            Equilibrium(mixes, expected_payoffs(game, mixes))
            for mixes in ((row_mixes[row], column_mixes[column]) for row, column in group)
        ]
        extreme.sort(key=_order)
        subsets = (
            NashSubset(
                tuple(sorted((row_mixes[row] for row in group_rows), reverse=True)),
                tuple(sorted((column_mixes[column] for column in group_columns), reverse=True)),
            )
            for group_rows, group_columns in _bicliques(group)
        )
        ordered = sorted(subsets, key=lambda subset: (subset.rows, subset.columns), reverse=True)
        components.append(Component(tuple(extreme), tuple(ordered)))
    return Equilibria(tuple(sorted(components, key=lambda component: _order(component.extreme[0]))))


def _order(equilibrium: Equilibrium) -> tuple[tuple[Fraction, ...], ...]:
    """Sort equilibria of earlier actions first."""
    return tuple(tuple(-part for part in mix) for mix in equilibrium.mixes)


def _positive(table: list[list[Fraction]]) -> list[list[int]]:
    """Return positive integer payoffs with the same best replies."""
    integers, _ = to_integers(table)
    offset = 1 - min(map(min, integers))
    return [[payoff + offset for payoff in row] for row in integers]


def _mix(vertex: Vertex) -> Mix:
    total = sum(vertex.mix)
    return tuple(Fraction(part, total) for part in vertex.mix)


def _complete_pairs(rows: list[Vertex], columns: list[Vertex], every: int) -> list[tuple[int, int]]:
    """Return the pairs that together have every label.

    A vertex with the fewest possible labels has a partner with exactly the missing ones, found by a lookup.
    """
    by_labels: dict[int, int] = {}
    spare = list[int]()
    least = min((vertex.labels.bit_count() for vertex in columns), default=0)
    for number, vertex in enumerate(columns):
        if vertex.labels.bit_count() == least:
            by_labels[vertex.labels] = number
        else:
            spare.append(number)
    pairs = list[tuple[int, int]]()
    for number, vertex in enumerate(rows):
        missing = every & ~vertex.labels
        candidates: Iterable[int] = range(len(columns))
        if missing.bit_count() == least:
            candidates = [by_labels[missing], *spare] if missing in by_labels else spare
        pairs.extend((number, other) for other in candidates if columns[other].labels & missing == missing)
    return pairs


def _connected(pairs: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Group the pairs into connected components: pairs that share a row or a column belong together."""
    group_of_row: dict[int, list[tuple[int, int]]] = {}
    group_of_column: dict[int, list[tuple[int, int]]] = {}
    for pair in pairs:
        row, column = pair
        one, other = group_of_row.get(row), group_of_column.get(column)
        if one is not None and other is not None and one is not other:
            one.extend(other)
            for a, b in other:
                group_of_row[a] = group_of_column[b] = one
        group = one if one is not None else other if other is not None else []
        group.append(pair)
        group_of_row[row] = group_of_column[column] = group
    return list({id(group): group for group in group_of_row.values()}.values())


def _bicliques(group: list[tuple[int, int]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the maximal sets of rows and columns that all pair with each other: one for each intersection of partners."""
    partners: dict[int, set[int]] = {}
    for row, column in group:
        partners.setdefault(row, set()).add(column)
    closed: set[frozenset[int]] = set()
    for columns in partners.values():
        closed |= {frozenset(columns), *(other & columns for other in closed)} - {frozenset()}
        if len(closed) > MAX_SUBSETS:
            raise ZermeloError(
                f"the equilibria of this game form more than {MAX_SUBSETS:,} Nash subsets: too many to list"
            )
    return [
        (tuple(row for row, theirs in partners.items() if common <= theirs), tuple(sorted(common))) for common in closed
    ]
