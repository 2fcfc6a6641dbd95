"""The Play page, played as a visitor plays it: by clicking, by keys, against the engine and against time."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.stepping import copied, eventually, shared_address, visit

BOTTOM_ROW = 35
"""The first cell of the lowest row of a Connect Four board."""


def open_game(page: Page, game: str, *seats: str, **query: str) -> None:
    """Opens a game with these players, from an address that names it. The last seat is taken first: the engine sits there, and
    would answer a first player other than a human at once."""
    visit(page, f"#/play?{urlencode({'game': game, **query})}")
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false")
    for number, player in reversed(list(enumerate(seats))):
        page.get_by_test_id(f"seat-{number}").select_option(player)
    if page.get_by_test_id("go-on").is_visible():
        page.get_by_test_id("go-on").click()


def cell(page: Page, number: int) -> Locator:
    return page.get_by_test_id(f"cell-{number}")


def moves(page: Page) -> list[str]:
    listed = page.get_by_test_id("move-list").locator("[data-move]").all()
    return [move.get_attribute("data-move") or "" for move in listed]


def expect_moves(page: Page, count: int) -> None:
    expect(page.get_by_test_id("move-list").get_by_role("button")).to_have_count(count + 1)
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false")


def test_connect_four_is_played_to_its_end_by_clicking(page: Page) -> None:
    open_game(page, "connect_four", "human", "human")
    for number, column in enumerate((1, 2, 1, 2, 1, 2, 1), 1):
        # The top of the column will do: the stone falls.
        cell(page, column - 1).click()
        expect_moves(page, number)
    expect(page.get_by_test_id("verdict")).to_have_text("First wins with a score of 18.")
    expect(cell(page, BOTTOM_ROW)).to_have_attribute("data-piece", "first")
    expect(cell(page, BOTTOM_ROW + 1)).to_have_attribute("data-piece", "second")
    expect(page.get_by_test_id("hint")).to_be_disabled()


def test_connect_four_against_the_engine(page: Page) -> None:
    """Whole game: wherever there is an open cell after the engine's answer, one is clicked."""
    open_game(page, "connect_four", "human", "engine")
    page.get_by_test_id("strength-1").fill("2")
    for turn in range(21):
        expect(page.locator('[data-testid="verdict"], .cell.open').first).to_be_visible()
        if page.get_by_test_id("verdict").is_visible():
            break
        expect_moves(page, 2 * turn)
        open_cells = page.locator(".cell.open")
        open_cells.nth(turn % open_cells.count()).click()
        waiting = page.locator(f'[data-testid="verdict"], [data-ply="{2 * turn + 2}"]').first
        expect(waiting).to_be_visible()
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile(r"wins|draw"))
    expect(page.get_by_test_id("engine-depth")).not_to_be_empty()


def test_tic_tac_toe_against_the_engine_ends_without_a_win(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "engine")
    for turn in range(5):
        expect_moves(page, 2 * turn)
        page.get_by_test_id("hint").click()
        expect(page.get_by_test_id("status")).to_have_text(re.compile("looks best"))
        page.locator(".cell:has(.hinted)").click()
    expect_moves(page, 9)
    expect(page.get_by_test_id("verdict")).to_have_text("A draw.")


def test_othello_with_hint_values_and_take_back(page: Page) -> None:
    open_game(page, "othello", "human", "engine")
    page.get_by_test_id("strength-1").fill("1")
    page.get_by_test_id("analyse").click()
    f5 = cell(page, 4 * 8 + 5)
    expect(f5).to_have_attribute("aria-label", re.compile("f5, empty, can be played, value"))
    expect(page.get_by_test_id("lines").get_by_role("button").first).to_have_text(re.compile(r"\d\s+[a-h][1-8]"))
    page.get_by_test_id("analyse").click()
    expect(page.get_by_test_id("engine-line")).to_have_text(re.compile(r"^[a-h][1-8]"))
    page.get_by_test_id("hint").click()
    expect(page.locator(".hinted")).to_have_count(1)
    f5.click()
    expect_moves(page, 2)
    expect(f5).to_have_attribute("data-piece", re.compile("black|white"))
    page.get_by_test_id("take-back").click()
    expect_moves(page, 0)
    expect(f5).to_have_attribute("data-piece", "")
    expect(page.get_by_test_id("status")).to_have_text("Black to move.")


