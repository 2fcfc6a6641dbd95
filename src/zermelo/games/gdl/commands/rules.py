"""zermelo rules: check and format rule sheets in the Game Description Language."""

from __future__ import annotations

import sys

import click

from zermelo.games.gdl.checks import find_mistakes
from zermelo.games.gdl.formatter import comments_inside, format_rules
from zermelo.games.gdl.mistakes import Mistake
from zermelo.games.gdl.reader import LARGEST_SHEET, decode_rules, load_text, read_with_mistakes
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.state import ZermeloError, format_count
from zermelo.terminal.completion import complete_sheets
from zermelo.terminal.sources import print_json, write_file

FILE = click.argument("file", metavar="FILE", shell_complete=complete_sheets)


@click.group()
def rules() -> None:
    """Rule sheets: games written in the Game Description Language.

    FILE is a file, - for standard input, or the name of one of Zermelo's own sheets.
    """


@rules.command("check")
@FILE
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def check_rules(file: str, as_json: bool) -> int:
    """Name everything that is wrong with a rule sheet, one sentence each.

    The exit code is 2 if the game cannot be played; warnings alone do not count.
    """
    text = _read(file)
    mistakes = find_mistakes(text)
    errors = [mistake for mistake in mistakes if not mistake.warning]
    if as_json:
        print_json({"ok": not errors, "mistakes": [mistake._asdict() for mistake in mistakes]})
    else:
        _print_mistakes(file, mistakes)
        if not errors:
            sheet, _ = read_with_mistakes(text)
            counts = f"{format_count(len(sheet.roles()), 'role')}, {format_count(len(sheet.rules), 'rule')}"
            click.echo(f"{file}: {counts}, {format_count(len(mistakes), 'warning') if mistakes else 'no mistakes'}")
    return 2 if errors else 0


@rules.command("format")
@FILE
@click.option("--write", is_flag=True, help="Write the file instead of printing it.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; the exit code is 1 if the layout differs.")
def format_sheet(file: str, write: bool, only_check: bool) -> int:
    """Print a rule sheet in the canonical layout. Comments inside a rule move above it."""
    text = _read(file)
    sheet, mistakes = read_with_mistakes(text)
    if mistakes:
        _print_mistakes(file, mistakes)
        return 2
    formatted = format_rules(sheet)
    if only_check:
        if formatted != text:
            click.echo(f"{file} is not in the canonical layout", err=True)
        return int(formatted != text)
    moved = sum(map(len, comments_inside(sheet).values()))
    if moved:
        click.echo(f"{file}: moved {format_count(moved, 'comment')} above the rules that they stood in", err=True)
    if write:
        if file == "-" or _is_shipped(file):
            raise ZermeloError(f"--write needs a file of your own, not {file}")
        write_file(file, formatted)
    else:
        click.echo(formatted, nl=False)
    return 0


@rules.command("list")
def list_sheets() -> None:
    """List the rule sheets that come with Zermelo."""
    for name in sheet_names():
        title = sheet_text(name).partition("\n\n")[0].partition("\n;\n")[0].replace("\n; ", " ").removeprefix("; ")
        click.echo(f"{name.ljust(max(map(len, sheet_names())))}  {title}")


def _read(file: str) -> str:
    if file == "-":
        try:
            return decode_rules(sys.stdin.buffer.read(LARGEST_SHEET + 1))
        except ZermeloError as error:
            raise ZermeloError(f"standard input: {error}") from None
    return sheet_text(file) if _is_shipped(file) else load_text(file)


def _is_shipped(file: str) -> bool:
    return file in sheet_names()


def _print_mistakes(file: str, mistakes: tuple[Mistake, ...]) -> None:
    for mistake in mistakes:
        click.echo(f"{file}: {'warning: ' if mistake.warning else ''}{mistake}", err=True)
