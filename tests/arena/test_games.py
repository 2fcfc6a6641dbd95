"""One game: points, adjudication, limits, and programs that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from zermelo.arena.games import Adjudication, GameTask, play_game, points_of
from zermelo.games.chess import Chess
from zermelo.games.go import Go
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import Choice, Clock, PlayerSpec, TimeControl
from zermelo.players.uci import split_options
from zermelo.state import State, ZermeloError

ZERMELO = f"uci:{sys.executable} -m zermelo uci"


def task(*players: Any, start: State | None = None, **options: Any) -> GameTask:
    return GameTask("key", 1, 1, tuple(map(PlayerSpec.of, players)), start or TicTacToe(), **options)


def test_points_are_the_share_of_those_who_were_beaten() -> None:
    assert points_of((1, 0)) == (1.0, 0.0)
    assert points_of((0.5, 0.5)) == (0.5, 0.5)
    assert points_of((3, 1, 2, 1)) == (1.0, 1 / 6, 2 / 3, 1 / 6)


class Valuing:
    """Plays the first move and reports a value."""

    value: float | None = 0.0

    def choose(self, state: State) -> Choice:
        return Choice(move=state.moves()[0], value=self.value)


class Sure(Valuing):
    value = 900.0


class Surer(Valuing):
    value = 1200.0


class Silent(Valuing):
    value = None


@pytest.mark.parametrize(
    ("players", "rule", "plies", "points"),
    [
        ((Sure, Surer), Adjudication(win=800, win_moves=4), 4, (1.0, 0.0)),
        ((Sure, Surer), Adjudication(win=1000, win_moves=4), 60, (0.5, 0.5)),
        ((Sure, Valuing), Adjudication(win=800, win_moves=2), 60, (0.5, 0.5)),
        ((Sure, Silent), Adjudication(win=800, win_moves=2), 60, (0.5, 0.5)),
        ((Sure, Surer), None, 60, (0.5, 0.5)),
        ((Valuing, type("Even", (Valuing,), {"value": -3.0})), Adjudication(draw=5, draw_moves=6), 60, (0.5, 0.5)),
        (
            (Valuing, type("Even", (Valuing,), {"value": 3.0})),
            Adjudication(draw=5, draw_moves=6, draw_from=9),
            9,
            (0.5, 0.5),
        ),
    ],
)
def test_games_end_early_where_both_agree(
    players: Any, rule: Adjudication | None, plies: int, points: tuple[float, float]
) -> None:
    played = play_game(task(*players, start=Chess(), adjudication=rule, most_plies=60))
    assert len(played.moves) <= plies
    assert played.points == points or played.reason.startswith("drawn")
    if plies < 60:
        assert (len(played.moves), played.reason) == (plies, "adjudicated")
    else:
        assert played.reason != "adjudicated"


def test_min_wins_by_adjudication_too() -> None:
    losing = [type(f"Losing{at}", (Valuing,), {"value": -900.0}) for at in range(2)]
    played = play_game(task(*losing, start=Chess(), adjudication=Adjudication(win=800, win_moves=3)))
    assert (played.points, len(played.moves)) == ((0.0, 1.0), 3)


def seen(limits: list[Clock]) -> Any:
    def first(state: State, clock: Clock) -> Any:
        limits.append(clock)
        return state.moves()[0]

    return first


def test_players_are_told_their_limits() -> None:
    limits: list[Clock] = []
    play_game(task(seen(limits), "random", time=TimeControl(nodes=7, depth=3, seconds=2.0)))
    assert {(clock.nodes, clock.depth, clock.seconds) for clock in limits} == {(7, 3, 2.0)}


@pytest.mark.parametrize("player", ["alpha_beta:9", "engine:5", "alpha_beta:60s"])
def test_a_depth_limits_those_who_count_it(player: str) -> None:
    played = play_game(task(player, "random", time=TimeControl(depth=2)))
    assert all(each.depth is None or each.depth <= 2 for each in played.figures)
    assert any(each.depth == 2 for each in played.figures)


def test_a_seed_decides() -> None:
    one, again, other = (play_game(task("random", "mcts:20", seed=seed)).moves for seed in (1, 1, 2))
    assert one == again != other


# ---- programs


def pretender(folder: Path, answer: str) -> str:
    """The spec of a program that introduces itself and then runs `answer` whenever it is asked for a move."""
    file = folder / "pretender.py"
    file.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('uci') and 'new' not in line: print('id name Pretender\\nuciok', flush=True)\n"
        "    elif line.startswith('isready'): print('readyok', flush=True)\n"
        "    elif line.startswith('setoption'): open(sys.argv[0] + '.options', 'a').write(line)\n"
        "    elif line.startswith('quit'): break\n"
        f"    elif line.startswith('go'): {answer}\n"
    )
    return f"uci:{sys.executable} {file}"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("print('bestmove e2e5', flush=True)", "Pretender plays e2e5, which is not a legal move here"),
        ("print('bestmove', flush=True)", "0000"),
        ("sys.exit()", "exited without answering bestmove"),
        ("time.sleep(0.5); print('bestmove e2e4', flush=True)", "Pretender exceeded its time"),
        ("[print('x' * 1000) for _ in range(80_000)]", "Pretender"),
    ],
)
def test_a_program_that_misbehaves_loses(answer: str, reason: str, tmp_path: Path) -> None:
    played = play_game(task(pretender(tmp_path, answer), "random", start=Chess(), time=TimeControl(0.1)))
    assert (played.moves, played.points, played.forfeited) == ((), (0.0, 1.0), 0)
    assert reason in played.reason


def test_programs_start_before_their_clocks(tmp_path: Path) -> None:
    program = PlayerSpec.parse(pretender(tmp_path, "print('bestmove e2e4', flush=True)")).create()
    program.prepare(Chess(), 1.0)
    assert getattr(program, "name", "") == "Pretender", "it has introduced itself, and no move was asked for"
    program.close()
    played = play_game(task("random", f"uci:{sys.executable} -c pass", start=Chess(), time=TimeControl(nodes=1)))
    assert (played.moves, played.points, played.forfeited) == ((), (1.0, 0.0), 1)
    assert "exited without answering uciok" in played.reason


def test_repetition_draws(tmp_path: Path) -> None:
    there_and_back = "n = globals().setdefault('n', []); n.append(0)"
    shuffle = there_and_back + "; print('bestmove', ['f3g1', 'g1f3'][len(n) % 2], flush=True)"
    (tmp_path / "black").mkdir()
    black = pretender(tmp_path / "black", shuffle.replace("'f3g1', 'g1f3'", "'f6g8', 'g8f6'"))
    played = play_game(task(pretender(tmp_path, shuffle), black, start=Chess(), time=TimeControl(nodes=1)))
    assert (len(played.moves), played.points) == (8, (0.5, 0.5))
    assert played.reason == "drawn: the position occurred for the third time"


def test_a_mate_is_a_win_for_the_mating_side(tmp_path: Path) -> None:
    """Fool's mate: Black wins."""
    script = "n = globals().setdefault('n', []); n.append(0); print('bestmove', {moves}[len(n) - 1], flush=True)"
    (tmp_path / "black").mkdir()
    white = pretender(tmp_path, script.format(moves=["f2f3", "g2g4"]))
    black = pretender(tmp_path / "black", script.format(moves=["e7e5", "d8h4"]))
    played = play_game(task(white, black, start=Chess(), time=TimeControl(nodes=1)))
    assert played.moves == ("f2f3", "e7e5", "g2g4", "d8h4")
    assert (played.points, played.reason) == ((0.0, 1.0), "checkmate: Black wins")


