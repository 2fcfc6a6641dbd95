"""Read positions of games that are given by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice, product
from typing import Any

from zermelo.game_errors import explain_game_errors
from zermelo.games import load_game
from zermelo.games.faces import NativeState
from zermelo.games.profile import game_profile
from zermelo.registry import unknown_name
from zermelo.state import MAX, MIN, SIMULTANEOUS, State, ZermeloError, count_moves

MOST_JOINT_MOVES = 100_000
"""How many joint moves of one state can be named."""


def parse_position(game: str, position: str | None) -> State:
    """Return the state that `position` describes.

    Parameters
    ----------
    game
        The name of a game, as `zermelo.games.load_game` takes it.
    position
        A position in the game's own notation, or the moves from the start with spaces between them (a space inside a move
        is written _); None is the start.

    Raises
    ------
    ZermeloError
        If the position cannot be read, a move is illegal, or the game is broken.

    >>> parse_position("nim", "3 4").moves()[0], parse_position("coins", "first last").row
    (Take(heap=1, objects=1), (1, 4, 2, 8))
    """
    start = load_game(game)
    with explain_game_errors(start):
        _check_members(start)
        return start if position is None else read_position(start, position)


def compose_position(
    game: str, cells: Sequence[str], player: int, options: Mapping[str, str], *, like: str | None = None
) -> str:
    """Return a position that was set up by hand as text.

    Parameters
    ----------
    game
        The name of a game, as `zermelo.games.load_game` takes it.
    cells
        The pieces row by row from the top, named as in `zermelo.games.board.Cell`.
    player
        The player to move.
    options
        What the game's `setup` lets one choose, by name; by default the first choice.
    like
        A position on a board of the same size; by default the start of the game.

    >>> compose_position("tic_tac_toe", ["x", "", "", "", "o", "", "", "", ""], 0, {})
    'x...o....'
    """
    start: Any = parse_position(game, like)
    profile = game_profile(type(start))
    setup = profile.setup
    if setup is None:
        raise ZermeloError("positions of this game cannot be set up by hand")
    squares = len(start.board().cells)
    if len(cells) != squares:
        raise ZermeloError(f"the board has {squares} cells, not {len(cells)}")
    for cell in cells:
        if cell and cell not in setup.pieces:
            raise unknown_name("piece", cell, setup.pieces)
    if player not in (MAX, MIN):
        raise ZermeloError(f"the player to move is 0 or 1, not {player}")
    choices = {choice.name: choice.choices for choice in setup.options}
    for name, choice in options.items():
        if name not in choices:
            raise unknown_name("option", name, choices)
        if choice not in choices[name]:
            raise unknown_name("choice", choice, choices[name])
    if hasattr(start, "compose"):
        position: str = start.compose(cells, player, {**{name: each[0] for name, each in choices.items()}, **options})
    else:
        position = "".join(cell or "." for cell in cells)
    mover = parse_position(game, position).player
    if mover != player:
        raise ZermeloError(f"{profile.seat(mover)} is to move on this board, not {profile.seat(player)}")
    return position


def position_in_line(game: str, line: str) -> str:
    """Return the position in a line of a file of positions, which may also give its score or other comments."""
    start = load_game(game)
    return start.position_in(line) if isinstance(start, NativeState) else line


def read_position(state: State, position: str) -> State:
    """Return the state that a text describes, in the notation of the game that begins in `state` or by its moves.

    >>> from zermelo.games.nim import Nim
    >>> read_position(Nim(), "3 4")
    Nim(heaps=(3, 4), player=0)
    """
    if isinstance(state, NativeState) and state.has_notation:
        return type(state)(position)
    parse: Callable[[str], State] | None = getattr(type(state), "parse", None)
    if parse is not None and not _begins_with_move(position, state):
        return parse(position)
    for number, word in enumerate(_words(position, state), 1):
        if state.utility() is not None:
            raise ZermeloError(f"move {number} ({word}): the game is over before it")
        moves = _legal_words(state)
        if word not in moves:
            raise ZermeloError(f"move {number} ({word}) is not legal there: {', '.join(list(moves)[:12])} are")
        state = state.play(moves[word])
    return state


def _check_members(state: State) -> None:
    """Ask a state what every command will ask, so that an incomplete game is refused at once."""
    str(state)
    if (state.utility() is None) != bool(count_moves(state.moves())) or not isinstance(state.player, int):
        raise TypeError("a state needs a player, and moves as long as the game goes on")


def _begins_with_move(position: str, state: State) -> bool:
    words = _words(position, state)
    return not words or words[0] in _legal_words(state)


def _legal_words(state: State) -> dict[str, object]:
    return {name.replace(" ", "_"): move for name, move in legal_moves(state).items()}


def legal_moves(state: State) -> dict[str, Any]:
    """Return the legal moves by their text; where players move at the same time, the joint moves.

    >>> from zermelo.games.goofspiel import Goofspiel
    >>> list(legal_moves(Goofspiel(2).play(1)))
    ['1+1', '1+2', '2+1', '2+2']
    """
    moves = islice(product(*state.moves()), MOST_JOINT_MOVES) if state.player == SIMULTANEOUS else state.moves()
    return {format_move(state, move): move for move in moves}


def format_move(state: State, move: Any) -> str:
    """Return the text of a move: of a joint move, those of the players with + between them."""
    return "+".join(map(str, move)) if state.player == SIMULTANEOUS else str(move)


def _words(position: str, state: State) -> list[str]:
    """Split a position into moves; one-letter moves may be written without spaces."""
    words = position.replace(",", " ").split()
    singles = all(len(str(move)) == 1 for move in state.moves())
    return list(words[0]) if len(words) == 1 and singles else words
