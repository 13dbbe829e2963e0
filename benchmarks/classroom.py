"""A class of real visitors: how long a move takes when many play at once, and whether a game is ever lost.

``python -m benchmarks.classroom --clients 60 --seconds 180 --kill-in-the-middle`` starts a server and plays at it; with
an address behind it plays at a server that runs already (``--code`` where it asks for one). Each client is a visitor with
a web socket as the page's own script opens it, and plays games against bots with a random move every two seconds. The
latency of a move: from sending it until the bot's reply, or the end of the game, has arrived.

With ``--attackers 8`` others of the same network ask as fast as they can, each time as a new visitor, for the dearest
pages: drawings of large trees, the moves of bots that search without a limit, and boards whose socket is never opened.
Each honest visitor asks for an exercise between two moves; its latency is told apart.

With ``--kill-in-the-middle`` the server is killed (SIGKILL) after half the time and started again with the same file of
work. Each visitor then looks up the game among what was kept, opens it, checks that every move that had been seen on the
board is there, and goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import aiohttp

PAGES = (
    "play/tictactoe?o=expert",
    "play/tictactoe?o=dictionary",
    "play/tictactoe?o=table",
    "play/connect_four?o=alphabeta:depth=3",
)
EXERCISE = "exercises?kind=values&number={}"
"""Page of an honest visitor between two moves."""
LARGE_TREE = "trees/file?tree=" + json.dumps([[1, 2, 3]] * 400, separators=(",", ":"))
UNLIMITED = "play/connect_four?o=minimax"
"""Pages that cost the server seconds."""
PACE = 2.0
"""Seconds from a move to the next."""
WIDGET = r'<plyground-widget[^>]* id="(\w+)"[^>]*><script type="application/json">(.*?)</script>'
"""Pattern of a widget in a page: its id and its state."""
HEARTBEAT = 5.0
"""Seconds of silence after which a client confirms what it has heard."""
PATIENCE = 60.0
"""Seconds in which a server must start again, and a move be answered."""
OPENING_PATIENCE = 0.5
"""Seconds more for each client until all have the page that they ask for at once."""

ENVIRONMENT = {"LANGUAGE": "en", "PYTHONWARNINGS": "ignore::UserWarning:multiprocessing.resource_tracker"}
"""Environment of the server. A killed server leaves resources behind, about which Python would warn."""


class LostError(Exception):
    """A move that had been seen is not there any more."""


class Server:
    """``plyground web`` with a file of work and further options; it can be killed and started again."""

    def __init__(self, work: Path, *options: str) -> None:
        self.work = work
        self.options = options
        self.spent = 0.0
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "plyground",
            "web",
            "--port",
            str(self.port),
            "--no-browser",
            "--work",
            str(self.work),
            *self.options,
        ]
        environment = {**os.environ, **ENVIRONMENT}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://[^/ ]+:(\d+)/", line):
                self.url, self.port = found[0], int(found[1])
                return
        raise SystemExit("The server did not start.")

    def kill(self) -> None:
        self.spent += self.cpu()
        self.process.kill()
        self.process.wait()

    def cpu(self) -> float:
        """Seconds that its process has computed, without its workers; 0 where that is not known."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Visitor:
    """Somebody at one board."""

    def __init__(self, http: aiohttp.ClientSession, url: str, page: str, number: int) -> None:
        self.http, self.url, self.page = http, url, page
        self.pace = random.Random(number)
        self.found_again = 0  # games found again after a restart of the server, with every move that had been seen
        self.returned = 0
        self.state: dict[str, Any] = {}
        self.latencies: list[float] = []
        self.page_latencies: list[float] = []

    async def open(self, page: str) -> None:
        """Open a page and its web socket."""
        async with self.http.get(self.url + page) as answer:
            html = await answer.text()
            answer.raise_for_status()
        self.html = html
        board, state = re.findall(WIDGET, html)[0]
        query = {"page": re.findall(r'data-page="([^"]+)"', html)[0], "seen": 0}
        self.socket = await self.http.ws_connect(f"{self.url}socket?{urlencode(query)}", max_msg_size=0)
        self.board, self.state = board, json.loads(state)
        self.number = self.seen = 0
        self.news = asyncio.Event()
        self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        """Apply patches of the board, and confirm messages now and then, until the server has gone."""
        with suppress(TimeoutError, ConnectionError):
            while True:
                try:
                    message = await self.socket.receive(HEARTBEAT)
                except TimeoutError:
                    await self.socket.send_str(json.dumps([0, self.seen]))
                    message = await self.socket.receive(PATIENCE)
                if message.type is not aiohttp.WSMsgType.TEXT:
                    return
                number, _heard, changes = json.loads(message.data)
                self.seen = number or self.seen
                for change in changes:
                    if change[:2] == ["patch", self.board]:
                        self.state |= change[2]
                        self.news.set()

    async def hear(self) -> None:
        """Wait for a patch of the board."""
        self.news.clear()
        news = asyncio.create_task(self.news.wait())
        await asyncio.wait({news, self.listening}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        news.cancel()
        if self.listening.done():
            raise ConnectionError
        if not self.news.is_set():
            raise TimeoutError

    async def rest(self, seconds: float) -> None:
        """Do nothing for a while, if the server does not go."""
        await asyncio.wait({self.listening}, timeout=seconds)

    async def say(self, content: dict[str, Any]) -> None:
        await self.send(self.board, "message", content)

    async def press(self, words: str) -> None:
        """Press a button that stood on the page as it came."""
        await self.send(
            re.findall(rf'<button[^>]* id="(\w+)">{re.escape(words)}</button>', self.html)[0], "click", None
        )

    async def send(self, element: str, kind: str, value: object) -> None:
        self.number += 1
        await self.socket.send_str(json.dumps([self.number, element, kind, value]))

    @property
    def over(self) -> bool:
        return bool(self.state["line"]) or "." not in self.state["marks"]

    async def move(self) -> None:
        """Make a random move, in a new game where the last is over, and wait for the reply."""
        if self.over:
            await self.say({"command": "new"})
        while self.over or not self.state["playable"]:
            await self.hear()
        cell = self.pace.choice([number for number, moves in enumerate(self.state["moves"]) if moves])
        turn, begun = self.state["turn"], time.monotonic()
        await self.say({"play": [cell], "turn": turn})
        while not (self.over or (self.state["playable"] and self.state["turn"] > turn)):
            await self.hear()
        self.latencies.append(time.monotonic() - begun)

    async def come_again(self) -> None:
        """After the server has gone: look the game up among what was kept, and compare it with what had been seen."""
        seen, turn = self.state.get("marks", ""), self.state.get("turn", 0)
        page = self.page
        if turn:
            async with self.http.get(self.url + "mine/export") as answer:
                page = (await answer.json())["pages"][0]["address"].lstrip("/")
        await self.open(page)
        there = self.state["marks"]
        if turn and (
            self.state["turn"] < turn or any(mark not in (".", now) for mark, now in zip(seen, there, strict=True))
        ):
            raise LostError(f"{seen} was seen, {there} is there: {page}")
        self.found_again += bool(seen)  # a game without a move counts, too

    async def read(self) -> None:
        """Ask for an exercise."""
        begun = time.monotonic()
        async with self.http.get(self.url + EXERCISE.format(self.pace.randrange(1, 10_000))) as answer:
            await answer.text()
            answer.raise_for_status()
        self.page_latencies.append(time.monotonic() - begun)

    async def play(self, until: float, interval: float, *, through_a_kill: bool, reads: bool = False) -> None:
        """Play games; a server that goes is waited for."""
        await self.rest(self.pace.uniform(0, interval))
        while time.monotonic() < until or (through_a_kill and not self.returned):
            try:
                await self.move()
                if reads:
                    await self.read()
                await self.rest(max(0.0, interval - self.latencies[-1]))
            except (ConnectionError, aiohttp.ClientError):
                self.returned += 1
                await self.wait()
        await self.socket.close()

    async def come(self, later: float, patience: float) -> None:
        """Come some seconds later."""
        await asyncio.sleep(later)
        await self.wait(patience)

    async def wait(self, patience: float = PATIENCE) -> None:
        """Come as soon as the server is there, asking at random moments as the page's script does."""
        pause = 1.0
        async with asyncio.timeout(patience):
            while not await self.is_back():
                await asyncio.sleep(pause * self.pace.uniform(0.5, 1.5))
                pause = min(5.0, 2 * pause)

    async def is_back(self) -> bool:
        """Return True if the server answers again and still has the game."""
        try:
            await self.come_again()
        except (ConnectionError, aiohttp.ClientError):
            return False
        return True


async def attack(url: str, code: str, kind: int, until: float) -> int:
    """Attack a server until a time, each time as a new visitor. Return the number of attacks."""
    count = 0
    while time.monotonic() < until:
        with suppress(aiohttp.ClientError, ConnectionError, TimeoutError, IndexError):  # it is refused
            async with asyncio.timeout(PATIENCE), browser() as http:
                if code:
                    await (await http.get(url + "enter", params={"code": code})).read()
                count += 1
                if kind % 3 == 0:
                    await (await http.get(url + LARGE_TREE)).read()
                elif kind % 3 == 1:
                    await (await http.get(f"{url}{PAGES[count % len(PAGES)]}")).read()
                else:
                    visitor = Visitor(http, url, UNLIMITED, count)
                    await visitor.open(UNLIMITED)
                    await visitor.move()
    return count


class Outcome:
    """The latencies and losses of a class of visitors."""

    attacks = 0

    def __init__(self, visitors: list[Visitor], ends: list[Any], opening: float) -> None:
        self.latencies = sorted(each for visitor in visitors for each in visitor.latencies)
        self.page_latencies = sorted(each for visitor in visitors for each in visitor.page_latencies)
        self.found_again = sum(visitor.found_again for visitor in visitors)
        self.returned = sum(visitor.returned for visitor in visitors)
        self.movers = sum(bool(visitor.latencies) for visitor in visitors)
        self.broken = [end for end in ends if isinstance(end, BaseException)]
        self.opening = opening  # seconds until all visitors had the page that they requested at once

    def percentile(self, share: int) -> float:
        """Seconds that ``share`` of a hundred moves took at most."""
        return percentile(self.latencies, share)


def percentile(latencies: list[float], share: int) -> float:
    """Return the seconds that ``share`` of a hundred answers took at most, of sorted latencies."""
    return latencies[(len(latencies) - 1) * share // 100]


def browser(network: int = 0) -> aiohttp.ClientSession:
    """Keeps cookies and, as browsers do, opens a web socket on a connection of its own (RFC 6455, 4.1)."""
    connector = aiohttp.TCPConnector(force_close=True, local_addr=(f"127.0.{network}.1", 0) if network else None)
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), connector=connector)


