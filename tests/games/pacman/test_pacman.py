"""Test Pac-Man against the reference rules; layouts, notation, roles, features."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.pacman.pacman_rules import STEPS, World
from zermelo.engine import search_fixed_depth
from zermelo.engine.expectiminimax import FixedDepth
from zermelo.games.pacman import ROLES, Pacman
from zermelo.games.pacman.layouts import LAYOUTS, read_layout
from zermelo.methods import search
from zermelo.result import Pass
from zermelo.state import CHANCE, MAX, MIN, ZermeloError, as_number
from zermelo.textbook import SEARCHES, alpha_beta, expectimax, expectiminimax, star1, star2

MANY = """\
%%%%%%%%%%%
%Go.P.o..G%
%.%.%%%.%.%
%.o..G..o.%
%%%%%%%%%%%
"""
"""Capsules everywhere, so that ghosts are mostly scared and often eaten."""


def same(state: Pacman, world: World) -> None:
    assert state.agent == world.agent
    assert state.score == world.score
    assert state.pacman == world.pacman
    assert state.food == world.food
    assert state.capsules == world.capsules
    assert [ghost[:4] for ghost in state.ghosts] == [(*each.at, each.direction, each.scared) for each in world.ghosts]
    assert (state.won, state.lost) == (world.outcome == "won", world.outcome == "lost")
    assert state.utility() == (world.score if world.outcome else None)
    assert state.moves() == ([] if world.outcome else world.moves())


GAMES = {"small": 100, "medium": 40, "trap": 100, "corridor": 100, "open": 60, MANY: 120}


@pytest.mark.parametrize("layout", GAMES)
def test_random_games_keep_to_the_rules(layout: str) -> None:
    """More than 500 games in all, every position compared; and food, score and walls add up."""
    text = read_layout(layout) if layout in LAYOUTS else layout
    start = Pacman(layout)
    food = len(start.food)
    eaten_ghosts = 0
    for seed in range(GAMES[layout]):
        random = Random(seed)
        state, world, moves = start, World.of(text), 0
        same(state, world)
        while state.utility() is None and moves < 600:
            choice = random.choice(state.moves())
            before = state
            state, moves = state.play(choice), moves + (state.agent == 0)
            world.move(choice)
            same(state, world)
            assert before != state
            eaten_ghosts += state.score - before.score > 100 and not state.won
        gained = 10 * (food - len(state.food)) + 500 * (state.won - state.lost) - moves
        assert (state.score - gained) % 200 == 0
        assert state.score >= gained
        assert not state.walls & {state.pacman, *((round(each.column), round(each.line)) for each in state.ghosts)}
        again = Pacman(state.notation())
        assert (again, hash(again)) == (state, hash(state))
    assert eaten_ghosts > 0 or layout != MANY


def distances(world: World, start: tuple[int, int]) -> dict[tuple[int, int], int]:
    """How far every cell is, by breadth first."""
    found, queue = {start: 0}, deque([start])
    while queue:
        column, line = queue.popleft()
        for x, y in STEPS.values():
            there = (column + x, line + y)
            if there not in found and world.free(*there):
                found[there] = found[column, line] + 1
                queue.append(there)
    return found


@pytest.mark.parametrize("layout", ["small", "medium", "open", MANY])
def test_features_are_what_their_names_say(layout: str) -> None:
    text = read_layout(layout) if layout in LAYOUTS else layout
    state, world, random = Pacman(layout), World.of(text), Random(3)
    for _ in range(60):
        while state.utility() is not None or (state.agent and random.random() < 0.1):
            state, world = Pacman(layout), World.of(text)
        features = state.features()
        far = distances(world, state.pacman)
        hunters = [each for each in world.ghosts if not each.scared]
        ways = [distances(world, (int(each.at[0]), int(each.at[1]))) for each in hunters]
        assert features["score"] == state.score
        assert features["nearest_food"] == min(far[cell] for cell in state.food)
        assert features["food_left"] == len(state.food)
        assert features["capsules_left"] == len(state.capsules)
        assert features["ghost_distance"] == sum(way[state.pacman] for way in ways)
        assert features["ghosts_close"] == sum(max(0, 5 - way[state.pacman]) for way in ways)
        assert features["fear_left"] == sum(each.scared for each in world.ghosts)
        room = sum(all(steps < way[cell] for way in ways) for cell, steps in far.items())
        assert features["room"] == min(room, 20)
        assert state.evaluate() == pytest.approx(sum(state.weights()[name] * each for name, each in features.items()))
        move = random.choice(state.moves())
        state = state.play(move)
        world.move(move)


def test_a_slow_ghost_stands_on_a_cell_again() -> None:
    state = Pacman("%%%%%%%%%\n%P.....G%\n%%%%%%%%%\n")
    text = state.notation().replace("8,2,-,0", "7,2,E+,1").replace(" 0 0 ", " 1 0 ")
    east = Pacman(text)
    assert east.ghosts[0][:2] == (7.5, 2)
    assert east.play("East").ghosts[0][:4] == (8, 2, "East", 0)
    begun = Pacman(text.replace("7,2,E+,1", "7,2,E,1"))
    assert begun.play("East").ghosts[0][:2] == (8, 2), "half way is rounded to the right"
    west = Pacman(text.replace("7,2,E+,1", "7,2,W,1"))
    assert west.play("West").ghosts[0][:2] == (7, 2)


def test_a_catch_is_half_a_cell_wide() -> None:
    start = Pacman("%%%%%%%\n%P. G.%\n%%%%%%%\n").notation().replace(" 0 0 ", " 1 0 ")
    scared = Pacman(start.replace("5,2,-,0", "3,2,W,9")).play("West")
    assert (scared.score, scared.ghosts[0][:4]) == (200, (5, 2, "", 0)), "eaten half a cell away, and home"
    assert Pacman(start.replace("5,2,-,0", "3,2,W,0")).play("West").lost


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("%%%%\n%. %\n%%%%\n", r"no Pac-Man: put a P into it \(line 1, column 1 to line 3, column 4\)"),
        ("%%%%\n%P %\n%%%%\n", "no food"),
        ("%%%%\n%P.%\n%%%\n", "line 3, column 4: this row has 3 characters, and the first one has 4"),
        ("%%%%\n%P.%%%\n%%%%\n", "line 2, column 5: this row has 6 characters, and the first one has 4"),
        ("%%%%%\n%P%.%\n%%%%%\n", "line 2, column 4: this food cannot be reached by Pac-Man"),
        ("%%%%%\n%P.%%\n%%%o%\n%%%%%\n", "line 3, column 4: this capsule cannot be reached"),
        ("%%%%\n%Px%\n%%%%\n", "line 2, column 3: 'x' means nothing in a layout"),
        ("%%%%\n%Pé%\n%%%%\n", "line 2, column 3: 'é' means nothing in a layout"),
        ("%%%%\n%P\t%\n%%%%\n", "line 2, column 3: a control character means nothing in a layout"),
        ("%%%%\n%PP%\n%%%%\n", "line 2, column 3: there is a second P"),
        ("P.GGGGGGGGG\n", "line 1, column 11: a layout has at most 8 ghosts"),
        ("\n", "line 1, column 1: the layout is empty"),
        ("P" + "." * 64 + "\n", "line 1, column 65: a layout has at most 64 lines and columns"),
        ("P" + "." * 63 + "\n" + ("." * 64 + "\n") * 63, "4096 cells without a wall, and 1024 is the most"),
    ],
)
def test_bad_layouts_are_refused_where_they_are_wrong(text: str, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence) as refusal:
        Pacman(text)
    assert "\n" not in str(refusal.value)
    assert "line" in str(refusal.value)
    assert "column" in str(refusal.value)


def test_layouts_from_files(tmp_path: Path) -> None:
    own = tmp_path / "own.lay"
    own.write_bytes(b"%%%%%\r\n%P.G%\r\n%%%%%\r\n\r\n")
    assert Pacman(read_layout(str(own))).agents == 2
    with pytest.raises(ZermeloError, match="there is no layout called 'nothing', and no such file: small, medium"):
        read_layout("nothing")
    own.write_bytes(b"\xff\xfe" * 10)
    with pytest.raises(ZermeloError, match="line 1, column 1"):
        Pacman(read_layout(str(own)) + "\n")
    own.write_bytes(b"%" * 200_000)
    with pytest.raises(ZermeloError, match="more than 100,000 bytes is too large"):
        read_layout(str(own))


def position_or_sentence(text: str) -> Pacman | str:
    try:
        return Pacman(text)
    except ZermeloError as error:
        return str(error)


@given(st.text(alphabet="%.oPG \n\r-x\u00e9", max_size=60))
def test_any_text_is_a_layout_or_refused_in_words(text: str) -> None:
    start = position_or_sentence(text + "\n")
    if isinstance(start, Pacman):
        assert start.food
        assert Pacman(start.notation()) == start
    else:
        assert "\n" not in start


@settings(max_examples=300)
@given(st.data())
def test_any_change_of_a_notation_is_a_position_or_refused_in_words(data: st.DataObject) -> None:
    state = Pacman(MANY)
    for _ in range(data.draw(st.integers(0, 12))):
        if state.utility() is None:
            state = state.play(data.draw(st.sampled_from(state.moves())))
    text = state.notation()
    place = data.draw(st.integers(0, len(text) - 1))
    changed = (
        text[:place] + data.draw(st.text(alphabet="%.-GP/ ,+0123459NSEWwonlostmin:", max_size=3)) + text[place + 1 :]
    )
    found = position_or_sentence(changed)
    if isinstance(found, str):
        assert "\n" not in found
        return
    assert Pacman(found.notation()) == found
    if found.utility() is None:
        assert found.moves()
        for move in found.moves():
            found.play(move)


def test_roles_say_who_a_ghost_plays_for() -> None:
    start = Pacman("small", roles=("min", "random"))
    after = start.play("Stop")
    assert (start.player, after.player, after.play("East").player) == (MAX, MIN, CHANCE)
    assert [Pacman(roles=role).play("Stop").player for role in ROLES] == [MAX, MIN, CHANCE, CHANCE]
    assert start.with_roles("max").roles == ("max", "max")
    assert Pacman("small", ghosts=1).agents == 2
    for wrong, sentence in (
        (lambda: Pacman(roles="mean"), "'mean' is not a role of a ghost: choose from max, min, random, directional"),
        (lambda: Pacman(roles=["min"]), "there are 2 ghosts, but 1 roles"),
        (lambda: Pacman(ghosts=3), "the layout has 2 ghosts"),
        (lambda: Pacman(ghosts=-1), "a whole number from 0 up"),
        (lambda: start.chances(), "it is not a ghost's turn"),
        (lambda: start.play("Up"), "Up is not a legal move here"),
    ):
        with pytest.raises(ZermeloError, match=sentence):
            wrong()


def test_directional_ghosts_like_the_way_to_pacman() -> None:
    cross = Pacman("%%%%%\n%%.%%\n% G.%\n%%P%%\n%%%%%\n", roles="directional").play("Stop")
    chances = dict(cross.chances())
    assert cross.moves() == ["North", "South", "East", "West"]
    assert chances["South"] == Fraction(4, 5) + Fraction(1, 20)
    assert chances["North"] == chances["West"] == Fraction(1, 20)
    assert sum(chances.values()) == 1
    scared = Pacman(cross.notation().replace("3,3,-,0", "3,3,-,20"))
    away = Fraction(4, 15) + Fraction(1, 20)
    assert dict(scared.chances()) == {
        **dict.fromkeys(("North", "East", "West"), away),
        "South": Fraction(1, 20),
    }
    assert dict(cross.with_roles("random").chances()) == dict.fromkeys(cross.moves(), Fraction(1, 4))
    assert dict(cross.with_roles("min").directional()) == chances


@pytest.mark.parametrize("layout", ["small", "trap", MANY])
@pytest.mark.parametrize(
    ("name", "role"),
    [("minimax", "min"), ("alpha_beta", "min"), ("expectiminimax", "random"), ("expectiminimax", "directional")],
)
def test_native_and_textbook_searches_agree(layout: str, name: FixedDepth, role: str) -> None:
    """Values, moves, lines and counts, from the turns of Pac-Man and of ghosts, also where ghosts are scared."""
    random = Random(layout + name)
    state = Pacman(layout, roles=role)
    for _ in range(12):
        if state.utility() is not None:
            state = Pacman(layout, roles=role)
        theirs = SEARCHES[name](state, depth=4)
        ours = search_fixed_depth(state, name, depth=4)
        assert ours.value == pytest.approx(float(as_number(theirs.value)))
        assert (ours.nodes, ours.evaluations) == (theirs.nodes, theirs.evaluations)
        assert [each.value for each in ours.moves] == pytest.approx(
            [float(as_number(each.value)) for each in theirs.moves]
        )
        assert [each.bound for each in ours.moves] == [each.bound for each in theirs.moves]
        if role == "min":  # averages are rounded in their last digits, so that equals may differ
            assert (ours.move, ours.line) == (theirs.move, theirs.line)
            assert search(state, depth=4, exact=True).value == pytest.approx(theirs.value)
        else:
            assert (
                search(state, depth=4).value == pytest.approx(float(as_number(theirs.value)))
                if state.player != CHANCE
                else True
            )
        state = state.play(random.choice(state.moves()))


@pytest.mark.parametrize("roles", ["random", "directional", ("min", "random"), ("random", "min")])
def test_star_natively(roles: str | tuple[str, ...]) -> None:
    """The values of expectiminimax and the nodes of the textbook's Star1 and Star2; the first of them saves some."""
    random, state, saved = Random(repr(roles)), Pacman("small", roles=roles), 0
    for _ in range(8):
        leaves: list[float] = [state.score - 600, state.score + 600]

        def static(each: Pacman, leaves: list[float] = leaves) -> float:
            leaves.append(each.evaluate())
            return leaves[-1]

        whole = expectiminimax(state, depth=4, evaluate=static)
        bounds = min(leaves), max(leaves)
        for name, theirs in (("star1", star1), ("star2", star2)):
            ours, known = (
                search_fixed_depth(state, cast(FixedDepth, name), depth=4, bounds=bounds),
                theirs(state, depth=4, bounds=bounds),
            )
            assert ours.value == pytest.approx(float(as_number(whole.value)))
            assert (ours.nodes, ours.evaluations) == (known.nodes, known.evaluations)
            assert [each.bound for each in ours.moves] == [each.bound for each in known.moves]
            saved += whole.nodes - ours.nodes if name == "star1" else 0
        state = state.play(random.choice(state.moves()))
        state = state if state.utility() is None else Pacman("small", roles=roles)
    assert saved > 0 if "min" in roles else saved >= 0


