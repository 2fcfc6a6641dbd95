"""Test the auditor: sound games pass, and every broken promise is reported with its place."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from zermelo import describe, estimate, prove, solve, tree
from zermelo.audit import check
from zermelo.audit.comparison import changed_fields, snapshot
from zermelo.games.nim import Nim
from zermelo.methods import search
from zermelo.records.positions import parse_position
from zermelo.state import ZermeloError
from zermelo.textbook import alpha_beta, expectiminimax, mcts, minimax

from .games import boards, broken


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (broken.Empty(), "after 1: moves() is empty although utility() is None, so the game cannot go on"),
        (broken.Endless(), "after 2,000 moves the game had not ended: every game must come to an end"),
        (broken.Generated(), "at the start: moves() must be a sequence such as a list or a tuple, not a count"),
        (broken.Restless(), "at the start: moves() gave ["),
        (broken.Doubled(), "at the start: moves() lists the move 1 twice"),
        (broken.Unhashable(), "at the start: the hash() of a move raised TypeError: unhashable type: 'list'"),
        (broken.Illegal(), "after -1: moves() lists 1, but play(1) raised KeyError: 'no\\nsuch square'"),
        (broken.Forgetful(), "after 1, -1: play() returned None, not the state after the move"),
        (broken.Moody(), "at the start: play(-1) twice gives two states that are not equal"),
        (broken.Infinite(), "after -1, -1, -1: utility() must give finite numbers, not inf"),
        (broken.Truthful(), "at the start: utility() must be None until the game ends, then a number, not False"),
        (broken.Wordy(), "after -1, -1, -1: utility() must give finite numbers, not 'win'"),
        (
            broken.Uneven(),
            "after -1, 1, 1: the payoffs add up to 2, but after -1, -1, -1 they add up to 1; if",
        ),
        (broken.Mixed(), "after -1, 1, 1: utility() gave (1, -1), but after -1, -1, -1 it gave one number"),
        (broken.Crowded(), "after -1, -1, -1: player 3 takes part, but after -1, -1, -1 utility() gave one number"),
        (broken.Nobody(), "at the start: player must be 0, 1, ... or CHANCE or SIMULTANEOUS, not 'white'"),
        (broken.Below(), "at the start: player must be 0, 1, ... or CHANCE or SIMULTANEOUS, not -3"),
        (broken.Lost(), "at the start: player raised RuntimeError: who?"),
        (broken.Dreaming(), "at the start: evaluate() must give a finite number, not nan"),
        (broken.Crashing(), "at the start: evaluate() raised ZeroDivisionError: division by zero"),
        (
            broken.Blurred(),
            "after -1, -1, 1 and after -1, -1, -1: states with the same key() must agree in utility(), but",
        ),
        (broken.Fickle(), "at the start: key() gave"),
        (
            broken.Lopsided(),
            "after 1, -1, -1 and after -1, 1, 1: symmetric states must agree in utility(), but these do not",
        ),
        (broken.Skewed(), "after 1 and after -1: symmetric states must agree in evaluate(), but these do not"),
        (broken.Speechless(), "at the start: strategy() must return a move and the reason as text, not 1"),
        (broken.Reckless(), "at the start: strategy() plays 2, which is not a legal move"),
        (broken.Lawless(), "at the start: rule 2 (go up) proposes 3, which is not a legal move"),
        (broken.Vague(), "at the start: rules() must give pairs of a name and moves, not -1"),
        (broken.Bare(), "at the start: the hash() of key() raised TypeError: unhashable type: 'list'"),
        (broken.Loaded(), "at the start: the probabilities add up to 0.75, not 1"),
        (broken.Impossible(), "at the start: the probability of 1 must be above 0, not 0"),
        (broken.Sideways(), "at the start: moves() has the move 1, but chances() does not"),
        (
            broken.Chanceless(),
            "at the start: Chanceless has no chances; add: def chances(self): return [(move",
        ),
        (broken.Quitting(), "at the start: utility() raised SystemExit: 1"),
        (broken.Mapped(), "at the start: moves() must be a sequence such as a list or a tuple, not a dict"),
        (broken.Numbered(), "after -1: play() returned -1, not the state after the move"),
        (broken.Outsized(), "after -1, -1, -1: utility() must give finite numbers, not 1000"),
        (
            broken.OneAndTwo(),
            "after -1: player 2 takes part, but after -1, -1, -1 utility() gave one number, which is for two",
        ),
        (
            broken.Tabled(),
            "at the start: chances() must list pairs as in [(move, probability), ...], not {-1: 0.5,",
        ),
        (broken.Handcuffed(), "at the start: all move at the same time, but moves() has none for player 1"),
        (boards.NoMoves(), "at the start: NoMoves has no moves; add: def moves(self): return [...]"),
        (boards.NoUtility(), "at the start: utility is not a method; write: def utility(self)"),
        (
            boards.InPlace(),
            "at the start: play(0) changed the state it was called on: its moves() was different before",
        ),
        (
            boards.Scribbling(),
            "at the start: play(0) changed the state it was called on: its diary was different before",
        ),
        (
            boards.Anonymous(),
            "at the start: play(0) twice gives two states that are not equal: a move must",
        ),
        (
            boards.Unhashed(),
            "at the start: hash() raised TypeError: unhashable type: 'Unhashed'; a NamedTuple or a frozen",
        ),
        (boards.Misfiled(), "at the start: play(0) twice gives equal states whose hash() differs"),
        (
            boards.Shortsighted(),
            "after 1 and after 0: equal states must agree in moves(), but these do not",
        ),
        (broken.Steps, "Steps is a class, not a state: Steps() begins a game"),
        (7, "an int is not a state, which has player, moves(), play() and utility()"),
        (Nim(cast("Any", 3)), "at the start: heaps is 3, which is not a tuple, as (1, 2, 3) is"),
        (broken.Beaten(), "at every end that is no draw: utility() is -1, whoever is to move; it must be MAX's payoff"),
    ],
)
def test_each_broken_promise_is_reported(start: Any, sentence: str) -> None:
    report = check(start)
    assert not report
    assert any(problem.startswith(sentence) for problem in report.problems), report.problems
    assert all("\n" not in problem for problem in report.problems)
    assert str(report).startswith(report.problems[0])


SOUND = (
    *(broken.Steps(), broken.Rolling(), broken.Together(), broken.Mirrored(), broken.Generous(), broken.Ruled()),
    *(boards.Remembering(), boards.Board(), boards.Keyed(), Nim((2, 2))),
)


@pytest.mark.parametrize("start", SOUND, ids=lambda start: type(start).__name__)
def test_sound_games_pass(start: Any) -> None:
    report = check(start)
    assert report.problems == ()
    assert report.ok
    assert bool(report)
    assert report.games == 50
    assert str(report).startswith("every promise is kept: ")


def test_the_same_seed_finds_the_same() -> None:
    for start in (broken.Blurred(), broken.Mixed(), Nim((3, 2))):
        assert check(start, seed=1) == check(start, seed=1)


def test_the_global_random_numbers_stay_as_they_are() -> None:
    before = random.getstate()
    check(Nim((3, 2)))
    assert random.getstate() == before


class Clock:
    """A clock that only moves when a slow game is played."""

    now = 0.0


class Slow(broken.Endless):
    def play(self, move: int) -> Any:
        Clock.now += 0.01
        return super().play(move)


class Wide(Slow):
    def moves(self) -> Any:
        return range(10**12)


@pytest.mark.parametrize("start", [Slow(), Wide()])
def test_it_stops_in_time(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.audit.auditor.perf_counter", lambda: Clock.now)
    started = Clock.now
    report = check(start, seconds=0.3)
    assert 0.3 <= Clock.now - started < 0.35
    assert report.games == 0
    assert "longest" not in str(report)


class SlowSteps(broken.Steps):
    def play(self, move: int) -> Any:
        Clock.now += 0.01
        return super().play(move)

    def utility(self) -> Any:
        return 0 if len(self.path) == 12 else None


def test_half_of_the_time_is_left_for_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.audit.auditor.perf_counter", lambda: Clock.now)
    report = check(SlowSteps(), seconds=2)
    assert report.ok
    assert report.games >= 7  # of 12 moves each
    assert report.longest == 12


@pytest.mark.parametrize("wish", [{"games": 0}, {"plies": 0.5}, {"seconds": -1}, {"seconds": "long"}])
def test_its_own_arguments_are_checked(wish: dict[str, Any]) -> None:
    with pytest.raises(ZermeloError, match=f"^{next(iter(wish))} must be a positive number, not "):
        check(Nim(), **wish)


class Late(broken.Steps):
    """Breaks a promise far from the start."""

    def utility(self) -> Any:
        return "over" if len(self.path) == 20 else None


def test_long_lines_are_cut_to_the_last_moves() -> None:
    (problem,) = check(Late(), seconds=60).problems
    assert problem.startswith("after 20 moves, the last of them ")
    assert problem.endswith("utility() must give finite numbers, not 'over'")


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (
            boards.NoMoves(),
            "NoMoves breaks a promise at the start: NoMoves has no moves; add: def moves(self): return [...]",
        ),
        (broken.Forgetful(), "after 1, -1: play() returned None, not the state after the move: is a return missing?"),
        (broken.Nobody(), "player must be 0, 1, ... or CHANCE or SIMULTANEOUS, not 'white'"),
        (broken.Illegal(), "such square' (broken.py, line "),
    ],
    ids=lambda value: type(value).__name__,
)
def test_searching_a_broken_game_reports_the_broken_promise(start: Any, sentence: str) -> None:
    for asks in (search, alpha_beta, lambda state: mcts(state, simulations=50)):
        with pytest.raises(ZermeloError) as told:
            asks(start)
        assert sentence in str(told.value)
        assert told.value.__cause__ is not None, "what really happened stays in sight"


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (broken.Empty(), "Empty breaks a promise after 1: moves() is empty although utility() is None"),
        (broken.Wordy(), "Wordy breaks a promise after -1, -1, -1: utility() must give finite numbers, not 'win'"),
        (broken.Infinite(), "Infinite breaks a promise after -1, -1, -1: utility() must give finite numbers, not inf"),
        (broken.Truthful(), "Truthful breaks a promise at the start: utility() must be None until the game ends"),
        (broken.Chanceless(), "Chanceless has no chances; add: def chances(self): return [(move, probability), ...]"),
        (broken.Quitting(), "Quitting breaks a promise at the start: utility() raised SystemExit: 1"),
        (broken.Mapped(), "Mapped breaks a promise at the start: moves() must be a sequence"),
        (broken.OneAndTwo(), "utility() gave one number, which is for two"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_errors_of_the_engine_and_of_describe_name_the_place(start: Any, sentence: str) -> None:
    for asks in (search, solve, describe):
        if asks is describe and isinstance(start, broken.Empty | broken.Mapped):
            continue  # it goes from state to state and does not mind
        with pytest.raises(ZermeloError) as told:
            asks(start)
        assert sentence in str(told.value)


def test_the_textbook_refuses_values_that_are_not_numbers() -> None:
    for start, sentence in (
        (broken.Wordy(), "must give finite numbers, not 'win'"),
        (broken.Circular(), "moves() raised RecursionError"),
    ):
        with pytest.raises(ZermeloError) as told:
            minimax(start)
        assert sentence in str(told.value)
    for probabilities, words in (
        (((-1, 0.5), (1, 0.25)), "the probabilities in chances() of Weighed add up to 0.75, not 1"),
        (((-1, 1.5), (1, -0.5)), "chances() of Weighed: the probability of 1 must be above 0, not -0.5"),
        ((), "chances() of Weighed is empty although utility() is None"),
    ):

        class Weighed(broken.Rolling):
            def chances(self, given: Any = probabilities) -> Any:
                return given

        with pytest.raises(ZermeloError) as told:
            expectiminimax(Weighed())
        assert str(told.value) == words
    with pytest.raises(ZermeloError, match=r"goes at most 2,000 moves deep: give it a depth"):
        minimax(broken.Endless(), watch=lambda _: None)


def test_one_complaint_about_one_mistake() -> None:
    assert len(check(broken.Dreaming()).problems) == 1
    assert str(check(tree(5))) == ("every promise is kept: 1 state and 50 random games checked, the longest of 0 moves")


def test_a_game_that_is_refused_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_a_game.py").write_text("class Half:\n    player = 0\n    def moves(self): return [1]\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ZermeloError, match="Half has no play; add: def play"):
        parse_position("half_a_game:Half", None)


def test_trouble_that_is_not_the_games_stays_what_it_is() -> None:
    with pytest.raises(ZeroDivisionError):
        alpha_beta(broken.Steps(), depth=1, evaluate=lambda _: 1 // 0)
    assert search(Nim((0, 0))).move is None, "where a game is over there is nothing to search"


def test_a_game_that_is_over_before_it_begins() -> None:
    class Early(broken.Steps):
        def utility(self) -> Any:
            return sum(self.path)

    assert "the game is over before the first move" in check(Early()).problems[0]


def test_a_start_that_changes_during_a_search_is_refused() -> None:
    words = r"breaks a promise at the start: play\(.*\) changed the state it was called on: its squares was different before"
    for ask in (search, minimax, mcts, describe, partial(search, method="mcts")):
        with pytest.raises(ZermeloError, match=words):
            ask(boards.InPlace())


def test_a_state_may_keep_a_diary_while_it_is_searched() -> None:
    for ask in (search, minimax):
        assert ask(boards.Scribbling()).value == ask(boards.Board()).value


@pytest.mark.parametrize(
    ("thing", "sentence"),
    [
        (broken.Steps, "Steps is a class, not a state: Steps() begins a game"),
        ("chess", "'chess' is a text, not a state: zermelo.games.load_game('chess') begins a game of that name"),
        (None, "None is not a state: did the function that made it return nothing?"),
        ([[2, 7], [1, 8]], "a list is not a state: zermelo.tree([[2, 7], [1, 8]]) makes a game tree of it"),
        (1.5, "a float is not a state, which has player, moves(), play() and utility()"),
    ],
)
def test_what_is_no_state(thing: Any, sentence: str) -> None:
    for ask in (search, minimax, solve, describe, prove, estimate):
        with pytest.raises(ZermeloError) as refused:
            ask(thing)
        assert str(refused.value) == sentence
    assert check(thing).problems == (sentence,)


def test_a_player_that_never_changes_is_a_puzzle_or_a_mistake() -> None:
    class Stuck(broken.Steps):
        @property
        def player(self) -> int:
            return 0

    report = check(Stuck())
    assert report.ok
    assert str(report).endswith("\n" + report.notes[0])
    assert report.notes[0].startswith("player is 0 in every state: MAX makes all moves. If two take turns, play() must")
    assert check(broken.Steps()).notes == ()


def test_a_snapshot_holds_two_thousand_values() -> None:
    state = SimpleNamespace(board=[0] * 1_999)
    before = snapshot(state)
    state.board[-1] = 1
    assert changed_fields(before, snapshot(state)) == ["board"]
    state.board += [0]
    before = snapshot(state)
    state.board[-1] = 1
    assert changed_fields(before, snapshot(state)) == [], "more would take too long"


def test_a_player_that_cannot_be_is_described_by_nobody() -> None:
    sentence = r"Below breaks a promise at the start: player must be 0, 1, \.\.\. or CHANCE or SIMULTANEOUS, not -3$"
    for asks in (search, solve, describe):
        with pytest.raises(ZermeloError, match=sentence):
            asks(broken.Below())
