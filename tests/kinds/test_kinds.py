"""Which searches suit which games: what is said of them is what they do, in the textbook, natively and among players."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import pytest

from zermelo import search as engine_search
from zermelo import tree
from zermelo.engine import METHODS
from zermelo.games.coins import Coins
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.kinds.kind import Kind, Unsuitable, kind_of, unsuited
from zermelo.kinds.survey import survey
from zermelo.players import choose
from zermelo.state import MAX, MIN, SIMULTANEOUS, State, ZermeloError
from zermelo.textbook import DECLARATIONS, SEARCHES


class Prisoners(NamedTuple):
    """Two who confess or not, at the same time."""

    done: tuple[str, ...] = ()
    player: int = SIMULTANEOUS

    def moves(self) -> tuple[tuple[str, ...], ...]:
        return (("quiet", "confess"), ("quiet", "confess"))

    def play(self, move: tuple[str, ...]) -> Prisoners:
        return Prisoners(move)

    def utility(self) -> tuple[int, int] | None:
        years = {"quiet": {"quiet": (-1, -1), "confess": (-4, 0)}, "confess": {"quiet": (0, -4), "confess": (-3, -3)}}
        return years[self.done[0]][self.done[1]] if self.done else None

    def evaluate(self) -> int:
        return 0


class Arrested(NamedTuple):
    """The first may run; else both are asked at the same time."""

    player: int = MAX

    def moves(self) -> tuple[str, ...]:
        return ("stay", "run")

    def play(self, move: str) -> State:
        return Prisoners() if move == "stay" else Prisoners(("confess", "confess"))

    def utility(self) -> None:
        return None


GAMES: dict[str, State] = {
    "two players": tree([[3, 12], [2, 4]]),
    "one player": tree("A(B=1 C=2)"),
    "chance": tree("A?(1/2:B=1 1/2:C=2)"),
    "enemy and chance": tree("A(B?(1/2:D(F=3 G=5) 1/2:E=8) C=5)"),
    "general sum": tree("A(B=(2,0) C(D=(3,1) E=(0,1)))"),
    "three players": tree([[(1, 2, 3), (3, 2, 1)], [(0, 0, 6), (6, 0, 0)]]),
    "three players and chance": tree("A(B?(1/2:D=(1,2,3) 1/2:E=(3,2,1)) C=(2,2,2))"),
    "coins": Coins((3, 1, 4)),
    "at the same time": Prisoners(),
    "at the same time later": Arrested(),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "star1": {"bounds": (-20, 20)},
    "star2": {"bounds": (-20, 20)},
    "mcts": {"simulations": 20},
}


METHOD_OPTIONS: dict[str, dict[str, Any]] = {"coalition": {"partners": (0,)}}
ENGINE: list[tuple[str, Any]] = [
    (method.name, partial(engine_search, method=method.name, **METHOD_OPTIONS.get(method.name, {})))
    for method in METHODS
]


@pytest.mark.parametrize("game", GAMES)
def test_what_suits_runs_and_what_does_not_names_what_does(game: str) -> None:
    start = GAMES[game]
    kind = survey(start).kind
    methods = {each.name: each.declaration for each in METHODS}
    for searches, declared in ((list(SEARCHES.items()), DECLARATIONS), (ENGINE, methods)):
        suits = [name for name, each in declared.items() if unsuited(each.suits, kind) is None]
        assert suits
        for name, search in searches:
            options = OPTIONS.get(name, {}) if declared is DECLARATIONS else {}
            reason = unsuited(declared[name].suits, kind)
            if reason in (None, "players take turns"):  # which simultaneous moves include
                assert search(start, **options).value is not None
                continue
            with pytest.raises(Unsuitable) as refused:
                search(start, **options)
            sentence = str(refused.value)
            assert f"{name} does not suit this game, as {reason}" in sentence
            assert all(each in sentence for each in suits)


def test_players_are_refused_by_their_names() -> None:
    with pytest.raises(ZermeloError, match="seat must say whose move, from 0 to 1"):
        choose(Prisoners(), "random")
    with pytest.raises(Unsuitable, match="reflex cannot play Prisoners: engine, mcts, random can"):
        choose(Prisoners(), "reflex", seat=0)
    with pytest.raises(Unsuitable, match="as players move at the same time: ask engine, mcts or random"):
        choose(Arrested(), "alpha_beta:2")
    with pytest.raises(Unsuitable, match="ask engine, mcts, reflex, british_museum or random"):
        choose(GAMES["three players and chance"], "expectiminimax")


def test_kinds() -> None:
    assert survey(GAMES["one player"]).kind == Kind(players=1, sums="zero-sum")
    assert survey(Coins((3, 1, 4))).kind == Kind(players=3, payoffs=True, sums="constant-sum")
    assert survey(GAMES["general sum"]).kind == Kind(payoffs=True, sums="general-sum")
    assert survey(Pig()).kind == Kind(chance=True, sums="zero-sum")
    assert survey(Prisoners()).kind == Kind(payoffs=True, sums="general-sum", simultaneous=True)
    assert survey(Prisoners()).whole
    assert not survey(TicTacToe()).whole
    assert kind_of([(MAX, None), (MIN, None)]).sums is None
    assert kind_of([(MAX, (0.1, 0.2)), (MAX, (0.3, 0.0))]).sums == "constant-sum"


def test_a_survey_can_be_cut_short() -> None:
    assert survey(TicTacToe(), cancel=lambda: True).states == 0
