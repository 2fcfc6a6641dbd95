"""The GGP protocol: messages, the player that a manager asks, and the manager, over real HTTP on the loopback."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import signature
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.games.gdl.commands.ggp import PLAYER
from zermelo.games.gdl.game import GdlGame, load_sheet, make_game
from zermelo.games.gdl.ggp import server as ggp
from zermelo.games.gdl.ggp.address import GgpAddress
from zermelo.games.gdl.ggp.http import LARGEST_MESSAGE, make_server
from zermelo.games.gdl.ggp.match import Step, play_match
from zermelo.games.gdl.ggp.messages import Abort, Info, Play, Preview, Start, Stop, parse_message
from zermelo.games.gdl.ggp.player import GgpPlayer
from zermelo.games.gdl.ggp.server import GgpServer
from zermelo.games.gdl.sheets import sheet_text
from zermelo.players import Choice, PlayerSpec
from zermelo.state import ZermeloError

NIM = sheet_text("nim")


def server(spec: str = "random") -> GgpServer:
    return GgpServer(PlayerSpec.parse(spec), seed=1)


def start(match: str = "m", role: str = "first", rules: str = NIM, clocks: str = "20 5") -> str:
    return f"(START {match} {role} ({rules}) {clocks})"


# ---- messages

NAMES = st.from_regex(r"[a-zA-Z][a-zA-Z0-9_.]{0,8}", fullmatch=True)
MOVES = st.lists(st.one_of(NAMES, NAMES.map(lambda name: f"({name} 1 (pair 2 x))")), max_size=4).map(tuple)
CLOCKS = st.integers(1, 3600).map(float)


@given(
    st.one_of(
        st.just(Info()),
        st.builds(Start, NAMES, NAMES, st.just("(role a) ; not closed: (\n(init b)"), CLOCKS, CLOCKS),
        st.builds(Preview, st.just("(role a)"), CLOCKS),
        st.builds(Play, NAMES.filter(lambda name: name.upper() != "NIL"), MOVES.filter(bool)),
        st.builds(Stop, NAMES, st.just(())),
        st.builds(Abort, NAMES),
    )
)
def test_a_message_reads_back(message: Any) -> None:
    assert parse_message(str(message)) == message


@given(st.text(alphabet="()INFOPLAY ;\n?x1\x00ä", max_size=60))
def test_any_text_is_a_message_or_refused(text: str) -> None:
    try:
        parse_message(text)
    except ZermeloError as error:
        assert "\n" not in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not closed"),
        ("hello", "begins with a parenthesis"),
        ("(HELLO)", "one of INFO, START"),
        ("(PLAY m)", "PLAY takes 2 arguments, not 1"),
        ("(INFO) (INFO)", "ends before '\\(INFO\\)'"),
        ("(PLAY (m) NIL)", "a name is expected"),
        ("(START m r rules 1 1)", "the rules are a list"),
        ("(START m r () 0 1)", "a number of seconds, not '0'"),
        ("(START m r () inf 1)", "a number of seconds, not 'inf'"),
        ("(" * 200_000, "not closed"),
    ],
)
def test_bad_messages(text: str, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        parse_message(text)


# ---- the player


def test_a_match_from_start_to_stop() -> None:
    player = server()
    assert player.answer("(INFO)") == "((name zermelo) (status available))"
    assert player.answer(start()) == "ready"
    assert player.answer("(info)") == "((name zermelo) (status busy))"
    state: GdlGame = load_sheet("nim.kif")
    moves: tuple[str, ...] = ()
    while state.utility() is None:
        answer = player.answer(str(Play("m", moves)))
        assert answer in state.legal(0)
        moves = tuple(answer if role == 0 else state.legal(role)[0] for role in range(2))
        state = state.play(moves)
    assert player.answer(str(Stop("m", moves))) == "done"
    assert player.answer("(INFO)") == "((name zermelo) (status available))"


def test_one_match_at_a_time() -> None:
    player = server()
    assert player.answer("(PLAY m NIL)") == "busy"
    assert player.answer(start("m")) == "ready"
    assert player.answer(start("other")) == "busy"
    assert player.answer("(PLAY other NIL)") == "busy"
    assert player.answer("(ABORT other)") == "busy"
    assert player.answer(f"(PREVIEW ({NIM}) 20)") == "busy"
    assert player.answer("(PLAY m NIL)") in load_sheet("nim.kif").legal(0)
    assert player.answer("(ABORT m)") == "aborted"
    assert player.answer(f"(PREVIEW ({NIM}) 20)") == "ready"
    assert player.answer(start("other", "second")) == "ready"


def test_a_match_that_nobody_goes_on_with_is_replaced() -> None:
    player = server()
    assert player.answer(start("m", clocks="20 5")) == "ready"
    later = monotonic() + ggp.GIVEN_UP * 20 + 1
    assert player.answer(start("next"), later) == "ready"
    assert player.answer("(PLAY m NIL)") == "busy"


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (start(role="third"), "third is not a role: choose from first, second"),
        (start(rules="(role a"), "not closed"),
        (start(rules="(role a)"), "no goal rule"),
        (
            start(rules=f"{NIM} (<= (sees ?p ?m) (does ?p ?m))"),
            r"line \d+, column \d+: sees gives roles hidden information",
        ),
        (start(rules=f"{NIM} (role random)"), r"line \d+, column \d+: the role random moves by chance"),
    ],
)
def test_a_start_that_is_wrong_leaves_the_player_free(message: str, sentence: str) -> None:
    player = server()
    with pytest.raises(ZermeloError, match=sentence):
        player.answer(message)
    assert player.answer("(INFO)") == "((name zermelo) (status available))"
    assert player.answer("(PLAY m NIL)") == "busy"
    assert player.answer(start()) == "ready"


def test_wrong_moves_change_nothing() -> None:
    player = server()
    player.answer(start())
    first = player.answer("(PLAY m NIL)")
    for moves in ("(noop)", "(noop noop)", "((nonsense) noop)", "(a b c)"):
        with pytest.raises(ZermeloError):
            player.answer(f"(PLAY m {moves})")
    assert player.answer(f"(PLAY m ({first} noop))") == "noop"


def test_a_refused_move_does_not_reach_the_player() -> None:
    made = Local()
    player = GgpServer(PlayerSpec.of(lambda state: None))
    player._spec = SimpleNamespace(create=lambda seed: made)  # type: ignore[assignment]
    player.answer(start())
    first = player.answer("(PLAY m NIL)")
    for moves in ("((nonsense) noop)", "((take 1 99) noop)"):
        with pytest.raises(ZermeloError, match="not a legal move"):
            player.answer(f"(PLAY m {moves})")
    assert made.heard == []
    player.answer(f"(PLAY m ({first} noop))")
    assert made.heard == [first]


@pytest.mark.parametrize("message", [f"(START m first ({NIM}) 40 5)", f"(PREVIEW ({NIM}) 40)"])
def test_rules_have_what_is_left_of_the_clock(message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, float] = {}

    def make(rules: str, *, seconds: float, within: float) -> type[GdlGame]:
        asked.update(seconds=seconds, within=within)
        return make_game(rules)

    monkeypatch.setattr(ggp, "make_game", make)
    assert server().answer(message, monotonic() - 10) == "ready"
    assert 0 < asked["within"] <= 40 - 10 - ggp.MARGIN
    assert asked["seconds"] == pytest.approx(ggp.GROUNDING_SHARE * asked["within"])


def test_the_usual_player_thinks_as_long_as_the_clock_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search has most of the play clock, whatever the game."""
    from zermelo.players import engine

    asked: list[Any] = []

    def search(state: Any, **options: Any) -> Any:
        asked.append(options)
        return zermelo.search(state, **{**options, "seconds": 0.01})

    monkeypatch.setattr(engine, "search", search)
    monkeypatch.setattr(engine.EnginePlayer, "prepare", lambda *_: None)
    for name, role in (("breakthrough", "white"), ("rock_paper_scissors", "left"), ("peg_solitaire", "player")):
        player = server(PLAYER)
        assert player.answer(f"(START m {role} ({sheet_text(name)}) 60 1000)") == "ready"
        player.answer("(PLAY m NIL)")
        assert 900 < asked[-1]["seconds"] <= 1000 - ggp.MARGIN
        assert not any(asked[-1].get(limit) for limit in ("depth", "nodes", "simulations"))


