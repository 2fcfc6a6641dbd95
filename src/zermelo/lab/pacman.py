"""The Pac-Man page: opens mazes, plays rounds, and tells what Pac-Man decides. Nothing is remembered between two questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Literal

from zermelo.games.layouts import LAYOUTS, read_layout
from zermelo.games.pacman import Pacman
from zermelo.games.records.moves import play_through
from zermelo.lab.deciding import Patience, decision_tree
from zermelo.lab.desk import Desk, Page, Post
from zermelo.lab.messages import MoveValue, Text
from zermelo.lab.messages_pacman import (
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
from zermelo.players.pacman import (
    Game,
    format_ghosts,
    parse_ghosts,
    parse_pacman,
    read_record,
    replay,
    write_record,
)
from zermelo.players.pacman.lessons import LESSONS, Lesson
from zermelo.state import ZermeloError

MOST_ROUNDS = 50
ROUNDS_SECONDS = 0.25
"""After so long a page gets the rounds there are, even if it asked for more."""
LARGEST_SEED = 2**53 - 1
"""What a page can count to."""
HUMAN = "human"


def open_game(message: PacmanPosition, desk: Desk) -> PacmanScene:
    """The maze of a layout, and the rounds of the moves played in it."""
    states = _states(message, desk)
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


def play(message: PacmanPlay, desk: Desk) -> PacmanRounds:
    """The next rounds, as many as are asked for and can be played in a moment."""
    if not 1 <= message.rounds <= MOST_ROUNDS:
        raise ZermeloError(f"rounds must be from 1 to {MOST_ROUNDS}, not {message.rounds}")
    states = _to_move(message.at, desk)
    state, seed = states[-1], _seed(message.seed)
    ghosts = parse_ghosts(message.ghosts)
    if len(ghosts) != state.agents - 1:
        raise ZermeloError(f"there are {state.agents - 1} ghosts in the maze, and {len(ghosts)} are named")
    pacman = _agent(message.pacman if message.move is None else "random", message.weights, state)
    patience = Patience(desk)
    end = perf_counter() + ROUNDS_SECONDS
    rounds: list[PacmanRound] = []
    while state.utility() is None and len(rounds) < message.rounds and perf_counter() < end:
        made: list[tuple[int, Choice]] = []
        while not made or (state.agent and state.utility() is None):
            if state.agent == 0 and message.move is not None:
                choice = _person(message.move, state)
            else:
                choice = patience.choose((pacman, *ghosts)[state.agent], state, seed, states[:-1])
            made.append((state.agent, choice))
            state = state.play(choice.move)
            states.append(state)
        if len(states) > desk.settings.moves + 1:
            raise ZermeloError(f"a game of more than {desk.settings.moves:,} moves is too long")
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


def choose(message: PacmanThink, desk: Desk) -> PacmanChoice:
    """What an agent does in a position, without doing it."""
    *past, state = _pacmans_turn(message.at, desk)
    agent = _agent(message.pacman, message.weights, state)
    return _choice(Patience(desk).choose(agent, state, _seed(message.seed), past))


def why(message: PacmanThink, desk: Desk) -> PacmanWhy:
    """What an agent decides by, as a tree."""
    state = _pacmans_turn(message.at, desk)[-1]
    agent = _agent(message.pacman, message.weights, state)
    return decision_tree(state, agent, Patience(desk))


def save(message: PacmanSave, desk: Desk) -> Text:
    """The game as a record that can be replayed."""
    states = _states(message.at, desk)
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


def load(message: PacmanLoad, desk: Desk) -> PacmanLoaded:
    """The first game of a record, once it was played through."""
    desk.check_text(message.text)
    games = read_record(message.text)
    if not games:
        raise ZermeloError("there is no game in this record")
    game = games[0]
    if len(game.moves) > desk.settings.moves:
        raise ZermeloError(f"a game of more than {desk.settings.moves:,} moves is too long")
    start = next(iter(list(replay(game))))
    usual = start.weights()
    return PacmanLoaded(
        at=PacmanPosition(_name(start), len(start.ghosts), game.moves),
        pacman=game.pacman,
        ghosts=game.ghosts,
        weights={name: weight for name, weight in (game.weights or {}).items() if weight != usual.get(name)},
        seed=_seed(game.seed),
    )


def lessons(_: PacmanMenu, desk: Desk) -> PacmanLessons:
    """The lessons, each with those who play in it."""
    return PacmanLessons(tuple(map(_lesson, LESSONS.values())))


def _lesson(lesson: Lesson) -> PacmanLesson:
    usual = lesson.start.weights()
    casts = []
    for cast in lesson.casts:
        weights = usual if cast.weights is None else cast.weights
        other = {name: weights.get(name, 0.0) for name in usual if weights.get(name, 0.0) != usual[name]}
        casts.append(PacmanCast(cast.title, cast.pacman, cast.ghosts, other))
    return PacmanLesson(lesson.slug, lesson.title, lesson.question, lesson.text, lesson.layout, tuple(casts))


def _start(message: PacmanPosition, desk: Desk) -> Pacman:
    desk.check_text(message.layout)
    whole = Pacman(message.layout)
    if message.ghosts is None or message.ghosts >= len(whole.ghosts):
        return whole
    return Pacman(message.layout, ghosts=message.ghosts)


def _states(message: PacmanPosition, desk: Desk) -> list[Pacman]:
    """Every position of a game, from its start."""
    desk.check_moves(message.moves)
    return play_through(_start(message, desk), message.moves)


def _to_move(message: PacmanPosition, desk: Desk) -> list[Pacman]:
    states = _states(message, desk)
    if states[-1].utility() is not None:
        raise ZermeloError("the game is over, and there is nothing to play")
    return states


def _pacmans_turn(message: PacmanPosition, desk: Desk) -> list[Pacman]:
    states = _to_move(message, desk)
    if agent := states[-1].agent:
        raise ZermeloError(f"it is the turn of {Pacman.name_of(agent)}, not Pac-Man's")
    return states


def _agent(spec: str, weights: dict[str, float], state: Pacman) -> PlayerSpec:
    """An agent; weights that are not given are the usual ones."""
    return parse_pacman(spec, {**state.weights(), **weights} if weights else None)


def _seed(seed: int) -> int:
    if not 0 <= seed <= LARGEST_SEED:
        raise ZermeloError(f"a seed goes from 0 to {LARGEST_SEED:,}, not to {seed}")
    return seed


def _person(move: str, state: Pacman) -> Choice:
    """The choice of a person who has made up their mind."""
    if move not in state.moves():
        raise ZermeloError(f"{move[:40]!r} is not a move here: {', '.join(state.moves())} are")
    return Choice(move=move)


def _rounds(states: Sequence[Pacman], moves: Sequence[str]) -> Iterator[PacmanRound]:
    """Moves that were played, cut where it is Pac-Man's turn again."""
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
    """The maze and what can be eaten in it."""
    signs = {
        cell: sign for cells, sign in ((state.walls, "%"), (state.food, "."), (state.capsules, "o")) for cell in cells
    }
    return tuple(
        "".join(signs.get((column, line), " ") for column in range(1, state.width + 1))
        for line in range(1, state.height + 1)
    )


def _drawn(state: Pacman) -> str:
    """A position as a layout that begins there."""
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
    """The layout that ships, where it is one."""
    same = start.with_roles("min")
    for name in LAYOUTS:
        if len(start.ghosts) <= _homes(name) and same == Pacman(name, ghosts=len(start.ghosts)).with_roles("min"):
            return name
    return start.notation()


PAGE = Page(
    "pacman",
    {
        "/api/pacman/open": Post(PacmanPosition, open_game),
        "/api/pacman/play": Post(PacmanPlay, play, searches=True),
        "/api/pacman/choose": Post(PacmanThink, choose, searches=True),
        "/api/pacman/why": Post(PacmanThink, why, searches=True),
        "/api/pacman/save": Post(PacmanSave, save),
        "/api/pacman/load": Post(PacmanLoad, load),
        "/api/pacman/lessons": Post(PacmanMenu, lessons),
    },
)
