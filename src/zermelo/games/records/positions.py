"""Positions of games by name: in the game's own notation, or as the moves that lead there."""

from __future__ import annotations

from zermelo.game_errors import explain_game_errors
from zermelo.games import LIBRARIES, load, load_game
from zermelo.games.faces import NativeState
from zermelo.state import State, ZermeloError, count_moves


def parse_position(game: str, position: str | None) -> State:
    """The state that `position` describes, in the game's own notation or as moves; None is the start of the game."""
    start = load_game(game)
    with explain_game_errors(start):
        _look_at(start)
        return start if position is None else _follow(start, position)


def _follow(state: State, position: str) -> State:
    if isinstance(state, NativeState) and state.has_notation:
        return type(state)(position)
    parse = getattr(type(state), "parse", None)
    if parse is not None and not _begins_with_move(position, state):
        return parse(position)  # type: ignore[no-any-return]
    for number, word in enumerate(_words(position, state), 1):
        if state.utility() is not None:
            raise ZermeloError(f"move {number} ({word}): the game is over before it")
        moves = {str(move).replace(" ", "_"): move for move in state.moves()}
        if word not in moves:
            raise ZermeloError(f"move {number} ({word}) is not legal there: {', '.join(list(moves)[:12])} are")
        state = state.play(moves[word])
    return state


def _look_at(state: State) -> None:
    """Asks a state what every command will ask it, so that a game in which something is missing is refused at once."""
    str(state)
    if (state.utility() is None) != bool(count_moves(state.moves())) or not isinstance(state.player, int):
        raise TypeError("a state needs a player, and moves as long as the game goes on")


def _begins_with_move(position: str, state: State) -> bool:
    words = _words(position, state)
    return not words or words[0] in {str(move).replace(" ", "_") for move in state.moves()}


def position_in_line(game: str, line: str) -> str:
    """The position that a line of a file holds."""
    found = load(game) if ":" not in game and not game.endswith(LIBRARIES) else None
    return found.position_in(line) if isinstance(found, type) and issubclass(found, NativeState) else line


def _words(position: str, state: State) -> list[str]:
    words = position.replace(",", " ").split()
    singles = all(len(str(move)) == 1 for move in state.moves())
    return list(words[0]) if len(words) == 1 and singles else words
