"""Play rule sheets by the interpreter of the core, which needs no grounding: for sheets whose ground rules are too many."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Thread

from zermelo._core import InterpretedRules
from zermelo.games.gdl.terms import Literal, RuleSheet, Term, Variable, arguments, relation
from zermelo.state import ZermeloError

SECONDS = 5.0
"""How long the rules may take in one state."""


def interpret(sheet: RuleSheet, seconds: float = SECONDS, *, within: float | None = None) -> InterpretedRules:
    """Return the rules of a sheet, ready to play. They have the interface of rules that are a net, and are slower.

    Parameters
    ----------
    sheet
        Rules without errors, as `zermelo.games.gdl.checks.load_rules` returns them.
    seconds
        How long the rules may take in one state. A state that takes longer raises ValueError, as one does that has too many
        facts, terms nested too deep or a role without a legal move.
    within
        Seconds after which the rules must be ready to play; no limit by default.

    Raises
    ------
    ZermeloError
        If the rules cannot be played: they name no role, or the initial state has too many facts; or if they are not ready in
        time.

    Examples
    --------
    >>> from zermelo.games.gdl.checks import load_rules
    >>> from zermelo.games.gdl.sheets import sheet_text
    >>> state = interpret(load_rules(sheet_text("nim"))).start()
    >>> state.player, len(state.moves()), state.terminal
    (0, 12, False)
    """
    flat = _FlatSheet(sheet)
    try:
        if within is None:
            return InterpretedRules.make(flat.symbols, flat.terms, flat.rules, seconds)
        return _make_within(flat, min(seconds, within), within)
    except TimeoutError:
        raise ZermeloError(f"the rules could not be made ready to play within {within:.3g} seconds") from None
    except ValueError as error:
        raise ZermeloError(str(error)) from None


def _make_within(flat: _FlatSheet, seconds: float, within: float) -> InterpretedRules:
    """Make the rules in a thread of their own; raise TimeoutError after some seconds. The thread then ends by itself."""
    made: Future[InterpretedRules] = Future()

    def make() -> None:
        try:
            made.set_result(InterpretedRules.make(flat.symbols, flat.terms, flat.rules, seconds))
        except Exception as error:
            made.set_exception(error)

    Thread(target=make, name="interpret").start()
    return made.result(timeout=max(within, 0.0))


class _FlatSheet:
    """A rule sheet as lists of numbers. Equal terms are listed once; a term stands after its arguments."""

    def __init__(self, sheet: RuleSheet) -> None:
        self.symbols: list[str] = []
        self.terms: list[tuple[int, ...]] = []
        self._symbol_numbers: dict[str, int] = {}
        self._term_numbers: dict[Term, int] = {}
        self._variable_numbers: dict[Variable, int] = {}
        self.rules = [
            (
                self._term(rule.head),
                [(self._term(part.atom), part.negated) for part in rule.body if isinstance(part, Literal)],
            )
            for rule in sheet.plain_rules()
        ]

    def _term(self, term: Term) -> int:
        """Return the number of a term; a variable is told apart from a symbol by its question mark."""
        known = self._term_numbers.get(term)
        if known is not None:
            return known
        if isinstance(term, Variable):
            flat: tuple[int, ...] = (-1 - self._variable_numbers.setdefault(term, len(self._variable_numbers)),)
        else:
            parts = [self._term(part) for part in arguments(term)]
            flat = (self._symbol(relation(term)), *parts)
        number = self._term_numbers[term] = len(self.terms)
        self.terms.append(flat)
        return number

    def _symbol(self, symbol: str) -> int:
        number = self._symbol_numbers.setdefault(symbol, len(self.symbols))
        if number == len(self.symbols):
            self.symbols.append(symbol)
        return number
