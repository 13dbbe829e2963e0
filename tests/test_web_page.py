"""The page, driven in a real browser against the real server."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from browser import FLAGS, Server, chromium

playwright_api = pytest.importorskip("playwright.sync_api")
expect = playwright_api.expect

pytestmark = pytest.mark.browser

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


# --- an independent player of tic-tac-toe, on strings -------------------------------------------------


def winner(board: str) -> str | None:
    return next((board[a] for a, b, c in LINES if board[a] != "." and board[a] == board[b] == board[c]), None)


@cache
def value(board: str) -> tuple[int, int]:
    """(result, −plies or plies to it) for the side to move: greater is better."""
    if winner(board):
        return -1, 0
    if "." not in board:
        return 0, 0
    return max(worth(board, cell) for cell in range(9) if board[cell] == ".")


def worth(board: str, cell: int) -> tuple[int, int]:
    mark = "xo"[board.count("x") > board.count("o")]
    result, plies = value(board[:cell] + mark + board[cell + 1 :])
    return -result, (-1 if result < 0 else 1) * (abs(plies) + 1) if result else 0


def best(board: str) -> int:
    return max((cell for cell in range(9) if board[cell] == "."), key=lambda cell: worth(board, cell))


# --- the browser --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running
    assert running.said == ""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    expect.set_options(timeout=20_000)  # a machine busy with other tests may take its time
    with playwright_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


Visit = Callable[..., Any]


@pytest.fixture
def visit(server: Server, browser: Any) -> Iterator[Visit]:
    """Open a page of the server as a new visitor; whatever is asked of another host, or fails, fails the test."""
    contexts, foreign, errors = [], [], []

    def open_page(path: str, width: int = 1280, ready: str = "[data-cell]", **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce", **options)
        contexts.append(context)
        host = server.url.removeprefix("http://")
        context.on("request", lambda request: foreign.append(request.url) if host not in request.url else None)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(server.url + path)
        page.wait_for_selector(ready)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [url for url in foreign if not url.startswith("data:")] == []
    assert errors == []


def status(page: Any) -> Any:
    return page.locator(".status p").first


def detail(page: Any) -> Any:
    return page.locator(".status .detail")


def cell(page: Any, number: int) -> Any:
    return page.locator(f'[data-cell="{number}"]')


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def board(page: Any) -> str:
    labels = [cell(page, number).get_attribute("aria-label") for number in range(9)]
    return "".join("x" if label.endswith("X") else "o" if label.endswith("O") else "." for label in labels)


def followed(page: Any, words: str | re.Pattern[str]) -> None:
    """The status says ``words``, and the board, which hears of a change after it, has followed."""
    expect(status(page)).to_have_text(words)
    expect(page.locator("[aria-live]")).to_contain_text(status(page).text_content())


def my_turn_or_end(page: Any) -> None:
    followed(page, re.compile("Your move|wins|draw"))


def move(page: Any, number: int) -> None:
    cell(page, number).click()
    expect(cell(page, number)).to_have_attribute("aria-label", re.compile("[XO]$"))


def play_out(page: Any, choose: Callable[[str], int], place: Callable[[int], None]) -> str:
    """Play until the end; the board then."""
    while True:
        my_turn_or_end(page)
        before = board(page)
        if winner(before) or "." not in before:
            return before
        number = choose(before)
        place(number)
        expect(cell(page, number)).to_have_attribute("aria-label", re.compile("[XO]$"))


def by_keyboard(page: Any) -> Callable[[int], None]:
    def place(number: int) -> None:
        here = page.evaluate("document.activeElement.dataset.cell")
        column, row = (int(here) % 3, int(here) // 3)
        for step, keys in (
            (number % 3 - column, ("ArrowLeft", "ArrowRight")),
            (number // 3 - row, ("ArrowUp", "ArrowDown")),
        ):
            for _again in range(abs(step)):
                page.keyboard.press(keys[step > 0])
        page.keyboard.press("Enter" if number % 2 else " ")

    return place


# --- playing ------------------------------------------------------------------------------------------


def by_mouse(page: Any) -> Callable[[int], None]:
    return lambda number: cell(page, number).click()


HANDS = [by_mouse, by_keyboard]


@pytest.mark.parametrize("hand", HANDS)
def test_a_game_draws_with_minimax(visit: Visit, hand: Callable[[Any], Callable[[int], None]]) -> None:
    page = visit("")
    assert page.url.endswith("/play/tictactoe")
    expect(cell(page, 4)).to_be_focused()
    end = play_out(page, best, hand(page))
    assert winner(end) is None
    expect(status(page)).to_have_text("A draw: the board is full.")
    expect(detail(page)).to_have_text("Play again?")
    press(page, "Yes, play again")
    followed(page, "Your move: you play X")
    assert board(page) == "." * 9


def test_games_by_keyboard_beat_random(visit: Visit) -> None:
    page = visit("play/tictactoe?o=random")
    expect(cell(page, 4)).to_be_focused()  # the cursor starts on the centre
    for _game in range(20):
        end = play_out(page, best, by_keyboard(page))
        if winner(end) == "x":
            break
        page.keyboard.press("n")
        expect(cell(page, 4)).to_be_focused()
    assert winner(end) == "x"
    expect(status(page)).to_have_text("X wins: 3 in a row.")
    expect(detail(page)).to_have_text("Play again?")
    expect(page.locator(".strike")).to_have_count(1)
    page.keyboard.press("n")
    expect(status(page)).to_have_text("Your move: you play X")


@pytest.mark.parametrize("hand", HANDS)
def test_expert_falls_to_two_corners(visit: Visit, hand: Callable[[Any], Callable[[int], None]]) -> None:
    page = visit("play/tictactoe?o=expert")

    def trap(position: str) -> int:
        winning = next((cell for cell in range(9) if position[cell] == "." and worth(position, cell) == (1, -1)), None)
        return winning if winning is not None else next(cell for cell in (0, 8, 6, 2) if position[cell] == ".")

    expect(cell(page, 4)).to_be_focused()
    assert winner(play_out(page, trap, hand(page))) == "x"
    expect(page.locator("[aria-live]")).to_contain_text("X wins")


def test_a_person_may_play_second(visit: Visit) -> None:
    page = visit("play/tictactoe?x=minimax&o=human")
    end = play_out(page, best, by_mouse(page))
    assert winner(end) is None


def test_two_persons_and_a_taken_cell(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    move(page, 0)
    cell(page, 0).click()
    expect(page.locator(".play .trouble")).to_have_text("Cell 0 is taken by X.")
    cell(page, 1).click()
    expect(status(page)).to_have_text("X to move")
    expect(page.locator(".play .trouble")).to_have_text("")


def test_bot_against_bot(visit: Visit) -> None:
    page = visit("play/tictactoe?x=expert&o=expert-complete")
    followed(page, "X to move")
    press(page, "Step")
    followed(page, "O to move")
    press(page, "Step")
    followed(page, "X to move")
    assert len(board(page).replace(".", "")) == 2  # it waits between steps
    page.get_by_label("Speed").select_option("slow")
    press(page, "Play")
    followed(page, "O to move")
    press(page, "Pause")
    assert len(board(page).replace(".", "")) == 3
    page.get_by_label("Speed").select_option("fast")
    press(page, "Play")
    expect(detail(page)).to_have_text("Play again?")


def test_undo_and_redo(visit: Visit) -> None:
    page = visit("play/tictactoe?o=expert")
    move(page, 4)
    my_turn_or_end(page)
    one = board(page)
    move(page, 8)
    my_turn_or_end(page)
    two = board(page)
    press(page, "Undo")
    expect(cell(page, 8)).to_have_attribute("aria-label", re.compile("free$"))
    assert board(page) == one
    page.keyboard.press("Tab")  # the pressed button keeps the focus: Tab goes to the next one
    expect(page.get_by_role("button", name="Redo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, 8)).to_have_attribute("aria-label", re.compile("X$"))
    assert board(page) == two
    press(page, "Undo")
    press(page, "Undo")
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    expect(cell(page, 4)).to_have_attribute("aria-label", re.compile("free$"))
    assert board(page) == "." * 9
    page.wait_for_url("**/play/tictactoe?x=human&o=expert")


def test_choosing_players_and_options(visit: Visit) -> None:
    page = visit("play/tictactoe")
    page.get_by_label("O is played by").select_option("Depth-limited")
    page.wait_for_url("**o=depth-limited")
    page.locator("summary:visible", has_text="Options").click()
    page.get_by_label(re.compile("^depth:")).fill("1")
    page.get_by_label(re.compile("^depth:")).press("Tab")
    page.wait_for_url("**o=depth-limited:depth=1")
    page.get_by_label(re.compile("^depth:")).fill("-3")
    page.get_by_label(re.compile("^depth:")).press("Tab")
    expect(page.get_by_text("must be a whole number")).to_be_visible()
    page.get_by_label("X is played by").select_option("Expert")
    expect(page.get_by_role("button", name="Step")).to_be_visible()
    expect(page.get_by_text("acts on the present position")).to_be_visible()


def test_another_game(visit: Visit) -> None:
    page = visit("play/tictactoe")
    press(page, "Games")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("mnk")
    dialog.get_by_label("columns").fill("4")
    dialog.get_by_label("marks in a row").fill("5")
    dialog.get_by_label("marks in a row").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("no line of 5 fits")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    press(page, "Games")
    dialog.get_by_label("marks in a row").fill("3")
    dialog.get_by_label("marks in a row").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/mnk:width=4,height=3,k=3*")
    expect(page.get_by_role("gridcell")).to_have_count(12)


# --- understanding ------------------------------------------------------------------------------------


def test_why(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=expert&moves=0-4-8-6")
    press(page, "Why?")
    expect(page.locator(".reason")).to_contain_text("6 came with the link; O (Expert) would play it too. Rule 4")
    expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("free. A certain win in 3 plies"))
    for number in (1, 2, 3, 5, 7):
        result, plies = worth("x...o.o.x", number)
        shown = cell(page, number).locator(".value text").text_content()
        assert shown == ("=" if result == 0 else f"{'+' if result > 0 else '−'}{abs(plies)}")
        assert ("best" in cell(page, number).locator(".value").get_attribute("class")) == (number == 2)
    rows = page.locator(".costs tbody tr")
    expect(rows.last.locator("td").last).not_to_have_text("")
    visits = [int(text.replace(",", "")) for text in rows.locator("td:nth-child(2)").all_text_contents()]
    assert visits[0] == positions_below("x...o.o.x")
    assert visits[0] > visits[2] > visits[1]
    cell(page, 2).click()
    expect(page.locator(".reason")).to_contain_text("Rule 2, block")


def positions_below(position: str) -> int:
    """Every node of the game's tree from here on, by walking it."""
    if winner(position) or "." not in position:
        return 1
    mark = "xo"[position.count("x") > position.count("o")]
    return 1 + sum(
        positions_below(position[:cell] + mark + position[cell + 1 :]) for cell in range(9) if position[cell] == "."
    )


