"""Answers of the Pac-Man page: mazes, rounds, and what Pac-Man decides. The server keeps nothing between two questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Literal

from zermelo.games.pacman import Pacman
from zermelo.games.pacman.layouts import LAYOUTS, read_layout
from zermelo.games.pacman.lessons import LESSONS, Lesson
from zermelo.games.pacman.players import (
    Game,
    format_ghosts,
    parse_ghosts,
    parse_pacman,
    read_record,
    replay,
    write_record,
)
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import MoveValue, Text
from zermelo.lab.topics.pacman.decision_tree import TimeBudget, decision_tree
from zermelo.lab.topics.pacman.messages import (
    MazeGhost,
    PacmanCast,
    PacmanChoice,
    PacmanFrame,
    PacmanLesson,
    PacmanLessons,
    PacmanLoad,
    PacmanLoaded,
    PacmanMenu,
    PacmanPlay,
    PacmanPosition,
    PacmanRound,
    PacmanRounds,
    PacmanSave,
    PacmanScene,
    PacmanThink,
    PacmanWhy,
    Spot,
)
from zermelo.players import PlayerSpec
from zermelo.players.choice import Choice, for_max
from zermelo.records.moves import play_through
from zermelo.state import ZermeloError

MOST_ROUNDS = 50
ROUNDS_SECONDS = 0.25
"""After this time the page gets the rounds there are, even if it asked for more."""
LARGEST_SEED = 2**53 - 1
"""The largest integer that JavaScript represents exactly."""
HUMAN = "human"


def open(message: PacmanPosition, context: RequestContext) -> PacmanScene:
    """Return the maze of a layout, and the rounds of the moves played in it."""
    states = _states(message, context)
    start = states[0]
    named = message.layout in LAYOUTS
    return PacmanScene(
        layouts=LAYOUTS,
        text=read_layout(message.layout) if named else _drawn(start),
        rows=_rows(start),
        homes=_homes(message.layout),
        features=tuple(start.features()),
        weights=start.weights(),
        start=_frame(start),
        rounds=tuple(_rounds(states, message.moves)),
    )


def play(message: PacmanPlay, context: RequestContext) -> PacmanRounds:
    """Play the next rounds: as many as asked for, or as fit into a quarter of a second."""
    if not 1 <= message.rounds <= MOST_ROUNDS:
        raise ZermeloError(f"rounds must be from 1 to {MOST_ROUNDS}, not {message.rounds}")
    states = _to_move(message.at, context)
    state, seed = states[-1], _seed(message.seed)
    ghosts = parse_ghosts(message.ghosts)
    if len(ghosts) != state.agents - 1:
        raise ZermeloError(f"the maze has {state.agents - 1} ghosts, but {len(ghosts)} are given")
    pacman = _agent(message.pacman if message.move is None else "random", message.weights, state)
    budget = TimeBudget(context)
    end = perf_counter() + ROUNDS_SECONDS
    rounds: list[PacmanRound] = []
    while state.utility() is None and len(rounds) < message.rounds and perf_counter() < end:
        made: list[tuple[int, Choice]] = []
        while not made or (state.agent and state.utility() is None):
            if state.agent == 0 and message.move is not None:
                choice = _person(message.move, state)
            else:
                choice = budget.choose((pacman, *ghosts)[state.agent], state, seed, states[:-1])
            made.append((state.agent, choice))
            state = state.play(choice.move)
            states.append(state)
        if len(states) > context.settings.moves + 1:
            raise ZermeloError(f"a game of more than {context.settings.moves:,} moves is too long")
        first, chosen = made[0]
        rounds.append(
            PacmanRound(
                move="" if first else chosen.move,
                moves=tuple(choice.move for _, choice in made),
                after=_frame(state),
                choice=_choice(chosen) if first == 0 and message.move is None else None,
            )
        )
        if message.move is not None:
            break
    return PacmanRounds(tuple(rounds))


def choose(message: PacmanThink, context: RequestContext) -> PacmanChoice:
    """Return the move that an agent chooses, without playing it."""
    *past, state = _pacmans_turn(message.at, context)
    agent = _agent(message.pacman, message.weights, state)
    return _choice(TimeBudget(context).choose(agent, state, _seed(message.seed), past))


def why(message: PacmanThink, context: RequestContext) -> PacmanWhy:
    """Return the tree behind an agent's decision."""
    state = _pacmans_turn(message.at, context)[-1]
    agent = _agent(message.pacman, message.weights, state)
    return decision_tree(state, agent, TimeBudget(context))


def save(message: PacmanSave, context: RequestContext) -> Text:
    """Return the game as a record that can be replayed."""
    states = _states(message.at, context)
    start, end = states[0], states[-1]
    agent = None if message.pacman == HUMAN else _agent(message.pacman, message.weights, start)
    game = Game(
        layout=start.notation(),
        pacman=str(agent) if agent else HUMAN,
        ghosts=format_ghosts(parse_ghosts(message.ghosts)),
        seed=_seed(message.seed),
        weights=dict(agent.evaluate) if agent and isinstance(agent.evaluate, Mapping) else None,
        moves=message.at.moves,
        score=end.score,
        result="won" if end.won else "lost" if end.lost else "unfinished",
    )
    return Text(write_record([game]))


