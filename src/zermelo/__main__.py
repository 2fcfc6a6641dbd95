"""The program `zermelo`, also as `python -m zermelo`: Ctrl-C ends it quietly while it still loads the commands."""

from __future__ import annotations

from zermelo.interrupts import QuietlyInterrupted


def main() -> None:
    """Run a command."""
    with QuietlyInterrupted():
        from zermelo.cli import main as run
    run()


if __name__ == "__main__":
    main()
