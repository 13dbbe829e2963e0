"""The stepping view in a browser: on its page and in a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from web_page import Visit, fits

from plyground.drawing.node_style import looks
from plyground.stepping.comparison import Subject, screen
from plyground.stepping.film import Film
from plyground.stepping.standalone import standalone
from plyground.stepping.view import stepping
from plyground.trees import Tree, random_tree

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = pytest.mark.browser

AIMA = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
EQUAL = "[[3, 5], [3, 4], [6, 9]]"


def shown(page: Any) -> dict[str, tuple[str, str, bool]]:
    """Every node: its state, its value, whether it is on the best line."""
    nodes = page.locator("[data-node]").evaluate_all(
        """nodes => nodes.map(node => [node.dataset.node, node.getAttribute("class"),
            node.querySelector(".value")?.textContent ?? ""])"""
    )
    states = {"ahead": "ahead", "open": "open", "done": "done", "gone": "cut"}
    return {
        name: (
            next(state for sign, state in states.items() if sign in classes.split()),
            value,
            "line" in classes.split(),
        )
        for name, classes, value in nodes
    }


def true(film: Film, step: int) -> dict[str, tuple[str, str, bool]]:
    """The same, as the drawings of Python have it."""
    found, _edges = looks(film.plan, step)
    return {
        spot.name: (look.state, look.value or spot.text, look.line)
        for spot, look in zip(film.plan.spots, found, strict=True)
    }


def open_file(browser: Any, file: Path, **options: Any) -> Any:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True, **options)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_selector("[data-node]")
    return page


def write(folder: Path, tree: Tree, *algorithms: str) -> tuple[Path, list[Film]]:
    subject = Subject.tree(tree)
    scenes = screen(subject, algorithms)
    file = folder / "tree.html"
    file.write_text(standalone(stepping(scenes, whole=True), "A tree"), encoding="utf-8")
    return file, [scene.film for scene in scenes]


@pytest.mark.proof
def test_a_file_shows_every_step_as_the_run_has_it(browser: Any, tmp_path: Path) -> None:
    file, (film,) = write(tmp_path, Tree.parse(AIMA), "alphabeta")
    page = open_file(browser, file)
    last = len(film.run.steps) - 1

    def check(step: int) -> None:
        expect(page.locator(".place")).to_have_text(f"{step + 1} / {last + 1}")
        assert shown(page) == true(film, step)
        expect(page.locator(".said")).to_have_text(film.reel(0)[step][0])

    check(0)
    for step in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        check(step)
    for step in reversed(range(last)):
        page.keyboard.press("j")
        check(step)
    assert page.errors == []
    page.context.close()


def test_the_tree_is_read_and_walked_as_a_tree(browser: Any, tmp_path: Path) -> None:
    """It follows the ARIA practices for role=tree: levels, places among siblings, one stop of Tab, and the keys."""
    file, _films = write(tmp_path, Tree.parse(AIMA), "alphabeta")
    page = open_file(browser, file)
    names = ["A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3"]  # each below its parent

    def read() -> list[dict[str, str]]:
        found: list[dict[str, str]] = page.get_by_role("treeitem").evaluate_all(
            "nodes => nodes.map(node => Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])))"
        )
        return found

    def here(name: str) -> None:
        expect(page.locator(f'[data-node="{name}"]')).to_be_focused()
        assert [node["data-node"] for node in read() if node["tabindex"] == "0"] == [name]

    def keys(*pressed: str) -> None:
        for key in pressed:
            page.keyboard.press(key)

    nodes = read()
    assert [node["data-node"] for node in nodes] == names
    assert [int(node["aria-level"]) for node in nodes] == [min(len(name), 2) + (name > "A") for name in names]
    places = [(node["aria-posinset"], node["aria-setsize"]) for node in nodes]
    assert places == [("1", "1")] + [(place, "3") for part in "123" for place in (part, "1", "2", "3")]
    assert [node.get("aria-expanded") for node in nodes] == ["true" if len(name) == 1 else None for name in names]
    page.locator('[data-node="A"]').focus()
    keys("ArrowDown", "ArrowRight")
    here("C")
    keys("End")
    here("D3")
    keys("Home")
    here("A")
    keys("Shift+C", "2")
    here("C2")
    keys("Enter")  # to the step that cuts it, at C
    assert [node["data-node"] for node in read() if node["aria-selected"] == "true"] == ["C"]
    expect(page.locator("[aria-live=polite]")).to_contain_text("cannot matter, cut")
    keys("ArrowUp", " ")
    expect(page.locator('[data-node="C"]')).to_have_attribute("aria-expanded", "false")
    assert [node["data-node"] for node in read()] == [name for name in names if name not in ("C1", "C2", "C3")]
    keys(" ")
    expect(page.get_by_role("treeitem")).to_have_count(13)
    assert [node["data-node"] for node in read()] == names
    here("C")
    assert page.errors == []
    page.context.close()


@pytest.mark.proof
def test_each_pass_begins_with_nothing_visited(browser: Any, tmp_path: Path) -> None:
    """Wherever one comes from: by steps, by leaps, or by the address."""
    file = tmp_path / "passes.html"
    scenes = screen(Subject.tree(Tree.parse(AIMA)), ("iterative-deepening",))
    file.write_text(standalone(stepping(scenes, whole=True), "A tree"), encoding="utf-8")
    page = open_file(browser, file)
    view, said = page.locator(".ply-steps"), page.locator(".said")
    end = shown(page) if view.press("End") is None else {}
    assert {name for name, (state, _value, _line) in end.items() if state == "cut"} == {"C2", "C3"}
    second = scenes[0].film.head()["passes"][1]
    for keys in (
        ["Home", *["ArrowRight"] * second],
        ["End", *["ArrowLeft"] * (len(scenes[0].film.run.steps) - 1 - second)],
    ):
        for key in keys:
            view.press(key)
        expect(said).to_have_text("The search starts anew, 2 plies deep.")
        assert {state for name, (state, _value, _line) in shown(page).items() if name != "A"} == {"ahead"}
    view.press("ArrowLeft")
    assert [shown(page)[name][:2] for name in "ABCD"] == [("done", "0")] * 4
    page.goto(f"{file.as_uri()}#step={second + 1}")
    page.reload()
    expect(said).to_have_text("The search starts anew, 2 plies deep.")
    assert {state for name, (state, _value, _line) in shown(page).items() if name != "A"} == {"ahead"}
    assert page.errors == []
    page.context.close()


@pytest.mark.proof
def test_two_searches_keep_one_clock(browser: Any, tmp_path: Path) -> None:
    file, films = write(tmp_path, Tree.parse(AIMA), "alphabeta", "minimax")
    page = open_file(browser, file)
    page.get_by_role("button", name="Last step").click()
    leaves = page.locator(".counts div:nth-child(2) dd")
    expect(leaves).to_have_text(["7", "9"])
    expect(page.locator(".tally").first).to_have_text(
        "7 of the 7 leaves that this search visits. The dotted line: every search needs at least 5."
    )
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    page.keyboard.press("Home")
    for _step in range(20):
        page.keyboard.press("ArrowRight")
    for number, film in enumerate(films):
        expect(page.locator(".own").nth(number)).to_have_text(film.reel(0)[20][0])
    page.get_by_role("button", name="Minimax").click()
    expect(page.locator(".listing .row").first).to_contain_text("value(node):")
    expect(page.locator(".row.now")).to_have_count(1)
    page.get_by_role("button", name="Source text").click()
    expect(page.locator(".listing .row").first).to_contain_text("def minimax")
    expect(page.locator(".row.now")).to_have_count(1)
    page.context.close()


@pytest.mark.proof
def test_a_large_tree_stays_usable(browser: Any, tmp_path: Path) -> None:
    file, (film,) = write(tmp_path, random_tree(3, 8, most=500, seed=1), "alphabeta")
    page = open_file(browser, file)
    assert page.locator("[data-node]").count() < 60  # only the path to the node of the step
    page.locator(".ply-steps").focus()
    page.keyboard.press("End")
    expect(page.locator(".said")).to_have_text(film.reel(film.reels() - 1)[-1][0])
    page.keyboard.press("f")  # the whole tree: what is in view is drawn
    expect(page.locator(".overview")).to_be_visible()
    assert page.locator("[data-node]").count() < 800 < len(film.plan.spots)
    page.keyboard.press("0")
    expect(page.locator(".far")).to_be_visible()
    assert page.errors == []
    page.context.close()


def test_stepping_on_the_page_by_mouse_and_by_keyboard(visit: Visit) -> None:
    page = visit("trees", ready="[data-node]")
    place = page.locator(".place")
    page.get_by_role("button", name="Step forward").click()
    expect(place).to_have_text("2 / 33")
    page.locator('[data-node="C2"] .name').click()  # where it is cut
    expect(page.locator(".said")).to_contain_text("cannot matter, cut")
    expect(page.locator('[data-node="C2"]')).to_have_class(re.compile("gone"))
    expect(page.locator(".row.now")).to_have_text("            if α ≥ β: return v\n")
    expect(page.locator(".stack li")).to_have_count(2)
    expect(page.locator(".stack li").first).to_contain_text("value (C)")
    expect(page.locator(".stack li").first).to_contain_text("α = 3")
    page.get_by_role("button", name="Source text").click()
    expect(page.locator(".row.now")).to_contain_text("trace.cut")
    expect(page.locator(".stack li").first).to_contain_text("alphabeta (C)")
    page.get_by_role("button", name="Pseudo-code").click()
    expect(page.locator(".row.now")).to_contain_text("if α ≥ β")
    page.locator('[data-node="C2"]').focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-node="C"]')).to_be_focused()
    page.keyboard.press("Enter")  # where it is entered
    expect(page.locator(".said")).to_have_text("From A to C, in the window [3, +∞].")
    page.keyboard.press(" ")
    expect(page.locator('[data-node="C1"]')).to_have_count(0)
    page.keyboard.press(" ")
    expect(page.locator('[data-node="C1"]')).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator(".keys-steps")).to_be_visible()
    expect(page).to_have_url(re.compile("step=14$"))
    page.reload()
    expect(place).to_have_text("14 / 33")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as one HTML file").click()
    assert "alphabeta" in Path(download.value.path()).read_text(encoding="utf-8")


@pytest.mark.proof
def test_the_cut_rule_is_toggled_and_compared(visit: Visit) -> None:
    page = visit("play")
    page.get_by_role("button", name="Lab").click()
    page.get_by_role("link", name="Trees", exact=True).click()
    page.get_by_text("Your own tree").click()
    page.locator("textarea").fill(EQUAL)
    page.get_by_role("button", name="Show this tree").click()
    expect(page).to_have_url(re.compile("tree="))
    page.get_by_role("button", name="Last step").click()
    leaves = page.locator(".counts div:nth-child(2) dd")
    expect(leaves).to_have_text("5")
    page.locator(".ply-steps").focus()
    page.keyboard.press("c")
    expect(page.locator(".difference")).to_have_text("Cut when α > β, not when α ≥ β. Also visited: C2.")
    expect(page.locator('[data-node="C2"]')).to_have_class(re.compile("more"))
    expect(leaves).to_have_text("6")
    page.get_by_role("button", name="Change the cut rule, and see the difference").click()
    expect(leaves).to_have_text("5")
    expect(page.locator(".difference")).to_be_hidden()


@pytest.mark.proof
def test_the_other_rule_of_a_large_tree_comes_when_it_is_asked_for(visit: Visit) -> None:
    page = visit("trees?random=60,2&seed=4&step=41", ready="[data-node]")
    page.locator(".ply-steps").focus()
    page.keyboard.press("c")
    expect(page.locator(".difference")).to_contain_text("Cut when α > β, not when α ≥ β. Also visited")
    expect(page.locator(".place")).to_contain_text("41 / ")
    page.locator(".ply-steps").focus()
    page.keyboard.press("End")
    expect(page.locator(".said")).to_contain_text("The search is done")
    page.keyboard.press("c")
    expect(page.locator(".difference")).to_be_hidden()


def test_errors_are_shown_under_their_field(visit: Visit) -> None:
    trouble = ".trouble:not(:empty)"
    page = visit("trees?tree=[[1,2],[3,x]]", ready=trouble, width=390)
    expect(page.locator("details[open]").locator(trouble)).to_contain_text("line 1, column 11")
    page.goto(page.url.partition("?")[0] + "?algorithm=guess")
    expect(page.locator(trouble)).to_contain_text("There is no algorithm “guess”")
    page.goto(page.url.partition("?")[0] + "?example=none")
    expect(page.locator(trouble)).to_contain_text("There is no example “none”")
    page.goto(page.url.partition("?")[0] + "?game=tictactoe&position=xxx......")
    expect(page.locator("details[open]").locator(trouble)).not_to_be_empty()
    page.goto(page.url.partition("?")[0] + "?beside=minimax&beside=sss-star&step=99")
    expect(page.locator(trouble)).to_have_text("The steps here are numbered from 1 to 76; there is no step “99”.")
    expect(page.locator(".place")).to_have_text("76 / 76")
    expect(page.locator(".scene")).to_have_count(3)
    expect(page.locator('select[name="algorithm"]')).to_have_value("alphabeta")
    for number, algorithm in enumerate(("minimax", "sss-star", "")):
        expect(page.locator('select[name="beside"]').nth(number)).to_have_value(algorithm)
    page.get_by_role("button", name="Step back").click()
    expect(page.locator(trouble)).to_have_count(0)
    page.goto(page.url.partition("?")[0])  # the first example, on a telephone
    expect(page.locator("[data-node]")).to_have_count(13)
    fits(page)