async def visit(
    url: str,
    clients: int,
    seconds: float,
    interval: float = PACE,
    code: str = "",
    kill: Server | None = None,
    within: float = 0.0,
    networks: int = 0,
    attackers: int = 0,
) -> Outcome:
    """Let a class play, which comes ``within`` some seconds; ``kill`` the server in the middle, and start it again.

    ``attackers`` attack meanwhile. The visitors come from so many ``networks`` of this machine, between which a proxy can divide them (0: from one address).
    """
    async with AsyncExitStack() as stack:
        visitors = []
        for number in range(clients):
            http = await stack.enter_async_context(browser(1 + number % networks if networks else 0))
            if code:
                async with http.get(url + "enter", params={"code": code}) as answer:
                    answer.raise_for_status()
            visitors.append(Visitor(http, url, PAGES[number % len(PAGES)], number))
        begun = time.monotonic()
        patience = PATIENCE + OPENING_PATIENCE * clients
        await asyncio.gather(
            *(visitor.come(within * number / clients, patience) for number, visitor in enumerate(visitors))
        )
        opening = time.monotonic() - begun
        until = time.monotonic() + seconds
        attacks = [asyncio.create_task(attack(url, code, kind, until)) for kind in range(attackers)]
        reads = attackers > 0
        ends = [visitor.play(until, interval, through_a_kill=kill is not None, reads=reads) for visitor in visitors]
        if kill is not None:
            ends.append(kill_in_the_middle(kill, visitors, seconds / 2))
        outcome = Outcome(visitors, await asyncio.gather(*ends, return_exceptions=True), opening)
        outcome.attacks = sum(await asyncio.gather(*attacks))
        return outcome


