"""How players are named, for the help of the commands that take them."""

from zermelo.players import PLAYERS

PLAYERS_HELP = f"""A SPEC is {", ".join(kind.form for kind in PLAYERS)}, or your own as module:function or file.py:function.
Without its options a player takes the usual ones; engine:2s, mcts:2s and so on think that long for every move."""
