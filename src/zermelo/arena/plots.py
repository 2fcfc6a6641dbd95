"""Pictures of ratings, drawn by matplotlib (extra `plots`)."""

from __future__ import annotations

import io

from zermelo.arena.report import Report
from zermelo.extras import requires_extra
from zermelo.state import ZermeloError

FORMATS = (".svg", ".png", ".pdf")
_BLUE = "#0072B2"


def plot_ratings(report: Report, suffix: str, title: str) -> bytes:
    """Return a picture of every player's rating with its confidence interval.

    Parameters
    ----------
    suffix
        The format: .svg, .png or .pdf.
    title
        What stands above it.
    """
    if suffix not in FORMATS:
        raise ZermeloError(
            f"a plot is a file that ends in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, not {suffix[:20]!r}"
        )
    rated = [each.rating for each in reversed(report.standings) if each.rating is not None]
    if not rated:
        raise ZermeloError("there are no ratings to draw yet: no game has a result")
    with requires_extra("plots"):
        from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 1.2 + 0.35 * len(rated)), layout="constrained")
    axes = figure.add_subplot()
    errors = [[each.elo - each.low for each in rated], [each.high - each.elo for each in rated]]
    axes.errorbar([each.elo for each in rated], range(len(rated)), xerr=errors, fmt="o", color=_BLUE, capsize=3)
    axes.set_yticks(range(len(rated)), [_plain(each.player) for each in rated])
    axes.set_ylim(-0.5, len(rated) - 0.5)
    axes.set_xlabel("Elo, with 95 % confidence")
    axes.set_title(_plain(title))
    axes.grid(axis="x", alpha=0.3)
    file = io.BytesIO()
    # Without a date the same ratings give the same file.
    figure.savefig(file, format=suffix[1:], metadata={"Date": None} if suffix == ".svg" else None, dpi=150)
    return file.getvalue()


def _plain(text: str) -> str:
    """Keep matplotlib from reading dollar signs as mathematics."""
    return text.replace("$", r"\$")
