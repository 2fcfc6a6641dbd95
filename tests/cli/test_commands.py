"""The program as a user meets it: answers on standard output, one sentence and exit code 2 for what is wrong."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.starting import answer, refusal, zermelo

CLASSROOM = "[[2,[3,0]],[[[1,5],7],6],[1,[2,20]]]"


def test_tree_as_json() -> None:
    found = answer("tree", CLASSROOM)
    assert found["value"] == 6
    assert found["path"] == ["A", "C", "H"]
    assert found["evaluated"] == list("EKQNHI")
    assert found["skipped"] == list("LROP")
    assert found["cutoffs"] == [
        {"node": "F", "kind": "beta", "deep": False, "by": "B", "skipped": ["L"]},
        {"node": "M", "kind": "alpha", "deep": True, "by": "A", "skipped": ["R"]},
        {"node": "D", "kind": "alpha", "deep": False, "by": "A", "skipped": ["O", "P"]},
    ]
    assert (found["ties"], found["fail"], found["nodes"]) == ("equal", "soft", 13)


def test_tree_options() -> None:
    assert answer("tree", "[[3,5],[3,9]]", "--ties", "strict")["evaluated"] == ["D", "E", "F", "G"]
    assert answer("tree", "[[2,7],[1,8]]", "--root", "min")["value"] == 7
    assert answer("tree", CLASSROOM, "--search", "minimax")["evaluated"] == list("EKLQRNHIOP")
    assert answer("tree", CLASSROOM, "--order", "A: C B D; C: H G")["evaluated"] == list("HQRNEI")
    assert answer("tree", CLASSROOM, "--order", "best")["evaluations"] < 6
    assert answer("tree", CLASSROOM, "--order", "reverse")["value"] == 6
    deepening = answer("tree", "classroom", "--search", "deepening", "--depths", "2,end")
    assert deepening["evaluated"] == list("HQRNEI")
    assert [each["evaluations"] for each in deepening["passes"]] == [5, 6]
    assert answer("tree", "classroom", "--depth", "2")["evaluated"] == list("EFGHI")
    chance = answer("tree", "A(B?(1/3:D=2 2/3:E=6) C=4)", "--search", "expectiminimax")
    assert (chance["exact"], chance["path"]) == ("14/3", ["A", "B"])
    assert answer("tree", "tic_tac_toe", "--nodes", "100")["stopped"] == "nodes"
    assert answer("tree", "nim", "--search", "minimax")["value"] in (-1, 1)
    won = answer("tree", "[[6,9],[3,5],[2,8]]", "--search", "minimax", "--stop-at", "6")
    assert (won["value"], won["bound"], won["evaluated"]) == (6, "lower", ["E", "F"])
    merged = answer("tree", "tic_tac_toe", "--merge-symmetric", "--depth", "1", "--search", "minimax")
    assert merged["evaluated"] == ["0", "1", "4"]


def test_ctrl_c_prints_the_result_so_far(tmp_path: Path) -> None:
    """A game that presses Ctrl-C itself, when the first root move is finished."""
    (tmp_path / "interrupting.py").write_text(
        "from zermelo.games.tic_tac_toe import TicTacToe\n"
        "class Pressing(TicTacToe):\n"
        "    def play(self, move):\n"
        "        if self == Pressing() and move == 1: raise KeyboardInterrupt\n"
        "        return TicTacToe.play(self, move)\n"
    )
    done = zermelo("tree", "interrupting:Pressing", "--depth", "2", "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert (done.returncode, found["stopped"], found["move"], found["bound"]) == (130, "interrupted", 0, "lower")


def test_an_interrupted_search_that_no_command_expects_is_printed(tmp_path: Path) -> None:
    (tmp_path / "pressing.py").write_text(
        "from zermelo.games.tic_tac_toe import TicTacToe\n"
        "from zermelo.textbook import minimax\n"
        "def press(event): raise KeyboardInterrupt\n"
        "class Pressing(TicTacToe):\n"
        "    def moves(self): return [minimax(TicTacToe(), watch=press).move]\n"
    )
    done = zermelo("perft", "pressing:Pressing", "1", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (130, "")
    assert "stopped: minimax: " in done.stderr


def test_trees_come_from_files_and_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "lecture.tree"
    path.write_text(CLASSROOM)
    assert answer("tree", str(path))["value"] == 6
    assert answer("tree", "-", stdin=CLASSROOM)["value"] == 6


def test_pictures_and_events_are_written_whole(tmp_path: Path) -> None:
    files = {name: str(tmp_path / name) for name in ("tree.svg", "tree.tex", "trace.json")}
    found = zermelo(
        "tree",
        CLASSROOM,
        "--trace",
        "--svg",
        files["tree.svg"],
        "--tikz",
        files["tree.tex"],
        "--events",
        files["trace.json"],
    )
    assert "B already has 2; F is worth at least 3" in found.stdout
    assert Path(files["tree.svg"]).read_text().startswith("<svg")
    assert "tikzpicture" in Path(files["tree.tex"]).read_text()
    events = json.loads(Path(files["trace.json"]).read_text())
    assert [event["event"] for event in events[:3]] == ["enter", "enter", "enter"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(files), "no temporary file is left"
    assert "cannot be written" in refusal("tree", CLASSROOM, "--svg", str(tmp_path / "no" / "where.svg"))


def test_why_a_leaf_was_not_pruned() -> None:
    found = zermelo("tree", CLASSROOM, "--why-not", "H", "--why-not", "R").stdout
    assert "why H      With 7 instead of 6 at H, A would be worth 7 instead of 6" in found
    assert "why R      MIN at M can reach 1" in found
    told = answer("tree", CLASSROOM, "--why-not", "all")["why_not"]
    assert [each["leaf"] for each in told] == answer("tree", CLASSROOM)["evaluated"]
    assert {each["changes"] for each in told} == {"value", "nothing"}
    assert answer("tree", CLASSROOM, "--why-not", "O")["why_not"][0]["pruned"]
    assert "no node called 'Z'" in refusal("tree", CLASSROOM, "--why-not", "Z")
    assert "not for star1" in refusal("tree", CLASSROOM, "--search", "star1", "--why-not", "H")


def test_searches_by_simulation_list_no_leaves() -> None:
    told = zermelo("tree", "A(B=3 C=4)", "--search", "mcts", "--simulations", "20").stdout
    assert "method     mcts" in told
    assert "evaluated" not in told
    assert "skipped" not in told
    assert "evaluated  2: B C" in zermelo("tree", "A(B=3 C=4)", "--search", "minimax").stdout


def test_compare() -> None:
    rows = {row["method"]: row for row in answer("compare", CLASSROOM)["rows"]}
    assert rows["minimax"]["leaves"] == 10
    assert rows["sss_star"]["leaves"] <= rows["alpha_beta"]["leaves"] == 6
    others = ("expectimax", "mcts", "max_n", "backward_induction")
    exact = [row["value"] for name, row in rows.items() if name not in others]
    assert set(exact) == {6}
    chance = answer("compare", "A(B?(1/2:D=2 1/2:E=6) C=5)")
    assert chance["left_out"]["alpha_beta"] == "there are chance moves"
    assert {row["value"] for row in chance["rows"] if row["method"] in ("expectiminimax", "star1", "star2")} == {5}
    assert "alpha_beta" in zermelo("compare", CLASSROOM).stdout


def test_random_trees() -> None:
    first = answer("random-tree", "--seed", "3", "--depth", "4", "--branching", "2-3")
    assert first == answer("random-tree", "--seed", "3", "--depth", "4", "--branching", "2-3")
    made = answer("random-tree", "--seed", "5", "--depth", "4", "--pruned", "5", "--deep")["tree"]
    found = answer("tree", made)
    assert len(found["skipped"]) == 5
    assert any(cut["deep"] for cut in found["cutoffs"])
    assert answer("tree", made, "--ties", "strict")["skipped"] == found["skipped"]
    assert "--branching takes" in refusal("random-tree", "--branching", "many")


def test_check(tmp_path: Path) -> None:
    assert answer("check", "tic_tac_toe")["ok"] is True
    (tmp_path / "broken.py").write_text(
        "class Broken:\n"
        "    player = 0\n"
        "    def moves(self): return [1, 2]\n"
        "    def play(self, move): return self\n"
        "    def utility(self): return None\n"
    )
    done = zermelo("check", "broken:Broken", "--seconds", "2", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert "ended" in json.loads(done.stdout)["problems"][0]
    assert "no module called nowhere" in refusal("check", "nowhere:Nothing")


def test_watch_without_a_terminal_tells_the_story() -> None:
    told = zermelo("watch", "[[2,7],[1,8]]", "--play").stdout
    assert "A already has 2; C is worth at most 1" in told
    assert answer("watch", "[[2,7],[1,8]]")["steps"][-1] == "The answer is 2: B D."


BAD = {
    "[[2,7],[1,8]": "character 13: a number, '[' or ']' is expected, but the text ends",
    "[[2,7],[]]": "character 9: the node is empty; it needs at least one child",
    "[1,nan]": "character 4: a value must be a finite number, not nan",
    "[1,inf]": "character 4: a value must be a finite number, not inf",
    "[1,2]]": "character 6: the tree is complete, but ']' follows",
    "A(B=1 C": "character 8: the name of a node is expected, but the text ends",
    "A(B=1 C)": "character 7: a leaf needs a value",
    "A?(0.5:B=1 0.4:C=2)": "the probabilities at A add up to 0.9, not 1",
    "A(B=1 B=2)": "character 7: the name B is used twice",
    "": "a list or a number is expected",
    "no/such/file.txt": "there is no file called no/such/file.txt",
    "[1,<2]": "character 4: '<' is not expected here",
    "A?(2:B=1 -1:C=2)": "a probability must be above 0 and at most 1, not 2",
    "\x00": "is not expected here",
}


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_a_bad_tree_is_one_sentence_that_names_the_place(text: str) -> None:
    if "\x00" in text:
        assert BAD[text] in refusal("tree", "-", stdin=text)
    else:
        assert BAD[text] in refusal("tree", text)


def test_a_million_brackets_are_refused_quickly() -> None:
    assert "nested more than 100,000 levels deep" in refusal("tree", "-", stdin="[" * 1_000_000 + "1" + "]" * 1_000_000)


def test_other_refusals() -> None:
    assert refusal("tree", CLASSROOM, "--depth", "-1") == "depth must be a whole number from 0 up, not -1"
    assert "has no static value" in refusal("tree", CLASSROOM, "--depth", "1")
    refused = refusal("tree", CLASSROOM, "--search", "minimax", "--ties", "strict")
    assert "minimax has no option --ties; these searches have it: alpha_beta, negamax" in refused
    assert "No such option" in refusal("tree", CLASSROOM, "--colour")
    assert "is not one of" in refusal("tree", CLASSROOM, "--search", "magic")
    assert "Missing argument" in refusal("tree")
    assert "No such command" in refusal("fly")
    assert "must name each of its children once" in refusal("tree", CLASSROOM, "--order", "A: C B")
    assert "is not an order" in refusal("tree", CLASSROOM, "--order", "sideways")
    assert "seconds must be a positive number" in refusal("tree", CLASSROOM, "--seconds", "nan")
    assert (
        refusal("tree", CLASSROOM, "--window", "10", "5")
        == "window must be a smaller and a larger number, not 10 and 5"
    )
    assert "needs an explicit tree" in refusal("compare", "tic_tac_toe")
    assert "use expectimax, expectiminimax, star1" in refusal("tree", "A?(1/2:B=1 1/2:C=2)")
    assert "too long to watch" in refusal("watch", "tic_tac_toe", "--search", "minimax")


def test_help_and_version() -> None:
    assert "alpha" not in zermelo("--help").stderr
    assert "compare" in zermelo("--help").stdout
    assert zermelo("--version").stdout.startswith("zermelo ")
    for command in ("tree", "compare", "random-tree", "watch", "exercise", "exam", "check"):
        done = zermelo(command, "--help")
        assert done.returncode == 0
        assert "--json" in done.stdout


def test_exercises_are_asked_and_graded() -> None:
    assert "leaves_pruned" in zermelo("exercise").stdout
    asked = answer("exercise", "leaves_pruned", "--seed", "5")
    assert "answer" not in asked, "a question does not give itself away"
    known = answer("exercise", "leaves_pruned", "--seed", "5", "--solution")["answer"]
    assert answer("exercise", "leaves_pruned", "--seed", "5", "--answer", known)["grade"]["correct"] is True
    wrong = zermelo("exercise", "leaves_pruned", "--seed", "5", "--answer", "A")
    assert wrong.returncode == 1
    assert "Traceback" not in wrong.stderr
    assert "there is no kind of exercise called" in refusal("exercise", "guessing")
    assert zermelo("exercise", "window", "--seed", "2", "--hint").stdout.count("Hint: ") == 1


def test_the_same_seed_prints_the_same_exam(tmp_path: Path) -> None:
    for style, mark in (("markdown", "# "), ("latex", "\\documentclass"), ("html", "<!doctype html>")):
        first = zermelo("exam", "--seed", "7", "--format", style, "--key").stdout
        assert mark in first[:400].lower() or mark in first[:400]
        assert first == zermelo("exam", "--seed", "7", "--format", style, "--key").stdout
        assert first != zermelo("exam", "--seed", "8", "--format", style, "--key").stdout
    path = tmp_path / "exam.html"
    assert zermelo("exam", "--seed", "7", "--format", "html", "--out", str(path)).stdout == ""
    assert "<svg" in path.read_text()
    assert len(answer("exam", "--seed", "7", "--count", "3")["questions"]) == 3
    assert "there is no kind of exercise called" in refusal("exam", "--kinds", "guessing")


def test_whoever_does_not_take_the_answer_is_told_or_left_alone() -> None:
    command = [sys.executable, "-c", "from zermelo.cli import main; main()", "tree", "tic_tac_toe", "--depth", "3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as left:
        assert left.stdout is not None
        assert left.stderr is not None
        left.stdout.close()
        assert (left.stderr.read(), left.wait(30)) == (b"", 141)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, timeout=30)
    assert done.returncode == 2
    assert done.stderr == b"zermelo: the output cannot be written: No space left on device\n"
    closed = subprocess.run(["sh", "-c", f"{shlex.join(command)} >&-"], stderr=subprocess.PIPE, check=False, timeout=30)
    assert closed.returncode == 2
    assert closed.stderr.startswith(b"zermelo: standard output is closed")
