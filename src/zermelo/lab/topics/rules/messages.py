"""The messages of the Rules page.

    POST /api/rules/sheets    RulesMenu -> RulesSheets       the rule sheets of Zermelo
    POST /api/rules/check     RulesCheck -> RulesChecked     the mistakes in a sheet; the sheet in one layout
    POST /api/rules/open      RulesSource -> RulesGame       what is known of the game, its net, and a position
    POST /api/rules/position  RulesSource -> RulesPosition
    POST /api/rules/think     RulesThink -> RulesChoice      the move that a player chooses for a role

The server keeps no state: a position is the text of the rules and the moves since the start. A move is one text per role.
"""

from __future__ import annotations

from zermelo.lab.messages import BoundName, FactTable, MoveValue, Record


class RulesMenu(Record, frozen=True):
    """Asks for the rule sheets of Zermelo."""


class RuleSheetInfo(Record, frozen=True):
    """`name` is that of the file without .kif; `title` is for menus."""

    name: str
    title: str
    text: str


class RulesSheets(Record, frozen=True):
    sheets: tuple[RuleSheetInfo, ...]


class RulesCheck(Record, frozen=True):
    """`format` asks for the text in one layout, too."""

    text: str
    format: bool = False


class RuleMistake(Record, frozen=True):
    """A mistake at a place of the text: lines and columns count characters from 1, and `end_column` is the first column after it.
    Rules with a `warning` can be played all the same."""

    line: int
    column: int
    end_column: int
    says: str
    warning: bool


class RulesChecked(Record, frozen=True):
    """`formatted` is None where it was not asked for, or where the text cannot be read."""

    mistakes: tuple[RuleMistake, ...]
    formatted: str | None = None


class RulesSource(Record, frozen=True):
    """A position: the text of the rules, and the moves since the start, each one text per role."""

    text: str
    moves: tuple[tuple[str, ...], ...] = ()


class RulesPosition(Record, frozen=True):
    """A position."""

    player: int | None
    """The role to move; None where roles move at the same time, and at the end."""
    table: FactTable
    legal: tuple[tuple[str, ...], ...]
    """The legal moves of each role; none at the end."""
    goals: tuple[int, ...]
    """The goals of all roles at the end; none before it."""
    over: bool
    says: str
    """Whose turn it is, or how the game ended."""


class RulesNet(Record, frozen=True):
    """The size of the propositional net, the seconds that making it took, and how many steps a second it makes in 512 random games
    at once."""

    facts: int
    moves: int
    gates: int
    seconds: float
    sliced_steps: float


class RulesGame(Record, frozen=True):
    roles: tuple[str, ...]
    turns: bool
    """Roles take turns, as far as random games show; otherwise they move at the same time."""
    players: tuple[str, ...]
    """Names of the players that can play it."""
    steps: float
    """Steps a second in one random game at a time."""
    net: RulesNet | None
    """None where the rules are interpreted."""
    note: str
    """Why the rules are interpreted, which is slower, where they are."""
    movers: tuple[int, ...]
    """The role whose turn each of the moves was; none where roles move at the same time."""
    position: RulesPosition


class RulesThink(Record, frozen=True):
    """Let a player choose the move of a role: `strength` as its `PlayerInfo` says, or `seconds` on the clock."""

    source: RulesSource
    role: int
    player: str
    strength: int | None = None
    seconds: float | None = None


class RulesChoice(Record, frozen=True):
    """A player's move. The value is the first role's goal, less that of the second where their sum is constant. It is proven where
    `sure` is True."""

    move: str
    value: float | None
    bound: BoundName
    sure: bool
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float
    why: str
    """The reason in a sentence."""
