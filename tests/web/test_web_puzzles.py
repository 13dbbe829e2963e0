"""The room of puzzles: answers are judged, refuted with a reply, and kept with the visitor's work."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from browser import Server
from web_page import Visit, cell, expect, fits, press

from plyground.puzzles.puzzle_file import supplied
from plyground.store.records import PuzzleAttempt
from plyground.web.components.puzzle_progress import Progress

pytestmark = pytest.mark.browser


def of_game(name: str, moves: int) -> Any:
    return supplied().choose(name, moves)[0]


def words_of(puzzle: Any, verdict: str) -> str:
    return next(word for word, given in puzzle.answers.items() if given.verdict == verdict)


def told(page: Any) -> Any:
    return page.locator(".task .told")


@pytest.mark.proof
def test_a_puzzle_is_refuted_tried_again_and_solved(visit: Visit) -> None:
    puzzle = of_game("tictactoe", 2)
    page = visit(f"puzzles?puzzle={puzzle.id}")
    expect(page.get_by_role("heading", level=2)).to_contain_text("wins in 2 moves. Only one first move does it")
    wrong = words_of(puzzle, "wrong")
    cell(page, int(wrong)).click()
    expect(told(page)).to_contain_text(re.compile(f"^Cell {wrong} (does not win|loses): "))
    expect(told(page)).to_contain_text(puzzle.answers[wrong].replies[0])
    expect(cell(page, int(puzzle.answers[wrong].replies[0]))).to_have_attribute("aria-label", re.compile("[XO]$"))
    expect(page.locator(".figures")).to_contain_text("None in a row at the first try yet")
    press(page, "Try again")
    expect(cell(page, int(wrong))).to_have_attribute("aria-label", re.compile("free$"))
    press(page, "Show the move")
    expect(told(page)).to_contain_text(f"The right move is cell {puzzle.line[0]}.")
    cell(page, int(puzzle.line[0])).click()
    expect(told(page)).to_contain_text(f"answers cell {puzzle.line[1]}: go on.")
    cell(page, int(puzzle.line[2])).click()
    expect(told(page)).to_contain_text("Solved.")
    expect(page.locator(".figures")).to_contain_text("1 puzzle solved")
    expect(page.locator(".figures")).to_contain_text("None in a row at the first try yet")
    page.get_by_role("link", name="My work", exact=True).click()
    page.wait_for_url("**/mine")
    expect(page.get_by_text("1 puzzle solved")).to_be_visible()
    page.goto(page.url.replace("mine", "puzzles?game=tictactoe&level=2"))
    expect(page.locator("[data-puzzle]")).not_to_have_attribute("data-puzzle", puzzle.id)  # one that is not solved
    fits(page)


def test_the_puzzle_of_the_day_counts_the_days_and_the_streak(visit: Visit) -> None:
    page = visit("puzzles", ready="[data-puzzle]")
    today = date.fromisoformat(page.locator("[data-puzzle]").get_attribute("data-day"))
    puzzle = supplied().of_day(today.toordinal())
    expect(page.locator("[data-puzzle]")).to_have_attribute("data-puzzle", puzzle.id)
    asked: dict[str, Any] = {"puzzle": puzzle.id, "day": today.isoformat(), "line": []}
    origin = page.url.removesuffix("/puzzles")
    own: list[str] = []
    answers = puzzle.answers
    while answers:
        word, given = next(each for each in answers.items() if each[1].verdict == "right")
        sent = page.request.post(
            f"{origin}/puzzles/answer", data={**asked, "line": own, "word": word}, headers={"Origin": origin}
        )
        assert sent.status == 200
        own, answers = [*own, word], given.answers
    assert sent.json()["verdict"] == "solved"
    assert "1 in a row at the first try" in sent.json()["figures"]
    page.reload()
    expect(page.locator(".figures")).to_contain_text("Puzzle of the day: 1 day in a row")
    expect(page.get_by_text("Today's puzzle is solved.")).to_be_visible()
    expect(page.locator("[data-puzzle]")).not_to_have_attribute("data-puzzle", puzzle.id)


def test_pieces_are_moved_and_the_board_of_the_second_side_is_turned(visit: Visit) -> None:
    puzzle = next(each for each in supplied().choose("dame") if each.position.endswith("C"))
    page = visit(f"puzzles?puzzle={puzzle.id}", width=390)
    labels = (page.locator(f'[aria-label^="cell {word},"]') for word in puzzle.line[0].split("-"))
    start, end = (int(each.get_attribute("data-cell")) for each in labels)
    cell(page, start).click()
    cell(page, end).click()
    expect(told(page)).to_contain_text(re.compile("Right|Solved"))
    fits(page)


def test_bad_requests_are_refused_with_a_sentence(server: Server, visit: Visit) -> None:
    page = visit("puzzles", ready="[data-puzzle]")
    origin = page.url.removesuffix("/puzzles")
    puzzle = of_game("tictactoe", 2)
    for query, words in (
        ("puzzle=x", "There is no puzzle “x”."),
        ("level=two", "A level is a number of moves"),
        ("game=go", "There is no puzzle of this game and level"),
        ("day=2999-01-01", "There is no puzzle of the day for “2999-01-01”"),
        ("day=soon", "There is no puzzle of the day for “soon”"),
    ):
        refused = page.request.get(f"{origin}/puzzles?{query}")
        assert refused.status == 400
        assert words in refused.text()
    for body, words in (
        ({"puzzle": "none"}, "There is no puzzle “none”."),
        ({"puzzle": puzzle.id}, "The line of answers cannot be read"),
        ({"puzzle": puzzle.id, "line": [words_of(puzzle, "wrong")]}, "is not the right answer here"),
        ({"puzzle": puzzle.id, "line": [], "cells": [99]}, "These cells are no move"),
        ({"puzzle": puzzle.id, "line": [], "cells": "x"}, "These cells are no move"),
        ({"puzzle": puzzle.id, "line": [], "word": "<b>"}, "<b>"),
        ([1], "The answer cannot be read"),
    ):
        refused = page.request.post(f"{origin}/puzzles/answer", data=body, headers={"Origin": origin})
        assert refused.status == 400
        assert words in refused.json()["trouble"]


def attempt(day: str, first_try: bool, solved: bool = True) -> PuzzleAttempt:
    return PuzzleAttempt("p" + day, day, first_try, solved)


def test_streaks_are_counted_from_the_last_result() -> None:
    today = date(2026, 3, 1)
    rows = [attempt("2026-02-26", True), attempt("2026-02-27", False), attempt("2026-02-28", True), attempt("", True)]
    found = Progress.of(rows, today)
    assert (found.streak, found.days, found.is_day_done, len(found.solved)) == (2, 3, False, 4)
    found = Progress.of([*rows, attempt("2026-03-01", False, solved=False)], today)
    assert (found.streak, found.days, found.is_day_done) == (0, 3, False)
    assert Progress.of([*rows, attempt("2026-03-01", True)], today).days == 4
    assert Progress.of(rows, date(2026, 3, 2)).days == 0
