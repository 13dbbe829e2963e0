"""Actions and checks of a visitor of the page, for the tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from reference_tictactoe import winner

expect = pytest.importorskip("playwright.sync_api").expect

Visit = Callable[..., Any]
"""Open a page of the server as a new visitor."""


def status(page: Any) -> Any:
    return page.locator(".status p").first


def detail(page: Any) -> Any:
    return page.locator(".status .detail")


def cell(page: Any, number: int) -> Any:
    return page.locator(f'[data-cell="{number}"]')


def lies(page: Any, number: int, box: Mapping[str, float]) -> None:
    """Wait until a cell lies where the corner of ``box`` is. The board comes beside the status, not with it."""
    page.wait_for_function(
        """([number, x, y]) => {
            const found = document.querySelector(`[data-cell="${number}"]`)?.getBoundingClientRect();
            return found && Math.abs(found.x - x) < 2 && Math.abs(found.y - y) < 2;
        }""",
        arg=[number, box["x"], box["y"]],
        polling=50,
    )


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def more(page: Any, name: str) -> None:
    """Press an entry of the menu that the last action opens."""
    press(page, "More")
    page.locator(".menu .iconed").filter(has_text=name).click()


def players_of(page: Any, side: str) -> Any:
    """Open the choice of the player of a side, with all players. Return it."""
    page.get_by_role("button", name=re.compile(f"^{side}: .* Choose another player$")).click()
    choice = page.get_by_role("dialog", name=f"Who plays {side}?")
    choice.locator("summary", has_text="All players").click()
    return choice


def seat_player(page: Any, side: str, player: str) -> None:
    """Let a player, by its name in the list of all players, play a side."""
    players_of(page, side).get_by_label(f"{side} is played by").select_option(player)
    page.keyboard.press("Escape")


def begin_again(page: Any, name: str) -> None:
    """Press "New game" or "Rematch", and wait for the new board: presses on the old one are dropped."""
    (more if name == "New game" else press)(page, name)
    expect(page).not_to_have_url(re.compile("moves="))


def board(page: Any) -> str:
    labels = [cell(page, number).get_attribute("aria-label") for number in range(9)]
    return "".join("x" if label.endswith("X") else "o" if label.endswith("O") else "." for label in labels)


def followed(page: Any, words: str) -> None:
    """Wait until the status is one of ``words``, separated by ``|``, and the live region of the board says the same."""
    page.wait_for_function(
        """words => {
            const told = document.querySelector(".status p")?.textContent;
            const said = document.querySelector("[aria-live]")?.textContent;
            return told && said?.includes(told) && words.split("|").some((each) => told.includes(each));
        }""",
        arg=words,
        polling=50,  # every drawn frame would take a tenth of the processor
    )


def thinks_on(page: Any, move_again: Callable[[], None]) -> None:
    """Wait for a thought of a bot that goes on until it is ended.

    While its search is being compiled, a bot answers soon, in plain Python; then the move before it is made again. Only a
    compiled search soon visits half a million positions.
    """
    state = """() => {
        const visits = Number(document.querySelectorAll(".thoughts dd")[3]?.textContent.replaceAll(",", ""));
        const buttons = [...document.querySelectorAll("button")].filter((each) => each.checkVisibility());
        const hurries = buttons.some((each) => each.textContent === "Move now");
        if (hurries && visits > 500000) return "thinks";
        return document.querySelector(".status p")?.textContent.startsWith("Your move") ? "answered" : "";
    }"""
    while page.wait_for_function(state).json_value() == "answered":
        press(page, "Undo")
        page.wait_for_function("() => !/moves=[^&]*-/.test(location.search)")
        move_again()
        page.wait_for_function("() => /moves=/.test(location.search)")


def my_turn_or_end(page: Any) -> None:
    followed(page, "Your move|wins|draw")


def send(page: Any, *messages: object) -> None:
    """Send messages of the board that its script may never send: the server must bear anything."""
    page.evaluate(
        """(messages) => {
            const { id } = document.querySelector("plyground-widget");
            for (const message of messages) connection.send(id, "message", message);
        }""",
        messages,
    )


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


def by_mouse(page: Any) -> Callable[[int], None]:
    return lambda number: cell(page, number).click()


def in_the_address(page: Any, words: str) -> re.Match[str]:
    """Wait until the address matches the regular expression ``words``. Return the match; the page writes the address
    last.
    """
    expect(page).to_have_url(re.compile(words))
    found = re.search(words, page.url)
    assert found
    return found


def tab_of(page: Any) -> Any:
    """Return the tab of a frame; a tab itself as it is."""
    return getattr(page, "page", page)


def fits(page: Any) -> None:
    """Check that nothing is wider than the window once the page is complete."""
    within = "width => document.readyState === 'complete' && document.documentElement.scrollWidth <= width"
    page.wait_for_function(within, arg=tab_of(page).viewport_size["width"])


def drawn(picture: Any) -> None:
    """Check that a picture is loaded and not empty."""
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 100


def stone(page: Any, number: int, side: str) -> None:
    expect(cell(page, number)).to_have_attribute("aria-label", re.compile(f"{side}$"))


def shift(page: Any) -> float:
    """Return the cumulative layout shift so far (https://web.dev/articles/cls), without what a press may cause."""
    return float(
        page.evaluate(
            """() => new Promise((resolve) => {
                let sum = 0;
                const add = (list) => list.getEntries().forEach((each) => { if (!each.hadRecentInput) sum += each.value; });
                const observer = new PerformanceObserver(add);
                observer.observe({ type: "layout-shift", buffered: true });
                requestAnimationFrame(() => setTimeout(() => { add({ getEntries: () => observer.takeRecords() }); resolve(sum); }));
            })"""
        )
    )
