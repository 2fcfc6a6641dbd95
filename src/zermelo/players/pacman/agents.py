"""The agents of Pac-Man and of the ghosts, each from a short text that names it and says how strong it is.

A depth is counted in rounds, a move of everybody each. What an agent believes of the others is its own: minimax, alpha_beta and
the engine expect the worst of every ghost, expectimax and mcts that ghosts move by chance, whoever the ghosts really are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from random import Random
from typing import Literal, TypeAlias

from zermelo.engine import Table, plain, rollouts, search
from zermelo.engine.expecting import Search
from zermelo.games.pacman import Pacman
from zermelo.players.choice import Choice, from_result
from zermelo.players.pacman.judging import Evaluation, check_weights, guarded, name_of, worth_of
from zermelo.result import Result, RootMove
from zermelo.state import ZermeloError, as_number, format_number

Cancel: TypeAlias = Callable[[], bool] | None
Think: TypeAlias = Callable[[Pacman, int, Cancel], Choice]

MOST_GHOSTS = 8
TABLE = 16
"""Megabytes of the engine's table, which an agent keeps from move to move."""
PLAYED_OUT = 2
"""Rounds after which a random game is judged: longer ones say more about random play than about the position."""


@dataclass(frozen=True)
class Kind:
    """A way of playing: its strength goes from `least` to `most`, and is `usual` if nothing is said."""

    name: str
    title: str
    strength: Literal["", "depth", "seconds", "rounds"] = ""
    least: float = 0
    most: float = 0
    usual: float = 0


PACMEN = {
    kind.name: kind
    for kind in (
        Kind("reflex", "Reflex: one look ahead"),
        Kind("minimax", "Minimax", "depth", 1, 30, 2),
        Kind("alpha_beta", "Alpha-beta", "depth", 1, 30, 3),
        Kind("expectimax", "Expectimax", "depth", 1, 30, 2),
        Kind("engine", "Engine by the clock", "seconds", 0.001, 60, 0.05),
        Kind("mcts", "Monte-Carlo tree search", "rounds", 1, 1_000_000, 500),
        Kind("random", "Random"),
    )
}
"""The agents of Pac-Man."""
GHOSTS = {
    kind.name: kind
    for kind in (
        Kind("random", "Random"),
        Kind("directional", "Directional: mostly towards Pac-Man"),
        Kind("minimax", "Minimax: they hunt together", "depth", 1, 30, 2),
    )
}
"""The agents of a ghost."""
BELIEFS = ("random", "directional")
"""How ghosts move by chance, as expectimax may believe."""

SEARCHES: dict[str, Search] = {"minimax": "minimax", "alpha_beta": "alpha_beta", "expectimax": "expectiminimax"}


@dataclass(frozen=True)
class Agent:
    """One who plays Pac-Man or a ghost.

    spec      the text that it was read from, with nothing left out
    weights   of the features in its static value, where they are not the game's own
    judge     the name of the function that is its static value, where there is one
    timed     a clock decides how far it looks, so that a seed does not make the same choices again
    """

    spec: str
    think: Think
    weights: Mapping[str, float] | None = None
    judge: str | None = None
    timed: bool = False

    def choose(self, state: Pacman, *, seed: int = 0, cancel: Cancel = None) -> Choice:
        """The move it makes in a position where it is its turn, with the values of all moves that it gave values to: for
        MAX, and only bounds where alpha-beta did not need to know more. Cancelled, it may know none. Ctrl-C is not kept from
        the one who pressed it."""
        if state.utility() is not None:
            raise ZermeloError("the game is over, and there is nothing to choose")
        return self.think(state, seed, cancel)


def parse_pacman(
    spec: str, weights: Mapping[str, float] | None = None, evaluate: Callable[[Pacman], float] | None = None
) -> Agent:
    """The agent of Pac-Man that a text names: reflex, minimax:2, alpha_beta:4, expectimax:2 (which believes in random ghosts) or
    expectimax:2:directional, engine:0.05 (seconds), mcts:500 (random games), random. It judges positions by weights or a
    function of one's own, or else by the game's static value.

    >>> parse_pacman("alpha_beta").spec, parse_pacman("expectimax:4:directional").spec
    ('alpha_beta:3', 'expectimax:4:directional')
    """
    if weights is not None and evaluate is not None:
        raise ZermeloError("an agent judges by weights or by a function, not by both")
    name, *rest = _words(spec, "an agent of Pac-Man", PACMEN, {"expectimax": 3})
    kind = PACMEN[name]
    strength = _strength(kind, rest[0], spec) if rest else kind.usual
    belief = rest[1] if len(rest) > 1 else BELIEFS[0]
    if belief not in BELIEFS:
        raise ZermeloError(
            f"{spec[:40]!r}: expectimax believes in {' or '.join(BELIEFS)} ghosts, not in {belief[:40]!r}"
        )
    evaluation: Evaluation | None = None
    if weights is not None:
        evaluation = weights = check_weights(weights)
    elif evaluate is not None:
        evaluation = guarded(evaluate)
    written = name if not kind.strength else f"{name}:{format_number(strength)}"
    return Agent(
        spec=written if belief == BELIEFS[0] else f"{written}:{belief}",
        think=_thinking(name, strength, belief, evaluation),
        weights=weights,
        judge=None if evaluate is None else name_of(evaluate),
        timed=kind.strength == "seconds",
    )


