"""The games that come with Zermelo: one file for a small one, one package for a large one with all that is about it.

No room below knows them. They are loaded by their names, which `zermelo.catalogue` lists.
"""

from zermelo.catalogue import GAMES, SMALL_BOARDS, game_class, load_game

__all__ = ["GAMES", "SMALL_BOARDS", "game_class", "load_game"]
