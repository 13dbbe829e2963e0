"""A class plays while its server is killed and started again; what its web sockets rely on."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from browser import Server
from paths import ROOT
from program import PATIENCE

from benchmarks.classroom import own_server, visit


@pytest.mark.proof
@pytest.mark.skipif(os.name == "nt", reason="signals end processes otherwise there")
def test_no_move_is_lost_when_the_server_is_killed() -> None:
    with own_server() as server:
        outcome = asyncio.run(visit(server.url, 4, seconds=1, interval=0.1, kill=server))
    assert outcome.broken == []
    assert outcome.found_again == 4


@pytest.mark.nightly
def test_a_class_of_thirty_goes_on_with_an_attacker_in_its_network() -> None:
    with own_server() as server:
        outcome = asyncio.run(visit(server.url, 30, seconds=60, interval=4, attackers=1, within=20))
    assert outcome.broken == []
    assert outcome.attacks > 0
    assert outcome.movers == 30


@pytest.mark.nightly
def test_the_class_of_the_manual_is_given() -> None:
    """Six students do every part of the plan; each answer is in the teacher's table, and each program's mistake is named."""
    words = ["-m", "benchmarks.taught_class", "--students", "6", "--browsers", "0"]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=10 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "12 rows, 12 answers were given, 4 of them with a mistake" in done.stdout
    assert "3 programs" in done.stdout and "failed: 0" in done.stdout


def test_a_socket_that_is_asked_for_behind_a_page_on_one_connection_opens_behind_it(server: Server) -> None:
    """Opened before that answer is whole, it would be closed as an idle connection five seconds later."""
    where = urlsplit(server.url)
    upgrade = (
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )
    asked = [("/solved", ""), ("/socket?page=x&seen=0", upgrade)]
    requests = "".join(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\n{more}\r\n" for path, more in asked)
    answers = b""
    with closing(socket.create_connection((str(where.hostname), where.port), timeout=PATIENCE)) as connection:
        connection.sendall(requests.encode())
        while b"HTTP/1.1 101 " not in answers:
            received = connection.recv(65536)
            assert received
            answers += received
    assert answers.startswith(b"HTTP/1.1 200 ")
    assert answers.index(b"</main>") < answers.index(b"HTTP/1.1 101 ")
