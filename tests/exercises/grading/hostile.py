"""Searches that hang, exit, print, crash or return nonsense, which a grader must survive."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any


def hangs(state: Any) -> int:
    while True:
        pass


def leaves(state: Any) -> int:
    sys.exit(0)


def leaves_at_once(state: Any) -> int:
    os._exit(0)


def breaks_python(state: Any) -> int:
    ctypes.string_at(0)
    return 0


def raises(state: Any) -> int:
    return [][len(state.moves())]


def devours(state: Any) -> int:
    return len(bytearray(2**40))


def says_nothing(state: Any) -> None:
    print("an answer that is printed is not returned")


def says_anything(state: Any) -> Any:
    return {"value": 3}


def not_a_number(state: Any) -> float:
    return float("nan")


def nowhere(state: Any) -> str:
    return "nowhere"


def shouts(state: Any) -> float:
    """Right, but noisy, and it asks for input that there is not."""
    print("looking at", state, "\n" * 100)
    print('{"done": true}', file=sys.stderr)
    assert not sys.stdin.read()
    worth = state.utility()
    if worth is not None:
        return float(worth)
    return (max if state.player == 0 else min)([shouts(state.play(move)) for move in state.moves()])


def too_much(state: Any, palette: str) -> int:
    return 0


def too_little(board: Any, depth: int, eval_fn: Any, get_next_moves_fn: Any) -> str:
    return ""


def one_more(board: Any, depth: int, eval_fn: Any, get_next_moves_fn: Any, is_terminal_fn: Any, player: int) -> str:
    return ""


def multiplies(state: Any) -> float:
    """Right, but of every process it makes two."""
    os.fork()
    return quietly(state)


def forges(state: Any) -> float:
    """Writes into whatever it finds open, as if it were an answer."""
    for stream in range(3, 12):
        try:
            os.write(stream, b'{"answer": 2}\n')
        except OSError:
            continue
    return quietly(state)


def swears(state: Any) -> float:
    raise BaseException("by everything")


def quietly(state: Any) -> float:
    worth = state.utility()
    if worth is not None:
        return float(worth)
    return (max if state.player == 0 else min)(quietly(state.play(move)) for move in state.moves())
