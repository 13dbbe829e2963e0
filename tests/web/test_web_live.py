"""A class live in real browsers: a vote, an exercise for all, games between neighbours."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from browser import CODE, Server
from web_page import cell, expect, press

pytestmark = pytest.mark.browser


@pytest.fixture
def teacher(school: Server, visit_of: Any) -> Any:
    """The teacher's page without a task."""
    page = visit_of(school, "enter", ready="h1")
    page.context.add_cookies([school.teacher_cookie])
    page.goto(f"{school.url}class/live")
    yield page
    page.goto(f"{school.url}class/live")
    if page.get_by_role("button", name="End the task").is_visible():
        press(page, "End the task")
        expect(page.get_by_role("heading", name="No task now")).to_be_visible()
    if page.get_by_role("button", name="Show the names").is_visible():
        press(page, "Show the names")
    seats = page.locator('button[value="remove"]')
    while count := seats.count():  # the next test has students of the same names
        seats.first.click()
        expect(seats).to_have_count(count - 1)


@pytest.fixture
def student(school: Server, visit_of: Any) -> Any:
    """Bring a student of this name into the class."""

    def come(name: str) -> Any:
        page = visit_of(school, f"enter?code={quote(CODE)}", ready="h1")
        page.goto(f"{school.url}live")
        page.get_by_label("Your name").fill(name)
        press(page, "Join the class")
        page.wait_for_selector("[data-student]")
        return page

    return come


def set_task(teacher: Any, path: str, words: str) -> None:
    """Choose a page in the form of tasks, and press a button beside it."""
    lists = teacher.locator("select[name=path]")
    chosen = teacher.locator(f'select[name=path]:has(option[value="{path}"])')
    assert lists.count() == 3
    chosen.select_option(path)
    press(teacher, words)
    expect(teacher.locator(".kicker")).to_contain_text("Task")


def bars(teacher: Any) -> Any:
    return teacher.locator(".histogram li")


@pytest.mark.proof
def test_a_class_votes_and_the_move_with_most_votes_is_made(teacher: Any, student: Any) -> None:
    class_ = [student(name) for name in ("Ana", "Bogdan", "Carla")]
    set_task(teacher, "/play/tictactoe", "Vote on the next move")
    for page, number in zip(class_, (0, 4, 4), strict=True):
        cell(page, number).click()
        expect(page.locator(".told")).to_have_text(f"Your vote: {number}")
    expect(bars(teacher).first).to_contain_text("2")
    cell(class_[0], 4).click()  # a vote can be changed
    expect(bars(teacher)).to_have_text([re.compile(r"4\s*3")])
    expect(teacher.locator(".count")).to_contain_text("3 of")
    assert "Ana" not in teacher.locator("main").inner_text()
    press(teacher, "Show the names")
    expect(bars(teacher).first).to_contain_text("Ana, Bogdan, Carla")
    press(teacher, "Hide the names")
    press(teacher, "No more answers")
    expect(class_[1].locator(".said")).to_have_text("The vote is closed.")
    expect(class_[1].locator(".histogram")).to_contain_text("3")
    press(teacher, "Play the move with most votes")
    for page in (teacher, *class_):
        expect(cell(page, 4)).to_have_attribute("aria-label", re.compile("X$"))
    expect(class_[0].locator(".said")).to_contain_text("Press your move")
    cell(teacher, 0).click()  # the teacher replies
    expect(cell(class_[2], 0)).to_have_attribute("aria-label", re.compile("O$"))


@pytest.mark.proof
def test_an_exercise_is_led_to_counted_and_kept_under_the_name(teacher: Any, student: Any, school: Server) -> None:
    ana, bob = student("Ana Exercise"), student("Bob")
    bob.goto(f"{school.url}solved")  # elsewhere: he is told, and not led away
    set_task(teacher, "/exercises?kind=best-move&number=1&seed=0&convention=aima", "Everyone solves this exercise")
    ana.wait_for_url("**/exercises?*")
    expect(bob.locator(".live-bar")).to_contain_text("Exercise 1")
    bob.locator(".live-bar").get_by_role("link", name="Open the task").click()
    bob.wait_for_url("**/exercises?*")
    for page, choice in ((ana, 0), (bob, 1)):
        page.locator(".answers input").nth(choice).check()
        press(page, "Mark my answer")
        expect(page.locator("#mark")).to_be_visible()
    expect(teacher.locator(".count")).to_contain_text("2 of")
    expect(teacher.locator('.histogram [aria-label="right answer"]')).to_have_count(1)  # two moves: one is right
    teacher.goto(f"{school.url}class/answers")
    by_student = teacher.get_by_role("table").first
    expect(by_student.get_by_role("rowheader", name="Ana Exercise")).to_have_count(1)


@pytest.mark.proof
def test_neighbours_are_paired_and_play(teacher: Any, student: Any) -> None:
    class_ = [student(name) for name in ("Dan", "Eva")]
    waiting = teacher.locator(".count")
    expect(waiting).to_be_visible()
    set_task(teacher, "/play/nim", "Everyone plays a neighbour")
    for page in class_:
        page.wait_for_url("**/friend/game/**")
        expect(page.locator(".controls")).to_be_in_viewport(ratio=1)
    if teacher.get_by_role("button", name="Show the names").is_visible():
        press(teacher, "Show the names")
    expect(teacher.locator(".places")).to_contain_text("Dan")
    press(teacher, "Hide the names")


def test_a_page_is_set_from_its_own_top_line_and_students_cannot_set_one(
    teacher: Any, student: Any, school: Server
) -> None:
    teacher.goto(f"{school.url}learn/minimax?step=2")
    size = teacher.viewport_size
    teacher.set_viewport_size({"width": 390, "height": 844})
    assert teacher.locator(".top").bounding_box()["height"] < 100  # two lines on a phone
    teacher.set_viewport_size(size)
    teacher.get_by_role("link", name="Set for the class").click()
    press(teacher, "Everyone predicts in this step")
    expect(teacher.locator(".kicker")).to_contain_text("Task")
    late = student("Fay")  # a task that is older than the visit waits for a press
    late.get_by_role("link", name="Open the task").click()
    late.wait_for_url("**/learn/minimax?step=2")
    late.locator(".answers input").first.check()
    press(late, "Check my prediction")
    expect(bars(teacher)).to_have_count(1)
    assert late.request.get(f"{school.url}class/live").url == f"{school.url}live"  # the student's page of the lesson
    headers = {"Origin": school.url.rstrip("/")}
    refused = late.request.post(f"{school.url}class/live", form={"do": "end"}, headers=headers)
    assert refused.status == 403
