"""Searches in the shape that MIT's 6.034 asked for some years before: of a board and a depth, with the functions of the game as
arguments. What eval_fn says is good for the player whose turn it is on the board; get_next_moves_fn gives pairs of a move and
the board after it; is_terminal_fn says where to stop. They return a move.

    zermelo grade examples/grading/mit_functions_style.py:minimax --kind minimax
    zermelo grade examples/grading/mit_functions_style.py:alpha_beta_search
"""

from basicplayer import get_all_next_moves, is_terminal
from util import INFINITY


def minimax(board, depth, eval_fn, get_next_moves_fn=get_all_next_moves, is_terminal_fn=is_terminal, verbose=True):
    def value(board, depth):
        if is_terminal_fn(depth, board):
            return eval_fn(board)
        return max(-value(after, depth - 1) for _, after in get_next_moves_fn(board))

    return max(get_next_moves_fn(board), key=lambda pair: -value(pair[1], depth - 1))[0]


def alpha_beta_search(board, depth, eval_fn, get_next_moves_fn=get_all_next_moves, is_terminal_fn=is_terminal):
    def value(board, depth, alpha, beta):
        if is_terminal_fn(depth, board):
            return eval_fn(board)
        best = -INFINITY
        for _, after in get_next_moves_fn(board):
            best = max(best, -value(after, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    choice, best = None, -INFINITY
    for move, after in get_next_moves_fn(board):
        found = -value(after, depth - 1, -INFINITY, -best)
        if choice is None or found > best:
            choice, best = move, found
    return choice
