"""Golden playthroughs: one random game of every listed game, with its states, legal moves and utility.

`python -m tests.games.playthroughs` writes them to tests/data/playthroughs; a change in the rules shows up as a diff.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from zermelo.games import GAMES, game_class, load_game
from zermelo.kinds.outcome import outcome
from zermelo.kinds.profile import game_profile
from zermelo.records.positions import legal_moves
from zermelo.state import CHANCE, SIMULTANEOUS, format_payoff

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
SEED = 1
PLIES = 60
PICTURES = 10
"""Show the whole state once in so many plies; the lines between give the moves alone."""


def playthrough(slug: str) -> str:
    """Return a random game from a fixed seed as text, cut off after `PLIES` moves."""
    random = Random(SEED)
    profile = game_profile(game_class(slug))
    state: Any = load_game(slug)
    past: list[Any] = []
    lines = [f"{profile.title}: {', '.join(profile.seats)}"]
    while (end := outcome(state, past)) is None and len(past) < PLIES:
        legal = legal_moves(state)
        if len(past) % PICTURES == 0:
            lines += ["", *str(state).splitlines()]
        mover = {CHANCE: "chance plays", SIMULTANEOUS: "all play"}.get(state.player, f"player {state.player} plays")
        move = random.choice(list(legal))
        lines.append(f"{len(past) + 1}. {mover} {move} of {', '.join(legal)}")
        past.append(state)
        state = state.play(legal[move])
    lines += ["", *str(state).splitlines()]
    if end is not None:
        lines.append(f"utility {format_payoff(end.value)}: {profile.verdict(end)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