def parse_ghosts(spec: str) -> tuple[Agent, ...]:
    """The ghosts that a text names, in their order: "random:2", "directional:1,random:1", "minimax:2" or "minimax:2:3" (two
    ghosts that look 3 rounds ahead); "none" is a maze to oneself.

    >>> [ghost.spec for ghost in parse_ghosts("minimax:2:3,random")]
    ['minimax:1:3', 'minimax:1:3', 'random:1']
    """
    if spec.strip() == "none":
        return ()
    ghosts: list[Agent] = []
    for part in spec.split(","):
        name, *rest = _words(part, "a ghost", GHOSTS, {"random": 2, "directional": 2, "minimax": 3})
        kind = GHOSTS[name]
        count = _whole("the number of ghosts", rest[0], 1, MOST_GHOSTS, part) if rest else 1
        depth = _strength(kind, rest[1], part) if len(rest) > 1 else kind.usual
        written = f"{name}:1:{format_number(depth)}" if kind.strength else f"{name}:1"
        ghosts += [Agent(written, _haunting(name, int(depth)))] * count
    if len(ghosts) > MOST_GHOSTS:
        raise ZermeloError(f"{len(ghosts)} ghosts are too many: there may be {MOST_GHOSTS}")
    return tuple(ghosts)


def _thinking(name: str, strength: float, belief: str, evaluation: Evaluation | None) -> Think:
    """How an agent of Pac-Man chooses."""
    if name == "reflex":
        return lambda state, seed, cancel: _reflex(state, evaluation)
    if name == "random":
        return _at_random
    if name == "engine":
        table = Table(TABLE)
        return lambda state, seed, cancel: _found(
            search(
                state.with_roles("min"),
                seconds=strength,
                lines=len(state.moves()),
                evaluate=evaluation,
                table=table,
                cancel=cancel,
            )
        )
    if name == "mcts":
        return lambda state, seed, cancel: _found(
            rollouts(
                state.with_roles("random"),
                rounds=int(strength),
                plies=PLAYED_OUT * state.agents,
                seed=seed,
                evaluate=evaluation,
                cancel=cancel,
            )
        )
    return _looking(SEARCHES[name], belief if name == "expectimax" else "min", int(strength), evaluation)


def _haunting(name: str, depth: int) -> Think:
    """How a ghost chooses."""
    if name == "random":
        return _at_random
    if name == "directional":
        return _directional
    return _looking("alpha_beta", "min", depth, None)


def _looking(name: Search, roles: str, depth: int, evaluation: Evaluation | None) -> Think:
    """A search of so many rounds in which every ghost has the same role: ghosts that minimise one value hunt together."""
    return lambda state, seed, cancel: _found(
        plain(state.with_roles(roles), name, depth=depth * state.agents, evaluate=evaluation, cancel=cancel)
    )


def _found(result: Result) -> Choice:
    if result.stopped == "interrupted":
        # A search that Ctrl-C ended has an answer, but not the one that was asked for.
        raise KeyboardInterrupt
    return from_result(result)


def _reflex(state: Pacman, evaluation: Evaluation | None) -> Choice:
    """The move whose next position looks best, the first of them where several do."""
    moves = tuple(
        RootMove(move=move, value=worth_of(state.play(move), evaluation), bound="estimate") for move in state.moves()
    )
    best = max(moves, key=lambda each: as_number(each.value))
    return Choice(
        move=best.move,
        depth=1,
        value=float(as_number(best.value)),
        line=(best.move,),
        nodes=len(moves) + 1,
        moves=moves,
    )


def _at_random(state: Pacman, seed: int, _: Cancel) -> Choice:
    move = Random(seed).choice(state.moves())
    return Choice(move=move, line=(move,), nodes=1)


def _directional(state: Pacman, seed: int, _: Cancel) -> Choice:
    outcomes = state.directional()
    (move,) = Random(seed).choices([each for each, _ in outcomes], [float(chance) for _, chance in outcomes])
    return Choice(move=move, line=(move,), nodes=1)


def _words(spec: str, what: str, kinds: Mapping[str, Kind], parts: Mapping[str, int]) -> list[str]:
    """The parts of a text between its colons: a name that there is, and no more parts than it takes."""
    words = [word.strip() for word in spec.split(":")]
    name = words[0]
    if name not in kinds:
        raise ZermeloError(f"{name[:40]!r} is not {what}: {', '.join(kinds)} are")
    most = parts.get(name, 2 if kinds[name].strength else 1)
    if len(words) > most:
        raise ZermeloError(f"{spec[:40]!r}: {words[most][:40]!r} is one part too many for {name}")
    return words


def _strength(kind: Kind, text: str, spec: str) -> float:
    if kind.strength != "seconds":
        what = "the depth" if kind.strength == "depth" else "the number of rounds"
        return _whole(what, text, kind.least, kind.most, spec)
    try:
        seconds = float(text)
    except ValueError:
        seconds = float("nan")
    if not (isfinite(seconds) and kind.least <= seconds <= kind.most):
        raise ZermeloError(f"{spec[:40]!r}: seconds go from {kind.least:g} to {kind.most:g}, not {text[:40]!r}")
    return seconds


def _whole(what: str, text: str, least: float, most: float, spec: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and least <= int(text) <= most):
        raise ZermeloError(f"{spec[:40]!r}: {what} goes from {least:,} to {most:,}, not {text[:40]!r}")
    return int(text)