# ---- the manager


@contextmanager
def listening(player: GgpServer) -> Iterator[str]:
    """A real HTTP server on a free port."""
    running = make_server(player)
    sock = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join()
        player.close()


def receive(connection: socket.socket) -> str:
    """The body of a request, all of which has to be read before an answer."""
    received = b""
    while not (parts := re.fullmatch(rb"(.*?)\r\n\r\n(.*)", received, re.DOTALL)) or len(parts[2]) < int(
        parts[1].lower().partition(b"content-length: ")[2].split()[0]
    ):
        chunk = connection.recv(65536)
        if not chunk:
            raise OSError("the request is cut short")
        received += chunk
    return parts[2].decode()


@contextmanager
def answering(answer: Callable[..., None]) -> Iterator[str]:
    """A program that takes connections and treats each as it likes, by the message if it has a parameter for it."""
    sock = socket.create_server(("127.0.0.1", 0))
    takes_message = len(signature(answer).parameters) == 2

    def run() -> None:
        while True:
            try:
                connection, _ = sock.accept()
            except OSError:
                return
            with connection:
                try:
                    message = receive(connection)
                    answer(connection, message) if takes_message else answer(connection)
                except OSError:
                    pass

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        sock.shutdown(socket.SHUT_RDWR)
        sock.close()
        thread.join()


