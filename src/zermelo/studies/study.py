"""What a study is: a claim of the lectures, the measurements that test it, and what they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from zermelo.cluster import Executor, in_order, open_executor
from zermelo.state import ZermeloError

Cell: TypeAlias = str | int | float | None
Verdict: TypeAlias = Literal["shows", "shows in part", "does not show"]
SEEDS = 2**63


class Column(msgspec.Struct, frozen=True):
    """A column of the table: its heading, and the format of its entries."""

    heading: str
    form: str = "{:,}"

    def write(self, cell: Cell) -> str:
        """Format an entry; a dash stands for None.

        >>> Column("saved", "{:.0%}").write(0.25), Column("saved").write(None)
        ('25%', '-')
        """
        if cell is None:
            return "-"
        return cell if isinstance(cell, str) else self.form.format(cell)


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the plot.

    Parameters
    ----------
    points
        Pairs of x and y.
    errors
        How far the interval of each point reaches to either side; empty for none.
    law
        It is what a formula says, not what was measured.
    """

    label: str
    points: tuple[tuple[float, float], ...]
    errors: tuple[float, ...] = ()
    law: bool = False


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """A plot: its axes and its lines.

    Parameters
    ----------
    x_scale, y_scale
        Linear or logarithmic.
    x_names
        Names of the places 0, 1, 2, ... of the x axis, where it has no numbers.
    level
        A y at which a thin line is drawn, such as what chance alone would score.
    """

    x: str
    y: str
    series: tuple[Series, ...]
    x_scale: Literal["linear", "log"] = "linear"
    y_scale: Literal["linear", "log"] = "linear"
    x_names: tuple[str, ...] = ()
    level: float | None = None


class StudyResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a study measured.

    Attributes
    ----------
    study, seed, size
        What was run: the same three give the same result.
    columns, rows
        The table.
    plot
        The same as a picture.
    paragraphs
        What was measured, and whether the claim shows; every number in them is from the measurements.
    verdict
        Whether the claim shows in these measurements.
    """

    study: str
    seed: int
    size: int
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    plot: Plot
    paragraphs: tuple[str, ...]
    verdict: Verdict

    def table(self) -> list[list[str]]:
        """Return the table as text, the headings first."""
        written = [[column.write(cell) for column, cell in zip(self.columns, row, strict=True)] for row in self.rows]
        return [[column.heading for column in self.columns], *written]


class Findings(NamedTuple):
    """What `Study.conclude` returns: a `StudyResult` without what was run."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    plot: Plot
    paragraphs: tuple[str, str]
    verdict: Verdict


@dataclass(frozen=True)
class Study:
    """A claim and the experiment that tests it.

    Parameters
    ----------
    name
        As on the command line.
    title
        A few words.
    claim
        One sentence, as the lectures say it.
    unit
        What the size counts, in the plural.
    size, most
        The usual size, which takes less than a minute, and the largest one.
    tasks
        Returns the independent parts of the experiment for a seed and a size.
    measure
        Runs one of them; a function at the top level of a module, so that other processes can run it.
    conclude
        Turns their values, in the order of the tasks, into findings.
    """

    name: str
    title: str
    claim: str
    unit: str
    size: int
    most: int
    tasks: Callable[[int, int], Sequence[Any]]
    measure: Callable[[Any], Any]
    conclude: Callable[[Sequence[Any]], Findings]

    def run(
        self,
        seed: int = 0,
        size: int | None = None,
        *,
        executor: Executor | None = None,
        on_task: Callable[[int, int], object] | None = None,
    ) -> StudyResult:
        """Run the experiment.

        Parameters
        ----------
        seed
            The same seed and size give the same result: nothing depends on the clock.
        size
            How many trees, positions or games, as `unit` says; the study's own by default.
        executor
            What runs the tasks; by default one after another in this process.
        on_task
            Called after each task with the number of those done and of all.

        Raises
        ------
        ZermeloError
            If the seed or the size is wrong, or a task failed.

        Examples
        --------
        >>> from zermelo.studies import find_study
        >>> result = find_study("insurance").run(size=1)
        >>> result.columns[0].heading, result.rows[0][0], result.verdict
        ('b', 2, 'shows')
        """
        wanted = self.size if size is None else size
        if isinstance(wanted, bool) or not isinstance(wanted, int) or not 1 <= wanted <= self.most:
            raise ZermeloError(f"size must be from 1 to {self.most:,} {self.unit}, not {wanted!r:.40}")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
            raise ZermeloError(f"seed must be a whole number from 0 up, not {seed!r:.40}")
        if executor is None:
            with open_executor() as alone:
                values = self._measure(seed, wanted, alone, on_task)
        else:
            values = self._measure(seed, wanted, executor, on_task)
        return StudyResult(study=self.name, seed=seed, size=wanted, **self.conclude(values)._asdict())

    def _measure(
        self, seed: int, size: int, executor: Executor, on_task: Callable[[int, int], object] | None
    ) -> list[Any]:
        tasks, values = self.tasks(seed, size), list[Any]()
        for done in in_order(executor.run(self.measure, tasks)):
            if done.error is not None:
                raise ZermeloError(f"a part of the study {self.name} failed: {done.error}")
            values.append(done.value)
            if on_task is not None:
                on_task(len(values), len(tasks))
        return values


def shows(holds: bool) -> Verdict:
    """Return the verdict on a claim that either holds or does not, with nothing in between."""
    return "shows" if holds else "does not show"


def mean(numbers: Sequence[float]) -> float:
    """Return the mean; 0 of nothing.

    >>> mean([1, 2, 6]), mean([])
    (3.0, 0.0)
    """
    return sum(numbers) / len(numbers) if numbers else 0.0


def half_interval(share: float, trials: int) -> float:
    """Return how far the interval of 95 % of a share reaches to either side, with four virtual trials (Agresti and Coull 1998).

    >>> round(half_interval(0.5, 96), 3)
    0.098
    """
    middle = (share * trials + 2) / (trials + 4)
    return float(1.96 * (middle * (1 - middle) / (trials + 4)) ** 0.5)


def join(words: Sequence[str]) -> str:
    """Join words with commas and an "and".

    >>> join(["chess"]), join(["chess", "Othello", "Go"])
    ('chess', 'chess, Othello and Go')
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
