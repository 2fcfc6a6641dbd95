"""Lessons about Pac-Man, each a question that games answer: a table of what was counted, a conclusion, and a picture.

>>> report = LESSONS["hopeless"].run(games=4)
>>> [row["first_move"] for row in report.rows]
['East', 'West']
"""

from zermelo.games.pacman.lessons import beliefs, hopeless, horizon, pincer, starving
from zermelo.games.pacman.lessons.lesson import Cast, Column, Lesson, Report, Row

LESSONS: dict[str, Lesson] = {
    module.LESSON.slug: module.LESSON for module in (horizon, starving, hopeless, beliefs, pincer)
}

__all__ = ["LESSONS", "Cast", "Column", "Lesson", "Report", "Row"]
