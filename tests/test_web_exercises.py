"""The page of exercises: as text, and done in a browser."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl

import pytest
from page import Visit, drawn, fits

from plyground.interfaces.web.exercise_page import Asked, exercise_page
from plyground.lessons.kinds import KINDS
from plyground.lessons.making import new_exercise
from plyground.lessons.papers import record


class Fields(HTMLParser):
    """The names of what can be filled in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("name") or ""
        if tag in ("input", "select") and name.startswith("item."):
            self.names.append(name)


@pytest.mark.parametrize("kind", KINDS)
def test_the_right_answer_is_all_right(kind: str) -> None:
    """Whatever the form of the answer, its fields can carry the solution."""
    made = new_exercise(kind, student="Zoë")
    answer: Any = record(made, solved=True)["answer"]
    page = exercise_page(Asked.parse([("kind", kind), ("student", "Zoë")])).body
    fields = Fields(page).names
    assert fields and "Right: " not in page
    if isinstance(answer, list) and kind != "leaf-order":
        items = [(f"item.{name}", "1") for name in answer]
    elif isinstance(answer, list):
        items = [("item.order", " ".join(answer))]
    else:
        items = [
            (f"item.{name}", " ".join(value) if isinstance(value, list) else str(value))
            for name, value in answer.items()
        ]
    assert {name for name, _text in items} <= set(fields)
    marked = exercise_page(Asked.parse([("kind", kind), ("student", "Zoë"), ("answered", "1"), *items])).body
    assert "<p>Right: 100 %.</p>" in marked


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ([("kind", "<b>")], "There is no exercise “&lt;b&gt;”"),
        ([("number", "0")], "A number from 1 to 1000000000 should stand where 0 does."),
        ([("kind", "aima-5.2"), ("number", "3")], "The example aima-5.2 has so many questions: 2."),
        ([("convention", "x")], "There is no convention “x”"),
        ([("kind", "values"), ("answered", "1"), ("item.A", "<script>")], "A number should stand where &#x27;&lt;script&gt;"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(query: list[tuple[str, str]], sentence: str) -> None:
    page = exercise_page(Asked.parse(query)).body
    assert sentence in page
    assert "<script" not in page and "<b>" not in page


def test_the_solution_leaves_the_answer_and_the_search_is_chosen() -> None:
    query = [
        ("kind", "values"),
        ("algorithm", "expectiminimax"),
        ("seed", "20261121"),
        ("answered", "1"),
        ("item.A", "7"),
    ]
    page = exercise_page(Asked.parse(query)).body
    assert "by expectiminimax?" in page
    link = re.search(r'href="/exercises\?([^"]*solved=1[^"]*)"', page)
    assert link
    solved = exercise_page(Asked.parse(parse_qsl(unescape(link[1])))).body
    assert all(words in solved for words in ("by expectiminimax?", 'name="item.A" value="7"', "Right: ", "Solution: "))
    other = exercise_page(Asked.parse([("kind", "leaf-order"), ("algorithm", "expectiminimax")])).body
    assert "alpha-beta (cut when" in other and "algorithm=" not in other


@pytest.mark.browser
def test_an_exercise_is_done_by_keyboard(visit: Visit) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    page = visit("exercises?kind=cs188-tied-root&number=2", ready=".room img")
    drawn(page.locator(".room img").first)
    page.get_by_label("C2").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    mark = page.get_by_role("status")
    expect(mark).to_contain_text("Right: 0 %.")
    expect(mark).to_contain_text("Right under ≥, but this exercise uses >")
    expect(page.get_by_label("C2")).to_be_checked()
    page.get_by_label("C2").uncheck()
    page.get_by_role("button", name="Mark my answer").click()
    expect(mark).to_have_text("Right: 100 %.")
    page.get_by_role("combobox", name="Exercise").select_option("leaf-order")
    page.get_by_role("textbox", name="Your name").fill("Ana")
    page.get_by_role("spinbutton", name="Number").fill("1")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile("kind=leaf-order"))  # the page before has such a link, too
    page.get_by_role("link", name="Show the solution").click()
    told = re.search(r"Solution: (.*)", page.get_by_text("Solution:").inner_text())
    assert told
    page.get_by_role("textbox", name="Leaves in order").fill(told[1])
    page.get_by_role("button", name="Mark my answer").click()
    expect(mark).to_have_text("Right: 100 %.")
    fits(page)
