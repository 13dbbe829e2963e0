"""The access rules, the entrance of a class, and the pages of its teacher."""

from __future__ import annotations

import atexit
import csv
import io
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from datetime import datetime
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request as URLRequest
from urllib.request import urlopen

import pytest
from browser import CODE, Server, Tabs
from paths import ROOT
from program import PATIENCE, run
from starlette.requests import Request
from web_page import cell, expect, move, my_turn_or_end

from plyground.cli.server_links import own_files, qr_text
from plyground.errors import PlygroundError
from plyground.games.loading import Source
from plyground.store.records import KeptAnswer
from plyground.store.store import Store
from plyground.store.teacher_rows import TeacherRows
from plyground.web.access import (
    CLASS_COOKIE,
    SESSION_CHECK_S,
    TEACHER_COOKIE,
    AccessPolicy,
    Role,
    TeacherSessions,
    check_class_code,
    proxy_addresses,
)
from plyground.web.code_attempts import FREE_OF_BROWSER
from plyground.web.components.classroom.answer_tables import attempts_of, by_misconception, by_student, terms_of
from plyground.web.pages.classroom.answers import answers_file, answers_page
from plyground.web.pages.classroom.entrance import invitation
from plyground.web.server.serve import reached_at, serve


@cache
def rows() -> TeacherRows:
    """Return the sessions in a store of these tests, which is opened when they are needed."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Store(Path(folder, "work.sqlite")).teachers


def policy_of(code: str, secret: str = "a secret") -> AccessPolicy:
    return AccessPolicy(code, secret, TeacherSessions(rows))


CLASS, ALONE = policy_of("Dama 7"), policy_of("")
MARK, TEACHER = CLASS.cookie(CLASS_COOKIE), CLASS.cookie(TEACHER_COOKIE)
ANSWER = KeptAnswer("Ana", "best-move", 1, "/exercises?kind=best-move", "A", 0.5, "bound-for-tie", datetime(2026, 5, 4))
HERE = {"host": "localhost:8080"}


@pytest.mark.parametrize(
    ("peer", "headers", "cookies", "role"),
    [
        ("127.0.0.1", HERE, {}, Role.STRANGER),  # this computer's address is no secret: a proxy has it, too
        ("192.168.1.7", {}, {MARK: CLASS.class_mark}, Role.VISITOR),
        ("192.168.1.7", {}, {CLASS_COOKIE: CLASS.class_mark}, Role.STRANGER),  # the cookie of another store
        ("192.168.1.7", {}, {MARK: "Dama 7"}, Role.STRANGER),
        ("192.168.1.7", {}, {MARK: "é\udcff"}, Role.STRANGER),
        ("192.168.1.7", {}, {MARK: policy_of("Dama 8").class_mark}, Role.STRANGER),
        ("192.168.1.7", {}, {MARK: policy_of("Dama 7", "another").class_mark}, Role.STRANGER),
        ("192.168.1.7", {}, {TEACHER: CLASS.class_mark}, Role.STRANGER),
        ("192.168.1.7", {}, {TEACHER: "é\udcff"}, Role.STRANGER),
        ("", {}, {}, Role.STRANGER),
    ],
)
def test_a_class_is_entered_by_cookies_alone(
    peer: str, headers: dict[str, str], cookies: dict[str, str], role: Role
) -> None:
    assert CLASS.role(peer, headers, cookies) is role


@pytest.mark.parametrize(
    ("peer", "headers"),
    [
        ("192.168.1.7", {"host": "10.0.0.1"}),
        ("192.168.1.7", HERE),
        ("127.0.0.1", {"host": "evil.example:8080"}),  # a page from elsewhere, under a name of its own
        ("127.0.0.1", {"host": "localhost:80@evil.example"}),
        ("127.0.0.1", {"host": "[::1]evil.example"}),
        ("127.0.0.1", {"host": "["}),
        ("127.0.0.1", {}),
        ("127.0.0.1", HERE | {"x-forwarded-for": "127.0.0.1"}),  # a proxy that nobody has named
    ],
)
def test_without_a_class_nobody_comes_in_from_elsewhere(peer: str, headers: dict[str, str]) -> None:
    for cookies in ({}, {MARK: ALONE.class_mark}, {TEACHER: ALONE.sessions.begin()}):
        assert ALONE.role(peer, headers, cookies) is Role.STRANGER


def test_without_a_class_this_computer_plays_and_a_session_makes_the_teacher() -> None:
    session = ALONE.sessions.begin()
    for host in ("localhost:8080", "127.0.0.1:8080", "[::1]:8080"):
        assert ALONE.role("127.0.0.1", {"host": host}, {}) is Role.VISITOR
        assert ALONE.role("127.0.0.1", {"host": host}, {TEACHER: session}) is Role.TEACHER
    assert not ALONE.is_class_code("")


def test_a_teachers_session_is_the_servers_and_can_be_ended() -> None:
    def is_teacher(session: str) -> bool:
        return policy_of("Dama 7").role("10.0.0.1", {}, {TEACHER: session}) is Role.TEACHER  # as another server sees it

    first, second, third = (CLASS.sessions.begin() for _browser in range(3))
    assert len({first, second, third}) == 3 and all(map(is_teacher, (first, second, third)))
    CLASS.sessions.end(second)
    assert [*map(is_teacher, (first, second, third))] == [True, False, True]
    assert CLASS.sessions.others(first) >= 1
    CLASS.sessions.end_others(first)
    assert [*map(is_teacher, (first, second, third))] == [True, False, False]
    assert CLASS.sessions.others(first) == 0
    assert CLASS.role("10.0.0.1", {}, {TEACHER: third}) is Role.STRANGER


def test_a_session_that_another_server_has_ended_is_believed_for_seconds_only() -> None:
    clock = [0.0]
    here = TeacherSessions(rows, lambda: clock[0])
    session = here.begin()
    assert here.is_open(session)
    TeacherSessions(rows).end(session)
    assert here.is_open(session)
    clock[0] = SESSION_CHECK_S + 0.1
    assert not here.is_open(session)


def test_a_token_works_once() -> None:
    policy = policy_of("")
    first, second = policy.new_token(), policy.new_token()
    assert not policy.redeem("") and not policy.redeem("é\udcff")
    assert [policy.redeem(token) for token in (first, first, second, second)] == [True, False, True, False]


def test_proxies_are_named_by_address_network_or_name() -> None:
    assert proxy_addresses(["127.0.0.1", "10.1.2.3/8"]) == ["127.0.0.1", "10.0.0.0/8"]
    assert "127.0.0.1" in proxy_addresses(["localhost"])
    with pytest.raises(PlygroundError, match="is not the address of a proxy"):
        proxy_addresses(["no such.name"])


@pytest.mark.parametrize(
    ("code", "host"), [("", "0.0.0.0"), ("", "192.168.1.2"), ("dama7", "0.0.0.0"), ("x" * 41, "::"), ("ab\ncd", "::")]
)
def test_a_code_that_will_not_do(code: str, host: str) -> None:
    with pytest.raises(PlygroundError, match="--class-code"):
        check_class_code(code, host)


def test_a_code_is_needed_only_for_others() -> None:
    assert [check_class_code("", host) for host in ("127.0.0.1", "localhost", "::1")] == ["", "", ""]
    assert check_class_code(" Dama 7 ", "0.0.0.0") == "Dama 7"
    with pytest.raises(PlygroundError, match="--class-code"):
        check_class_code("", "127.0.0.1", is_public=True)


def test_other_computers_are_refused_without_a_code() -> None:
    done = run("web", "--host", "0.0.0.0", "--port", "0", "--no-browser")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Other computers can reach this address. Choose a code")
    assert done.stderr.count("\n") == 1


def test_the_teacher_is_told_of_files_that_run_without_a_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of installed modules, and not of weights, which are no code."""
    given = (
        Source("coins", "/home/ana/coins.py", "text", "coins", ""),
        Source("installed", "/usr/lib/installed.py", None, "installed", ""),
        Source("four.weights", "/home/ana/four.weights", "data", "plyground.learning", "make", "connect_four"),
    )
    monkeypatch.setattr("plyground.cli.server_links.sources", lambda: given)
    assert own_files() == ["coins.py"]


