"""Every state of every game survives pickling exactly, also in another process; what does not match is refused in one sentence."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from tests.engine.compiled_games import Heap
from tests.long import LONG
from tests.native.test_foreign import EXAMPLES, build
from zermelo import ZermeloError
from zermelo.cluster import open_executor
from zermelo.games import GAMES, SMALL_BOARDS, game_class, load_game
from zermelo.games.checkers import Checkers4
from zermelo.games.chess import Chess
from zermelo.games.connect_four import SIZES, ConnectFour
from zermelo.games.gdl.game import make_game
from zermelo.games.gdl.interpreted import interpret
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.games.go import Go
from zermelo.games.hex import Hex
from zermelo.games.pacman import Pacman
from zermelo.native import pickles
from zermelo.state import CHANCE, SIMULTANEOUS, State
from zermelo.trees import tree

LONGEST = 400
VARIANTS = {
    **{f"connect_four {size}": ConnectFour(columns=size[0], rows=size[1]) for size in SIZES},
    "go with superko of other kinds": Go(size=3, komi=0.5, superko="situational", suicide=True),
    "go without superko": Go("4/1X2/1OX1/4 w", komi=-3.5, superko="none"),
    "hex 3": Hex(size=3),
    "checkers without draws": Checkers4(repetition=False, forty_moves=False),
    "pacman with chance": Pacman("trap", roles="random"),
    "pacman with several roles": Pacman("small", roles=["directional", "min"]),
    "chess 960": Chess("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
    "chess near the fifty-move rule": Chess("8/8/8/4k3/8/8/4P3/K6R w - - 97 120"),
}


def moves_of(state: Any) -> list[Any]:
    """Return the moves of a state, one of each player where they move at the same time."""
    if state.player == SIMULTANEOUS:
        return [tuple(each[0] for each in state.moves()), tuple(each[-1] for each in state.moves())]
    return list(state.moves())


def random_game(start: Any, seed: int) -> Iterator[Any]:
    """Yield the states of a random game."""
    random, state = Random(seed), start
    for _ in range(LONGEST):
        yield state
        if state.utility() is not None or not (moves := moves_of(state)):
            return
        state = state.play(random.choice(moves))


def check(state: Any) -> None:
    """Pickle a state and compare what comes back."""
    found = pickle.loads(pickle.dumps(state))
    assert type(found) is type(state)
    assert found == state
    assert hash(found) == hash(state)
    assert (found.player, found.moves(), found.utility()) == (state.player, state.moves(), state.utility())
    assert repr(found) == repr(state)
    native = getattr(state, "native", None)
    if native is not None:
        assert getattr(found, "rules_key", None) == getattr(state, "rules_key", None)
        if hasattr(native, "key"):
            assert found.native.key() == native.key()
        if hasattr(native, "past"):
            assert (found.native.past, found.line) == (native.past, state.line)
    if state.player == CHANCE and state.utility() is None:
        assert found.chances() == state.chances()


@pytest.mark.parametrize("slug", [*GAMES, *SMALL_BOARDS])
def test_listed_games(slug: str) -> None:
    for seed in range(2 * LONG):
        for state in random_game(game_class(slug)(), seed):
            check(state)


@pytest.mark.parametrize("start", VARIANTS.values(), ids=VARIANTS)
def test_other_sizes_and_rules(start: Any) -> None:
    for seed in range(2 * LONG):
        for state in random_game(start, seed):
            check(state)


@given(st.data())
def test_connect_four_from_any_key(data: st.DataObject) -> None:
    native: Any = SIZES[data.draw(st.sampled_from(list(SIZES)))]
    key = data.draw(st.integers(0, 2 ** (native.columns * (native.rows + 1)) - 1))
    try:
        found = native.from_key(key)
    except ValueError:
        return  # no stones lie like that
    assert found.key() == key


def test_a_position_after_a_superko_knows_what_may_not_recur() -> None:
    """The same stones with another past have other moves."""
    for state in random_game(Go(size=2), 5):
        found = pickle.loads(pickle.dumps(state))
        assert found.moves() == state.moves()
        assert [found.play(move).notation() for move in found.moves()] == [
            state.play(move).notation() for move in state.moves()
        ]


# ---- games from elsewhere


@pytest.mark.parametrize("name", sheet_names())
def test_rule_sheets(name: str) -> None:
    game = make_game(sheet_text(name), name)
    for state in random_game(game(), 1):
        check(state)


def test_interpreted_rules() -> None:
    text = "; interpreted\n" + sheet_text("tic_tac_toe")
    game: Any = make_game(text, "Interpreted", megabytes=1)
    assert game.rules.__class__ is type(interpret(game.sheet)), "the rules should not have been grounded"
    for state in random_game(game(), 1):
        check(state)


def test_weights_travel_with_rule_sheets() -> None:
    game = make_game("; learnt\n" + sheet_text("tic_tac_toe"), "Learnt")
    before = pickle.dumps(game())
    game.use_weights({game.rules.features[0]: 0.5})
    after = pickle.dumps(game())
    assert pickle.loads(after).evaluate() == game().evaluate()
    with pytest.raises(ZermeloError, match="other weights"):
        pickle.loads(before)
    game.use_weights({})
    assert pickle.loads(after).weights() == pickle.loads(after).weights() != {}


def test_libraries(tmp_path: Path) -> None:
    library = build(EXAMPLES / "connect_four.c", tmp_path)
    start: Any = zermelo.load_library(library)
    for state in random_game(start, 1):
        check(state)
    pickled = pickle.dumps(start)
    with library.open("ab") as file:
        file.write(b"\0")
    with pytest.raises(ZermeloError, match="was pickled under other rules"):
        pickle.loads(pickled)
    library.unlink()
    with pytest.raises(ZermeloError, match="there is no file called"):
        pickle.loads(pickled)


def test_compiled_games(monkeypatch: pytest.MonkeyPatch) -> None:
    fast: Any = zermelo.compiled(Heap)
    for state in random_game(fast(), 1):
        check(state)
    pickled = pickle.dumps(fast())
    monkeypatch.setattr(fast, "fingerprint", "another")
    with pytest.raises(ZermeloError, match="the state of Heap was pickled under other rules"):
        pickle.loads(pickled)


# ---- other processes


def test_states_cross_to_other_processes() -> None:
    starts: list[Any] = [load_game(slug) for slug in GAMES]
    states = [list(random_game(start, 3))[min(4, at)] for at, start in enumerate(starts)]
    with open_executor(jobs=2) as executor:
        for done in executor.run(successors, states):
            assert done.error is None
            assert done.value == successors(done.item)


def successors(state: Any) -> list[Any]:
    return [state.play(move) for move in moves_of(state)] if state.utility() is None else []


def test_copies_are_the_state_itself() -> None:
    state = Chess("1. e4 e5")
    assert copy.copy(state) is state
    assert copy.deepcopy([state])[0] is state


# ---- refusals


@pytest.mark.parametrize("slug", ["connect_four", "chess", "checkers", "go", "pacman", "hex"])
def test_other_versions_and_rules_are_refused(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state: Any = load_game(slug)
    pickled = pickle.dumps(state)
    monkeypatch.setattr(pickles, "PICKLE_VERSION", 2)
    with pytest.raises(
        ZermeloError, match=f"{state.title} was pickled in version 1 of the format, and this .* version 2"
    ):
        pickle.loads(pickled)
    monkeypatch.undo()
    monkeypatch.setattr(pickles, "rules_hash", lambda game: "0123")
    with pytest.raises(ZermeloError, match=f"{state.title} was pickled under other rules: .* here it is '0123'"):
        pickle.loads(pickled)


@pytest.mark.parametrize(
    "slug", [slug for slug in [*GAMES, *SMALL_BOARDS] if hasattr(game_class(slug), "native_class")]
)
@pytest.mark.parametrize(
    "content", [None, 7, "nonsense", b"\xff", (), ("", 1), (9, 9, 9), (7, 6, -1), (7, 6, 2**63), []]
)
def test_what_is_no_position_is_refused_in_one_sentence(slug: str, content: Any) -> None:
    game = game_class(slug)
    if content is None:
        content = object()
    with pytest.raises(ZermeloError, match=f"^the pickled state of {game.title} cannot be read: [^\n]+$"):
        pickles.restore_state(game, pickles.PICKLE_VERSION, pickles.rules_hash(game), content)


def test_a_damaged_position_is_refused() -> None:
    state = Chess("1. e4 e5 2. Nf3")
    pickled = pickle.dumps(state)
    fen = pickled.index(state.fen.encode())
    for at in range(fen, fen + len(state.fen)):
        damaged = pickled[:at] + b"?" + pickled[at + 1 :]
        with pytest.raises(ZermeloError):
            pickle.loads(damaged)


@pytest.mark.parametrize(
    ("state", "now", "before"),
    [
        (load_game("chess"), "native.pickles", "games.pickles"),
        (load_game("checkers6"), "native.pickles", "games.pickles"),
        (tree([[3, 12], [2, 4]]), "trees.nodes", "games.tree.nodes"),
        (load_game("nim.kif"), "games.gdl.game", "gdl.game"),
    ],
    ids=["chess", "checkers6", "tree", "sheet"],
)
def test_states_that_were_pickled_under_older_names_are_read(state: State, now: str, before: str) -> None:
    content = pickle.dumps(state, protocol=2)
    older = content.replace(f"zermelo.{now}\n".encode(), f"zermelo.{before}\n".encode())
    assert older != content
    assert str(pickle.loads(older)) == str(state)