def test_star_needs_bounds_that_hold() -> None:
    state = Pacman("small", roles="random")
    refused: list[tuple[dict[str, Any], str]] = [
        ({}, "star1 needs bounds"),
        ({"bounds": (1, 1)}, "a smaller and a larger number, not 1 and 1"),
        ({"bounds": (0, float("inf"))}, "bounds must be a finite number"),
        ({"bounds": (900, 1000)}, "a leaf has the value .*, outside the bounds 900 to 1000"),
    ]
    for options, sentence in refused:
        with pytest.raises(ZermeloError, match=sentence):
            search_fixed_depth(state, "star1", depth=3, **options)
    mixed = Pacman("small", roles=("min", "random"))
    whole, pruned = search(mixed, depth=6), search(mixed, depth=6, bounds=(-600, 600))
    assert pruned.value == pytest.approx(whole.value)
    assert pruned.nodes < whole.nodes
    for each in (mixed, Pacman("small")):
        with pytest.raises(ZermeloError, match="outside the bounds 900 to 1000"):
            search(each, depth=3, bounds=(900, 1000))
    with pytest.raises(ZermeloError, match="minimax takes no bounds"):
        search_fixed_depth(Pacman("small"), "minimax", depth=3, bounds=(0, 1))


def test_expectimax_takes_ghosts_for_random_ones() -> None:
    state = Pacman("small", roles="min")
    believed = search_fixed_depth(state.with_roles("random"), "expectiminimax", depth=5)
    assert float(as_number(expectimax(state, depth=5).value)) == pytest.approx(believed.value)