def load(message: PacmanLoad, context: RequestContext) -> PacmanLoaded:
    """Read the first game of a record and check it by playing it through."""
    context.check_text(message.text)
    games = read_record(message.text)
    if not games:
        raise ZermeloError("there is no game in this record")
    game = games[0]
    if len(game.moves) > context.settings.moves:
        raise ZermeloError(f"a game of more than {context.settings.moves:,} moves is too long")
    start = next(iter(list(replay(game))))
    usual = start.weights()
    return PacmanLoaded(
        at=PacmanPosition(_name(start), len(start.ghosts), game.moves),
        pacman=game.pacman,
        ghosts=game.ghosts,
        weights={name: weight for name, weight in (game.weights or {}).items() if weight != usual.get(name)},
        seed=_seed(game.seed),
    )


def lessons(_: PacmanMenu, context: RequestContext) -> PacmanLessons:
    """Return the lessons, each with its players."""
    return PacmanLessons(tuple(map(_lesson, LESSONS.values())))


def _lesson(lesson: Lesson) -> PacmanLesson:
    usual = lesson.start.weights()
    casts = []
    for cast in lesson.casts:
        weights = usual if cast.weights is None else cast.weights
        other = {name: weights.get(name, 0.0) for name in usual if weights.get(name, 0.0) != usual[name]}
        casts.append(PacmanCast(cast.title, cast.pacman, cast.ghosts, other))
    return PacmanLesson(lesson.slug, lesson.title, lesson.question, lesson.text, lesson.layout, tuple(casts))


def _start(message: PacmanPosition, context: RequestContext) -> Pacman:
    context.check_text(message.layout)
    whole = Pacman(message.layout)
    if message.ghosts is None or message.ghosts >= len(whole.ghosts):
        return whole
    return Pacman(message.layout, ghosts=message.ghosts)


def _states(message: PacmanPosition, context: RequestContext) -> list[Pacman]:
    """Return every position of a game, from its start."""
    context.check_moves(len(message.moves))
    return play_through(_start(message, context), message.moves)


def _to_move(message: PacmanPosition, context: RequestContext) -> list[Pacman]:
    """Return the positions of a game that is not over."""
    states = _states(message, context)
    if states[-1].utility() is not None:
        raise ZermeloError("the game is over: open another position")
    return states


def _pacmans_turn(message: PacmanPosition, context: RequestContext) -> list[Pacman]:
    """Return the positions of a game in which Pac-Man is to move."""
    states = _to_move(message, context)
    if agent := states[-1].agent:
        raise ZermeloError(f"it is the turn of {Pacman.name_of(agent)}, not Pac-Man's")
    return states


def _agent(spec: str, weights: dict[str, float], state: Pacman) -> PlayerSpec:
    """Return an agent; weights that are not given have their default values."""
    return parse_pacman(spec, {**state.weights(), **weights} if weights else None)


def _seed(seed: int) -> int:
    if not 0 <= seed <= LARGEST_SEED:
        raise ZermeloError(f"seed must be from 0 to {LARGEST_SEED:,}, not {seed}")
    return seed


def _person(move: str, state: Pacman) -> Choice:
    """Return the move that a person chose."""
    if move not in state.moves():
        raise ZermeloError(f"{move[:40]!r} is not a legal move: choose from {', '.join(state.moves())}")
    return Choice(move=move)


def _rounds(states: Sequence[Pacman], moves: Sequence[str]) -> Iterator[PacmanRound]:
    """Split the moves of a game into rounds, each from one turn of Pac-Man to the next."""
    begun = 0
    for number in range(1, len(states)):
        state = states[number]
        if state.agent == 0 or state.utility() is not None or number == len(states) - 1:
            own = moves[begun] if states[begun].agent == 0 else ""
            yield PacmanRound(own, tuple(moves[begun:number]), _frame(state))
            begun = number


def _frame(state: Pacman) -> PacmanFrame:
    features = state.features()
    over: Literal["", "won", "lost"] = "won" if state.won else "lost" if state.lost else ""
    return PacmanFrame(
        pacman=Spot(*state.pacman),
        ghosts=tuple(MazeGhost(each.column, each.line, each.direction, each.scared) for each in state.ghosts),
        score=state.score,
        food=features["food_left"],
        moves=() if over or state.agent else tuple(state.moves()),
        features=tuple(features.values()),
        result=over,
    )


def _choice(choice: Choice) -> PacmanChoice:
    return PacmanChoice(
        move=choice.move,
        value=choice.value,
        bound=choice.bound,
        depth=choice.depth,
        nodes=choice.nodes,
        seconds=round(choice.seconds, 4),
        moves=tuple(MoveValue(each.move, for_max(each.value), each.bound, tuple(each.line)) for each in choice.moves),
    )


def _rows(state: Pacman) -> tuple[str, ...]:
    """Return the maze with its food and capsules, as rows of text."""
    signs = {
        cell: sign for cells, sign in ((state.walls, "%"), (state.food, "."), (state.capsules, "o")) for cell in cells
    }
    return tuple(
        "".join(signs.get((column, line), " ") for column in range(1, state.width + 1))
        for line in range(1, state.height + 1)
    )


def _drawn(state: Pacman) -> str:
    """Return a position as the text of a layout."""
    rows = [list(row) for row in _rows(state)]
    for ghost in state.ghosts:
        column, line = ghost.home
        rows[line - 1][column - 1] = "G"
    column, line = state.pacman
    rows[line - 1][column - 1] = "P"
    return "".join("".join(row) + "\n" for row in rows)


def _homes(layout: str) -> int:
    return len(Pacman(layout).ghosts)


def _name(start: Pacman) -> str:
    """Return the name of the layout if Zermelo has it, else its text."""
    same = start.with_roles("min")
    for name in LAYOUTS:
        if len(start.ghosts) <= _homes(name) and same == Pacman(name, ghosts=len(start.ghosts)).with_roles("min"):
            return name
    return start.notation()
