"""Well-known matrix games of books and lectures, by name."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.equilibrium.game import MatrixGame, matrix_game
from zermelo.state import ZermeloError


@dataclass(frozen=True)
class Example:
    """An example: `text` is read by `parse_matrix`, `source` says where the game comes from."""

    name: str
    title: str
    text: str
    source: str
    description: str
    players: tuple[str, ...] = ("Row", "Column")
    actions: tuple[tuple[str, ...], ...] = ()

    def game(self) -> MatrixGame:
        """Build the game."""
        return matrix_game(self.text, self.players, self.actions, self.title)


def _same(*names: str) -> tuple[tuple[str, ...], ...]:
    return names, names


_ORIGINAL = "made for Zermelo"

EXAMPLES: dict[str, Example] = {
    entry.name: entry
    for entry in (
        Example(
            "tcp",
            "TCP back-off",
            "-1,-1 -4,0; 0,-4 -3,-3",
            "Shoham and Leyton-Brown, Multiagent Systems (2009), figure 3.1; payoffs are negative delays",
            "a correct (C) or a defective (D) back-off: D dominates, although (C, C) is better for both",
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
            "one wants the same side up, the other does not: no pure equilibrium",
            ("Even", "Odd"),
            _same("heads", "tails"),
        ),
        Example(
            "sexes",
            "Battle of the sexes",
            "2,1 0,0; 0,0 1,2",
            "after Luce and Raiffa, Games and Decisions (1957), section 5.3",
            "together rather than alone, but where? Two pure equilibria, and a mixed one that is worse for both",
            ("Ann", "Bob"),
            _same("fight", "ballet"),
        ),
        Example(
            "chicken",
            "Chicken",
            "6,6 2,7; 7,2 0,0",
            "after Aumann, Subjectivity and correlation in randomized strategies (1974)",
            "who gives way? A correlated equilibrium is better than every Nash equilibrium",
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
            "a traditional game",
            "every action is beaten by another: play each with probability 1/3",
            ("MAX", "MIN"),
            _same("rock", "paper", "scissors"),
        ),
        Example(
            "morra",
            "Two-finger Morra",
            "2 -3; -3 4",
            "Ferguson, Game Theory, part II, section 1.2, from the other side",
            "show one or two fingers; it looks fair, but the value is -1/12 for the player who wants an even sum",
            ("Even", "Odd"),
            _same("one", "two"),
        ),
        Example(
            "iterated",
            "Iterated dominance",
            "3,0 2,1 0,0; 1,1 1,1 5,0; 0,1 4,2 0,1",
            _ORIGINAL,
            "each elimination makes another one possible, until one cell is left",
            actions=(("top", "middle", "bottom"), ("left", "centre", "right")),
        ),
        Example(
            "mixture",
            "Dominated by a mix",
            "3,0 0,1; 0,0 3,1; 1,1 1,0",
            _ORIGINAL,
            "no action dominates the last one, but an even mix of the others does",
            actions=(("top", "middle", "bottom"), ("left", "right")),
        ),
        Example(
            "degenerate",
            "A continuum",
            "1,1 1,0 0,0; 1,1 0,0 1,1",
            _ORIGINAL,
            "ties create segments of equilibria; the extreme points of each are listed",
            actions=(("top", "bottom"), ("left", "centre", "right")),
        ),
        Example(
            "lake",
            "Three plants at a lake",
            "[[[[3,3,3],[2,2,4]],[[2,4,2],[1,3,3]]],[[[4,2,2],[3,1,3]],[[3,3,1],[2,2,2]]]]",
            _ORIGINAL,
            "a filter costs its plant 1 and saves each of the others 1: dominance with three players",
            ("Plant 1", "Plant 2", "Plant 3"),
            (("filter", "dump"),) * 3,
        ),
    )
}  # fmt: skip


def example(name: str) -> MatrixGame:
    """Return the example of this name.

    >>> example("tcp").format_profile((1, 1))
    '(D, D)'
    """
    if name not in EXAMPLES:
        raise ZermeloError(f"there is no example called {name!r}: choose from {', '.join(EXAMPLES)}")
    return EXAMPLES[name].game()