def test_a_program_resigns(tmp_path: Path) -> None:
    file = tmp_path / "resigning.py"
    file.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    number, *words = line.split()\n"
        "    if number == 'quit': break\n"
        "    print(f\"={number} {'resign' if words[0] == 'genmove' else words[0]}\\n\", flush=True)\n"
    )
    played = play_game(task(f"gtp:{sys.executable} {file}", "random", start=Go(size=5)))
    assert (played.points, played.forfeited) == ((0.0, 1.0), None)
    assert played.reason.endswith("resigning.py resigns")


def test_programs_get_their_options(tmp_path: Path) -> None:
    spec = pretender(tmp_path, "sys.exit()") + "; Hash=16; Skill Level=3"
    play_game(task(spec, "random", start=Chess(), time=TimeControl(nodes=1)))
    assert (tmp_path / "pretender.py.options").read_text().splitlines() == [
        "setoption name Hash value 16",
        "setoption name Skill Level value 3",
    ]
    with pytest.raises(ZermeloError, match="write a UCI option as NAME=VALUE, not 'Hash'"):
        split_options("stockfish; Hash")


def test_random_openings_do_not_end_the_game() -> None:
    """Nobody would have played for the result; where every next move ends the game, the opening is shorter."""
    players = (PlayerSpec.parse("random"), PlayerSpec.parse("reflex"))
    for seed in range(20):
        for heaps, most in (((1, 1), 1), ((1,), 0), ((2, 1), 2)):
            played = play_game(GameTask("1", 1, 1, players, Nim(heaps), opening=9, seed=seed))
            assert played.opening <= most
            assert len(played.moves) > played.opening
            assert len(played.figures) == len(played.moves) - played.opening
