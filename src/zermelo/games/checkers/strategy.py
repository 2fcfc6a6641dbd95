"""Checkers by ranked if-then rules, without search: a rule looks at a move, and at the captures that it leaves to the opponent."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.checkers.rules import Checkers


def rules(state: Checkers) -> Iterator[tuple[str, list[str]]]:
    """Yield the rules, the most important first, each with the moves that it proposes, the best first."""
    after = {move: state.play(move) for move in state.moves()}
    yield "win, the opponent has no move left", [move for move in after if after[move].utility()]
    safe = [move for move in after if not _taken(after[move])]
    captures = [move for move in after if "x" in move]
    gains = {move: _taken_by(move) - _taken(after[move]) for move in captures}
    yield "capture the most, less what is captured in return", sorted(captures, key=gains.__getitem__, reverse=True)
    yield "crown a man", [move for move in safe if _kings(after[move], state.player) > _kings(state, state.player)]
    trades = [move for move in after if move not in safe and _trades(after[move])]
    yield "trade one for one when ahead", trades if _lead(state) > 0 else []
    yield "save a piece from being captured", safe if _taken(_passed(state)) else []
    steps = [] if captures else [move for move in safe if not _leaves_back_rank(state, move)]
    yield "move a king towards the opponent's pieces", _approaches(state, steps)
    yield "advance a man into the centre", [move for move in steps if _man_enters_centre(state, move)]
    yield "advance the man that is furthest ahead, keeping the back rank", _by_advance(state, steps)
    yield "any move that loses nothing", safe
    yield "lose as little as possible", sorted(after, key=lambda move: _taken(after[move]))


def _taken_by(move: str) -> int:
    """Return how many pieces a move captures."""
    return move.count("x")


def _taken(state: Checkers) -> int:
    """Return how many pieces the player to move can capture at once."""
    return max(map(_taken_by, state.moves()), default=0)


def _passed(state: Checkers) -> Checkers:
    """Return the position with the opponent to move."""
    return type(state)("WB"[state.player] + state.fen[1:])


def _trades(after: Checkers) -> bool:
    """Return whether the opponent captures one piece, whatever the reply, and can then be captured in return."""
    return _taken(after) == 1 and all(_taken(after.play(reply)) for reply in after.moves())


def _kings(state: Checkers, player: int) -> int:
    return "".join(state.rows()).count("BW"[player])


def _lead(state: Checkers) -> int:
    """Return how many pieces more than the opponent the player to move has."""
    cells = "".join(state.rows()).lower()
    return (cells.count("b") - cells.count("w")) * (1 - 2 * state.player)


def _ends(state: Checkers, move: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return row and column of a step's origin and target."""
    start, end = (divmod(state.cell(int(square)), state.size) for square in move.split("-"))
    return start, end


def _is_man(state: Checkers, move: str) -> bool:
    (row, column), _ = _ends(state, move)
    return state.rows()[row][column].islower()


def _leaves_back_rank(state: Checkers, move: str) -> bool:
    (row, _), _ = _ends(state, move)
    return _is_man(state, move) and row == (state.size - 1 if state.player else 0)


def _man_enters_centre(state: Checkers, move: str) -> bool:
    (from_row, from_column), (row, column) = _ends(state, move)
    middle = range(state.size // 2 - 2, state.size // 2 + 2)
    entered = row in middle and column in middle
    return _is_man(state, move) and entered and not (from_row in middle and from_column in middle)


def _by_advance(state: Checkers, moves: list[str]) -> list[str]:
    men = [move for move in moves if _is_man(state, move)]
    return sorted(men, key=lambda move: _ends(state, move)[1][0] * (1 - 2 * state.player), reverse=True)


def _approaches(state: Checkers, moves: list[str]) -> list[str]:
    """Return the steps of kings that come nearer to the nearest opposing piece."""
    prey = [
        (row, column)
        for row, cells in enumerate(state.rows())
        for column, cell in enumerate(cells)
        if cell.lower() == "wb"[state.player]
    ]

    def distance(square: tuple[int, int]) -> int:
        return min(max(abs(square[0] - row), abs(square[1] - column)) for row, column in prey)

    kings = [move for move in moves if not _is_man(state, move)]
    return [move for move in kings if 2 < distance(_ends(state, move)[0]) > distance(_ends(state, move)[1])]
