"""Answers of the Matrix page: tables from text, and everything that follows from one."""

from __future__ import annotations

import json

from zermelo.equilibrium import MatrixGame, matrix_game
from zermelo.equilibrium.analysis import Analysis, analyse
from zermelo.equilibrium.curves import best_reply_curves
from zermelo.equilibrium.examples import EXAMPLES
from zermelo.equilibrium.explanations import Explanation, explain, format_equilibrium
from zermelo.equilibrium.mixed import NashSubset
from zermelo.equilibrium.notation import parse_matrix, to_json
from zermelo.lab.context import RequestContext
from zermelo.lab.topics.matrix.messages import (
    MatrixAsk,
    MatrixEquilibrium,
    MatrixExample,
    MatrixExamples,
    MatrixFact,
    MatrixMenu,
    MatrixPiece,
    MatrixReply,
    MatrixStep,
    MatrixTable,
    MatrixText,
)
from zermelo.state import ZermeloError

LARGEST = 8
"""The most actions of a player: larger tables are hard to read and take longer than a second or two."""

LONGEST_DRAW = 5
"""A correlated equilibrium with more cells than this is not written out."""


def examples(message: MatrixMenu, context: RequestContext) -> MatrixExamples:
    """Return the games of the menu."""
    games = ((each, each.game()) for each in EXAMPLES.values())
    found = (MatrixExample(each.name, each.description, _table(game)) for each, game in games if len(game.players) == 2)
    return MatrixExamples(tuple(found), LARGEST)


def read(message: MatrixText, context: RequestContext) -> MatrixTable:
    """Read a table, JSON or a Gambit file."""
    context.check_text(message.text)
    game = parse_matrix(message.text)
    _check_players(game)
    _check_size(game.shape)
    return _table(game)


def solve(message: MatrixAsk, context: RequestContext) -> MatrixReply:
    """Analyse a table."""
    table = message.table
    _check_size([len(names) for names in table.actions])
    game = matrix_game(table.payoffs, table.players, table.actions, table.title[:200])
    _check_players(game)
    found = analyse(game, message.weak)
    pieces = best_reply_curves(game) if game.shape == (2, 2) else None
    components = found.equilibria.components if found.equilibria is not None else ()
    return MatrixReply(
        text=json.dumps(to_json(game), ensure_ascii=False),
        steps=tuple(_step(found, each) for each in explain(found)),
        equilibria=tuple(
            MatrixEquilibrium(
                name=format_equilibrium(game, each),
                mixes=tuple(tuple(map(str, mix)) for mix in each.mixes),
                shares=tuple(tuple(map(float, mix)) for mix in each.mixes),
                payoffs=tuple(map(str, each.payoffs)),
                cell=each.profile,
            )
            for each in found.listed
        ),
        continuum=found.equilibria is not None and found.equilibria.continuum,
        facts=tuple(_facts(found)),
        pareto=found.pareto,
        continua=tuple(_piece(subset) for each in components if pieces and each.continuum for subset in each.subsets),
        curves=pieces and tuple(tuple(MatrixPiece(*map(float, piece)) for piece in line) for line in pieces),
    )


def _check_players(game: MatrixGame) -> None:
    if len(game.players) != 2:
        raise ZermeloError(
            f"this page shows games of two players, not {len(game.players)}: use zermelo matrix for more"
        )


def _check_size(shape: list[int] | tuple[int, ...]) -> None:
    if max(shape, default=0) > LARGEST:
        raise ZermeloError(
            f"this page shows up to {LARGEST} actions of a player, not {max(shape)}: use zermelo matrix for larger games"
        )


def _table(game: MatrixGame) -> MatrixTable:
    rows, columns = game.shape
    return MatrixTable(
        players=game.players,
        actions=game.actions,
        payoffs=tuple(
            tuple(tuple(map(str, game.payoffs((row, column)))) for column in range(columns)) for row in range(rows)
        ),
        title=game.title,
    )


def _step(found: Analysis, each: Explanation) -> MatrixStep:
    action = found.elimination.steps[each.number].domination.action if each.kind == "eliminate" else -1
    return MatrixStep(each.kind, each.text, each.player, action, each.profiles, each.number)


def _piece(subset: NashSubset) -> MatrixPiece:
    """Return a set of equilibria as a rectangle in the plot of best replies."""
    across, upwards = ([float(mix[0]) for mix in mixes] for mixes in (subset.rows, subset.columns))
    return MatrixPiece(min(across), max(across), min(upwards), max(upwards))


def _facts(found: Analysis) -> list[MatrixFact]:
    """Return the lines of the panel."""
    game, facts = found.game, list[MatrixFact]()
    if found.zero_sum is not None:
        facts.append(MatrixFact("Value", f"{found.zero_sum.value} for {game.players[0]}"))
    for each in found.security:
        level = f"{each.pure} by {game.actions[each.player][each.action]}"
        if each.mix is not None and each.mixed is not None and each.mixed > each.pure:
            level = f"{each.mixed} by {game.format_mix(each.player, each.mix)}"
        facts.append(MatrixFact(f"{game.players[each.player]} is sure of", level))
    if not game.zero_sum:
        best = ", ".join(game.format_profile(profile) for profile in found.social)
        facts.append(MatrixFact("Best together", f"{best}: {sum(game.payoffs(found.social[0]))}"))
        if found.correlated is not None and len(found.correlated.chances) > 1:
            chances = found.correlated.chances
            draw = " + ".join(f"{chance} {game.format_profile(profile)}" for profile, chance in chances.items())
            if len(chances) > LONGEST_DRAW:
                draw = f"one of {len(chances)} cells"
            facts.append(MatrixFact("Best draw by lot", f"{draw}: {found.correlated.welfare} together"))
    return facts
