"""The teacher's room for grading: files are sent, graded in another process, and shown with their causes."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import time
from collections.abc import Callable
from html import unescape
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from browser import Server
from course_files import CS50
from program import PATIENCE
from submissions import NESTED, WRONG

from plyground.errors import PlygroundError, SpecError
from plyground.teaching.tasks.ready_tasks import TASKS
from plyground.web.grading_keeper import MAX_FILE_BYTES, MAX_FILES, GradingKeeper, _Run, submissions_of
from plyground.web.pages.grading.page import options_of

BOUNDARY = "a-line-between-parts"


def send(server: Server, files: dict[str, str], *, teaches: bool = True, rubric_text: str = "", **fields: str) -> str:
    """Send a form with files. Return the page that follows."""
    parts = [f'name="{name}"\r\n\r\n{text}' for name, text in fields.items()]
    parts += [
        f'name="files"; filename="{name}"\r\nContent-Type: text/x-python\r\n\r\n{text}' for name, text in files.items()
    ]
    if rubric_text:
        parts.append(f'name="rubric"; filename="rubric.toml"\r\n\r\n{rubric_text}')
    body = (
        "".join(f"--{BOUNDARY}\r\nContent-Disposition: form-data; {part}\r\n" for part in parts) + f"--{BOUNDARY}--\r\n"
    )
    cookie = server.teacher_cookie
    headers = {
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        "Origin": server.url.rstrip("/"),
        "Cookie": f"{cookie['name']}={cookie['value']}" if teaches else "",
    }
    with urlopen(Request(f"{server.url}class/grading", body.encode(), headers), timeout=PATIENCE) as answer:
        return unescape(answer.read().decode())


def read(server: Server, path: str) -> str:
    cookie = server.teacher_cookie
    with urlopen(Request(server.url + path, headers={"Cookie": f"{cookie['name']}={cookie['value']}"})) as answer:
        return unescape(answer.read().decode("utf-8-sig"))


def test_a_folder_is_graded_on_the_page_and_saved(server: Server) -> None:
    page = send(
        server, {"class/ana.py": NESTED, "class/ben.py": WRONG["swapped"], "class/notes.txt": "no code"}, seed="7"
    )
    assert "cannot write files" in page and "not an attacker" in page
    until = time.monotonic() + PATIENCE
    while "2 of 2 files are graded." not in page:
        assert time.monotonic() < until
        page = read(server, "class/grading")
    assert re.search(r"ana</th>.*?100%", page, re.DOTALL)
    assert "The smallest example found" in page
    rows = list(csv.DictReader(io.StringIO(read(server, "class/grading.csv"))))
    assert [(row["student"], row["credit"], row["mistake"], row["seed"]) for row in rows] == [
        ("ana", "1.0", "", "7"), ("ben", rows[1]["credit"], "swapped", "7"),
    ]  # fmt: skip


@pytest.mark.proof
def test_a_rubric_gives_points_on_the_page(server: Server) -> None:
    """The mistake is worth 4 of 10 points; a rubric with an unknown name is refused with its file and the names."""
    files = {"ana.py": NESTED, "ben.py": WRONG["swapped"]}
    page = send(server, files, rubric_text="points = 10\n[mistakes]\nswapped = 4\n")
    until = time.monotonic() + PATIENCE
    while "2 of 2 files are graded." not in page:
        assert time.monotonic() < until
        page = read(server, "class/grading")
    assert re.search(r"ana</th>.*?10 of 10.*?ben</th>.*?4 of 10", page, re.DOTALL)
    with pytest.raises(HTTPError) as refused:
        send(server, files, rubric_text="points = 10\n[mistakes]\nnonsense = 4\n")
    assert "rubric.toml" in (told := unescape(refused.value.read().decode())) and "“nonsense” is not known" in told


def test_only_the_teacher_may_run_other_peoples_code(server: Server) -> None:
    for path in ("class/grading", "class/grading.csv"):
        with pytest.raises(HTTPError, match="403"):
            urlopen(server.url + path)
    with pytest.raises(HTTPError, match="403"):
        send(server, {"ana.py": NESTED}, teaches=False)


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["ana.py", "Ben Silva.py"], ["ana", "Ben Silva"]),
        (["class/ana/main.py", "class/ben/main.py"], ["ana", "ben"]),
        (["class\\ana.py"], ["ana"]),
        (["class/ana.py", "class/ben/hw.py", "class/carla/hw.py"], ["ana", "ben", "carla"]),
        (["class/ana/search.py", "class/ben/minimax.py"], ["ana", "ben"]),
        (["group 1/ana.py", "group 1/ben.py", "group 2/carla.py"], ["ana", "ben", "carla"]),
        (["class/ana/hw.py", "class/ana/helper.py", "class/ben/hw.py"], ["ana", "ben"]),
        (
            ["all/Ana Silva_12_assignsubmission_file_/one.py", "all/Ben_13_assignsubmission_file_/two.py"],
            ["Ana Silva", "Ben"],
        ),
    ],
)
def test_students_are_named_by_their_files_or_folders(files: list[str], names: list[str]) -> None:
    assert [student for student, _file in submissions_of(files).files] == names


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ([], f"from 1 to {MAX_FILES} Python files"),
        (["ana.txt"], "ana.txt is not graded: it is not a Python file or a notebook."),
        (["a/b/c/ana.py"], "b/c/ana.py is not graded: it is deeper than the folders of students; move it up."),
        (
            ["a/b/one.py", "a/b/one.PY"],
            "b is not graded: there are several files of this student; keep one of: b/one.py, b/one.PY.",
        ),
        (["ana.py", "ana.py"], "ana is not graded: there are several files named ana.py; give each another name."),
        (["."], ". is not graded: it is not a Python file or a notebook."),
    ],
)
def test_other_files_are_refused_by_name(files: list[str], sentence: str) -> None:
    with pytest.raises(SpecError, match=sentence):
        submissions_of(files)


@pytest.mark.parametrize(
    ("files", "graded", "ungraded"),
    [
        (["hw.py", "hw.py", "eva.py"], ["eva"], ["hw"]),
        (["ben/hw.py", "ben\\hw.py", "ana/hw.py", "eva/hw.py"], ["ana", "eva"], ["ben"]),
        (["group 1/ana.py", "group 1/ana.py", "group 1/ben.py", "group 2/eva.py"], ["ben", "eva"], ["ana"]),
    ],
)
def test_files_of_the_same_name_are_not_graded(files: list[str], graded: list[str], ungraded: list[str]) -> None:
    found = submissions_of(files)
    assert [student for student, _file in found.files] == graded
    assert [each.name for each in found.ungraded] == ungraded
    assert "several files named" in str(found.ungraded[0].sentence)


def test_the_contents_of_other_files_are_graded_beside_files_of_the_same_name() -> None:
    keeper = GradingKeeper()
    files = [("ana.py", WRONG["swapped"].encode()), ("eva.py", NESTED.encode()), ("ana.py", NESTED.encode())]
    keeper.begin("", {"trees": 3}, files)
    try:
        _wait_for(lambda: not keeper.is_running)
    finally:
        keeper.stop()
    assert [(each.student, each.row["credit"]) for each in keeper.graded] == [("ana", 0.0), ("eva", 1.0)]


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(SpecError, match=r"ana.py: this file is too large; a submission has at most 100,000 bytes"):
        GradingKeeper().begin("", {}, [("ana.py", b"#" * (MAX_FILE_BYTES + 1))])


def test_every_ready_task_can_be_chosen() -> None:
    tasks = [name for name, task in TASKS.items() if task.options]
    assert all(options_of(name, "3")["seed"] == 3 for name in tasks)
    assert options_of("bot-minimax", "0") == {
        "seed": 0, "task": "bot", "game": "tictactoe", "same_bot": "minimax:scores=level", "seconds": 20.0,
    }  # fmt: skip
    assert options_of("lecture-trees", "0")["tree"] == ("lecture-three-moves", "lecture-four-levels")


@pytest.mark.parametrize(
    ("task", "seed", "sentence"), [("hats", "0", "no task “hats”"), ("", "-1", "whole number from 0")]
)
def test_wrong_terms_are_refused(task: str, seed: str, sentence: str) -> None:
    with pytest.raises(SpecError, match=sentence):
        options_of(task, seed)


@pytest.mark.parametrize(
    ("task", "chosen", "options"),
    [
        ("", {"course": "cs50", "game": "dame"}, {"course": "cs50"}),
        ("alphabeta", {"convention": "cs188", "game": "dame"}, {"task": "alphabeta", "convention": "cs188"}),
        ("bot", {"game": "nim", "baseline": "greedy"}, {"task": "bot", "game": "nim", "baseline": "greedy"}),
        ("moves", {"baseline": "greedy"}, {"task": "moves", "game": "tictactoe"}),
        ("evaluation", {"game": "dame", "same_evaluation": "advance"}, {"task": "evaluation", "game": "dame", "same_evaluation": "advance"}),
        ("bot-expert", {"game": "dame", "convention": "cs188"}, {"task": "bot", "game": "tictactoe", "same_bot": "expert"}),
    ],
)  # fmt: skip
def test_the_choices_that_fit_a_task_are_its_terms(task: str, chosen: dict[str, str], options: dict[str, str]) -> None:
    assert options_of(task, "0", chosen) == {"seed": 0, **options}


@pytest.mark.parametrize(
    ("task", "chosen", "sentence"),
    [
        ("", {"course": "mit"}, "There is no course “mit”"),
        ("minimax", {"course": "cs50"}, "A course names its own task"),
        ("", {"convention": "x"}, "There is no convention “x”"),
        ("bot", {"game": "hats"}, "There is no game “hats”"),
        ("bot", {"baseline": "hats"}, "There is no bot “hats”"),
        ("evaluation", {"game": "dame", "same_evaluation": "x"}, "There is no evaluation “x”"),
    ],
)
def test_wrong_choices_are_refused_with_a_reason(task: str, chosen: dict[str, str], sentence: str) -> None:
    with pytest.raises(PlygroundError, match=sentence):
        options_of(task, "0", chosen)


@pytest.mark.proof
def test_a_course_is_graded_on_the_page(server: Server) -> None:
    page = send(server, {"ana.py": next(iter(CS50.values()))}, course="cs50")
    assert "Course, convention, game, evaluation, baseline" in page
    until = time.monotonic() + PATIENCE
    while "1 of 1 files are graded." not in page:
        assert time.monotonic() < until
        page = read(server, "class/grading")
    assert re.search(r"ana</th>.*?cs50.*?100%", page, re.DOTALL)


ENDLESS = "import time\ntime.sleep(1e6)\n"


def test_the_list_goes_on_when_a_file_ends_the_process_that_grades() -> None:
    """The process is ended while it runs the second of three files."""
    keeper = GradingKeeper()
    keeper.begin("", {"trees": 3}, [("ana.py", NESTED.encode()), ("ben.py", ENDLESS.encode()), ("eva.py", NESTED.encode())])  # fmt: skip
    try:
        _wait_for(lambda: len(keeper.graded) == 1)
        assert keeper.is_running
        assert keeper._run is not None and keeper._run._process is not None
        keeper._run._process.kill()
        _wait_for(lambda: not keeper.is_running)
    finally:
        keeper.stop()
    assert [(each.student, each.row["credit"]) for each in keeper.graded] == [("ana", 1.0), ("ben", 0.0), ("eva", 1.0)]
    assert "was ended while it ran this file" in keeper.graded[1].row["cause"]


def test_every_file_gets_a_result_if_the_process_ends_before_it_hears_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    start = _Run._started

    def start_and_kill(grading: _Run) -> subprocess.Popen[str] | None:
        process = start(grading)
        if process is not None:
            process.kill()
            process.wait()
        return process

    monkeypatch.setattr(_Run, "_started", start_and_kill)
    keeper = GradingKeeper()
    keeper.begin("", {"trees": 3}, [("ana.py", NESTED.encode()), ("ben.py", NESTED.encode())])
    try:
        _wait_for(lambda: not keeper.is_running)
    finally:
        keeper.stop()
    assert [(each.student, each.row["credit"]) for each in keeper.graded] == [("ana", 0.0), ("ben", 0.0)]
    assert all("was ended" in each.row["cause"] for each in keeper.graded)


def test_the_page_lists_everything_that_is_not_graded(server: Server) -> None:
    files = {"class/ana.py": NESTED, "class/ben/hw.py": NESTED, "class/carla/hw.py": NESTED, "class/carla/src/x.py": NESTED}  # fmt: skip
    page = send(server, files | {"class/dora/a.py": NESTED, "class/dora/b.py": NESTED, "class/notes.txt": "no code"})
    for name in (
        "carla/src/x.py is not graded: it is deeper",
        "notes.txt is not graded: it is not a Python file or a notebook.",
    ):
        assert name in page
    until = time.monotonic() + PATIENCE
    while "4 of 4 files are graded." not in page:
        assert time.monotonic() < until
        page = read(server, "class/grading")
    assert [student in page for student in ("ana</th>", "ben</th>", "carla</th>", "dora</th>")] == [True] * 4
    assert "there are several files of this student; keep one of: dora/a.py, dora/b.py" in page


def _wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)
