"""Test CS188 test files on the command line: the agent, the depth, and the solution decide what is searched and compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from zermelo.cli.trees import compare, tree
from zermelo.cli.watch import watch
from zermelo.state import ZermeloError

BINARY = "\n".join(
    f"{parent} {side} {child}"
    for parent, children in (
        *(("a", "b1 b2"), ("b1", "c1 c2"), ("b2", "c3 c4")),
        *(("c1", "d1 d2"), ("c2", "d3 d4"), ("c3", "d5 d6"), ("c4", "d7 d8")),
        *((f"d{number + 1}", f"{'ACEGIKMO'[number]} {'BDFHJLNP'[number]}") for number in range(8)),
    )
    for side, child in zip("LR", children.split(), strict=True)
)
LEAVES = (3, 13, 5, 9, 10, 11, 6, 8, 1, 0, 4, 7, 12, 15, 2, 14)
ALL = " ".join(sorted({word for line in BINARY.splitlines() for word in (line.split()[0], line.split()[2])}))


def write_test(
    folder: Path, agent: str, *, depth: int, agents: int, solution: tuple[str, str] | None = None, statics: str = ""
) -> str:
    """Write a test file on a binary tree of four plies with its solution, and return its path."""
    values = "\n".join(f"{name} {value}.0" for name, value in zip("ABCDEFGHIJKLMNOP", LEAVES, strict=True))
    (folder / "one.test").write_text(
        f'class: "GraphGameTreeTest"\nalg: "{agent}"\ndepth: "{depth}"\nnum_agents: "{agents}"\nstart_state: "a"\n'
        f'win_states: "A B C D E F G H I J K L M N O P Q"\nlose_states: ""\n'
        f'successors: """\n{BINARY}\n"""\nevaluation: """\n{values}\n{statics}\n"""\n'
    )
    if solution is not None:
        (folder / "one.solution").write_text(f'action: "{solution[0]}"\ngenerated: "{solution[1]}"\n')
    return str(folder / "one.test")


def run(command: click.Command, *arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)


def document(*arguments: str) -> Any:
    return json.loads(run(tree, *arguments, "--json").stdout)


# The answers of the public files q3/3-one-ghost-4level, q3/5-two-ghosts-4level, q4/3-one-ghost-4level and q4/5-two-ghosts-4level
# of Berkeley's project "Multi-Agent Search".
PUBLISHED = [
    ("AlphaBetaAgent", 2, "L", "A B C D E F I K a b1 b2 c1 c2 c3 d1 d2 d3 d5 d6"),
    ("AlphaBetaAgent", 3, "L", "A B C D E G H I J a b1 b2 c1 c2 c3 d1 d2 d3 d4 d5"),
    ("ExpectimaxAgent", 2, "R", ALL),
    ("ExpectimaxAgent", 3, "L", ALL),
]


@pytest.mark.parametrize(("agent", "agents", "action", "generated"), PUBLISHED)
def test_published_solutions(tmp_path: Path, agent: str, agents: int, action: str, generated: str) -> None:
    file = write_test(tmp_path, agent, depth=4, agents=agents, solution=(action, generated))
    done = run(tree, file, "--check-solution")
    assert done.return_value == 0, done.stdout
    assert "solution   the same" in done.stdout
    found = document(file, "--check-solution")
    assert (found["action"], found["generated"]) == (action, generated.split())
    assert found["solution"] == {"same": True, "differences": []}
    assert found["test"] == {"agent": agent, "rounds": 4, "agents": agents}


def test_the_agent_of_the_file_searches_unless_another_search_is_asked_for(tmp_path: Path) -> None:
    for agent, method, ties in (
        ("MinimaxAgent", "minimax", None),
        ("AlphaBetaAgent", "alpha_beta", "strict"),
        ("ContestAgent", "alpha_beta", "strict"),
        ("ExpectimaxAgent", "expectimax", None),
    ):
        found = document(write_test(tmp_path, agent, depth=2, agents=2))
        assert (found["method"], found["ties"]) == (method, ties)
    file = write_test(tmp_path, "MinimaxAgent", depth=2, agents=2)
    assert document(file, "--search", "negamax")["method"] == "negamax"
    assert document(file, "--search", "alpha_beta", "--ties", "equal")["ties"] == "equal"


STATICS = "c1 1\nc2 1\nc3 9\nc4 9"


def test_depth_counts_rounds_of_all_agents(tmp_path: Path) -> None:
    file = write_test(tmp_path, "MinimaxAgent", depth=1, agents=2, statics=STATICS)
    done = run(tree, file)
    assert "depth      1 round of 2 agents (2 moves), as the file says" in done.stdout
    assert "action     R" in done.stdout, "by the static values two moves down"
    assert document(file)["generated"] == ["a", "b1", "b2", "c1", "c2", "c3", "c4"]
    deeper = run(tree, file, "--depth", "4")
    assert "depth      4 moves; the file says 1 round of 2 agents (2 moves)" in deeper.stdout
    assert "action     L" in deeper.stdout


def test_watch_and_compare_take_the_depth_too(tmp_path: Path) -> None:
    file = write_test(tmp_path, "MinimaxAgent", depth=1, agents=2, statics=STATICS)
    said = "The depth is 1 round of 2 agents (2 moves), as the file says."
    for command in (watch, compare):
        assert run(command, file).stdout.startswith(said)
    rows = json.loads(run(compare, file, "--json").stdout)["rows"]
    assert {row["move"] for row in rows if row["method"] in ("minimax", "alpha_beta", "sss_star")} == {"b2"}
    rows = json.loads(run(compare, file, "--depth", "4", "--json").stdout)["rows"]
    assert {row["move"] for row in rows if row["method"] in ("minimax", "alpha_beta", "sss_star")} == {"b1"}


def test_differences_from_a_solution_are_named(tmp_path: Path) -> None:
    file = write_test(tmp_path, "AlphaBetaAgent", depth=4, agents=2, solution=("R", PUBLISHED[0][3] + " M"))
    done = run(tree, file, "--check-solution")
    assert done.return_value == 1
    assert "differs: the action is L, in the solution R; generated in the solution and not here: M" in done.stdout
    found = document(file, "--check-solution", "--search", "minimax")["solution"]
    assert not found["same"]
    assert found["differences"][1] == "generated here and not in the solution: G H J L N O P c4 d4 d7 d8"


def test_a_solution_must_be_there(tmp_path: Path) -> None:
    file = write_test(tmp_path, "MinimaxAgent", depth=4, agents=2)
    for source, sentence in ((file, "there is no file called .*one.solution"), ("aima", "needs a CS188 test file")):
        with pytest.raises(ZermeloError, match=sentence):
            run(tree, source, "--check-solution")
    (tmp_path / "one.solution").write_text("?")
    with pytest.raises(ZermeloError, match=r"one.solution: line 1: '\?' is not of the form"):
        run(tree, file, "--check-solution")


def test_a_test_of_another_class_says_where_it_runs(tmp_path: Path) -> None:
    (tmp_path / "one.test").write_text('class: "EvalAgentTest"\nagentName: "ReflexAgent"\n')
    with pytest.raises(
        ZermeloError, match=r"one\.test: line 1: EvalAgentTest holds no tree; zermelo pacman --test plays"
    ):
        run(tree, str(tmp_path / "one.test"))


def test_json_names_the_action_of_any_tree() -> None:
    found = document("A(up:B=3 C(D=7))")
    assert (found["move"], found["action"], found["generated"]) == ("C", "C", ["A", "B", "C", "D"])
    assert document("A(up:B=3 C(D=1))")["action"] == "up"
