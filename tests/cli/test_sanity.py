"""Test zermelo sanity: infinities in the place of skipped leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zermelo.cli import sanity as module
from zermelo.cli.sanity import sanity
from zermelo.state import ZermeloError
from zermelo.textbook.sanity import Substitution, sanity_test
from zermelo.trees import tree
from zermelo.trees.generate import best_ordered_tree


def run(*arguments: str) -> Result:
    return CliRunner().invoke(sanity, arguments, standalone_mode=False, catch_exceptions=False)


def test_no_skipped_leaf_matters() -> None:
    done = run("classroom")
    assert done.return_value == 0
    assert [line.split() for line in done.stdout.splitlines()[1:5]] == [[leaf, "6", "6", "6"] for leaf in "LROP"]
    assert done.stdout.endswith("No skipped leaf matters.\n")
    assert run("[1, 2]").stdout == "Alpha-beta skips no leaf of this tree.\n"
    found = json.loads(run("[[2,7],[1,8]]", "--json").stdout)
    assert found == {"holds": True, "leaves": [{"leaf": "G", "least": 2.0, "most": 2.0, "value": 2.0}]}
    assert json.loads(run("[[3,5],[3,9]]", "--ties", "strict", "--json").stdout)["leaves"] == []


def test_a_wrong_cutoff_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "sanity_test", lambda *_, **__: [Substitution("G", 2.0, 8.0, 2.0)])
    done = run("[[2,7],[1,8]]")
    assert done.return_value == 1
    assert "The value of the root changes: a cutoff is wrong." in done.stdout


def test_at_a_depth_limit_the_nodes_there_are_the_leaves(tmp_path: Path) -> None:
    text = "A(B=9(D=4(H=1) E=5(I=1)) C=0(F=3(J=1) G=7(K=1)))"
    rows = sanity_test(tree(text), depth=2)
    assert [(row.leaf, row.with_least, row.with_most) for row in rows] == [("G", 4.0, 4.0)]
    (tmp_path / "one.test").write_text(
        'alg: "AlphaBetaAgent"\ndepth: "1"\nstart_state: "a"\n'
        'successors: """\na L b\na R c\nb L d\nc L e\nc R f\nf D g\n"""\n'
        'evaluation: """\nd 4\ne 3\nf 7\ng 1\n"""\n'
    )
    done = run(str(tmp_path / "one.test"))
    assert done.stdout.startswith("The depth is 1 round of 2 agents (2 moves), as the file says.")
    assert done.stdout.splitlines()[2].split()[0] == "f"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [("tic_tac_toe", "is a game, but this command needs an explicit tree"), ("chance", "there are chance moves")],
)
def test_what_cannot_be_checked_is_refused(source: str, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        run(source)


def test_a_tree_with_too_many_skipped_leaves_is_refused() -> None:
    large: Any = best_ordered_tree(3, 9)
    with pytest.raises(ZermeloError, match="leaves are skipped, too many to search 29,524 nodes for each of them"):
        sanity_test(large)
