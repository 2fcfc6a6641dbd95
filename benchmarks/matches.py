"""Play matches of 200 games against other chess programs; store each in matches.json and write MATCHES.md.

    python -m benchmarks.matches OPENINGS.epd [--only NAME] [--games 200]

Programs that are not installed are skipped. A match takes about half an hour on an idle machine; matches already in
matches.json are played again only with --only.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import click

from zermelo.arena import Event, RoundRobin, make_report, run_event
from zermelo.arena.openings import read_openings
from zermelo.arena.rating_table import match_score
from zermelo.games.chess import Chess
from zermelo.players import PlayerSpec, TimeControl
from zermelo.players.uci import split_options
from zermelo.players.uci_program import UciProgram

HERE = Path(__file__).parent
KEPT = HERE / "matches.json"
CLOCK = "2+0.02"
ZERMELO = f"uci:{sys.executable} -m zermelo uci"
PATH = f"{os.environ.get('PATH', '')}:/usr/games"
OPPONENTS: dict[str, tuple[str, dict[str, object], str]] = {
    "gnuchess": ("gnuchess -u", {}, "75 %"),
    "glaurung": ("glaurung", {"Threads": 1, "OwnBook": "false"}, "50 %"),
    "sunfish": ("sunfish-uci", {}, "100 %"),
    "toga2": ("toga2", {"OwnBook": "false"}, "reported"),
    "ethereal": ("ethereal-chess", {}, "reported"),
}


def play(name: str, openings: str, games: int) -> dict[str, Any] | None:
    """Return the result of a match, or None if the opponent is not installed."""
    command, options, _ = OPPONENTS[name]
    program = shutil.which(shlex.split(command)[0], path=PATH)
    if program is None:
        return None
    theirs = "; ".join(
        [" ".join([program, *shlex.split(command)[1:]]), *(f"{key}={it}" for key, it in options.items())]
    )
    return play_match(ZERMELO, f"uci:{theirs}", openings, games, TimeControl.parse(CLOCK))


def play_match(first: str, second: str, openings: str, games: int, time: TimeControl) -> dict[str, Any]:
    """Play a match of two chess programs, given by their specs, and return its score from the first one's view."""
    event = Event(
        Chess(),
        (PlayerSpec.parse(first), PlayerSpec.parse(second)),
        RoundRobin(games),
        game="chess",
        openings=read_openings("chess", Chess(), openings),
        time=time,
        most_plies=600,
    )
    played, pairs = run_event(event), defaultdict[int, list[float]](list)
    for game in played:
        pairs[game.number].append(game.points[game.players.index(str(event.players[0]))])
    score = match_score(sum(points) / 2 for points in pairs.values())
    report = make_report(played)
    ours = next(each for each in report.standings if each.player == str(event.players[0]))
    return {
        "programs": [_name(spec) for spec in (first, second)],
        "games": len(played),
        "wins": ours.wins,
        "draws": ours.draws,
        "losses": ours.losses,
        "share": round(score.share.value, 4),
        "margin": round((score.share.high - score.share.low) / 2, 4),
        "elo": round(score.elo.value, 1),
        "reasons": dict(Counter(game.reason for game in played)),
    }


def _name(spec: str) -> str:
    with UciProgram(*split_options(spec.removeprefix("uci:"))) as program:
        return program.name


def as_markdown(kept: dict[str, Any]) -> str:
    rows = ["| opponent | games | won | drawn | lost | score | Elo | target |", "| --- " * 8 + "|"]
    for name, (_, _, asked) in OPPONENTS.items():
        if name in kept:
            one = kept[name]
            rating = (
                f"{one['elo']:+.0f}" if 0 < one["share"] < 1 else ""
            )  # a perfect score has no finite Elo difference
            rows.append(
                f"| {one['programs'][1]} | {one['games']} | {one['wins']} | {one['draws']} | {one['losses']} "
                f"| {100 * one['share']:.1f} % +- {100 * one['margin']:.1f} | {rating} | {asked} |"
            )
    about = (
        f"Games at {CLOCK} seconds, one thread each; every opening is played with both colours. The score has a 95 % confidence "
        "interval computed from the pairs. Written by `python -m benchmarks.matches`."
    )
    return "\n\n".join(["# Chess matches", about, "\n".join(rows)]) + "\n"


@click.command()
@click.argument("openings")
@click.option("--only", multiple=True, type=click.Choice(list(OPPONENTS)))
@click.option("--games", type=int, default=200, show_default=True)
def main(openings: str, only: tuple[str, ...], games: int) -> None:
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for name in only or [name for name in OPPONENTS if name not in kept]:
        document = play(name, openings, games)
        if document is None:
            click.echo(f"{name} is not installed")
            continue
        kept[name] = document
        click.echo(f"{name}: {document}")
        KEPT.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
        (HERE / "MATCHES.md").write_text(as_markdown(kept), encoding="utf-8")


if __name__ == "__main__":
    main()
