"""Analysis at scale: positions and games of files in, values, best moves, lines and blunders out, as one record a line.

`zermelo.review` reviews a single game; this package streams millions of positions and games through the same searches, in the
order of the input, each position once, on one core or many, and goes on where it was stopped.
"""

from zermelo.analysis.analyse import analyse
from zermelo.analysis.inputs import open_inputs, read_entries
from zermelo.analysis.records import ErrorRecord, GameSummary, MoveRecord, PositionRecord, Record
from zermelo.analysis.tasks import Limits

__all__ = [
    "ErrorRecord",
    "GameSummary",
    "Limits",
    "MoveRecord",
    "PositionRecord",
    "Record",
    "analyse",
    "open_inputs",
    "read_entries",
]