def test_nim_is_played_by_taking_stones(page: Page) -> None:
    open_game(page, "nim", "human", "human")
    for number, move in enumerate(("3 from heap 3", "1 from heap 1", "1 from heap 2", "1 from heap 2"), 1):
        page.locator(f'.cell[data-move="{move}"]').click()
        expect_moves(page, number)
    expect(page.get_by_test_id("verdict")).to_have_text("Second wins.")


def test_pig_throws_the_die(page: Page) -> None:
    open_game(page, "pig", "human", "human")
    page.locator('[data-testid="move"][data-move="roll"]').click()
    expect_moves(page, 2)
    assert moves(page)[0] == "roll"
    assert moves(page)[1] in set("123456")
    expect(page.get_by_test_id("board")).to_contain_text("in the pot")


def test_coins_has_three_seats(page: Page) -> None:
    open_game(page, "coins", "human", "mcts", "random")
    for taken in (3, 6):
        page.locator('[data-testid="move"]:enabled').first.click()
        expect_moves(page, taken)
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile("win"))


def test_a_users_game_draws_itself_and_runs_no_script(page: Page) -> None:
    open_game(page, "own_game:Countdown", "human", "engine")
    expect(page.get_by_test_id("board")).to_have_attribute("alt", "4 left")
    page.locator('[data-testid="move"][data-move="one"]').click()
    expect_moves(page, 2)
    expect(page.get_by_test_id("board")).to_have_attribute("alt", re.compile("[12] left"))
    expect(page).to_have_title("Play · Zermelo")


def test_a_reload_and_an_address_keep_the_game(page: Page) -> None:
    open_game(page, "connect_four", "human", "human", moves="4,4,3")
    cell(page, 2).click()
    expect_moves(page, 4)
    page.reload()
    expect_moves(page, 4)
    assert moves(page) == ["4", "4", "3", "3"]
    expect(page.get_by_test_id("seat-1")).to_have_value("human")
    shared = shared_address(page)
    page.get_by_test_id("new-game").click()
    expect_moves(page, 0)
    expect(page).to_have_url(re.compile("#/play$"))
    page.goto(shared)
    expect_moves(page, 4)
    expect(page.get_by_test_id("look-inside")).to_have_attribute("href", re.compile("game=connect_four&moves=4"))


def test_the_move_list_leads_back_and_a_move_there_begins_a_variation(page: Page) -> None:
    open_game(page, "connect_four", "human", "human", moves="4,4,3,5,1")
    page.locator('[data-ply="2"]').click()
    expect(page.get_by_test_id("status")).to_contain_text("After 2 of 5 moves.")
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false")
    cell(page, 6).click()
    expect_moves(page, 6)
    assert moves(page) == ["4", "4", "3", "7", "5", "1"]
    page.get_by_test_id("first").click()
    expect(page.get_by_test_id("status")).to_contain_text("After 0 of 3 moves.")
    page.keyboard.press("End")
    expect(page.get_by_test_id("status")).to_have_text("Second to move.")


