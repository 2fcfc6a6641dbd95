"""Games of Pac-Man in test files of the CS188 course's autograder: a layout, an agent and ghosts.

There are two classes. A PacmanGameTreeTest plays one game on a layout written in the file, and its solution has the best moves
of the agent at every turn. An EvalAgentTest plays some games on a layout known by name, and gives points for the score and the
number of wins.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from zermelo.games.pacman.layouts import LAYOUTS, read_layout
from zermelo.games.pacman.players.players import MAX_GHOSTS, parse_pacman
from zermelo.games.pacman.rules import Pacman
from zermelo.players.spec import PlayerSpec
from zermelo.state import ZermeloError
from zermelo.trees.cs188_files import Entries, Line, fail, named_class, named_search, read_entries, single, whole_number

KEYS = {
    "PacmanGameTreeTest": ("class", "alg", "seed", "depth", "max_points", "layoutName", "layout"),
    "EvalAgentTest": (
        *("class", "agentName", "agentArgs", "layoutName", "maxTime", "numGames", "randomSeed", "ghosts", "max_points"),
        *("scoreMinimum", "scoreThresholds", "winsMinimum", "winsThresholds"),
        *("nonTimeoutMinimum", "nonTimeoutThresholds"),
    ),
}
SCORE_ONLY = {"score": 1.0}
"""The course's scoreEvaluationFunction as weights."""
GHOSTS = 2
"""The ghosts of a PacmanGameTreeTest; a layout may have fewer."""
_LAYOUT_FOLDERS = (".", "layouts", "../layouts", "../../layouts")
_DRAWING_ORDERS = (("East", "North", "South", "West", "Stop"), ("West", "East", "North", "South", "Stop"))
"""The order in which a random number is compared with the probabilities of moves: sorted, or as the dictionaries of Python 2,
with which older solutions were written, have it."""


class Scale(NamedTuple):
    """Points for the mean score or the number of wins: one for each threshold that is reached, none below the minimum."""

    what: str
    minimum: int | None
    thresholds: tuple[int, ...]

    def points(self, value: float) -> int:
        """
        >>> Scale("wins", 1, (5, 10)).points(7)
        1
        """
        if self.minimum is not None and value < self.minimum:
            return 0
        return sum(value >= threshold for threshold in self.thresholds)


class GameTest(NamedTuple):
    """A test file about games.

    Attributes
    ----------
    agent
        The agent's name in the file.
    pacman, ghosts
        The players as `parse_pacman` and `parse_ghosts` read them.
    weights
        How Pac-Man evaluates positions; None is by the game's static value.
    layout
        The text of the layout.
    seed, games
        The seed of the first game, and the number of games.
    scales
        What points are given for.
    """

    agent: str
    pacman: str
    weights: dict[str, float] | None
    ghosts: str
    layout: str
    seed: int
    games: int = 1
    scales: tuple[Scale, ...] = ()


class Turn(NamedTuple):
    """A turn of Pac-Man in a solution: the move he made, and all moves that are as good."""

    played: str
    best: frozenset[str]


def parse_game_test(
    text: str, folder: str | Path = ".", *, pacman: str | None = None, layout: str | None = None
) -> GameTest:
    """Read a test file about games.

    Parameters
    ----------
    text
        The file.
    folder
        Where it is: a layout known by name is one of Zermelo's, or a file beside the test or in the course's folder layouts.
    pacman, layout
        Take this player or the text of this layout instead of the file's.
    """
    kind = named_class(text)
    if kind is None:
        raise ZermeloError(f"class is missing: it must be {' or '.join(KEYS)}")
    if kind.text not in KEYS:
        advice = "; zermelo tree searches it" if kind.text == "GraphGameTreeTest" else ""
        fail(kind.at, f"{kind.text[:40]} is not about games of Pac-Man, as {' and '.join(KEYS)} are{advice}")
    entries = read_entries(text, KEYS[kind.text])
    if kind.text == "PacmanGameTreeTest":
        drawn = "\n".join(line.text for line in entries.get("layout", ()))
        agent, depth = single(entries, "alg"), whole_number(entries, "depth", 2)
        if layout is None and not drawn:
            raise ZermeloError("layout is missing: this class needs a block with the drawing of a maze")
        spec, _ = (pacman, None) if pacman is not None else _player(agent, depth, "")
        maze = layout or drawn + "\n"
        hunters = min(GHOSTS, len(Pacman(maze).ghosts))
        ghosts = f"directional:{hunters}" if hunters else "none"
        return GameTest(agent.text, spec, SCORE_ONLY, ghosts, maze, _seed(entries, "seed"))
    agent = single(entries, "agentName")
    depth, evaluation = _arguments(single(entries, "agentArgs"))
    spec, weights = (pacman, None) if pacman is not None else _player(agent, depth, evaluation)
    return GameTest(
        agent.text,
        spec,
        weights,
        _ghosts(single(entries, "ghosts")),
        layout or _find_layout(single(entries, "layoutName"), Path(folder)),
        _seed(entries, "randomSeed"),
        whole_number(entries, "numGames", 1),
        tuple(filter(None, (_scale(entries, "score", "mean score"), _scale(entries, "wins", "wins")))),
    )


def parse_game_solution(text: str) -> tuple[Turn, ...]:
    """Read the solution of a PacmanGameTreeTest."""
    entries = read_entries(text, ("optimalActions", "altDepthActions", "partialPlyBugActions"))
    if "optimalActions" not in entries:
        raise ZermeloError("optimalActions is missing: a solution has the best moves of every turn there")
    return tuple(map(_turn, entries["optimalActions"]))