def played(sheet: str, *players: Any, **clocks: Any) -> list[Step]:
    made = [
        PlayerSpec.parse(player).create(seed=seat) if isinstance(player, str) else player
        for seat, player in enumerate(players)
    ]
    try:
        return list(play_match(load_sheet(sheet), made, seed=3, **clocks))
    finally:
        for player in made:
            player.close()


def test_a_match_over_http() -> None:
    player = server()
    with listening(player) as url:
        steps = played("tic_tac_toe.kif", f"ggp:{url}", "random", play_clock=20.0, start_clock=30.0)
        assert player.answer("(INFO)") == "((name zermelo) (status available))"  # it was told to stop
    state = load_sheet("tic_tac_toe.kif")
    for step in steps:
        assert not step.substitutions
        state = state.play(step.moves)
        assert state.facts() == step.state.facts()
    assert state.utility() is not None


def test_players_that_move_at_the_same_time() -> None:
    with listening(server()) as one, listening(server()) as two:
        steps = played("rock_paper_scissors.kif", f"ggp:{one}", f"ggp:{two}", play_clock=20.0, start_clock=30.0)
    assert steps
    assert not any(step.substitutions for step in steps)
    assert steps[-1].state.utility() is not None


def _send(*answers: bytes) -> Callable[[socket.socket], None]:
    left = list(answers)

    def answer(connection: socket.socket) -> None:
        body = left.pop(0) if len(left) > 1 else left[0]
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    return answer


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda connection: None, "cannot be asked"),
        (lambda connection: connection.sendall(b"nonsense\r\n" * 1000), "cannot be asked"),
        (_send(b"busy"), "answers 'busy' to START"),
        (_send(b"ready", b"(fly away)"), r"\(fly away\) is not a legal move"),
        (_send(b"ready", b"x" * 10_000_000), "not a legal move"),
        (_send(b"ready", b""), "not a legal move"),
    ],
)
def test_a_bad_player_gets_random_moves(answer: Callable[[socket.socket], None], reason: str) -> None:
    with answering(answer) as url:
        steps = played("nim.kif", f"ggp:{url}", "random", play_clock=20.0, start_clock=20.0)
    assert steps[-1].state.utility() is not None
    reasons = [each.reason for step in steps for each in step.substitutions if each.seat == 0]
    assert reasons
    assert re.search(reason, reasons[0]), reasons[0]


def test_a_player_that_begins_and_does_not_answer_in_time() -> None:
    """START is answered at once, with clocks that leave much time; then every PLAY hangs until the match is over."""
    messages: list[str] = []
    over = threading.Event()

    def answer(connection: socket.socket, message: str) -> None:
        messages.append(message.split()[0])
        if messages[-1] == "(START":
            _send(b"ready")(connection)
        else:
            over.wait(60)

    with answering(answer) as url:
        try:
            steps = played("nim.kif", f"ggp:{url}", "random", play_clock=0.2, start_clock=60.0)
        finally:
            over.set()
    assert messages[:2] == ["(START", "(PLAY"]
    assert steps[-1].state.utility() is not None
    first, *others = [each for step in steps for each in step.substitutions if each.seat == 0]
    assert first.reason == f"{GgpAddress(url).name} did not answer in 1.2 seconds" or first.reason == (
        "no answer within 0.2 seconds"
    )
    assert first.move in load_sheet("nim.kif").legal(0)
    assert others, "it gets a random move in every step"