def test_a_custom_evaluation_is_one_function() -> None:
    def timid(state: Pacman) -> float:
        return state.score + sum(abs(each.column - state.pacman[0]) for each in state.ghosts)

    state = Pacman("open")
    theirs = alpha_beta(state, depth=5, evaluate=timid)
    for ours in (
        search_fixed_depth(state, "alpha_beta", depth=5, evaluate=timid),
        search(state, depth=5, evaluate=timid),
    ):
        assert ours.value == theirs.value
    assert search_fixed_depth(state, "minimax", depth=3, evaluate={"score": 1}).value == alpha_beta(
        state, depth=3, evaluate=lambda each: each.score
    ).value  # fmt: skip
    with pytest.raises(ZermeloError, match="there is no feature of Pacman called 'teeth': use score, nearest_food"):
        search_fixed_depth(state, "minimax", depth=3, evaluate={"teeth": 1})
    with pytest.raises(
        ZermeloError,
        match="alpha_beta does not suit this game, as there are chance moves: use expectiminimax, star1 or star2",
    ):
        search_fixed_depth(state.with_roles("random"), "alpha_beta", depth=3)
    with pytest.raises(ZeroDivisionError):
        search_fixed_depth(state, "minimax", depth=3, evaluate=lambda _: 1 / 0)


