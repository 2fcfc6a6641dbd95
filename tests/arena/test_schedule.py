"""Schedules: everyone meets whom they should, with every seat, and the same results lead to the same pairings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from zermelo.arena import Event, Store, run_event
from zermelo.arena.schedule import (
    SCHEDULES,
    Gauntlet,
    KnockOut,
    Pairing,
    RoundRobin,
    Schedule,
    Swiss,
    make_schedule,
    pairings_for,
)
from zermelo.games.nim import Nim
from zermelo.players import PlayerSpec
from zermelo.state import ZermeloError


def results(pairings: list[Pairing], strength: list[float]) -> list[tuple[Pairing, tuple[float, ...]]]:
    """The stronger player wins both games."""
    return [
        (each, (2.0, 0.0) if strength[each.players[0]] > strength[each.players[1]] else (0.0, 2.0)) for each in pairings
    ]


def play_out(schedule: Schedule, strength: list[float]) -> list[list[Pairing]]:
    rounds, points = list[list[Pairing]](), list[tuple[Pairing, tuple[float, ...]]]()
    while pairings := schedule.next_round(len(rounds) + 1, len(strength), 2, points):
        rounds.append(pairings)
        points += results(pairings, strength)
    return rounds


@given(some.integers(2, 9), some.integers(1, 4))
def test_everyone_meets_everyone(entrants: int, pairs: int) -> None:
    [pairings] = play_out(RoundRobin(2 * pairs), [0.0] * entrants)
    met = Counter(each.players for each in pairings)
    assert met == dict.fromkeys(combinations(range(entrants), 2), pairs)
    assert len(set(pairings)) == len(pairings)


def test_every_group_of_three_meets_and_two_fill_three_seats() -> None:
    four = RoundRobin(3).next_round(1, 4, 3, [])
    assert [each.players for each in four] == list(combinations(range(4), 3))
    two = RoundRobin(3).next_round(1, 2, 3, [])
    assert [each.players for each in two] == [(0, 0, 1), (0, 1, 1)]


def test_the_first_runs_the_gauntlet() -> None:
    [pairings] = play_out(Gauntlet(4), [0.0] * 4)
    assert Counter(each.players for each in pairings) == {(0, 1): 2, (0, 2): 2, (0, 3): 2}


@given(some.integers(2, 24), some.randoms(use_true_random=False))
def test_nobody_meets_twice_in_a_swiss_tournament_and_the_best_wins(entrants: int, random: Random) -> None:
    strength = random.sample(range(entrants), entrants)
    rounds = play_out(Swiss(min(5, entrants - 1)), [float(each) for each in strength])
    couples = [frozenset(each.players) for round_ in rounds for each in round_]
    assert len(rounds) == min(5, entrants - 1)
    assert all(len(round_) == entrants // 2 for round_ in rounds)
    assert all(len({player for each in round_ for player in each.players}) == 2 * len(round_) for round_ in rounds)
    if entrants >= 8:  # fewer players may have only rematches left
        assert len(set(couples)) == len(couples)
    best = strength.index(entrants - 1)
    lost = [each for round_ in rounds for each in round_ if best in each.players]
    assert len(lost) >= len(rounds) - 1, "the best rests at most once"
    if entrants % 2:
        resting = [set(range(entrants)) - {player for each in round_ for player in each.players} for round_ in rounds]
        assert len(set.union(*resting)) == len(rounds), "nobody rests twice"


def play_by_lot(
    rounds: int, entrants: int, random: Random
) -> Iterator[tuple[list[tuple[int, ...]], set[frozenset[int]]]]:
    """Play a Swiss tournament with random results; yield the couples of each round and those who had met before."""
    points, met = list[tuple[Pairing, tuple[float, ...]]](), set[frozenset[int]]()
    for number in range(1, rounds + 1):
        pairings = Swiss(rounds).next_round(number, entrants, 2, points)
        assert pairings == Swiss(rounds).next_round(number, entrants, 2, points)
        couples = [pairing.players for pairing in pairings]
        present = [player for couple in couples for player in couple]
        assert len(present) == len(set(present)) == entrants - entrants % 2, "everyone meets one other"
        yield couples, set(met)
        met |= set(map(frozenset, couples))
        points += [(each, random.choice([(2.0, 0.0), (1.0, 1.0), (0.0, 2.0)])) for each in pairings]


def rematches(couples: list[tuple[int, ...]], met: set[frozenset[int]]) -> int:
    return sum(frozenset(couple) in met for couple in couples)


@pytest.mark.parametrize(("entrants", "rounds"), [(40, 39), (64, 63), (65, 65), (200, 4)])
def test_many_rounds_of_many_players(entrants: int, rounds: int) -> None:
    """Trying all ways to pair them would not end."""
    played = list(play_by_lot(rounds, entrants, Random(3)))
    assert len(played) == rounds
    assert not any(rematches(*each) for each in played[: rounds * 3 // 4])


def can_be_paired(players: frozenset[int], met: set[frozenset[int]]) -> bool:
    """Try all ways to pair players without a rematch."""
    if not players:
        return True
    first = min(players)
    return any(
        can_be_paired(players - {first, other}, met)
        for other in players - {first}
        if frozenset((first, other)) not in met
    )


@pytest.mark.parametrize("entrants", range(2, 11))
def test_a_rematch_only_if_there_is_no_other_way(entrants: int) -> None:
    seen, everyone = 0, frozenset(range(entrants))
    for seed in range(40):
        rested = set[int]()
        for couples, met in play_by_lot(entrants - 1 + entrants % 2, entrants, Random(seed)):
            left_over = everyone - {player for couple in couples for player in couple}
            could_rest = everyone - rested if entrants % 2 else [-1]
            possible = any(can_be_paired(everyone - {player}, met) for player in could_rest)
            assert bool(rematches(couples, met)) is not possible
            assert not left_over & rested, "nobody rests twice"
            rested |= left_over
            seen += not possible
    assert bool(seen) is (entrants not in (2, 3, 4)), "the promise was not put to the test"


def test_who_has_won() -> None:
    players = tuple(PlayerSpec.parse(f"alpha_beta:{depth}") for depth in range(1, 6))
    for schedule, sharing in ((KnockOut(2), 1), (Swiss(3), None), (RoundRobin(2), 0)):
        event = Event(Nim((2, 3)), players, schedule)
        with Store() as store:
            run_event(event, store=store)
            results = store.results(store.event(event.settings()))
        winners = event.winners(results)
        assert set(winners) <= set(map(str, players))
        assert sharing is None or len(winners) == sharing
        assert event.winners(dict(list(results.items())[:-1])) == [], "not before the end"
    met = [(Pairing(1, 1, (0, 3)), (0.5, 1.5)), (Pairing(1, 1, (1, 2)), (0.0, 2.0))]
    assert Swiss(1).winners(4, met) == [2]
    assert Swiss(1).winners(5, met) == [2, 4], "resting has the points of a win"
    met += [(Pairing(2, 1, (3, 2)), (1.0, 1.0))]
    assert KnockOut().winners(4, met) == [2], "after equal points who entered earlier goes on"


def test_the_usual_number_of_rounds_fits_the_players() -> None:
    for entrants, rounds in ((2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (9, 5)):
        assert len(play_out(make_schedule("swiss", 2), [float(each) for each in range(entrants)])) == rounds
    assert str(make_schedule("swiss", 2)) == str(Swiss(5)) == "Swiss(rounds=5, games=2)"


@given(some.integers(2, 20), some.randoms(use_true_random=False))
def test_the_best_wins_a_knock_out(entrants: int, random: Random) -> None:
    strength = [float(each) for each in random.sample(range(entrants), entrants)]
    rounds = play_out(KnockOut(2), strength)
    assert sum(map(len, rounds)) == entrants - 1, "each meeting puts one player out"
    out = {min(each.players, key=lambda player: strength[player]) for round_ in rounds for each in round_}
    assert set(range(entrants)) - out == {strength.index(entrants - 1)}


def test_the_first_two_seeds_meet_in_the_final_and_equal_points_favour_the_earlier() -> None:
    rounds = play_out(KnockOut(2), [8.0, 7, 6, 5, 4, 3, 2, 1])
    assert [each.players for each in rounds[-1]] == [(0, 1)]
    first = KnockOut(2).next_round(1, 4, 2, [])
    even = [(each, (1.0, 1.0)) for each in first]
    assert [each.players for each in KnockOut(2).next_round(2, 4, 2, even)] == [(0, 1)]


@pytest.mark.parametrize(
    ("games", "seats", "words"), [(3, 2, "an even number"), (0, 2, "an even number"), (4, 3, "a multiple of 3")]
)
def test_games_that_would_be_unfair(games: int, seats: int, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        pairings_for(games, seats)


def test_refusals() -> None:
    for name in SCHEDULES:
        assert make_schedule(name, 2).next_round(1, 8, 2, [])
    with pytest.raises(ZermeloError, match="4,950 meetings of 1,000,000 games are more than 10,000,000 games"):
        RoundRobin(1_000_000).next_round(1, 100, 2, [])
    with pytest.raises(ZermeloError, match="did you mean swiss"):
        make_schedule("swis", 2)
    with pytest.raises(ZermeloError, match="rounds are for a Swiss tournament"):
        make_schedule("gauntlet", 2, 3)
    with pytest.raises(ZermeloError, match="4 players can meet in 3 rounds"):
        Swiss(4).next_round(1, 4, 2, [])
    for schedule in (Swiss(3), KnockOut()):
        with pytest.raises(ZermeloError, match="for games of two players, and this one has 3"):
            schedule.next_round(1, 4, 3, [])
