"""Write the generated parts of README and docs: command output, numbers in the prose, pictures.

This program writes the text between these comments:

    <!-- run: zermelo tree classroom -->     the command and its output
    <!-- figure: NAME -->                    one number, measured or counted, by its name
    <!-- end -->

`make docs` rewrites the pages; a test fails if they are out of date. Measured times come from benchmarks/results.json, which
`make bench` writes; everything else is counted again.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from click.testing import CliRunner

from zermelo import draw
from zermelo.cli import cli
from zermelo.engine import search_fixed_depth
from zermelo.events import Event, Improve
from zermelo.games.coins import Coins
from zermelo.games.gdl.ggp.match import MAX_STEPS
from zermelo.games.pacman import Pacman
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.kinds.symmetry import merge_symmetric
from zermelo.lab.server.settings import Settings
from zermelo.lab.topics.rules.answers import GROUNDING, LONGEST_TEXT
from zermelo.studies import StudyResult, find_study
from zermelo.studies.markdown import to_markdown
from zermelo.textbook import SEARCHES, alpha_beta, max_n, mcts, minimax, minimax_open, transpositions
from zermelo.trees import tree
from zermelo.trees.examples import example
from zermelo.trees.generate import best_ordered_tree

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
GENERATED = re.compile(r"<!-- (run|figure): (.*?) -->(.*?)<!-- end -->", re.DOTALL)

UNEVEN = Coins((2, 1, 9, 1, 40, 1, 3, 1, 2))
GHOSTS = Pacman("small", roles=("min", "random"))
LAB = Settings()
CAPS = LAB.caps
MEASURED = json.loads((ROOT / "benchmarks" / "results.json").read_text(encoding="utf-8"))
PROOFS = json.loads((ROOT / "benchmarks" / "checkers_proofs.json").read_text(encoding="utf-8"))
MCTS_MATCHES = json.loads((ROOT / "benchmarks" / "mcts_matches.json").read_text(encoding="utf-8"))
GDL_MATCHES = json.loads((ROOT / "benchmarks" / "gdl_matches.json").read_text(encoding="utf-8"))
MATCHES = json.loads((ROOT / "benchmarks" / "checkers_matches.json").read_text(encoding="utf-8"))
STUDIES = msgspec.json.decode((ROOT / "docs" / "studies.json").read_bytes(), type=dict[str, StudyResult])
COUNTED: dict[str, Callable[[], int]] = {
    "minimax_nodes": lambda: minimax(TicTacToe()).nodes,
    "alpha_beta_nodes": lambda: alpha_beta(TicTacToe()).nodes,
    "transpositions_nodes": lambda: transpositions(TicTacToe()).nodes,
    "best_ordered_leaves": lambda: alpha_beta(best_ordered_tree(3, 6)).evaluations,
    "best_ordered_all": lambda: minimax(best_ordered_tree(3, 6)).evaluations,
    "max_n_nodes": lambda: max_n(UNEVEN).nodes,
    "max_n_pruned": lambda: max_n(UNEVEN, total=sum(UNEVEN.row)).nodes,
    "expectiminimax_nodes": lambda: search_fixed_depth(GHOSTS, "expectiminimax", depth=6).nodes,
    "star1_nodes": lambda: search_fixed_depth(GHOSTS, "star1", depth=6, bounds=(-600, 600)).nodes,
    "star2_nodes": lambda: search_fixed_depth(GHOSTS, "star2", depth=6, bounds=(-600, 600)).nodes,
    "tic_tac_toe_games": lambda: minimax(TicTacToe()).evaluations,
    "merged_nodes": lambda: minimax(merge_symmetric(TicTacToe())).nodes,
    "searches": lambda: len(SEARCHES),
    "lab_nodes": lambda: CAPS.nodes,
    "lab_seconds": lambda: int(CAPS.seconds),
    "lab_searches": lambda: CAPS.searches,
    "lab_levels": lambda: LAB.levels,
    "lab_text": lambda: CAPS.text,
    "gdl_most_steps": lambda: MAX_STEPS,
    "lab_rules_text": lambda: LONGEST_TEXT,
    "lab_rules_seconds": lambda: int(GROUNDING["seconds"]),
    "lab_rules_memory": lambda: GROUNDING["megabytes"],
}


def figure(name: str) -> str:
    if name == "checkers_proofs":
        return proofs_table()
    if name == "checkers_matches":
        return matches_table()
    if name == "mcts_matches":
        return mcts_table()
    if name == "mcts_games":
        return mcts_games_table()
    if name.startswith("study "):
        return study_section(name.removeprefix("study "))
    if name == "gdl_matches":
        return gdl_table()
    if name.startswith("checkers_tables_"):
        return f"{PROOFS['tables'][name.removeprefix('checkers_tables_')]:,}"
    if name.startswith("checkers_proofs_"):
        return f"{PROOFS[name.removeprefix('checkers_proofs_')]:,}"
    number = COUNTED[name]() if name in COUNTED else MEASURED[name]
    return f"{number:,}"


def study_section(name: str) -> str:
    """Return what a study has measured, as docs/studies.py has stored it."""
    return f"\n{to_markdown(find_study(name), STUDIES[name])}\n"


def proofs_table() -> str:
    """Return what is shown about the checkers positions of benchmarks/checkers_proofs.py."""
    rows = ["| position | shown | seconds | nodes | positions in the proof |", "|---|---|---|---|---|"]
    for row in PROOFS["positions"]:
        counts = f"{row['seconds']:,} | {row['nodes']:,} | {row['proof']:,}"
        rows.append(f"| `{row['fen']}` | {row['shown']} | {counts} |")
    return "\n" + "\n".join(rows) + "\n"


def mcts_table() -> str:
    """Return the scores of Monte-Carlo search in the matches of benchmarks/mcts.py."""
    titles = {
        "gnugo_30k": "GNU Go 3.8 at level 10, 30,000 simulations a move (less than a second)",
        "gnugo_1s": "GNU Go 3.8 at level 10, 1 s a move, with priors set by hand",
        "gnugo_0.1s": "GNU Go 3.8 at level 10, 0.1 s a move",
        "gnugo_handicap2": "GNU Go 3.8 at level 10 with two stones in advance, 10,000 simulations a move",
        "gammas": "the same search with priors set by hand, not learnt, 0.1 s a move",
        "priors": "the same search without priors, by UCT, 0.1 s a move",
        "patterns": "the same search with random playouts, 0.1 s a move",
        "rave": "the same search without RAVE, which it has here and not otherwise, 2,000 simulations a move",
        "reuse": "the same search that begins every tree anew, 1,000 simulations a move",
        "threads": "the same search on one thread instead of two, 600 simulations a move instead of 1,140",
    }
    return _scores(titles)


def mcts_games_table() -> str:
    """Return the scores of additions to Monte-Carlo search in other games than Go."""
    titles = {
        "solver": "Connect Four: with proven payoffs, against the same without, 0.01 s a move",
        "rave_hex": "Hex: with RAVE, against the same without, 0.03 s a move",
        "grave": "Hex: with RAVE and `grave=50`, against RAVE alone, 0.03 s a move",
        "mast": "Othello: playouts by move averages, against random ones, 0.03 s a move",
        "mast_connect_four": "Connect Four: the same, 0.02 s a move",
        "connect_four_textbook_open_spiel": "Connect Four: the textbook, against OpenSpiel's, 100 simulations a move",
        "connect_four_textbook_open_spiel_solver": "Connect Four: the same, against OpenSpiel's with proven payoffs",
        "tic_tac_toe_textbook_open_spiel_solver": "Tic-tac-toe: the same, against OpenSpiel's with proven payoffs",
    }
    return _scores(titles, "match")


def _scores(titles: Mapping[str, str], head: str = "opponent") -> str:
    """Return a table of matches."""
    rows = [f"| {head} | games | score |", "|---|---|---|"]
    for name, title in titles.items():
        if score := MCTS_MATCHES.get(name):
            rows.append(f"| {title} | {score['games']} | {score['score']:g} % |")
    return "\n" + "\n".join(rows) + "\n"


def gdl_table() -> str:
    """Return the scores of the matches of benchmarks/gdl_matches.py."""
    titles = {
        "connect_four-interpreter": ("connect_four", "the prepared player", "plain UCT over the interpreter"),
        "breakthrough-interpreter": ("breakthrough", "the prepared player", "plain UCT over the interpreter"),
        "connect_four-default-uct": ("connect_four", "games in lock step", "one game from each leaf"),
        "breakthrough-default-uct": ("breakthrough", "games in lock step", "one game from each leaf"),
        "hex-default-uct": ("hex", "games in lock step", "one game from each leaf"),
        "connect_four-default-mast": ("connect_four", "games in lock step", "games by move averages (MAST)"),
        "hex-default-grave": ("hex", "games in lock step", "one game from each leaf, with GRAVE"),
        "breakthrough-alpha_beta-default": ("breakthrough", "alpha-beta with learnt weights", "games in lock step"),
        "checkers-alpha_beta-default": ("checkers", "alpha-beta with learnt weights", "games in lock step"),
        "hex-python_uct": ("hex", "the prepared player", "a short UCT in Python"),
        "hex_9x9-python_uct": ("Hex 9x9, a public sheet", "the prepared player", "a short UCT in Python"),
        "reversi-python_uct": ("reversi, a public sheet", "the prepared player", "a short UCT in Python"),
        "checkers-python_uct": ("checkers", "the prepared player", "a short UCT in Python"),
    }
    rows = ["| sheet | player | opponent | games | score |", "|---|---|---|---|---|"]
    for name, title in titles.items():
        if score := GDL_MATCHES.get(name):
            rows.append(f"| {' | '.join(title)} | {score['games']} | {score['score']:g} % |")
    return "\n" + "\n".join(rows) + "\n"


def matches_table() -> str:
    """Return the scores of the engine in the matches of benchmarks/checkers.py."""
    opponents = {
        "alpha_beta": "plain alpha-beta to depth nine, material only, no tables",
        "open_spiel": "OpenSpiel's Monte-Carlo tree search, ten thousand simulations a move",
        "material": "the same engine with material as its evaluation",
    }
    rows = ["| opponent | games | won | drawn | lost |", "|---|---|---|---|---|"]
    for name, opponent in opponents.items():
        score = MATCHES[name]
        rows.append(f"| {opponent} | {sum(score.values())} | {score['won']} | {score['drawn']} | {score['lost']} |")
    return "\n" + "\n".join(rows) + "\n"


LESSON_PICTURES: dict[Path, str] = {}
"""What the lessons of the pages have drawn, by path."""


def run(command: str) -> str:
    words = shlex.split(command)
    assert words[0] == "zermelo"
    with TemporaryDirectory() as folder:
        picture = Path(folder, "lesson.svg")
        drawn = ["--svg", str(picture)] if words[1] == "lesson" else []
        result = CliRunner(env={"COLUMNS": "100"}).invoke(cli, [*words[1:], *drawn], standalone_mode=False)
        if result.exception is not None:
            raise result.exception
        if drawn:
            LESSON_PICTURES[IMAGES / f"pacman-{words[2]}.svg"] = picture.read_text(encoding="utf-8")
    output = "\n".join(line.rstrip() for line in result.stdout.strip("\n").splitlines())
    output = re.sub(r'"seconds": [0-9.e-]+', '"seconds": ...', output)
    return f"\n```console\n$ {command}\n{output}\n```\n"


def write(page: str) -> str:
    """Return the page with its generated parts brought up to date."""

    def replace(match: re.Match[str]) -> str:
        kind, what, _ = match.groups()
        content = run(what) if kind == "run" else figure(what)
        return f"<!-- {kind}: {what} -->{content}<!-- end -->"

    return GENERATED.sub(replace, page)


def pictures() -> dict[Path, str]:
    """Draw the pictures of the pages, by path."""
    classroom = example("classroom")
    events: list[Event] = []
    alpha_beta(classroom, watch=events.append)
    board: list[Event] = []
    corner = TicTacToe().play(0).play(4).play(8).play(2).play(6)
    alpha_beta(corner, watch=board.append)
    merged, replies = merge_symmetric(TicTacToe()), list[Event]()
    minimax(merged, depth=2, watch=replies.append)
    opened: list[Event] = []
    minimax_open(classroom, watch=opened.append)
    first_list = next(number for number, event in enumerate(opened) if isinstance(event, Improve) and event.node == "A")
    simulated: list[Event] = []
    mcts(shallow := tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), simulations=1000, watch=simulated.append)
    return {
        IMAGES / "tic-tac-toe-merged.svg": draw.svg(merged, replies),
        IMAGES / "minimax-open.svg": draw.svg(classroom, opened, step=first_list + 1),
        IMAGES / "mcts.svg": draw.svg(shallow, simulated),
        IMAGES / "classroom.svg": draw.svg(classroom, events),
        IMAGES / "tic-tac-toe.svg": draw.svg(corner, board),
        IMAGES / "pacman-small.svg": Pacman("small").drawing(),
    }


def main() -> None:
    for page in PAGES:
        page.write_text(write(page.read_text(encoding="utf-8")), encoding="utf-8")
    for path, drawing in {**pictures(), **LESSON_PICTURES}.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
