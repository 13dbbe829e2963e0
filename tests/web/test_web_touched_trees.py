"""Trees of lessons and of the room of trees, changed in place by touch, by mouse and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web_page import Visit, fits

from plyground.drawing.node_style import looks
from plyground.searches.tally import new_tally
from plyground.teaching.lessons.course import course
from plyground.trees import Tree
from plyground.web.components.tree_steps.changes import with_leaf, with_slider
from plyground.web.components.tree_steps.films import films, subject
from plyground.web.pages.learn.lesson_page import tree_query
from plyground.web.urls.trees_url import TreeQuery

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = pytest.mark.browser

KINDS = [
    ("minimax", 1, "C2"), ("minimax", 5, "D1"),  # values, and a tree with a mistake
    ("alpha-beta", 1, "C1"), ("alpha-beta", 3, "C1"),  # the next leaf, and skipped leaves
    ("alpha-beta", 9, "C2"), ("alpha-beta", 7, "C2"),  # values that alpha-beta returns
    ("depth", 3, "E"), ("order", 2, "B1"), ("order", 3, "D1"),  # static values, visits, an order to arrange
    ("players", 2, "C1"), ("chance", 2, "C1"), ("chance", 7, "C1"),  # utilities, averages, bounds
    ("test", 3, "F2"),  # a window
]  # fmt: skip


def query_of(name: str, step: int) -> TreeQuery:
    question = course("en")[name].parts[step - 1].question
    assert question is not None
    query = tree_query(question)
    assert query is not None
    return query


def shows(page: Any, query: TreeQuery) -> None:
    """Wait until every node in view is drawn as the searches of a query leave it."""
    looked: dict[str, tuple[str, str]] = {}
    for scene in films(query, subject(query), new_tally()):
        plan = scene.film.plan
        found, _edges = looks(plan, len(scene.film.run.steps) - 1)
        states = [{"cut": "gone"}.get(look.state, look.state) for look in found]
        told = [look.value or spot.text for spot, look in zip(plan.spots, found, strict=True)]
        looked |= {spot.name: each for spot, each in zip(plan.spots, zip(states, told, strict=True), strict=True)}
    page.wait_for_function(
        """(looked) => {
            const drawn = [...document.querySelectorAll(".scene:last-of-type [data-node]")];
            return drawn.length > 2 && drawn.every((node) => {
                const [state, value] = looked[node.dataset.node] ?? [];
                const text = node.querySelector(".value")?.textContent ?? "";
                return node.classList.contains(state) && text === value;
            });
        }""",
        arg=looked,
        polling=50,
    )


def field(page: Any, leaf: str) -> Any:
    return page.get_by_label(f"Value of the leaf {leaf}", exact=True).first


def drag_by_touch(page: Any, leaf: str, units: int) -> None:
    """Drag a leaf up with a finger: 8 pixels are a unit."""
    finger = page.context.new_cdp_session(page)
    field(page, leaf).scroll_into_view_if_needed()
    box = field(page, leaf).bounding_box()
    x, y = box["x"] + box["width"] / 6, box["y"] + box["height"] / 2
    way = [y - 4 * part for part in range(0, 2 * units + (1 if units > 0 else -1), 1 if units > 0 else -1)]
    for kind, points in (("touchStart", way[:1]), *(("touchMove", [point]) for point in way[1:]), ("touchEnd", [])):
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": point} for point in points]}
        )
    finger.detach()


def type_by_keyboard(page: Any, leaf: str, text: str) -> None:
    field(page, leaf).focus()
    page.keyboard.type(text)  # the selected value is replaced
    page.keyboard.press("Enter")


def plus(text: str, units: int) -> str:
    """Return a value, or the first number of a vector, and some units more."""
    return re.sub(r"[−-]?\d+", lambda found: str(int(found[0].replace("−", "-")) + units), text, count=1)


@pytest.mark.parametrize(
    ("name", "step", "leaf"), [pytest.param(*each, marks=[pytest.mark.proof] * (place > 2)) for place, each in enumerate(KINDS)]
)  # fmt: skip
def test_a_lesson_of_each_kind_is_changed_by_touch_and_by_keyboard(
    visit: Visit, name: str, step: int, leaf: str
) -> None:
    page = visit(f"learn/{name}?step={step}&shown=1", ready="[data-node]", width=390, has_touch=True, is_mobile=True)
    query = query_of(name, step)
    shows(page, query)
    before = field(page, leaf).input_value()
    drag_by_touch(page, leaf, 2)
    expect(field(page, leaf)).to_have_value(plus(before, 2).replace("-", "−"))
    query = with_leaf(query, path(query, leaf), plus(before, 2))
    shows(page, query)
    type_by_keyboard(page, leaf, plus(before, 1))
    query = with_leaf(query, path(query, leaf), plus(before, 1))
    shows(page, query)
    page.keyboard.press("ArrowDown")
    query = with_leaf(query, path(query, leaf), before)
    shows(page, query)
    expect(page.locator(".mark")).to_contain_text("This is the answer.")  # the answer stays
    fits(page)


def path(query: TreeQuery, leaf: str) -> tuple[int, ...]:
    tree = Tree.parse(query.tree)
    return tree.path(next(node for node in range(len(tree)) if tree.name(node) == leaf))


def test_depth_and_order_are_moved_by_sliders(visit: Visit) -> None:
    page = visit("learn/depth?step=3&shown=1", ready="[data-node]", width=390)
    query = query_of("depth", 3)
    page.locator('[data-slider="depth"]').focus()
    page.keyboard.press("ArrowLeft")
    shows(page, with_slider(query, "depth", 0))
    expect(page.locator('[data-node="A"] .value')).to_have_text("5")  # the greater of the static values 4 and 5
    page.keyboard.press("End")
    shows(page, with_slider(query, "depth", 2))
    page.goto(page.url.partition("/learn")[0] + "/learn/order?step=1&shown=1")
    leaves = page.locator(".counts div:nth-child(2) dd")
    expect(leaves).to_have_text("9")
    page.locator('[data-slider="order"]').focus()
    page.keyboard.press("ArrowRight")
    expect(leaves).to_have_text("5")  # 3 + 3 - 1: Knuth and Moore (1975)
    expect(page.locator(".slider .at")).to_have_text("the best first")


def test_a_value_that_is_no_number_is_refused_with_a_reason(visit: Visit) -> None:
    page = visit("learn/chance?step=7&shown=1", ready="[data-node]")
    type_by_keyboard(page, "B1", "x")
    expect(page.locator(".ply-steps .trouble")).to_have_text("“x” is not a number: write for example 3, −1/2 or −∞.")
    type_by_keyboard(page, "B1", "11")
    expect(page.locator(".ply-steps .trouble")).to_contain_text("there are utilities beyond its bounds")
    type_by_keyboard(page, "B1", "10")
    expect(page.locator(".ply-steps .trouble")).to_be_hidden()
    expect(page.locator('[data-node="B"] .value')).to_contain_text("15/2")


def test_a_tree_of_the_room_is_changed_and_the_address_follows(visit: Visit) -> None:
    page = visit("trees?tree=[[3,12],[2,8]]&algorithm=alphabeta", ready="[data-node]")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator('[data-node="A"] .value')).to_have_text("3")
    box = field(page, "C1").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 10, box["y"] + 10 - 8 * 3, steps=6)
    page.mouse.up()
    expect(page.locator('[data-node="A"] .value')).to_have_text("5")
    expect(page.locator('[data-node="C2"]')).to_have_class(re.compile("done"))  # no longer cut
    expect(page).to_have_url(re.compile(re.escape("tree=[[3,12],[5,8]]")))
    page.reload()
    expect(field(page, "C1")).to_have_value("5")


def test_without_scripts_the_lesson_shows_the_solved_tree(visit: Visit) -> None:
    page = visit("learn/minimax?step=1&shown=1", ready="noscript", java_script_enabled=False)
    expect(page.locator("noscript .notice")).to_have_text("Without JavaScript the trees cannot be changed.")
    expect(page.locator(".room img").first).to_be_visible()
