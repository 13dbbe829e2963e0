"""A class of real visitors: how long a move takes when many play at once.

``python -m benchmarks.classroom http://127.0.0.1:8080/ --clients 60 --seconds 180`` plays at a server that runs
already (``--code`` where it asks for one). Each client is a visitor with a web socket as the page's own script opens it,
and plays games against bots with a random move every two seconds. The latency of a move: from sending it until the bot's
reply, or the end of the game, has arrived.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import time
import uuid
from typing import Any
from urllib.parse import urlencode

import aiohttp
import socketio

PAGES = ("play/tictactoe?o=expert", "play/tictactoe?o=dictionary", "play/connect_four?o=alphabeta:depth=3")
PACE = 2.0
PATIENCE = 30.0


class Client:
    """A visitor at one board."""

    def __init__(self, http: aiohttp.ClientSession, url: str, page: str) -> None:
        self.http, self.url, self.page = http, url, page
        self.socket = socketio.AsyncClient(reconnection=False, http_session=http)
        self.socket.on("run_javascript", self.hear)
        self.changed = asyncio.Event()

    async def open(self) -> None:
        async with self.http.get(self.url + self.page) as answer:
            html = await answer.text()
            answer.raise_for_status()
        elements = json.JSONDecoder().raw_decode(html[html.index("{", html.index("parseElements(String.raw")) :])[0]
        self.number, board = next(
            (number, each) for number, each in elements.items() if each["tag"] == "nicegui-plyground_widget"
        )
        self.state: dict[str, Any] = board["props"]["state"]
        self.listener = next(each["listener_id"] for each in board["events"] if each["type"] == "message")
        self.id = re.search(r"'client_id': '([^']+)'", html)[1]  # type: ignore[index]
        tab = str(uuid.uuid4())
        query = {
            "client_id": self.id, "next_message_id": 0, "implicit_handshake": "true", "document_id": tab, "tab_id": tab,
        }  # fmt: skip
        await self.socket.connect(
            f"{self.url}?{urlencode(query)}",
            socketio_path="/_nicegui_ws/socket.io",
            transports=["websocket"],
            wait_timeout=PATIENCE,
        )

    async def hear(self, message: dict[str, Any]) -> None:
        """Take in a patch of the board."""
        start = f'return runMethod({self.number}, "patch", '
        if message["code"].startswith(start):
            self.state.update(json.loads(message["code"][len(start) : -1])[0])
            self.changed.set()

    async def say(self, content: dict[str, Any]) -> None:
        await self.socket.emit(
            "event",
            {"id": int(self.number), "client_id": self.id, "listener_id": self.listener, "args": [json.dumps(content)]},
        )

    @property
    def over(self) -> bool:
        return bool(self.state["line"]) or "." not in self.state["marks"]

    async def until_my_turn(self, after: int) -> None:
        while not (self.over or (self.state["playable"] and self.state["turn"] > after)):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), PATIENCE)

    async def play(self, until: float, latencies: list[float], pace: random.Random) -> None:
        """Play games; the latency of each move in seconds."""
        await asyncio.sleep(pace.uniform(0, PACE))
        while time.monotonic() < until:
            if self.over:
                await self.say({"command": "new"})
                while self.over:
                    self.changed.clear()
                    await asyncio.wait_for(self.changed.wait(), PATIENCE)
            await self.until_my_turn(-1)
            cell = pace.choice([number for number, moves in enumerate(self.state["moves"]) if moves])
            turn, begun = self.state["turn"], time.monotonic()
            await self.say({"play": [cell], "turn": turn})
            await self.until_my_turn(turn)
            latencies.append(time.monotonic() - begun)
            await asyncio.sleep(max(0.0, PACE - latencies[-1]))


async def visit(number: int, asked: argparse.Namespace, latencies: list[float]) -> None:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        if asked.code:
            async with http.get(asked.url + "enter", params={"code": asked.code}) as answer:
                answer.raise_for_status()
        client = Client(http, asked.url, PAGES[number % len(PAGES)])
        await client.open()
        await client.play(time.monotonic() + asked.seconds, latencies, random.Random(number))
        await client.socket.disconnect()


async def measure(asked: argparse.Namespace) -> None:
    latencies: list[float] = []
    ends = await asyncio.gather(
        *(visit(number, asked, latencies) for number in range(asked.clients)), return_exceptions=True
    )
    broken = [end for end in ends if end is not None]
    print(f"{asked.clients} clients, {asked.seconds:.0f} s, {len(latencies)} moves, {len(broken)} clients broke off")
    for end in broken[:5]:
        print(f"  {end!r}")
    if latencies:
        latencies.sort()
        for share in (50, 95, 99):
            print(f"p{share}: {1000 * latencies[(len(latencies) - 1) * share // 100]:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classroom", description=__doc__)
    parser.add_argument("url", help="of the first page, with its slash at the end")
    parser.add_argument("--clients", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--code", default="", help="of the class")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
