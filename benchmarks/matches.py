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
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

HERE = Path(__file__).parent
KEPT = HERE / "matches.json"
CLOCK = "2+0.02"
PATH = f"{os.environ.get('PATH', '')}:/usr/games"
OPPONENTS: dict[str, tuple[str, dict[str, object], str]] = {
    "gnuchess": ("gnuchess -u", {}, "75 %"),
    "glaurung": ("glaurung", {"Threads": 1, "OwnBook": "false"}, "50 %"),
    "sunfish": ("sunfish-uci", {}, "100 %"),
    "toga2": ("toga2", {"OwnBook": "false"}, "reported"),
    "ethereal": ("ethereal-chess", {}, "reported"),
}


def play(name: str, openings: str, games: int) -> dict[str, Any] | None:
    """Return the JSON result of `zermelo match`, or None if the opponent is not installed."""
    command, options, _ = OPPONENTS[name]
    program = shutil.which(shlex.split(command)[0], path=PATH)
    if program is None:
        return None
    words = [sys.executable, "-m", "zermelo", "match", "zermelo", " ".join([program, *shlex.split(command)[1:]])]
    words += ["--openings", openings, "--games", str(games), "--clock", CLOCK, "--json"]
    for option, value in options.items():
        words += ["--second-option", f"{option}={value}"]
    document: dict[str, Any] = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    return document


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