def test_the_published_counts_of_the_empty_board(visit: Visit) -> None:
    page = visit("play/tictactoe")
    page.keyboard.press("w")
    expect(page.locator(".costs tbody td:nth-child(2)")).to_have_text(
        ["549,946", "18,297", "146,120", "94,978"], timeout=60_000
    )


def test_reasons_stay_with_who_gave_them(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=expert")
    move(page, 4)
    my_turn_or_end(page)
    page.get_by_label("O is played by").select_option("Minimax")
    page.wait_for_url("**o=minimax**")
    press(page, "Why?")
    expect(page.locator(".reason")).to_contain_text(re.compile(r"O \(Expert\) played \d\. Rule "))
    press(page, "Open as a tree")
    expect(page.get_by_text(re.compile(r"O \(Expert\) decided on \d without a search"))).to_be_visible()
    expect(page.get_by_label("Searched by").locator("option", has_text="as it played")).to_have_count(0)


def test_a_persons_move_is_no_bots(visit: Visit) -> None:
    page = visit("play/tictactoe?x=human&o=human")
    move(page, 4)
    move(page, 0)
    page.get_by_label("O is played by").select_option("Minimax")
    page.wait_for_url("**o=minimax**")
    press(page, "Why?")
    expect(page.locator(".reason")).to_have_text("No bot has moved yet.")


def test_the_tree_of_a_decision(visit: Visit) -> None:
    page = visit("play/tictactoe?o=alphabeta&moves=0")
    my_turn_or_end(page)
    press(page, "Why?")
    press(page, "Open as a tree")
    items = page.get_by_role("treeitem")
    expect(items).to_have_count(9)  # the root and O's eight moves
    expect(page.get_by_text("How O (Alpha-beta) decided on 4.")).to_be_visible()
    expect(page.locator(".ply-tree .node.line")).to_have_count(2)
    root = items.first
    root.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".node:focus")).to_have_attribute("aria-level", "2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".node:focus")).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".node.cut").first).to_be_attached()
    assert any(re.match("[≤≥]", text) for text in page.locator(".ply-tree .value").all_text_contents())
    expect(page.locator(".struck").first).to_be_attached()
    page.keyboard.press("Enter")
    expect(items).to_have_count(9)
    page.get_by_label("Searched by").select_option("Minimax")
    expect(page.locator(".ply-tree .window").first).to_have_text("")
    values = [str(worth("x........", number)[0]).replace("-", "−") for number in range(1, 9)]
    expect(page.locator('.node[aria-level="2"] .value')).to_have_text([f"= {value}" for value in values])


def test_a_position_too_large_is_said_to_be(visit: Visit) -> None:
    page = visit("play/mnk:width=5,height=5,k=4?x=human&o=human")
    press(page, "Why?")
    expect(page.get_by_text("this position is too large")).to_be_visible(timeout=30_000)
    expect(cell(page, 12).locator(".value text")).to_contain_text("≈")


# --- stones -------------------------------------------------------------------------------------------


def stone(page: Any, number: int, side: str) -> None:
    expect(cell(page, number)).to_have_attribute("aria-label", re.compile(f"{side}$"))


def test_connect_four_by_mouse_and_keyboard(visit: Visit) -> None:
    page = visit("play/connect_four?o=random:seed=1")
    expect(page.get_by_role("gridcell", name="column 1, row 6 from below, free")).to_be_attached()
    expect(page.locator(".head")).to_have_text(list("1234567"))
    expect(detail(page)).to_have_text("Choose a column.")
    cell(page, 6).hover()  # the top of the last column
    expect(cell(page, 41)).to_have_class(re.compile("aimed"))  # its foot
    expect(cell(page, 41).locator(".ghost")).to_be_attached()
    cell(page, 6).click()
    stone(page, 41, "X")
    my_turn_or_end(page)
    page.wait_for_url("**moves=7-*")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(cell(page, page.evaluate("+document.activeElement.dataset.cell"))).to_have_attribute(
        "aria-label", re.compile("^column 2, ")
    )
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"moves=7-\d-2"))


