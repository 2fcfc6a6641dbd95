"""Runs a request, and checks everything that must hold of its answer, whatever was asked."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from tests.seam.positions import true_value
from tests.seam.requests import Planned, Request, Workbench
from zermelo.engine import Proof, Table
from zermelo.methods import search, solve
from zermelo.result import Result
from zermelo.state import CHANCE, MIN, SIMULTANEOUS, ZermeloError

BOUNDS = ("exact", "lower", "upper", "estimate")
STOPPED = ("complete", "depth", "nodes", "seconds", "cancelled", "endless", "memory")
VALUED = ("alpha_beta", "expectiminimax", "max_n", "mcts", "solve")
"""The methods whose values are those of the game; a coalition's are its own."""
OVERRUN = 20_000
"""How many nodes more than its limit a search visits at most: what a game finishes at once near its end."""
SHOWN_RECORD = 200
ROUNDED = 1e-3
"""The engine keeps three decimals of the payoffs of a Python game."""


class Broken(Exception):
    """An answer that cannot be right, or an error that is no sentence."""


def run(bench: Workbench, request: Request) -> str:
    """Run a request and return how it ended: answered, refused or raised.

    Raises
    ------
    Broken
        If the answer cannot be right.
    """
    bench.depth += 1
    try:
        answer = request.call(request.position.state, **request.named)
    except Planned as error:
        _require(error in request.planned or bench.depth > 1, "an error that no callback raised")
        return "raised"
    except (ZermeloError, TypeError) as error:
        _require(isinstance(error, ZermeloError) or _is_keyword(error), f"{type(error).__name__}: {error}")
        _require(bool(str(error)), "an error without a word")
        return "refused"
    finally:
        bench.depth -= 1
    try:
        if isinstance(answer, Proof):
            _check_proof(request, answer)
        else:
            check_result(request, answer)
    except ZermeloError as error:
        raise Broken(f"the answer cannot be played: {error}") from error
    return "answered"


def _is_keyword(error: TypeError) -> bool:
    """Whether Python itself refuses an argument of a search, by its name."""
    return "unexpected keyword argument" in str(error) or "required keyword-only argument" in str(error)


def _require(holds: Any, sentence: str) -> None:
    if not holds:
        raise Broken(sentence)


def check_result(request: Request, result: Result[Any]) -> None:
    """Raise Broken unless an answer of any search can be right."""
    state, named = request.position.state, request.named
    _require(result.stopped in STOPPED, f"stopped: {result.stopped}")
    _require(result.bound in BOUNDS, f"bound: {result.bound}")
    _require(result.nodes >= 0 and result.evaluations >= 0 and result.seconds >= 0, "negative counts")
    if isinstance(named.get("nodes"), int) and named.get("threads", 1) == 1:  # helpers hear later that it is over
        _require(result.nodes <= named["nodes"] + OVERRUN, f"{result.nodes} nodes")
    if state.utility() is not None:
        _require(result.move is None, "a move after the end")
        _require(result.value is not None or result.stopped != "complete", "an end without a value")
        return
    if result.stopped == "cancelled":
        _require(request.cancelled, "cancelled by nobody")
    if result.value is not None:
        _check_value(result.value)
    if result.proven:
        _require(result.value is not None, "proven without a value")
        _require(result.bound == "exact" or named.get("method") == "mcts", f"proven, but {result.bound}")
    if result.move is None:
        at_once = named.get("depth") == 0  # which only the textbook takes
        at_random = state.player == MIN and result.method == "expectimax"
        _require(state.player == CHANCE or result.value is None or at_once or at_random, "a value without a move")
    else:
        _require(tuple(result.line[:1]) == (result.move,), "the line does not begin with the move")
        play(state, result.line)
        _require(not named.get("moves") or result.move in named["moves"], "a move that was not asked for")
    _check_moves(request, result)
    _check_truth(request, result)
    _check_record(state, result, named.get("record"))


def play(state: Any, line: Sequence[Any]) -> Any:
    """Play a line; raise Broken if a move is illegal."""
    for move in line:
        _require(state.utility() is None, f"{move!r} after the end of the game")
        if state.player == SIMULTANEOUS:
            _require(all(one in legal for one, legal in zip(move, state.moves(), strict=True)), f"{move!r} is illegal")
        elif state.player == CHANCE:
            _require(move in [outcome for outcome, _ in state.chances()], f"{move!r} is no outcome")
        else:
            _require(move in state.moves(), f"{move!r} is illegal")
        state = state.play(move)
    return state


def _check_value(value: Any) -> None:
    numbers = value if isinstance(value, tuple) else (value,)
    _require(numbers and all(isfinite(number) for number in numbers), f"the value {value}")


