"""Plant mutants and count those that the nearest tests catch: `python -m tests.mutants --seed 1 --count 60`.

A mutant is one small edit of the code (`sites.py` lists them). A seeded sample, spread over operators and files, is planted one at
a time in a throw-away copy of the project. The nearest tests run there, first unchanged:
they must pass, and a mutant may take five times as long. A failure, a crash or the time limit counts as caught.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.mutants.sites import Mutant, collect

ROOT = Path(__file__).parents[2]
SMALLEST_LIMIT = 30  # seconds
PASSES = (0, 5)  # 5 is pytest's code for a file without tests
SURVIVED, STILLBORN = "SURVIVED", "does not compile, so it does not count"

# The nearest tests of each file: those of the first prefix that fits, or those of its game. Rooms without a line are not mutated:
# what the command line, the lab, the notebook and `draw` show is looked at by their own tests, and `compiling` takes a minute for
# each mutant.
_SEARCH = [
    "tests/engine/test_search.py",
    "tests/engine/test_python_states.py",
    "tests/engine/test_many_players.py",
    "tests/parity",
]
_MANY_PLAYERS = ["tests/textbook/test_many_players.py", "tests/engine/test_many_players.py"]
_PLAYERS = ["tests/players/test_players.py", "tests/arena/test_tournament.py"]
NEAREST = {
    "src/zermelo/textbook/": ["tests/textbook/test_node_counts.py", "tests/textbook"],
    "src/zermelo/engine/solve": [
        "tests/engine/test_search.py",
        "tests/engine/test_prove.py",
        "tests/native/test_faces.py",
    ],
    "src/zermelo/engine/expectiminimax": [
        "tests/engine/test_many_players.py",
        "tests/games/pacman/test_pacman.py",
        "tests/parity",
    ],
    "src/zermelo/engine/auto": ["tests/engine/test_auto.py", *_SEARCH],
    "src/zermelo/engine/table": ["tests/engine/test_kept_table.py", *_SEARCH],
    "src/zermelo/engine/training": ["tests/engine/test_training.py"],
    "src/zermelo/engine/": [*_SEARCH, "tests/games/chess/test_mate.py"],
    "src/zermelo/methods": [*_SEARCH, "tests/games/chess/test_mate.py"],
    "src/zermelo/arena/schedule": ["tests/arena/test_schedule.py"],
    "src/zermelo/arena/matching": ["tests/arena/test_matching.py"],
    "src/zermelo/arena/sprt": ["tests/arena/test_sprt.py"],
    "src/zermelo/arena/plackett_luce": ["tests/arena/test_plackett_luce.py"],
    "src/zermelo/arena/": ["tests/arena"],
    "src/zermelo/cluster/": ["tests/cluster", "tests/arena/test_outside_players.py"],
    "src/zermelo/analysis/": ["tests/analysis", "tests/cli/test_analyse_command.py"],
    "src/zermelo/studies/": ["tests/studies"],
    "src/zermelo/players/apart": ["tests/arena/test_outside_players.py"],
    "src/zermelo/players/own": ["tests/players/test_players.py", "tests/arena/test_outside_players.py"],
    "src/zermelo/players/match": ["tests/arena/test_games.py", "tests/arena/test_outside_players.py"],
    "src/zermelo/players/uci": ["tests/players/test_players.py", "tests/players/test_programs.py"],
    "src/zermelo/players/gtp": ["tests/players/test_gtp_players.py"],
    "src/zermelo/players/program": ["tests/players/test_programs.py", "tests/players/test_gtp_players.py"],
    "src/zermelo/players/self_play": ["tests/players/test_self_play.py", *_PLAYERS],
    "src/zermelo/players/": _PLAYERS,
    "src/zermelo/protocols/": ["tests/protocols"],
    "src/zermelo/adapters/": ["tests/adapters"],
    "src/zermelo/audit/": ["tests/test_audit.py"],
    "src/zermelo/equilibrium/": ["tests/equilibrium"],
    "src/zermelo/kinds/coalition": _MANY_PLAYERS,
    "src/zermelo/kinds/payoffs": [*_MANY_PLAYERS, "tests/test_audit.py"],
    "src/zermelo/kinds/": ["tests/kinds", "tests/games/test_games.py"],
    "src/zermelo/trees/": ["tests/trees"],
    "src/zermelo/records/": ["tests/records"],
    "src/zermelo/native/": ["tests/native"],
    "src/zermelo/catalogue": ["tests/games/test_games.py"],
    "src/zermelo/games/antichess/": ["tests/games/chess/test_chess.py", "tests/native/test_faces.py"],
    "src/zermelo/tables/books/": ["tests/tables/test_book.py", "tests/games/chess/test_polyglot.py"],
    "src/zermelo/tables/": ["tests/games/chess/test_endgames.py", "tests/tables/test_files.py"],
    "src/zermelo/exercises/grading/": ["tests/exercises/grading"],
    "src/zermelo/exercises/": [
        "tests/exercises/test_answers.py",
        "tests/exercises/test_kinds.py",
        "tests/exercises/test_why_not_pruned.py",
        "tests/exercises/test_trees.py",
        "tests/exercises/test_sheet.py",
    ],
    "src/zermelo/limits": ["tests/textbook/test_limits.py", "tests/engine/test_search.py"],
    "src/zermelo/result": [
        "tests/textbook/test_limits.py",
        "tests/textbook/test_golden.py",
        "tests/engine/test_search.py",
    ],
    "src/zermelo/events/": ["tests/textbook/test_events.py", "tests/textbook/test_sentences.py"],
    "src/zermelo/state": ["tests/games/test_games.py", "tests/textbook/test_golden.py"],
    "src/zermelo/registry": ["tests/textbook/test_registry.py"],
    "src/zermelo/game_errors": ["tests/test_audit.py", "tests/engine/test_python_states.py"],
    "core/zermelo/search/alpha_beta": ["test_node_counts", "test_engine", "test_connect_four", "test_othello_midgame"],
    "core/zermelo/search/root_search": ["test_node_counts", "test_engine", "test_selective"],
    "core/zermelo/search/selective": ["test_node_counts", "test_selective", "test_endgame_tables"],
    "core/zermelo/search/move_picker": ["test_node_counts", "test_selective"],
    "core/zermelo/search/mcts": ["test_node_counts", "test_mcts"],
    "core/zermelo/search/max_n": ["test_node_counts", "test_max_n"],
    "core/zermelo/game/coalition": ["test_max_n", "test_foreign_chance_and_players"],
    "core/zermelo/search/solver": ["test_node_counts", "test_solve", "test_connect_four", "test_threads"],
    "core/zermelo/search/proof": ["test_node_counts", "test_proof_number"],
    "core/zermelo/search/expectiminimax": ["test_node_counts", "test_pacman", "test_foreign_chance_and_players"],
    "core/zermelo/search/reference": ["test_turns", "test_connect_four"],
    "core/zermelo/search/": ["test_node_counts", "test_turns", "test_pass_loop", "test_engine"],
    "core/zermelo/tables/transposition": ["test_node_counts", "test_transposition", "test_engine"],
    "core/zermelo/tables/entry": ["test_node_counts", "test_transposition", "test_engine", "test_selective"],
    "core/zermelo/tables/result_blocks": ["test_checkers_tables"],
    "core/zermelo/tables/": ["test_endgame_tables", "test_checkers_tables"],
    "core/zermelo/base/inflate": ["test_endgame_tables"],
    "core/zermelo/base/checksum": ["test_endgame_tables"],
    "core/zermelo/game/pgn": ["test_pgn"],
    "core/zermelo/game/history": ["test_chess"],
    "core/zermelo/game/foreign": ["test_foreign", "test_foreign_chance_and_players"],
    "core/zermelo/game/": ["test_connect_four", "test_engine", "test_turns"],
    "core/zermelo/base/": ["test_turns", "test_node_counts", "test_mcts"],
    "core/zermelo/learning/tapered": ["test_learning", "test_chess_evaluate"],
    "core/zermelo/learning/": ["test_learning"],
    "core/zermelo/games/antichess/": ["test_antichess", "test_antichess_evaluate"],
    "core/zermelo/games/checkers/proof": ["test_checkers_proof"],
    "core/zermelo/games/checkers/endgame": ["test_checkers_tables"],
    "core/zermelo/games/checkers/": ["test_checkers", "test_node_counts"],
    "core/zermelo/games/chess/endgame": ["test_endgame_tables"],
    "core/zermelo/games/chess/": ["test_chess", "test_chess_evaluate"],
    "core/zermelo/games/connect_four": ["test_connect_four", "test_node_counts"],
    "core/zermelo/games/othello": ["test_othello", "test_othello_midgame"],
    "core/zermelo/games/pacman/": ["test_pacman"],
}
# Files that are not mutated: sentences, pictures, and examples.
LEFT_OUT = re.compile(
    r".*/(explanations|describe|sheet_\w+|examples)\.py"
    r"|src/zermelo/equilibrium/(picture|curves)\.py"
    r"|src/zermelo/games/pacman/lessons/pictures\.py"
    r"|src/zermelo/engine/compiling/.*"
    r"|src/zermelo/games/\w+/(\w+/)?commands?(/.*|\.py)"
)


def tests_of(path: str) -> list[str]:
    """Return the nearest tests of a file: paths for pytest, or names of core tests; none if it is not mutated."""
    if LEFT_OUT.fullmatch(path):
        return []
    if found := next((tests for prefix, tests in NEAREST.items() if path.startswith(prefix)), None):
        return found
    if path.startswith("src/zermelo/games/"):
        own = f"tests/games/{Path(path).parts[3].removesuffix('.py')}"
        return [*([own] if (ROOT / own).is_dir() else []), "tests/games/test_games.py", "tests/native/test_faces.py"]
    return []


def sample(mutants: list[Mutant], count: int, rng: random.Random) -> list[Mutant]:
    """Draw a sample spread over operators, then over files."""
    chosen: list[Mutant] = []
    used: Counter[str] = Counter()
    rest = {
        operator: [mutant for mutant in mutants if mutant.operator == operator]
        for operator in sorted({m.operator for m in mutants})
    }
    while len(chosen) < count and any(rest.values()):
        for operator in [operator for operator in rest if rest[operator]][: count - len(chosen)]:
            fewest = min(used[mutant.path] for mutant in rest[operator])
            mutant = rng.choice([mutant for mutant in rest[operator] if used[mutant.path] == fewest])
            rest[operator].remove(mutant)
            used[mutant.path] += 1
            chosen.append(mutant)
    return chosen


def make_copy(copy: Path) -> None:
    """Copy the tracked files and the built core to a new folder, and let Python there import nothing else."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    spec = importlib.util.find_spec("zermelo._core")
    assert spec
    assert spec.origin
    shutil.copy2(spec.origin, copy / "src" / "zermelo")
    # The finder of an editable install would import the project's own modules.
    finder = 'import sys\nsys.meta_path[:] = [f for f in sys.meta_path if "Redirecting" not in type(f).__name__]\n'
    (copy / "src" / "sitecustomize.py").write_text(finder)


