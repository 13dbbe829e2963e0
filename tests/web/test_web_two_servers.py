"""Two servers that share a PostgreSQL database: visitors of both play each other, and each is known on both."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from browser import CODE, Server
from paths import DOCS
from postgresql_server import PostgresqlServer
from program import PATIENCE
from web_page import board, cell, expect, press, status

pytestmark = pytest.mark.browser


@pytest.fixture
def two_servers(postgresql: PostgresqlServer) -> Iterator[tuple[Server, Server]]:
    url = postgresql.new_database()
    with Server("--work", url) as one, Server("--work", url) as other:
        yield one, other
    assert one.said == other.said == ""


@pytest.mark.proof
def test_friends_on_two_servers_play_and_each_is_known_on_both(
    two_servers: tuple[Server, Server], visit_of: Any
) -> None:
    one, other = two_servers
    ana = visit_of(one, "friend?game=tictactoe", ready=".friend-form")
    ana.locator('input[value="first"]').check()
    press(ana, "Make a link")
    link = ana.get_by_label("Link for your friend").input_value()
    bob = visit_of(other, link.removeprefix(one.url), ready="main button")
    press(bob, "Join the game")
    bob.wait_for_selector("[data-cell]")
    for player, friend, number in ((ana, bob, 4), (bob, ana, 0), (ana, bob, 2)):
        expect(status(player)).to_contain_text("Your move")
        cell(player, number).click()
        expect(status(friend)).to_contain_text("Your move")
    assert board(ana) == board(bob) == "o.x.x...."
    ana.goto(ana.url.replace(one.url, other.url))  # the same visitor on the other server
    ana.wait_for_selector("[data-cell]")
    assert board(ana) == "o.x.x...."


NGINX = next((path for path in (shutil.which("nginx"), "/usr/sbin/nginx") if path and Path(path).exists()), "")
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Proxy(NamedTuple):
    """A proxy, visited as a server is."""

    url: str


@contextmanager
def nginx(folder: Path, *servers: Server) -> Iterator[Proxy]:
    """Run nginx as docs/cluster.md says, but on a free port, without a certificate, for these servers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    [block] = re.findall(r"```nginx\n(.*?)```", (DOCS / "cluster.md").read_text(), re.DOTALL)
    for documented, ours in zip(("127.0.0.1:8081", "127.0.0.1:8082"), servers, strict=True):
        assert documented in block
        block = block.replace(documented, ours.url.split("/")[2])
    folders = "\n".join(f"{name}_temp_path {folder / name};" for name in TEMPORARY)
    text = f"daemon off; master_process off; pid {folder / 'pid'}; events {{}} http {{ access_log off; {folders} {block} }}"
    (folder / "nginx.conf").write_text(text.replace("listen 443 ssl", f"listen {address}"))
    with subprocess.Popen([NGINX, "-p", str(folder), "-c", "nginx.conf", "-e", "error.log"]) as process:
        try:
            host, port = address.split(":")
            while process.poll() is None:
                with socket.socket() as probe:
                    if probe.connect_ex((host, int(port))) == 0:
                        break
            yield Proxy(f"http://{address}/")
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.mark.nightly
@pytest.mark.skipif(not NGINX and not os.environ.get("CI"), reason="nginx is not installed: apt install nginx-light")
def test_a_visitor_plays_on_when_one_of_two_servers_behind_nginx_ends(
    postgresql: PostgresqlServer, tmp_path: Path, visit_of: Any
) -> None:
    shared = ("--work", postgresql.new_database(), "--class-code", CODE, "--behind", "127.0.0.1")
    with Server(*shared) as one, Server(*shared) as other, nginx(tmp_path, one, other) as proxy:
        page = visit_of(proxy, f"enter?code={quote(CODE)}", ready="main")
        page.goto(f"{proxy.url}play/tictactoe?o=human")
        page.wait_for_selector("[data-cell]")
        cell(page, 4).click()
        expect(status(page)).to_contain_text("O to move")
        page.goto("about:blank")  # a page that is shown would load itself again
        one.process.terminate()
        one.process.wait(PATIENCE)
        page.goto(f"{proxy.url}mine")
        expect(page.get_by_role("main")).to_contain_text("Tic-tac-toe")
        page.goto(f"{proxy.url}play/tictactoe?o=human")
        page.wait_for_selector("[data-cell]")
        cell(page, 0).click()
        expect(status(page)).to_contain_text("O to move")
