"""Games that do not come with plyground, of a package or of one's own: dice, three players, hidden parts, no picture."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from browser import Server
from paths import OWN_GAMES, ROOT
from web_page import Visit, cell, detail, expect, fits, in_the_address, press, status

pytestmark = pytest.mark.browser

POINTS = """
[plyground.games]
dice = plyground.templates.dice
taking = plyground.templates.three
pick = pick
"""
PICK = '''
from typing import NamedTuple
from plyground import rules
from plyground.core.game import Facts, Game

@rules
class Pick(NamedTuple):
    """Pick: one of the numbers to 99; who comes second wins with a greater one."""

    first: int = -1
    second: int = -1

    def to_move(self):
        return int(self.first >= 0 > self.second)

    def moves(self):
        if not self.is_over():
            for number in range(100):
                yield number

    def play(self, move):
        return Pick(move) if self.first < 0 else Pick(self.first, move)

    def is_over(self):
        return self.second >= 0

    def utility(self):
        return 1 if self.first >= self.second else -1

game = Game("pick", Pick(), facts=Facts(observable=False))
'''
READY = ".move-list button"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows the templates, as games of an installed package, and a game of one's own, from its file."""
    site = tmp_path_factory.mktemp("site")
    about = site / "small-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: small\nVersion: 1\n")
    (about / "entry_points.txt").write_text(POINTS)
    (site / "pick.py").write_text(PICK)
    source = str(ROOT / "src")
    paths = [str(site), source, os.environ.get("PYTHONPATH", "")]
    with Server(str(OWN_GAMES / "noughts_and_crosses.py"), PYTHONPATH=os.pathsep.join(paths)) as running:
        yield running
    assert running.said == ""


def move_buttons(page: Any) -> Any:
    return page.locator(READY)


def played(page: Any) -> Any:
    return page.locator(".ply:has(.number:not(:empty)) .word")


def my_turn_or_end(page: Any) -> bool:
    expect(status(page)).to_have_text(re.compile("Your move|wins|draw|share"))
    return "Your move" in status(page).text_content()


def take_move(page: Any, name: str = "") -> None:
    """Press a move, or the first one, until it is made: a press at the moment in which the position changes is dropped."""
    made = played(page).count()
    for _attempt in range(20):
        move_buttons(page).filter(has_text=name).first.click()
        try:
            expect(played(page)).not_to_have_count(made, timeout=5_000)
        except AssertionError:
            continue
        return
    expect(played(page)).not_to_have_count(made)


@pytest.mark.proof
def test_dice_fall_by_themselves_and_come_again_after_undo(visit: Visit) -> None:
    page = visit("play/dice?x=human&o=expectiminimax&seed=7", ready=".status")
    press(page, "Begin")
    expect(page.locator(".seat")).to_have_count(2)
    expect(detail(page)).to_have_text(re.compile("^chance: [123]$"))
    first = detail(page).text_content()
    expect(page.locator(".written")).to_have_text(re.compile(r"^stones 8, player 0, shown [123]$"))
    name = move_buttons(page).first.text_content()  # "All values" may put them in another order
    move_buttons(page).first.click()
    expect(played(page)).to_have_text(
        [re.compile(rf"^{side} \d$") for side in ("chance", "X", "chance", "O", "chance")]
    )
    course = played(page).all_text_contents()
    press(page, "All values")
    expect(page.locator(".move-list .chip").first).to_have_text(re.compile(r"^−?\d+$"))
    expect(page.get_by_role("button", name="Search tree")).to_be_hidden()
    press(page, "Undo")
    expect(detail(page)).to_have_text(first)
    expect(played(page)).to_have_text([re.compile(r"^chance \d$")])
    take_move(page, name)
    expect(played(page)).to_have_text(course)
    while my_turn_or_end(page):
        take_move(page)
    in_the_address(page, "seed=7&")
    press(page, "Rematch")
    expect(played(page)).to_have_count(0)
    press(page, "Begin")
    expect(played(page)).to_have_text([re.compile(r"^chance \d$")])
    page.wait_for_url(re.compile(r"(?=.*seed=8)(?=.*moves=)"))
    page.reload()
    expect(played(page)).to_have_text([re.compile(r"^chance \d$")])


@pytest.mark.proof
def test_three_players_to_the_ranking(visit: Visit) -> None:
    page = visit("play/taking?o=max-n&a=paranoid", ready=READY, width=390, color_scheme="dark")
    expect(page.locator(".seat > .field select").nth(2)).to_have_value("paranoid")
    colours = page.locator(".seat").evaluate_all("seats => seats.map(seat => getComputedStyle(seat).borderLeftColor)")
    assert len(set(colours)) == 3
    move_buttons(page).first.focus()
    while my_turn_or_end(page):
        expect(move_buttons(page).first).to_be_focused()
        shown = played(page).count()
        page.keyboard.press("Enter")
        expect(played(page)).not_to_have_count(shown)
    expect(detail(page)).to_have_text(re.compile(r"^Result: 1\. [XOA] \(1\), 1\. [XOA] \(1\), 3\. [XOA] \(−2\)\.$"))
    expect(status(page)).to_have_text(re.compile("^Several share the first place"))
    in_the_address(page, r"\?x=human&o=max-n&a=paranoid&moves=[^&]+$")
    fits(page)


def test_many_moves_are_found_by_name_and_hidden_parts_are_not_searched(visit: Visit) -> None:
    page = visit("play/pick?o=random", ready=READY)
    expect(move_buttons(page)).to_have_count(60)
    expect(page.locator(".move-list [role=status]")).to_have_text("40 moves more: write a part of their names.")
    page.get_by_label("Find a move").fill("77")
    page.keyboard.press("Enter")
    expect(move_buttons(page)).to_have_text(["77"])
    for name in ("Why?", "Hint", "All values"):  # no search plays it
        expect(page.get_by_role("button", name=name)).to_be_hidden()
    expect(page.locator(".seat > .field select").nth(1).locator("option")).to_have_text(["A person", "Random"])
    move_buttons(page).first.click()
    expect(status(page)).to_have_text(re.compile("wins"))
    expect(page.locator(".written")).to_have_text(re.compile(r"^first 77, second \d+$"))


@pytest.mark.proof
def test_a_file_is_played_but_no_link_loads_one(visit: Visit) -> None:
    page = visit("play/noughts_and_crosses?x=human&o=minimax")
    expect(page.get_by_role("heading", name="Noughts").first).to_be_visible()
    cell(page, 4).click()
    page.wait_for_url(re.compile("moves=b2-a3"))
    expect(cell(page, 0)).to_have_attribute("aria-label", "cell a3, top left, O")
    visit("play/countdown.py", ready="text=There is no game “countdown.py”")