def run(command: list[str], copy: Path, limit: float | None) -> int | None:
    """Run a command in the copy; return its exit code, or None at the time limit."""
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "CCACHE_NOHASHDIR": "1"}
    process = subprocess.Popen(
        command, cwd=copy, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def commands_of(path: str, deselected: list[str]) -> list[tuple[str, list[str]]]:
    """Return the commands of the nearest tests of a file, each with what it checks."""
    tests = tests_of(path)
    if path.endswith(".py"):
        pytest = [sys.executable, "-m", "pytest", "-x", "-n", "0", *(f"--deselect={test}" for test in deselected)]
        return [(" ".join(tests), [*pytest, *tests]), (f"the doctests of {path}", [*pytest, path])]
    ccache = ["ccache"] if shutil.which("ccache") else []
    compiler = [*ccache, "g++", "-std=c++20", "-O1", "-w", "-D_GLIBCXX_ASSERTIONS", "-march=x86-64-v2", "-pthread"]
    data = '-DZERMELO_SOURCE="."'
    commands = []
    for test in tests:
        (source,) = Path("core/tests").rglob(f"{test}.cpp")
        folders = ["-Icore", "-Icore/tests"]
        commands.append((f"{test} (compile)", [*compiler, data, *folders, "-c", str(source), "-o", f"{test}.o"]))
        commands.append((f"{test} (link)", ["g++", "-pthread", f"{test}.o", "-o", test]))
        commands.append((test, [f"./{test}"]))
    return commands


class Runner:
    """Runs the nearest tests, with a time limit measured on the unchanged code."""

    def __init__(self, copy: Path, deselected: list[str]) -> None:
        self.copy = copy
        self.deselected = deselected
        self.limits: dict[str, float] = {}

    def baseline(self, path: str) -> None:
        for name, command in commands_of(path, self.deselected):
            if name not in self.limits:
                started = time.monotonic()
                if run(command, self.copy, None) not in PASSES:
                    sys.exit(f"{name} must pass before mutants are planted")
                self.limits[name] = max(5 * (time.monotonic() - started), SMALLEST_LIMIT)

    def plant(self, mutant: Mutant) -> str:
        """Return what became of the mutant."""
        place = self.copy / mutant.path
        source = place.read_bytes()
        place.write_bytes(mutant.apply(source))
        try:
            for name, command in commands_of(mutant.path, self.deselected):
                # A compiler that has nothing in its cache takes longer.
                code = run(command, self.copy, self.limits[name] * (10 if name.endswith("(compile)") else 1))
                if code and name.endswith("(compile)"):
                    return STILLBORN
                if code not in PASSES:
                    return f"caught by {name}" + ("'s time limit" if code is None else "")
        finally:
            place.write_bytes(source)
        return SURVIVED


def describe(mutant: Mutant) -> str:
    before, after = mutant.lines((ROOT / mutant.path).read_bytes())
    return f"{mutant.path}:{mutant.line} {mutant.operator}: {before}  ->  {after}"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description="Plant mutants and count those that tests catch."
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--python", action="store_true", help="only Python files")
    parser.add_argument("--core", action="store_true", help="only C++ headers")
    parser.add_argument("--under", default="", help="only files below this folder, such as src/zermelo/arena")
    parser.add_argument("--only", type=int, nargs="*", help="numbers of the sample to plant")
    parser.add_argument("--list", action="store_true", help="list the sample and plant nothing")
    parser.add_argument("--json", type=Path, help="a file to write the results to")
    parser.add_argument(
        "--deselect", nargs="*", default=[], help="Python tests to leave out, such as those that fail already"
    )
    given = parser.parse_args()
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # a shell's background jobs ignore Ctrl-C, which tests send

    listed = subprocess.run(
        ["git", "ls-files", "src", "core/zermelo"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = [path for path in listed.stdout.splitlines() if tests_of(path)]
    halves = [
        half
        for half, asked in ((".py", given.python), ((".hpp", ".inc"), given.core))
        if asked or given.python == given.core
    ]
    chosen: list[Mutant] = []
    for place, half in enumerate(halves):
        mutants = collect(ROOT, [path for path in paths if path.endswith(half) and path.startswith(given.under)])
        chosen += sample(mutants, (given.count + place) // len(halves), random.Random(given.seed))
    numbered = [
        (number, mutant) for number, mutant in enumerate(chosen, start=1) if not given.only or number in given.only
    ]

    if given.list:
        for number, mutant in numbered:
            print(number, describe(mutant))
        return
    rows = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as copy:
        make_copy(Path(copy))
        runner = Runner(Path(copy), given.deselect)
        for number, mutant in numbered:
            runner.baseline(mutant.path)
            fate = runner.plant(mutant)
            print(number, describe(mutant), f"\n    {fate}", flush=True)
            rows.append({"number": number, "mutant": describe(mutant), "fate": fate})
    living = [row for row in rows if row["fate"] != STILLBORN]
    caught = sum(row["fate"] != SURVIVED for row in living)
    print(f"seed {given.seed}: {caught} of {len(living)} mutants caught ({100 * caught / max(len(living), 1):.1f} %)")
    if given.json:
        given.json.write_text(json.dumps({"seed": given.seed, "mutants": rows}, indent=1))


if __name__ == "__main__":
    main()
