"""Studies: claims of the lectures as experiments, each with a table, a plot and two paragraphs.

A study is one module with a `Study` and one line here; the command `zermelo study` and the docs follow from it.
"""

from __future__ import annotations

from zermelo.registry import unknown_name
from zermelo.studies.branching import BRANCHING
from zermelo.studies.evaluations import EVALUATIONS
from zermelo.studies.horizon import HORIZON
from zermelo.studies.insurance import INSURANCE
from zermelo.studies.pathology import PATHOLOGY
from zermelo.studies.quality import QUALITY
from zermelo.studies.reordering import REORDERING
from zermelo.studies.simulations import SIMULATIONS
from zermelo.studies.strength import STRENGTH
from zermelo.studies.study import Study, StudyResult

__all__ = ["STUDIES", "Study", "StudyResult", "find_study"]

STUDIES: tuple[Study, ...] = (
    EVALUATIONS,
    STRENGTH,
    INSURANCE,
    REORDERING,
    QUALITY,
    BRANCHING,
    PATHOLOGY,
    HORIZON,
    SIMULATIONS,
)
"""Every study, in the order of the docs."""


def find_study(name: str) -> Study:
    """Return a study by its name.

    >>> find_study("insurence")
    Traceback (most recent call last):
    zermelo.state.ZermeloError: there is no study called 'insurence': did you mean insurance?
    """
    for study in STUDIES:
        if study.name == name:
            return study
    raise unknown_name("study", name[:40], [study.name for study in STUDIES])
