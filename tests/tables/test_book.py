"""Opening books: counts are found again, equivalent positions share entries, and damaged files are refused."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables.random_games import SEEDS, Played, played
from zermelo.games import load_game
from zermelo.games.antichess import AntiChess
from zermelo.games.checkers import Checkers
from zermelo.games.checkers.ballots import ballots
from zermelo.games.chess import Chess
from zermelo.games.chess.rules import mirror
from zermelo.games.othello import Othello6
from zermelo.records.moves import play_moves
from zermelo.state import MAX, State, ZermeloError
from zermelo.tables.books.book import ENTRY, HEADER, Book, _weight, open_book
from zermelo.tables.books.builder import BookBuilder
from zermelo.tables.books.canonical import canonical, game_of


def build(path: Path, start: State, games: Iterable[Played], *, least: int = 1, **options: Any) -> Book:
    with BookBuilder(game_of(start), **options) as builder:
        for moves, outcome in games:
            builder.add(start, moves, outcome)
        builder.write(path, least)
    return Book.open(path)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("books") / "tried.book"


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 16), st.sampled_from([3, 40, 10**6]), st.integers(1, 3))
def test_a_book_counts_as_a_plain_dictionary_does(
    path: Path, seeds: list[int], plies: int, in_memory: int, least: int
) -> None:
    """The dictionary is kept by python-chess: positions by their EPD, with Black's turned round."""
    games = [played(Chess(), seed) for seed in seeds]
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    first: dict[tuple[str, str], int] = {}
    states: dict[str, Chess] = {}
    for moves, outcome in games:
        board, state = chess.Board(), Chess()
        for ply, move in enumerate(moves[:plies]):
            black = board.turn == chess.BLACK
            epd = (board.mirror() if black else board).epd()
            states[epd] = state
            name = epd, mirror(move) if black else move
            counts[name]["games"] += 1
            if outcome is not None:
                counts[name]["draws" if not outcome else "wins" if (outcome > 0) != black else "losses"] += 1
            first[name] = min(first.get(name, ply), ply)
            board.push_uci(move)
            state = state.play(move)
    kept = {name for name, count in counts.items() if count["games"] >= least}
    if not kept:
        with pytest.raises(ZermeloError, match="is not written: no move"):
            build(path, Chess(), games, plies=plies, most_in_memory=in_memory, least=least)
        return
    book = build(path, Chess(), games, plies=plies, most_in_memory=in_memory, least=least)
    assert book.entries == len(kept)
    assert book.positions == len({epd for epd, _ in kept})
    assert (book.games, book.plies) == (len(games), plies)
    found = {
        (epd, mirror(each.move) if state.player else each.move): each
        for epd, state in states.items()
        for each in book.probe(state)
    }
    assert found.keys() == kept
    for name, each in found.items():
        count = counts[name]
        assert (each.games, each.wins, each.draws, each.losses, each.ply) == (
            *(count[what] for what in ("games", "wins", "draws", "losses")),
            first[name],
        )


@pytest.mark.parametrize("name", ["chess", "antichess", "othello", "connect_four", "tic_tac_toe", "nim"])
def test_any_game_can_have_a_book(tmp_path: Path, name: str) -> None:
    start = load_game(name)
    games = [played(start, seed) for seed in range(20)]
    book = build(tmp_path / "any.book", start, games)
    assert book.game == name
    for moves, _ in games:
        state = start
        for move in moves:
            assert move in [each.move for each in book.probe(state)]
            state = state.play(move)


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_reversed_colours_make_the_same_book(path: Path, seed: int) -> None:
    start = Chess("r3k2r/pp1p1ppp/8/2pPp3/4P3/8/PPP2PPP/R3K2R w KQkq c6 0 9")
    turned = Chess("r3k2r/ppp2ppp/8/4p3/2PpP3/8/PP1P1PPP/R3K2R b KQkq c3 0 9")
    assert canonical(start).text == canonical(turned).text
    moves, outcome = played(start, seed)
    one = build(path, start, [(moves, outcome)])
    other_path = path.with_name("turned.book")
    other = build(other_path, turned, [(list(map(mirror, moves)), None if outcome is None else -outcome)])
    assert one.entries == len(moves)
    assert path.read_bytes() == other_path.read_bytes()
    assert [mirror(each.move) for each in one.probe(start)] == [each.move for each in other.probe(turned)]