def game_differences(test: GameTest, turns: Sequence[Turn], pacman: PlayerSpec | None = None) -> list[str]:
    """Play the game of a solution, and return a sentence for each turn at which a player does not move as well.

    The player is that of the test by default. Pac-Man makes the moves of the solution. The ghosts draw theirs as in the course:
    by Python's random numbers, with the seed of the file plus the number of the turn.
    """
    spec = pacman or parse_pacman(test.pacman, test.weights)
    found = [_play_solution(test, turns, spec, order) for order in _DRAWING_ORDERS]
    return min(found, key=len)


def _play_solution(test: GameTest, turns: Sequence[Turn], spec: PlayerSpec, order: Sequence[str]) -> list[str]:
    differences: list[str] = []
    state = Pacman(test.layout)
    player = spec.create()
    for number, turn in enumerate(turns, 1):
        if state.utility() is not None or turn.played not in state.moves():
            missing = range(number, len(turns) + 1)
            differences += [f"turn {later}: the game of the solution does not get there" for later in missing]
            break
        move = player.choose(state).move
        if move not in turn.best:
            differences.append(f"turn {number}: {move} here, in the solution {' or '.join(sorted(turn.best))}")
        state = state.play(turn.played)
        random = Random(test.seed + number)
        while state.utility() is None and state.agent:
            chances = sorted(state.directional(), key=lambda each: order.index(each[0]))
            state = state.play(_draw(chances, random.random()))
    player.close()
    return differences


def _draw(chances: Sequence[tuple[str, Any]], number: float) -> str:
    total = 0.0
    for move, chance in chances:
        total += float(chance)
        if number <= total:
            return move
    return chances[-1][0]


def _player(agent: Line, depth: int, evaluation: str) -> tuple[str, dict[str, float] | None]:
    search, reflex = named_search(agent.text), "reflex" in agent.text.lower()
    if search is None and not reflex:
        known = "ReflexAgent, MinimaxAgent, AlphaBetaAgent or ExpectimaxAgent"
        fail(agent.at, f"{agent.text[:40] or 'no agent'} is not {known}: choose a player")
    own = reflex or evaluation.lower().startswith("better")
    return "reflex" if search is None else f"{search}:{depth}", None if own else SCORE_ONLY


def _arguments(line: Line) -> tuple[int, str]:
    """Return the depth and the name of the evaluation function in an agent's arguments."""
    given = dict(part.strip().partition("=")[::2] for part in line.text.split(",") if part.strip())
    depth = given.get("depth", "2")
    if not re.fullmatch("[1-9][0-9]?", depth, re.ASCII):
        fail(line.at, f"depth in agentArgs must be a whole number from 1 to 99, not {depth[:40]!r}")
    return int(depth), given.get("evalFn", "")


def _ghosts(line: Line) -> str:
    names = re.findall(r"\b(\w+)\(\d+\)", line.text)
    if not names or len(names) > MAX_GHOSTS:
        fail(line.at, f"ghosts must name 1 to {MAX_GHOSTS} ghosts, as in [RandomGhost(1)], not {line.text[:40]!r}")
    kinds = []
    for name in names:
        kind = next((kind for kind in ("random", "directional") if kind in name.lower()), None)
        if kind is None:
            fail(line.at, f"{name[:40]} is not a ghost that Zermelo has: RandomGhost and DirectionalGhost are")
        kinds.append(kind)
    return ",".join(f"{kind}:{len(list(same))}" for kind, same in groupby(kinds))


def _find_layout(line: Line, folder: Path) -> str:
    name = line.text.strip()
    if not re.fullmatch(r"\w{1,60}", name, re.ASCII):
        fail(line.at, f"layoutName must be the name of a layout, not {name[:40]!r}")
    if name in LAYOUTS:
        return read_layout(name)
    files = [folder / place / f"{name}.lay" for place in _LAYOUT_FOLDERS]
    found = next((file for file in files if os.path.isfile(file)), None)
    if found is None:
        fail(line.at, f"the layout {name} is not beside the file or in a folder layouts near it: choose one")
    return read_layout(str(found))


def _seed(entries: Entries, key: str) -> int:
    text = single(entries, key).text.strip()
    return int(text) if re.fullmatch("-?[0-9]{1,9}", text, re.ASCII) else crc32(text.encode())


def _scale(entries: Entries, key: str, what: str) -> Scale | None:
    minimum = whole_number(entries, f"{key}Minimum", -1, 0)
    line = single(entries, f"{key}Thresholds")
    if not all(re.fullmatch("[0-9]{1,6}", word, re.ASCII) for word in line.words):
        fail(line.at, f"{key}Thresholds must be whole numbers, not {line.text[:40]!r}")
    thresholds = tuple(map(int, line.words))
    return Scale(what, None if minimum < 0 else minimum, thresholds) if thresholds or minimum >= 0 else None


def _turn(line: Line) -> Turn:
    try:
        variants = [moves for moves, _ in json.loads(line.text)]
        turn = Turn(variants[0][0], frozenset(move for moves in variants for move in moves))
        if not all(isinstance(move, str) for move in turn.best):
            raise TypeError
    except (ValueError, TypeError, IndexError, KeyError, RecursionError):
        fail(line.at, f'best moves are written as [[["West"], 1], ...], not {line.text[:40]!r}')
    return turn
