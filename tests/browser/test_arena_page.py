"""The Arena page as a visitor uses it: one click starts the example, the table fills, games open on the analysis board."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.stepping import sentence, shared_address, visit
from zermelo.games import load_game

SMALL = "#/arena?game=tic_tac_toe&players=alpha_beta:4,mcts:20,random&games=4&seed=3"
PARTS = (".result", ".names")
"""The parts of a line in the list of games."""
LONG = "#/arena?game=chess&players=engine:1s,mcts:1s&games=500&seconds=1"


def played(page: Page) -> Locator:
    return page.get_by_test_id("played")


def game_links(page: Page) -> Locator:
    return page.get_by_test_id("games").get_by_role("link")


def start(page: Page, address: str) -> None:
    """Open a tournament, and start it with the space bar."""
    visit(page, address)
    expect(page.get_by_test_id("start")).to_be_visible()
    page.keyboard.press("Space")


def play_small(page: Page) -> None:
    """Play a tournament of twelve games to its end."""
    start(page, SMALL)
    expect(played(page)).to_have_text("12/12")
    expect(sentence(page)).to_contain_text("All 12 games are played")


def moves_in(link: Locator) -> list[str]:
    """The moves in the address of a game of tic-tac-toe."""
    address = link.get_attribute("href") or ""
    found = re.search(r"moves=([^&]*)", address)
    assert found, address
    return found[1].replace("%2C", ",").split(",")


def test_the_example_runs_on_one_click(page: Page) -> None:
    page.goto("#/arena")
    expect(sentence(page)).to_contain_text("3 players compete in Tic-tac-toe: everyone meets everyone, 20 games")
    for name, words in (
        ("alpha_beta:4", "Alpha-beta depth 4"),
        ("mcts:50", "Monte-Carlo tree search 50 simulations"),
        ("random", "Random"),
    ):
        # Players are named in words; their specs are the small print.
        expect(page.get_by_test_id(f"standing-{name}").get_by_role("rowheader")).to_have_text(
            re.compile(words.replace(" ", r"\s+") + r".*" + re.escape(name), re.DOTALL)
        )
    expect(page.get_by_test_id("rating-plot")).to_have_count(0)
    # There is one way to start.
    expect(page.get_by_role("button", name=re.compile("start|compete", re.IGNORECASE))).to_have_count(1)
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("rating-plot")).to_be_visible()
    expect(played(page)).to_have_text("60/60")
    expect(page.get_by_test_id("arena")).to_have_attribute("aria-busy", "false")
    expect(game_links(page)).to_have_count(60)
    # The random player is last in the table and in the plot.
    expect(page.get_by_test_id("cross-table").locator("tbody tr").last).to_contain_text("Random")
    expect(page.get_by_test_id("rating-plot").locator("g").last).to_contain_text("Random")
    assert not re.search(r"mcts:50|alpha_beta", sentence(page).inner_text())
    expect(page.get_by_test_id("arena-sentences")).to_contain_text("The first move is worth")


def test_a_cell_shows_the_games_of_two_players_and_one_opens_on_the_board(page: Page) -> None:
    play_small(page)
    page.get_by_test_id("met-mcts:20-random").click()
    expect(game_links(page)).to_have_count(4)
    for link in game_links(page).all():
        expect(link).to_contain_text("Random")
        expect(link).to_contain_text("Monte-Carlo tree search")
    moves = moves_in(game_links(page).first)
    state = load_game("tic_tac_toe")
    for move in moves:
        state = state.play(int(move))
    page.keyboard.press("g")
    expect(game_links(page).first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.get_by_test_id("move-list").locator("[data-move]")).to_have_count(len(moves))
    pieces = page.locator('[data-testid^="cell-"]')
    for number, piece in enumerate(str(state).replace("\n", "").replace("/", "").replace(" ", "")[:9]):
        expect(pieces.nth(number)).to_have_attribute("data-piece", {"X": "x", "O": "o"}.get(piece, ""))
    # The tournament is still there, and so are all of its games.
    page.go_back()
    expect(played(page)).to_have_text("12/12")
    expect(game_links(page)).to_have_count(12)


def test_a_tournament_stops_goes_on_and_begins_again(page: Page) -> None:
    start(page, "#/arena?game=othello&players=mcts:20,random&games=500&opening=4")
    expect(page.get_by_test_id("stop")).to_be_visible()
    expect(page.get_by_test_id("arena-game")).to_be_disabled()
    expect(game_links(page).nth(3)).to_be_visible()
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("continue")).to_be_visible()
    expect(sentence(page)).to_contain_text("Stopped after")
    before = [moves_in(link) for link in game_links(page).all()]
    assert 4 <= len(before) < 500
    # A visitor who returns finds it unchanged.
    page.reload()
    expect(page.get_by_test_id("continue")).to_be_visible()
    page.get_by_test_id("continue").click()
    expect(game_links(page).nth(len(before))).to_be_visible()
    page.get_by_test_id("stop").click()
    assert [moves_in(link) for link in game_links(page).all()[: len(before)]] == before
    # Another setup is another tournament.
    page.get_by_test_id("arena-games").fill("2")
    expect(page.get_by_test_id("continue")).to_have_count(0)
    page.get_by_test_id("start").click()
    expect(played(page)).to_have_text("2/2")
    expect(game_links(page)).to_have_count(2)


def test_a_long_tournament_goes_on_with_the_next_request(page: Page) -> None:
    """The server ends every request after one game; the next one knows the games before."""
    asked: list[Any] = []
    standing = {"elo": 10, "low": -10, "high": 30, "games": 1, "points": 1, "wins": 1, "draws": 0, "losses": 0}
    report = {"standings": [{"player": "random", **standing}], "superiority": None, "meetings": [], "sentences": []}

    def answer(route: WebSocketRoute) -> None:
        def reply(message: str | bytes) -> None:
            request = json.loads(message)
            if request["type"] != "compete":
                return
            asked.append(request["played"])
            number = len(request["played"])
            result = {"key": str(number), "players": ["random", "mcts:20"], "points": [1, 0]}
            end = {"reason": "mcts:20 forfeits", "forfeited": 1}
            game = {**result, **end, "round": 1, "position": None, "opening": 0, "moves": ["4"]}
            batch = {"type": "new_games", "id": request["id"], "games": [game], "report": report, "total": 3}
            route.send(json.dumps(batch))
            route.send(json.dumps({"type": "competed", "id": request["id"], "complete": number == 2}))

        route.on_message(reply)

    page.route_web_socket(re.compile("/api/live"), answer)
    start(page, SMALL)
    expect(played(page)).to_have_text("3/3")
    expect(page.get_by_test_id("start")).to_be_visible()
    assert [[game["key"] for game in games] for games in asked] == [[], ["0"], ["0", "1"]]
    assert [(game["reason"], game["forfeited"]) for game in asked[-1]] == [("mcts:20 forfeits", 1)] * 2


def test_leaving_the_page_ends_the_tournament(page: Page) -> None:
    start(page, LONG)
    expect(played(page)).to_have_text("0/500")
    page.get_by_test_id("nav-play").click()
    expect(page.get_by_test_id("board")).to_be_visible()
    page.get_by_test_id("nav-arena").click()
    expect(page.get_by_test_id("stop")).to_have_count(0)
    expect(page.get_by_test_id("start")).to_be_visible()


def test_players_are_chosen_added_and_removed(page: Page) -> None:
    page.goto("#/arena")
    page.get_by_test_id("arena-game").select_option("coins")
    expect(page.get_by_test_id("arena-games")).to_have_value("21")
    expect(page.get_by_test_id("arena-schedule").locator("option[value=swiss]")).to_be_disabled()
    page.get_by_test_id("arena-game").select_option("connect_four")
    page.get_by_test_id("add-player").click()
    page.get_by_test_id("arena-schedule").select_option("swiss")
    expect(page.get_by_test_id("arena-rounds")).to_have_value("3")
    page.get_by_test_id("entrant-0").select_option("reflex")
    page.get_by_test_id("entrant-1").select_option("random")
    page.get_by_test_id("entrant-2").select_option("mcts")
    page.get_by_test_id("strength-2").fill("20")
    page.keyboard.press("Escape")
    page.get_by_test_id("add-player").click()
    page.get_by_test_id("entrant-3").select_option("random")
    page.get_by_test_id("arena-games").fill("2")
    page.get_by_test_id("start").click()
    expect(sentence(page)).to_have_text("Random is named twice.")
    page.get_by_test_id("remove-3").click()
    expect(page.get_by_test_id("entrants").get_by_role("listitem")).to_have_count(3)
    page.get_by_test_id("start").click()
    expect(played(page)).to_have_text("6/6")
    expect(page.get_by_test_id("cross-table").locator("tbody tr")).to_have_count(3)


def test_what_is_typed_wrongly_is_answered_by_a_sentence(page: Page) -> None:
    page.goto(SMALL)
    for name, text, says in (
        ("games", "many", "Games: “many” is not a number."),
        ("games", "3", "Games must be an even number, so that everyone has each seat as often, not 3."),
        ("games", "400", "1,200 games are too many here: the lab plays at most 500, zermelo arena plays any number."),
        ("games", "2", None),
        ("seconds", "60", "Seconds must be from 0.001 to 1 here, not 60.0."),
    ):
        page.get_by_test_id(f"arena-{name}").fill(text)
        page.get_by_test_id("start").click()
        if says is None:
            expect(played(page)).to_have_text("6/6")
        else:
            expect(sentence(page)).to_have_text(says)


def test_a_shared_address_opens_the_same_tournament(page: Page) -> None:
    page.goto("#/arena?game=nim&players=~mcts:20~engine:0.5s&schedule=gauntlet&games=6&nodes=99&seed=8")
    expect(page.get_by_test_id("standing-engine:0.5s")).to_be_visible()
    shared = shared_address(page)
    visit(page, shared)
    for name, value in (("game", "nim"), ("schedule", "gauntlet"), ("games", "6"), ("nodes", "99"), ("seed", "8")):
        expect(page.get_by_test_id(f"arena-{name}")).to_have_value(value)
    expect(page.get_by_test_id("seconds-1")).to_have_value("0.5")
    expect(page.get_by_test_id("standing-mcts:20")).to_be_visible()
    expect(page.get_by_text("Start the lab with")).to_be_visible()


def test_a_link_says_what_this_lab_does_not_have(page: Page) -> None:
    page.goto("#/arena?game=nim&players=random,nobody,reflex")
    expect(sentence(page)).to_contain_text("This lab has no player called nobody.")
    expect(page.get_by_test_id("standing-reflex")).to_be_visible()
    visit(page, "#/arena?game=nope")
    expect(sentence(page)).to_contain_text("This lab has no game called nope.")


@pytest.mark.parametrize("width", [1280, 375])
def test_results_of_several_players_stand_beside_their_names(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    start(page, "#/arena?game=coins&players=mcts:50,random,reflex&games=6")
    expect(played(page)).to_have_text("6/6")
    for link in game_links(page).all():
        result, names = (link.locator(part).evaluate("each => each.getBoundingClientRect().toJSON()") for part in PARTS)
        assert link.locator(PARTS[0]).evaluate("each => each.scrollWidth <= each.clientWidth")
        assert result["right"] <= names["left"] or result["bottom"] <= names["top"]


def test_the_table_of_eight_players_is_whole(page: Page) -> None:
    page.set_viewport_size({"width": 1000, "height": 500})
    start(page, "#/arena?game=nim&players=engine:1,engine:2,mcts:10,mcts:11,mcts:12,mcts:13,random,reflex&games=2")
    expect(played(page)).to_have_text("56/56")
    expect(page.get_by_test_id("cross-table").locator("tbody tr")).to_have_count(8)
    assert page.locator(".wide").evaluate("each => each.scrollHeight - each.clientHeight") <= 1


def test_the_results_fill_the_page(page: Page) -> None:
    """The table, the ratings and the games stand one under the other in the room that is there, and scroll where it is not."""
    play_small(page)
    board = page.get_by_test_id("arena").bounding_box()
    assert board
    bottom = 0.0
    for part in ("cross-table", "rating-plot", "arena-sentences", "games"):
        found = page.get_by_test_id("arena").get_by_test_id(part).bounding_box()
        assert found
        assert found["y"] >= bottom
        assert found["width"] > 0.75 * board["width"]
        bottom = found["y"] + found["height"]
    assert bottom - board["y"] > 0.7 * board["height"]