def test_transpositions_share_an_entry(tmp_path: Path) -> None:
    games: list[Played] = [
        (["d2d4", "g8f6", "c2c4", "e7e6"], 1),
        (["c2c4", "e7e6", "d2d4", "g8f6"], 0),
        (["e2e4", "e7e5"], -1),
        (["e2e3", "e7e5", "e3e4", "g8f6"], None),
    ]
    book = build(tmp_path / "met.book", Chess(), [([*moves, "b1c3"], outcome) for moves, outcome in games])
    [nimzo] = book.probe(Chess("1. d4 e6 2. c4 Nf6"))
    assert (nimzo.move, nimzo.games, nimzo.wins, nimzo.draws, nimzo.ply) == ("b1c3", 2, 1, 1, 4)
    assert nimzo.score == 0.75
    # After 1. e3 e5 2. e4 Black stands as White does after 1. e4 e5.
    replies = {each.move: each for each in book.probe(Chess("1. e4 e5"))}
    assert set(replies) == {"b1c3", "g1f3"}
    assert replies["b1c3"].losses == 1
    assert replies["g1f3"].score is None


def test_en_passant_counts_only_if_a_pawn_can_capture() -> None:
    assert canonical(Chess("1. e4")).text.endswith("-")
    passed = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
    assert canonical(Chess(passed)).key != canonical(Chess(passed.replace("f6", "-"))).key
    pinned = "8/8/8/8/R2Pp2k/8/8/4K3 b - d3 0 1"
    assert canonical(Chess(pinned)).key == canonical(Chess(pinned.replace("d3", "-"))).key


def test_the_seed_decides_and_weights_are_kept(tmp_path: Path) -> None:
    games: list[Played] = [*[(["e2e4"], 1)] * 60, *[(["d2d4"], 0)] * 40, *[(["f2f3"], -1)] * 5]
    book = build(tmp_path / "weights.book", Chess(), games)
    moves = book.probe(Chess())
    assert [each.move for each in moves] == ["e2e4", "d2d4", "f2f3"]
    assert moves[-1].weight == 0, "it lost every game"
    chosen = [book.choose(Chess(), seed=seed) for seed in range(500)]
    assert chosen == [book.choose(Chess(), seed=seed) for seed in range(500)]
    counts = Counter(chosen)
    assert set(counts) == {"e2e4", "d2d4"}
    share = moves[0].weight / (moves[0].weight + moves[1].weight)
    assert abs(counts["e2e4"] / 500 - share) < 0.1
    assert book.choose(Chess("1. a4")) is None
    assert book.choose(Chess("1. f3 e5 2. g4 Qh4#")) is None