def test_connect_four_to_its_end(visit: Visit) -> None:
    page = visit("play/connect_four?x=human&o=human&moves=1-1-2-2-3-3")
    cell(page, 3).click()
    expect(status(page)).to_have_text("X wins: four in a row.")
    expect(page.locator(".strike")).to_have_count(1)
    page = visit("play/connect_four?x=human&o=human&moves=1-1-1-1-1-1")
    cell(page, 0).click()
    expect(page.locator(".play .trouble")).to_have_text("Column 1 is full.")


def test_values_stand_where_the_stones_would_come_to_rest(visit: Visit) -> None:
    page = visit("play/connect_four:width=4,height=4?x=human&o=human&moves=1-1-2-2-3-3")
    press(page, "Why?")
    expect(cell(page, 15).locator(".value text")).to_have_text("+1")  # 4 wins at once, at the foot
    expect(cell(page, 4).locator(".value")).to_be_attached()
    expect(page.locator(".value")).to_have_count(4)
    expect(cell(page, 15)).to_have_attribute(
        "aria-label", re.compile("^column 4, row 1 from below, free. A certain win")
    )


def test_othello_by_mouse_and_keyboard(visit: Visit) -> None:
    page = visit("play/othello?o=random:seed=1")
    expect(page.locator(".hint")).to_have_count(4)  # d3, c4, f5, e6
    assert [cell(page, number).locator(".hint").count() for number in (19, 26, 37, 44)] == [1] * 4
    cell(page, 0).click()
    expect(page.locator(".play .trouble")).to_have_text("A stone on a1 would enclose nothing.")
    cell(page, 19).click()
    stone(page, 19, "X")
    my_turn_or_end(page)
    page.wait_for_url("**moves=d3-*")
    target = int(page.locator(".cell.free").first.get_attribute("data-cell"))
    here = int(page.evaluate("document.activeElement.dataset.cell"))
    for key, steps in (
        ("ArrowUp", here // 8 - target // 8),
        ("ArrowDown", target // 8 - here // 8),
        ("ArrowLeft", here % 8 - target % 8),
        ("ArrowRight", target % 8 - here % 8),
    ):
        for _again in range(steps):
            page.keyboard.press(key)
    expect(cell(page, target).locator(".ghost")).to_have_css("opacity", "0.35")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"moves=d3-\w\d-\w\d"))
    press(page, "Why?")
    expect(page.locator(".value").first).to_be_attached(timeout=30_000)
    free = [label for label in page.locator("[data-cell]").all() if "free" in label.get_attribute("aria-label")]
    assert len(free) == page.locator(".value").count()