def test_the_picture_in_the_terminal_is_the_code() -> None:
    drawn = invitation("Dama 7", "http://192.168.1.2:8080/")
    dark = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    lines = [[dark[letter] for letter in line] for line in qr_text(drawn).splitlines()]
    rows = [[pair[half] for pair in line] for line in lines for half in (0, 1)]
    height = int(drawn.symbol_size(border=2)[1])
    assert rows[:height] == [list(row) for row in drawn.matrix_iter(border=2)]


def test_the_table_of_answers_escapes_what_students_wrote() -> None:
    hostile = ANSWER._replace(student='=HYPERLINK("<b>x</b>")', exercise="unknown", address='/exercises?"><b>')
    request = Request({"type": "http", "method": "GET", "path": "/class/answers", "headers": [], "query_string": b""})
    page = bytes(answers_page(request, [ANSWER, hostile, ANSWER._replace(student="")]).body).decode()
    assert (
        "50%" in page
        and "takes a bound for a value or a tie" in page
        and "bound-for-tie" not in page
        and "without a name" in page
    )
    assert "<b>" not in page
    table = bytes(answers_file([ANSWER, hostile]).body).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert rows[0] == {
        "exercise": "best-move", "student": "Ana", "number": "1", "credit": "0.5",
        "misconceptions": "bound-for-tie", "in_words": "takes a bound for a value or a tie", "given": "A", "time": "2026-05-04T00:00:00Z",
        "attempt": "1", "seed": "0", "algorithm": "minimax", "convention": "aima", "solution_seen": "0", "set": "",
    }  # fmt: skip
    assert rows[1]["student"] == '\'=HYPERLINK("<b>x</b>")'


