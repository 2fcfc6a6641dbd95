"""Ctrl-C while modules are imported: nothing is lost, so the program ends at once. This module itself imports next to nothing."""

from __future__ import annotations

import os
import signal
import sys

INTERRUPTED = 130
"""The exit code after Ctrl-C, as of a program that the signal ends."""


class QuietlyInterrupted:
    """While the block runs Ctrl-C ends the process with one word, whatever would catch a KeyboardInterrupt.

    Where Ctrl-C has another handler, or none, and outside the main thread, only KeyboardInterrupt is caught.
    """

    def __enter__(self) -> None:
        self._replaced = False
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            try:
                signal.signal(signal.SIGINT, _end)
                self._replaced = True
            except ValueError:  # not in the main thread
                pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._replaced:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            _end()


def _end(*_: object) -> None:
    if sys.stderr is not None:
        sys.stderr.write("stopped\n")
        sys.stderr.flush()
    os._exit(INTERRUPTED)
