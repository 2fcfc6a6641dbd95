"""Positions of games by name: in the game's own notation, or as the moves that lead there."""

from __future__ import annotations

from zermelo.games import load, load_game
from zermelo.games.native import NativeState
from zermelo.state import State, ZermeloError


def read_game_position(game: str, position: str | None) -> State:
    """The state that `position` describes, or the start of the game."""
    if position is None:
        return load_game(game)
    found = load(game) if ":" not in game else None
    if isinstance(found, type) and issubclass(found, NativeState):
        return found(position)
    state = load_game(game)
    for number, word in enumerate(_words(position, state), 1):
        if state.utility() is not None:
            raise ZermeloError(f"move {number} ({word}): the game is over before it")
        moves = {str(move).replace(" ", "_"): move for move in state.moves()}
        if word not in moves:
            raise ZermeloError(f"move {number} ({word}) is not legal there: {', '.join(list(moves)[:12])} are")
        state = state.play(moves[word])
    return state


def position_in_line(game: str, line: str) -> str:
    """The position that a line of a file holds."""
    found = load(game) if ":" not in game else None
    return found.position_in(line) if isinstance(found, type) and issubclass(found, NativeState) else line


def _words(position: str, state: State) -> list[str]:
    words = position.replace(",", " ").split()
    singles = all(len(str(move)) == 1 for move in state.moves())
    return list(words[0]) if len(words) == 1 and singles else words
