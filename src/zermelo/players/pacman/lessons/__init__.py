"""The lessons of the lectures on Pac-Man, each a question that is answered by playing: what was counted, what it shows, a picture.

>>> report = LESSONS["hopeless"].run(games=4)
>>> [row["first_move"] for row in report.rows]
['East', 'West']
"""

from zermelo.players.pacman.lessons import beliefs, hopeless, horizon, pincer, starving
from zermelo.players.pacman.lessons.lesson import Cast, Column, Lesson, Report, Row

LESSONS: dict[str, Lesson] = {
    module.LESSON.slug: module.LESSON for module in (horizon, starving, hopeless, beliefs, pincer)
}

__all__ = ["LESSONS", "Cast", "Column", "Lesson", "Report", "Row"]
