"""Pictures of studies, drawn by matplotlib (extra `plots`)."""

from __future__ import annotations

import io
from hashlib import sha256
from textwrap import fill
from typing import Any

import msgspec

from zermelo.extras import requires_extra
from zermelo.state import ZermeloError
from zermelo.studies.study import Plot, Series, StudyResult

FORMATS = (".svg", ".png", ".pdf")
COLOURS = ("#0072B2", "#D55E00", "#CC79A7", "#009E73", "#E69F00")
"""Okabe and Ito's, which people with colour-blindness can tell apart; the marks differ too."""
MARKS = ("o", "s", "^", "D", "v")
LAW_COLOUR = "#222222"
LAW_DASHES = ((0, (4, 4)), ":")
_NAME_WIDTH = 13
_WIDE = 100
"""Logarithmic axes that span less have ticks at powers of 2."""
_SIDESTEP = 0.06
"""How far series with intervals are moved apart, so that the intervals do not hide each other."""


def check_format(suffix: str) -> None:
    """Raise ZermeloError if no plot is written to such a file.

    >>> check_format(".jpg")
    Traceback (most recent call last):
    zermelo.state.ZermeloError: a plot is a file that ends in .svg, .png or .pdf, not '.jpg'
    """
    if suffix not in FORMATS:
        raise ZermeloError(
            f"a plot is a file that ends in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, not {suffix[:20]!r}"
        )


def fingerprint(result: StudyResult) -> str:
    """Return a hash of what the plot shows; an SVG file has it in its description."""
    # A result that was stored has floats where a fresh one may have integers.
    stored = msgspec.json.decode(msgspec.json.encode(result.plot), type=Plot)
    return sha256(msgspec.json.encode(stored)).hexdigest()[:16]


def draw_plot(result: StudyResult, title: str, suffix: str) -> bytes:
    """Return the plot of a study as a file; the same result gives the same file.

    Parameters
    ----------
    title
        What stands above it.
    suffix
        The format: .svg, .png or .pdf.
    """
    check_format(suffix)
    with requires_extra("plots"):
        import matplotlib as mpl
        from matplotlib.figure import Figure

    # Without dates and random identifiers the same result gives the same file; text stays text.
    settings = {"svg.hashsalt": result.study, "svg.fonttype": "none", "font.family": ["DejaVu Sans", "sans-serif"]}
    metadata = {
        ".svg": {"Date": None, "Creator": None, "Description": fingerprint(result)},
        ".png": {"Software": None},
        ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    }[suffix]
    with mpl.rc_context(settings):
        figure = Figure(figsize=(7, 4.2), layout="constrained")
        axes = figure.add_subplot()
        _draw(axes, result.plot)
        axes.set_title(title)
        file = io.BytesIO()
        figure.savefig(file, format=suffix[1:], metadata=metadata, dpi=150)
    drawn = file.getvalue()
    return b"\n".join(line.rstrip() for line in drawn.splitlines()) + b"\n" if suffix == ".svg" else drawn


def _draw(axes: Any, plot: Plot) -> None:
    measured = [each for each in plot.series if not each.law]
    laws = [each for each in plot.series if each.law]
    for place, series in enumerate(measured):
        _draw_measured(axes, series, place, len(measured), joined=not plot.x_names)
    for place, series in enumerate(laws):
        style = (
            {"linestyle": "none", "marker": "_", "markersize": 14}
            if plot.x_names
            else {"linestyle": LAW_DASHES[place % 2]}
        )
        axes.plot(
            *zip(*series.points, strict=True), color=LAW_COLOUR, label=series.label, zorder=3, linewidth=1.2, **style
        )
    if plot.level is not None:
        axes.axhline(plot.level, color=LAW_COLOUR, linewidth=0.8)
    if plot.x_names:
        axes.set_xticks(range(len(plot.x_names)), [fill(name, _NAME_WIDTH) for name in plot.x_names])
    elif plot.x_scale == "log":
        axes.set_xscale("log", base=2)
        ticks = sorted({x for series in plot.series for x, _ in series.points})
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.minorticks_off()
    else:
        axes.xaxis.get_major_locator().set_params(integer=True)
    if plot.y_scale == "log":
        heights = [y for series in plot.series for _, y in series.points]
        narrow = max(heights) < _WIDE * min(heights)
        axes.set_yscale("log", base=2 if narrow else 10)
        if narrow:
            axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(plot.x)
    axes.set_ylabel(plot.y)
    axes.grid(axis="y", alpha=0.3)
    by_label = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    axes.legend(
        [by_label[series.label] for series in (*measured, *laws)],
        [each.label for each in (*measured, *laws)],
        frameon=False,
    )


def _draw_measured(axes: Any, series: Series, place: int, count: int, *, joined: bool) -> None:
    aside = _SIDESTEP * (place - (count - 1) / 2) if series.errors else 0.0
    axes.errorbar(
        [x + aside for x, _ in series.points],
        [y for _, y in series.points],
        yerr=list(series.errors) or None,
        color=COLOURS[place % len(COLOURS)],
        marker=MARKS[place % len(MARKS)],
        linestyle="-" if joined else "none",
        markersize=6,
        capsize=2,
        elinewidth=0.8,
        label=series.label,
        zorder=2,
    )
