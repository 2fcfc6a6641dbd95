"""What a student's search sees of a tree: its nodes as states, as each course has them. All of them look at the same `Watched`
nodes, which write down the leaves whose value was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.games.tree import Node
from zermelo.state import MAX


class Misuse(Exception):
    """Something asked of a state that no right search asks there; its text says what the search does."""


class Watched:
    """A node of a tree as a state, which writes down in `seen` whose value was asked for; twice running counts once, since
    many ask a leaf first whether it is one."""

    __slots__ = ("_node", "_seen")

    def __init__(self, node: Node, seen: list[str]) -> None:
        self._node, self._seen = node, seen

    @property
    def name(self) -> str:
        return self._node.name

    @property
    def player(self) -> int:
        return self._node.player

    def moves(self) -> list[str]:
        return list(self._node.moves())

    def play(self, move: str) -> Watched:
        return type(self)(self._node.play(move), self._seen)

    def chances(self) -> list[tuple[str, Any]]:
        return list(self._node.chances())

    def utility(self) -> Any:
        return None if self._node.children else self._look()

    def evaluate(self) -> Any:
        return self._look()

    def _look(self) -> Any:
        worth = self._node.value
        if worth is None:
            raise Misuse(f"it asks for the value of {self._node.name}, where the game goes on")
        if self._seen[-1:] != [self._node.name]:
            self._seen.append(self._node.name)
        return worth

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Watched) and other._node is self._node

    def __hash__(self) -> int:
        return hash(self._node.name)

    def __repr__(self) -> str:
        return self._node.name


class CourseState:
    """A node as the functions of MIT's course see it; `snapshot` is the state within, which heuristics get."""

    def __init__(self, inner: Watched) -> None:
        self.snapshot = inner

    def get_snapshot(self) -> Watched:
        return self.snapshot

    def is_game_over(self) -> bool:
        return not self.snapshot.moves()

    def generate_next_states(self) -> list[CourseState]:
        return [CourseState(self.snapshot.play(move)) for move in self.snapshot.moves()]

    get_next_states = generate_next_states

    def get_endgame_score(self, is_current_player_maximizer: bool | None = None) -> Any:
        if not self.is_game_over():
            raise Misuse(f"it calls get_endgame_score() at {self}, where the game goes on")
        turn = self.snapshot.player == MAX
        if is_current_player_maximizer is not None and bool(is_current_player_maximizer) != turn:
            told, who = bool(is_current_player_maximizer), "MAX" if turn else "MIN"
            raise Misuse(f"it calls get_endgame_score({told}) at {self}, where it would be {who}'s turn")
        return self.snapshot.evaluate()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CourseState) and other.snapshot == self.snapshot

    def __hash__(self) -> int:
        return hash(self.snapshot)

    def __repr__(self) -> str:
        return repr(self.snapshot)


def evaluate(board: CourseState) -> Any:
    """The value of a board for the player whose turn it is there, as the older labs of MIT's course want it."""
    worth = board.snapshot.evaluate()
    return worth if board.snapshot.player == MAX else -worth


def next_moves(board: CourseState) -> Iterator[tuple[str, CourseState]]:
    """Each move, with the board that it leads to."""
    for move in board.snapshot.moves():
        yield move, CourseState(board.snapshot.play(move))


def is_terminal(depth: float, board: CourseState) -> bool:
    """Whether to stop here, where `depth` moves are left to be looked at."""
    return depth <= 0 or board.is_game_over()


class AgentState:
    """A state as the agents of Berkeley's CS188 see it: of a tree, or of any game whose moves are actions.

    The agents move one after another, and each is asked by its number; 0 is the one whose agent this is. `turn` is the number of
    the one who moves now, and nobody else's moves can be asked for.
    """

    def __init__(self, inner: Any, agents: int = 2, turn: int = 0) -> None:
        self.inner, self.agents, self.turn = inner, agents, turn

    def getNumAgents(self) -> int:
        return self.agents

    def getLegalActions(self, agentIndex: int = 0) -> list[Any]:
        self._check(f"it calls getLegalActions({agentIndex})", agentIndex)
        return list(self.inner.moves())

    def generateSuccessor(self, agentIndex: int, action: Any) -> AgentState:
        self._check(f"it calls generateSuccessor({agentIndex}, ...)", agentIndex)
        return AgentState(self.inner.play(action), self.agents, (self.turn + 1) % self.agents)

    def generatePacmanSuccessor(self, action: Any) -> AgentState:
        return self.generateSuccessor(0, action)

    def getLegalPacmanActions(self) -> list[Any]:
        return self.getLegalActions(0)

    def isWin(self) -> bool:
        return self._over() and bool(getattr(self.inner, "won", True))

    def isLose(self) -> bool:
        return self._over() and bool(getattr(self.inner, "lost", False))

    def getScore(self) -> float:
        score = getattr(self.inner, "score", None)
        return float(self.inner.evaluate() if score is None else score)

    def _check(self, what: str, agent: int) -> None:
        if agent != self.turn and not self._over():
            raise Misuse(f"{what} at {self}, where it is agent {self.turn}'s turn")

    def _over(self) -> bool:
        return not self.inner.moves() if isinstance(self.inner, Watched) else self.inner.utility() is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AgentState) and other.inner == self.inner

    def __hash__(self) -> int:
        return hash(self.inner)

    def __repr__(self) -> str:
        return str(self.inner)
