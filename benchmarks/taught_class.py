"""The class of 90 minutes of the manual (``docs/teaching.md``), given to simulated students as fast as the server answers.

``python -m benchmarks.taught_class`` prints the sheets, starts a server with a class code, and follows the plan: students
come in and play, do three lessons, work one tree each, mark skipped leaves, and hand in programs; then the teacher grades
the programs, looks at the answers of all and saves them. ``--browsers`` students use Chromium, the others are clients
with cookies, forms and web sockets. A third of the answers and of the programs has a known mistake. At the end each
answer in the teacher's table is compared with the one that was given. Without ``--browsers 0`` it needs playwright.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from benchmarks.classroom import PATIENCE, Visitor, browser
from plyground.i18n import use
from plyground.searches.tally import new_tally
from plyground.teaching.exercises.form_fields import Given, filled_in
from plyground.teaching.exercises.generator import new_exercise
from plyground.teaching.exercises.marking import mark
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.lessons.course import course
from plyground.teaching.tasks.ready_tasks import solution

CODE = "dama-7"
SEED = "7"
MOVES = 5
"""Moves that a client makes at the board."""
EVERY_THIRD = 3
"""Share of the students with a mistake: one in so many."""
SOLUTION = "return max(values) if is_max else min(values)"
FAULTS = {
    "one-side": "return max(values)",
    "swapped": "return min(values) if is_max else max(values)",
    "last-child": "return values[-1]",
    "zero-start": "return max(0, *values) if is_max else min(0, *values)",
}
"""Mistakes of programs, by the names in the table, with the changed line."""


FREE_CELLS = """made => {
    const cells = [...document.querySelectorAll("[data-cell]")];
    const free = cells.filter(cell => !/[XO]$/.test(cell.getAttribute("aria-label")));
    const told = document.querySelector(".status p")?.textContent ?? "";
    return (cells.length - free.length === made && told.includes("Your move") || told.includes("wins"))
        && free.map(cell => cell.dataset.cell);
}"""
"""Script that waits for the student's move, or for the end, and returns the free cells."""


class Answered(NamedTuple):
    """One row of the teacher's table, as it must be."""

    exercise: str
    student: str
    credit: float
    misconceptions: str


class Clock:
    """The times of all requests of the class, by the minutes of the plan."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {}
        self.failed: Counter[str] = Counter()

    async def time(self, minutes: str, ask: Awaitable[Any]) -> Any:
        """Wait for an answer, and keep its time."""
        begun = time.monotonic()
        try:
            return await ask
        except Exception as error:
            self.failed[f"{minutes}: {error!r}"] += 1
            return None
        finally:
            self.spent.setdefault(minutes, []).append(time.monotonic() - begun)

    def report(self) -> None:
        """Print a line for each part of the class."""
        for minutes, spent in self.spent.items():
            ordered = sorted(spent)
            p50, p95 = (1000 * ordered[(len(ordered) - 1) * share // 100] for share in (50, 95))
            print(f"{minutes:>6}  {len(ordered):4} answers, p50 {p50:5.0f} ms, p95 {p95:5.0f} ms, worst {1000 * ordered[-1]:5.0f} ms")  # fmt: skip
        print(f"failed: {sum(self.failed.values())}")
        for reason, count in self.failed.most_common(5):
            print(f"  {count} × {reason}")


class Student:
    """Somebody with a cookie. ``get`` and ``post`` are those of a client or of a browser's page."""

    def __init__(self, name: str, number: int, get: Any, post: Any, play: Any) -> None:
        self.name, self.number, self.get, self.post, self.play = name, number, get, post, play
        self.errs = number % EVERY_THIRD == 0


@asynccontextmanager
async def client(url: str, name: str, number: int) -> Any:
    """Yield a student without a browser."""
    async with browser() as http:

        async def get(path: str) -> str:
            async with http.get(url + path) as answer:
                answer.raise_for_status()
                return await answer.text()

        async def post(path: str, fields: Mapping[str, str]) -> str:
            async with http.post(url + path, data=fields, headers={"Origin": url.rstrip("/")}) as answer:
                answer.raise_for_status()
                return await answer.text()

        async def play() -> None:
            visitor = Visitor(http, url, "play/tictactoe?o=greedy", number)
            await visitor.open(visitor.page)
            for _move in range(MOVES):
                await visitor.move()
            await visitor.socket.close()

        yield Student(name, number, get, post, play)


