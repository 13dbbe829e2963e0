"""The page on a phone, by keyboard, for a screen reader, in every language and light."""

from __future__ import annotations

import re

import pytest
from samples import sample
from web_page import Visit, cell, expect, fits, my_turn_or_end, players_of, press

pytestmark = pytest.mark.browser


@pytest.mark.proof
def test_the_keyboard_never_loses_its_place(visit: Visit) -> None:
    """When a pressed button disappears, the focus goes to its replacement."""

    def push(name: str) -> None:
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_visible()  # what is hidden takes no focus, and Enter would press another
        button.focus()
        page.keyboard.press("Enter")

    page = visit("play/tictactoe?x=human&o=human&moves=0-3-1-4-2")
    push("Rematch")
    expect(cell(page, 4)).to_be_focused()
    page = visit("play/mnk:width=5,height=5,k=4?x=minimax&o=minimax")
    push("Go on")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    push("Pause")
    expect(page.get_by_role("button", name="Go on", exact=True)).to_be_focused()
    push("Search tree")
    expect(page.get_by_text("The position on the board, as a search for X sees it.")).to_be_visible()
    expect(page.get_by_role("button", name="Search tree")).to_be_focused()


STOPS = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0 && each.type !== "radio")
    .map((each, number) => { each.dataset.stop = number; return each.outerHTML.slice(0, 120); })"""
"""Numbers whatever can be pressed or filled in, but for the radio buttons, which share a stop; as HTML."""
HERE = """() => {
    const { activeElement: here, body } = document;
    const drawn = [here, ...(here.labels ?? [])].some((each) => getComputedStyle(each).outlineStyle !== "none");
    const ringed = here.closest(".ply-board, .ply-tree, .ply-decision"); // these draw a ring of their own
    return here === body ? null : { stop: here.dataset.stop ?? "", seen: Boolean(drawn || ringed), words: here.outerHTML.slice(0, 120) };
}"""


@pytest.mark.parametrize(
    ("path", "ready"),
    sample([
        ("", ".games"), ("play/tictactoe?x=human&o=human&moves=0-4", "[data-cell]"), ("play/kuhn?x=human&moves=QJ", ".move-list .row"),
        ("trees", "[data-node]"), ("exercises?kind=best-move&number=3", ".show"), ("learn/alpha-beta", ".told"),
        ("compare?game=tictactoe&algorithm=minimax&depths=1-2", ".compared tbody tr:nth-child(2)"), ("mine", "main"),
    ], every=4),
)  # fmt: skip
def test_tab_comes_to_everything_and_shows_where_it_is(visit: Visit, path: str, ready: str) -> None:
    page = visit(path, ready=ready)
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_hidden()  # all is there
    stops = page.evaluate(STOPS)
    reached: set[int] = set()
    for _press in range(len(stops) + 5):  # and radio buttons, and the window itself
        page.keyboard.press("Tab")
        here = page.evaluate(HERE)
        if here:
            assert here["seen"], here["words"]
            reached |= {int(here["stop"])} if here["stop"] else set()
    assert [words for number, words in enumerate(stops) if number not in reached] == []


def test_the_first_stop_leads_past_the_rooms(visit: Visit) -> None:
    for path, ready in (("solved", ".solved"), ("trees", "[data-node]")):
        page = visit(path, ready=ready)
        skip = page.get_by_role("link", name="To the content")
        page.keyboard.press("Tab")
        expect(skip).to_be_focused()
        expect(skip).to_be_in_viewport(ratio=1)
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("#main$"))
        page.keyboard.press("Tab")
        page.wait_for_function("!document.activeElement.closest('.top') && document.activeElement !== document.body")


@pytest.mark.proof
def test_a_phone_never_scrolls_sideways(visit: Visit) -> None:
    page = visit("play/tictactoe?o=minimax&moves=4", width=390)
    my_turn_or_end(page)
    fits(page)
    press(page, "Why?")
    expect(page.locator(".coach .headline")).not_to_be_empty()
    fits(page)
    press(page, "Search tree")
    expect(page.locator('.node[aria-level="2"]')).to_have_count(8)
    fits(page)
    players_of(page, "O").locator("summary", has_text=re.compile("^Options$")).click()
    fits(page)


@pytest.mark.proof
def test_every_cell_is_large_enough_for_a_finger(visit: Visit) -> None:
    """24 pixels (WCAG 2.2, 2.5.8): a wide board scrolls within the page, and follows the keyboard."""
    page = visit("play/mnk:width=15,height=15,k=5?o=human", width=360, has_touch=True)
    box = cell(page, 0).bounding_box()
    assert min(box["width"], box["height"]) >= 24
    fits(page)
    expect(cell(page, 112)).to_be_focused()
    page.keyboard.press("End")
    expect(cell(page, 119)).to_be_in_viewport(ratio=1)
    cell(page, 105).tap()
    expect(cell(page, 105)).to_have_attribute("aria-label", re.compile("X$"))


def test_a_screen_reader_finds_names_and_roles(visit: Visit) -> None:
    page = visit("play/tictactoe")
    expect(page.get_by_role("grid", name="Tic-tac-toe: the board, 3 × 3")).to_be_visible()
    expect(page.get_by_role("gridcell", name="cell 4, centre, free")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tic-tac-toe")
    expect(page.get_by_role("main")).to_have_count(1)
    cell(page, 4).click()
    expect(page.locator("[aria-live]")).to_have_text("O played cell 0. Your move: you play X")
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.proof
def test_a_decision_is_walked_as_a_tree(visit: Visit) -> None:
    page = visit("play/tictactoe?o=minimax&moves=4-0-8")
    my_turn_or_end(page)
    press(page, "Search tree")
    nodes, moves = page.get_by_role("treeitem"), page.locator('.node[aria-level="2"]')
    expect(moves).to_have_count(6)
    for place in range(6):
        for attribute, value in (("posinset", place + 1), ("setsize", 6), ("expanded", str(place == 0).lower())):
            expect(moves.nth(place)).to_have_attribute(f"aria-{attribute}", str(value))
        expect(moves.nth(place)).to_have_accessible_name(re.compile(r"^move \d"))
    nodes.first.focus()
    for key, focused in (
        ("ArrowDown", moves.nth(0)),
        ("ArrowRight", moves.nth(1)),
        ("End", nodes.last),
        ("Home", nodes.first),
        ("ArrowDown", moves.nth(0)),
        ("ArrowUp", nodes.first),
        ("End", nodes.last),
    ):
        page.keyboard.press(key)
        expect(focused).to_be_focused()
        expect(focused).to_have_attribute("aria-selected", "true")
    before = nodes.count()
    page.keyboard.press("ArrowDown")
    expect(nodes).to_have_count(before + 5)  # its five answers stand right behind it


def test_colours_follow_the_system(visit: Visit) -> None:
    page = visit("play/tictactoe")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(
            """light => {
                const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
                return (red + green + blue > 3 * 128) === light;
            }""",
            arg=scheme == "light",
        )