async def kill_in_the_middle(server: Server, visitors: list[Visitor], seconds: float) -> None:
    """Kill at a moment when everybody has made a move, and nobody is about to begin another game, if there is one."""
    await asyncio.sleep(seconds)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while not all(visitor.latencies and visitor.state["turn"] for visitor in visitors):
                await asyncio.sleep(0.01)
    server.kill()
    await asyncio.to_thread(server.start)


@contextmanager
def own_server() -> Iterator[Server]:
    """Yield a server with an empty data file."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder, "work.sqlite"))
        try:
            yield server
        finally:
            server.kill()


def report(asked: argparse.Namespace, outcome: Outcome) -> None:
    print(f"{asked.clients} clients had their page {outcome.opening:.1f} s after all had asked for it")
    print(f"{len(outcome.latencies)} moves in {asked.seconds:.0f} s, {len(outcome.broken)} clients broke off")
    print(f"{outcome.returned} connections were lost and opened again")
    for end in outcome.broken[:5]:
        print(f"  {end!r}")
    if asked.kill_in_the_middle:
        print(f"{outcome.found_again} games were found again after the server was killed, with every move")
    for share in (50, 95, 99):
        if outcome.latencies:
            print(f"p{share}: {1000 * outcome.percentile(share):.0f} ms")
    if outcome.page_latencies:
        pages = [f"p{share} {1000 * percentile(outcome.page_latencies, share):.0f} ms" for share in (50, 95, 99)]
        print(f"{len(outcome.page_latencies)} exercises: {', '.join(pages)}; {outcome.attacks} attacks")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classroom", description=__doc__)
    parser.add_argument("url", nargs="?", help="of the first page of a server that runs, with its slash at the end")
    parser.add_argument("--clients", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--pace", type=float, default=PACE, help="seconds from a move to the next")
    parser.add_argument("--within", type=float, default=0.0, help="seconds in which the class comes")
    parser.add_argument("--code", default="", help="of the class")
    parser.add_argument(
        "--networks",
        type=int,
        default=0,
        metavar="N",
        help="let the class come from N networks of this machine (127.0.1.1, 127.0.2.1 ...), which nginx divides between its servers",
    )
    parser.add_argument("--attackers", type=int, default=0, metavar="N", help="others who attack the server meanwhile")
    parser.add_argument("--kill-in-the-middle", action="store_true", help="kill the server and start it again")
    asked = parser.parse_args()
    if asked.url:
        report(
            asked,
            asyncio.run(
                visit(
                    asked.url,
                    asked.clients,
                    asked.seconds,
                    asked.pace,
                    asked.code,
                    within=asked.within,
                    networks=asked.networks,
                    attackers=asked.attackers,
                )
            ),
        )
        return
    with own_server() as server:
        kill = server if asked.kill_in_the_middle else None
        outcome = asyncio.run(
            visit(
                server.url,
                asked.clients,
                asked.seconds,
                asked.pace,
                kill=kill,
                within=asked.within,
                attackers=asked.attackers,
            )
        )
        spent = server.spent + server.cpu()
    report(asked, outcome)
    print(
        f"The server's own process computed {1000 * spent / max(1, len(outcome.latencies)):.1f} ms a move, its start and the pages included."
    )


if __name__ == "__main__":
    main()
