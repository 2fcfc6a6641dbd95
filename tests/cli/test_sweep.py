"""Every command with every game ends with an answer or with one sentence, never with a traceback."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from zermelo.cli import COMMANDS, cli
from zermelo.games import GAMES
from zermelo.state import ZermeloError
from zermelo.terminal.sources import OUTPUT_FILE

SWEPT: dict[str, list[str]] = {
    "tree": [
        "tree {game} --merge-symmetric --depth 1 --nodes 100",
        "tree {game} --depth 2",
        "tree {game} --search max_n --depth 2 --json",
        "tree {game} --search mcts --simulations 5 --plies 3 --seed 1",
    ],
    "watch": ["watch {game} --depth 1"],
    "compare": ["compare {game} --json"],
    "sanity": ["sanity {game}"],
    "lab": ["lab {game}:Nothing --no-browser"],
    "exercise": ["exercise {game}"],
    "exam": ["exam --kinds {game}"],
    "grade": ["grade {game}"],
    "lesson": ["lesson {game}"],
    "study": ["study {game}"],
    "search": [
        "search {game} --depth 2",
        "search {game} --nodes 500 --json",
        "search {game} --nodes 500 --lines 3 --threads 2",
        *(
            f"search {{game}} --depth 2 --nodes 500 --method {method}"
            for method in ("alpha_beta", "expectiminimax", "max_n", "paranoid", "coalition", "stage_game")
        ),
        "search {game} --nodes 500 --method mcts --plies 4",
        "search {game} --nodes 500 --method solve",
        "search {game} --depth 2 --exact --without table",
        "search {game} --depth 2 --bounds -1000 1000",
        "search {game} --depth 2 --total 9 --least 1",
        "search {game} --depth 2 --partners p1",
        "search {game} --depth 2 --partners p9",
        "search {game} --depth 2 --position nonsense",
        "search {game} --depth 0",
        "search {game} --depth 2 --table 1048576",
        "search {game} --seconds -1",
        "search {game} --seconds nan",
    ],
    "solve": [
        "solve {game} --nodes 500",
        "solve {game} --nodes 500 --weak --json",
        "solve {game} --nodes 500 --table 1048576",
    ],
    "prove": [
        "prove {game} --nodes 500",
        "prove {game} --nodes 500 --goal 2 --json",
        "prove {game} --nodes 500 --goal 123456789",
    ],
    "review": ["review {game} nonsense", "review {game} {epd} --nodes 10", "review {game} '' --json"],
    "explain": ["explain {game}", "explain {game} --json", "explain {game} nonsense"],
    "perft": ["perft {game} 2", "perft {game} 2 --divide", "perft {game} 1 --divide --json", "perft {game} -1"],
    "play": [
        "play {game} --level 1",
        "play {game} --player mcts:5 --second",
        "play {game} --player reflex",
        "play {game} --player rules",
        "play {game} --player strategy --second",
        "play {game} --player british_museum:1000",
        "play {game} --position nonsense",
    ],
    "arena": [
        "arena {game} random mcts:1 --games 6 --opening 1 --seed 1",
        "arena {game} nobody",
    ],
    "analyse": [
        "analyse {epd} --game {game} --nodes 100",
        "analyse {epd} --game {game} --format positions --nodes 100",
        "analyse {epd} --game {game} --format moves --nodes 100",
        "analyse - --game {game} --out {folder}/out.jsonl",
        "analyse {game}",
    ],
    "matrix": ["matrix {game} --depth 1"],
    "iterated": ["iterated {game} --rounds 2"],
    "book": [
        "book probe {game}",
        "book info {game}",
        "book self-play {folder}/missing/{game}.book --game {game} --games 1",
    ],
    "table": ["table probe {game}", "table build {game}", "table verify {game}"],
    "train": ["train {game} --out {folder}/missing/weights", "train {game} --out {folder}/w --games 0"],
    "check": ["check {game} --games 1 --plies 50 --seconds 0.05"],
    "rules": ["rules check {game}", "rules check {game} --json", "rules format {game}.kif", "rules format - --check"],
    "ggp": ["ggp match {game} --players random,random --play-clock 5", "ggp match {game}.kif --players nobody"],
    "describe": ["describe {game}", "describe {game} --json"],
    "estimate": [
        "estimate {game} --games 2",
        "estimate {game} --games 1 --seed 7 --json",
        "estimate {game} nonsense",
        "estimate {game} --games 0",
    ],
    "pacman": [
        "pacman --layout {game}",
        "pacman --pacman {game}",
        "pacman --test {game}",
        "pacman --limit 2 --weights food_left=1e308",
        "pacman --limit 2 --weights food_left=nan",
        "pacman --limit 2 --weights beauty=1",
    ],
    "ratings": ["ratings {folder}/{game}", "ratings {epd}", "ratings {folder}"],
}
"""How every command is called; what has no limits of its own gets arguments that it refuses, or no input."""
WITHOUT_A_GAME = {
    "random-tree": "makes a tree from a seed",
    "bench": "takes no argument; the signature has its own test",
    "uci": "reads commands from standard input; tests/protocols sends it nonsense",
    "gtp": "reads commands from standard input; tests/protocols sends it nonsense",
}
ENDLESS = {
    ("compare", game) for game in ("tic_tac_toe", "connect_four", "othello", "chess", "antichess", "pacman", "pig")
}
"""Every search of the whole game, without a limit; Ctrl-C ends it."""


SHEETS = ("coins.kif", "prisoners_dilemma.kif", "lights_out.kif", "nim.kif")
"""Rule sheets of each kind: three players, simultaneous moves, a puzzle, two players in turn."""
ASKED_OF_SHEETS = ("search", "solve", "prove", "perft", "play", "explain", "check", "describe", "estimate")


def test_every_command_is_swept() -> None:
    assert SWEPT.keys() | WITHOUT_A_GAME.keys() == COMMANDS.keys()
    assert not SWEPT.keys() & WITHOUT_A_GAME.keys()


@pytest.mark.parametrize(
    ("command", "game"),
    [*(pair for pair in product(SWEPT, GAMES) if pair not in ENDLESS), *product(ASKED_OF_SHEETS, SHEETS)],
)
def test_an_answer_or_one_sentence(command: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    epd = tmp_path / "one.epd"
    epd.write_text("4k3/8/8/8/8/8/8/R3K3 w - - bm a1a8;\n")
    for words in SWEPT[command]:
        arguments = words.format(game=game, folder=tmp_path, epd=epd).split()
        done = CliRunner().invoke(cli, arguments, input="", standalone_mode=False)
        match done.exception:
            case None | SystemExit() | click.exceptions.Exit() | click.Abort():
                assert "Traceback" not in done.output, words
                assert done.exit_code in (0, 1, 2), words
            case ZermeloError() | click.ClickException() as error:
                sentence = error.format_message() if isinstance(error, click.ClickException) else str(error)
                assert sentence.strip(), words
                assert len(sentence.splitlines()) == 1, f"{words}: {sentence}"
            case error:
                raise AssertionError(f"zermelo {' '.join(arguments)}") from error


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("solve chess", "Chess has no exact solver: use search or prove"),
        ("solve antichess", "AntiChess has no exact solver: use search or prove"),
        ("solve pacman", "Pacman has no exact solver: use search"),
        ("solve pig", "solve does not suit this game, as there are chance moves"),
        ("solve coins", "solve does not suit this game, as there is a payoff for each player"),
        ("prove pacman", "Pacman has no proof-number search"),
        ("prove coins", "prove does not suit this game, as there is a payoff for each player"),
        ("search coins --method coalition --depth 2", "coalition needs partners"),
        ("search tic_tac_toe --method alfa_beta", "did you mean alpha_beta?"),
        ("play chess --player uci:/no/such", "there is no program '/no/such' to start"),
        ("arena chess random uci:/no/such", "there is no program '/no/such' to start"),
        ("train ches --out weights", "did you mean chess?"),
        ("analyse one.epd --game antichss", "did you mean antichess?"),
        ("book self-play --game ches --out book", "did you mean chess?"),
        ("solve connect_four --table 1048576", "a table of 1,048,576 MB does not fit into memory"),
        ("prove chess --table 1048576", "a table of 1,048,576 MB does not fit into memory"),
    ],
)
def test_what_cannot_be_done_is_said(words: str, sentence: str) -> None:
    done = CliRunner().invoke(cli, words.split(), standalone_mode=False)
    error = done.exception
    assert isinstance(error, ZermeloError | click.ClickException), done.output
    assert sentence in (error.format_message() if isinstance(error, click.ClickException) else str(error))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_solver_is_sent_only_to_searches_that_take_it(game: str) -> None:
    error = CliRunner().invoke(cli, ["solve", game, "--nodes", "10"]).exception
    if error is not None and "no exact solver: use search" in str(error):
        proof = CliRunner().invoke(cli, ["prove", game, "--nodes", "10"])
        assert ("prove" in str(error)) == (proof.exception is None)


def _output_options() -> list[list[str]]:
    """Every option that names a file to write, as the arguments before it and itself."""
    context = click.Context(cli)
    commands = [([name], cli.get_command(context, name)) for name in COMMANDS]
    for path, command in commands:
        if isinstance(command, click.Group):
            commands += [([*path, name], inner) for name, inner in command.commands.items()]
    return [
        [*path, option.opts[0]]
        for path, command in commands
        if command is not None
        for option in command.params
        if option.type is OUTPUT_FILE
    ]


@pytest.mark.parametrize("option", _output_options(), ids=" ".join)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(option: list[str], tmp_path: Path) -> None:
    """The path is refused before the missing arguments of the command are."""
    done = CliRunner().invoke(cli, [*option, str(tmp_path / "missing" / "file")])
    assert isinstance(done.exception, ZermeloError)
    assert "cannot be written: No such file or directory" in str(done.exception)


def test_options_that_write_files_are_known() -> None:
    commands = {" ".join(option) for option in _output_options()}
    assert commands >= {
        "ratings --out",
        "ratings --plot",
        "play --pgn",
        "pacman --record",
        "book build --out",
        "train --out",
        "tree --svg",
    }


def test_the_help_groups_every_command_by_its_purpose() -> None:
    sections = CliRunner().invoke(cli, ["--help"]).output.split("\n\n")[3:]
    listed = {section.splitlines()[0]: [line.split()[0] for line in section.splitlines()[1:]] for section in sections}
    assert list(listed)[:3] == ["Game trees and textbook searches:", "Exercises:", "Engine:"]
    assert sorted(name for names in listed.values() for name in names) == sorted(COMMANDS)
