"""What a native game says about the training of its weights."""

from __future__ import annotations

from typing import Any, NamedTuple


class Trainable(NamedTuple):
    """How the weights of a game are learnt.

    native     the class of the core that plays the games and fits the weights
    about      what a file of the weights holds, in its first line
    subject    what the weights are for
    nodes      whether a number of nodes limits the searches of self-play
    """

    native: Any
    about: str
    subject: str = "The static value"
    nodes: bool = True