@asynccontextmanager
async def chromium(found: Any, url: str, name: str, number: int) -> Any:
    """Yield a student with a window of Chromium, who fills in the forms of the page."""
    context = await found.new_context(viewport={"width": 390, "height": 800} if number % 2 else None)
    page = await context.new_page()
    page.set_default_timeout(2000 * PATIENCE)

    async def get(path: str) -> str:
        answer = await page.goto(url + path)
        if not answer.ok:
            raise ConnectionError(f"{path}: {answer.status}")
        return str(await page.content())

    async def post(path: str, fields: Mapping[str, str]) -> str:
        await get(path)
        for name, text in fields.items():
            if not name.startswith("item."):
                continue
            field = page.locator(f'[name="{name}"]').first
            if await field.get_attribute("type") in ("checkbox", "radio"):
                await page.locator(f'[name="{name}"][value="{text}"]').check()
            else:
                await field.fill(text)
        await page.get_by_role("button", name="Mark my answer").click()
        await page.get_by_text(re.compile("^Right: ")).first.wait_for()
        return str(await page.content())

    async def play() -> None:
        await get("play/tictactoe?o=greedy")
        for made in range(0, 9, 2):  # X begins, so it is the student's turn after an even number of moves
            free = await (await page.wait_for_function(FREE_CELLS, arg=made, polling=50)).json_value()
            if "wins" in await page.locator(".status p").first.inner_text():
                return
            await page.locator(f'[data-cell="{free[0]}"]').click()

    yield Student(name, number, get, post, play)
    await context.close()


async def do_lesson(clock: Clock, minutes: str, student: Student, name: str) -> None:
    """Predict at every step of a lesson, and check that the page takes it as right, or as wrong."""
    for step, part in enumerate(course("en")[name].parts, 1):
        assert part.question is not None
        given = part.question.solution(new_tally())
        fields = {"step": str(step), "predicted": "1"} | {f"item.{name}": text for name, text in given.items()}
        page = await clock.time(minutes, student.get(f"learn/{name}?{urlencode(fields)}"))
        if page is not None and "As you predicted." not in page:
            clock.failed[f"{minutes}: {name}, step {step} is not right"] += 1


def answer_of(kind: str, student: Student) -> tuple[Given, Answered]:
    """Return the form that a student fills in, and the row that it must become."""
    exercise = new_exercise(kind, student=student.name, seed=int(SEED))
    if student.errs:
        for name, known in MISCONCEPTIONS.items():
            wrong = exercise.kind.shape.written(exercise.under(known.change))
            found = mark(exercise, wrong)
            if [each.name for each in found.misconceptions] == [name]:
                form = dict.fromkeys(wrong, "1") if isinstance(wrong, list) else {name: str(value) for name, value in wrong.items()}  # fmt: skip
                return form or {"none": "1"}, Answered(kind, student.name, round(float(found.credit), 2), name)
    return filled_in(exercise), Answered(kind, student.name, 1.0, "")


async def do_exercise(clock: Clock, minutes: str, student: Student, kind: str) -> Answered:
    """Answer the student's own exercise."""
    form, expected = answer_of(kind, student)
    query = urlencode({"kind": kind, "student": student.name, "seed": SEED})
    fields = {"kind": kind, "student": student.name, "seed": SEED, "number": "1", "answered": "1"}
    fields |= {f"item.{name}": text for name, text in form.items()}
    await clock.time(minutes, student.post(f"exercises?{query}", fields))
    return expected


def write_programs(folder: Path, pairs: int) -> dict[str, str]:
    """Write a program for each pair. Return the mistake of each by the name of the file."""
    right = solution("minimax")
    assert SOLUTION in right
    mistakes = {}
    for number in range(pairs):
        name = f"pair-{number + 1:02}"
        fault = list(FAULTS)[number % len(FAULTS)] if number % EVERY_THIRD == 0 else ""
        text = right.replace(SOLUTION, FAULTS[fault]) if fault else right
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        mistakes[name] = fault
    return mistakes


def command(*words: str | Path) -> float:
    """Run plyground as a teacher does. Return its seconds."""
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-m", "plyground", *map(str, words)], capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: some submissions are not right
        raise SystemExit(done.stderr)
    return time.monotonic() - begun


