"""How far ahead Pac-Man must look: the nearest food lies in a dead end, and a ghost is on its way to the entrance. It is safe only
to eat there last, because that ends the game. A player that does not see so far goes in first."""

from __future__ import annotations

from zermelo.games.pacman.lessons.lesson import Cast, Column, Lesson, Report, Row
from zermelo.games.pacman.lessons.pictures import disagreement
from zermelo.games.pacman.lessons.series import Trial, so_many
from zermelo.games.pacman.players.game import play_game
from zermelo.games.pacman.players.players import parse_ghosts, parse_pacman
from zermelo.games.pacman.rules import Pacman

DEPTHS = (2, 4, 6, 8, 10)
GHOSTS = ("minimax:1:4", "directional:1")
WEIGHTS = {"score": 1.0, "nearest_food": -1.0}
"""Points, and the distance to the next food: the static value knows nothing of ghosts, so that only the search sees them."""
LIMIT = 150


def teach(start: Pacman, trial: Trial) -> Report:
    hunter, chaser = map(parse_ghosts, GHOSTS)
    rows: list[Row] = []
    for depth in DEPTHS:
        pacman = parse_pacman(f"alpha_beta:{depth}", WEIGHTS)
        duel = deepest = play_game(start, pacman, hunter, seed=trial.seeds[0], limit=LIMIT)
        series = trial.play(start, pacman, chaser, limit=LIMIT)
        rows.append(
            {
                "depth": depth,
                "duel": duel.result,
                "duel_score": duel.score,
                "won": series.won,
                "mean_score": series.mean_score,
                "nodes_a_move": series.nodes_a_move,
                "seconds": series.seconds,
            }
        )
    games = len(trial.seeds)
    columns = (
        Column("depth", "depth"),
        Column("duel", "minimax ghost", "{}"),
        Column("duel_score", "score"),
        Column("won", f"directional: won of {games}"),
        Column("mean_score", "mean score", "{:,.0f}"),
        Column("nodes_a_move", "nodes a move", "{:,.0f}"),
    )
    # Minimax gives every move its value; alpha-beta has only bounds for most.
    low, high = (parse_pacman(f"minimax:{depth}", WEIGHTS) for depth in (DEPTHS[0], DEPTHS[-1]))
    picture = disagreement(deepest, low, high, hunter)
    return Report(columns, tuple(rows), _conclusion(rows, games), picture)


def _conclusion(rows: list[Row], games: int) -> str:
    low, high = rows[0], rows[-1]
    winning = [row["depth"] for row in rows if row["duel"] == "won"]
    needed = f"the least depth that wins is {winning[0]}" if winning else "no depth of these wins"
    return (
        f"Against a ghost that does its worst, {needed}. Against the directional ghost depth {low['depth']} won "
        f"{so_many(low['won'], games)} games and depth {high['depth']} {so_many(high['won'], games)}, for "
        f"{high['nodes_a_move'] / low['nodes_a_move']:,.0f} times the nodes."
    )


LESSON = Lesson(
    slug="horizon",
    title="Depth 2 against depth 10",
    question="The nearest food lies in a blind alley, and the ghost is coming. Does Pac-Man walk in?",
    setting="Alpha-beta by score=1,nearest_food=-1 against one ghost: minimax:1:4 once, then directional:1.",
    layout="corridor",
    ghosts=1,
    games=10,
    pairings=len(DEPTHS),
    teach=teach,
    casts=tuple(Cast(f"alpha_beta:{depth}", GHOSTS[0], WEIGHTS) for depth in DEPTHS),
)
