"""Reads the options of searches from the texts that pages send, by the declarations of the searches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

from zermelo.lab.searches import declaration_of
from zermelo.registry import Option
from zermelo.state import Number, State, ZermeloError
from zermelo.textbook.run import make_order, value_range
from zermelo.trees import Tree
from zermelo.trees.nodes import MAX_PLAYERS, exact, parse_player

MAX_SIMULATIONS = 100_000
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def read_options(search: str, given: Mapping[str, object], state: State) -> dict[str, Any]:
    """Return the keyword arguments of a search. A search with an order may have a seed too, for the random order.

    Raises
    ------
    ZermeloError
        If there is no such search, it has no such option, or a text cannot be read as what the option holds.
    """
    declared = {option.name: option for option in declaration_of(search).options}
    texts = {name: str(value).strip() for name, value in given.items()}
    if texts.get("order") in ("best", "worst") and not isinstance(state, Tree):
        raise ZermeloError(f"the {texts['order']} order needs the whole game searched first: it is for trees only")
    for name in texts:
        if name not in declared and not (name == "seed" and "order" in declared):
            raise ZermeloError(f"{search} has no option {name[:40]!r}: it has {', '.join(declared)}")
    return {name: _read(option, texts, state) for name, option in declared.items() if texts.get(name)}


def _read(option: Option, texts: Mapping[str, str], state: State) -> Any:
    name, text = option.name, texts[option.name]
    match option.kind:
        case "integer":
            return _integer(name, text)
        case "number":
            return _number(name, text)
        case "range":
            return _range(name, text, state)
        case "choice":
            if text not in option.choices:
                raise ZermeloError(f"{name} must be {' or '.join(option.choices)}, not {text[:40]!r}")
            return text
        case "flag":
            if text.lower() not in _FLAGS:
                raise ZermeloError(f"{name} must be yes or no, not {text[:40]!r}")
            return _FLAGS[text.lower()]
        case "order":
            return make_order(text, state, _integer("seed", texts["seed"]) if texts.get("seed") else None)
        case "players":
            return _players(name, text)
        case "depths":
            return [None if word == "end" else _integer(name, word) for word in text.replace(",", " ").split()]


def _integer(name: str, text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,18}", text, re.ASCII):
        raise ZermeloError(f"{name} must be a whole number, not {text[:40]!r}")
    if name == "simulations" and not 1 <= int(text) <= MAX_SIMULATIONS:
        raise ZermeloError(f"{name} must be from 1 to {MAX_SIMULATIONS:,}, not {text}")
    return int(text)


def _number(name: str, text: str) -> Number:
    try:
        number = exact(text)
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or not isfinite(number):
        raise ZermeloError(f"{name} must be a number such as 9, 2.5 or 7/2, not {text[:40]!r}")
    return number


def _range(name: str, text: str, state: State) -> tuple[Number, Number]:
    """Read two numbers with a comma between them; for a tree one may be left out, and is the tree's own."""
    low, comma, high = (part.strip() for part in text.partition(","))
    if not comma or not (low or high) or (not (low and high) and not isinstance(state, Tree)):
        raise ZermeloError(f"{name} must be two numbers with a comma between them, as in -1,5/2, not {text[:40]!r}")
    least, most = value_range(state) if isinstance(state, Tree) else (0, 0)
    return _number(name, low) if low else least, _number(name, high) if high else most


def _players(name: str, text: str) -> tuple[int, ...]:
    players = [parse_player(word) for word in text.replace(",", " ").split()]
    if not players or any(player is None or not 0 <= player < MAX_PLAYERS for player in players):
        raise ZermeloError(f"{name} must be players with commas between them, as in p1,p3, not {text[:40]!r}")
    return tuple(player for player in players if player is not None)
