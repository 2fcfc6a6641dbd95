"""Settings for all tests: which of them wait for `make check`, hypothesis gives the same examples on every run, a slow machine is
no failure, and tables of endings that somebody has built on this machine are not used."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.flaky import pytest_terminal_summary as pytest_terminal_summary
from tests.long import LONG

ROOT = Path(__file__).parent.parent
QUICK = "not check"

CHECK = {
    "a browser": ("tests/browser",),
    "outputs and examples of the documents, run again": (
        "docs",
        "tests/test_docs.py::test_pages_are_current",
        "tests/test_docs.py::test_notebooks_are_current",
        "tests/test_docs.py::test_pictures_are_current",
        "tests/studies",
    ),
    "processes under attack: killed, interrupted, starved, or crowded by visitors": (
        "tests/arena/test_command.py::test_ctrl_c_ends_at_once_with_the_table_so_far",
        "tests/arena/test_outside_players.py",
        "tests/cli/test_analyse_command.py",
        "tests/cli/test_interrupts.py",
        "tests/engine/test_interrupt.py",
        "tests/engine/test_memory.py",
        "tests/exercises/grading/test_grading.py::test_hostile_searches_get_one_sentence",
        "tests/games/gdl/test_grounding.py::test_memory_is_limited",
        "tests/games/gdl/test_hostile.py",
        "tests/games/gdl/test_interpreted.py::test_hostile_rules_end_in_one_sentence",
        "tests/lab/test_arena_page.py::test_the_time_of_one_request_is_limited",
        "tests/lab/test_command.py",
        "tests/lab/test_fuzz.py",
        "tests/lab/test_guard.py",
        "tests/lab/test_hostile.py",
        "tests/lab/test_load.py",
        "tests/lab/test_pacman.py::test_a_search_that_takes_too_long_is_refused",
        "tests/lab/test_workers.py",
        "tests/protocols/test_hostile_programs.py",
    ),
    "a wheel, which is built": ("tests/test_package.py::test_wheel_works_away_from_the_source_tree",),
    "many games compiled by Numba, which takes two seconds each": (
        "tests/engine/test_compiled.py::test_boards_may_be_tuples",
        "tests/engine/test_arrays.py",
        "tests/engine/test_compiled_many.py",
        "tests/engine/test_first_games.py",
        "tests/engine/test_rewrite.py",
    ),
    "long loops, proofs and trainings": (
        "tests/arena/test_ratings.py::test_the_intervals_of_1000_tournaments_cover_the_truth",
        "tests/arena/test_sprt.py::test_the_error_rates_of_simulated_matches",
        "tests/exercises/test_why_not_pruned.py",
        "tests/games/checkers/test_checkers_proof.py::test_6x6_is_a_draw",
        "tests/games/chess/test_uci.py::test_castling_from_every_start_of_chess960_is_written_and_read_as_python_chess_does",
        "tests/games/gdl/test_formatter.py::test_round_trip",
        "tests/games/pacman/test_lessons.py::test_depth_two_walks_into_the_alley_and_depth_ten_does_not",
        "tests/lab/test_live.py::test_every_search_that_is_offered_looks_inside",
        "tests/lab/test_questions.py::test_a_game_from_its_start_to_its_end",
        "tests/learning/test_training.py",
        "tests/test_damaged_files.py",
        "tests/test_scale.py",
        "tests/textbook/test_sentences.py",
    ),
}
"""The tests that wait for `make check`, by the reason: folders, files and functions. All others run in `make test`,
where long loops draw fewer examples (`tests/long.py`)."""
LISTED = tuple(entry for entries in CHECK.values() for entry in entries)
PREFIXES = tuple(entry + mark for entry in LISTED for mark in ("/", "::"))

os.environ["ZERMELO_TABLES"] = str(Path(__file__).parent / "no_tables")

settings.register_profile(
    "zermelo", deadline=None, derandomize=LONG == 1, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("zermelo")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import what is not going to run."""
    path = collection_path.relative_to(ROOT).as_posix() if collection_path.is_relative_to(ROOT) else ""
    return True if config.option.markexpr == QUICK and path in LISTED else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if f"{item.nodeid.partition('[')[0]}::".startswith(PREFIXES):
            item.add_marker("check")


@pytest.fixture(scope="module", autouse=True)
def without_what_is_left_over() -> None:
    """What stays for long, such as the tests themselves and what modules keep, is not looked at by every collection of garbage:
    that made whatever allocates much several times slower at the end of a run."""
    gc.collect()
    gc.freeze()
