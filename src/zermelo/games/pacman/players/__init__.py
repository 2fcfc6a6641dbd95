"""Pac-Man: players for Pac-Man and for the ghosts, the games between them, and their records.

Players are named by specs as everywhere, "alpha_beta:4" or "expectimax:2:directional"; ghosts with how many there are of each,
"directional:1,random:1".

    >>> ghosts = parse_ghosts("random:2")
    >>> game = play_game(set_up("small", ghosts), parse_pacman("reflex"), ghosts, seed=3)
    >>> game == play_game(set_up("small", ghosts), parse_pacman("reflex"), ghosts, seed=3).timed(game.seconds)
    True
"""

from zermelo.games.pacman.players.evaluation import load_evaluation, parse_weights
from zermelo.games.pacman.players.game import Game, check_seed, game_of, play_game, replay, result_of, set_up, turns
from zermelo.games.pacman.players.players import GHOSTS, PACMEN, format_ghosts, parse_ghosts, parse_pacman
from zermelo.games.pacman.players.record import read_record, write_record
from zermelo.players.match import Turn

__all__ = [
    "GHOSTS",
    "PACMEN",
    "Game",
    "Turn",
    "check_seed",
    "format_ghosts",
    "game_of",
    "load_evaluation",
    "parse_ghosts",
    "parse_pacman",
    "parse_weights",
    "play_game",
    "read_record",
    "replay",
    "result_of",
    "set_up",
    "turns",
    "write_record",
]