def test_a_side_that_cannot_move_passes(visit: Visit) -> None:
    before = "d3-c3-e6-d2-d1-e1-b2"
    page = visit(f"play/othello?x=human&o=human&moves={before}")
    expect(page.get_by_role("button", name="Pass")).to_be_hidden()
    cell(page, 2).click()  # c1, after which X cannot move
    expect(detail(page)).to_have_text("No cell can be taken: pass.")
    expect(page.locator(".hint")).to_have_count(0)
    press(page, "Pass")
    expect(status(page)).to_have_text("O to move")
    expect(detail(page)).to_have_text("X had to pass.")
    page.wait_for_url(f"**moves={before}-c1-pass")
    expect(page.get_by_role("button", name="Pass")).to_be_hidden()
    page.get_by_label("X is played by").select_option("Random")
    press(page, "Undo")  # to O's turn before X's pass
    cell(page, 2).click()
    expect(detail(page)).to_have_text("X had to pass.")


def test_othello_counts_its_stones(visit: Visit) -> None:
    moves = "c4-c5-f6-c3-b5-g7-e3-e6-c2-f3-g3-a5-h8-b3-f4-f2-b4-f5-f7-h3-a3-d2-e2-e1-a6-e7-d7-c1-c6-g8-f1-g4-d1-b6-b1-d3-g6-b7-f8-a7-c7-h6-a8-b2-g5-g2-a1-d6-h2-h5-a4-d8-c8-h7-e8-a2-h4-b8-pass-h1-g1"
    page = visit(f"play/othello?x=human&o=human&moves={moves}")
    expect(status(page)).to_have_text("X wins: more stones.")
    labels = [cell(page, number).get_attribute("aria-label")[-1] for number in range(64)]
    first, second = labels.count("X"), labels.count("O")
    assert first > second
    assert first + second == 64
    expect(detail(page)).to_have_text(f"X has {first} stones, O has {second}. Play again?")


