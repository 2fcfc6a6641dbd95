"""Example trees by name: those that books and lectures work through, and one for every kind of node."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.state import MAX, ZermeloError
from zermelo.trees.nodes import Tree
from zermelo.trees.text import parse_lists, parse_names


@dataclass(frozen=True)
class Example:
    """An example tree: `text` is what `parse_tree` reads, `source` where it comes from."""

    name: str
    text: str
    source: str
    description: str


_ZERMELO = "made for Zermelo"

EXAMPLES: dict[str, Example] = {
    entry.name: entry
    for entry in (
        Example(
            "classroom",
            "A(B(E=2 F=3(K=3 L=0)) C(G=7(M(Q=1 R=5) N=7) H=6) D(I=1 J=20(O=2 P=20)))",
            "a blackboard exercise",
            "an uneven tree for alpha-beta by hand, with static values for progressive deepening",
        ),
        Example(
            "two_by_two",
            "[[2, 7], [1, 8]]",
            "a blackboard exercise",
            "the smallest tree with a cutoff: once 1 is seen, 8 does not matter",
        ),
        Example(
            "deep",
            "[[[[8, 7], [3, 9]], [[9, 8], [2, 4]]], [[[1, 8], [8, 9]], [[9, 9], [3, 4]]]]",
            "a blackboard exercise",
            "sixteen leaves, with cutoffs that come from the parent and from further up",
        ),
        Example(
            "aima",
            "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]",
            "Russell and Norvig, Artificial Intelligence: A Modern Approach, figure 5.2",
            "the textbook's two-ply tree: worth 3, and alpha-beta leaves out 4 and 6",
        ),
        Example(
            "wikipedia",
            "[[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]",
            "Wikipedia, Alpha-beta pruning, the picture AB_pruning.svg",
            "four plies with single children: worth 6",
        ),
        Example(
            "chance",
            "A(B?(1/2:D(H=4 I=6) 1/2:E(J=0 K=9)) C?(1/4:F(L=12 M=8) 3/4:G(N=1 O=3)))",
            _ZERMELO,
            "MAX chooses a coin, the coin falls, MIN answers: B is worth 2, C is worth 11/4",
        ),
        Example(
            "three_players",
            "[[[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]]",
            _ZERMELO,
            "three players, each for themselves: a tree for max^n",
        ),
        Example(
            "nine_coins",
            "A(B(D(H=(3, 4, 2) I=(5, 3, 1)) E(J=(1, 2, 6) K=(4, 4, 1))) C(F(L=(1, 6, 2) M=(5, 3, 1)) G(N=(2, 2, 5) "
            "O=(6, 2, 1))))",
            _ZERMELO,
            "three players share nine coins: with the total known, max^n need not look at all of it",
        ),
        Example(
            "indifference",
            "A(B=(2, 2) C(E=(3, 1) F=(0, 1)) D(G=(1, 3) H=(4, 3) I=(0, 0)))",
            _ZERMELO,
            "what is all the same to player 2 is not to player 1: backward induction finds three equilibria",
        ),
        Example(
            "uneven",
            "A(B!=5(D=9 E=2(H=1 I=2)) C=4(F=6 G=3))",
            _ZERMELO,
            "B looks best at depth 1, but it is not quiet: quiescence looks further, and C is better",
        ),
    )
}


def example(name: str) -> Tree:
    """Return an example tree by name.

    >>> len(example("classroom").leaves())
    10
    """
    if name not in EXAMPLES:
        raise ZermeloError(f"there is no example called {name!r}: choose from {', '.join(EXAMPLES)}")
    text = EXAMPLES[name].text
    return parse_lists(text, MAX) if text.startswith("[") else parse_names(text, MAX)