def test_answers_are_told_by_student_and_by_misconception() -> None:
    other = "/exercises?kind=values&algorithm=alphabeta&seed=7&convention=cs188"
    answers = [
        ANSWER,
        ANSWER._replace(credit=1.0, misconceptions=""),  # the second attempt
        ANSWER._replace(student="Bia", credit=0.0),
        ANSWER._replace(exercise="values", address=other, credit=0.5, misconceptions="wrong-root"),
    ]
    assert by_student(answers) == [("Ana", 2, 3, 0.75), ("Bia", 1, 1, 0.0)]
    assert by_misconception(answers) == [("bound-for-tie", 2, ("Ana", "Bia")), ("wrong-root", 1, ("Ana",))]
    assert attempts_of(answers) == [1, 2, 1, 1]
    assert terms_of(answers[-1]) == ("7", "alphabeta", "cs188")
    request = Request({"type": "http", "method": "GET", "path": "/class/answers", "headers": [], "query_string": b""})
    page = bytes(answers_page(request, answers).body).decode()
    assert '<th scope="row">Ana</th><td>2</td><td>3</td><td>75%</td>' in page
    assert "<td>2</td><td>Ana, Bia</td>" in page


@pytest.mark.proof
def test_the_health_check_of_a_container_needs_no_code(school: Server) -> None:
    [check] = re.findall(r"HEALTHCHECK.*?CMD (\[.*?\])\n", (ROOT / "Containerfile").read_text(), re.DOTALL)
    command = [word.replace("http://127.0.0.1:8080/", school.url) for word in json.loads(check)]
    assert school.url in command[-1]
    subprocess.run([sys.executable, *command[1:]], check=True)
    with pytest.raises(HTTPError, match="403"):
        urlopen(school.url)


