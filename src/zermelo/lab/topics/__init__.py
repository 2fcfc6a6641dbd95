"""The pages of the lab, in the order of the header. A new page is one folder here, one in `web/src/pages`, and one line below."""

from __future__ import annotations

from zermelo.lab.page import Page
from zermelo.lab.topics.arena.page import PAGE as ARENA
from zermelo.lab.topics.bandit.page import PAGE as BANDIT
from zermelo.lab.topics.exercises.page import PAGE as EXERCISES
from zermelo.lab.topics.inside.page import PAGE as INSIDE
from zermelo.lab.topics.matrix.page import PAGE as MATRIX
from zermelo.lab.topics.pacman.page import PAGE as PACMAN
from zermelo.lab.topics.play.page import PAGE as PLAY
from zermelo.lab.topics.rules.page import PAGE as RULES
from zermelo.lab.topics.tree.page import PAGE as TREE

PAGES: tuple[Page, ...] = (TREE, PLAY, INSIDE, EXERCISES, PACMAN, MATRIX, BANDIT, RULES, ARENA)
