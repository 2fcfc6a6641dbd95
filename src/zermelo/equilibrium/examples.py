"""Matrix games of the classroom, by name: those that books and lectures work through, one for every kind of trouble."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.equilibrium.game import MatrixGame, matrix_game
from zermelo.state import ZermeloError


@dataclass(frozen=True)
class Example:
    """A game worth knowing: `text` is what `parse_matrix` reads, `source` where it comes from."""

    name: str
    title: str
    text: str
    source: str
    description: str
    players: tuple[str, ...] = ("Row", "Column")
    actions: tuple[tuple[str, ...], ...] = ()

    def game(self) -> MatrixGame:
        return matrix_game(self.text, self.players, self.actions, self.title)


def _same(*names: str) -> tuple[tuple[str, ...], ...]:
    return names, names


_OWN = "made for Zermelo"

EXAMPLES: dict[str, Example] = {
    each.name: each
    for each in (
        Example(
            "tcp",
            "TCP back-off",
            "-1,-1 -4,0; 0,-4 -3,-3",
            "Shoham and Leyton-Brown, Multiagent Systems (2009), figure 3.1; payoffs are delays, so less than nothing",
            "use a correct (C) or a defective (D) back-off: D dominates, and (C, C) is better for both",
            ("Sender 1", "Sender 2"),
            _same("C", "D"),
        ),
        Example(
            "prisoners",
            "Prisoner's dilemma",
            "3,3 0,5; 5,0 1,1",
            "Axelrod, The Evolution of Cooperation (1984), figure 1",
            "cooperate or defect, with the payoffs of Axelrod's tournament",
            actions=_same("cooperate", "defect"),
        ),
        Example(
            "pennies",
            "Matching pennies",
            "1 -1; -1 1",
            "von Neumann, Zur Theorie der Gesellschaftsspiele (1928)",
            "one wants the same side up, the other does not: no equilibrium without chance",
            ("Even", "Odd"),
            _same("heads", "tails"),
        ),
        Example(
            "sexes",
            "Battle of the sexes",
            "2,1 0,0; 0,0 1,2",
            "after Luce and Raiffa, Games and Decisions (1957), section 5.3",
            "together rather than alone, but where? Two pure equilibria and a sad mixed one",
            ("Ann", "Bob"),
            _same("fight", "ballet"),
        ),
        Example(
            "chicken",
            "Chicken",
            "6,6 2,7; 7,2 0,0",
            "after Aumann, Subjectivity and correlation in randomized strategies (1974)",
            "who gives way? A draw by lot that both obey is better than any equilibrium without one",
            actions=_same("swerve", "straight"),
        ),
        Example(
            "stag",
            "Stag hunt",
            "4,4 0,3; 3,0 3,3",
            "after Rousseau, Discours sur l'inégalité (1755)",
            "a stag takes both hunters, a hare only one: the good equilibrium is the risky one",
            actions=_same("stag", "hare"),
        ),
        Example(
            "roshambo",
            "Rock, paper, scissors",
            "0 -1 1; 1 0 -1; -1 1 0",
            "a game of children",
            "everything is beaten by something: a third each",
            ("MAX", "MIN"),
            _same("rock", "paper", "scissors"),
        ),
        Example(
            "morra",
            "Two-finger Morra",
            "2 -3; -3 4",
            "Ferguson, Game Theory, part II, section 1.2, from the other side",
            "show one or two fingers; it looks fair and is not: the value is -1/12 for the one who wants an even sum",
            ("Even", "Odd"),
            _same("one", "two"),
        ),
        Example(
            "iterated",
            "Iterated dominance",
            "3,0 2,1 0,0; 1,1 1,1 5,0; 0,1 4,2 0,1",
            _OWN,
            "what goes makes other things go, until one cell is left",
            actions=(("top", "middle", "bottom"), ("left", "centre", "right")),
        ),
        Example(
            "mixture",
            "Dominated by a mix",
            "3,0 0,1; 0,0 3,1; 1,1 1,0",
            _OWN,
            "no action is better than the last one, but half of each of the others is",
            actions=(("top", "middle", "bottom"), ("left", "right")),
        ),
        Example(
            "degenerate",
            "A continuum",
            "1,1 1,0 0,0; 1,1 0,0 1,1",
            _OWN,
            "ties make whole segments of equilibria; the corners of each are listed",
            actions=(("top", "bottom"), ("left", "centre", "right")),
        ),
        Example(
            "lake",
            "Three plants at a lake",
            "[[[[3,3,3],[2,2,4]],[[2,4,2],[1,3,3]]],[[[4,2,2],[3,1,3]],[[3,3,1],[2,2,2]]]]",
            _OWN,
            "a filter costs its plant 1 and saves each of the two others 1: dominance and an equilibrium for three",
            ("Plant 1", "Plant 2", "Plant 3"),
            (("filter", "dump"),) * 3,
        ),
    )
}  # fmt: skip


def example(name: str) -> MatrixGame:
    """The game of that name.

    >>> example("tcp").called((1, 1))
    '(D, D)'
    """
    if name not in EXAMPLES:
        raise ZermeloError(f"there is no example called {name!r}: {', '.join(EXAMPLES)} are")
    return EXAMPLES[name].game()
