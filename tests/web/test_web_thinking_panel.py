"""Display of a bot that thinks for a while, and the button that makes it move."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web_page import (
    Visit,
    cell,
    detail,
    expect,
    fits,
    followed,
    in_the_address,
    more,
    my_turn_or_end,
    players_of,
    press,
    status,
    thinks_on,
)

pytestmark = pytest.mark.browser

LONG = "o=engine:seconds=60"
PLACES = """(names) => names.map((name) => {
    const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
})"""


def rows(page: Any) -> Any:
    """The values in the panel: worth, line, depth, positions, speed."""
    return page.locator(".thoughts dd")


def heading(page: Any) -> Any:
    return page.locator(".thoughts h2")


def thinks(page: Any, place: int) -> None:
    """Wait for a thought that goes on; ``place`` is the cell of the move before it."""
    thinks_on(page, cell(page, place).click)
    expect(heading(page)).to_have_text(re.compile(r"^What Engine is thinking, with (Red|Yellow|Black|White)$"))
    expect(rows(page).nth(2)).to_have_text(re.compile(r"^\d+ pl(y|ies)$"))


@pytest.mark.proof
@pytest.mark.parametrize(
    ("link", "place", "name", "word"),
    [("connect_four?moves=4&", 3, "Yellow", r"[1-7]"), ("othello?moves=d3&", 19, "White", r"[a-h][1-8]|pass")],
)
def test_a_thought_is_followed_and_ended(visit: Visit, link: str, place: int, name: str, word: str) -> None:
    page = visit(f"play/{link}{LONG}")
    thinks(page, place)
    expect(page.locator(".thoughts dt").first).to_have_text(f"Value for {name}")
    expect(rows(page).nth(0)).to_have_text(re.compile(r"^(Judged at −?\d|A certain win|Lost|A draw)"))
    expect(rows(page).nth(1)).to_have_text(re.compile(rf"^(?:{word})(?: (?:{word}))*$"))
    expect(rows(page).nth(3)).to_have_text(re.compile(r"^[\d,]{3,}$"))
    expect(rows(page).nth(4)).to_have_text(re.compile(r"^[\d,]+ a second$"))
    depth, positions = (rows(page).nth(row).text_content() for row in (2, 3))
    expect(rows(page).nth(3)).not_to_have_text(positions)  # it goes on
    press(page, "Move now")
    my_turn_or_end(page)
    move = in_the_address(page, r"moves=\w+-(\w+)")
    expect(heading(page)).to_have_text(re.compile(rf"^What Engine thought before (?:column )?{move[1]}$"))
    expect(rows(page).nth(1)).to_have_text(re.compile(rf"^{move[1]}\b"))
    assert int(rows(page).nth(2).text_content().split()[0]) >= int(depth.split()[0])
    expect(page.get_by_role("button", name="Move now")).to_be_hidden()


@pytest.mark.proof
def test_a_thinking_bot_is_hurried_and_stopped_by_keyboard(visit: Visit) -> None:
    page = visit(f"play/connect_four?{LONG}&moves=4")
    thinks(page, 3)
    page.keyboard.press("m")
    my_turn_or_end(page)
    page.keyboard.press("Enter")  # the keyboard is still on the board
    expect(page.get_by_role("button", name="Move now")).to_be_visible()
    page.keyboard.press("Escape")
    expect(status(page)).to_have_text("Yellow to move")
    expect(heading(page)).to_have_text(re.compile("^What .* thought before"))
    press(page, "Undo")
    followed(page, "Your move: you play Red")


@pytest.mark.proof
def test_a_move_made_again_brings_its_thought_back(visit: Visit) -> None:
    page = visit(f"play/connect_four?{LONG}&moves=4")
    thinks(page, 3)
    press(page, "Move now")
    my_turn_or_end(page)
    expect(heading(page)).to_have_text(re.compile("^What .* thought before"))
    before = rows(page).all_text_contents()
    press(page, "Undo")
    expect(page.locator(".thoughts")).to_be_hidden()
    more(page, "Redo")
    expect(rows(page)).to_have_text(before)


@pytest.mark.proof
@pytest.mark.parametrize("width", [390, 900, 1280])
def test_nothing_jumps_while_it_thinks(visit: Visit, width: int) -> None:
    parts = [".board", ".play", ".controls"]
    if width != 900:  # there the buttons beside the status take lines of their own
        parts.append(".thoughts")

    def places() -> Any:
        return page.evaluate(PLACES, parts)

    page = visit(f"play/othello?{LONG}", width=width)
    fits(page)
    cell(page, 19).click()
    expect(page.locator(".ply:visible", has_text="d3")).to_have_count(1)  # the first move opens their list
    before = places()
    thinks(page, 19)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    assert places() == before
    press(page, "Move now")
    my_turn_or_end(page)
    expect(heading(page)).to_have_text(re.compile("^What .* thought before"))
    assert places() == before
    fits(page)


@pytest.mark.proof
@pytest.mark.parametrize("width", [390, 1280])
def test_the_first_thought_does_not_scroll_the_board_away(visit: Visit, width: int) -> None:
    page = visit("play/connect_four?o=engine:nodes=20000", width=width)
    cell(page, 3).click()
    expect(heading(page)).to_have_text(re.compile("^What .* thought before"))
    drawn = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(scrollY))))"
    assert page.evaluate(drawn) == 0


@pytest.mark.proof
def test_two_engines_think_in_turn(visit: Visit) -> None:
    page = visit("play/connect_four?x=engine:nodes=20000&o=engine:nodes=10000")
    expect(page.locator(".thoughts")).to_be_hidden()  # no empty table before the first thought
    press(page, "Step")
    expect(heading(page)).to_have_text(re.compile(r"^What Engine thought before column \d$"))
    press(page, "Step")
    expect(heading(page)).to_have_text(re.compile(r"^What Engine thought before column \d$"))


def test_a_bot_without_a_move_so_far_cannot_be_hurried(visit: Visit) -> None:
    page = visit("play/mnk:width=5,height=5,k=4?o=minimax&moves=12")
    expect(detail(page)).to_have_text(re.compile(r"[1-9][0-9,]* positions"))
    expect(page.get_by_role("button", name="Move now")).to_be_hidden()
    expect(page.locator(".thoughts")).to_be_hidden()
    page.keyboard.press("m")
    press(page, "Stop")
    expect(status(page)).to_have_text("O to move")


def test_the_engine_gets_another_time(visit: Visit) -> None:
    page = visit("play/connect_four?o=engine:seconds=1")
    players_of(page, "Yellow")
    page.locator("summary:visible", has_text=re.compile("^Options$")).click()
    expect(page.get_by_label("Seconds for a move")).to_have_value("1")
    page.get_by_label("Seconds for a move").fill("0.2")
    page.get_by_label("Seconds for a move").press("Tab")
    page.wait_for_url("**o=engine:seconds=0.2")