def test_the_engine_deepens_where_chance_plays() -> None:
    state = Pacman("small", roles="random")
    passes: list[Pass] = []
    found = search(state, depth=6, on_depth=passes.append)
    assert [each.depth for each in found.history] == [each.depth for each in passes] == [1, 2, 3, 4, 5, 6]
    assert found.value == pytest.approx(search_fixed_depth(state, "expectiminimax", depth=6).value)
    short = search(state, nodes=500)
    assert short.move in state.moves()
    assert short.stopped == "nodes"
    drawn = search(state.play("Stop"), depth=3)
    assert drawn.move is None
    assert drawn.value == pytest.approx(float(as_number(expectiminimax(state.play("Stop"), depth=3).value)))


def test_playouts_find_the_food_next_door() -> None:
    state = Pacman("%%%%%%%\n%  P .%\n%%%%%%%\n")
    found = search(state, method="mcts", simulations=400, plies=8, seed=1)
    assert found.move == "East"
    assert sum(each.visits or 0 for each in found.moves) == 400
    assert search(state, method="mcts", simulations=400, plies=8, seed=1).moves == found.moves
    assert search(state, method="mcts", simulations=400, plies=8, seed=2).moves != found.moves


def test_ghosts_may_be_left_out() -> None:
    layout = "%%%%%%%\n%PG. G%\n%%%%%%%\n"
    assert [Pacman(layout, ghosts=ghosts).agents for ghosts in (None, 2, 1, 0)] == [3, 3, 2, 1]
    for wrong in (-1, 1.5):
        with pytest.raises(ZermeloError):
            Pacman(layout, ghosts=wrong)  # type: ignore[arg-type]
