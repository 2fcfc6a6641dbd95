"""Trees of perfect information in Gambit's extensive-form format, `.efg`.

    EFG 2 R "title" { "Ann" "Bob" } "comment"
    p "node" 1 1 "information set" { "left" "right" } 0         player, information set, its actions, outcome
    c "node" 1 "information set" { "heads" 1/2 "tails" 1/2 } 0  a chance node
    t "node" 1 "outcome" { 3 -3 }                               a terminal node; outcome 0 pays nothing

Nodes are in preorder. A unique label becomes the node's name; other nodes get letters. If the payoffs of two players
always add up to zero, the tree holds those of the first player, MAX; otherwise payoff tuples.
"""

from __future__ import annotations

import re
from collections import Counter
from math import isfinite

from zermelo.reading import MAX_PLAYERS
from zermelo.state import CHANCE, Number, ZermeloError
from zermelo.trees.nodes import Draft, Node, Tree, build
from zermelo.trees.scanner import GAMBIT, Scanner, Token, unquote

_TOKEN = re.compile(GAMBIT, re.VERBOSE | re.DOTALL)


def parse_efg(text: str) -> Tree:
    """Return the tree of a Gambit file; it must have perfect information."""
    return _Reader(text).read()


class _Reader(Scanner):
    """Parses one file; `outcomes` and `chances` are those defined so far, by number."""

    pattern = _TOKEN

    def read(self) -> Tree:
        self._prologue()
        self.outcomes: dict[int, tuple[Number, ...]] = {}
        self.chances: dict[int, list[tuple[str, Number | None]]] = {}
        self.sets: set[tuple[int, int]] = set()
        drafts: list[Draft] = []
        # Branches still to be filled, the next one last: the node they come from, their action, their probability.
        branches: list[tuple[int, str | None, Number | None]] = [(-1, None, None)]
        while branches:
            parent, action, probability = branches.pop()
            number = len(drafts)
            draft = Draft(parent, self.next.at, probability=probability, action=action)
            drafts.append(draft)
            branches.extend((number, label or None, chance) for label, chance in reversed(self._node(draft)))
        self.finish()
        labels = Counter(draft.name for draft in drafts)
        for draft in drafts:
            draft.name = draft.name if draft.name and labels[draft.name] == 1 else None
        self._drop_second_payoff(drafts)
        return build(drafts, place=self.place)

    def _prologue(self) -> None:
        start = self.next
        words = [self.take().text for _ in range(3)]
        if words[:2] != ["EFG", "2"] or words[2] not in ("R", "D"):
            self.fail(start.at, f"a Gambit file begins with EFG 2 R, not {' '.join(words)[:40]!r}")
        self._text("the title of the game")
        opening = self.next
        self.players = len(self._braces_of_text("a player's name"))
        if not 2 <= self.players <= MAX_PLAYERS:
            self.fail(opening.at, f"a tree has 2 to {MAX_PLAYERS} players, not {self.players}")
        if self.next.kind == "text":
            self.take()

    def _node(self, draft: Draft) -> list[tuple[str, Number | None]]:
        """Read one node into its draft and return its branches."""
        kind = self.take()
        if kind.kind != "word" or kind.text not in ("p", "c", "t"):
            self.position -= kind.kind != "end"
            self.fail_here("a node, which begins with p, c or t, is expected")
        draft.name = self._text("the label of a node")
        branches: list[tuple[str, Number | None]] = []
        if kind.text == "p":
            branches = self._player_branches(draft)
        elif kind.text == "c":
            draft.player = CHANCE
            branches = self._chance_branches()
        payoffs, at = self._outcome()
        if kind.text == "t":
            draft.value = payoffs
        elif any(payoffs):
            self.fail(at, "payoffs on the way are not read: only terminal nodes may pay")
        return branches

    def _player_branches(self, draft: Draft) -> list[tuple[str, Number | None]]:
        token = self.next
        player = self._count("the number of the player", 1)
        if player > self.players:
            self.fail(token.at, f"there are only {self.players} players, so player {player} cannot move")
        draft.player, token = player - 1, self.next
        number = self._count("the number of the information set", 1)
        if (player, number) in self.sets:
            self.fail(
                token.at,
                f"information set {number} of player {player} has more than one node: only perfect information is read",
            )
        self.sets.add((player, number))
        if self.next.kind == "text":
            self.take()
        return [(action, None) for action in self._braces_of_text("an action")]

    def _chance_branches(self) -> list[tuple[str, Number | None]]:
        number = self._count("the number of the chance move", 1)
        if self.next.kind == "text":
            self.take()
        if not self.accept("{"):
            if number not in self.chances:
                self.fail_here("'{' is expected before the chances")
            return self.chances[number]
        branches: list[tuple[str, Number | None]] = []
        while not branches or not self.accept("}"):
            branches.append((self._text("an action of chance"), self.take_number("its probability")))
        self.chances[number] = branches
        return branches

    def _outcome(self) -> tuple[tuple[Number, ...], int]:
        """Return the payoffs of the outcome defined or referred to here, and its place."""
        at = self.next.at
        number = self._count("the number of the outcome", 0)
        if self.next.kind == "text":
            self.take()
        if not self.accept("{"):
            if number and number not in self.outcomes:
                self.fail(at, f"outcome {number} has no payoffs here nor above")
            return self.outcomes.get(number, (0,) * self.players), at
        payoffs: list[Number] = []
        while not self.accept("}"):
            payoffs.append(self.take_number("a payoff"))
        if len(payoffs) != self.players:
            self.fail(at, f"an outcome needs {self.players} payoffs, one for each player, not {len(payoffs)}")
        if self.outcomes.setdefault(number, tuple(payoffs)) != tuple(payoffs):
            self.fail(at, f"outcome {number} had other payoffs above")
        return tuple(payoffs), at

    def _drop_second_payoff(self, drafts: list[Draft]) -> None:
        pairs = [draft.value for draft in drafts if isinstance(draft.value, tuple)]
        if self.players == 2 and all(first + second == 0 for first, second in pairs):
            for draft in drafts:
                if isinstance(draft.value, tuple):
                    draft.value = draft.value[0]

    def _text(self, what: str) -> str:
        if self.next.kind != "text":
            self.fail_here(f"{what}, in double quotes, is expected")
        return unquote(self.take().text)

    def _braces_of_text(self, what: str) -> list[str]:
        if not self.accept("{"):
            self.fail_here(f"'{{' is expected before {what}")
        texts = [self._text(what)]
        while not self.accept("}"):
            texts.append(self._text(what))
        return texts

    def _count(self, what: str, least: int) -> int:
        token = self.next
        number = self.take_number(what)
        if not isinstance(number, int) or number < least:
            self.fail(token.at, f"{what} must be a whole number from {least} up, not {token.text[:40]}")
        return number

    def _check_commas(self, space: str, at: int, tokens: list[Token]) -> None:
        """Accept commas anywhere, as Gambit does."""

    def place(self, at: int) -> str:
        line_start = self.text.rfind("\n", 0, at) + 1
        return f"line {self.text.count(chr(10), 0, at) + 1}, column {at - line_start + 1}"