@contextmanager
def school(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the address of a server with a class code, and the teacher's link."""
    words = ["web", "--port", "0", "--no-browser", "--class-code", CODE, "--work", str(folder / "class.db")]
    environment = {**os.environ, "LANGUAGE": "en"}
    process = subprocess.Popen([sys.executable, "-m", "plyground", *words], stdout=subprocess.PIPE, text=True, env=environment)  # fmt: skip
    assert process.stdout is not None
    try:
        link = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+token=\S+", line)))
        yield link.partition("enter")[0], link
    finally:
        process.terminate()
        process.wait()


async def give(url: str, link: str, folder: Path, asked: argparse.Namespace) -> bool:
    """Give the class. Return True if everything came as it must."""
    names = [f"Student {number:02}" for number in range(1, asked.students + 1)]
    clock = Clock()
    async with AsyncExitStack() as stack:
        found = None
        if asked.browsers:
            from playwright.async_api import async_playwright

            tools = await stack.enter_async_context(async_playwright())
            where = os.environ.get("PLYGROUND_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
            found = await tools.chromium.launch(executable_path=where, args=["--no-sandbox"])
        students: list[Student] = []
        for number, name in enumerate(names):
            one = chromium(found, url, name, number) if number < asked.browsers else client(url, name, number)
            students.append(await stack.enter_async_context(one))
        teacher = await stack.enter_async_context(client(url, "teacher", 0))
        await clock.time("before", teacher.get(link.removeprefix(url)))

        async def all_do(minutes: str, action: Callable[[Student], Awaitable[Any]]) -> list[Any]:
            begun = time.monotonic()
            done = await asyncio.gather(*map(action, students))
            print(f"{minutes}: done by all after {time.monotonic() - begun:.1f} s", flush=True)
            return done

        await all_do("0–10", lambda one: clock.time("0–10", one.get(f"enter?code={CODE}")))
        await all_do("0–10", lambda one: clock.time("0–10", one.play()))
        await all_do("10–20", lambda one: do_lesson(clock, "10–20", one, "games"))
        await all_do("20–35", lambda one: do_lesson(clock, "20–35", one, "minimax"))
        expected: list[Answered] = await all_do("35–45", lambda one: do_exercise(clock, "35–45", one, "values"))
        await all_do("45–60", lambda one: do_lesson(clock, "45–60", one, "alpha-beta"))
        await clock.time("45–60", teacher.get("trees?tree=[[3,12,8],[2,4,6],[14,5,2]]&algorithm=alphabeta&step=9"))
        expected += await all_do("60–70", lambda one: do_exercise(clock, "60–70", one, "skipped-leaves"))
        page = await clock.time("85–90", teacher.get("class/answers"))
        table = await clock.time("85–90", teacher.get("class/answers.csv"))
    clock.report()
    rows = list(csv.DictReader(io.StringIO(table.lstrip("\ufeff"))))
    kept = Counter(
        Answered(row["exercise"], row["student"], round(float(row["credit"]), 2), row["misconceptions"]) for row in rows
    )
    missing = Counter(expected) - kept
    named = sum(1 for each in expected if each.misconceptions)
    print(f"answers of all: {len(rows)} rows, {len(expected)} answers were given, {named} of them with a mistake")
    print(f"rows that are missing or others: {sum(missing.values())}", *list(missing)[:3])
    told = unescape(page or "")
    return not (clock.failed or missing or len(rows) != len(expected)) and all(name in told for name in names)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.taught_class", description=__doc__)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--browsers", type=int, default=5, help="how many of them use Chromium")
    asked = parser.parse_args()
    use("en")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        names = folder / "names.txt"
        names.write_text("\n".join(f"Student {number:02}" for number in range(1, asked.students + 1)), encoding="utf-8")
        sheets = ("exercise", "export", "values", "skipped-leaves", "--students", names, "--seed", SEED)
        spent = command(
            *sheets, "--points", "5", "--to", "latex", "--key", folder / "key.tex", "-o", folder / "sheets.tex"
        )
        print(f"before: sheets for {asked.students} and their key in {spent:.1f} s")
        spent = command(
            "exercise",
            "export",
            "values",
            "skipped-leaves",
            "--count",
            "15",
            "--to",
            "moodle",
            "-o",
            folder / "bank.xml",
        )
        print(
            f"before: a bank for Moodle in {spent:.1f} s, {(folder / 'bank.xml').read_text().count('<question type')} questions"
        )
        with school(folder) as (url, link):
            is_right = asyncio.run(give(url, link, folder, asked))
        programs = folder / "submissions"
        programs.mkdir()
        mistakes = write_programs(programs, asked.students // 2)
        results = folder / "results.csv"
        spent = command("grade", programs, "--seed", SEED, "--csv", results, "--html", folder / "results.html")
        rows = {row["student"]: row["mistake"] for row in csv.DictReader(io.StringIO(results.read_text("utf-8-sig")))}
        named = sum(rows[name] == fault for name, fault in mistakes.items())
        print(f"marking: {len(rows)} programs in {spent:.1f} s, {named} with the right cause or none")
        for name, fault in mistakes.items():
            if rows[name] != fault:
                print(f"  {name}: {fault or 'no mistake'} was named {rows[name] or 'no mistake'}")
    raise SystemExit(0 if is_right and named == len(mistakes) else 1)


if __name__ == "__main__":
    main()