def test_a_flipped_byte_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "flipped.book"
    build(path, Chess(), [played(Chess(), 1)])
    sound = path.read_bytes()
    for at in range(len(sound)):
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 1 << at % 8]) + sound[at + 1 :])
        with pytest.raises(ZermeloError, match=r"flipped\.book (is damaged|is not a Zermelo opening book|has format)"):
            Book.open(path)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is not a Zermelo opening book"),
        (b"zermbook", "is not a Zermelo opening book"),
        (b"PNG" * 100, "is not a Zermelo opening book"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "other.book"
    path.write_bytes(data)
    with pytest.raises(ZermeloError, match=f"other.book {sentence}"):
        open_book(path)


def test_a_truncated_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "short.book"
    build(path, Chess(), [played(Chess(), 1)])
    path.write_bytes(path.read_bytes()[: -ENTRY.size])
    with pytest.raises(ZermeloError, match="bytes does not match its header"):
        open_book(path)
    path.write_bytes(path.read_bytes()[: HEADER.size - 1])
    with pytest.raises(ZermeloError, match="is not a Zermelo opening book"):
        open_book(path)


def test_an_unfinished_book_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Any:
        yield b"something"
        raise KeyboardInterrupt

    monkeypatch.setattr(BookBuilder, "_merged", interrupted)
    path = tmp_path / "half.book"
    path.write_bytes(b"what was there before")
    with BookBuilder("chess") as builder, pytest.raises(KeyboardInterrupt):
        builder.write(path)
    assert [each.name for each in tmp_path.iterdir()] == ["half.book"]
    assert path.read_bytes() == b"what was there before"


def test_wrong_books_are_refused(tmp_path: Path) -> None:
    book = build(tmp_path / "chess.book", Chess(), [(["e2e4"], None)])
    assert (book.entries, book.probe(Chess("1. d4"))) == (1, ())
    with pytest.raises(ZermeloError, match=r"chess\.book is a book of chess, not of antichess"):
        book.probe(AntiChess())
    with pytest.raises(ZermeloError, match="no opening book of nim ships with Zermelo"):
        Book.shipped("nim")
    with pytest.raises(ZermeloError, match="cannot be read: No such file"):
        open_book(tmp_path / "nowhere.book")
    with pytest.raises(ZermeloError, match="cannot be read: Is a directory"):
        open_book(tmp_path)
    with pytest.raises(ZermeloError, match="cannot be written: No such file"), BookBuilder("chess") as builder:
        builder.write(tmp_path / "nowhere" / "some.book")
    with pytest.raises(ZermeloError, match="from 1 to"):
        BookBuilder("chess", 0)
    with pytest.raises(ZermeloError, match="from 1 to 65,535, not 65536"):
        BookBuilder("chess", 65_536)
    assert BookBuilder("a" * 52, 65_535).plies == 65_535
    with pytest.raises(ZermeloError, match="longer than 52 bytes"):
        BookBuilder("a" * 53)


def test_a_move_is_weighed_by_its_games_and_its_score() -> None:
    # With two draws added: 5 of 8 points, 1 of 4 (the least score that counts), and less.
    assert _weight(6, wins=3, losses=1) == 6 * 5 / 8
    assert _weight(2, wins=0, losses=2) == 2 * 1 / 4
    assert _weight(3, wins=0, losses=3) == 0


class Pile:
    """A game without a key that a file could hold."""

    player = MAX

    def moves(self) -> list[int]:
        return [1]

    def play(self, move: int) -> Pile:
        return self

    def utility(self) -> None:
        return None


def test_positions_without_a_stable_key_are_refused() -> None:
    with pytest.raises(ZermeloError, match="Pile cannot be stored in a book"):
        canonical(Pile())
    assert game_of(Othello6()) == "zermelo.games.othello:Othello6"


def test_the_clock_of_checkers_is_not_part_of_a_position() -> None:
    assert canonical(Checkers("B:W32:B1,K5:H12")) == canonical(Checkers("B:W32:B1,K5"))
    assert canonical(Checkers("B:W32:B1,K5")) != canonical(Checkers("W:W32:B1,K5"))


@pytest.mark.parametrize(
    ("start", "others"),
    [(Chess(), []), (Checkers(), [play_moves(Checkers(), line) for line in ballots()])],
    ids=["chess", "checkers"],
)
def test_every_entry_of_the_shipped_book_can_be_reached(start: State, others: list[State]) -> None:
    book = Book.shipped(game_of(start))
    seen, queue = set(), [start, *others]
    assert all(book.probe(state) for state in queue)
    moves = 0
    while queue:
        state = queue.pop()
        name = canonical(state)
        if name.text in seen:
            continue
        seen.add(name.text)
        found = book.probe(state)
        moves += len(found)
        queue += [state.play(each.move) for each in found]
    assert moves == book.entries, "every entry can be reached from the start"
    assert len(book.probe(start)) >= 4
    assert book.size < 500_000
