"""Every room in every language, on a telephone and on a wide screen: its main act, its words, its width, and axe-core."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from browser import CODE, Server, Tabs
from site_folder import program_in, served_site
from web_page import cell, expect, fits, tab_of

from plyground.games import GAMES, game
from plyground.i18n import LANGUAGES, Sentence, _, _n, use
from plyground.teaching.lessons.course import course

Axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


class Visitor(NamedTuple):
    """Somebody who goes from room to room, with one language."""

    page: Any
    url: str
    language: str

    def goes(self, path: str) -> Any:
        self.page.goto(self.url + path)
        return self.page

    def reads(self, sentence: Sentence) -> str:
        """The sentence in this visitor's language; outside English it must be another one."""
        try:
            use(self.language)
            words = str(sentence)
            use("en")
            assert self.language == "en" or words != str(sentence), f"{self.language} has no words for: {sentence}"
        finally:
            use(None)
        return words

    def presses(self, sentence: Sentence, role: str = "button", exact: bool = True) -> None:
        self.page.get_by_role(role, name=self.reads(sentence), exact=exact).first.click()

    def sees(self, sentence: Sentence) -> None:
        expect(self.page.get_by_text(self.reads(sentence), exact=True).locator("visible=true").first).to_be_visible()


def games(visitor: Visitor) -> None:
    page = visitor.goes("")
    page.locator(".kinds > summary").click()
    page.locator('select[name="loops"]').select_option("yes")
    visitor.presses(_("Show"))
    going_round = [entry for entry in GAMES if game(entry.name).facts.loops]
    visitor.sees(_n("{count} game", "{count} games", len(going_round)))
    expect(page.locator(".games > li")).to_have_count(len(going_round))


def play(visitor: Visitor) -> None:
    page = visitor.goes("play/tictactoe?x=human&o=human&moves=0-4")
    cell(page, 8).click()
    visitor.sees(_("{side} to move", side="O"))
    visitor.presses(_("Hint"))
    page.locator(".cell.hinted").first.wait_for()
    visitor.presses(_("Why?"))
    page.locator(".coach .truth:visible").wait_for()
    visitor.presses(_("All values"))
    page.locator(".chip:visible").first.wait_for()
    page.locator(".history button").click()
    expect(page.locator(".plot .way")).to_have_count(1)
    visitor.presses(_("More"))
    page.locator(".menu .iconed").last.click()
    page.locator("dialog.about button").last.click()


def cards(visitor: Visitor) -> None:
    page = visitor.goes("play/kuhn?x=human&o=human")
    visitor.presses(_("Begin"))
    page.locator(".move-list .row").nth(1).click()
    visitor.sees(_("{side} to move", side=_("Orange")))
    expect(page.locator(".written").first).to_contain_text("●●")


def friend(visitor: Visitor) -> None:
    page = visitor.goes("friend?game=othello")
    visitor.presses(_("Make a link"))
    visitor.sees(_("Waiting for your friend"))
    expect(page.get_by_role("img", name=visitor.reads(_("QR code of the link")))).to_be_visible()
    expect(page.locator("[data-cell]")).to_have_count(64)


def friends(visitor: Visitor) -> None:
    page = visitor.goes("friend")
    visitor.presses(_("Make a link"))
    page.wait_for_selector("[data-cell]")
    visitor.goes("friend")
    visitor.sees(_("Your games with friends"))


def trees(visitor: Visitor) -> None:
    page = visitor.goes("trees")
    visitor.presses(_("Step forward"))
    expect(page.locator(".place")).to_have_text("2 / 33")
    visitor.sees(_("MAX to move: takes the greatest value"))


def exercises(visitor: Visitor) -> None:
    page = visitor.goes("exercises?kind=best-move&number=3")
    page.get_by_role("radio", name="B").check()
    visitor.presses(_("Mark my answer"))
    expect(page.locator("#mark")).to_be_visible()
    expect(page.get_by_role("link", name=visitor.reads(_("Show the solution")))).to_be_visible()


def compare(visitor: Visitor) -> None:
    page = visitor.goes("compare?game=tictactoe&algorithm=minimax,alphabeta&convention=aima&order=rules&depths=1-3")
    visitor.sees(_n("Done: {count} search.", "Done: {count} searches.", 6))
    expect(page.locator(".compared tbody tr")).to_have_count(3)


def solved(visitor: Visitor) -> None:
    visitor.goes("solved")
    visitor.sees(_("Solved by"))


def explored(visitor: Visitor) -> None:
    page = visitor.goes("play/tictactoe?explore=1")
    expect(page.locator(".ranking .row")).to_have_count(9)
    expect(page.locator(".verdict")).to_contain_text(visitor.reads(_("A draw with best play.")))


def learn(visitor: Visitor) -> None:
    page = visitor.goes("learn")
    visitor.sees(_n("{count} step", "{count} steps", 7))
    expect(page.locator(".lessons li")).to_have_count(len(course("en")))


def lesson(visitor: Visitor) -> None:
    page = visitor.goes("learn/alpha-beta")
    page.get_by_role("radio", name="D1").check()
    visitor.presses(_("Check my prediction"))
    expect(page.locator("#verdict")).to_be_focused()


def mine(visitor: Visitor) -> None:
    visitor.goes("mine")
    visitor.page.locator(".remove > summary").click()
    visitor.sees(_("This cannot be undone."))


