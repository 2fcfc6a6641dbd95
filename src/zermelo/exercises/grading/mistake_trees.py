"""Small trees that expose the classic mistakes, each with the mistake that a correct search does not make on it.

Random trees are too shallow or too even for some of them: a beta that is not passed on only matters three moves below the node
that forgot it.
"""

from __future__ import annotations

from zermelo.state import MAX, MIN
from zermelo.trees import Tree, parse_tree
from zermelo.trees.nodes import build

GENERAL = {
    "A(B(C=-4 D=-2) E(F=-3 G=-1))": "starts with 0 instead of -infinity",
    "A(B(C=4 D=2) E(F=3 G=1))": "starts with 0 instead of +infinity",
}
PRUNING = {
    "A(B=3 C(D=1 E=5))": "does not raise alpha, or never cuts at MIN nodes",
    "A(B(C=3 D(E=5 F=1)))": "does not lower beta, or never cuts at MAX nodes",
    "A(B=3 C(D=3 E=1))": "the tie rule at MIN nodes",
    "A(B(C=3 D(E=3 F=5)))": "the tie rule at MAX nodes",
    "A(B=3 C(D(E(F=1 G=5))))": "MIN passes on -infinity instead of alpha",
    "A(B(C=3 D(E(F(G=5 H=1)))))": "MAX passes on infinity instead of beta",
    "A(B=5 C(D(E=2 F(G=4 H=9))))": "replaces alpha by a smaller value",
    "A(B(C=5 D(E(F=8 G(H=6 I=1)))))": "replaces beta by a larger value",
}
EVEN_CHANCE = {
    "A(B(C=3 D=3 E=3) F(G=4 H=4))": "adds without dividing",
    "A(B=2 C(D=2 E=3))": "rounds averages down",
    "A(B(C=0 D=9) E(F=3 G=4))": "takes the smallest outcome",
    "A(B(C=0 D=9) E(F=7 G=8))": "takes the largest outcome",
}
"""Each MIN node is an opponent that moves at random."""
CHANCE_NODES = {
    "A(B?(1/4:C=8 3/4:D=0) E?(1/2:F=3 1/2:G=2))": "ignores the probabilities, or rounds averages",
    "A(B?(1/2:C=-4 1/2:D=-2) E?(1/2:F=-3 1/2:G=-2))": "starts with 0 instead of -infinity",
    "A(B?(1/3:C=3 1/3:D=3 1/3:E=3) F?(1/2:G=4 1/2:H=4))": "adds without dividing",
    "A(B?(1/2:C=0 1/2:D=9) E?(1/2:F=7 1/2:G=8))": "takes the largest outcome",
    "A(B?(1/2:C=0 1/2:D=9) E?(1/2:F=3 1/2:G=4))": "takes the smallest outcome",
}
CHANCE_AND_MIN = {
    "A(B?(1/3:C(D=3 E=6) 2/3:F(G=0 H=-3)) I?(1/2:J(K=1 L=2) 1/2:M(N=1 O=9)))": "takes chance for MIN, or MIN for chance",
}
DEPTH_LIMITED = "A(B=5(C=1(D=7) E=2(F=8)) G=4(H=3(I=1) J=6(K=0)))"
"""A tree to be searched two moves deep: static values everywhere, each level prefers another move."""


TWO_GHOSTS = "A(B(C(D=5 E=6) F(G=5 H=6)) I(J(K=2 L=9) M(N=8 O=9)))"
"""A tree for one MAX and two MINs, which move one after the other."""


def mistake_trees(kind: str, *, max_only: bool) -> list[Tree]:
    """Return the trees for a search of this kind.

    Parameters
    ----------
    kind
        One of `GRADED_SEARCHES`.
    max_only
        MAX moves at every root and nobody is chance, as in cs188; otherwise trees of two players come with MIN at the root too.
    """
    if kind in ("expectimax", "expectiminimax") and not max_only:
        texts = CHANCE_NODES | (CHANCE_AND_MIN if kind == "expectiminimax" else {})
        return list(map(parse_tree, texts))
    texts = GENERAL | (PRUNING if kind == "alpha_beta" else {} if kind == "minimax" else EVEN_CHANCE)
    trees = list(map(parse_tree, texts))
    return trees if max_only else [*trees, *map(_exchanged, trees)]


def _exchanged(tree: Tree) -> Tree:
    """Return the tree with MAX and MIN exchanged."""
    drafts = tree.drafts()
    for draft in drafts:
        assert not isinstance(draft.value, tuple)
        draft.value = None if draft.value is None else -draft.value
        draft.player = None if draft.player is None else MIN if draft.player == MAX else MAX
    return build(drafts, MIN)