def _check_moves(request: Request, result: Result[Any]) -> None:
    state, named, moves = request.position.state, request.named, result.moves
    if state.player == SIMULTANEOUS:
        for legal, strategy in zip(state.moves(), result.strategies, strict=False):
            _require(
                abs(float(sum(float(each.probability) for each in strategy)) - 1) < 1e-6,
                "probabilities that do not add up",
            )
            _require(all(each.move in legal for each in strategy), "a strategy with an illegal move")
        return
    for place, each in enumerate(moves):
        _require(all(each.move != other.move for other in moves[:place]), f"{each.move!r} is listed twice")
        _require(each.line[:1] in ((), (each.move,)), "a root move whose line begins otherwise")
        _require(each.bound in BOUNDS, f"bound: {each.bound}")
        _require(not named.get("moves") or each.move in named["moves"], "a root move that was not asked for")
        play(state, each.line)
        if each.value is not None:
            _check_value(each.value)
        if each.visits is not None:
            _require(each.visits > 0, "a move without visits is listed")
            _require(each.win_rate is None or 0 <= each.win_rate <= 1, f"a win rate of {each.win_rate}")
    values: list[Any] = [each.value for each in moves]
    if moves and state.player >= 0 and result.move is not None and result.method != "solve":
        first = next((each for each in moves if each.move == result.move), None)
        _require(first is not None, "the move is not among the root moves")
        assert first is not None
        worth: Any = first.value
        if result.method == "mcts" and result.bound == ("lower" if state.player == MIN else "upper"):
            worth = min(values) if state.player == MIN else max(values)  # the root is no better than its best bound
        # A textbook search that was stopped has the answer of its last finished pass beside the root moves of the next one.
        of_one_pass = request.call in (search, solve) or result.stopped == "complete"
        _require(worth == result.value or not of_one_pass, f"{result.value} by a move worth {first.value}")
    if request.call is search and result.method == "alpha_beta" and None not in values:
        own = [-value if state.player == MIN else value for value in values]
        _require(own == sorted(own, reverse=True), "root moves that are not best first")
    if result.depth is not None and isinstance(named.get("depth"), int) and result.method != "mcts":
        _require(result.depth <= named["depth"], f"depth {result.depth}")


def _check_truth(request: Request, result: Result[Any]) -> None:
    """What is called proven is the value of the game, whatever is in the tables, and what simulations call a bound is one."""
    position, named = request.position, request.named
    if not position.small or request.call not in (search, solve) or named.get("moves") or named.get("weak"):
        return
    counts_moves = position.game in ("chess", "antichess")  # a win is worth more the sooner it comes
    if result.method == "mcts" and result.bound in ("lower", "upper") and not isinstance(result.value, tuple):
        truth, claimed = float(true_value(position)[0]), float(result.value or 0)
        holds = claimed <= truth + ROUNDED if result.bound == "lower" else claimed >= truth - ROUNDED
        _require(holds or counts_moves, f"{result.bound} bound {claimed} of {truth}")
    if not result.proven or position.state.player == SIMULTANEOUS or result.method not in VALUED:
        return
    if "total" in named or "bounds" in named:  # promises about the payoffs, which random numbers need not keep
        return
    if result.method == "mcts" and named.get("rewards") != "score":  # who wins, not by how much
        return
    expected: Any = true_value(position)
    found: Any = result.value if isinstance(result.value, tuple) else (result.value,)
    if counts_moves:
        expected, found = ([(value > 0) - (value < 0) for value in values[:1]] for values in (expected, found))
    wrong = any(abs(float(one) - float(other)) > ROUNDED for one, other in zip(found, expected, strict=False))
    _require(not wrong, f"proven to be {result.value}, and it is {expected}")


def _check_record(state: Any, result: Result[Any], most: Any) -> None:
    record = result.record
    if not record:
        return
    _require(len(record) <= most, f"{len(record)} recorded nodes")
    _require(record[0].parent is None and record[0].ply == 0, "the record does not begin at the root")
    states = [state]
    for number, node in enumerate(record[1:SHOWN_RECORD], 1):
        _require(node.parent is not None and node.parent < number, "a parent after its child")
        above = record[node.parent or 0]
        _require(node.ply == above.ply + 1, "a ply is left out")
        _require(node.alpha is None or node.beta is None or node.alpha < node.beta, "an empty window")
        states.append(play(states[node.parent or 0], (node.move,)))
        _require(node.reply is None or node.reply in states[-1].moves(), f"the reply {node.reply!r} is illegal")


def _check_proof(request: Request, proof: Proof) -> None:
    state = request.position.state
    _require(proof.answer in (True, False, None), f"the answer {proof.answer!r}")
    _require(proof.stopped == "complete" or proof.answer is None, "stopped with an answer")
    if state.utility() is None:
        play(state, proof.line)
    if isinstance(request.named.get("nodes"), int):
        _require(proof.nodes <= request.named["nodes"] + OVERRUN, f"{proof.nodes} nodes")


def same_again(request: Request) -> None:
    """Ask again, on one thread with tables of its own, what has neither callbacks nor clocks: the answer must be the same."""
    named = {name: value for name, value in request.named.items() if name not in ("on_depth", "cancel", "seconds")}
    if request.call is not search or named.get("threads", 1) != 1 or callable(named.get("evaluate")):
        return
    if hasattr(named.get("evaluate"), "evaluate_batch"):
        return
    if isinstance(named.get("table"), Table):
        named["table"] = 1
    try:
        first, second = (search(request.position.state, **named) for _ in range(2))
    except (ZermeloError, TypeError):
        return
    _require(
        (first.value, first.move, first.nodes) == (second.value, second.move, second.nodes),
        f"{first} at first, then {second}",
    )