def format_efg(tree: Tree) -> str:
    """Return the tree as a Gambit file; raise ZermeloError for static values, noisy marks and infinite values."""
    for node in tree.nodes:
        _check_node(node)
    pairs = [leaf.value for leaf in tree.leaves() if isinstance(leaf.value, tuple)]
    if pairs and tree.players == 2 and all(pair[0] + pair[1] == 0 for pair in pairs):
        raise ZermeloError("payoff pairs that all add up to zero would be read back as one number: write MAX's alone")
    players = ["MAX", "MIN"] if not pairs else [f"Player {number + 1}" for number in range(tree.players)]
    rows = [f'EFG 2 R "Game tree" {{ {" ".join(map(_quote, players))} }}']
    counts: Counter[int] = Counter()
    outcome, stack = 0, list[Node]((tree,))
    while stack:
        node = stack.pop()
        stack.extend(reversed(node.children))
        label = _quote(node.name)
        if not node.children:
            outcome += 1
            assert node.value is not None
            payoffs = node.value if isinstance(node.value, tuple) else (node.value, -node.value)
            rows.append(f't {label} {outcome} "" {{ {" ".join(map(str, payoffs))} }}')
            continue
        counts[node.player] += 1
        if node.player == CHANCE:
            branches = " ".join(f"{_quote(child.action or '')} {child.probability}" for child in node.children)
            rows.append(f'c {label} {counts[CHANCE]} "" {{ {branches} }} 0')
        else:
            branches = " ".join(_quote(child.action or "") for child in node.children)
            rows.append(f'p {label} {node.player + 1} {counts[node.player]} "" {{ {branches} }} 0')
    return "\n".join(rows) + "\n"


def _check_node(node: Node) -> None:
    if node.children and node.value is not None:
        raise ZermeloError(f"Gambit text cannot hold the static value of {node.name}")
    if node.noisy:
        raise ZermeloError(f"Gambit text cannot say that {node.name} is not quiet")
    if not all(isfinite(part) for part in (node.value if isinstance(node.value, tuple) else (node.value or 0,))):
        raise ZermeloError(f"Gambit text cannot hold the value of {node.name}: it is not finite")


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
