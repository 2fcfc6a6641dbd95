"""The nodes of a tree as states in the style of each course; all wrap a `RecordedState`, which records evaluations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.state import MAX
from zermelo.trees import Node


class Misuse(Exception):
    """A call that no correct search makes at this state; the message says what the search does."""


class RecordedState:
    """A node of a tree as a state that appends its name to `evaluated` when its value is requested.

    Two requests in a row count once: many searches ask first whether a state is a leaf.
    """

    __slots__ = ("_evaluated", "_node")

    def __init__(self, node: Node, evaluated: list[str]) -> None:
        self._node, self._evaluated = node, evaluated

    @property
    def name(self) -> str:
        return self._node.name

    @property
    def player(self) -> int:
        return self._node.player

    def moves(self) -> list[str]:
        return list(self._node.moves())

    def play(self, move: str) -> RecordedState:
        return type(self)(self._node.play(move), self._evaluated)

    def chances(self) -> list[tuple[str, Any]]:
        return list(self._node.chances())

    def utility(self) -> Any:
        return None if self._node.children else self._value()

    def evaluate(self) -> Any:
        return self._value()

    def _value(self) -> Any:
        value = self._node.value
        if value is None:
            raise Misuse(f"it evaluates {self._node.name}, where the game is not over")
        if self._evaluated[-1:] != [self._node.name]:
            self._evaluated.append(self._node.name)
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecordedState) and other._node is self._node

    def __hash__(self) -> int:
        return hash(self._node.name)

    def __repr__(self) -> str:
        return self._node.name


class CourseState:
    """A node in the style of MIT's course; `snapshot` is the state that heuristic functions receive."""

    def __init__(self, snapshot: RecordedState) -> None:
        self.snapshot = snapshot

    def get_snapshot(self) -> RecordedState:
        return self.snapshot

    def is_game_over(self) -> bool:
        return not self.snapshot.moves()

    def generate_next_states(self) -> list[CourseState]:
        return [CourseState(self.snapshot.play(move)) for move in self.snapshot.moves()]

    get_next_states = generate_next_states

    def get_endgame_score(self, is_current_player_maximizer: bool | None = None) -> Any:
        if not self.is_game_over():
            raise Misuse(f"it calls get_endgame_score() at {self}, where the game is not over")
        max_to_move = self.snapshot.player == MAX
        if is_current_player_maximizer is not None and bool(is_current_player_maximizer) != max_to_move:
            player = "MAX" if max_to_move else "MIN"
            raise Misuse(f"it calls get_endgame_score({not max_to_move}) at {self}, where {player} would be to move")
        return self.snapshot.evaluate()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CourseState) and other.snapshot == self.snapshot

    def __hash__(self) -> int:
        return hash(self.snapshot)

    def __repr__(self) -> str:
        return repr(self.snapshot)


def evaluate(board: CourseState) -> Any:
    """Return the value of a board for the player to move, as the older labs of MIT's course define it."""
    value = board.snapshot.evaluate()
    return value if board.snapshot.player == MAX else -value


def next_moves(board: CourseState) -> Iterator[tuple[str, CourseState]]:
    """Yield each move with the board it leads to."""
    for move in board.snapshot.moves():
        yield move, CourseState(board.snapshot.play(move))


def is_terminal(depth: float, board: CourseState) -> bool:
    """Return whether to stop with `depth` moves left to search."""
    return depth <= 0 or board.is_game_over()


class AgentState:
    """A state in the style of Berkeley's CS188, of a tree or of any game whose moves are actions.

    Agents move in turn and are identified by number; agent 0 is the one that searches. Only the actions of the agent to
    move, `turn`, may be requested.
    """

    def __init__(self, state: Any, agents: int = 2, turn: int = 0) -> None:
        self.state, self.agents, self.turn = state, agents, turn

    def getNumAgents(self) -> int:
        return self.agents

    def getLegalActions(self, agentIndex: int = 0) -> list[Any]:
        self._check_turn(f"it calls getLegalActions({agentIndex})", agentIndex)
        return list(self.state.moves())

    def generateSuccessor(self, agentIndex: int, action: Any) -> AgentState:
        self._check_turn(f"it calls generateSuccessor({agentIndex}, ...)", agentIndex)
        return AgentState(self.state.play(action), self.agents, (self.turn + 1) % self.agents)

    def generatePacmanSuccessor(self, action: Any) -> AgentState:
        return self.generateSuccessor(0, action)

    def getLegalPacmanActions(self) -> list[Any]:
        return self.getLegalActions(0)

    def isWin(self) -> bool:
        return self._over() and bool(getattr(self.state, "won", True))

    def isLose(self) -> bool:
        return self._over() and bool(getattr(self.state, "lost", False))

    def getScore(self) -> float:
        score = getattr(self.state, "score", None)
        return float(self.state.evaluate() if score is None else score)

    def _check_turn(self, what: str, agent: int) -> None:
        if agent != self.turn and not self._over():
            raise Misuse(f"{what} at {self}, where agent {self.turn} is to move")

    def _over(self) -> bool:
        return not self.state.moves() if isinstance(self.state, RecordedState) else self.state.utility() is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AgentState) and other.state == self.state

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return str(self.state)


def scoreEvaluationFunction(state: AgentState) -> float:
    """Return the score of a state: the evaluation function of agents, under the name that it has in the course."""
    return state.getScore()
