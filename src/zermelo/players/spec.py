"""Specs: the short texts that name a player and say how strong it is, the same in Python and on the command line.

| spec | player |
|---|---|
| `engine:5`, `mcts:100`, `alpha_beta:4`, `random` | one of `PLAYERS`, with its level, simulations or depth |
| `engine:2s`, `mcts:0.5s` | the same by the clock: this many seconds for every move |
| `mcts:100:1:0.05` | drawing moves by visits at first, with this temperature; resigning below this expected score |
| `my_players:greedy`, `players/greedy.py:Greedy` | your own: a function of a state, or a class with `choose` |
| `uci:stockfish` | a chess program, started with the command after the colon |
| `gtp:gnugo --mode gtp` | a program that plays Go |
| `ggp:http://127.0.0.1:9147` | a GGP player at an address, for rule sheets |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

from zermelo.players.british_museum import BRITISH_MUSEUM
from zermelo.players.engine import ENGINE
from zermelo.players.ggp import GGP
from zermelo.players.gtp import GTP
from zermelo.players.mcts import MCTS
from zermelo.players.own import own_kind
from zermelo.players.player import Evaluation, Player, PlayerKind, Settings
from zermelo.players.random import RANDOM
from zermelo.players.reflex import REFLEX
from zermelo.players.rules import RULES, STRATEGY
from zermelo.players.textbook import ALPHA_BETA, EXPECTIMINIMAX, MINIMAX
from zermelo.players.uci import UCI
from zermelo.registry import unknown_name
from zermelo.state import ZermeloError, format_number

PLAYERS: tuple[PlayerKind, ...] = (
    ENGINE,
    MINIMAX,
    ALPHA_BETA,
    EXPECTIMINIMAX,
    MCTS,
    STRATEGY,
    RULES,
    REFLEX,
    BRITISH_MUSEUM,
    RANDOM,
    UCI,
    GTP,
    GGP,
)
"""Every player that comes with Zermelo."""
PROGRAMS = {
    "uci": "UCI program, as in uci:stockfish",
    "gtp": "program that plays Go, as in gtp:gnugo --mode gtp",
    "ggp": "player of rule sheets, as in ggp:http://127.0.0.1:9147",
}
LEAST_SECONDS, MOST_SECONDS = 0.001, 3_600.0


@dataclass(frozen=True)
class PlayerSpec:
    """A player and how it plays.

    Parameters
    ----------
    kind
        One of `PLAYERS`, or a user's own player.
    values
        Those of the kind's options, in their order.
    seconds
        Think for this long at every move instead.
    evaluate
        Static values: weights by the names of features, or a function of a state; the game's own if None.

    Examples
    --------
    >>> spec = PlayerSpec.parse("mcts:100")
    >>> spec.name, spec.values, str(spec), spec.is_builtin
    ('mcts', (100, 0, 0), 'mcts:100', True)
    >>> str(PlayerSpec.parse("alpha_beta")), str(PlayerSpec.parse("engine:0.50s"))
    ('alpha_beta:4', 'engine:0.5s')
    """

    kind: PlayerKind
    values: tuple[float | str, ...] = ()
    seconds: float | None = None
    evaluate: Evaluation | None = field(default=None, hash=False)

    @classmethod
    def parse(cls, text: str, kinds: Sequence[PlayerKind] = PLAYERS) -> PlayerSpec:
        """Read a spec. Nothing is imported or started before `create`.

        Parameters
        ----------
        text
            As in "mcts:100", "engine:2s", "module:function", "uci:COMMAND" or "gtp:COMMAND".
        kinds
            The players that may be named; users' own always may.

        Raises
        ------
        ZermeloError
            If there is no such player, or not with such options.
        """
        text = text.strip()
        if not text.isprintable():
            raise ZermeloError(f"a player is written in letters that can be printed, not as {text[:40]!r}")
        name, _, rest = text.partition(":")
        kind = next((each for each in kinds if each.name == name.strip()), None)
        if kind is not None and kind.name in PROGRAMS:
            if not rest.strip():
                raise ZermeloError(f"{kind.name} needs the command of a {PROGRAMS[kind.name]}")
            return cls(kind, (rest.strip(),))
        if kind is not None:
            return _read_options(
                cls(kind), text, [word.strip() for word in rest.split(":")] if rest or ":" in text else []
            )
        if text.rpartition(":")[0] and text.rpartition(":")[2].isidentifier():
            return cls(own_kind(text))
        raise unknown_name("player", name.strip()[:40], [each.name for each in kinds])

    @classmethod
    def of(cls, player: str | PlayerSpec | Callable[..., Any]) -> PlayerSpec:
        """Return the spec of a player given by its text, or as a function of a state or a class with `choose`.

        >>> str(PlayerSpec.of(min)), PlayerSpec.of(min).is_builtin
        ('builtins:min', False)
        """
        if isinstance(player, PlayerSpec):
            return player
        return cls.parse(player) if isinstance(player, str) else cls(own_kind(player))

    @classmethod
    def builtin(cls, name: str, strength: int | None = None, seconds: float | None = None) -> PlayerSpec:
        """Return the spec of a player that comes with Zermelo and runs nothing else, from its parts.

        >>> str(PlayerSpec.builtin("mcts", 200)), str(PlayerSpec.builtin("engine", seconds=2))
        ('mcts:200', 'engine:2s')
        """
        kinds = [kind for kind in PLAYERS if kind.is_builtin]
        if name not in (kind.name for kind in kinds):
            raise unknown_name("player", name[:40], [kind.name for kind in kinds])
        by_clock = seconds is not None and strength is None
        part = f"{seconds}s" if by_clock else "" if strength is None else str(strength)
        return cls.parse(f"{name}:{part}" if part else name, kinds)

    @property
    def name(self) -> str:
        """The name that the spec begins with."""
        return self.kind.name

    @property
    def is_builtin(self) -> bool:
        """Whether the player comes with Zermelo and runs neither commands nor code from outside."""
        return self.kind.is_builtin

    def create(self, *, seed: int = 0, lines: int = 1, record: int = 0, patience: float | None = None) -> Player:
        """Create an instance for one seat of one game.

        Parameters
        ----------
        seed
            For players that draw at random: the same seed makes the same choices.
        lines
            How many root moves to give values to where the player can; 0 for all.
        record
            How many nodes of its search tree to keep where the player can; 0 for none.
        patience
            Run code from outside in a process of its own, and end players from outside once they are silent for this many
            seconds beyond their time.
        """
        if lines < 0:
            raise ZermeloError(f"lines must be at least 0, not {lines}")
        return self.kind.create(
            Settings(
                values=self.values,
                seconds=self.seconds,
                evaluate=self.evaluate,
                seed=seed,
                lines=lines,
                record=record,
                patience=patience,
            )
        )

    def __str__(self) -> str:
        words = [value if isinstance(value, str) else format_number(value) for value in self.values]
        if self.seconds is not None:
            words[:1] = [f"{format_number(self.seconds)}s"]
        shown = zip(self.kind.options, self.values, strict=False)
        usual = [option.has_default(value) for option, value in shown]
        while words and len(usual) == len(words) and usual.pop():
            words.pop()
        return ":".join([self.name, *words])


def _read_options(spec: PlayerSpec, text: str, words: list[str]) -> PlayerSpec:
    kind, seconds, shown = spec.kind, None, f"{text[:40]!r}"
    if len(words) > max(len(kind.options), kind.timed):
        raise ZermeloError(f"{text[:40]!r}: {kind.name} takes no {words[-1][:40]!r}")
    if kind.timed and words and words[0].endswith("s"):
        seconds, words[0] = _read_seconds(words[0], text), ""
    values = []
    for at, option in enumerate(kind.options):
        word = words[at] if at < len(words) else None
        values.append(
            option.default
            if word is None or (seconds is not None and at == 0)
            else option.parse(word, f"{shown}: {option.name}")
        )
    return replace(spec, values=tuple(values), seconds=seconds)


def _read_seconds(word: str, text: str) -> float:
    try:
        seconds = float(word.removesuffix("s"))
    except ValueError:
        seconds = float("nan")
    if not (isfinite(seconds) and LEAST_SECONDS <= seconds <= MOST_SECONDS):
        raise ZermeloError(
            f"{text[:40]!r}: seconds must be from {LEAST_SECONDS:g} to {MOST_SECONDS:,.0f}, not {word[:40]!r}"
        )
    return seconds
