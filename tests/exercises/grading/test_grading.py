"""Grading: correct searches pass in every shape, each mistake is named, and hostile code does no harm."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from tests.exercises.grading import students
from zermelo.cli.grade import grade as command
from zermelo.exercises.grading import grade, grader
from zermelo.exercises.grading.cases import Case, expect, make_cases
from zermelo.exercises.grading.compare import ASPECTS, Difference, find_difference
from zermelo.exercises.grading.course_modules import MODULES, manhattan_distance
from zermelo.exercises.grading.course_states import AgentState, Misuse
from zermelo.exercises.grading.shapes import SHAPES, InvalidAnswer, detect_shape
from zermelo.games.pacman import Pacman
from zermelo.state import ZermeloError

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[2] / "examples" / "grading"
HOSTILE = HERE / "hostile.py"


def first_difference(
    search: Any, kind: str, *, ties: Any = "equal", first: bool = False
) -> tuple[Case, Difference] | None:
    """As `grade`, in this process."""
    shape = SHAPES[detect_shape(search)](search)
    for case in make_cases(kind, shape=shape.name, trees=60, seed=0, depths=shape.depths):
        seen: list[str] = []
        try:
            answer = shape.run(case, seen)
        except (InvalidAnswer, Misuse) as error:
            return case, Difference("error", str(error))
        difference = find_difference(case, expect(case, kind, ties), answer, seen, ASPECTS, first)
        if difference is not None:
            return case, difference
    return None


@pytest.mark.parametrize(
    ("search", "ties"), [(students.right, "equal"), (students.strict, "strict"), (students.usual_names, "equal")]
)
def test_correct_searches_pass(search: Any, ties: Any) -> None:
    assert first_difference(search, "alpha_beta", ties=ties) is None


@pytest.mark.parametrize(
    ("search", "kind", "aspect", "words"),
    [
        (students.strict, "alpha_beta", "leaves", "which cannot matter any more: A already has"),
        (students.forgets_alpha, "alpha_beta", "leaves", "will never let play reach"),
        (students.prunes_too_much, "alpha_beta", "leaves", "which can still change the result"),
        (students.last_of_equals, "alpha_beta", "move", "the best move is"),
        (students.everyone_maximizes, "minimax", "value", "but it returns"),
        (students.right_to_left, "minimax", "leaves", "children are searched from left to right"),
        (students.searches_twice, "minimax", "leaves", "a second time"),
        (students.worst_move, "minimax", "move", "the best move is"),
        (students.right, "minimax", "leaves", "never evaluates"),
        (students.evenly, "expectimax", "value", "the value is"),
        (students.miscounts, "minimax", "evaluations", "leaves, which is right, but reports"),
        (students.wrong_path, "minimax", "error", "but its score is"),
        (students.forgets_to_negate, "minimax", "move", "the best move is"),
        (students.returns_a_value, "minimax", "error", "instead of a move from get_next_moves_fn"),
        (students.wrong_side, "minimax", "error", "get_endgame_score(False) at C, where MAX would be to move"),
        (students.OneGhost, "minimax", "error", "it evaluates C, where the game is not over"),
        (students.PacmansActions, "minimax", "error", "it calls getLegalActions(0) at B, where agent 1 is to move"),
        (students.CountsMoves, "minimax", "error", "it evaluates B, where the game is not over"),
    ],
)
def test_each_mistake_is_named(search: Any, kind: str, aspect: str, words: str) -> None:
    difference = first_difference(search, kind)
    assert difference is not None
    assert difference[1].aspect == aspect
    assert words in difference[1].sentence
    assert len(difference[0].tree) <= 12, "a small tree shows it"


def test_the_first_of_equal_moves_can_be_required() -> None:
    def last(state: Any) -> tuple[float, str | None]:
        worth = state.utility()
        if worth is not None:
            return worth, None
        choose = max if state.player == 0 else min
        values = {move: last(state.play(move))[0] for move in state.moves()}
        best = choose(values.values())
        return best, [move for move, value in values.items() if value == best][-1]

    assert first_difference(last, "minimax") is None
    difference = first_difference(last, "minimax", first=True)
    assert difference is not None
    assert "are equally good and the first is required" in difference[1].sentence


@pytest.mark.parametrize(
    ("file", "name", "kind"),
    [
        ("plain_search.py", "expectimax", "expectimax"),
        ("mit_style.py", "minimax_search_alphabeta", "alpha_beta"),
        ("mit_functions_style.py", "alpha_beta_search", "alpha_beta"),
        ("cs188_style.py", "AlphaBetaAgent", "alpha_beta"),
        ("cs188_style.py", "ExpectimaxAgent", "expectimax"),
    ],
)
def test_files_of_courses_run_unchanged(file: str, name: str, kind: str) -> None:
    verdict = grade(EXAMPLES / file, name, kind=kind, trees=30)
    assert verdict.correct, verdict.message


def test_a_cs188_agent_plays_pacman(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in MODULES.items():
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(**content))
    agents = runpy.run_path(str(EXAMPLES / "cs188_style.py"))
    start = Pacman("trap")
    for name in ("MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"):
        assert agents[name](depth="2").getAction(AgentState(start, start.agents)) in start.moves()


def test_a_search_with_the_other_tie_rule_is_recognised() -> None:
    verdict = grade(HERE / "students.py", "strict", trees=20)
    assert not verdict.correct
    assert verdict.other_ties
    assert "follows the tie rule strict on every tree, but was graded by equal" in verdict.message


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hangs", "has not answered after 1 seconds"),
        ("leaves", "ends the program"),
        ("leaves_at_once", "ends the program"),
        ("breaks_python", "SIGSEGV"),
        ("devours", "MemoryError"),
        ("forges", "writes to the pipe of its answers"),
        ("swears", "it raises BaseException: by everything"),
    ],
)
def test_hostile_searches_get_one_sentence(name: str, words: str) -> None:
    verdict = grade(HOSTILE, name, trees=0, seconds=1 if name == "hangs" else 20)
    assert not verdict.correct
    assert verdict.aspect == "error"
    assert words in verdict.message
    assert "\n" not in verdict.message
    assert verdict.case is not None


def test_a_search_that_waits_without_using_cpu_time_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(grader, "monotonic", lambda: 1000.0)

    def collect(seconds: float, *lines: bytes | None) -> grader._Run:
        """Collect these lines from a process that goes on; None for waiting in vain, which takes no time."""
        left = iter(lines)

        def read(wait: float) -> bytes | None:
            waits.append(wait)
            return next(left)

        process: Any = SimpleNamespace(read=read, wait=lambda seconds: None)
        return grader._collect(process, {"path": "search.py", "seconds": seconds})

    ready, plain = b'{"ready": true}\n', b'{"shape": "plain"}\n'
    run = collect(3, ready, plain, b'{"answer": [1, null, null], "leaves": ["B"]}\n', None)
    assert run.error == "it has not answered after 3 seconds"
    assert [reply.leaves for reply in run.replies] == [["B"]]
    assert waits == [60, 60, 60, 60]
    collect(7, ready, plain, None)
    assert waits[4:] == [60, 70, 70], "ten times the limit of one answer, which the process itself keeps"
    assert collect(3, ready, plain, b"").error == run.error, "the pipe is closed, and the process goes on"
    with pytest.raises(ZermeloError, match="cannot be imported: it has not answered after 3 seconds"):
        collect(3, None)


def test_output_and_forks_do_not_disturb_a_correct_search() -> None:
    assert grade(HOSTILE, "shouts", kind="minimax", trees=3).correct
    assert grade(HOSTILE, "multiplies", kind="minimax", trees=0).correct, "copies of the process have no say"


def test_modules_in_the_current_folder_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('not the json that was meant')\n")
    monkeypatch.chdir(tmp_path)
    assert grade(HOSTILE, "quietly", kind="minimax", trees=0).correct


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("says_nothing", "it returned None"),
        ("says_anything", "it returned {'value': 3}"),
        ("not_a_number", "nan"),
        ("nowhere", "the moves at A are B"),
    ],
)
def test_invalid_answers_are_named(name: str, words: str) -> None:
    from tests.exercises.grading import hostile

    difference = first_difference(getattr(hostile, name), "alpha_beta")
    assert difference is not None
    assert words in difference[1].sentence


def test_unusable_files_and_arguments_are_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def search(state:\n")
    for file, name, words in (
        (tmp_path / "broken.py", "search", "broken.py cannot be imported: SyntaxError in line 1"),
        (tmp_path / "missing.py", "search", "there is no file called"),
        (tmp_path / ("long" * 1000), "search", "there is no file called"),
        (tmp_path / "zero\0.py", "search", "there is no file called"),
        (HOSTILE, "nobody", "hostile.py has no nobody"),
        (HOSTILE, "too_much", "needs an argument palette"),
    ):
        with pytest.raises(ZermeloError, match=words):
            grade(file, name)
    for options, words in (
        ({"kind": "magic"}, "kind must be one of"),
        ({"shape": "round"}, "shape must be one of"),
        ({"compare": ["luck"]}, "compare can name"),
        ({"compare": []}, "compare must name at least one"),
        ({"trees": -1}, "must be from 0"),
        ({"trees": 2001}, "must be from 0 to 2,000, not 2001"),
        ({"seconds": 0}, "positive number"),
        ({"seconds": float("nan")}, "positive number"),
        ({"ties": "any"}, "ties must be"),
    ):
        with pytest.raises(ZermeloError, match=words):
            grade(HOSTILE, "hangs", **options)


def test_mit_functions_must_take_the_functions_of_the_game() -> None:
    from tests.exercises.grading import hostile

    for search, words in ((hostile.too_little, "it takes no is_terminal_fn"), (hostile.one_more, "an argument player")):
        assert detect_shape(search) == "mit_functions"
        with pytest.raises(ZermeloError, match=words):
            SHAPES["mit_functions"](search)


def test_the_command() -> None:
    place = f"{HOSTILE}:raises"
    done = CliRunner().invoke(command, [place, "--trees", "0"], standalone_mode=False)
    assert done.return_value == 1
    assert "it raises IndexError: list index out of range (line 30)" in done.stdout
    assert "▲A" in done.stdout
    search = json.loads(CliRunner().invoke(command, [place, "--trees", "0", "--json"], standalone_mode=False).stdout)
    assert (search["correct"], search["aspect"], search["tree"]) == (False, "error", "A(B=3 C(D=1 E=5))")
    assert search["expected"] == {"value": 3, "moves": ["B"], "leaves": ["B", "D"]}
    with pytest.raises(ZermeloError, match="write FILE:FUNCTION"):
        CliRunner().invoke(command, ["search.py"], standalone_mode=False, catch_exceptions=False)


def test_the_maximising_argument_is_passed_even_if_it_has_a_default(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "def search(state, maximising=True):\n"
        "    if state.utility() is not None:\n"
        "        return state.utility()\n"
        "    values = [search(state.play(move), not maximising) for move in state.moves()]\n"
        "    return max(values) if maximising else min(values)\n"
    )
    assert grade(tmp_path / "own.py", "search", kind="minimax", trees=5).correct


def test_negamax_is_recognised_by_values_for_the_player_to_move() -> None:
    file = HERE / "negamax_students.py"
    verdict = grade(file, "negamax", trees=20)
    assert verdict.correct, verdict.message
    assert verdict.for_mover
    assert verdict.message.endswith("Its values are for the player to move, as negamax returns them.")
    strict = grade(file, "by_player", ties="strict", trees=20)
    assert (strict.correct, strict.for_mover) == (True, True), strict.message
    assert grade(file, "by_player", trees=20).other_ties
    assert not grade(HERE / "students.py", "right", trees=20).for_mover
    for name in ("forgets_to_negate", "does_not_exchange"):
        assert not grade(file, name, trees=20).correct


def test_values_for_the_player_to_move_are_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "def search(state):\n"
        "    sign = 1 if state.player == 0 else -1\n"
        "    if state.utility() is not None:\n"
        "        return sign * state.utility()\n"
        "    best = max(-search(state.play(move)) for move in state.moves())\n"
        "    return best + (len(state.moves()) > 2)\n"
    )
    verdict = grade(tmp_path / "own.py", "search", kind="minimax", trees=0)
    assert verdict.for_mover
    assert verdict.aspect == "value"


def test_an_agent_may_name_its_evaluation_function(tmp_path: Path) -> None:
    (tmp_path / "multi.py").write_text(
        "from util import lookup\n"
        "from game import Agent\n\n\n"
        "class Inner(Agent):\n"
        "    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):\n"
        "        self.index, self.depth = 0, int(depth)\n"
        "        self.evaluationFunction = lookup(evalFn, globals())\n\n"
        "    def value(self, state, agent, rounds):\n"
        "        if state.isWin() or state.isLose() or rounds == self.depth:\n"
        "            return self.evaluationFunction(state)\n"
        "        after = (agent + 1) % state.getNumAgents()\n"
        "        inner = [state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]\n"
        "        values = [self.value(each, after, rounds + (after == 0)) for each in inner]\n"
        "        return min(values) if agent else max(values)\n\n\n"
        "class MinimaxAgent(Inner):\n"
        "    def getAction(self, state):\n"
        "        inner = Inner(evalFn=self.evaluationFunction.__name__, depth=self.depth)\n"
        "        def worth(action):\n"
        "            following = 1 % state.getNumAgents()\n"
        "            return inner.value(state.generateSuccessor(0, action), following, int(following == 0))\n"
        "        return max(state.getLegalActions(0), key=worth)\n"
    )
    verdict = grade(tmp_path / "multi.py", "MinimaxAgent", kind="minimax", trees=10)
    assert verdict.correct, verdict.message


def test_an_unknown_evaluation_function_is_named(tmp_path: Path) -> None:
    (tmp_path / "multi.py").write_text(
        "import util\n\n\n"
        "class MinimaxAgent:\n"
        "    def getAction(self, state):\n"
        "        return util.lookup('better', globals())(state)\n"
    )
    verdict = grade(tmp_path / "multi.py", "MinimaxAgent", kind="minimax", trees=0)
    assert "it raises NameError: there is no function called 'better' (line 6)" in verdict.message


KINDS = "The kinds that can be graded are minimax, alpha_beta, expectimax, expectiminimax."


def test_functions_of_another_kind_are_told_which_kinds_there_are(tmp_path: Path) -> None:
    (tmp_path / "lab.py").write_text(
        "def dfs_maximizing(state):\n"
        "    if state.is_game_over():\n"
        "        return [state], state.get_endgame_score(True), 1\n"
        "    return max((dfs_maximizing(each) for each in state.generate_next_states()), key=lambda each: each[1])\n\n\n"
        "explore = dfs_maximizing\n\n\n"
        "def progressive_deepening(state, heuristic_fn=None, depth_limit=3, maximize=True):\n"
        "    return None\n"
    )
    for name in ("dfs_maximizing", "progressive_deepening"):
        with pytest.raises(ZermeloError, match=f"{name} is named after another kind of search. {KINDS}"):
            grade(tmp_path / "lab.py", name)
    with pytest.raises(ZermeloError, match=f"explore in lab.py cannot be graded: it does not take maximize.*{KINDS}"):
        grade(tmp_path / "lab.py", "explore")
    verdict = grade(tmp_path / "lab.py", "progressive_deepening", kind="minimax", trees=0)
    assert "it returned None instead of a path" in verdict.message


def test_the_distance_of_the_substitute_for_the_course_modules() -> None:
    assert manhattan_distance((1, 7), (4, 2)) == manhattan_distance((4, 2), (1, 7)) == 8
