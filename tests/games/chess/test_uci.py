"""The engine as chess programs meet it: through scripts, through python-chess's driver, and through nonsense."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from itertools import count, repeat
from pathlib import Path
from random import Random

import chess
import chess.engine
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.long import LONG
from zermelo.games.chess import Chess
from zermelo.games.chess.uci.engine import Task, Uci
from zermelo.games.chess.uci.strength import Handicap
from zermelo.methods import search
from zermelo.players.clock import allow
from zermelo.result import Pass, RootMove

PROGRAM = [sys.executable, "-c", "from zermelo.cli import main; main()", "uci"]


def talk(*lines: str) -> list[str]:
    """What the engine says to these lines; a search is waited for before the next line."""
    out = io.StringIO()
    uci = Uci(out)
    for line in lines:
        uci.execute(line)
        if uci.task is not None and uci.task.thread is not None and uci.task.answer.is_set():
            uci.task.thread.join()
    uci.stop()
    return out.getvalue().splitlines()


def test_it_introduces_itself() -> None:
    said = talk("uci", "isready")
    assert said[0].startswith("id name Zermelo")
    assert "uciok" in said
    assert said[-1] == "readyok"
    assert {"Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "UCI_Variant"} <= {
        found[1] for line in said if (found := re.match(r"option name (\S+) type", line))
    }


def test_it_finds_a_mate_and_says_so() -> None:
    said = talk("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go depth 4")
    assert "score mate 1" in said[-2]
    assert said[-1] == "bestmove d1d8"
    lost = talk("position fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "go depth 6")
    assert "score mate -" in lost[-2]
    # White has to take Black's last pawn, and has lost: that takes one move, not none.
    given = talk(
        "setoption name UCI_Variant value antichess", "position fen 8/8/8/8/1p6/P7/8/8 w - - 0 1", "go depth 4"
    )
    assert "score mate -1 " in given[-2]


def test_repetition_is_a_draw_also_before_the_root() -> None:
    # Both shuffle their rooks: going back once more would repeat a position for the third time.
    moves = "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1"
    said = talk(f"position fen r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 moves {moves}", "go depth 1 searchmoves b8a8")
    assert "score cp 0 " in said[-2]


def test_lines_and_chosen_moves() -> None:
    said = talk("setoption name MultiPV value 3", "position startpos", "go depth 3")
    lines = [line.split(" multipv ")[1].split()[0] for line in said if line.startswith("info depth 3 ")]
    assert lines == ["1", "2", "3"]
    assert talk("position startpos", "go depth 3 searchmoves a2a3")[-1].startswith("bestmove a2a3")


def test_it_plays_weaker_when_asked() -> None:
    # The queen can be taken for nothing: a strong player always does, one that judges badly sometimes does not.
    position = "position fen 4k3/pppp4/8/3q4/8/2N5/PPPP1PPP/4K2R w - - 0 1"
    weak = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000"]
    moves = {line for line in talk(*weak, *[position, "go movetime 50"] * 5) if line.startswith("bestmove")}
    legal = {f"bestmove {move}" for move in Chess(position.removeprefix("position fen ")).moves()}
    assert {" ".join(move.split()[:2]) for move in moves} <= legal
    strong = talk("setoption name UCI_LimitStrength value false", position, "go depth 8")
    assert strong[-1].startswith("bestmove c3d5")
    for line in (line for line in talk(*weak, position, "go depth 30") if line.startswith("info")):
        assert int(line.split(" nodes ")[1].split()[0]) <= Handicap.of(1000).nodes


def test_error_makes_the_choice_vary() -> None:
    result = search(Chess(), depth=3, lines=5)
    random = Random(1)
    chosen = {Handicap.of(1000).choose(Chess(), result, random) for _ in range(100)}
    assert len(chosen) > 2
    assert {Handicap.of(2600).choose(Chess(), result, random) for _ in range(100)} == {result.move}


def test_castling_is_written_as_the_other_side_wants_it() -> None:
    castle = ["position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go depth 2 searchmoves e1g1"]
    assert talk(*castle)[-1].startswith("bestmove e1g1")
    said = talk("setoption name UCI_Chess960 value true", *castle[:1], "go depth 2 searchmoves e1h1")
    assert said[-1].startswith("bestmove e1h1")
    assert " pv e1h1" in said[-2]
    # The same words for a move that is no castling stay as they are.
    rook = ["position fen 7k/8/8/8/8/8/8/4R1K1 w - - 0 1", "go depth 1 searchmoves e1c1"]
    assert talk("setoption name UCI_Chess960 value true", *rook)[-1].startswith("bestmove e1c1")


def test_bench_repeats_itself() -> None:
    first, second = talk("bench"), talk("bench")
    assert first[-1].split()[:2] == second[-1].split()[:2]
    assert first[-1].split()[1] == "nodes"


def test_the_smallest_limit_still_gives_a_move() -> None:
    assert talk("position startpos", "go nodes 1")[-1].startswith("bestmove ")
    assert talk("position startpos", "go movetime 0")[-1].startswith("bestmove ")
    # Not even one move can be looked at properly: the one that takes the queen looks best.
    hanging = "position fen 4k3/pppp4/8/3q4/8/2N5/PPPP1PPP/4K2R w - - 0 1"
    assert talk(hanging, "go nodes 1")[-1] == "bestmove c3d5"


@pytest.mark.parametrize("limit", ["depth 3000000000", "mate 3000000000", "depth 1000000000000"])
def test_a_depth_that_means_no_limit_is_one(limit: str) -> None:
    assert talk("position startpos", f"go {limit} nodes 100")[-1].startswith("bestmove ")


def test_perft() -> None:
    assert talk("position startpos", "go perft 3")[-1] == "Nodes searched: 8902"


def test_infinite_waits_for_stop() -> None:
    out = io.StringIO()
    uci = Uci(out)
    uci.execute("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    uci.execute("go infinite depth 1")
    task = uci.task
    assert task is not None
    assert task.thread is not None
    while "info" not in out.getvalue():
        task.thread.join(0.01)
    assert task.thread.is_alive(), "the search is over, but not the waiting"
    assert "bestmove" not in out.getvalue()
    uci.execute("stop")
    assert "bestmove" in out.getvalue()


@pytest.mark.parametrize("chess960", ["false", "true"])
@pytest.mark.parametrize("fen", ["7k/5QQ1/8/8/8/8/8/6K1 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
def test_a_finished_game_has_no_move(fen: str, chess960: str) -> None:
    said = talk(f"setoption name UCI_Chess960 value {chess960}", f"position fen {fen}", "go depth 3")
    assert said == ["bestmove 0000"]


@pytest.mark.parametrize("chess960", [False, True])
def test_castling_from_every_start_of_chess960_is_written_and_read_as_python_chess_does(chess960: bool) -> None:
    out = io.StringIO()
    uci = Uci(out)
    for line in ("setoption name Hash value 1", f"setoption name UCI_Chess960 value {str(chess960).lower()}"):
        uci.execute(line)
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        board.set_board_fen(re.sub("[bnq]+", lambda gap: str(len(gap[0])), board.board_fen(), flags=re.IGNORECASE))
        board.turn = bool(number % 3)
        uci.execute(f"position fen {board.fen()}")
        legal = {board.uci(move, chess960=chess960) for move in board.legal_moves}
        assert {word for move in uci.state.legal_moves() for word in uci._format_moves([move])} == legal
        for castling in filter(board.is_castling, board.legal_moves):
            word, after = board.uci(castling, chess960=chess960), board.copy()
            after.push(castling)
            out.truncate(out.seek(0))
            uci.execute(f"position fen {board.fen()}")
            uci.execute(f"go depth 1 searchmoves {word}")
            uci.stop()
            said = out.getvalue()
            assert f"pv {word}" in said
            assert said.splitlines()[-1].split()[:2] == ["bestmove", word]
            for written in {word, castling.uci()}:
                uci.execute(f"position fen {board.fen()} moves {written}")
                assert chess.Board(uci.state.fen, chess960=True) == after


@pytest.mark.parametrize(
    "fen",
    [
        "7k/8/8/8/8/8/R7/K7 w - - 100 80",  # fifty moves each, and nobody has claimed the draw
        "7k/8/8/8/8/8/R7/K7 b - - 120 90",
        "8/8/8/4k3/8/8/8/K7 w - - 0 1",  # neither side can mate
        "8/8/8/4k3/8/8/8/KB6 b - - 0 1",
    ],
)
def test_a_drawn_position_still_gets_a_legal_move(fen: str) -> None:
    legal = {f"bestmove {move.uci()}" for move in chess.Board(fen).legal_moves}
    assert " ".join(talk(f"position fen {fen}", "go depth 3")[-1].split()[:2]) in legal
    only = next(iter(chess.Board(fen).legal_moves)).uci()
    assert talk(f"position fen {fen}", f"go depth 3 searchmoves {only}")[-1].split()[1] == only


@pytest.mark.parametrize("settings", [[], ["setoption name MultiPV value 3"]])
def test_the_best_move_is_the_first_of_the_last_line_printed(settings: list[str]) -> None:
    """A pass that a limit ends may have found a better move, which must not come as a surprise."""
    differed = 0
    for seed in range(4):
        random, board = Random(seed), chess.Board()
        for _ in range(40):
            if board.is_game_over():
                break
            moves = " ".join(move.uci() for move in board.move_stack)
            said = talk(*settings, f"position startpos moves {moves}", f"go nodes {random.randint(1, 900)}")
            lines = [line for line in said if " multipv 1 " in line]
            _, best, *reply = said[-1].split()
            assert lines, "there is a line for every move"
            line = lines[-1].split(" pv ")[1].split()
            assert line[0] == best
            assert reply == (["ponder", line[1]] if len(line) > 1 else [])
            differed += len(lines) > 1 and lines[-2].split(" pv ")[1].split()[0] != best
            board.push_uci(best)
    assert differed, "the limits end some passes early"


def test_nodes_of_all_passes_add_up() -> None:
    nodes = [int(line.split(" nodes ")[1].split()[0]) for line in talk("position startpos", "go depth 5")[:-1]]
    assert nodes == sorted(nodes)
    assert nodes[-1] == search(Chess(), depth=5).nodes


@pytest.mark.parametrize(("step", "deepest"), [(0.0, 4), (100.0, 1)])
def test_no_depth_is_begun_once_enough_time_is_spent(
    monkeypatch: pytest.MonkeyPatch, step: float, deepest: int
) -> None:
    clock = count(0.0, step) if step else repeat(0.0)
    monkeypatch.setattr("zermelo.games.chess.uci.engine.perf_counter", lambda: next(clock))
    said = talk("position startpos", "go depth 4 wtime 600000 btime 600000")
    assert max(int(line.split()[2]) for line in said[:-1]) == deepest


def test_scores_are_those_of_the_player_to_move() -> None:
    """Black is a queen ahead."""
    for side, sign in (("b", 1), ("w", -1)):
        said = talk(f"position fen 4k2q/pppp4/8/8/8/8/PPPP4/4K3 {side} - - 0 1", "go depth 1")
        score = int(said[-2].split(" score cp ")[1].split()[0])
        assert sign * score > 300


def test_a_mate_is_looked_for_a_little_deeper_than_asked() -> None:
    said = talk("position fen 8/8/8/4k3/4p3/4P3/4K3/8 w - - 0 1", "go mate 1")
    assert max(int(line.split()[2]) for line in said[:-1]) == 10


def test_moves_of_searchmoves_that_are_not_legal_are_left_out() -> None:
    said = talk("position startpos", "go depth 2 searchmoves zzz a2a3 e2e5")
    assert said[0].startswith("info string zzz is not a legal move here")
    assert said[1].startswith("info string e2e5 is not a legal move here")
    assert said[-1].startswith("bestmove a2a3")
    many = " ".join(["e2e4"] * 40)
    repeated = talk("setoption name MultiPV value 2", "position startpos", f"go depth 4 searchmoves {many}")
    assert repeated[-1].split()[1] == "e2e4"
    assert not any("multipv 2" in line for line in repeated)
    none = talk("position startpos", "go depth 2 searchmoves zzz")
    assert none[1:] == ["info string searchmoves names no legal move: there is nothing to search", "bestmove 0000"]


def test_the_speed_counts_from_the_start_of_the_search_also_after_ponderhit(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("zermelo.games.chess.uci.engine.perf_counter", lambda: now)
    uci = Uci(io.StringIO())
    task = uci.task = Task(allowance=allow(60.0), started=100.0, on_clock=100.0)
    now, task.nodes = 110.0, 1000
    uci.ponder_hit([])
    assert (task.started, task.on_clock) == (100.0, 110.0)
    finished = Pass(
        depth=3, value=0, bound="exact", move="e2e4", line=("e2e4",), nodes=1, evaluations=1, cached=0, seconds=0
    )
    line = RootMove(move="e2e4", value=0, line=("e2e4",))
    assert (
        uci._info(task, finished, line, 1) == "info depth 3 multipv 1 score cp 0 nodes 1000 nps 100 time 10000 pv e2e4"
    )
    deeper = msgspec.structs.replace(finished, selective_depth=7, hashfull=5)
    bounded = msgspec.structs.replace(line, bound="lower", line=("e2e4", "e7e5"))
    assert uci._info(task, deeper, bounded, 2) == (
        "info depth 3 seldepth 7 multipv 2 score cp 0 lowerbound nodes 1000 nps 100 hashfull 5 time 10000 pv e2e4 e7e5"
    )
    uci.task = None


def test_a_table_that_does_not_fit_is_refused_and_the_old_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    assert talk("setoption name Hash value 99999999")[0].startswith("info string Hash must be from 1 to")
    out = io.StringIO()
    uci = Uci(out)
    table = uci.table

    def no_memory(megabytes: int) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr("zermelo.engine.table.CoreTable", no_memory)
    uci.execute("setoption name Hash value 100")
    assert "a table of 100 MB does not fit into memory" in out.getvalue()
    assert (uci.table, uci.options.hash) == (table, 64)


def test_anti_chess_is_a_variant() -> None:
    said = talk("setoption name UCI_Variant value antichess", "position startpos moves e2e3 b7b5", "go depth 2")
    assert said[-1].startswith("bestmove f1b5")  # captures are compulsory


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("setoption name Hash value much", "Hash must be a whole number, not 'much'"),
        ("setoption name Hash value 0", "Hash must be from 1 to"),
        ("setoption name UCI_Elo value 999", "UCI_Elo must be from 1000 to"),
        ("setoption name Ponder value maybe", "Ponder must be true or false, not 'maybe'"),
        ("setoption name Nonsense value 1", "there is no option called 'Nonsense'"),
        ("position", "position needs startpos or fen"),
        ("position startpos moves e2e5", "e2e5 is not a legal move here"),
        ("perft", "perft must be a whole number, not ''"),
        ("hello", "hello is not a command here"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(line: str, sentence: str) -> None:
    said = talk("position startpos moves e2e4", line, "d")
    assert said[0].startswith(f"info string {sentence}")
    assert any("Fen: rnbqkbnr/pppppppp/8/8/4P3" in each for each in said), "and nothing changed"


NUMBERS = st.sampled_from(
    ["1", "2", "50", "0", "-3", "+7", "1e3", "7.5", "x", "", "\u0663", "9" * 40, "99999999999999999999"]
)
GO_WORDS = st.sampled_from(
    [
        "depth",
        "nodes",
        "mate",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "perft",
        "infinite",
        "ponder",
        "searchmoves",
        "e2e4",
        "e1g1",
        "e1h1",
        "a1a1",
        "sideways",
        "\x00",
        "é",
    ]
)
SEARCHES = st.lists(st.tuples(GO_WORDS, NUMBERS).map(" ".join) | GO_WORDS, max_size=4).map(
    lambda words: " ".join(["go", *words])
)
POSITIONS = st.sampled_from(
    [
        "position startpos",
        "position startpos moves e2e4",
        "position startpos moves e2e5",
        "position",
        "position fen 8/8/8/8/8/8/8/8",
    ]
    + [f"position fen {fen}" for fen in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")]
    + ["position fen 4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "position fen 8/8/8/4k3/8/8/8/K7 w - - 120 90"]
)
SETTINGS = st.tuples(
    st.sampled_from(["UCI_Chess960", "MultiPV", "Threads", "UCI_LimitStrength", "Clear Hash", "Nonsense"]),
    st.sampled_from(["true", "false", "2", "-1", "much"]),
).map(lambda pair: "setoption name {} value {}".format(*pair))
OTHERS = st.sampled_from(
    ["stop", "ponderhit", "isready", "ucinewgame", "uci", "d", "eval", "debug on", "", "hello go depth 1", "\x00 é"]
)


@settings(max_examples=60 * LONG, deadline=None)
@given(st.lists(SEARCHES | POSITIONS | SETTINGS | OTHERS, max_size=8))
def test_every_go_gets_one_legal_move_whatever_is_said(lines: list[str]) -> None:
    out = io.StringIO()
    uci = Uci(out)
    legal: list[set[str]] = []
    for line in lines:
        words = line.removeprefix("hello ").split()
        is_search = words[:1] == ["go"] and not re.search(r"perft [+-]?[0-9]", line)
        uci.execute(re.sub(r"perft [+-]?[0-9]+", "perft 1", line))
        if is_search:
            moves = uci.state.legal_moves()
            named = "searchmoves" in words or not moves
            legal.append(
                {uci.state.uci(move, takes_rook=uci.options.king_takes_rook) for move in moves}
                | ({"0000"} if named else set())
            )
    uci.execute("isready")
    uci.stop()
    said = out.getvalue().splitlines()
    best = [line.split()[1] for line in said if line.startswith("bestmove")]
    assert "readyok" in said
    assert len(best) == len(legal)
    assert all(move in moves for move, moves in zip(best, legal, strict=True))


def test_what_go_cannot_read_is_ignored() -> None:
    said = talk("position startpos", "go sideways 3 depth 2 nodes many movetime")
    assert said[:4] == [
        "info string go does not know the word 'sideways': it is ignored",
        "info string go does not know the word '3': it is ignored",
        "info string nodes must be a whole number: it is ignored",
        "info string go does not know the word 'many': it is ignored",
    ]
    assert said[-2].startswith("info depth 2")
    assert said[-1].startswith("bestmove ")


def test_searchmoves_may_repeat_a_move() -> None:
    said = talk("setoption name MultiPV value 2", "position startpos", "go depth 2 searchmoves e2e4 e2e4")
    assert said[-1].startswith("bestmove e2e4")
    assert not any(" multipv 2 " in line for line in said)


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    driven = chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=60)
    yield driven
    driven.quit()


def test_python_chess_can_drive_it(engine: chess.engine.SimpleEngine, tmp_path: Path) -> None:
    board = chess.Board()
    engine.configure({"Hash": 16})
    while not board.is_game_over() and board.ply() < 30:
        played = engine.play(board, chess.engine.Limit(nodes=500))
        assert played.move is not None
        assert played.move in board.legal_moves
        board.push(played.move)
    info = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), chess.engine.Limit(depth=5))
    assert info["score"].white() == chess.engine.Mate(1)


def test_a_clock_that_has_nearly_run_out_still_gets_a_move(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    played = engine.play(board, chess.engine.Limit(white_clock=0.05, black_clock=0.05))
    assert played.move is not None
    assert played.move in board.legal_moves


@given(st.floats(0, 1e5), st.floats(0, 100), st.none() | st.integers(1, 60))
def test_never_more_than_there_is(left: float, increment: float, moves: int | None) -> None:
    share = allow(left, increment, moves)
    assert share.most > 0
    assert share.enough <= share.most
    assert share.most <= max(0.9 * left, 0.002)
