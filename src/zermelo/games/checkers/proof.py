"""Prove the exact values of a checkers position and of its moves, in a file that survives any interruption.

The proof is about the game without draws by rule. core/zermelo/games/checkers/proof_file.hpp says what it consists of,
and why cycles cannot make it wrong. An independent check accepts it by the rules and the endgame tables alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from zermelo._core import Checkers4Proof, Checkers4ProofManager, Checkers6Proof, Checkers6ProofManager
from zermelo._core import CheckersProof as Checkers8Proof
from zermelo._core import CheckersProofManager as Checkers8ProofManager
from zermelo.games.checkers.endgames import GAMES, MOST_PIECES, build_checkers_tables, endgames
from zermelo.games.checkers.rules import Checkers
from zermelo.state import ZermeloError
from zermelo.tables.files import check_writable, mapped, written_whole
from zermelo.tables.proofs import FileProofs

SAVE_NODES = 2_000_000
"""The file is written after this many nodes, a few seconds."""
TABLE_MB = 256
"""Size of the tables of proof-number search, unless another is given."""
_NATIVE: dict[str, tuple[Any, Any]] = {
    "checkers": (Checkers8Proof, Checkers8ProofManager),
    "checkers6": (Checkers6Proof, Checkers6ProofManager),
    "checkers4": (Checkers4Proof, Checkers4ProofManager),
}
_VALUES = {-1: "White wins", 0: "draw", 1: "Black wins"}
_BOUNDS = {(-1, 1): "nothing yet", (0, 1): "Black does not lose", (-1, 0): "White does not lose"}


class ProvenMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move and the value it leads to: "Black wins", "White wins" or "draw"."""

    move: str
    value: str


class CheckersProof(msgspec.Struct, frozen=True, kw_only=True):
    """A proof, as far as it is known and the check has accepted it.

    `value` is None as long as it is not proven, and `moves` is empty as long as the value of one of them is not.
    """

    fen: str
    pieces: int
    """The endgame tables it rests on hold up to this many pieces."""
    value: str | None
    moves: tuple[ProvenMove, ...]
    shown: str
    """The value, or what is shown about it so far: "Black does not lose", "White does not lose" or "nothing yet"."""
    nodes: int
    """Searched so far, in all runs."""
    positions: int
    """In the proof."""
    seconds: float
    """Of this run with its check, without building tables."""
    stopped: str
    """Why this run ended: "complete", "nodes", "seconds", "cancelled" or "interrupted"."""


