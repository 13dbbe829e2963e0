"""Two servers that share a PostgreSQL database: visitors of both play each other, and each is known on both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser import Server
from postgresql_server import PostgresqlServer
from web_page import board, cell, expect, press, status

pytestmark = pytest.mark.browser


@pytest.fixture
def two_servers(postgresql: PostgresqlServer) -> Iterator[tuple[Server, Server]]:
    url = postgresql.new_database()
    with Server("--work", url) as one, Server("--work", url) as other:
        yield one, other
    assert one.said == other.said == ""


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
