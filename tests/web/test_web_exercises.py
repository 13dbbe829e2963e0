"""The page of exercises: as text, and done in a browser."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl

import pytest
from web_page import Visit, drawn, fits

from plyground.teaching.exercises.generator import new_exercise
from plyground.teaching.exercises.json_format import record
from plyground.teaching.exercises.kinds import KINDS
from plyground.web.pages.learn.exercise_page import exercise_page
from plyground.web.urls.learn_url import ExerciseQuery


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
    """The fields of every form of answer can carry the solution."""
    made = new_exercise(kind, student="Zoë")
    answer: Any = record(made, solved=True)["answer"]
    page = exercise_page(ExerciseQuery.parse([("kind", kind), ("student", "Zoë")])).body
    fields = Fields(page).names
    assert fields and "Right: " not in page
    if isinstance(answer, list) and kind != "leaf-order":
        items = [(f"item.{name}", "1") for name in answer]
    elif isinstance(answer, list):
        items = [("item.order", " ".join(answer))]
    else:
        items = [
            (
                f"item.{name}",
                " ".join(value)
                if isinstance(value, list)
                else str(value).replace("True", "true").replace("False", "false"),
            )
            for name, value in answer.items()
        ]
    assert {name for name, _text in items} <= set(fields)
    marked = exercise_page(ExerciseQuery.parse([("kind", kind), ("student", "Zoë"), ("answered", "1"), *items])).body
    assert "<p>Right: 100 %.</p>" in marked


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ([("kind", "<b>")], "There is no exercise “&lt;b&gt;”"),
        ([("number", "0")], "Write a number from 1 to 1000000000 instead of 0."),
        ([("kind", "aima-5.2"), ("number", "3")], "The number of questions of the example aima-5.2 is 2."),
        ([("convention", "x")], "There is no convention “x”"),
        ([("kind", "values"), ("answered", "1"), ("item.A", "<script>")], "“&lt;script&gt;” is not a number"),
    ],
)  # fmt: skip
def test_invalid_exercises_are_refused_with_a_reason(query: list[tuple[str, str]], sentence: str) -> None:
    page = exercise_page(ExerciseQuery.parse(query)).body
    assert sentence in page
    assert "<script>" not in page and "<b>" not in page


def test_the_solution_leaves_the_answer_and_the_search_is_chosen() -> None:
    query = [
        ("kind", "values"),
        ("algorithm", "expectiminimax"),
        ("seed", "20261121"),
        ("answered", "1"),
        ("item.A", "7"),
    ]
    page = exercise_page(ExerciseQuery.parse(query)).body
    assert "by expectiminimax?" in page
    link = re.search(r'href="/exercises\?([^"]*solved=1[^"]*)"', page)
    assert link
    solved = exercise_page(ExerciseQuery.parse(parse_qsl(unescape(link[1])))).body
    assert all(words in solved for words in ("by expectiminimax?", 'name="item.A" value="7"', "Right: ", "Solution: "))
    other = exercise_page(ExerciseQuery.parse([("kind", "leaf-order"), ("algorithm", "expectiminimax")])).body
    assert "alpha-beta (cut when" in other and "algorithm=" not in other


OWN = [("tree", "[[3, 12], [2, 8]]"), ("kind", "skipped-leaves")]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (OWN, 'name="item.C2"'),
        ([*OWN, ("answered", "1"), ("item.C2", "1")], "<p>Right: 100 %.</p>"),
        ([*OWN, ("root", "min"), ("kind", "best-move"), ("solved", "1")], "Solution: C"),
        ([("tree", "[[3, 12], [2, 8]]"), ("kind", "window"), ("about", "C"), ("solved", "1")], "Solution: "),
        ([("tree", "[[3, 12], [2, 8, 1]]"), ("kind", "cut-when")], 'name="item.'),
        ([("tree", "[[3, 12], [2, 8"), ("kind", "values")], "This tree cannot be used: the text ends"),
        ([("tree", "[1, 2]"), ("kind", "cut-when")], "nothing that this exercise can ask about"),
        ([("tree", "[1, 2]"), ("kind", "statement")], "A statement is about all trees"),
    ],
)  # fmt: skip
def test_an_exercise_on_ones_own_tree(query: list[tuple[str, str]], sentence: str) -> None:
    page = exercise_page(ExerciseQuery.parse(query))
    assert sentence in page.body
    assert "Next exercise" not in page.body
    if page.answered is not None:
        assert "tree=" in page.answered.address


@pytest.mark.proof
@pytest.mark.browser
def test_a_tree_made_by_pressing_and_typing_becomes_an_exercise(visit: Visit) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    page = visit("exercises?kind=values", ready=".room img")
    page.get_by_text("Your own tree", exact=True).click()
    field = page.locator('textarea[name="tree"]')
    expect(field).to_have_value("[[3, 12], [2, 8]]")
    page.get_by_role("button", name="Add a child (A)", exact=True).click()
    expect(field).to_have_value("[[3, 12], [2, 8], 0]")
    page.get_by_role("button", name="Add a child (A3)", exact=True).click()
    expect(field).to_have_value("[[3, 12], [2, 8], [0, 0]]")
    page.get_by_label("Value of the leaf D1", exact=True).fill("-7")
    page.get_by_role("button", name="Remove (C2)", exact=True).click()
    expect(field).to_have_value("[[3, 12], [2], [-7, 0]]")
    page.get_by_role("button", name="Make the exercise").click()
    expect(page).to_have_url(re.compile("tree="))
    expect(page.locator('textarea[name="tree"]')).to_have_value("[[3, 12], [2], [-7, 0]]")
    for name, value in {"A": "3", "B": "3", "C": "2", "D": "-7"}.items():
        page.locator(f'[name="item.{name}"]').fill(value)
    page.get_by_role("button", name="Mark my answer").click()
    expect(page.locator("#mark")).to_contain_text("Right: 100 %.")
    fits(page)


@pytest.mark.browser
def test_an_exercise_is_done_by_keyboard(visit: Visit) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    page = visit("exercises?kind=cs188-tied-root&number=2", ready=".room img")
    drawn(page.locator(".room img").first)
    page.get_by_label("C2").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    mark = page.get_by_role("status")
    expect(mark).to_contain_text("Right: 0 %.")
    expect(mark).to_contain_text("Right under ≥, but this exercise uses >")
    expect(page.get_by_label("C2")).to_be_checked()
    page.get_by_label("C2").uncheck()
    page.get_by_label("none of them").check()
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


def test_the_teachers_fields_are_folded_away_and_explained() -> None:
    plain = exercise_page(ExerciseQuery()).body
    folded = plain.partition("<details>")[2].partition("</details>")[0]
    assert all(f'name="{name}"' in folded for name in ("number", "seed", "convention"))
    assert "give the same exercise on every computer" in folded and "cs188: cut when α &gt; β" in folded
    assert "<details open>" in exercise_page(ExerciseQuery(number="2")).body
    assert (
        'name="convention"'
        not in exercise_page(ExerciseQuery("values", algorithm="minimax")).body.partition("</details>")[0]
    )


def test_the_next_exercise_follows_a_right_answer() -> None:
    uncut = [("kind", "cs188-tied-root"), ("number", "2"), ("answered", "1"), ("item.none", "1")]
    page = exercise_page(ExerciseQuery.parse(uncut)).body
    assert "Right: 100 %." in page and "Next exercise" not in page  # the example has two
    made = [("kind", "best-move"), ("answered", "1"), ("item.move", new_exercise("best-move").solution()["move"])]
    assert 'class="button primary" href="/exercises?kind=best-move&amp;number=2' in exercise_page(ExerciseQuery.parse(made)).body  # fmt: skip


def test_boxes_that_are_rightly_empty_have_no_tick() -> None:
    """Seven of nine boxes had a tick, and the answer was worth 0 %."""
    sent = [("kind", "aima-5.2"), ("number", "2"), ("answered", "1"), ("item.B1", "1"), ("item.B2", "1")]
    page = exercise_page(ExerciseQuery.parse(sent)).body
    assert "Right: 0 %." in page and page.count("✓") == 0 and page.count("✗") == 4
