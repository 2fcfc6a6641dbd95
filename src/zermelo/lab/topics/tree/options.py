"""Reads the options of searches from the texts that pages send, by the declarations of the searches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.lab.searches import declaration_of
from zermelo.registry import Option
from zermelo.state import State, ZermeloError
from zermelo.textbook.options import SEED
from zermelo.textbook.run import make_order, value_range
from zermelo.trees import Tree

MAX_SIMULATIONS = 100_000


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
    text = texts[option.name]
    if option.kind == "order":
        return make_order(text, state, SEED.parse(texts["seed"]) if texts.get("seed") else None)
    if option.kind == "range" and isinstance(state, Tree):
        # One of the numbers may be left out, and is the tree's own.
        least, most = value_range(state)
        low, comma, high = (part.strip() for part in text.partition(","))
        text = f"{low or least},{high or most}" if comma and (low or high) else text
    value = option.parse(text)
    if option.name == "simulations" and not 1 <= value <= MAX_SIMULATIONS:
        raise ZermeloError(f"simulations must be from 1 to {MAX_SIMULATIONS:,}, not {text}")
    return value
