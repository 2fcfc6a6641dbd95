"""Benchmarks of chess and anti-chess: perft against Stockfish, depth and speed of the search, problems solved."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from time import perf_counter

from benchmarks.table import Table, best_of
from zermelo.analysis.perft import perft
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.games.chess.epd import read_epd
from zermelo.methods import prove, search
from zermelo.players.uci_program import UciProgram
from zermelo.state import as_number

PERFT_6 = 119_060_324
STOCKFISH = shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin")
BRATKO_KOPEC = "bratko-kopec.epd"


def counting() -> Table:
    """Time perft 6 from the starting position with bulk counting at the last ply, next to Stockfish."""
    assert perft(Chess(), 6) == PERFT_6
    ours = PERFT_6 / best_of(3, lambda: perft(Chess(), 6))
    rows = [["Zermelo", f"{ours / 1e6:,.0f} M", "1"]]
    figures: dict[str, float] = {"chess_perft_per_second": round(ours)}
    if STOCKFISH is not None:
        with UciProgram(STOCKFISH) as stockfish:
            theirs = PERFT_6 / best_of(3, lambda: _perft_of(stockfish))
            rows.append([stockfish.name, f"{theirs / 1e6:,.0f} M", f"{theirs / ours:.2f}"])
        figures["chess_perft_against_stockfish"] = round(ours / theirs, 2)
    return Table(
        "Chess, perft 6 from the starting position",
        f"One thread; {PERFT_6:,} leaves. Target: 150 M nodes/s on a machine where Stockfish 15.1 reaches 236 M.",
        ["program", "leaves/s", "relative to ours"],
        rows,
        figures,
    )


def _perft_of(program: UciProgram) -> None:
    program.send("position startpos")
    program.send("go perft 6")
    counted = int(program.read_until("Nodes", 60.0)[-1].split()[-1])
    assert counted == PERFT_6


def depth() -> Table:
    """Time a search to Deep Blue's depth from the starting position."""
    rows: list[list[str]] = []
    figures: dict[str, float] = {}
    for threads, asked in ((1, "under 10 s"), (2, "under 6 s")):
        runs = [search(Chess(), depth=16, threads=threads, table=256) for _ in range(3)]
        best = min(runs, key=lambda result: result.seconds)
        rows.append(
            [
                str(threads),
                f"{best.nodes:,}",
                f"{best.seconds:.2f} s",
                f"{best.nodes / best.seconds / 1e6:.2f} M",
                f"{best.branching:.2f}",
                asked,
            ]
        )
        figures[f"chess_depth_16_seconds_{threads}"] = round(best.seconds, 2)
    start = perf_counter()
    result = search(Chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), seconds=5, table=256)
    figures["chess_nodes_per_second"] = round(result.nodes / (perf_counter() - start))
    return Table(
        "Chess, depth 16 from the starting position",
        "The effective branching factor is the 16th root of the node count. In a tactical middlegame (Kiwipete) the search visits "
        f"{figures['chess_nodes_per_second'] / 1e6:.2f} M nodes/s on one thread. Target: 2 M nodes/s.",
        ["threads", "nodes", "time", "nodes/s", "branching factor", "target"],
        rows,
        figures,
    )


def problems(folder: Path, seconds: float = 1.0) -> Table:
    """Count the solved problems in the folder: tactics, positional play, mates."""
    rows: list[list[str]] = []
    figures: dict[str, float] = {}
    for file, title, asked in (
        ("wac-first-150.epd", "Win At Chess, first 150", "140"),
        (BRATKO_KOPEC, "Bratko-Kopec", ""),
    ):
        tried = [
            problem.solved_by(str(search(problem.state, seconds=seconds).move)) for problem in read_epd(folder / file)
        ]
        rows.append([title, f"{sum(tried)} of {len(tried)}", asked])
        figures[re.sub(r"\W+", "_", Path(file).stem)] = sum(tried)
    for moves in (1, 2, 3):
        states = [problem.state for problem in read_epd(folder / f"mate{moves}.fen")]
        found = [
            10_000 - abs(float(as_number(search(state, seconds=seconds).value))) == 2 * moves - 1 for state in states
        ]
        rows.append([f"mates in {moves}, shortest mate found", f"{sum(found)} of {len(found)}", "all"])
        figures[f"mates_in_{moves}"] = sum(found)
    puzzles = list(read_epd(folder / "antichess-puzzles.epd", AntiChess))
    proofs = [prove(puzzle.state, seconds=10 * seconds) for puzzle in puzzles]
    chosen = [puzzle.solved_by(str(search(puzzle.state, seconds=seconds).move)) for puzzle in puzzles]
    proven = [proof.answer is True for proof in proofs]
    either = [one or other for one, other in zip(chosen, proven, strict=True)]
    for title, each in (
        ("proven won", proven),
        ("given move chosen by the search", chosen),
        ("either of the two", either),
    ):
        rows.append([f"anti-chess puzzles, {title}", f"{sum(each)} of {len(each)}", "all"])
    figures |= {"antichess_proven": sum(proven), "antichess_chosen": sum(chosen), "antichess_solved": sum(either)}
    rows.append(["anti-chess, first move", AntiChess().san(str(search(AntiChess(), seconds=10 * seconds).move)), "e3"])
    return Table(
        f"Chess and anti-chess, problems in {seconds:g} s each",
        "One thread, a fresh table of 64 MB for each position; proofs get ten times as long.",
        ["collection", "solved", "target"],
        rows,
        figures,
    )
