"""Benchmarks of the native engine and its games; those over sets of positions need the folder that holds them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks import peers
from benchmarks.table import Table, best_of
from zermelo.analysis.perft import perft
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello
from zermelo.methods import search, solve
from zermelo.state import as_number
from zermelo.textbook import alpha_beta

# Endgame positions 40 to 44 of the Fédération Française d'Othello, with their scores for the player to move.
FFO = {
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X": 38,
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X": 0,
    "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X": 6,
    "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O": -12,
    "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O": -14,
}
SETS = {
    "begin-easy": "at most 0.3 ms",
    "middle-easy": "",
    "middle-medium": "at most 1.5 ms",
    "end-easy": "",
    "begin-medium": "at most 70 ms",
    "begin-hard": "at most 1000 ms",
}


def plain_alpha_beta() -> Table:
    """Compare plain alpha-beta on Connect Four: no table, no move ordering. Slower programs search less deeply."""
    nodes = ConnectFour().native.reference(12)[1]
    seconds = best_of(5, lambda: ConnectFour().native.reference(12))
    ours = nodes / seconds
    textbook = alpha_beta(ConnectFour(), depth=8, evaluate=lambda _: 0)
    runs = [
        ("Zermelo, native template", 12, nodes, seconds),
        ("Zermelo, textbook alpha_beta on the native rules", 8, textbook.nodes, textbook.seconds),
        ("OpenSpiel 2.0.2, alpha_beta_search", 8, *peers.open_spiel(8)),
        ("easyAI 2.0.12, Negamax", 8, *peers.easy_ai(8)),
    ]
    return Table(
        "Connect Four, plain alpha-beta",
        "No table, natural move order, zero at the horizon. Target: 100 M nodes/s, and 3,050,083 nodes to depth 12. Each "
        "program uses its own Connect Four; easyAI's is written on bitboards.",
        ["program", "depth", "nodes", "time", "nodes/s", "our speedup"],
        [
            [name, str(depth), f"{visited:,}", f"{spent * 1000:,.1f} ms", f"{visited / spent:,.0f}",
             f"{ours / (visited / spent):,.0f}"]
            for name, depth, visited, spent in runs
        ],
        {
            "plain_nodes_per_second": round(ours),
            "plain_against_open_spiel": round(ours / (runs[2][2] / runs[2][3])),
            "plain_against_easy_ai": round(ours / (runs[3][2] / runs[3][3])),
        },
    )  # fmt: skip


def connect_four_sets(folder: Path | None) -> Table:
    """Solve sets of positions exactly, with a fresh table for each position."""
    rows, figures = [], {}
    for name, asked in SETS.items():
        if folder is None or not (folder / f"{name}.txt").exists():
            continue
        lines = [line.split() for line in (folder / f"{name}.txt").read_text().splitlines()]
        nodes, seconds, wrong = 0, 0.0, 0
        for moves, score in lines:
            state = ConnectFour(moves)
            result = solve(state)
            nodes, seconds = nodes + result.nodes, seconds + result.seconds
            wrong += (result.value if state.player == 0 else -as_number(result.value)) != int(score)
        mean = 1000 * seconds / len(lines)
        rows.append([name, f"{len(lines)}", f"{wrong}", f"{nodes / len(lines):,.0f}", f"{mean:.3g} ms", asked])
        figures[f"connect_four_{name.replace('-', '_')}_ms"] = round(mean, 3)
    return Table(
        "Connect Four, exact scores",
        "Sets by Pascal Pons; one thread, a fresh table of 16 MB for each position.",
        ["set", "positions", "wrong", "mean nodes", "mean time", "target"],
        rows,
        figures,
    )


def empty_board() -> Table:
    """Solve the empty board of Connect Four exactly, without a book, on one thread and on two."""
    one, two = (solve(ConnectFour(), table=1024, threads=threads) for threads in (1, 2))
    return Table(
        "Connect Four, the empty board",
        f"Exact score, a table of 1 GB, no opening book. Target: under 30 s on one thread; two threads at least 1.4 times as fast "
        f"(they are {one.seconds / two.seconds:.2f} times as fast).",
        ["threads", "score", "move", "nodes", "time", "nodes/s"],
        [
            [str(threads), str(each.value), str(each.move), f"{each.nodes:,}", f"{each.seconds:.1f} s",
             f"{each.nodes / each.seconds / 1e6:.1f} M"]
            for threads, each in ((1, one), (2, two))
        ],
        {
            "connect_four_empty_seconds": round(one.seconds, 1),
            "connect_four_empty_seconds_two_threads": round(two.seconds, 1),
        },
    )  # fmt: skip


def othello_endgames() -> Table:
    rows, total, nodes = [], 0.0, 0
    for number, (position, score) in enumerate(FFO.items(), 40):
        state = Othello(position)
        result = min((solve(state, table=256) for _ in range(2)), key=lambda each: each.seconds)
        found = result.value if state.player == 0 else -as_number(result.value)
        rows.append([f"FFO {number}", f"{found:+d}", f"{score:+d}", f"{result.nodes:,}", f"{result.seconds:.2f} s"])
        total, nodes = total + result.seconds, nodes + result.nodes
    rows.append(["total", "", "", f"{nodes:,}", f"{total:.2f} s"])
    leaves, seconds = perft(Othello(), 11), best_of(3, lambda: perft(Othello(), 11))
    rows.append(["perft 11", "", "", f"{leaves:,} leaves", f"{seconds:.2f} s"])
    return Table(
        "Othello, exact endgames and perft",
        f"One thread; {nodes / total / 1e6:.0f} M nodes/s, perft {leaves / seconds / 1e6:.0f} M leaves/s. Targets: all endgames "
        "under 8 s, later under 4 s; 30 M nodes/s; perft 11 at 80 M leaves/s.",
        ["position", "score", "known score", "nodes", "time"],
        rows,
        {"othello_endgames_seconds": round(total, 2), "othello_perft_rate": round(leaves / seconds)},
    )


def short_searches() -> Table:
    """Measure what a short search costs in all: the call, a fresh table, the search, the result."""
    rows: list[list[str]] = []
    figures: dict[str, float] = {}
    for name, state in (("Connect Four", ConnectFour()), ("chess", Chess())):
        for nodes in (1, 1000):
            search(state, nodes=nodes)
            spent = []
            for _ in range(1000):
                start = perf_counter()
                search(state, nodes=nodes)
                spent.append(perf_counter() - start)
            middle = median(spent) * 1e6
            rows.append([name, f"{nodes:,}", f"{middle:.0f} µs"])
            figures[f"{name.lower().replace(' ', '_')}_{nodes}_nodes_microseconds"] = round(middle)
    return Table(
        "Short searches",
        "Median of 1,000 calls of `zermelo.search`, each with a fresh table. Targets: under 60 µs for one node, under 1 ms for "
        "1,000 nodes.",
        ["game", "nodes", "time"],
        rows,
        figures,
    )


def promises() -> Table:
    """Measure deadlines, threads and start-up time."""

    def overshoot() -> float:
        start = perf_counter()
        search(Othello(), seconds=0.01)
        return perf_counter() - start - 0.01

    late = max(overshoot() for _ in range(20))
    position = ConnectFour("44")
    one = best_of(2, lambda: search(position, depth=24, threads=1, table=256))
    two = best_of(2, lambda: search(position, depth=24, threads=2, table=256))
    start_up = best_of(5, lambda: subprocess.run([sys.executable, "-c", "import zermelo"], check=True))
    bare = best_of(5, lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    return Table(
        "Deadlines, threads, start-up",
        "Targets: an answer within 50 ms of a 10 ms deadline; two threads at least 1.4 times as fast on an idle machine; "
        "`import zermelo` under 60 ms.",
        ["what", "measured"],
        [
            ["largest overshoot of a 10 ms deadline", f"{late * 1000:.1f} ms"],
            ["two threads compared with one, Connect Four to depth 24", f"{one / two:.2f} times as fast"],
            ["import zermelo, excluding Python's start-up", f"{(start_up - bare) * 1000:.0f} ms"],
        ],
        {"two_threads": round(one / two, 2)},
    )
