"""What is printed as a move or as a position is accepted as one, in every game and by every command."""

from __future__ import annotations

from random import Random
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tests.long import LONG
from zermelo.cli import COMMANDS, cli
from zermelo.games import GAMES, SMALL_BOARDS
from zermelo.games.gdl.sheets import sheet_names
from zermelo.records.moves import format_moves, parse_move, parse_record
from zermelo.records.positions import legal_moves, parse_position, read_position
from zermelo.result import format_line
from zermelo.state import SIMULTANEOUS, State, ZermeloError

ODD = "tests.records.odd_moves"
EXAMPLES = (
    "breakthrough.py:Breakthrough",
    "dots_and_boxes.py:DotsAndBoxes",
    "kalah.py:Kalah",
    "kayles.py:Kayles",
    "pig.py:Pig",
)
EVERY_GAME = [
    *GAMES,
    *SMALL_BOARDS,
    *(f"{name}.kif" for name in sheet_names()),
    *(f"examples/{name}" for name in EXAMPLES),
    *(f"{ODD}:{name}" for name in ("Odd", "Together", "TREE")),
]
GAMES_PLAYED = 3 * LONG
PLIES = 12
MOST_CHECKED = 30
"""Moves of one state."""


def random_line(start: State, random: Random) -> list[State]:
    states = [start]
    while states[-1].utility() is None and len(states) <= PLIES:
        states.append(states[-1].play(random.choice(list(legal_moves(states[-1]).values()))))
    return states


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_printed_move_and_position_is_read(game: str) -> None:
    random = Random(game)
    start = parse_position(game, None)
    for _ in range(GAMES_PLAYED):
        state, texts, written = start, list[str](), list[str]()
        for _ in range(PLIES):
            if state.utility() is not None:
                break
            legal = legal_moves(state)
            for text, move in random.sample(list(legal.items()), min(MOST_CHECKED, len(legal))):
                (people,) = format_moves(state, [move])
                for one in (text, people):
                    assert same(state.play(read(state, one)), state.play(move)), one
            text, move = random.choice(list(legal.items()))
            texts.append(text)
            written += format_moves(state, [move])
            state = state.play(move)
            lines = [format_line(texts), format_line(written), " ".join(each.replace(" ", "_") for each in texts)]
            notation = getattr(state, "notation", None)
            for line in [*lines, *([notation()] if notation else [])]:
                assert same(read_position(start, line), state), line
                assert same(parse_position(game, line), state), line


def read(state: State, text: str) -> Any:
    """Return the move of a text: of one player or, with + between them, of all."""
    return legal_moves(state)[text] if state.player == SIMULTANEOUS else parse_move(state, text)


def same(one: Any, other: Any) -> bool:
    """Whether two states are equal; those of trees and of Go have more to them than a text can tell."""
    return bool(one == other) or str(one) == str(other)


def takes_a_position(command: click.Command) -> bool:
    return any(parameter.name == "position" for parameter in command.params)


LIMITS = {
    "search": ["--depth", "1"],
    "play": ["--both", "--json", "--player", "random"],
    "arena": ["random", "random", "--games", "2", "--plies", "4"],
    "perft": ["1"],
    "estimate": ["--games", "1"],
    "solve": ["--nodes", "10"],
    "prove": ["--nodes", "10"],
    "explain": [],
}


@pytest.mark.parametrize(
    ("game", "position"),
    [
        (f"{ODD}:Odd", "('boar', 0, 5), (('deer', (1, 2)), ())"),
        (f"{ODD}:Odd", "('boar',_0,_5) 12._x"),
        (f"{ODD}:Together", "('boar', 0, 5)+a, b"),
        ("rock_paper_scissors.kif", "rock+paper rock+rock"),
        ("tic_tac_toe.kif", "(mark 2 2) (mark 1 1)"),
        ("chess", "Nf3 d5"),
        ("pig", "roll 3"),
        ("connect_four", "44"),
    ],
)
def test_every_command_takes_what_is_printed(game: str, position: str) -> None:
    context = click.Context(cli)
    commands = {name: command for name in COMMANDS if (command := cli.get_command(context, name))}
    assert LIMITS.keys() == {name for name, command in commands.items() if takes_a_position(command)}
    parse_position(game, position)
    for name, limits in LIMITS.items():
        given = [position] if name in ("estimate", "explain") else ["--position", position]
        own = [*limits, *given] if name in ("perft", "arena") else [*given, *limits]
        done = CliRunner().invoke(cli, [name, game, *own], standalone_mode=False)
        if done.exception is not None:  # for other reasons, such as a game without static values
            assert isinstance(done.exception, ZermeloError | click.exceptions.Exit), done.exc_info
            assert "move" not in str(done.exception).split() or "legal" not in str(done.exception), done.exception
            assert position not in str(done.exception)


def test_a_list_that_is_cut_short_says_so() -> None:
    with pytest.raises(ZermeloError, match=r"move 3 \(Ke3\) is not legal there: Ke2, .* … and 17 more are$"):
        parse_record("chess", "e4 e5 Ke3")


def test_a_move_called_like_a_word_of_play_is_a_move() -> None:
    typed = "undo\n/undo\n/help\n/level 2\nlevel 3\nquit\n"
    done = CliRunner().invoke(cli, ["play", f"{ODD}:Odd", "--player", "random"], input=typed, standalone_mode=False)
    assert done.exception is None
    assert "Taken back." in done.output
    assert "back, help, level 3 or undo is a move: write / before the word" in done.output
    assert "Level 2." in done.output
    assert "Level 3." not in done.output
