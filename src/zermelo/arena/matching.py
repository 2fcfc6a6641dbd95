"""Perfect matchings in graphs: everyone gets a partner, by the blossom algorithm of Edmonds (1965)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def pair_all(candidates: Mapping[int, Sequence[int]]) -> list[tuple[int, int]] | None:
    """Pair everyone, each in turn with the first candidate who leaves partners for all others.

    Takes time polynomial in the number of players.

    Parameters
    ----------
    candidates
        For each player whom it may meet, in the order of preference. Players choose in the order of the keys. If one player
        may meet another, the other may meet the first.

    Returns
    -------
    list
        The pairs, the one who chose first; None if not everyone can have a partner.

    >>> pair_all({0: [1, 2], 1: [0, 2, 3], 2: [0, 1], 3: [1]})
    [(0, 2), (1, 3)]
    >>> pair_all({0: [1, 2, 3], 1: [0], 2: [0], 3: [0]}) is None
    True
    """
    partner: dict[int, int] = {}
    paired: set[int] = set()
    for player in candidates:
        if player not in partner and not _augment(player, candidates, partner, paired):
            return None
    pairs = []
    for player, preferred in candidates.items():
        if player not in paired:
            other = next(other for other in preferred if _can_pair(player, other, candidates, partner, paired))
            pairs.append((player, other))
    return pairs


def _can_pair(
    player: int, other: int, candidates: Mapping[int, Sequence[int]], partner: dict[int, int], paired: set[int]
) -> bool:
    """Pair two players for good if the others can still be matched."""
    if other in paired:
        return False
    paired |= {player, other}
    left, right = partner[player], partner[other]
    if left != other:
        del partner[left], partner[right]
        if not _augment(left, candidates, partner, paired):
            partner |= {left: player, right: other}
            paired -= {player, other}
            return False
    return True


def _augment(root: int, candidates: Mapping[int, Sequence[int]], partner: dict[int, int], paired: set[int]) -> bool:
    """Match an unmatched player, and change the partners along an alternating path from it to another unmatched one.

    The search tree holds the paths from the root. Players at an even distance from it are `even`; `parent` leads from the others,
    and from both sides of a contracted odd cycle (a blossom), towards the root. `base` is the first player of the blossom that a
    player is in.
    """
    parent: dict[int, int] = {}
    base = {player: player for player in candidates}
    even, queue = {root}, [root]

    def common_base(one: int, other: int) -> int:
        """Return where the paths of two even players to the root meet."""
        path = {one := base[one]}
        while one != root:
            path.add(one := base[parent[partner[one]]])
        other = base[other]
        while other not in path:
            other = base[parent[partner[other]]]
        return other

    def side(player: int, child: int, top: int) -> set[int]:
        """Return the bases on one side of an odd cycle, whose other side begins at the child."""
        bases = set()
        while base[player] != top:
            bases |= {base[player], base[partner[player]]}
            parent[player] = child
            child = partner[player]
            player = parent[child]
        return bases

    for one in queue:
        for other in candidates[one]:
            if other in paired or base[one] == base[other]:
                continue
            if other in even:
                top = common_base(one, other)
                blossom = side(one, other, top) | side(other, one, top)
                for player in candidates:
                    if base[player] in blossom:
                        base[player] = top
                        if player not in even:
                            even.add(player)
                            queue.append(player)
            elif other not in parent:
                parent[other] = one
                if other in partner:
                    even.add(partner[other])
                    queue.append(partner[other])
                else:
                    _flip(other, parent, partner)
                    return True
    return False


def _flip(end: int, parent: Mapping[int, int], partner: dict[int, int]) -> None:
    """Match the players along the path from its end to the root anew."""
    at: int | None = end
    while at is not None:
        before = parent[at]
        following = partner.get(before)
        partner |= {at: before, before: at}
        at = following
