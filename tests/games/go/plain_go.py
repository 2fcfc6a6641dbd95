"""Go as one would write it without thinking of speed, to check the native rules: a dict of stones by row and column."""

from __future__ import annotations

Point = tuple[int, int]
Stones = dict[Point, int]
"""0 for Black, 1 for White."""
LETTERS = "ABCDEFGHJKLMNOPQRST"


class PlainGo:
    """A position; `past` are the earlier situations, the present one included."""

    def __init__(
        self,
        size: int,
        *,
        superko: str = "positional",
        suicide: bool = False,
        stones: Stones | None = None,
        player: int = 0,
    ) -> None:
        self.size, self.superko, self.suicide = size, superko, suicide
        self.stones: Stones = stones or {}
        self.player = player
        self.passes = 0
        self.ko: Point | None = None
        self.past = {self.situation(self.stones, player)}

    def situation(self, stones: Stones, player: int) -> tuple[frozenset[tuple[Point, int]], int]:
        return frozenset(stones.items()), player if self.superko == "situational" else 0

    def adjacent(self, point: Point) -> list[Point]:
        row, column = point
        around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        return [(r, c) for r, c in around if 0 <= r < self.size and 0 <= c < self.size]

    def chain(self, stones: Stones, point: Point) -> tuple[set[Point], set[Point]]:
        """Return the chain of a stone, or the region of an empty point, and the other points that touch it."""
        chain, border, todo = {point}, set[Point](), [point]
        while todo:
            for near in self.adjacent(todo.pop()):
                if stones.get(near) != stones.get(point):
                    border.add(near)
                elif near not in chain:
                    chain.add(near)
                    todo.append(near)
        return chain, border

    def captured_chain(self, stones: Stones, point: Point) -> set[Point]:
        """Return the chain of a stone if it has no liberty, else nothing."""
        chain, border = self.chain(stones, point)
        return chain if all(near in stones for near in border) else set()

    def after(self, move: str) -> PlainGo | None:
        """Return the position after a move, None if it is not legal."""
        following = PlainGo(self.size, superko=self.superko, suicide=self.suicide, player=1 - self.player)
        if move == "pass":
            following.stones, following.passes = self.stones, self.passes + 1
        else:
            point = int(move[1:]) - 1, LETTERS.index(move[0])
            if point in self.stones or point == self.ko:
                return None
            stones = {**self.stones, point: self.player}
            taken = set[Point]()
            for near in self.adjacent(point):
                if stones.get(near) == 1 - self.player:
                    taken |= self.captured_chain(stones, near)
            stones = {at: stone for at, stone in stones.items() if at not in taken}
            own = self.captured_chain(stones, point)
            if own and not self.suicide:
                return None
            liberties = [near for near in self.adjacent(point) if near not in stones]
            if len(taken) == 1 and self.chain(stones, point)[0] == {point} and len(liberties) == 1:
                following.ko = taken.pop()
            following.stones = {at: stone for at, stone in stones.items() if at not in own}
            if self.superko != "none" and self.situation(following.stones, 1 - self.player) in self.past:
                return None
        following.past = self.past | {self.situation(following.stones, 1 - self.player)}
        return following

    def moves(self) -> dict[str, PlainGo]:
        """Return the legal moves, each with the position after it."""
        if self.passes == 2:
            return {}
        names = [f"{LETTERS[column]}{row + 1}" for row in range(self.size) for column in range(self.size)]
        return {name: after for name in [*names, "pass"] if (after := self.after(name)) is not None}

    def owners(self) -> dict[Point, int]:
        owners = dict(self.stones)
        for row in range(self.size):
            for column in range(self.size):
                if (row, column) not in self.stones:
                    colours = {self.stones[near] for near in self.chain(self.stones, (row, column))[1]}
                    if len(colours) == 1:
                        owners[row, column] = colours.pop()
        return owners

    def area(self) -> int:
        """Return Black's points minus White's."""
        return sum(1 - 2 * owner for owner in self.owners().values())

    def cells(self, stones: Stones) -> str:
        rows = range(self.size - 1, -1, -1)
        return "".join(".XO"[stones.get((row, column), -1) + 1] for row in rows for column in range(self.size))

    def perft(self, depth: int) -> int:
        if depth == 0 or self.passes == 2:
            return 1
        return sum(following.perft(depth - 1) for following in self.moves().values())