def test_a_late_answer_of_the_engine_is_not_played(page: Page) -> None:
    """Taking back while the engine thinks cancels its search, and nothing it still says counts."""
    sent, held, sockets = list[str](), list[str](), list[WebSocketRoute]()

    def hold_moves(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def to_server(message: str | bytes) -> None:
            sent.append(str(message))
            server.send(message)

        def to_page(message: str | bytes) -> None:
            if '"chosen"' in str(message):
                held.append(str(message))
            else:
                socket.send(message)

        socket.on_message(to_server)
        server.on_message(to_page)

    def answered() -> bool:
        page.wait_for_timeout(20)  # in which messages are handed on
        return bool(held)

    page.route_web_socket("**/api/live", hold_moves)
    open_game(page, "connect_four", "human", "engine")
    page.get_by_test_id("strength-1").fill("1")
    cell(page, 3).click()
    # The server has answered, and the page does not know it yet.
    eventually(answered)
    expect(page.get_by_test_id("status")).to_have_text("Second is thinking …")
    page.get_by_test_id("take-back").click()
    expect(page.get_by_test_id("status")).to_have_text("First to move.")
    assert '"cancel"' in sent[-1]
    sockets[0].send(held.pop())
    cell(page, 6).click()
    eventually(answered)
    sockets[0].send(held.pop())
    expect_moves(page, 2)
    assert moves(page)[0] == "7"


def test_engines_play_each_other_until_paused(page: Page) -> None:
    open_game(page, "connect_four", "human", "human")
    page.get_by_test_id("seat-1").select_option("engine")
    # The game lasts long enough to be paused, however late the click comes.
    page.get_by_test_id("limit-1").select_option("seconds")
    page.get_by_test_id("seconds-1").select_option("2")
    page.get_by_test_id("seat-0").select_option("engine")
    page.get_by_test_id("pause").click()
    expect(page.get_by_test_id("status")).to_have_text(re.compile("Paused"))
    count = len(moves(page))
    page.wait_for_timeout(700)
    assert len(moves(page)) == count
    page.get_by_test_id("go-on").click()
    expect(page.locator(f'[data-ply="{count + 2}"]')).to_be_visible()


def test_the_keyboard_alone_can_play(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "human")
    cell(page, 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cell(page, 4)).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, 4)).to_have_attribute("data-piece", "x")
    expect(cell(page, 4)).to_have_attribute("aria-label", "column 2, row 2, X, last move")
    page.keyboard.press("Backspace")
    expect_moves(page, 0)


def test_a_position_is_set_up_from_text(page: Page) -> None:
    open_game(page, "connect_four", "human", "human")
    page.get_by_test_id("writing").fill("44x")
    page.get_by_test_id("set-up").click()
    expect(page.get_by_test_id("writing-help")).to_have_class(re.compile("wrong"))
    page.get_by_test_id("writing").fill("4455")
    page.get_by_test_id("set-up").click()
    expect(cell(page, BOTTOM_ROW + 4)).to_have_attribute("data-piece", "first")
    expect(page.get_by_test_id("writing-help")).not_to_have_class(re.compile("wrong"))
    expect_moves(page, 0)


def test_a_game_is_saved_and_loaded(page: Page, tmp_path: Path) -> None:
    open_game(page, "othello", "human", "human", moves="f5,d6,c3")
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    assert download.value.suggested_filename == "othello.txt"
    kept = tmp_path / "game.txt"
    download.value.save_as(kept)
    assert kept.read_text() == "f5d6c3\n"
    page.get_by_test_id("new-game").click()
    expect_moves(page, 0)
    page.get_by_test_id("load-file").set_input_files(kept)
    expect_moves(page, 3)
    assert copied(page, "copy-game") == "f5d6c3"
    page.get_by_test_id("writing").fill("F5 d6 c4")
    page.get_by_test_id("load").click()
    expect(page.get_by_test_id("move-list").locator("[data-move]").last).to_have_text("3c4")
    assert moves(page) == ["f5", "d6", "c4"]


def test_the_value_graph_covers_the_game(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "human", moves="4,0,8")
    page.get_by_test_id("review").click()
    graph = page.get_by_test_id("value-graph")
    expect(graph.locator("circle")).to_have_count(4)
    graph.click(position={"x": 45, "y": 20})
    expect(page.get_by_test_id("status")).to_contain_text("After 0 of 3 moves.")


def test_the_review_values_the_throws_of_chance_and_blames_none(page: Page) -> None:
    open_game(page, "pig", "human", "human", moves="roll,4,roll,3")
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("summary")).to_be_visible()
    expect(page.get_by_test_id("value-graph").locator("circle")).to_have_count(5)
    expect(page.get_by_test_id("value-graph").locator(".mistake")).to_have_count(0)
    expect(page.get_by_test_id("next-mistake")).to_be_disabled()


