"""All equilibria of a game of two players, exactly.

A mix of each player is an equilibrium where every action of either is not played or is a best reply. The corners of the two
best-reply polytopes (`corners.py`) have these properties as labels, and the pairs of corners that carry all labels between
them are the *extreme* equilibria (Mangasarian 1964). In most games they are all there is, and their number is odd. In a
degenerate game there may be a continuum: if one corner pairs with several, it pairs with all that lies between them too.
Every equilibrium is then a mixture within a *Nash subset*, a largest set of corners on each side that all pair with each
other; subsets that share a corner hang together and make one component (Winkels 1979; Avis, Rosenberg, Savani and von
Stengel 2010).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zermelo.equilibrium.corners import Corner, corners
from zermelo.equilibrium.dominance import eliminate
from zermelo.equilibrium.game import MatrixGame, Mix, Profile
from zermelo.equilibrium.numbers import whole
from zermelo.equilibrium.replies import expected
from zermelo.state import ZermeloError

MOST_ACTIONS = 10
"""Actions of either player of the largest game whose equilibria are listed, without those that are strictly dominated."""
MOST_SUBSETS = 2_000


@dataclass(frozen=True)
class Equilibrium:
    """A mix for each player, and what they then get."""

    mixes: tuple[Mix, ...]
    payoffs: tuple[Fraction, ...]

    @property
    def profile(self) -> Profile | None:
        """The actions, where nobody mixes."""
        return tuple(mix.index(1) for mix in self.mixes) if all(1 in mix for mix in self.mixes) else None


@dataclass(frozen=True)
class NashSubset:
    """Any mixture of `rows` with any mixture of `columns` is an equilibrium."""

    rows: tuple[Mix, ...]
    columns: tuple[Mix, ...]


@dataclass(frozen=True)
class Component:
    """Extreme equilibria that hang together, and the subsets whose union they span."""

    extreme: tuple[Equilibrium, ...]
    subsets: tuple[NashSubset, ...]

    @property
    def continuum(self) -> bool:
        return len(self.extreme) > 1


@dataclass(frozen=True)
class Equilibria:
    """`extreme` are all equilibria where there is no continuum; else all others are mixtures within a subset."""

    components: tuple[Component, ...]

    @property
    def extreme(self) -> tuple[Equilibrium, ...]:
        return tuple(each for component in self.components for each in component.extreme)

    @property
    def continuum(self) -> bool:
        return any(component.continuum for component in self.components)


def equilibria(game: MatrixGame) -> Equilibria:
    """Every equilibrium of a game of two players.

    >>> from zermelo.equilibrium import matrix_game
    >>> for each in equilibria(matrix_game("3,1 0,0; 0,0 1,3")).extreme:
    ...     print([[str(part) for part in mix] for mix in each.mixes])
    [['1', '0'], ['1', '0']]
    [['3/4', '1/4'], ['1/4', '3/4']]
    [['0', '1'], ['0', '1']]
    """
    if len(game.players) != 2:
        raise ZermeloError(f"mixed equilibria are found for two players, not for {len(game.players)}")
    if max(game.shape) <= MOST_ACTIONS:
        return _listed(game)
    # What is strictly dominated, also in what is left, is played in no equilibrium.
    kept = eliminate(game).kept
    most = max(map(len, kept))
    if most > MOST_ACTIONS:
        raise ZermeloError(
            f"all equilibria are listed for up to {MOST_ACTIONS} actions each, and one player here has {most}"
        )
    return _widened(_listed(game.restricted(kept)), game, kept)


def _widened(found: Equilibria, game: MatrixGame, kept: Sequence[Sequence[int]]) -> Equilibria:
    """The equilibria of what is left of a game as those of the whole game."""

    def wide(player: int, mix: Mix) -> Mix:
        parts = dict(zip(kept[player], mix, strict=True))
        return tuple(parts.get(action, Fraction(0)) for action in range(game.shape[player]))

    return Equilibria(
        tuple(
            Component(
                tuple(Equilibrium(tuple(map(wide, (0, 1), each.mixes)), each.payoffs) for each in component.extreme),
                tuple(
                    NashSubset(
                        tuple(wide(0, mix) for mix in subset.rows), tuple(wide(1, mix) for mix in subset.columns)
                    )
                    for subset in component.subsets
                ),
            )
            for component in found.components
        )
    )


def _listed(game: MatrixGame) -> Equilibria:
    rows, columns = game.shape
    row_corners = corners(_positive(game.against(1)), rows)
    # The labels of a column's corners come in the other order: its own actions first.
    turned = [
        corner._replace(labels=(corner.labels & (1 << columns) - 1) << rows | corner.labels >> columns)
        for corner in corners(_positive(game.against(0)), columns)
    ]
    pairs = _complete_pairs(row_corners, turned, (1 << rows + columns) - 1)
    row_mixes = {row: _mix(row_corners[row]) for row, _ in pairs}
    column_mixes = {column: _mix(turned[column]) for _, column in pairs}
    found = []
    for group in _connected(pairs):
        extreme = [
            Equilibrium(mixes, expected(game, mixes))
            for mixes in ((row_mixes[row], column_mixes[column]) for row, column in group)
        ]
        extreme.sort(key=_order)
        subsets = (
            NashSubset(
                tuple(sorted((row_mixes[row] for row in those), reverse=True)),
                tuple(sorted((column_mixes[column] for column in these), reverse=True)),
            )
            for those, these in _bicliques(group)
        )
        ordered = sorted(subsets, key=lambda each: (each.rows, each.columns), reverse=True)
        found.append(Component(tuple(extreme), tuple(ordered)))
    return Equilibria(tuple(sorted(found, key=lambda each: _order(each.extreme[0]))))


def _order(each: Equilibrium) -> tuple[tuple[Fraction, ...], ...]:
    """First actions first."""
    return tuple(tuple(-part for part in mix) for mix in each.mixes)


def _positive(table: list[list[Fraction]]) -> list[list[int]]:
    """The same best replies in positive whole numbers."""
    integers, _ = whole(table)
    lift = 1 - min(map(min, integers))
    return [[each + lift for each in row] for row in integers]


def _mix(corner: Corner) -> Mix:
    total = sum(corner.mix)
    return tuple(Fraction(each, total) for each in corner.mix)


def _complete_pairs(rows: list[Corner], columns: list[Corner], every: int) -> list[tuple[int, int]]:
    """The pairs that carry all labels together. A corner with no label to spare has its partner under the missing ones."""
    by_labels: dict[int, int] = {}
    spare = list[int]()
    least = min((corner.labels.bit_count() for corner in columns), default=0)
    for number, corner in enumerate(columns):
        if corner.labels.bit_count() == least:
            by_labels[corner.labels] = number
        else:
            spare.append(number)
    pairs = list[tuple[int, int]]()
    for number, corner in enumerate(rows):
        missing = every & ~corner.labels
        candidates: Iterable[int] = range(len(columns))
        if missing.bit_count() == least:
            candidates = [by_labels[missing], *spare] if missing in by_labels else spare
        pairs.extend((number, other) for other in candidates if columns[other].labels & missing == missing)
    return pairs


def _connected(pairs: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The pairs in groups that hang together by what they share."""
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
    """The largest sets of rows and columns that all pair with each other: one for each intersection of partners."""
    partners: dict[int, set[int]] = {}
    for row, column in group:
        partners.setdefault(row, set()).add(column)
    closed: set[frozenset[int]] = set()
    for each in partners.values():
        new = {frozenset(each)} | {known & each for known in closed}
        closed |= {known for known in new if known}
        if len(closed) > MOST_SUBSETS:
            raise ZermeloError(f"the equilibria of this game form more than {MOST_SUBSETS:,} sets, which is too many")
    return [
        (tuple(row for row, theirs in partners.items() if columns <= theirs), tuple(sorted(columns)))
        for columns in closed
    ]