@pytest.mark.parametrize("name", ["connect_four", "othello"])
def test_stones_fit_a_phone(visit: Visit, name: str) -> None:
    page = visit(f"play/{name}?o=depth-limited:depth=2", width=390)
    page.locator(".cell.free").first.click()
    page.wait_for_url("**moves=*-*")
    press(page, "Why?")
    expect(page.locator(".value").first).to_be_attached(timeout=30_000)
    press(page, "Open as a tree")
    expect(page.get_by_role("treeitem").nth(1)).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_othello_board_of_five_is_refused(visit: Visit) -> None:
    page = visit("play/othello")
    press(page, "Games")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("columns and rows").fill("5")
    dialog.get_by_label("columns and rows").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("4, 6 or 8 columns and rows, not 5")
    dialog.get_by_label("columns and rows").fill("6")
    dialog.get_by_label("columns and rows").press("Tab")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/othello:size=6*")
    expect(page.get_by_role("gridcell")).to_have_count(36)


# --- links and visitors -------------------------------------------------------------------------------


def test_a_shared_link_shows_the_same_position(visit: Visit) -> None:
    page = visit("play/tictactoe?o=minimax")
    cell(page, 4).click()
    page.wait_for_url("**moves=4-0")
    other = visit(page.url.partition("/play/")[2].join(("play/", "")))
    assert board(other) == board(page) == "o...x...."
    expect(status(other)).to_have_text("Your move: you play X")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("play/chess", "There is no game “chess”"),
        ("play/tictactoe?o=stockfish", "There is no player “stockfish”"),
        ("play/tictactoe?moves=4-4", "Move 2: Cell 4 is taken by X."),
        ("play/tictactoe?moves=<b>4</b>", "“<b>4</b>” is not a cell"),
        ("play/mnk:width=4,height=3,k=3?o=expert", "rules are for tic-tac-toe"),
        ("nothing", "No page has the address /nothing."),
    ],
)
def test_a_damaged_link(visit: Visit, path: str, sentence: str) -> None:
    page = visit(path, ready="main.notice")
    expect(page.get_by_role("main")).to_contain_text(sentence)
    page.get_by_role("link", name="New game").click()
    expect(cell(page, 4)).to_be_visible()
    expect(status(page)).to_have_text("Your move: you play X")


