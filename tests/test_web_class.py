"""A class: who comes in, with which code, and what its teacher sees of the answers."""

from __future__ import annotations

import csv
import io
import re
import socket
from datetime import datetime
from pathlib import Path
from urllib.request import urlopen

import pytest
from browser import CODE, Server, Tabs
from page import cell, expect, move, my_turn_or_end
from program import PATIENCE, run

from plyground.errors import PlygroundError
from plyground.interfaces.web.answers_page import answers_file, answers_page
from plyground.interfaces.web.classroom import in_letters, invitation, reached_at
from plyground.interfaces.web.door import CLASS, GUESSES, TEACHER, Door, Guess, Standing, checked
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.preferences import Preferences
from plyground.store.kept import Answered
from plyground.store.store import Store

OPEN, SHUT = Door("Dama 7", "a secret"), Door("", "a secret")
ANSWER = Answered("Ana", "best-move", 1, "/exercises?kind=best-move", "A", 0.5, "bound-for-tie", datetime(2026, 5, 4))


@pytest.mark.parametrize(
    ("peer", "host", "cookies", "standing"),
    [
        ("127.0.0.1", "localhost:8080", {}, Standing.TEACHER),
        ("::1", "[::1]:8080", {}, Standing.TEACHER),
        ("127.0.0.1", "evil.example:8080", {}, Standing.STRANGER),  # a page from elsewhere, under a name of its own
        ("127.0.0.1", "", {}, Standing.STRANGER),
        ("127.0.0.1", "[", {}, Standing.STRANGER),
        ("192.168.1.7", "localhost", {}, Standing.STRANGER),
        ("192.168.1.7", "10.0.0.1", {CLASS: OPEN.mark}, Standing.STUDENT),
        ("192.168.1.7", "10.0.0.1", {CLASS: OPEN.key}, Standing.STRANGER),
        ("192.168.1.7", "10.0.0.1", {CLASS: "Dama 7"}, Standing.STRANGER),
        ("192.168.1.7", "10.0.0.1", {CLASS: "é\udcff"}, Standing.STRANGER),
        ("192.168.1.7", "10.0.0.1", {CLASS: Door("Dama 8", "a secret").mark}, Standing.STRANGER),
        ("192.168.1.7", "10.0.0.1", {CLASS: Door("Dama 7", "another").mark}, Standing.STRANGER),
        ("192.168.1.7", "10.0.0.1", {TEACHER: OPEN.key}, Standing.TEACHER),
        ("192.168.1.7", "10.0.0.1", {TEACHER: OPEN.mark}, Standing.STRANGER),
        ("", "", {}, Standing.STRANGER),
    ],
)
def test_who_may_come_in(peer: str, host: str, cookies: dict[str, str], standing: Standing) -> None:
    assert OPEN.standing(peer, host, cookies) is standing


def test_without_a_class_only_this_computer_comes_in() -> None:
    assert SHUT.standing("127.0.0.1", "127.0.0.1:8080", {}) is Standing.TEACHER
    for cookies in ({}, {CLASS: SHUT.mark}, {TEACHER: SHUT.key}):
        assert SHUT.standing("192.168.1.7", "10.0.0.1", cookies) is Standing.STRANGER
    assert SHUT.guess("192.168.1.7", "") is Guess.WRONG
    assert not SHUT.is_key(SHUT.key)


def test_guesses_are_limited_for_each_address() -> None:
    door, clock = Door("Dama 7", ""), [0.0]

    def guess(peer: str, code: str) -> Guess:
        return door.guess(peer, code, lambda: clock[0])

    assert guess("10.0.0.1", " dama 7 ") is Guess.RIGHT
    assert {guess("10.0.0.1", f"{number}") for number in range(GUESSES)} == {Guess.WRONG}
    assert guess("10.0.0.1", "Dama 7") is Guess.ONE_TOO_MANY
    assert guess("10.0.0.2", "Dama 7") is Guess.RIGHT
    clock[0] = 59.9
    assert guess("10.0.0.1", "Dama 7") is Guess.ONE_TOO_MANY
    clock[0] = 60.1
    assert guess("10.0.0.1", "Dama 7") is Guess.RIGHT
    for number in range(GUESSES):
        guess(f"2001:db8::{number:x}", "wrong")
    assert guess("2001:db8::ffff", "Dama 7") is Guess.ONE_TOO_MANY  # one network, one guesser
    assert guess("2001:db8:0:1::1", "Dama 7") is Guess.RIGHT


