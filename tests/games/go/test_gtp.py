"""The engine as programs that play Go meet it: through scripts, through a pipe, and through nonsense."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.games.go import Go
from zermelo.games.go.gtp import analysis as go_analysis
from zermelo.games.go.gtp import status as go_status
from zermelo.games.go.gtp.board import RULES, GoBoard, handicap_points
from zermelo.games.go.gtp.commands import GoGtp, GoOptions
from zermelo.games.go.sgf_games import parse_game
from zermelo.protocols.gtp import win_rate
from zermelo.records.sgf import read_sgf
from zermelo.result import Result, RootMove
from zermelo.state import ZermeloError

QUICK = GoOptions(size=5, simulations=8, resign=0.0)
PROGRAM = [sys.executable, "-c", "from zermelo.cli import main; main()", "gtp"]


def talk(*lines: str, options: GoOptions = QUICK) -> list[str]:
    """What the engine answers to these lines, without the empty lines that end the answers."""
    out = io.StringIO()
    GoGtp(out, options).run(iter(lines))
    answers = out.getvalue().split("\n\n")
    assert answers.pop() == "", "every answer ends with an empty line"
    return answers


# ---- the protocol


def test_answers_have_the_form_of_the_protocol() -> None:
    out = io.StringIO()
    GoGtp(out, QUICK).run(iter(["1 protocol_version\n", "name\r\n", "0007 foo", "bar", "12 boardsize\t7", "komi 1"]))
    assert out.getvalue() == "=1 2\n\n= Zermelo\n\n?0007 unknown command\n\n? unknown command\n\n=12\n\n=\n\n"


def test_comments_control_characters_and_empty_lines_are_left_out() -> None:
    said = talk("", "   ", "# nothing", "\x07\x0c", "na\x01me # who\n", "\t3\tname\t\n", "#3 name")
    assert said == ["= Zermelo", "=3 Zermelo"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("5", "?5 unknown command"),
        ("99999999999 name", "? unknown command"),
        ("NAME", "? unknown command"),
        ("boardsize", "? syntax error"),
        ("boardsize nine", "? syntax error"),
        ("boardsize 99", "? unacceptable size"),
        ("boardsize 1", "? unacceptable size"),
        ("boardsize 0", "? unacceptable size"),
        ("komi", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("komi 1e999", "? syntax error"),
        ("play b", "? invalid color or coordinate"),
        ("play purple a1", "? invalid color or coordinate"),
        ("play b z9", "? invalid color or coordinate"),
        ("play b i3", "? invalid color or coordinate"),
        ("play b a6", "? invalid color or coordinate"),
        ("genmove", "? syntax error"),
        ("genmove red", "? syntax error"),
        ("undo", "? cannot undo"),
        ("fixed_handicap 2", "? invalid number of stones"),
        ("fixed_handicap", "? syntax error"),
        ("set_free_handicap a1", "? bad vertex list"),
        ("set_free_handicap a1 a1", "? bad vertex list"),
        ("set_free_handicap a1 pass", "? bad vertex list"),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings -1 2 3", "? syntax error"),
        ("kgs-time_settings egg 3", "? syntax error"),
        ("time_left b x 0", "? syntax error"),
        ("final_status_list sleepy", "? the status is alive, dead or seki"),
        ("loadsgf", "? syntax error"),
        (
            "loadsgf /no/such/file.sgf",
            "? cannot load file: /no/such/file.sgf cannot be read: No such file or directory",
        ),
        ("lz-analyze b interval", "? syntax error"),
        ("lz-analyze b interval ten", "? syntax error"),
        ("known_command", "= false"),
        ("known_command genmove", "= true"),
        ("known_command tsumego", "= false"),
    ],
)
def test_wrong_commands_are_answered_and_do_no_harm(line: str, answer: str) -> None:
    assert talk(line, "name") == [answer, "= Zermelo"]


def test_every_listed_command_is_known() -> None:
    (listed,) = talk("list_commands")
    names = listed.removeprefix("= ").split("\n")
    assert names == sorted(names)
    assert {
        "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board",
        "komi", "play", "genmove", "fixed_handicap", "place_free_handicap", "set_free_handicap", "undo", "showboard",
        "time_settings", "time_left", "final_score", "final_status_list", "loadsgf", "reg_genmove", "printsgf",
    } <= set(names)  # fmt: skip
    assert talk(*(f"known_command {name}" for name in names)) == ["= true"] * len(names)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=30) | st.builds(
    lambda name, rest: f"{name} {rest}",
    st.sampled_from(sorted({*GoGtp(io.StringIO(), QUICK).commands} - {"printsgf", "loadsgf", "quit"})),
    st.text(st.sampled_from("bw a1C3pass 09.-\t\x00é#"), max_size=12),
), max_size=6))  # fmt: skip
def test_nonsense_does_no_harm(lines: list[str]) -> None:
    options = GoOptions(size=3, simulations=2, resign=0.0)
    said = talk(*(line for line in lines if line.split()[-1:] != ["quit"]), "77 name", options=options)
    assert said[-1].split("\n\n")[-1] == "=77 Zermelo"
    assert all(answer.startswith(("=", "?")) for answer in said)


def test_quit_is_answered_and_ends_the_conversation() -> None:
    assert talk("1 quit", "2 name") == ["=1"]


def test_a_line_without_an_end_is_refused() -> None:
    assert talk("play b " + "a" * 200_000, "name") == ["? syntax error: the line is too long", "= Zermelo"]


# ---- the board


def test_any_colour_may_move_and_moves_can_be_taken_back() -> None:
    said = talk("play b c3", "play B C3", "play white c4", "play w pass", "play w d4", "undo", "undo", "showboard")
    assert said[:7] == ["=", "? illegal move", "=", "=", "=", "=", "="]
    rows = [line for line in said[7].split("\n") if re.match(r" *\d ", line)]
    assert [row.count("X") for row in rows] == [0, 0, 1, 0, 0]
    assert [row.count("O") for row in rows] == [0, 1, 0, 0, 0]


def test_play_goes_on_after_two_passes() -> None:
    said = talk("play b pass", "play w pass", "play b c3", "genmove w", "play b pass", "genmove w")
    assert said[2] == "="
    assert re.fullmatch(r"= ([A-E][1-5]|pass)", said[3])
    assert re.fullmatch(r"= ([A-E][1-5]|pass)", said[5])


def test_a_ko_cannot_be_taken_back_at_once() -> None:
    moves = ["b b3", "w c3", "b c4", "w d4", "b c2", "w d2", "b a1", "w e3", "b d3"]
    said = talk(*(f"play {move}" for move in moves), "play w c3", "play w a5", "play b b5", "play w c3")
    assert said == ["="] * 9 + ["? illegal move", "=", "=", "="]


def test_komi_and_size_change_the_score() -> None:
    assert talk("komi 0.5", "play b c3", "final_score") == ["=", "=", "= B+24.5"]
    assert talk("boardsize 7", "final_score") == ["=", "= W+7.5"]
    assert talk("komi 0", "final_score") == ["=", "= 0"]
    assert talk("komi 6.6", "final_score") == ["=", "= W+6.5"]
    assert talk("komi 100000", "final_score")[1] == "= W+7.5", "the komi before stays"


def test_handicaps() -> None:
    said = talk(
        "boardsize 9", "fixed_handicap 4", "fixed_handicap 2", "showboard", "clear_board", "place_free_handicap 50"
    )
    assert said[1:3] == ["= C3 G7 C7 G3", "? board not empty"]
    assert said[3].count("X") == 4
    assert "White to move" in said[3]
    assert len(said[5].split()) == 10
    said = talk("set_free_handicap A1 b2 C3", "showboard", "printsgf", "genmove w")
    assert said[1].count("X") == 3
    assert "AB[cc][bd][ae]PL[W]" in said[2]
    assert said[3].startswith("= ")


@pytest.mark.parametrize("size", range(2, 20))
def test_fixed_handicaps_are_symmetric_points(size: int) -> None:
    for stones in range(2, 10):
        points = handicap_points(size, stones)
        assert len(set(points)) == len(points)
        assert len(points) == (0 if size < 7 or (stones > 4 and (size % 2 == 0 or size == 7)) else stones)
    assert handicap_points(19, 9) == ["D4", "Q16", "D16", "Q4", "D10", "Q10", "K4", "K16", "K10"]


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    said = talk("komi 5.5", "play b c3", "play b d3", "play w pass", f"printsgf {path}", "printsgf")
    assert said[-1] == "= (;FF[4]GM[1]CA[UTF-8]AP[Zermelo]SZ[5]KM[5.5];B[cc];B[dc];W[])"
    assert path.read_text() == said[-1].removeprefix("= ") + "\n"
    path.write_text("(;SZ[9]KM[0.5]AB[aa]PL[B];B[ee];W[cc](;B[gg])(;B[hh]))")
    for count, stones in ((None, 4), (3, 3), (1, 1), (0, 1)):
        said = talk(f"loadsgf {path} {'' if count is None else count}", "showboard", "final_score")
        assert said[0] == "="
        assert len(re.findall(r"[XO]", said[1].partition("to move")[0])) == stones
    path.write_text("(;SZ[9];B[aa];W[aa])")
    refused = talk("play b c3", f"loadsgf {path}", "printsgf")
    assert refused[1].startswith("? cannot load file: ")
    assert refused[2].endswith(";B[cc])"), "the game before stays"
    path.write_bytes(b"(;\xff\x00[")
    assert talk(f"loadsgf {path}", "name")[0].startswith("? cannot load file: line 1, column 3")
    assert talk("printsgf /no/such/folder/x.sgf")[0].startswith("? cannot write file: ")


def test_the_names_the_rules_and_the_result_of_a_game_stay(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]KM[6.5]PB[Shusaku]PW[Genan]RU[NZ]RE[B+R]DT[1846-07-21];B[ee];W[ef];B[cc])")
    told = "PW[Genan]PB[Shusaku]"
    whole, undone, part, fresh = talk(
        f"loadsgf {path}", "printsgf", "undo", "printsgf", f"loadsgf {path} 2", "printsgf", "clear_board", "printsgf"
    )[1::2]
    for said in (whole, undone, part):
        assert told in said
        assert "RU[NZ]" in said
        assert "DT[1846-07-21]" in said
    assert "RE[B+R]" in whole
    assert "RE[" not in undone + part, "the result is that of the last move"
    assert told not in fresh
    again = next(read_sgf(whole.removeprefix("= ")))
    assert parse_game(again) == parse_game(next(read_sgf(path.read_text())))


def test_a_game_is_played_by_the_rules_of_its_record(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    board = GoBoard(5, rules=RULES["aga"])
    for name, words in (("Japanese", "superko=none"), ("Tromp-Taylor", "suicide"), ("", "superko=situational")):
        path.write_text(f"(;SZ[5]RU[{name}];B[cc])")
        board.load(parse_game(next(read_sgf(path.read_text()))))
        assert board.rules.words() == words
        assert board.state.notation().split(":")[0].endswith(words)
    assert RULES["aga"].with_words("superko=none suicide").words() == "superko=none suicide"
    board.clear()
    assert board.rules == RULES["aga"]
    assert "RU[AGA]" in str(board.tree())


# ---- searching


def test_it_plays_both_sides_to_the_end() -> None:
    options = GoOptions(size=3, simulations=20, resign=0.0)
    said = talk(*["genmove b", "genmove w"] * 12, "final_score", options=options)
    assert all(re.fullmatch(r"= ([A-C][1-3]|pass)", answer) for answer in said[:-1])
    assert re.fullmatch(r"= ([BW]\+\d+(\.5)?|0)", said[-1])


def test_reg_genmove_does_not_play() -> None:
    said = talk("reg_genmove b", "printsgf", "genmove b", "printsgf")
    assert ";B[" not in said[1]
    assert ";B[" in said[3]


def found(value: float, **more: Any) -> Result[Any]:
    rate = 0.5 + max(-0.5, min(value / 100, 0.5))
    moves = (
        RootMove(move="C3", value=value, bound="estimate", visits=30, line=("C3", "B2"), win_rate=rate),
        RootMove(move="pass", value=value - 1, bound="estimate", visits=10, line=("pass",), win_rate=rate - 0.025),
        RootMove(move="A1", value=value, bound="estimate", visits=0),
    )
    return Result(method="mcts", value=value, move="C3", line=("C3", "B2"), moves=moves, **more)


def test_it_resigns_a_lost_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.protocols.gtp.search", lambda *_, **__: found(-48.0))
    setup = ["play b b2", "play w b3", "play b c2", "play w c4", "play b d2", "play w d4"]
    options = GoOptions(size=5, simulations=8, resign=0.1)
    assert talk(*setup, "genmove b", options=options)[-1] == "= resign"
    assert talk(*setup, "kgs-genmove_cleanup b", options=options)[-1] == "= C3"
    assert talk(*setup, "genmove w", options=options)[-1] == "= C3", "White wins"
    assert talk("genmove b", options=options)[-1] == "= C3", "not in the opening"
    assert talk(*setup, "genmove b", options=QUICK)[-1] == "= C3"


def test_limits_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def search(*_: object, **given: Any) -> Result[Any]:
        asked.append({name: given[name] for name in ("seconds", "simulations", "threads") if name in given})
        return found(0.0)

    monkeypatch.setattr("zermelo.protocols.gtp.search", search)
    talk("genmove b", options=GoOptions(size=5))
    talk("genmove b", options=GoOptions(size=5, simulations=9, threads=2))
    talk(
        "time_settings 0 10 1",
        "reg_genmove b",
        "time_left b 2 1",
        "reg_genmove b",
        options=GoOptions(size=5, seconds=5),
    )
    talk("time_settings 0 10 0", "genmove b", options=GoOptions(size=5, simulations=3))
    assert asked[0] == {"seconds": 2.0, "threads": 1}
    assert asked[1] == {"simulations": 9, "threads": 2}
    assert asked[2] == {"seconds": 5, "threads": 1}
    assert 1 < asked[3]["seconds"] < 2
    assert asked[4] == {"simulations": 3, "threads": 1}


def test_analysis_goes_on_until_the_next_command() -> None:
    out = io.StringIO()
    gtp = GoGtp(out, QUICK)
    gtp.execute("8 lz-analyze b 1 maxmoves 3")
    task = gtp.task
    assert task is not None
    assert task.thread is not None
    while out.getvalue().count("\n") < 3:
        task.thread.join(0.01)
        assert task.thread.is_alive()
    gtp.execute("9 name")
    assert not task.thread.is_alive()
    head, *rest = out.getvalue().split("\n\n")
    assert rest == ["=9 Zermelo", ""]
    first, *infos = head.split("\n")
    assert first == "=8"
    entry = r"info move \w+ visits \d+ winrate \d+ prior \d+ lcb \d+ order \d pv \w+( (?!info)\w+)*"
    assert all(re.fullmatch(rf"{entry}( {entry}){{0,2}}", line) for line in infos)


def test_analysis_is_stopped_by_an_empty_line_and_the_end_of_the_input() -> None:
    for last in ("", "\n"):
        said = talk("lz-analyze 1", last)
        assert said[0].startswith("=")


def test_what_analysis_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.protocols.gtp.search", lambda *_, **__: found(0.0))
    black, white = Go(size=5).native.priors(), Go("5/5/5/5/5 w").native.priors()
    first, second = (round(10_000 * black[move]) for move in ("C3", "pass"))
    said = talk("3 lz-genmove_analyze b 10", "clear_board", "kata-genmove_analyze w maxmoves 1", "printsgf")
    assert said[0] == (
        f"=3\ninfo move C3 visits 30 winrate 5000 prior {first} lcb 3211 order 0 pv C3 B2 "
        f"info move pass visits 10 winrate 4750 prior {second} lcb 1655 order 1 pv pass\nplay C3"
    )
    assert said[2] == (
        "=\ninfo move C3 visits 30 winrate 0.5000 scoreMean 0.00 scoreLead 0.00 "
        f"prior {white['C3']:.4f} lcb 0.3211 order 0 pv C3 B2\nplay C3"
    )
    assert said[3].endswith(";W[cc])")


def test_win_rates_are_those_of_the_player_to_move() -> None:
    for position, better in (("5:", 1), ("5: C3", -1)):
        state = Go(position)
        assert win_rate(state, found(12.5).moves[0]) == 0.5 + better * 0.125
        line = go_analysis.info_line(state, found(12.5), "kata", 1)
        assert f"scoreLead {better * 12.5:.2f}" in line
        proven = RootMove(move="C3", value=0.5, bound="lower", win_rate=0.7)
        assert win_rate(state, proven) == (1 if better > 0 else 0)
    assert win_rate(Go(), RootMove(move="C3", value=None, bound="estimate")) == 0.5


def test_a_search_that_fails_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object, **__: object) -> Result[Any]:
        raise ZermeloError("no memory\nis left")

    monkeypatch.setattr("zermelo.protocols.gtp.search", search)
    said = talk("1 genmove b", "2 lz-analyze b", "3 lz-genmove_analyze b", "4 name")
    assert said == ["?1 no memory is left", "?2 no memory is left", "?3 no memory is left", "=4 Zermelo"]


# ---- the end of the game

# Black lives in the lower half, White in the upper one, and one stone of each is lost in the other's area.
ENDED = (
    "(;SZ[7]KM[0.5]AB[ae][be][ce][de][ee][fe][ge][af][cf][ef][gf][db]"
    "AW[ad][bd][cd][dd][ed][fd][gd][ab][bc][cb][ec][fb][gb][fg])"
)


def test_dead_stones_are_found_and_taken_off(tmp_path: Path) -> None:
    path = tmp_path / "ended.sgf"
    path.write_text(ENDED)
    said = talk(f"loadsgf {path}", "final_status_list dead", "final_status_list alive", "final_score")
    assert sorted(said[1].removeprefix("= ").split()) == ["D6", "F1"]
    assert "A3" in said[2]
    assert said[3] == "= W+7.5"
    counted = GoOptions(size=7, rules=RULES["tromp-taylor"])
    said = talk(f"loadsgf {path}", "final_status_list dead", "final_score", options=counted)
    assert said[1] == "="
    assert said[2] != "= W+7.5"


def test_ownership_is_the_same_in_every_run() -> None:
    state = Go("5: C3 C4")
    owned = go_status.ownership(state, playouts=5)
    assert owned == go_status.ownership(state, playouts=5)
    assert len(owned) == 25
    assert all(0 <= each <= 1 for each in owned)


def test_the_board_forgets_nothing_when_komi_changes() -> None:
    board = GoBoard(5)
    for player, move in ((0, "C3"), (0, "D3"), (1, "pass")):
        board.play(player, move)
    before = board.state.rows
    board.set_komi(0.5)
    assert (board.state.rows, board.state.komi, len(board.moves)) == (before, 0.5, 3)


# ---- a pipe


def test_it_is_a_program() -> None:
    script = "1 boardsize 3\n2 genmove b\n3 lz-analyze w 5\n4 quit\n5 name\n"
    done = subprocess.run(
        [*PROGRAM, "--simulations", "5", "--size", "5"],
        input=script,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert re.match(r"=1\n\n=2 ([A-C][1-3]|pass)\n\n=3\n", done.stdout)
    assert done.stdout.endswith("\n\n=4\n\n")
    assert done.stderr == ""


def test_bytes_that_are_not_text_are_answered() -> None:
    script = b"1 \xff\xfe\n2 name\n" + b"x" * 300_000 + b"\n3 quit\n"
    done = subprocess.run([*PROGRAM, "--size", "5"], input=script, capture_output=True, timeout=60, check=True)
    answers = done.stdout.decode().split("\n\n")
    assert answers[:3] == ["?1 unknown command", "=2 Zermelo", "? syntax error: the line is too long"]
    assert answers[-2:] == ["=3", ""]
    assert done.stderr == b""
