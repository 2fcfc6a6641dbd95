"""What searches keep: transposition tables, and the trees of Monte-Carlo search."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from itertools import count
from typing import Any, NamedTuple, TypeVar

from zermelo._core import SearchTree, StateNumbers
from zermelo._core import Table as CoreTable
from zermelo.engine.request import Evaluation
from zermelo.limits import check_count
from zermelo.state import ZermeloError

MAX_MEGABYTES = 1 << 20
_TREE_MEGABYTES = 256
_TREE_SHARE = 16
_Lent = TypeVar("_Lent")


class NumberedStates(NamedTuple):
    """The numbers that stand for the states of a game written in Python, and the number of this numbering."""

    name: int
    numbers: StateNumbers


class Table:
    """A transposition table to keep from one search to the next; Monte-Carlo search keeps its tree there.

    Searches that differ in the game, its rules, the evaluation, the weights or the options share nothing: each has its own
    entries. The table keeps what these depend on alive. A search that raises an error leaves nothing that others use. Games written
    in Python share what they find if equal states compare equal.

    Several threads, and callbacks of a search, may use and clear one table at the same time. Their searches share the entries; the
    tree of Monte-Carlo search belongs to one search at a time, and so do the numbers that stand for the states of a game written in
    Python. A search that finds these in use has its own, as large. What is cleared during a search does not come back with its end.

    Parameters
    ----------
    megabytes : int
        Its full size. It starts small and grows with use.

    >>> from zermelo import search
    >>> from zermelo.games.connect_four import ConnectFour
    >>> table = Table(8)
    >>> first, second = (search(ConnectFour(), depth=8, table=table).nodes for _ in range(2))
    >>> second < first
    True
    """

    def __init__(self, megabytes: int = 64) -> None:
        self.core = make_core_table(megabytes)
        self._tree_megabytes = check_megabytes(max(megabytes, tree_megabytes()))
        self._salts: dict[Hashable, int] = {}
        self._numbers = count(1)
        self._kept: dict[Hashable, Any] = {}

    def salt(self, key: Hashable | None) -> int:
        """Return the number of the searches with this key; a new number each time if it is None."""
        if key is None:
            return next(self._numbers)
        return self._salts.setdefault(key, next(self._numbers))

    @contextmanager
    def salted(self, key: Hashable | None) -> Iterator[int]:
        """Give the salt of a search with this key; if the search raises, nobody uses its entries again."""
        salts = self._salts
        try:
            yield self.salt(key)
        except BaseException:
            salts.pop(key, None)
            raise

    @contextmanager
    def borrow(self, name: Hashable, make: Callable[[], _Lent]) -> Iterator[_Lent]:
        """Lend what only one search may use at a time: what was kept under a name, or what `make` makes where that is lent or gone.

        It is kept again unless the search raises, the table was cleared meanwhile, or another search has brought back its own.
        """
        home = self._kept
        kept = home.pop(name, None)
        lent: _Lent = make() if kept is None else kept
        yield lent
        home.setdefault(name, lent)

    def borrow_tree(self) -> AbstractContextManager[SearchTree]:
        """Lend the tree of Monte-Carlo search."""
        return self.borrow("tree", lambda: make_core_tree(self._tree_megabytes))

    def borrow_numbers(self, game: type) -> AbstractContextManager[NumberedStates]:
        """Lend the numbers that stand for the states of a class."""
        return self.borrow(game, lambda: NumberedStates(next(self._numbers), StateNumbers()))

    @property
    def bytes(self) -> int:
        """Its full size."""
        size: int = self.core.bytes
        return size

    def clear(self) -> None:
        """Remove all entries."""
        self.core.clear()
        self._salts = {}
        self._kept = {}  # what is lent now goes back to the old one

    def allocate(self) -> None:
        """Take the memory of its full size now, between searches: a search on a clock has no time to grow."""
        self.core.allocate()


def make_core_table(megabytes: int) -> CoreTable:
    """Return an empty table; raise ZermeloError if it does not fit into memory."""
    check_megabytes(megabytes)
    try:
        return CoreTable(megabytes)
    except MemoryError:
        raise too_large(megabytes) from None


def make_core_tree(megabytes: int) -> SearchTree:
    """Return an empty tree of Monte-Carlo search; raise ZermeloError if it does not fit into memory."""
    return SearchTree(check_megabytes(megabytes))


@cache
def tree_megabytes() -> int:
    """Return the default size of a search tree in megabytes.

    A tree reserves its address space at once and uses it as it grows. If the address space of this process is limited, the
    default is a small part of the limit, since each player of a game may keep a tree.
    """
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit
    except ImportError:  # not on Windows
        return _TREE_MEGABYTES
    limit, _ = getrlimit(RLIMIT_AS)
    return _TREE_MEGABYTES if limit == RLIM_INFINITY else max(min(_TREE_MEGABYTES, (limit >> 20) // _TREE_SHARE), 1)


def check_megabytes(megabytes: int) -> int:
    """Return the size of a table; raise ZermeloError if it is out of range or does not fit into memory."""
    if check_count("table", megabytes, MAX_MEGABYTES) > memory_megabytes():
        raise too_large(megabytes)
    return megabytes


def too_large(megabytes: int) -> ZermeloError:
    """Return the error for a table that does not fit into memory."""
    return ZermeloError(f"a table of {megabytes:,} MB does not fit into memory: ask for a smaller one")


@cache
def memory_megabytes() -> int:
    """Return the memory of this machine. Tables grow with use, and would only fail when it is too late."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, OSError, ValueError):  # not known on this system
        return MAX_MEGABYTES


class _Identity:
    """A function as part of a key: equal only to itself, and kept alive."""

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.function is self.function

    def __hash__(self) -> int:
        return id(self.function)


def evaluation_key(evaluate: Evaluation | None) -> Hashable:
    """Return what tells an evaluation from others."""
    if evaluate is None:
        return None
    if isinstance(evaluate, Mapping):
        return frozenset(evaluate.items())
    return _Identity(getattr(evaluate, "evaluator", evaluate))
