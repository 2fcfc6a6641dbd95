"""zermelo matrix and zermelo iterated, as a user calls them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner

from zermelo.cli import cli
from zermelo.equilibrium.examples import example
from zermelo.equilibrium.nfg import format_nfg
from zermelo.state import ZermeloError

TCP = "-1,-1 -4,0; 0,-4 -3,-3"


def printed(*words: str, given: str | None = None) -> str:
    result = CliRunner().invoke(cli, words, input=given, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


def document(*words: str, given: str | None = None) -> dict[str, Any]:
    output: dict[str, Any] = json.loads(printed(*words, "--json", given=given))
    return output


def test_the_first_example_as_text() -> None:
    output = document("matrix", TCP, "--rows", "C,D", "--columns", "C, D", "--players", "Ann,Bob")
    assert output["game"]["players"] == ["Ann", "Bob"]
    assert [step["action"] for step in output["elimination"]["steps"]] == ["C", "C"]
    assert output["elimination"]["solved"]
    assert output["equilibria"] == [
        {"mixes": [{"D": 1}, {"D": 1}], "payoffs": [-3, -3], "pure": True, "better_for_all": [["C", "C"]]}
    ]
    assert output["social_optimum"] == [["C", "C"]]
    assert output["value"] is None


def test_the_printed_report() -> None:
    text = printed("matrix", "tcp")
    assert "-3* -3*" in text
    assert "Sender 2 never plays C: in the reduced game, D pays more" in text
    assert "(D, D)  pays -3, -3; (C, C) is better for all" in text
    assert "(C, C)  -2 together" in text


def test_a_zero_sum_game_has_a_value() -> None:
    assert document("matrix", "3 -1; -2 1")["value"] == {
        "exact": True, "value": "1/7", "mixes": [{"r1": "3/7", "r2": "4/7"}, {"c1": "2/7", "c2": "5/7"}],
    }  # fmt: skip
    text = printed("matrix", "3 -1; -2 1")
    assert "1/7 for MAX" in text
    assert "MAX: 3/7 r1 + 4/7 r2" in text


def test_files_and_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "lake.nfg"
    file.write_text(format_nfg(example("lake")), encoding="utf-8")
    output = document("matrix", str(file))
    assert output["pure_equilibria"] == [["dump", "dump", "dump"]]
    assert output["equilibria"] is None
    assert "two players" in output["left_out"]["equilibria"]
    assert "only pure ones" in printed("matrix", str(file))
    again = document("matrix", "-", given=json.dumps(output["game"]))
    assert again == output
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = Thread(target=pipe.write_text, args=("1 2; 3 4",))
    writing.start()
    assert document("matrix", str(pipe))["value"]["value"] == 3
    writing.join()


def test_a_large_game_is_abbreviated_and_states_its_tolerance() -> None:
    chance = Random(1)
    rows = "; ".join(" ".join(str(chance.randint(-9, 9)) for _ in range(45)) for _ in range(45))
    text = printed("matrix", rows)
    assert "45 × 45 cells, too many to show" in text
    assert "(floating point)" in text
    assert "no action is strictly dominated by a single action (mixes are tried up to 400 cells)" in text
    assert "The value is about " in printed("matrix", rows, "--trace")
    output = document("matrix", rows)["value"]
    assert output["exact"] is False
    assert output["within"] < 1e-7


def test_parts_left_out_have_a_reason() -> None:
    rows = "; ".join(" ".join("1,1" if row == column else "0,0" for column in range(7)) for row in range(7))
    assert "correlated  left out: a correlated equilibrium is found for up to 36 cells, not " in printed("matrix", rows)


def test_a_continuum_and_weak_dominance_are_printed() -> None:
    text = printed("matrix", "degenerate")
    assert "There is a continuum of equilibria: Row plays any mix of top and bottom" in text
    assert "weakly " in text
    assert "Row can do without top" in printed("matrix", "degenerate", "--weak")


def test_the_trace_explains_every_step() -> None:
    assert "   1  If Odd plays heads, Even's best reply is heads" in printed("matrix", "pennies", "--trace")
    assert document("matrix", "pennies", "--trace")["trace"][-1].startswith("The value is 0")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["1 2; 3 x"], "row 2, column 2: 'x' is not a number"),
        (["-1 2; 3"], "row 2 has 1 cell"),
        (["nowhere"], "neither a file nor an example"),
        (["no/such/game.nfg"], "there is no file called no/such/game.nfg"),
        (["1 2", "--rows", "a,b"], "--rows needs 1 names"),
        (["1 2", "--columns", "a,a"], "two of the actions of MIN are called 'a'"),
        (["--nonsense"], "No such option"),
    ],
)
def test_invalid_input_gets_one_sentence(words: list[str], said: str) -> None:
    with pytest.raises(Exception, match=said):
        printed("matrix", *words)


def test_errors_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.nfg"
    file.write_text('NFG 1 R "t" { "A" "B" }\n{ 2 2 } 1 2 3', encoding="utf-8")
    with pytest.raises(ZermeloError, match=r"game.nfg: line 2, column 14: a payoff is expected, but the text ends"):
        printed("matrix", str(file))
    file.write_bytes(b"\xff")
    with pytest.raises(ZermeloError, match="byte 1 is not UTF-8"):
        printed("matrix", str(file))
    with pytest.raises(ZermeloError, match="cannot be read: Is a directory"):
        printed("matrix", str(tmp_path))


def test_a_tournament_is_repeatable() -> None:
    words = ["iterated", "--rounds", "50", "--repeats", "1", "--noise", "0.02", "--seed", "3"]
    text = printed(*words)
    assert text == printed(*words)
    assert "2.0% noise, seed 3" in text
    output = document("iterated", TCP, "--strategies", "tit_for_tat, always_defect", "--rounds", "10")
    assert output["standings"][0] == {
        "strategy": "tit_for_tat",
        "description": "cooperates first, then repeats the other's last move",
        "mean": "-41/20",
        "cooperation": "11/20",
        "against": {"tit_for_tat": -1, "always_defect": "-31/10"},
    }
    with pytest.raises(ZermeloError, match="must be symmetric"):
        printed("iterated", "sexes")