@pytest.mark.proof
@pytest.mark.browser
def test_a_class_comes_in_with_its_code(school: Server, tabs: Tabs) -> None:
    outside = reached_at("0.0.0.0")
    if not re.fullmatch(r"[\d.]+", outside) or outside.startswith("127."):
        pytest.skip("this machine has no address but its own loopback")
    port = int(school.url.rstrip("/").rpartition(":")[2])
    there = f"http://{outside}:{port}/"
    upgrade = (
        f"GET /socket?page=x&seen=0 HTTP/1.1\r\nHost: {outside}:{port}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )
    page = tabs.take(1280, {})
    for url in (there, school.url):  # by every address, this computer's own, too
        for path in ("", "play/tictactoe", "mine/export", "class/answers.csv", "socket"):
            assert page.request.get(url + path).status == 403, path
    assert _answer(outside, port, upgrade).startswith("HTTP/1.1 403")
    page.goto(there + "play/tictactoe?o=expert")
    page.get_by_label("Code").fill("Dama 8")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("alert")).to_have_text("That is not the code of this class.")
    page.goto(there + "play/tictactoe?o=expert")
    page.get_by_label("Code").fill("dama 7")
    page.get_by_role("button", name="Come in").click()
    expect(cell(page, 4)).to_be_visible()
    expect(page).to_have_url(f"{there}play/tictactoe?o=expert")
    move(page, 4)
    my_turn_or_end(page)
    [mark] = [cookie for cookie in page.context.cookies() if cookie["name"].startswith(f"{CLASS_COOKIE}-")]
    assert mark["httpOnly"] and "dama" not in mark["value"].lower()
    assert _answer(outside, port, f"{upgrade}Cookie: {mark['name']}={mark['value']}\r\n").startswith("HTTP/1.1 101")
    page.goto(there + "exercises?kind=cs188-tied-root&number=2&student=Ana")
    page.locator('[name="item.C2"]').check()
    page.get_by_role("button", name="Mark my answer").click()
    expect(page.get_by_role("status")).to_contain_text("Right: 0 %.")
    assert page.goto(there + "class/answers").status == 403
    page.context.add_cookies([school.teacher_cookie])
    answers = page.request.get(f"{school.url}class/answers.csv")
    assert "Ana,2,0.0," in answers.text()
    page.goto(school.url + "class")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.locator("dd")).to_have_text([there, CODE])
    page.get_by_role("main").get_by_role("link", name="Answers of all").click()
    expect(page.get_by_role("row", name="Ana 1 1 0%")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile(r"^cuts by the other rule\b.* 1 Ana$"))).to_be_visible()
    page.goto(school.url + "class")
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("code").inner_text()
    tabs.give_back(page, {}, there)
    other = tabs.take(1280, {})
    assert link.startswith(there)
    other.goto(link)
    expect(other).to_have_url(there + "class")
    other.context.clear_cookies()
    assert other.goto(link).status == 403  # it worked once
    tabs.give_back(other, {}, there)


def test_an_ordinary_visitor_plays_and_is_not_the_teacher(server: Server) -> None:
    with urlopen(server.url + "play/tictactoe") as answer:
        assert answer.status == 200
    for path in ("class", "class/answers", "class/answers.csv"):
        with pytest.raises(HTTPError, match="403"):
            urlopen(server.url + path)
        with urlopen(URLRequest(server.url + path, headers={"Cookie": _cookie(server)})) as answer:
            assert answer.status == 200
    with pytest.raises(HTTPError, match="403"):  # a proxy that nobody has named
        urlopen(URLRequest(server.url, headers={"Cookie": _cookie(server), "X-Forwarded-For": "127.0.0.1"}))


@pytest.mark.parametrize(("scheme", "is_secure"), [("http", False), ("https", True), ("", False)])
def test_cookies_are_secure_behind_https(server: Server, scheme: str, is_secure: bool) -> None:
    with urlopen(URLRequest(server.url, headers={"X-Forwarded-Proto": scheme} if scheme else {})) as answer:
        cookies = answer.headers.get_all("Set-Cookie")
    assert cookies and all(cookie.endswith("; Secure") == is_secure for cookie in cookies)


@pytest.mark.proof
def test_the_teacher_signs_out_other_browsers_and_this_one(tmp_path: Path) -> None:
    # A store of its own: the teacher's browsers of other tests are kept in the usual one.
    with Server("--class-code", CODE, "--work", str(tmp_path / "work.sqlite")) as own:
        first = _cookie(own)

        def open_class(cookie: str, path: str = "class", **fields: str) -> tuple[int, str]:
            sent = {"Cookie": cookie, "Origin": own.url.rstrip("/")}
            body = urlencode(fields).encode() if fields else None
            try:
                with urlopen(URLRequest(own.url + path, body, headers=sent)) as page:
                    return page.status, page.read().decode()
            except HTTPError as error:
                return error.code, ""

        link = re.search(r"enter\?token=[\w-]+", open_class(first, "class/link", x="1")[1])
        assert link
        connection = HTTPConnection(urlsplit(own.url).netloc, timeout=PATIENCE)
        connection.request("GET", f"/{link[0]}")
        second = connection.getresponse().headers["Set-Cookie"].partition(";")[0]
        connection.close()
        assert open_class(second)[0] == 200 and second != first
        assert "1 other browser is" in open_class(first)[1]
        open_class(first, "class/sign-out", others="1")
        assert (open_class(first)[0], open_class(second)[0]) == (200, 403)
        open_class(first, "class/sign-out", this="1")
        assert open_class(first)[0] == 403


