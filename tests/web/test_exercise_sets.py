"""Exercise sets on the real server: the class list, signing in, answers under one's own name, and the teacher's view."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from browser import CODE, Server

from plyground.errors import SpecError
from plyground.store.records import ExerciseSet, RosterStudent
from plyground.web.components.classroom.set_answers import student_query
from plyground.web.pages.sets.roster_file import read_roster, shown_code, write_roster
from plyground.web.pages.sets.set_form import local_text, read_exercises, read_terms

ZOE, YANN = "Zoë of the sets", "Yann of the sets"
FORM = {"title": "Sheet", "attempts": "2", "solutions": "due"}


class Visitor:
    """A browser without scripts: it keeps cookies, follows links and sends forms."""

    def __init__(self, server: Server, *, teaches: bool = False) -> None:
        self.url = server.url
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        cookie = server.teacher_cookie
        self._headers = {"Origin": self.url.rstrip("/")} | (
            {"Cookie": f"{cookie['name']}={cookie['value']}"} if teaches else {}
        )
        if not teaches:
            self.open(f"/enter?code={quote(CODE)}")
            self.open("/sets")

    def open(self, path: str, **form: str) -> tuple[int, str]:
        """Return the status and the text of a page; a form is sent."""
        return self._open(path, urlencode(form).encode() if form else None, {})

    def send_file(self, path: str, content: bytes) -> tuple[int, str]:
        """Return the status and the text of the page after a file was sent."""
        head = 'Content-Disposition: form-data; name="file"; filename="class.csv"\r\nContent-Type: text/csv'
        body = f"--a-line\r\n{head}\r\n\r\n".encode() + content + b"\r\n--a-line--\r\n"
        return self._open(path, body, {"Content-Type": "multipart/form-data; boundary=a-line"})

    def _open(self, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, str]:
        try:
            with self._opener.open(Request(self.url.rstrip("/") + path, body, self._headers | headers)) as answer:
                return answer.status, unescape(answer.read().decode("utf-8-sig"))
        except HTTPError as error:
            return error.code, unescape(error.read().decode())


@pytest.fixture(scope="module")
def teacher(school: Server) -> Iterator[Visitor]:
    visitor = Visitor(school, teaches=True)
    assert visitor.open("/class/roster", names=f"{ZOE}\n{YANN}")[0] == 200
    yield visitor
    for row in csv.DictReader(io.StringIO(visitor.open("/class/roster.csv")[1])):
        visitor.open("/class/roster", remove=row["name"])  # with a list, only its students join live classes


@pytest.fixture(scope="module")
def codes(teacher: Visitor) -> dict[str, str]:
    rows = csv.DictReader(io.StringIO(teacher.open("/class/roster.csv")[1]))
    return {row["name"]: row["code"] for row in rows}


def made_set(teacher: Visitor, **changes: str) -> str:
    """Make a set. Return its key."""
    form = FORM | {"title": f"Sheet {len(changes)}", "count.best-move": "1"} | changes
    status, page = teacher.open("/class/sets", **form)
    assert status == 200
    found = re.search(r'action="/class/sets/([\w-]+)"', page)
    assert found
    return found[1]


def options(page: str) -> list[str]:
    """Return the values of the fields of an answer by choice."""
    return re.findall(r'name="item\.move" value="(\w+)"', page)


def test_a_student_signs_in_answers_and_cannot_see_solutions_or_try_too_often(
    school: Server, teacher: Visitor, codes: dict[str, str]
) -> None:
    key = made_set(teacher, due="2100-01-01T00:00")
    student = Visitor(school)
    assert "Your code" in student.open("/sets")[1]
    status, page = student.open("/sets/sign-in", code="wrong")
    assert status == 403 and "No student has this code." in page
    assert f"Signed in as {ZOE}" in student.open("/sets/sign-in", code=shown_code(codes[ZOE]).upper())[1]
    path = f"/sets/{key}/1"
    _status, page = student.open(path)
    assert "2 attempts are left." in page and "Show the solution" not in page
    assert "Solution:" not in student.open(f"{path}?solved=1")[1]
    choices = options(page)
    assert "Right: " not in student.open(f"{path}?answered=1&item.move={choices[0]}")[1]  # a try that does not count
    assert student.open(path, **{"item.move": "Q"})[0] == 400
    marks = [student.open(path, **{"item.move": choice}) for choice in (*choices[:2], choices[0])]
    assert [status for status, _page in marks] == [200, 200, 403]
    assert all("Right: " in page for _status, page in marks[:2])
    assert "No attempt is left" in marks[2][1]
    assert "0 attempts are left." in student.open(path)[1]
    student.open("/mine/delete", yes="1")  # deletes what is the browser's, not the answers to a set
    student.open("/sets/sign-in", code=codes[ZOE])
    assert student.open(path, **{"item.move": choices[0]})[0] == 403
    assert student.open("/class/sets")[0] == student.open("/class/roster")[0] == 403
    teacher.open(f"/class/sets/{key}", **(FORM | {"due": "2000-01-01T00:00"}))
    assert "Solution:" in student.open(f"{path}?solved=1")[1]
    status, page = student.open(path, **{"item.move": choices[0]})
    assert status == 403 and "This set is closed" in page


def test_every_student_has_another_tree_and_nobody_answers_for_another(
    school: Server, teacher: Visitor, codes: dict[str, str]
) -> None:
    key = made_set(teacher, attempts="0", due="")
    zoe, yann, stranger = Visitor(school), Visitor(school), Visitor(school)
    zoe.open("/sets/sign-in", code=codes[ZOE])
    yann.open("/sets/sign-in", code=codes[YANN])
    pictures = [
        re.findall(r"<div class=\"room\".*?</div>", each.open(f"/sets/{key}/1")[1], re.DOTALL) for each in (zoe, yann)
    ]
    assert pictures[0] and pictures[0] != pictures[1]
    assert "Your code" in stranger.open(f"/sets/{key}/1")[1]
    answer = {"kind": "best-move", "answered": "1", "item.move": "B"}
    assert "sign in with the code" in stranger.open("/exercises", student=f" {ZOE.upper()}", **answer)[1]
    assert "answer under your own name" in yann.open("/exercises", student=ZOE, **answer)[1]
    assert "Your class has a list" in stranger.open("/live", name="Walter")[1]
    assert "answer under your own name" in yann.open("/live", name=ZOE)[1]
    assert yann.open("/exercises", student=YANN, **answer)[0] == 200
    assert f'value="{YANN}"' in yann.open("/exercises")[1]
    yann.open("/sets/sign-out", yes="1")
    assert "Your code" in yann.open("/sets")[1]


def test_the_teacher_sees_answers_by_student_and_misconception_and_saves_them(
    school: Server, teacher: Visitor, codes: dict[str, str]
) -> None:
    key = made_set(teacher, title="Solutions open", solutions="always", attempts="0")
    zoe = Visitor(school)
    zoe.open("/sets/sign-in", code=codes[ZOE])
    choices = options(zoe.open(f"/sets/{key}/1")[1])
    zoe.open(f"/sets/{key}/1", **{"item.move": choices[0]})
    zoe.open(f"/sets/{key}/1?solved=1")
    zoe.open(f"/sets/{key}/1", **{"item.move": choices[1]})
    page = teacher.open(f"/class/sets/{key}")[1]
    assert re.search(rf"{ZOE}</th>\s*<td><a [^>]*>\d+% \(2\)\*", page)
    assert re.search(rf"{YANN}</th>\s*<td><a [^>]*>–", page)
    assert "Solution:" in teacher.open(f"/class/sets/{key}/1?student={quote(ZOE)}")[1]
    rows = list(csv.DictReader(io.StringIO(teacher.open("/class/answers.csv")[1])))
    own = [row for row in rows if row["set"] == "Solutions open"]
    assert [(row["student"], row["attempt"], row["solution_seen"]) for row in own] == [(ZOE, "1", "0"), (ZOE, "2", "1")]
    assert all(row["algorithm"] == "minimax" and row["convention"] == "aima" and row["seed"] for row in own)
    assert "Remove" in page and teacher.open(f"/class/sets/{key}", do="remove")[0] == 200
    assert "Solutions open" not in teacher.open("/class/sets")[1]


def test_a_solution_that_was_seen_outside_of_sets_is_in_the_table(school: Server, teacher: Visitor) -> None:
    visitor = Visitor(school)
    address = "/exercises?kind=best-move&student=Walter+of+the+sets"
    visitor.open(f"{address}&solved=1")
    visitor.open("/exercises", kind="best-move", student="Walter of the sets", answered="1", **{"item.move": "B"})
    rows = csv.DictReader(io.StringIO(teacher.open("/class/answers.csv")[1]))
    assert [row["solution_seen"] for row in rows if row["student"] == "Walter of the sets"] == ["1"]


def test_a_class_list_is_sent_as_spreadsheets_save_it(teacher: Visitor) -> None:
    """ "CSV (Macintosh)" ends lines with CR and is in Mac Roman; a quotation mark without end makes one long cell."""
    list_from_a_mac = "name;code\rÍtalo of a Mac;\rJoão of a Mac;ABCDEF\r".encode("mac_roman")
    status, page = teacher.send_file("/class/roster", list_from_a_mac)
    assert status == 200 and "Ítalo of a Mac" in page and "João of a Mac" in page
    status, page = teacher.send_file("/class/roster", b'name\n"Ana\n' + b"x" * 140_000)
    assert status == 400 and "Line 3: a cell has more than 131,072 letters." in page


@pytest.mark.parametrize(
    ("content", "students"),
    [
        (b"Ana\nBen\n\n", [("Ana", ""), ("Ben", "")]),
        ("\ufeffnome;código\nJoão  Silva;ABC-123\n".encode(), [("João Silva", "abc123")]),
        (b"code\tname\r\n\tAna\r\n", [("Ana", "")]),
        (b'"Silva, Ana"\n', [("Silva, Ana", "")]),
    ],
)
def test_class_lists_are_read(content: bytes, students: list[tuple[str, str]]) -> None:
    assert read_roster(content) == [RosterStudent(*each) for each in students]
    assert read_roster(write_roster(read_roster(content))) == read_roster(content)


def test_a_code_of_ours_is_shown_in_halves_and_a_teachers_own_as_it_is() -> None:
    assert (shown_code("abcd2345"), shown_code("mihai7")) == ("abcd-2345", "mihai7")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK\x03\x04", "not a text: save it as CSV in UTF-8"),
        (b"name,code\n", "no name in the class list"),
        (b"Ana\nana\n", "Line 2: ana is there twice"),
        (b"Ana\n" + b"x" * 61, "Line 2: a name has from 1 to 60 letters"),
        (b"=cmd()", "Line 1: a name"),
        ("＝cmd()".encode(), "Line 1: a name"),
        (b"name,code\nAna,dama7", "Line 2: a code has from 6 to 20"),
    ],
)
def test_wrong_class_lists_are_refused_with_their_line(content: bytes, sentence: str) -> None:
    with pytest.raises(SpecError, match=sentence):
        read_roster(content)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"title": " "}, "title of 1 to 100"),
        ({"due": "tomorrow"}, "Write the due time like 2027-03-31T23:59 instead of tomorrow"),
        ({"attempts": "-1"}, "Attempts: write a number from 0 to 99"),
        ({"count.values": "x"}, "The value of every node: write a number from 0 to 40"),
        ({"addresses": ""}, "Choose from 1 to 40 exercises"),
        ({"count.values": "40", "count.count": "1"}, "Choose from 1 to 40 exercises"),
        ({"addresses": "\n/trees?tree=[1,2]"}, "Line 2: this is not the address of an exercise"),
        ({"addresses": "/exercises?tree=[["}, "Line 1: "),
    ],
)
def test_wrong_sets_are_refused_with_their_field(changes: dict[str, str], sentence: str) -> None:
    form = FORM | changes
    with pytest.raises(SpecError, match=sentence):
        read_terms(form)
        read_exercises(form)


def test_an_address_gives_an_exercise_without_its_student_and_seed() -> None:
    pasted = "http://10.0.0.1:8080/exercises?kind=values&student=Ana&seed=3&answered=1&item.A=2"
    exercises = read_exercises(
        {"count.best-move": "1", "addresses": f"{pasted}\n/exercises?kind=lecture-three-moves&number=2"}
    )
    made = ExerciseSet("key", "Sheet", tuple(exercises), 77, None, 0, "due")
    queries = [student_query(made, "Ben", item) for item in (1, 2, 3)]
    assert [(query.kind, query.number, query.seed) for query in queries] == [
        ("best-move", "1", "77"), ("values", "2", "77"), ("lecture-three-moves", "2", "0"),
    ]  # fmt: skip
    assert all(query.student == "Ben" and not query.items for query in queries)


def test_the_due_time_is_shown_as_it_was_typed() -> None:
    due = read_terms(FORM | {"due": "2027-03-31T23:59"}).due
    assert due is not None and local_text(due) == "2027-03-31T23:59" and local_text(None) == ""
    assert due.replace(tzinfo=UTC) == datetime(2027, 3, 31, 23, 59).astimezone()
