"""Those who play Pac-Man: every agent values what it chooses among, ghosts keep to their odds, and games repeat and replay."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.games.pacman import Pacman
from zermelo.games.pacman.players import (
    GHOSTS,
    PACMEN,
    Game,
    Turn,
    check_seed,
    format_ghosts,
    parse_ghosts,
    parse_pacman,
    parse_weights,
    play_game,
    read_record,
    replay,
    set_up,
    turns,
    write_record,
)
from zermelo.players import Clock, choose
from zermelo.result import Result
from zermelo.state import ZermeloError, as_number
from zermelo.textbook import expectiminimax, minimax

TWO = parse_ghosts("random:2")
SMALL = set_up("small", TWO)


def game(pacman: str = "reflex", ghosts: str = "random:2", seed: int = 3, **options: Any) -> Game:
    hunters = parse_ghosts(ghosts)
    return play_game(set_up("small", hunters), parse_pacman(pacman), hunters, seed=seed, **options)


def ghosts_turn() -> Pacman:
    """A few moves into a game, where a ghost has more than one way to go."""
    state = SMALL
    while state.agent == 0 or len(state.moves()) < 2:
        state = state.play(state.moves()[0])
    return state


@pytest.mark.parametrize(
    "spec",
    [
        "reflex",
        "minimax:1",
        "alpha_beta:2",
        "expectimax:1",
        "expectimax:2:directional",
        "engine:1000s",
        "mcts:60",
        "random",
    ],
)
def test_every_agent_chooses_and_values_all_its_moves(spec: str) -> None:
    choice = choose(SMALL, parse_pacman(spec), clock=Clock(nodes=3000))
    assert choice.move in SMALL.moves()
    assert choice.nodes > 0
    if spec != "random":
        assert {each.move for each in choice.moves} == set(SMALL.moves())
        best = max(as_number(each.value) for each in choice.moves)
        assert spec.startswith("mcts") or choice.value == pytest.approx(best)


def test_depth_counts_rounds_and_values_are_the_textbooks() -> None:
    state = SMALL.play(SMALL.moves()[0])
    while state.agent:
        state = state.play(state.moves()[-1])
    worst = minimax(state.with_roles("min"), depth=state.agents)
    assert choose(state, parse_pacman("minimax:1")).value == worst.value
    assert choose(state, parse_pacman("alpha_beta:1")).value == worst.value
    assert choose(state, parse_pacman("alpha_beta:1")).move == worst.move
    for spec, roles in (("expectimax:1", "random"), ("expectimax:1:directional", "directional")):
        mean = expectiminimax(state.with_roles(roles), depth=state.agents)
        choice = choose(state, parse_pacman(spec))
        assert choice.value == pytest.approx(float(as_number(mean.value)))
        assert {each.move: float(as_number(each.value)) for each in choice.moves} == pytest.approx(
            {each.move: float(as_number(each.value)) for each in mean.moves}
        )


def test_weights_and_functions_judge() -> None:
    own = choose(SMALL, parse_pacman("alpha_beta:1", SMALL.weights()))
    assert own.value == pytest.approx(choose(SMALL, parse_pacman("alpha_beta:1")).value)
    weights = parse_weights("score=1, nearest_food=-2")
    for spec in ("reflex", "minimax:1", "expectimax:1"):
        by_weights = choose(SMALL, parse_pacman(spec, weights))
        by_function = choose(SMALL, parse_pacman(spec, None, lambda state: state.evaluate(weights)))
        assert by_weights.move == by_function.move
        assert by_weights.value == pytest.approx(by_function.value)
    assert choose(SMALL, parse_pacman("reflex", {"score": 0})).value == 0
    with pytest.raises(ZermeloError, match="not by both"):
        parse_pacman("reflex", {}, lambda state: 0)


@pytest.mark.parametrize(
    ("judge", "words"),
    [
        (lambda state: 1 / 0, "failed at .*: ZeroDivisionError"),
        (lambda state: "much", "must return a finite number, not 'much'"),
        (lambda state: float("nan"), "must return a finite number"),
    ],
)
@pytest.mark.parametrize("spec", ["reflex", "minimax:1", "engine:1000s"])
def test_what_goes_wrong_in_a_function_is_said(judge: Callable[[Pacman], Any], words: str, spec: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        choose(SMALL, parse_pacman(spec, evaluate=judge))


def test_specs_are_written_out_in_full() -> None:
    assert [str(parse_pacman(kind.name)) for kind in PACMEN] == [
        "reflex",
        "minimax:2",
        "alpha_beta:3",
        "expectimax:2",
        "engine:0.05s",
        "mcts:500",
        "random",
    ]
    assert str(parse_pacman("mcts:1000000")) == "mcts:1000000"
    assert str(parse_pacman("expectimax:2:random")) == "expectimax:2"
    assert str(parse_pacman("engine:2s")) == "engine:2s"
    for spec in ("random:2", "directional:1,random:1", "minimax:2:3", "random:1,minimax:1:2,random:1", "none"):
        assert format_ghosts(parse_ghosts(spec)) == spec
    assert [format_ghosts(parse_ghosts(kind.name)) for kind in GHOSTS] == ["random:1", "directional:1", "minimax:1:2"]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("greedy", "there is no player called 'greedy': use reflex, minimax, "),
        ("", "there is no player called ''"),
        ("minmax:2", "there is no player called 'minmax': did you mean minimax?"),
        ("os:getcwd", "there is no player of Pac-Man called 'os:getcwd'"),
        ("reflex:2", "'reflex:2': reflex takes no '2'"),
        ("minimax:0", "'minimax:0': depth must be from 1 to 30, not '0'"),
        ("alpha_beta:two", "depth must be from 1 to 30, not 'two'"),
        ("alpha_beta:", "depth must be from 1 to 30, not ''"),
        ("alpha_beta:1_0", "not '1_0'"),
        ("alpha_beta:2:3", "alpha_beta takes no '3'"),
        ("expectimax:2:minimax", "belief must be random or directional, not 'minimax'"),
        ("engine:0s", "seconds must be from 0.001 to 3,600, not '0s'"),
        ("engine:nans", "seconds must be from 0.001 to 3,600"),
        ("mcts:1e3", "simulations must be from 1 to 1,000,000, not '1e3'"),
    ],
)
def test_bad_agents_are_refused_by_their_part(spec: str, words: str) -> None:
    with pytest.raises(ZermeloError) as refused:
        parse_pacman(spec)
    assert words in str(refused.value)


def test_the_ends_of_the_ranges_are_in_them() -> None:
    assert len(parse_ghosts("random:8")) == len(parse_ghosts("random:4,directional:4")) == 8
    with pytest.raises(ZermeloError, match="at most 8 ghosts, not 9"):
        parse_ghosts("random:5,directional:4")
    assert parse_weights("score=1e9,food_left=-1e9") == {"score": 1e9, "food_left": -1e9}
    for weight in ("1.000001e9", "-1.000001e9", "inf"):
        with pytest.raises(ZermeloError, match=r"the weight of score must be from -1e\+09 to 1e\+09"):
            parse_weights(f"score={weight}")
    game = play_game(SMALL, parse_pacman("random"), TWO, seed=0, limit=1)
    assert game.pacman_moves == 1
    assert msgspec.structs.replace(game, limit=100_000).limit == 100_000
    for limit in (0, 100_001):
        with pytest.raises(ZermeloError, match="from 1 to 100,000"):
            msgspec.structs.replace(game, limit=limit)
        with pytest.raises(ZermeloError, match="from 1 to 100,000"):
            play_game(SMALL, parse_pacman("random"), TWO, seed=0, limit=limit)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("blinky", "there is no ghost called 'blinky': use random, directional or minimax"),
        ("random:0", "'random:0': the number of ghosts must be from 1 to "),
        ("random:1,directional:x", "'directional:x': the number of ghosts"),
        ("random:1,", "there is no ghost called ''"),
        ("random:1:2", "random takes no '2'"),
        ("minimax:2:0", "depth must be from 1 to 30, not '0'"),
        (",".join(["random"] * 100), "at most 8 ghosts, not 100"),
    ],
)
def test_bad_ghosts_are_refused_by_their_part(spec: str, words: str) -> None:
    with pytest.raises(ZermeloError) as refused:
        parse_ghosts(spec)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("score", "weight 1: write NAME=WEIGHT"),
        ("score=1,=2", "weight 2: write NAME=WEIGHT"),
        ("score=1,score=2", "weight 2: score is given twice"),
        ("score=one", "weight 1: 'one' is not a number"),
        ("score=inf", "the weight of score must be from"),
        ("food_left=1e308", "the weight of food_left must be from -1e+09 to 1e+09"),
        ("mobility=1", "'mobility' is not a feature of Pac-Man: choose from score, "),
    ],
)
def test_bad_weights_are_refused(text: str, words: str) -> None:
    with pytest.raises(ZermeloError) as refused:
        parse_weights(text)
    assert words in str(refused.value)


@given(st.text(alphabet="random:,minimax0123456789 ½é\x00_-.") | st.text())
def test_any_text_is_a_spec_or_refused(text: str) -> None:
    for parse in (parse_pacman, parse_ghosts, parse_weights):
        with suppress(ZermeloError):
            parse(text)


def test_more_ghosts_than_the_layout_has_are_refused_and_fewer_are_the_first() -> None:
    whole = Pacman("small")
    one = set_up("small", parse_ghosts("random"))
    assert len(one.ghosts) == 1
    assert one.ghosts[0].home == whole.ghosts[0].home
    many = parse_ghosts(f"random:{len(whole.ghosts) + 1}")
    with pytest.raises(ZermeloError, match=rf"{len(many)} ghosts are named, but the layout has {len(whole.ghosts)}"):
        set_up("small", many)
    with pytest.raises(ZermeloError, match="1 ghost named for 2 in the maze"):
        play_game(SMALL, parse_pacman("reflex"), parse_ghosts("random"), seed=0)


def test_ghosts_keep_to_their_odds() -> None:
    state = ghosts_turn()
    (chaser,) = parse_ghosts("directional")
    (wanderer,) = parse_ghosts("random")
    throws = 2000
    for ghost, odds in (
        (wanderer, {move: 1 / len(state.moves()) for move in state.moves()}),
        (chaser, {move: float(chance) for move, chance in state.directional()}),
    ):
        seen = Counter(choose(state, ghost, seed=seed).move for seed in range(throws))
        assert {move: seen[move] / throws for move in odds} == pytest.approx(odds, abs=0.05)


def test_minimax_ghosts_do_their_worst_together() -> None:
    state = ghosts_turn()
    (hunter,) = parse_ghosts("minimax:1:1")
    choice = choose(state, hunter)
    worst = minimax(state.with_roles("min"), depth=state.agents)
    assert choice.value == worst.value
    assert worst.value == min(as_number(each.value) for each in worst.moves)
    assert next(each.value for each in worst.moves if each.move == choice.move) == worst.value
    assert hunter.create().choose(state.with_roles("random")).move == choice.move, "whatever roles the position has"


@pytest.mark.parametrize(
    ("pacman", "ghosts"),
    [
        ("reflex", "random:2"),
        ("random", "directional:2"),
        ("expectimax:1", "minimax:1:1,random:1"),
        ("mcts:30", "random:1"),
        ("alpha_beta:1", "none"),
    ],
)
def test_a_seed_plays_the_same_game_whatever_came_before(pacman: str, ghosts: str) -> None:
    seeds = range(3)
    games = [game(pacman, ghosts, seed, limit=60) for seed in seeds]
    again = [game(pacman, ghosts, seed, limit=60) for seed in reversed(seeds)][::-1]
    assert [each.timed(0) for each in again] == [each.timed(0) for each in games]
    assert ghosts == "none" or len({each.moves for each in games}) > 1
    for each in games:
        check_seed(each)
        states = list(replay(each))
        assert len(states) == len(each.moves) + 1
        assert states[-1].score == each.score
        assert each.pacman_moves <= 60
        assert each.result != "unfinished" or each.pacman_moves == 60


def test_a_game_by_the_clock_replays_by_its_moves() -> None:
    timed = game("engine:0.002s", limit=4)
    assert len(list(replay(timed))) == len(timed.moves) + 1
    with pytest.raises(ZermeloError, match="plays by the clock"):
        check_seed(timed)


def test_a_game_that_was_judged_by_a_function_needs_it_again() -> None:
    ghosts = parse_ghosts("random")
    judged = play_game(set_up("small", ghosts), parse_pacman("reflex", evaluate=_food_left), ghosts, seed=0, limit=20)
    assert judged.evaluate == f"{__name__}:_food_left"
    check_seed(judged, _food_left)
    with pytest.raises(ZermeloError, match=r"played by .*_food_left"):
        check_seed(judged)


def _food_left(state: Pacman) -> float:
    return -len(state.food)


def test_moves_are_reported_and_a_cancelled_game_is_unfinished() -> None:
    told: list[Turn] = []
    hunters = parse_ghosts("random:2")
    start = set_up("small", hunters)
    for turn in turns(start, parse_pacman("reflex"), hunters, seed=3, limit=50, cancel=lambda: len(told) >= 7):
        told.append(turn)
    assert [turn.seat for turn in told] == [0, 1, 2, 0, 1, 2, 0]
    checks = iter([False] * 10)
    stopped = game(limit=50, cancel=lambda: next(checks, True))
    assert 0 < len(stopped.moves) < 10
    assert stopped.result == "unfinished"
    list(replay(stopped))
    with pytest.raises(ZermeloError, match="limit must be from 1 to"):
        game(limit=0)


def test_the_ghosts_still_answer_pacmans_last_move() -> None:
    assert len(game(limit=2).moves) == 6
    assert len(game(ghosts="none", limit=2).moves) == 2


def test_simulations_of_mcts_end_after_two_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def fake(state: Pacman, **options: Any) -> Result:
        asked.append(options["plies"])
        return Result(method="mcts", value=0, move=state.moves()[0])

    monkeypatch.setattr("zermelo.games.pacman.players.players.search", fake)
    choose(SMALL, parse_pacman("mcts:5"))
    assert asked == [6]


def test_records_are_read_back() -> None:
    games = (game(seed=1), game("expectimax:1", "minimax:1:1", limit=5))
    text = write_record(games)
    assert read_record(text) == read_record(text.encode()) == games
    assert read_record(write_record(())) == ()
    document = json.loads(text)
    assert (document["format"], document["version"]) == ("zermelo pacman", 1)


TAMPERED: dict[str, tuple[Callable[[Game], dict[str, Any]], str]] = {
    "another move": (lambda one: {"moves": ("Up", *one.moves[1:])}, r"move 1 \(Up\) is not legal there: "),
    "a stop of a ghost": (
        lambda one: {"moves": (one.moves[0], "Stop", *one.moves[2:])},
        r"move 2 \(Stop\) is not legal",
    ),
    "a move after the end": (lambda one: {"moves": (*one.moves, "Stop")}, "the game is over before it"),
    "a move less": (lambda one: {"moves": one.moves[:-1]}, "the moves lead to a score of|by its moves the game is"),
    "another score": (lambda one: {"score": one.score + 1}, "the moves lead to a score of -?[0-9]+, not to"),
    "another result": (lambda one: {"result": "unfinished"}, "by its moves the game is .*, not unfinished"),
    "another layout": (lambda one: {"layout": "%%%%%"}, "."),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_record_that_was_tampered_with_is_refused(what: str) -> None:
    one = game()
    assert one.result != "unfinished"
    change, words = TAMPERED[what]
    with pytest.raises(ZermeloError, match=words):
        list(replay(msgspec.structs.replace(one, **change(one))))


def test_a_seed_that_does_not_lead_to_the_moves_is_refused() -> None:
    one = game()
    with pytest.raises(ZermeloError, match="by the seed, and"):
        check_seed(msgspec.structs.replace(one, seed=4))
    with pytest.raises(ZermeloError, match=r"is .* by the seed, and the end in the record"):
        check_seed(msgspec.structs.replace(one, moves=one.moves[:-1]))
    with pytest.raises(ZermeloError, match="moves by the seed, and"):
        check_seed(msgspec.structs.replace(one, moves=(*one.moves, "Stop")))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "version"),
        ({"format": "chess"}, "format"),
        ({"games": [{}]}, "missing required field"),
        ({"more": 1}, "unknown field"),
    ],
)
def test_files_that_are_not_records_are_refused(change: dict[str, Any], words: str) -> None:
    document = json.loads(write_record((game(limit=2),)))
    with pytest.raises(ZermeloError, match=words):
        read_record(json.dumps(document | change))
    one = document["games"][0]
    for field, value in (("pacman", "\x1b[2J"), ("limit", 0), ("moves", [1]), ("result", "drawn")):
        with pytest.raises(ZermeloError, match="not a record"):
            read_record(json.dumps(document | {"games": [one | {field: value}]}))


@given(st.binary() | st.text(alphabet='{}[]":,0123456789 formatversiongames').map(str.encode))
def test_any_bytes_are_a_record_or_refused(data: bytes) -> None:
    with pytest.raises(ZermeloError, match="record"):
        read_record(data)