def test_the_answers_of_all_are_in_the_teacher_s_language(school: Server) -> None:
    with urlopen(URLRequest(school.url + "exercises", headers={"Cookie": _cookie(school)})) as page:
        assert page.status == 200
    form = {"kind": "best-move", "number": "3", "student": "Ion", "answered": "1", "item.move": "C"}
    sent = {
        "Cookie": f"{_cookie(school)}; {school.visitor_cookie('i' * 22)}",
        "Origin": school.url.rstrip("/"),
        "Accept-Language": "ro",
    }
    with urlopen(URLRequest(school.url + "exercises", urlencode(form).encode(), headers=sent)) as page:
        assert page.status == 200
    with urlopen(URLRequest(school.url + "mine", headers=sent)) as page:
        kept = page.read().decode()
    assert re.search(r"<strong>0\s%</strong>", kept)  # English writes no blank
    assert re.search(r"\d\d\.\d\d\.\d{4}, \d\d:\d\d</time>", kept)


@pytest.mark.proof
def test_a_named_proxy_tells_clients_apart(tmp_path: Path) -> None:
    """Wrong codes of one client behind it lock nobody else out, and only the named proxy is believed."""
    work = ("--work", str(tmp_path / "work.sqlite"))

    def statuses(server: Server) -> list[int]:
        found = []
        for client, code in [("10.0.0.1", "wrong")] * (FREE_OF_BROWSER + 1) + [("10.0.0.2", CODE)]:
            headers = {"X-Forwarded-For": client, "Host": "localhost"}
            connection = HTTPConnection(urlsplit(server.url).netloc, timeout=PATIENCE)
            connection.request("GET", f"/enter?code={quote(code)}", headers=headers)
            found.append(connection.getresponse().status)
            connection.close()
        return found

    wrong = [403] * FREE_OF_BROWSER + [429]
    with Server("--class-code", CODE, "--behind", "127.0.0.1", *work) as server:
        assert statuses(server) == [*wrong, 303]
    with Server("--class-code", CODE, "--behind", "127.0.0.9", *work) as server:
        assert statuses(server) == [*wrong, 429]


def _cookie(server: Server) -> str:
    return f"{server.teacher_cookie['name']}={server.teacher_cookie['value']}"


def _answer(host: str, port: int, request: str) -> str:
    """The first line that a server answers to these lines."""
    with socket.create_connection((host, port), timeout=PATIENCE) as connection:
        connection.sendall(f"{request}\r\n".encode())
        return connection.makefile("rb").readline().decode()


def test_the_owner_of_a_server_without_a_class_is_led_to_one(server: Server) -> None:
    with urlopen(URLRequest(server.url, headers={"Cookie": _cookie(server)})) as page:
        assert 'href="/class"' in page.read().decode()
    with urlopen(server.url) as page:
        assert 'href="/class"' not in page.read().decode()


@pytest.mark.parametrize("url", ["play.example.org", "https://play.example.org/page", "ftp://play.example.org"])
def test_a_public_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(PlygroundError, match=r"such as https://play\.example\.org"):
        serve("127.0.0.1", 0, False, lambda links: None, class_code=CODE, public_url=url)


def test_a_public_address_needs_a_code_for_its_visitors() -> None:
    with pytest.raises(PlygroundError, match="--class-code"):
        serve("127.0.0.1", 0, False, lambda links: None, public_url="https://play.example.org")


@pytest.mark.proof
def test_every_link_begins_with_the_public_address(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    public = "http://play.example.org/"
    options = ("--class-code", CODE, "--public-url", public, "--port", port, "--work", str(tmp_path / "work.sqlite"))
    with Server(*options) as server:
        assert server.url == public
        assert server.link.startswith(public + "enter?token=")
        own = f"127.0.0.1:{port}"
        server.link = server.link.replace(public, f"http://{own}/")
        cookie = _cookie(server)
        connection = HTTPConnection(own, timeout=PATIENCE)
        connection.request("GET", "/class", headers={"Cookie": cookie})
        page = connection.getresponse().read().decode()
        assert public in page and own not in page
        form = {"Origin": "http://play.example.org", "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/enter", f"code={CODE}".encode(), form)
        assert connection.getresponse().status == 303
        connection.close()
