"""A study as a section of the docs."""

from __future__ import annotations

from zermelo.studies.study import Study, StudyResult


def command(study: Study, result: StudyResult) -> str:
    """Return the command that gives a result.

    >>> from zermelo.studies import find_study
    >>> study = find_study("insurance")
    >>> command(study, study.run(size=1))
    'zermelo study insurance --size 1'
    """
    size = "" if result.size == study.size else f" --size {result.size}"
    return f"zermelo study {study.name}{size}" + (f" --seed {result.seed}" if result.seed else "")


def to_markdown(study: Study, result: StudyResult) -> str:
    """Return the section of a result: what was run, the table, the plot, the paragraphs and whether the claim shows."""
    heads, *rows = result.table()
    table = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n\n".join(
        (
            f"*{study.claim}* {result.size:,} {study.unit}, by `{command(study, result)}`:",
            "\n".join(f"| {' | '.join(row)} |" for row in table),
            f"![{study.title}](images/study-{study.name}.svg)",
            *result.paragraphs,
            verdict(result),
        )
    )


def verdict(result: StudyResult) -> str:
    """Return in one sentence whether the claim shows."""
    return f"The claim {result.verdict} in these measurements."
