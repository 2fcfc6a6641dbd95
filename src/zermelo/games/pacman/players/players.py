"""The players of Pac-Man and of the ghosts, named by the same kind of specs as all players.

A depth counts rounds, one move of every agent each. What a player believes of the others is its own: minimax, alpha_beta and
the engine expect the worst of every ghost, expectimax and mcts that ghosts move at random, whoever the ghosts really are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from random import Random

from zermelo.engine import search_fixed_depth
from zermelo.engine.expectiminimax import FixedDepth
from zermelo.games.pacman.players.evaluation import check_weights, guard
from zermelo.games.pacman.rules import Pacman
from zermelo.methods import search
from zermelo.players.choice import Choice, to_choice
from zermelo.players.engine import EnginePlayer
from zermelo.players.player import BasePlayer, Player, PlayerKind, Request, Settings
from zermelo.players.random import RANDOM, move_seed
from zermelo.players.reflex import REFLEX
from zermelo.players.spec import PlayerSpec
from zermelo.registry import Option, unknown_name
from zermelo.result import Result
from zermelo.state import ZermeloError

MAX_GHOSTS = 8
GHOSTS_OF_A_KIND = Option("ghosts", "integer", "How many ghosts of a kind there are.", least=1, most=MAX_GHOSTS)
SIMULATED_ROUNDS = 2
"""Rounds after which a simulation is evaluated: longer ones say more about random play than about the position."""
ENGINE_SECONDS = 0.05
BELIEFS = ("random", "directional")
"""How ghosts move, as expectimax may believe."""


class _Thinker(BasePlayer):
    """A player that searches a position, assuming a role of the ghosts of its own choice."""

    def __init__(self, think: Callable[[Pacman, int, Request], Result], seed: int) -> None:
        self._think, self._seed = think, seed

    def answer(self, request: Request) -> Choice:
        return to_choice(self._think(request.state, move_seed(self._seed, len(request.past)), request))


def _searcher(name: FixedDepth, settings: Settings, roles: str = "min") -> Player:
    """Search to a depth in rounds; all ghosts have the same role, so ghosts that minimise hunt together."""
    depth, evaluate = int(settings.values[0]), settings.evaluate
    return _Thinker(
        lambda state, seed, request: search_fixed_depth(
            state.with_roles(roles),
            name,
            depth=depth * state.agents,
            evaluate=evaluate,
            seconds=request.clock.seconds,
            nodes=request.clock.nodes,
            cancel=request.cancel,
        ),
        settings.seed,
    )


def _expectimax(settings: Settings) -> Player:
    return _searcher("expectiminimax", settings, str(settings.values[1]))


def _engine(settings: Settings) -> Player:
    seconds = ENGINE_SECONDS if settings.seconds is None else settings.seconds
    engine = EnginePlayer(replace(settings, seconds=seconds, lines=0))
    return _Thinker(
        lambda state, seed, request: engine.search(request._replace(state=state.with_roles("min"), past=())),
        settings.seed,
    )


def _mcts(settings: Settings) -> Player:
    return _Thinker(
        lambda state, seed, request: search(
            state.with_roles("random"),
            method="mcts",
            simulations=int(settings.values[0]),
            plies=SIMULATED_ROUNDS * state.agents,
            seed=seed,
            evaluate=settings.evaluate,
            seconds=request.clock.seconds,
            cancel=request.cancel,
        ),
        settings.seed,
    )


class DirectionalGhost(BasePlayer):
    """A ghost that mostly goes towards Pac-Man."""

    def __init__(self, settings: Settings) -> None:
        self._seed = settings.seed

    def answer(self, request: Request) -> Choice:
        outcomes = request.state.directional()
        draw = Random(move_seed(self._seed, len(request.past)))
        (move,) = draw.choices([each for each, _ in outcomes], [float(probability) for _, probability in outcomes])
        return Choice(move=move, line=(move,), nodes=1)


def _depth(rounds: int) -> Option:
    return Option("depth", "integer", "Rounds to look ahead.", rounds, least=1, most=30)


PACMEN: tuple[PlayerKind, ...] = (
    REFLEX,
    PlayerKind(
        name="minimax",
        title="Minimax",
        summary="Looks some rounds ahead and expects the worst from every ghost.",
        create=partial(_searcher, "minimax"),
        options=(_depth(2),),
    ),
    PlayerKind(
        name="alpha_beta",
        title="Alpha-beta",
        summary="The same as minimax, with pruning.",
        create=partial(_searcher, "alpha_beta"),
        options=(_depth(3),),
    ),
    PlayerKind(
        name="expectimax",
        title="Expectimax",
        summary="Looks some rounds ahead and averages over what the ghosts may do.",
        create=_expectimax,
        options=(_depth(2), Option("belief", "choice", "How ghosts move.", BELIEFS[0], BELIEFS)),
    ),
    PlayerKind(
        name="engine",
        title="Engine by the clock",
        summary="Deepens until its time is up, and expects the worst from every ghost.",
        create=_engine,
        timed=True,
    ),
    PlayerKind(
        name="mcts",
        title="Monte-Carlo tree search",
        summary="Plays random simulations of a few rounds.",
        create=_mcts,
        options=(Option("simulations", "integer", "Random games for every move.", 500, least=1, most=1_000_000),),
    ),
    RANDOM,
)
"""The players of Pac-Man."""
GHOSTS: tuple[PlayerKind, ...] = (
    RANDOM,
    PlayerKind(
        name="directional",
        title="Directional: mostly towards Pac-Man",
        summary="Goes towards Pac-Man in four moves of five.",
        create=DirectionalGhost,
    ),
    PlayerKind(
        name="minimax",
        title="Minimax: they hunt together",
        summary="Looks some rounds ahead; ghosts that search minimise one value together.",
        create=partial(_searcher, "alpha_beta"),
        options=(_depth(2),),
    ),
)
"""The players of a ghost."""


def parse_pacman(
    text: str,
    weights: Mapping[str, float] | None = None,
    evaluate: Callable[[Pacman], float] | None = None,
    *,
    builtin: bool = True,
) -> PlayerSpec:
    """Read the spec of a player of Pac-Man.

    Parameters
    ----------
    text
        reflex, minimax:2, alpha_beta:4, expectimax:2 (it believes in random ghosts) or expectimax:2:directional,
        engine:0.05s, mcts:500, random; or your own as module:function.
    weights, evaluate
        Static values by other weights or by a function of a position; the game's own without them.
    builtin
        Refuse users' own players, as for a text that came over the wire.

    Examples
    --------
    >>> print(parse_pacman("alpha_beta"), parse_pacman("expectimax:4:directional"))
    alpha_beta:3 expectimax:4:directional
    """
    if weights is not None and evaluate is not None:
        raise ZermeloError("a player evaluates by weights or by a function, not by both")
    spec = PlayerSpec.parse(text, PACMEN)
    if builtin and not spec.is_builtin:
        raise unknown_name("player of Pac-Man", spec.name, [kind.name for kind in PACMEN])
    if spec.name == "engine" and spec.is_builtin and spec.seconds is None:
        spec = replace(spec, seconds=ENGINE_SECONDS)
    evaluation = check_weights(weights) if weights is not None else None if evaluate is None else guard(evaluate)
    return replace(spec, evaluate=evaluation)


def parse_ghosts(text: str) -> tuple[PlayerSpec, ...]:
    """Read the specs of all ghosts, in their order.

    Parameters
    ----------
    text
        Names with how many there are of each: "random:2", "directional:1,random:1", "minimax:2" or "minimax:2:3" (two
        that look 3 rounds ahead); "none" for a maze without ghosts.

    Examples
    --------
    >>> print(*parse_ghosts("minimax:2:3,random"))
    minimax:3 minimax:3 random
    """
    if text.strip() == "none":
        return ()
    ghosts: list[PlayerSpec] = []
    for part in text.split(","):
        name, *rest = (word.strip() for word in part.split(":"))
        if name not in (kind.name for kind in GHOSTS):
            raise unknown_name("ghost", name, [kind.name for kind in GHOSTS])
        count = GHOSTS_OF_A_KIND.parse(rest[0], f"{part[:40]!r}: the number of ghosts") if rest else 1
        ghosts += [PlayerSpec.parse(":".join([name, *rest[1:]]), GHOSTS)] * count
    if len(ghosts) > MAX_GHOSTS:
        raise ZermeloError(f"there may be at most {MAX_GHOSTS} ghosts, not {len(ghosts)}")
    return tuple(ghosts)


def format_ghosts(ghosts: Sequence[PlayerSpec]) -> str:
    """Write the text that `parse_ghosts` reads.

    >>> format_ghosts(parse_ghosts("random,random,minimax:1:3"))
    'random:2,minimax:1:3'
    """
    groups = [(spec, len(list(same))) for spec, same in groupby(ghosts)]
    return ",".join(":".join([spec.name, str(count), *map(str, spec.values)]) for spec, count in groups) or "none"