@pytest.mark.parametrize(
    ("code", "host"), [("", "0.0.0.0"), ("", "192.168.1.2"), ("abc", "0.0.0.0"), ("x" * 41, "::"), ("ab\ncd", "::")]
)
def test_a_code_that_will_not_do(code: str, host: str) -> None:
    with pytest.raises(PlygroundError, match="--class-code"):
        checked(code, host)


def test_a_code_is_needed_only_for_others() -> None:
    assert [checked("", host) for host in ("127.0.0.1", "localhost", "::1")] == ["", "", ""]
    assert checked(" Dama 7 ", "0.0.0.0") == "Dama 7"


def test_other_computers_are_refused_without_a_code() -> None:
    done = run("web", "--host", "0.0.0.0", "--port", "0", "--no-browser")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("At 0.0.0.0 other computers could come in: choose the code")
    assert done.stderr.count("\n") == 1


def test_the_picture_in_the_terminal_is_the_code() -> None:
    drawn = invitation("Dama 7", "http://192.168.1.2:8080/")
    dark = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    lines = [[dark[letter] for letter in line] for line in in_letters(drawn).splitlines()]
    rows = [[pair[half] for pair in line] for line in lines for half in (0, 1)]
    assert rows[: drawn.symbol_size(border=2)[1]] == [list(row) for row in drawn.matrix_iter(border=2)]


def test_the_secret_of_a_store_stays(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "one.sqlite"), Store(tmp_path / "other.sqlite")
    secret = one.secret()
    one.close()
    assert Store(tmp_path / "one.sqlite").secret() == secret != other.secret()
    assert len(secret) == 64


def test_answers_of_all() -> None:
    hostile = ANSWER._replace(student='=HYPERLINK("<b>x</b>")', exercise="unknown", address='/exercises?"><b>')
    page = bytes(answers_page(Frame(Preferences()), [ANSWER, hostile, ANSWER._replace(student="")]).body).decode()
    assert (
        "50%" in page and "takes a bound for a tie" in page and "bound-for-tie" not in page and "without a name" in page
    )
    assert "<b>" not in page
    table = bytes(answers_file([ANSWER, hostile]).body).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert rows[0] == {
        "exercise": "best-move", "student": "Ana", "number": "1", "credit": "0.5",
        "misconceptions": "bound-for-tie", "in_words": "takes a bound for a tie", "given": "A", "time": "2026-05-04T00:00:00Z",
    }  # fmt: skip
    assert rows[1]["student"] == '\'=HYPERLINK("<b>x</b>")'


@pytest.mark.browser
def test_a_class_comes_in_with_its_code(school: Server, tabs: Tabs) -> None:
    outside = reached_at("0.0.0.0")
    if not re.fullmatch(r"[\d.]+", outside) or outside.startswith("127."):
        pytest.skip("this machine has no address but its own loopback")
    inside, port = school.url, int(school.url.rstrip("/").rpartition(":")[2])
    there = f"http://{outside}:{port}/"
    upgrade = (
        f"GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {outside}:{port}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )
    page = tabs.take(1280, {})
    for path in ("", "play/tictactoe", "mine/export", "class/answers.csv", "_nicegui_ws/socket.io/?EIO=4"):
        assert page.request.get(there + path).status == 403, path
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
    [mark] = [cookie for cookie in page.context.cookies() if cookie["name"] == CLASS]
    assert mark["httpOnly"] and "dama" not in mark["value"].lower()
    assert _answer(outside, port, f"{upgrade}Cookie: class={mark['value']}\r\n").startswith("HTTP/1.1 101")
    page.goto(there + "exercises?kind=cs188-tied-root&number=2&student=Ana&answered=1&item.C2=1")
    assert page.goto(there + "class/answers").status == 403
    with urlopen(f"{inside}class/answers.csv") as table:
        assert b"Ana,2,0.0," in table.read()
    page.goto(inside + "class")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.locator("dd")).to_have_text([there, CODE])
    page.get_by_role("main").get_by_role("link", name="Answers of all").click()
    expect(page.get_by_role("row", name="Ana")).to_contain_text("0%")
    tabs.give_back(page, {}, there)


def _answer(host: str, port: int, request: str) -> str:
    """The first line that a server answers to these lines."""
    with socket.create_connection((host, port), timeout=PATIENCE) as connection:
        connection.sendall(f"{request}\r\n".encode())
        return connection.makefile("rb").readline().decode()
