"""Repeated games: strategies follow their descriptions, and a seed gives one tournament."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.equilibrium.random_games import exactly
from zermelo.equilibrium import iterated, matrix_game
from zermelo.equilibrium.examples import example
from zermelo.equilibrium.iterated import play_match, tournament
from zermelo.equilibrium.strategies import STRATEGIES, Strategy
from zermelo.state import ZermeloError

DILEMMA = example("prisoners")


def plays(name: str, foe: str) -> str:
    """What a strategy does against one that plays a given line."""
    script = Strategy("script", lambda own, other, chance: foe[len(own)] == "C", "plays a line by heart")
    moves = play_match(DILEMMA, name, script, rounds=len(foe)).moves[0]
    return "".join("C" if move else "D" for move in moves)


@pytest.mark.parametrize(
    ("name", "foe", "own"),
    [
        ("always_cooperate", "DDDD", "CCCC"),
        ("always_defect", "CCCC", "DDDD"),
        ("tit_for_tat", "CDDCC", "CCDDC"),
        ("suspicious_tit_for_tat", "CDDCC", "DCDDC"),
        ("tit_for_two_tats", "DCDDCC", "CCCCDC"),
        ("two_tits_for_tat", "CDCCC", "CCDDC"),
        ("grudger", "CCDCC", "CCCDD"),
        ("pavlov", "CDCDD", "CCDDC"),
        ("majority", "DDCCC", "CDDDC"),
        ("prober", "CCCCC", "DCCDD"),
        ("prober", "CDCDC", "DCCCD"),
    ],
)
def test_strategies_follow_their_descriptions(name: str, foe: str, own: str) -> None:
    assert plays(name, foe) == own


def test_random_strategies_have_the_described_frequencies() -> None:
    for name, foe, share in (
        ("random", "C" * 400, 0.5),
        ("generous_tit_for_tat", "D" * 400, 1 / 3),
        ("joss", "C" * 400, 0.9),
    ):
        assert abs(plays(name, foe).count("C") / 400 - share) < 0.08


def test_a_match_computed_by_hand() -> None:
    match = play_match(DILEMMA, "tit_for_tat", "always_defect", rounds=10)
    assert match.means == (Fraction(9, 10), Fraction(14, 10))
    assert play_match(DILEMMA, "pavlov", "tit_for_tat", rounds=30).means == exactly("3 3")


def test_a_tournament_adds_up() -> None:
    names = ["tit_for_tat", "always_defect", "always_cooperate"]
    result = tournament(DILEMMA, names, rounds=10, repeats=2)
    by_name = {each.name: each for each in result.standings}
    assert by_name["tit_for_tat"].against == {
        "tit_for_tat": 3, "always_defect": Fraction(9, 10), "always_cooperate": 3,
    }  # fmt: skip
    assert by_name["always_defect"].mean == (Fraction(14, 10) + 1 + 5) / 3
    assert by_name["always_defect"].cooperation == 0
    assert by_name["always_cooperate"].cooperation == 1
    assert [each.name for each in result.standings] == sorted(names, key=lambda name: -by_name[name].mean)


def test_the_same_seed_gives_the_same_tournament() -> None:
    wishes: dict[str, Any] = {"rounds": 40, "repeats": 1, "noise": 0.05}
    heard: list[tuple[int, int]] = []
    first = tournament(DILEMMA, seed=1, on_progress=lambda over, total: heard.append((over, total)), **wishes)
    assert first == tournament(DILEMMA, seed=1, **wishes)
    assert first != tournament(DILEMMA, seed=2, **wishes)
    assert {each.name for each in first.standings} == set(STRATEGIES)
    count = len(STRATEGIES) * (len(STRATEGIES) + 1) // 2
    assert heard == [(over, count) for over in range(1, count + 1)]


def test_noise_flips_moves() -> None:
    match = play_match(DILEMMA, "always_cooperate", "always_defect", rounds=50, noise=1)
    assert not any(match.moves[0])
    assert all(match.moves[1])


def test_additional_entrants_do_not_change_the_other_matches() -> None:
    few = tournament(DILEMMA, ["random", "joss"], rounds=30, repeats=1)
    many = tournament(DILEMMA, ["random", "joss", "pavlov"], rounds=30, repeats=1)
    for each in few.standings:
        again = next(other for other in many.standings if other.name == each.name)
        assert all(again.against[name] == mean for name, mean in each.against.items())


def test_the_limits_of_a_tournament_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iterated, "MAX_STRATEGIES", 2)
    monkeypatch.setattr(iterated, "MAX_ROUNDS", 5)
    monkeypatch.setattr(iterated, "MAX_TOTAL_ROUNDS", 30)
    largest: dict[str, Any] = {"entrants": ["joss", "pavlov"], "rounds": 5, "repeats": 2, "noise": 1}
    assert len(tournament(DILEMMA, **largest).standings) == 2
    assert len(tournament(DILEMMA, ["joss"], rounds=1, repeats=1, noise=0).standings) == 1
    for too_much in (
        {"entrants": ["joss", "pavlov", "random"]},
        {"rounds": 6, "repeats": 1},
        {"rounds": 4, "repeats": 3},
    ):
        with pytest.raises(ZermeloError, match=r"1 to 2 strategies|1 to 5|at most 30 rounds"):
            tournament(DILEMMA, **largest | too_much)


def _mute(*_: Any) -> Any:
    return None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rounds": 0}, "rounds must be from 1 to 10,000"),
        ({"noise": 1.5}, "noise must be a probability"),
        ({"noise": float("nan")}, "noise must be a probability"),
        ({"repeats": 0}, "repeats must be at least 1"),
        ({"repeats": 10**9}, "at most 20,000,000 rounds"),
        ({"entrants": []}, "1 to 100 strategies"),
        ({"entrants": ["joss", "joss"]}, "may enter only once"),
        ({"entrants": ["nobody"]}, "no strategy called 'nobody'"),
        ({"entrants": [Strategy("mute", _mute, "")]}, "mute returned 'None': a move is True"),
        ({"game": matrix_game("1,2 3,4; 5,6 7,8")}, "must be symmetric"),
        ({"game": matrix_game([[0] * 3] * 3)}, "two actions each"),
    ],
)
def test_invalid_tournaments_are_refused(wrong: dict[str, Any], said: str) -> None:
    asked = {"game": DILEMMA, **wrong}
    with pytest.raises(ZermeloError, match=said):
        tournament(**asked)