def test_two_visitors_have_their_own_games(visit: Visit) -> None:
    one, other = visit("play/tictactoe"), visit("play/tictactoe?x=human&o=human")
    move(one, 4)
    move(other, 8)
    my_turn_or_end(one)
    expect(status(other)).to_have_text("O to move")
    assert board(one) == "o...x...."
    assert board(other) == "........x"


def test_the_keyboard_never_loses_its_place(visit: Visit) -> None:
    """Where a pressed button goes away, the focus goes to what takes its place."""

    def push(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).focus()
        page.keyboard.press("Enter")

    page = visit("play/tictactoe?x=human&o=human&moves=0-3-1-4-2")
    push("Yes, play again")
    expect(cell(page, 4)).to_be_focused()
    page = visit("play/mnk:width=5,height=5,k=4?x=minimax&o=minimax")
    push("Play")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    push("Stop")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    push("Why?")
    push("Open as a tree")
    expect(page.get_by_text("The position on the board, as a search for X sees it.")).to_be_visible()
    push("Close")
    expect(page.get_by_role("button", name="Open as a tree")).to_be_focused()


def test_thinking_can_be_stopped(visit: Visit) -> None:
    page = visit("play/mnk:width=5,height=5,k=4?o=minimax")
    cell(page, 12).click()
    expect(status(page)).to_have_text("O (Minimax) is thinking")
    expect(detail(page)).to_have_text(re.compile(r"[1-9][0-9,]* positions, [0-9.]+ s"))
    press(page, "Stop")
    expect(status(page)).to_have_text("O to move")
    press(page, "Undo")
    expect(status(page)).to_have_text("Your move: you play X")


