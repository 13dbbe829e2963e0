"""The classics on the page: the last move of a game by mouse, touch and keyboard, promotion, and dead stones of Go."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from web_page import Visit, cell, expect, followed, press, status

pytestmark = pytest.mark.browser

ENDS = {
    "chess": ("chess:position=6k1!5ppp!8!8!8!8!8!R3K3_w_-_-_0_1?white=human&black=random", (56, 0), "White wins: checkmate."),
    "english draughts": ("english_draughts:position=B:W14:B10?black=human&white=random", (19, 33), "Black wins: the other side cannot move."),
    "international draughts": ("international_draughts:position=W:W32:B28?white=human&black=random", (63, 45), "White wins: the other side cannot move."),
    "go": ("go:size=5,komi=0.5?black=human&white=human&moves=C1-D1-C2-D2-C3-D3-C4-D4-C5", (4,), "Black wins: more points."),
    "backgammon": ("backgammon:position=-A----------------------c-_White_21?white=human&black=random", (26, 27), "White wins: all checkers borne off, 1 point."),
}  # fmt: skip
"""(page before the last move, cells of that move, result) of each game."""


def walk(page: Any, number: int) -> None:
    """Go to a cell by arrow keys and press Enter."""
    way = """number => {
        const [here, there] = [document.activeElement, document.querySelector(`[data-cell="${number}"]`)]
            .map((cell) => cell.getBoundingClientRect());
        return [there.x - here.x, there.y - here.y + (there.height - here.height) / 2];
    }"""
    for _step in range(40):
        across, down = page.evaluate(way, number)
        if abs(across) < 2 and abs(down) < 2:
            break
        if abs(across) >= 2:
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    page.keyboard.press("Enter")


INPUTS: dict[str, Callable[[Any, int], None]] = {
    "mouse": lambda page, number: cell(page, number).click(),
    "touch": lambda page, number: cell(page, number).tap(),
    "keyboard": walk,
}


@pytest.mark.proof
@pytest.mark.parametrize("name", ENDS)
def test_a_game_is_ended_by_mouse_touch_and_keyboard(visit: Visit, name: str) -> None:
    address, cells, result = ENDS[name]
    page = visit(f"play/{address}", has_touch=True)
    for way in INPUTS.values():
        followed(page, "Your move|to move")
        cell(page, cells[0]).focus()
        for number in cells:
            way(page, number)
        if name == "go":
            for side in ("Black", "White"):  # a second press on the same position would be no second pass
                expect(status(page)).to_have_text(f"{side} to move")
                page.get_by_role("button", name="Pass", exact=True).click()
        expect(status(page)).to_have_text(result)
        expect(page.locator(".ending")).to_be_visible()
        for back in ("White", "Black", "White") if name == "go" else ("",):
            press(page, "Undo")
            expect(status(page)).to_have_text(re.compile(f"{back} to move" if back else "Your move|to move"))
        expect(page.locator(".ending")).to_be_hidden()


def test_a_pawn_becomes_the_piece_that_is_chosen(visit: Visit) -> None:
    page = visit("play/chess:position=7k!pP6!6K1!8!8!8!P7!8_w_-_-_0_1?white=human&black=random")
    for piece in ("rook", "queen"):
        cell(page, 9).click()
        cell(page, 1).click()
        page.locator(f'.promotion[aria-label$="{piece}"]').click()
        expect(status(page)).to_have_text("White wins: checkmate.")
        expect(cell(page, 1)).to_have_attribute("aria-label", re.compile(piece))
        press(page, "Undo")
        expect(page.locator(".ending")).to_be_hidden()


def test_dead_stones_are_found_by_random_games_and_chosen_by_the_players(visit: Visit) -> None:
    moves = "C1-D1-C2-D2-C3-D3-C4-D4-C5-D5-B3-A2-pass-pass"
    page = visit(f"play/go:size=5,komi=0.5?black=human&white=human&moves={moves}")
    expect(page.locator(".status .detail")).to_have_text("Points: Black 6, White 11.5.")
    press(page, "Dead stones")
    score = page.locator(".ending [role=status]")
    expect(score).to_contain_text("Without the dead stones (A2). Points: Black 15, White 10.5.")
    dead, black = cell(page, 15), cell(page, 2)
    expect(dead).to_have_class(re.compile("dead"))
    expect(dead).to_have_attribute("aria-label", re.compile("dead$"))
    dead.click()
    expect(score).to_contain_text("No stone is dead. Points: Black 6, White 11.5.")
    expect(dead).not_to_have_class(re.compile("dead"))
    walk(page, 2)
    expect(black).to_have_class(re.compile("dead"))
    expect(score).to_contain_text("Without the dead stones (C1 C2")
    press(page, "Dead stones")
    expect(score).to_be_hidden()
    expect(black).not_to_have_class(re.compile("dead"))
