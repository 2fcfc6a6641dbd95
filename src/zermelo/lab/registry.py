"""The pages of the lab. A page is one module with a `PAGE`; listing it here is all it takes."""

from __future__ import annotations

from zermelo.lab import exercises, inside, matrix, pacman, play, tree
from zermelo.lab.desk import Page

PAGES: tuple[Page, ...] = (tree.PAGE, play.PAGE, inside.PAGE, exercises.PAGE, pacman.PAGE, matrix.PAGE)