def settings(visitor: Visitor) -> None:
    """Large type fits, too, and the page comes back where it was."""
    page = visitor.goes("exercises?kind=best-move&number=3")  # a page with long words on its buttons
    page.locator(".settings > summary").click()
    visitor.presses(_("large, for a projector"))
    expect(page.locator("html")).to_have_attribute("data-type", "large")
    fits(page)
    page.locator(".settings > summary").click()
    visitor.presses(_("usual size"))
    expect(page.locator("html")).not_to_have_attribute("data-type", "large")
    page.locator(".settings > summary").click()


def door(visitor: Visitor) -> None:
    page = visitor.goes("enter")
    visitor.sees(_("The code of the class"))
    page.locator('input[name="code"]').fill("Dama 8")
    visitor.presses(_("Come in"))
    visitor.sees(_("That is not the code of this class."))


def invitation(visitor: Visitor) -> None:
    page = visitor.goes("class")
    expect(page.get_by_role("img", name=visitor.reads(_("QR code of the address and the code")))).to_be_visible()
    expect(page.locator("dd").last).to_have_text(CODE)


def answers(visitor: Visitor) -> None:
    page = visitor.goes("exercises?kind=best-move&number=3&student=Zoe")
    page.get_by_role("radio", name="B").check()
    visitor.presses(_("Mark my answer"))
    expect(page.locator(".mark")).to_be_visible()
    visitor.goes("class/answers")
    visitor.sees(_("Misconceptions"))


def nowhere(visitor: Visitor) -> None:
    visitor.goes("nothing/here")
    visitor.sees(_("There is nothing here"))


ROOMS: tuple[Callable[[Visitor], None], ...] = (
    games, play, cards, friend, friends, trees, exercises, compare, solved, explored, learn, lesson, mine, settings, door, invitation, answers, nowhere,
)  # fmt: skip
ROOMS_OF_A_SITE: tuple[Callable[[Visitor], None], ...] = (
    play, lesson, games, cards, trees, exercises, compare, solved, explored, learn, mine, settings, nowhere,
)  # fmt: skip
WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def visitor(request: pytest.FixtureRequest, tabs: Tabs) -> Iterator[Visitor]:
    """A visitor of a class's server, or of a site whose program runs in the browser."""
    host, language = request.param
    options, errors = {"locale": language.replace("_", "-")}, []

    def failed(error: Any) -> None:
        errors.append(str(error))

    page = tabs.take(WIDTHS[0], options)
    page.on("pageerror", failed)
    if host == "server":
        school: Server = request.getfixturevalue("school")
        page.context.add_cookies([school.teacher_cookie])
        yield Visitor(page, school.url, language)
        tabs.give_back(page, options, school.url)
    else:
        with served_site() as address:
            yield Visitor(program_in(page, address, "/"), address, language)
            tabs.give_back(page, options, address)
    page.remove_listener("pageerror", failed)
    assert errors == []


def visits() -> Iterator[Any]:
    """Yield each room in each language. All but every sixth, each in another language, are proofs.

    The rooms of a site are nightly proofs: all in English, and the first ones in Romanian.
    """
    for language, rooms in (("en", ROOMS_OF_A_SITE), ("ro", ROOMS_OF_A_SITE[:3])):
        for room in rooms:
            yield pytest.param(
                ("site", language), room, id=f"site-{language}-{room.__name__}", marks=pytest.mark.nightly
            )
    for place, language in enumerate(LANGUAGES):
        for number, room in enumerate(ROOMS):
            marks = () if number % 6 == 1 and number // 6 % len(LANGUAGES) == place else (pytest.mark.proof,)
            yield pytest.param(("server", language), room, id=f"{language}-{room.__name__}", marks=marks)


@pytest.mark.parametrize(("visitor", "room"), list(visits()), indirect=["visitor"])
def test_every_room(visitor: Visitor, room: Callable[[Visitor], None]) -> None:
    """Each room is used on either screen, fits both in each language, and is judged on both by day and by night."""
    page = visitor.page
    language, number = list(LANGUAGES).index(visitor.language), ROOMS.index(room)
    width, scheme = (language + number) % 2, (language // 2 + number) % 2
    show(page, width, scheme)
    room(visitor)
    expect(page.locator("html")).to_have_attribute("lang", visitor.language.replace("_", "-"))
    fits_beside_its_menu(visitor)
    assert faults(page) == []
    show(page, 1 - width, 1 - scheme)
    fits_beside_its_menu(visitor)
    assert language > 0 or faults(page) == []


def show(page: Any, width: int, scheme: int) -> None:
    tab_of(page).set_viewport_size({"width": WIDTHS[width], "height": 800})
    tab_of(page).emulate_media(color_scheme=SCHEMES[scheme])


def fits_beside_its_menu(visitor: Visitor) -> None:
    page = visitor.page
    fits(page)
    places = page.locator(".top > nav > *, .settings > summary").locator("visible=true").all()
    boxes = [place.bounding_box() for place in places]
    assert len({box["y"] + box["height"] / 2 for box in boxes}) <= 1  # one line; a stranger has no menu
    assert all(box["x"] + box["width"] <= after["x"] + 1 for box, after in pairwise(boxes))


def faults(page: Any) -> list[str]:
    """Return the violations of WCAG 2.2 AA and of good practice, with their places."""
    found = Axe().run(page, options={"runOnly": RULES, "resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]
