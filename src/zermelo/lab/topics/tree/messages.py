"""The messages of the Tree page. The Inside page watches searches with the same messages.

POST /api/tree/read     ReadTree -> TreeReply
POST /api/tree/random   RandomTree -> TreeReply
POST /api/tree/export   Export -> Text            a picture or a transcript, as the text of a file
POST /api/tree/profile  AskProfile -> Profile     what everyone does in an equilibrium
POST /api/tree/why      AskWhy -> Text            why a leaf was not pruned, or was
live                    Watch -> Steps, ..., Finished
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from zermelo.lab.messages import LiveRequest, Record, SearchOptions, Source, Step, TreeSource


class ReadTree(Record, frozen=True):
    """`root` is the player at the root, where the text does not say."""

    text: str
    root: Literal["max", "min", "chance"] = "max"


class RandomTree(Record, frozen=True):
    seed: int
    depth: int = 3
    branching: int = 3
    uneven: bool = False
    chance: bool = False
    root: Literal["max", "min"] = "max"


class Export(Record, frozen=True):
    """A picture of a search after `step` steps (None: at its end), or of the bare tree without a search. `equilibrium`, from
    0, shows one of the equilibria that backward induction finds instead of its answer."""

    source: Source
    format: Literal["svg", "tikz", "json"]
    search: str | None = None
    options: SearchOptions = msgspec.field(default_factory=dict)
    step: int | None = None
    equilibrium: int | None = None


class AskProfile(Record, frozen=True):
    """Asks for equilibrium `number`, from 0, of those that backward induction finds with these options."""

    source: Source
    number: int
    options: SearchOptions = msgspec.field(default_factory=dict)


class Profile(Record, frozen=True):
    """A strategy profile: the names of the nodes that players move to, and the value of each inner node, as text."""

    chosen: tuple[str, ...]
    values: dict[str, str]


class AskWhy(Record, frozen=True):
    """Asks why a search evaluates a leaf of a tree, or what prunes it."""

    source: TreeSource
    search: str
    leaf: str
    options: SearchOptions = msgspec.field(default_factory=dict)


class Watch(LiveRequest, frozen=True, tag="watch"):
    """Run a search and send its steps."""

    source: Source
    search: str
    options: SearchOptions = msgspec.field(default_factory=dict)


class Steps(Record, frozen=True, tag="steps"):
    """Some steps of a search, in order; `first` is the number of the first of them, from 0."""

    id: int
    first: int
    steps: tuple[Step, ...]


class Finished(Record, frozen=True, tag="finished"):
    """A watched search is over: `report` is what `zermelo tree --json` prints, `steps` the number of steps."""

    id: int
    steps: int
    report: dict[str, Any]
