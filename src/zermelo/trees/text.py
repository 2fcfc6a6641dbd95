"""Trees as text: nested lists, named nodes, S-expressions.

    lists    [[2, [3, 0]], [1, [2, 20]]]           payoffs of several players in parentheses: [(1, 2, 3), (3, 2, 1)]
    names    A(B(E=2 F(K=3 L=0)) C=5)              expresses every tree:
                 F=3(K=3 L=0)                      a static value on an inner node
                 C?(1/2:H=3 1/2:I=5)               a chance node and the probabilities of its branches
                 A@min(...), B@p3(...)             who moves, where it is not the next player in turn
                 F!=3(...)                         a node that is not quiet
                 left:B=3, 1/2:heads:H=3           the name of the branch to a node
    sexpr    (max (min 2 (max 3 0)) 1)             also ((2 (3 0)) 1), and with all details:
                 (max A :static 4 :noisy (leaf B :action left 2) (chance C 1/2 3 1/2 (leaf D 5)))

Spaces and commas separate. A name with other characters is written in double quotes, with the escapes \\" and \\\\.
The parsers do not recurse, so deep trees are no problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from zermelo.reading import format_player, parse_player
from zermelo.state import CHANCE, Payoff, ZermeloError
from zermelo.trees.nodes import Draft, Node, Tree, build, letters
from zermelo.trees.scanner import NAME, Scanner, Token, place_in, quote

_SIMPLE = re.compile(rf"\s*(?:({NAME})(?:@(max|min)(?![\w'.-]))?(?:=(-?\d{{1,18}})(?![\w.+/-]))?\s*(\()?|\))")
"""A node with its name, who moves, its value and the bracket before its children; or the bracket after them."""


def parse_lists(text: str, root_player: int | None = None) -> Tree:
    """Return a tree from nested lists: a list is a node, a number (or payoffs in parentheses) a leaf."""
    scanner, drafts, open_nodes = Scanner(text), list[Draft](), list[int]()
    while True:
        token = scanner.next
        parent = open_nodes[-1] if open_nodes else -1
        if scanner.accept("["):
            drafts.append(Draft(parent, token.at))
            open_nodes.append(len(drafts) - 1)
        elif open_nodes and scanner.accept("]"):
            _close(scanner, token, drafts, open_nodes)
        elif token.kind == "number" or (token.kind == "mark" and token.text == "("):
            drafts.append(Draft(parent, token.at, value=scanner.take_payoff()))
        elif token.kind == "name" and token.text.lower().lstrip("-") in ("nan", "inf", "infinity"):
            scanner.fail(token.at, f"a value must be a finite number, not {token.text}")
        else:
            scanner.fail_here("a number, '[' or ']' is expected" if open_nodes else "a list or a number is expected")
        if not open_nodes:
            scanner.finish()
            return build(drafts, root_player, place=scanner.place)


def parse_names(text: str, root_player: int | None = None) -> Tree:
    """Return a tree from named nodes, as in A(B(E=2 F(K=3 L=0)) C=5)."""
    simple = _simple_drafts(text)
    if simple is not None:
        return build(simple, root_player, place=lambda at: place_in(text, at))
    scanner, drafts, open_nodes = Scanner(text), list[Draft](), list[int]()
    while True:
        token = scanner.next
        if open_nodes and scanner.accept(")"):
            _close(scanner, token, drafts, open_nodes)
        else:
            drafts.append(_named_node(scanner, open_nodes[-1] if open_nodes else -1))
            if scanner.accept("("):
                open_nodes.append(len(drafts) - 1)
        if not open_nodes:
            scanner.finish()
            return build(drafts, root_player, place=scanner.place)


def _simple_drafts(text: str) -> list[Draft] | None:
    """Return the nodes of a text that has only names, integers, max and min; large trees are read faster this way.

    Return None for other texts, and for wrong ones, so that the scanner says what is wrong.
    """
    drafts, open_nodes, end = list[Draft](), list[int](), 0
    while found := _SIMPLE.match(text, end):
        end = found.end()
        name, player, value, opens = found.groups()
        if name is None:
            if not open_nodes or open_nodes.pop() == len(drafts) - 1:
                return None
            continue
        if drafts and not open_nodes:
            return None
        drafts.append(
            Draft(
                open_nodes[-1] if open_nodes else -1,
                found.start(1),
                name,
                None if value is None else int(value),
                None if player is None else parse_player(player),
            )
        )
        if opens:
            open_nodes.append(len(drafts) - 1)
    return drafts if drafts and not open_nodes and not text[end:].strip() else None


def _named_node(scanner: Scanner, parent: int) -> Draft:
    token = scanner.take()
    draft = Draft(parent, token.at)
    if token.kind == "number":
        draft.probability = scanner.number(token)
        scanner.expect(":", "a probability")
        token = scanner.take()
    if token.kind != "name":
        scanner.position -= token.kind != "end"
        scanner.fail_here("the name of a node is expected")
    draft.name = token.text
    if scanner.accept(":"):
        draft.action, token = draft.name, scanner.take()
        if token.kind != "name":
            scanner.position -= token.kind != "end"
            scanner.fail_here("the name of a node is expected after the name of its branch")
        draft.name = token.text
    while scanner.next.kind == "mark":
        if scanner.accept("?"):
            draft.player = CHANCE
        elif scanner.accept("!"):
            draft.noisy = True
        elif scanner.accept("@"):
            draft.player = _player(scanner, scanner.take())
        else:
            break
    if scanner.accept("="):
        draft.value = scanner.take_payoff()
    return draft


def parse_sexpr(text: str, root_player: int | None = None) -> Tree:
    """Return a tree from an S-expression, with or without players and names."""
    scanner, drafts, open_nodes = Scanner(text), list[Draft](), list[int]()
    while True:
        token = scanner.next
        parent = open_nodes[-1] if open_nodes else -1
        if open_nodes and scanner.accept(")"):
            _close(scanner, token, drafts, open_nodes)
        else:
            draft = Draft(parent, token.at)
            if open_nodes and drafts[parent].player == CHANCE:
                draft.probability = scanner.take_number("the probability of a chance branch")
            _sexpr_node(scanner, draft, drafts, open_nodes)
        if not open_nodes:
            scanner.finish()
            return build(drafts, root_player, place=scanner.place)


def _sexpr_node(scanner: Scanner, draft: Draft, drafts: list[Draft], open_nodes: list[int]) -> None:
    if scanner.next.kind == "number":
        draft.value = scanner.number(scanner.take())
        drafts.append(draft)
        return
    if not scanner.accept("("):
        scanner.fail_here("a number or '(' is expected")
    head = scanner.next
    if head.kind == "name" and head.text == "leaf":
        scanner.take()
        _sexpr_marks(scanner, draft)
        draft.value = scanner.take_payoff()
        scanner.expect(")", "a leaf's value")
        drafts.append(draft)
        return
    if head.kind == "name":
        draft.player = None if head.text == "node" else _player(scanner, head)
        scanner.take()
        _sexpr_marks(scanner, draft)
    drafts.append(draft)
    open_nodes.append(len(drafts) - 1)


def _sexpr_marks(scanner: Scanner, draft: Draft) -> None:
    """Read what stands between the first word and the children: a name, :static, :noisy, :action."""
    if scanner.next.kind == "name":
        draft.name = scanner.take().text
    while scanner.accept(":"):
        word = scanner.take()
        if word.text == "static":
            draft.value = scanner.take_payoff()
        elif word.text == "noisy":
            draft.noisy = True
        elif word.text == "action" and scanner.next.kind == "name":
            draft.action = scanner.take().text
        else:
            scanner.fail(word.at, f":{word.text[:40]} is not known; :static VALUE, :noisy and :action NAME are")


def _player(scanner: Scanner, token: Token) -> int:
    player = parse_player(token.text)
    if player is None:
        scanner.fail(token.at, f"{token.text!r} does not say who moves: max, min, chance, or p1, p2, ...")
    return player


def _close(scanner: Scanner, token: Token, drafts: list[Draft], open_nodes: list[int]) -> None:
    number = open_nodes.pop()
    if number == len(drafts) - 1:
        scanner.fail(token.at, "the node is empty; it needs at least one child")


def format_lists(tree: Tree) -> str:
    """Return nested lists; raise ZermeloError for names, chance, static values and turns out of order."""
    if not _is_plain(tree):
        raise ZermeloError("this tree has names, chance, static values or turns that nested lists cannot hold")
    if not tree.children and isinstance(tree.value, tuple):
        raise ZermeloError("a single leaf with several payoffs cannot be told from an S-expression")
    return _write(tree, "[", "]", ", ", lambda node: "", _format_payoff)


def format_names(tree: Tree) -> str:
    """Return named nodes, the format that expresses every tree."""

    def head(node: Node) -> str:
        text = f"{node.probability}:" if node.probability is not None else ""
        text += f"{_quote(node.action)}:" if node.action is not None else ""
        text += _quote(node.name)
        if node.player == CHANCE:
            text += "?"
        elif node.player != _expected_player(node):
            text += "@" + format_player(node.player, tree.players)
        text += "!" if node.noisy else ""
        return text + (f"={_format_payoff(node.value)}" if node.value is not None else "")

    return _write(tree, "(", ")", " ", head, None)


def format_sexpr(tree: Tree) -> str:
    """Return an S-expression; names that an unnamed tree would get are left out."""
    plain = _has_letters(tree)

    def name(node: Node) -> str:
        return "" if plain else " " + _quote(node.name)

    def marks(node: Node) -> str:
        text = " :noisy" if node.noisy else ""
        return text + (f" :action {_quote(node.action)}" if node.action is not None else "")

    def inner(node: Node) -> str:
        text = "(" + format_player(node.player, tree.players) + name(node)
        text += f" :static {_format_payoff(node.value)}" if node.value is not None else ""
        return text + marks(node) + " "

    def leaf(node: Node) -> str:
        value, said = _format_payoff(node.value), name(node) + marks(node)
        return f"(leaf{said} {value})" if said or isinstance(node.value, tuple) else value

    def before(node: Node) -> str:
        return f"{node.probability} " if node.probability is not None else ""

    return _write(tree, "", ")", " ", lambda node: before(node) + (inner(node) if node.children else leaf(node)), None)


def _write(
    tree: Tree,
    opening: str,
    closing: str,
    between: str,
    head: Callable[[Node], str],
    leaf: Callable[[Payoff | None], str] | None,
) -> str:
    """Write a tree in any format: `head` gives what stands before a node's children, or a whole leaf."""
    parts: list[str] = []
    stack: list[Node | str] = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(leaf(item.value) if leaf and not item.children else head(item))
        if item.children:
            parts.append(opening)
            stack.append(closing)
            for number, child in enumerate(reversed(item.children)):
                stack.extend((between, child) if number else (child,))
    return "".join(parts)


def _expected_player(node: Node) -> int:
    """Return whose turn it is by default: the player after the last one who moved above."""
    above = node.parent
    while above is not None and above.player == CHANCE:
        above = above.parent
    return 0 if above is None else (above.player + 1) % node.tree.players


def _has_letters(tree: Tree) -> bool:
    return all(node.name == letter for node, letter in zip(tree.nodes, letters(), strict=False))


def _is_plain(tree: Tree) -> bool:
    return _has_letters(tree) and not any(
        node.player != _expected_player(node) or node.noisy or node.action or (node.children and node.value is not None)
        for node in tree.nodes
    )


def _format_payoff(payoff: Payoff | None) -> str:
    return "(" + " ".join(map(str, payoff)) + ")" if isinstance(payoff, tuple) else str(payoff)


def _quote(name: str) -> str:
    return name if re.fullmatch(NAME, name) else quote(name)