def test_a_game_that_the_lab_does_not_have_is_named(page: Page) -> None:
    for where, ready in (("play", "board"), ("inside", "tree-view")):
        visit(page, f"#/{where}?game=mine.py:Mine&moves=1")
        expect(page.get_by_test_id("toasts")).to_contain_text("This lab has no game called mine.py:Mine.")
        expect(page.get_by_test_id(ready)).to_be_visible()


@pytest.mark.parametrize(
    ("address", "says", "ready"),
    [
        ("#/nonsense", "This lab has no page called nonsense. This is Tree.", "tree-view"),
        ("#/tree?search=foo", "This lab has no search called foo.", "tree-view"),
        ("#/tree?search=minimax&depth=deep", "The address has a wrong option: depth=deep.", "tree-view"),
        (
            "#/tree?text=A(B=1 C=2)&search=decoupled_uct",
            "Decoupled UCT does not suit this: it is searched by ",
            "tree-view",
        ),
        ("#/inside?game=nim&search=foo", "This lab has no search called foo.", "tree-view"),
        ("#/inside?game=pig&search=alpha_beta", "Alpha-beta does not suit this: it is searched by ", "tree-view"),
        ("#/exercises?kind=foo", "This lab has no exercise called foo.", "question"),
        ("#/pacman?layout=small&pacman=foo", "This lab has no Pac-Man called foo.", "candidates"),
        ("#/bandit?arms=0.5&rule=foo", "This lab has no rule called foo.", "sentence"),
        ("#/rules?sheet=foo", "There is no rule sheet called foo.", "rules-board"),
    ],
)
def test_what_an_address_asks_in_vain_is_named(page: Page, address: str, says: str, ready: str) -> None:
    visit(page, address)
    expect(page.get_by_test_id("toasts")).to_contain_text(says)
    expect(page.get_by_test_id(ready)).to_be_visible()


def test_a_meaningless_address_gets_a_sentence(page: Page) -> None:
    page.goto("#/play?game=connect_four&moves=4,9")
    expect(page.get_by_test_id("status")).to_have_class(re.compile("trouble"))
    page.get_by_test_id("take-back").click()
    expect_moves(page, 0)
    cell(page, 0).click()
    expect_moves(page, 2)


def test_the_clock_runs_for_the_player_to_move(page: Page) -> None:
    page.clock.install()
    open_game(page, "tic_tac_toe", "human", "human")
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    page.get_by_test_id("clock-select").select_option("1+1")
    first, second = page.get_by_test_id("clock-0"), page.get_by_test_id("clock-1")
    expect(first).to_have_text("1:00")
    cell(page, 0).click()
    expect_moves(page, 1)
    expect(first).to_have_text("1:01")
    page.clock.run_for(4_000)
    expect(second).to_have_text("0:56")
    expect(first).to_have_text("1:01")


def test_a_player_out_of_time_loses(page: Page) -> None:
    page.clock.install()
    open_game(page, "tic_tac_toe", "human", "human")
    page.get_by_test_id("clock-select").select_option("1+1")
    cell(page, 0).click()
    expect_moves(page, 1)
    page.clock.fast_forward(61_000)
    expect(page.get_by_test_id("verdict")).to_have_text("Time is up for O: the game is lost.")
    expect(page.locator(".cell.open")).to_have_count(0)


def test_a_phone_shows_the_whole_board(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_game(page, "othello", "human", "human")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.get_by_test_id("board").bounding_box()
    assert box is not None
    assert box["width"] >= 340
    cell(page, 4 * 8 + 5).click()
    expect_moves(page, 1)


def test_the_rule_that_fired_is_shown(page: Page) -> None:
    page.goto("#/play?game=tic_tac_toe")
    page.get_by_test_id("seat-1").select_option("human")
    page.get_by_test_id("seat-0").select_option("rules")
    expect(page.get_by_test_id("engine-why")).to_have_text("Rule 6: centre.")


def test_the_british_museum_refuses_chess_with_the_number(page: Page) -> None:
    page.goto("#/play?game=chess")
    page.get_by_test_id("seat-0").select_option("british_museum")
    expect(page.get_by_text("The British Museum searches at most 1,000,000 leaves")).to_be_visible()