def prove_checkers(
    state: Checkers,
    path: str | Path,
    *,
    pieces: int = 4,
    moves: bool = True,
    nodes: int | None = None,
    seconds: float | None = None,
    table: int = TABLE_MB,
    save_nodes: int = SAVE_NODES,
    watch: Callable[[int, int], bool | None] | None = None,
    watch_tables: Callable[[str], object] | None = None,
) -> CheckersProof:
    """Prove the value of a position and of each of its moves, or go on with the proof in the file.

    Parameters
    ----------
    state : Checkers
        On any of the three boards. Its draw rules and its clock do not count.
    path : str or Path
        The file of the proof, written every `save_nodes` nodes and at the end.
    pieces : int
        Use endgame tables of up to this many pieces, from 2 to 6, and build those that are missing; 0 for none.
    moves : bool
        Whether to prove the value of each move, too. The value of the position alone takes less.
    nodes, seconds : optional
        Stop this run earlier.
    table : int
        Size of the tables of proof-number search in MB.
    watch : callable, optional
        Called many times a second with the nodes and positions so far. If it returns True, the run stops.
    watch_tables : callable, optional
        Called many times a second with the name of a missing table while it is built, which takes time for five pieces or more.

    Raises
    ------
    ZermeloError
        If the file is damaged, is about another position or other tables, or cannot be written.
    """
    if pieces != 0 and not 2 <= pieces <= MOST_PIECES:
        raise ZermeloError(f"pieces must be 0 or from 2 to {MOST_PIECES}, not {pieces}")
    game = _game_of(state)
    target = Path(path)
    check_writable(target)
    file = _NATIVE[game][0].start(state.native, pieces)
    if os.path.exists(target):
        kept = _read(target, game)
        if (kept.fen, kept.pieces) != (file.fen, pieces):
            raise ZermeloError(
                f"{path} holds a proof about {kept.fen} with tables of {kept.pieces} pieces: name another file"
            )
        file = kept
    _load_tables(game, pieces, watch_tables)
    start = perf_counter()
    manager = _NATIVE[game][1](file, table)
    wanted = 2 if moves else 1
    before, stopped = manager.nodes, "complete" if file.proven >= wanted else "nodes"

    def cancel() -> bool:
        return watch is not None and bool(watch(manager.nodes, manager.positions))

    while stopped == "nodes":
        left = save_nodes if nodes is None else min(save_nodes, nodes - (manager.nodes - before))
        time_left = 0.0 if seconds is None else max(seconds - (perf_counter() - start), 1e-3)
        stopped = manager.run(moves, left, time_left, cancel)
        with written_whole(target) as out:
            out.write(manager.file())
        if nodes is not None and manager.nodes - before >= nodes:
            break
    file = _read(target, game)
    if stopped == "complete" and file.proven < wanted:
        raise ZermeloError(f"{path}: the search cannot finish this proof; use larger tables (--pieces)")
    return _describe(file, str(path), stopped, start)


def check_checkers_proof(
    path: str | Path, game: str = "checkers", *, watch_tables: Callable[[str], object] | None = None
) -> CheckersProof:
    """Check a complete proof by the rules and the endgame tables, which are built if they are missing.

    Raises
    ------
    ZermeloError
        If the file is damaged, the proof is not complete, or a position in it is not shown to have its value.
    """
    file = _read(Path(path), game)
    if not file.proven:
        raise ZermeloError(f"{path}: the proof is not complete")
    _load_tables(game, file.pieces, watch_tables)
    start = perf_counter()
    return _describe(file, str(path), "complete", start)


def _game_of(state: Checkers) -> str:
    for name, board in GAMES.items():
        if type(state) is board:
            return name
    raise ZermeloError(f"proofs in files are about {', '.join(GAMES)}, not {type(state).__name__}")


def _read(path: Path, game: str) -> Any:
    content = bytes(mapped(path))
    try:
        return _NATIVE[game][0](content)
    except ValueError as error:
        raise ZermeloError(f"{path}: {error}") from None


def _load_tables(game: str, pieces: int, watch: Callable[[str], object] | None) -> None:
    def tell(_: object, name: str) -> None:
        if watch is not None:
            watch(name)

    if not 0 <= pieces <= MOST_PIECES:
        raise ZermeloError(f"there are no endgame tables of {pieces} pieces")
    for _ in build_checkers_tables(endgames(*range(2, pieces + 1)), game=game, memory=4096, watch=tell):
        pass


def _describe(file: Any, path: str, stopped: str, start: float) -> CheckersProof:
    """Check the proof and say what it shows."""
    try:
        (_, lower, upper), *moves = file.check()
    except ValueError as error:
        raise ZermeloError(f"{path}: {error}") from None
    value = _VALUES[lower] if lower == upper else None
    all_moves = all(low == high for _, low, high in moves)
    return CheckersProof(
        fen=file.fen,
        pieces=file.pieces,
        value=value,
        moves=tuple(ProvenMove(move=move, value=_VALUES[low]) for move, low, _ in moves) if all_moves else (),
        shown=value or _BOUNDS[lower, upper],
        nodes=file.nodes,
        positions=file.positions,
        seconds=perf_counter() - start,
        stopped=stopped,
    )


PROOF = FileProofs(prove_checkers, check_checkers_proof)
