"""General game playing: games that are given as rule sheets in the Game Description Language (GDL).

The language is that of Love, Hinrichs, Haley, Schkufza and Genesereth, "General Game Playing: Game Description Language
Specification" (Stanford LG-2006-01, version of March 2008), in its prefix syntax. `terms` holds what a sheet consists of, `reader`
reads it, `checks` names what is wrong with it, `formatter` writes it in one layout, and `interpreter` plays it, slowly.
"""

from zermelo.games.gdl.checks import find_mistakes, load_rules
from zermelo.games.gdl.formatter import format_rules
from zermelo.games.gdl.interpreter import Interpreter
from zermelo.games.gdl.mistakes import Mistake, RuleSheetError
from zermelo.games.gdl.reader import read_rules
from zermelo.games.gdl.sheets import sheet_names, sheet_text

__all__ = [
    "Interpreter",
    "Mistake",
    "RuleSheetError",
    "find_mistakes",
    "format_rules",
    "load_rules",
    "read_rules",
    "sheet_names",
    "sheet_text",
]
