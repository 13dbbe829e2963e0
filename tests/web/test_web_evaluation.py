"""The room in which an evaluation is learned: a run in a worker, its progress, its end, and its use by a bot."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from browser import Server
from paths import OWN_GAMES
from program import PATIENCE

from plyground.learning.weights_file import parsed


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that knows a game of one's own, from its file."""
    with Server(str(OWN_GAMES / "noughts_and_crosses.py")) as running:
        yield running
    assert running.said == ""


def visit(server: Server, path: str, **fields: str) -> bytes:
    """Open a page, or send a form with these fields and follow it."""
    cookie = server.teacher_cookie
    headers = {"Cookie": f"{cookie['name']}={cookie['value']}", "Origin": server.url.rstrip("/")}
    request = Request(server.url + path, urlencode(fields).encode() if fields else None, headers)
    with urlopen(request, timeout=PATIENCE) as answer:
        content: bytes = answer.read()
        return content


def text(server: Server, path: str, **fields: str) -> str:
    return unescape(visit(server, path, **fields).decode())


def wait_for(server: Server, path: str, words: str) -> str:
    until = time.monotonic() + PATIENCE
    while words not in (page := text(server, path)) and time.monotonic() < until:
        time.sleep(0.1)
    assert words in page
    return page


@pytest.mark.proof
def test_a_stopped_run_keeps_an_evaluation_that_bots_can_use(server: Server) -> None:
    name = "noughts_and_crosses"
    path = f"evaluation/{name}"
    assert "plays this game against itself" in text(server, path)
    text(server, path, seconds="300")
    wait_for(server, path, "Positions looked at so far")
    with pytest.raises(HTTPError):  # one run at a time
        text(server, "evaluation/tictactoe", seconds="10")
    until = time.monotonic() + PATIENCE
    while re.search(r"looked at so far: 0\.", text(server, path)) and time.monotonic() < until:
        time.sleep(0.1)
    text(server, path, do="stop")
    done = wait_for(server, path, "Play against it")
    assert "play without it" in done  # the result of the last duel
    assert "None" not in done
    weights = parsed(Path("sent.weights"), visit(server, f"{path}/weights"))
    assert weights.games > 0
    assert weights.game == name
    link = re.search(r'href="(/play/[^"]*)"', done)
    assert link is not None and f"evaluation={name}.weights" in link[1]
    assert "noughts_and_crosses.weights" in text(server, link[1].lstrip("/"))


def test_games_and_times_that_cannot_be_learned_are_refused(server: Server) -> None:
    with pytest.raises(HTTPError) as refused:
        visit(server, "evaluation/kuhn")
    assert refused.value.code == 400
    with pytest.raises(HTTPError) as refused:
        visit(server, "evaluation/tictactoe", seconds="17")
    assert refused.value.code == 400
