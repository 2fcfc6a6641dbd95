"""Every game module is listed in GAMES and declares a title; every listed game reproduces its golden playthrough."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module

import pytest

import zermelo.games
from tests.games.playthroughs import FOLDER, playthrough
from zermelo.games import GAMES, game_class

NOT_GAMES = {"faces", "coalition", "symmetry", "tree"}
"""Modules whose classes of states are no games of their own: base classes, views of other games, trees from text."""


@pytest.mark.parametrize("slug", GAMES)
def test_playthrough(slug: str) -> None:
    recorded = (FOLDER / f"{slug}.txt").read_text(encoding="utf-8")
    assert playthrough(slug) == recorded, "if the rules changed on purpose: python -m tests.games.playthroughs"


def test_no_playthrough_without_a_game() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)


def test_every_game_module_is_listed() -> None:
    listed = {place.partition(":")[0] for place in GAMES.values()}
    for found in pkgutil.iter_modules(zermelo.games.__path__, "zermelo.games."):
        if found.name in listed or found.name.rpartition(".")[2] in NOT_GAMES:
            continue
        for name, member in inspect.getmembers(import_module(found.name), inspect.isclass):
            is_state = all(hasattr(member, part) for part in ("moves", "play", "utility"))
            assert member.__module__ != found.name or not is_state, f"{found.name}:{name} is not listed in GAMES"


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_declares_itself(slug: str) -> None:
    game = game_class(slug)
    assert game.__module__ == f"zermelo.games.{slug}"
    assert game.title
    assert game.position_help
    assert game.values_help