def test_searches_end_with_their_page(visit: Visit) -> None:
    """Endless searches on every worker would keep a later visitor waiting, were they not cancelled."""
    busy = []
    for _worker in range(max(2, os.cpu_count() or 1)):
        page = visit("play/mnk:width=5,height=5,k=4?o=minimax&moves=12")
        expect(detail(page)).to_have_text(re.compile("^[1-9].*positions"))
        busy.append(page)
    waiting = visit("play/tictactoe?o=minimax&moves=4")
    expect(detail(waiting)).to_contain_text("waiting to begin")
    for page in busy:
        page.close()
    expect(status(waiting)).to_contain_text("Your move", timeout=15_000)


def test_quitting_ends_the_server(browser: Any) -> None:
    with Server() as own:
        one, other = browser.new_page(), browser.new_page()
        for page in (one, other):
            page.goto(own.url)
            page.wait_for_selector("[data-cell]")
        press(other, "Quit")
        expect(other.get_by_text("goes on for its other visitors")).to_be_visible()
        other.close()
        move(one, 4)
        my_turn_or_end(one)
        press(one, "Quit")
        expect(one.get_by_text("You may close this page")).to_be_visible()
        one.close()
        assert own.process.wait(20) == 0


def test_a_lost_connection_is_said(browser: Any) -> None:
    with Server() as own:
        page = browser.new_page(locale="ro")
        page.goto(own.url)
        page.wait_for_selector("[data-cell]")
        expect(page.locator(".lost")).to_be_hidden()
        own.process.kill()
        expect(page.locator(".lost")).to_be_visible()
        expect(page.get_by_text("Connection lost")).to_be_hidden()
        page.close()


def test_a_browser_without_scripts_is_told_so(visit: Visit) -> None:
    page = visit("play/tictactoe", ready="noscript", java_script_enabled=False)
    expect(page.locator("noscript .notice")).to_be_visible()
    expect(page.locator("noscript .notice")).to_have_text("The board needs JavaScript: allow it for this page.")
    expect(page.locator("#esm-fallback")).to_be_hidden()


# --- the page for everybody ---------------------------------------------------------------------------


def test_a_phone_never_scrolls_sideways(visit: Visit) -> None:
    page = visit("play/tictactoe?o=minimax&moves=4", width=390)
    my_turn_or_end(page)

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    fits()
    press(page, "Why?")
    expect(page.locator(".costs tbody tr").last.locator("td").last).not_to_have_text("")
    fits()
    press(page, "Open as a tree")
    expect(page.get_by_role("treeitem")).to_have_count(9)
    fits()
    page.locator("summary:visible", has_text="Options").click()
    fits()
    board_top, players_top = (
        page.locator(name).bounding_box()["y"] for name in (".board", ".seats")
    )  # fmt: skip
    assert board_top < players_top


def test_what_a_screen_reader_finds(visit: Visit) -> None:
    page = visit("play/tictactoe")
    expect(page.get_by_role("grid", name="Tic-tac-toe: the board, 3 × 3")).to_be_visible()
    expect(page.get_by_role("gridcell", name="cell 4, centre, free")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tic-tac-toe")
    expect(page.get_by_role("main")).to_have_count(1)
    cell(page, 4).click()
    expect(page.locator("[aria-live]")).to_have_text("O played 0. Your move: you play X")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_the_page_speaks_the_visitors_language(visit: Visit) -> None:
    page = visit("play/tictactoe", locale="pt-BR")
    assert page.evaluate("document.documentElement.lang") == "pt-BR"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_system(visit: Visit, scheme: str) -> None:
    page = visit("play/tictactoe", color_scheme=scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(map(int, re.findall(r"\d+", ground))) > 3 * 128
    assert light == (scheme == "light")