class Local:
    """A local player that plays the first move, and remembers what it is told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.prepared: list[tuple[Any, float]] = []

    def choose(self, state: Any, past: Any, *_: Any, **__: Any) -> Choice:
        assert len(past) == len(self.heard)
        return Choice(move=state.moves()[0])

    def prepare(self, state: Any, seconds: float, *_: Any) -> None:
        self.prepared.append((state, seconds))

    def played(self, move: Any) -> None:
        self.heard.append(move)

    def close(self) -> None: ...


class Broken(Local):
    """A local player that fails."""

    def choose(self, *_: Any, **__: Any) -> Choice:
        raise RuntimeError("out of ideas")


class Unprepared(Local):
    """A local player that fails before the game."""

    def prepare(self, *_: Any) -> None:
        raise RuntimeError("not awake")


def test_a_local_player_that_fails() -> None:
    steps = played("nim.kif", Broken(), "random", play_clock=20.0)
    assert steps[0].substitutions[0].reason == "it failed with RuntimeError: out of ideas"
    steps = played("nim.kif", Unprepared(), "random", play_clock=20.0)
    assert [each.reason for step in steps for each in step.substitutions] == ["it failed with RuntimeError: not awake"]


def test_local_players_have_a_start_clock() -> None:
    """One of each kind, for what it learns belongs to the game."""
    first, second = Local(), Local()
    played("nim.kif", first, second, play_clock=20.0, start_clock=30.0)
    ((state, seconds),) = first.prepared
    assert state == load_sheet("nim.kif")
    assert 0 < seconds <= 30
    assert second.prepared == []
    played("nim.kif", first, "random", start_clock=8.0)
    assert len(first.prepared) == 2
    assert first.prepared[1][1] > 4, "a random player needs no share of it"
    other = Unprepared()
    played("nim.kif", first, other, start_clock=8.0)
    assert first.prepared[2][1] <= 4


ENDLESS = """(role x) (role y) (init (at 0)) (succ 0 1) (succ 1 0) (legal x left) (legal x right) (legal y go)
(<= (next (at ?m)) (true (at ?n)) (succ ?n ?m)) (<= terminal (true (at 9))) (goal x 50) (goal y 50)"""
"""A game without an end."""


def test_a_match_ends_after_its_last_step() -> None:
    state = make_game(ENDLESS)()
    steps = list(play_match(state, [Local(), Local()], max_steps=7))  # type: ignore[list-item]
    assert len(steps) == 7
    assert steps[-1].state.utility() is None


def test_the_engine_follows_the_solution_that_it_found_before_the_game() -> None:
    start = load_sheet("eight_puzzle.kif")
    player = PlayerSpec.parse("engine:1").create()
    player.prepare(start, 60)
    state: Any = start
    while state.utility() is None:
        choice = player.choose(state)
        assert choice.nodes == 0, "nothing is searched"
        state = state.play(choice.move)
    assert state.utility() == 100


def test_large_messages_and_other_methods_are_refused() -> None:
    import http.client

    with listening(server()) as url:
        address = GgpAddress(url)
        for method, body, status in (
            ("GET", b"", 405),
            ("POST", b"(INFO", 400),
            ("POST", b"x" * (LARGEST_MESSAGE + 1), 413),
        ):
            connection = http.client.HTTPConnection(address.host, address.port, timeout=60)
            connection.request(method, "/", body)
            assert connection.getresponse().status == status
            connection.close()
        assert address.send(Info(), 60) == "((name zermelo) (status available))"


@pytest.mark.parametrize("url", ["", "https://x", "http://", "http://x:99999", "ftp://x:1"])
def test_bad_addresses(url: str) -> None:
    with pytest.raises(ZermeloError, match="address"):
        GgpAddress(url)


def test_only_rule_sheets() -> None:
    from zermelo.games.nim import Nim

    with pytest.raises(ZermeloError, match="rule sheets, not Nim"):
        GgpPlayer("http://127.0.0.1:1").choose(Nim())
