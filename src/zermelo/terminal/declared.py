"""Options on the command line, derived from their declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from zermelo.registry import Option

Command = TypeVar("Command", bound=Callable[..., Any])
_FEW = 3
"""Help texts name the searches that have an option if there are no more of them."""


def click_option(option: Option, searches: list[str]) -> Callable[[Command], Command]:
    """Return the option of the command line for a declared one; its help names the searches that have it."""
    help_text = option.help
    if len(searches) <= _FEW:
        help_text = f"{help_text.rstrip('.')} ({', '.join(searches)})."
    flag = f"--{option.name.replace('_', '-')}"
    match option.kind:
        case "integer":
            return click.option(flag, type=int, help=help_text)
        case "number":
            return click.option(flag, type=float, help=help_text)
        case "range":
            return click.option(flag, type=float, nargs=2, help=help_text)
        case "choice":
            return click.option(flag, type=click.Choice(option.choices), help=help_text)
        case "flag":
            return click.option(f"{flag}/--no-{flag[2:]}", default=None, help=help_text)
        case "players" | "depths" | "parts":
            return click.option(flag, help=help_text, callback=lambda _, __, text: text and option.parse(text, flag))
        case "text" | "order":
            return click.option(flag, help=help_text)
