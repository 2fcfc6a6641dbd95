"""Those who play Pac-Man: agents for Pac-Man himself and for the ghosts, the games between them, and their records.

An agent is named by a short text, as in "alpha_beta:4" or "expectimax:2:directional", and so are ghosts, as in
"directional:1,random:1". Everything that is thrown comes from the game's seed and the number of the move alone, so that a
game is the same whichever games were played before it.

    >>> ghosts = parse_ghosts("random:2")
    >>> game = play_game(set_up("small", ghosts), parse_pacman("reflex"), ghosts, seed=3)
    >>> game == play_game(set_up("small", ghosts), parse_pacman("reflex"), ghosts, seed=3).timed(game.seconds)
    True
"""

from zermelo.players.pacman.agents import GHOSTS, PACMEN, Agent, Kind, parse_ghosts, parse_pacman
from zermelo.players.pacman.judging import load_evaluation, parse_weights
from zermelo.players.pacman.matches import Game, Turn, check_seed, game_of, move_seed, play_game, replay, set_up, turns
from zermelo.players.pacman.records import read_record, write_record

__all__ = [
    "GHOSTS",
    "PACMEN",
    "Agent",
    "Game",
    "Kind",
    "Turn",
    "check_seed",
    "game_of",
    "load_evaluation",
    "move_seed",
    "parse_ghosts",
    "parse_pacman",
    "parse_weights",
    "play_game",
    "read_record",
    "replay",
    "set_up",
    "turns",
    "write_record",
]
