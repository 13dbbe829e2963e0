"""A crowd that looks on: how long a change takes to reach everyone. ``python -m benchmarks.watchers --watchers 500``.

Two parts, each on a server of its own. In a *game* two friends move every two seconds, and all others have the link for
spectators. In a *lesson* everyone is a student of a class live: the teacher asks for a vote on the next move, all vote,
and the teacher makes the move, which is the next vote. The latency of a change: from sending it until the reader's web
socket or request has it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import tempfile
import time
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp

from benchmarks.classroom import PACE, PATIENCE, Visitor, browser, own_server
from benchmarks.taught_class import CODE, school

GAME = "connect_four"


class Watcher(Visitor):
    """A page that shows a game. It notes when it has each position."""

    def __init__(self, http: aiohttp.ClientSession, url: str, page: str) -> None:
        super().__init__(http, url, page, 0)
        self.times: dict[int, float] = {}

    async def watch(self) -> None:
        """Look at the game until the server goes."""
        while True:
            await self.hear()
            self.times.setdefault(self.state["turn"], time.monotonic())


def told(what: str, latencies: Iterable[float]) -> None:
    """Print how long something took."""
    ordered = sorted(latencies)
    p50, p95 = (1000 * ordered[(len(ordered) - 1) * share // 100] for share in (50, 95))
    print(f"{what}: {len(ordered)} times, p50 {p50:.0f} ms, p95 {p95:.0f} ms, worst {1000 * ordered[-1]:.0f} ms")


async def watch_a_game(url: str, watchers: int, seconds: float, pace: float) -> None:
    """Play a game between two friends before so many spectators."""
    async with AsyncExitStack() as stack:
        ana, bob = [await stack.enter_async_context(browser()) for _player in range(2)]
        origin = {"Origin": url.rstrip("/")}
        async with ana.post(url + "friend", data={"game": GAME, "side": "first"}, headers=origin) as answer:
            html, key = await answer.text(), answer.url.path.lstrip("/")
        join, watch = (re.search(rf"friend/{part}/[\w-]+", html)[0] for part in ("join", "watch"))  # type: ignore[index]
        async with bob.post(url + join, headers=origin) as answer:
            answer.raise_for_status()
        players = [Watcher(http, url, key) for http in (ana, bob)]
        for player in players:
            await player.open(key)
        begun = time.monotonic()
        crowd = []
        for _each in range(watchers):
            watcher = Watcher(await stack.enter_async_context(browser()), url, watch)
            await watcher.open(watch)
            crowd.append(watcher)
        print(f"{watchers} spectators had the board after {time.monotonic() - begun:.1f} s, one after the other")
        everyone = [*players, *crowd]
        looking = [asyncio.create_task(each.watch()) for each in everyone]
        sent: dict[int, float] = {}
        until = time.monotonic() + seconds
        while time.monotonic() < until and not players[0].over:
            turn = max(player.state["turn"] for player in players)
            mover = players[turn % 2]
            cells = [number for number, moves in enumerate(mover.state["moves"]) if moves]
            sent[turn + 1] = time.monotonic()
            await mover.say({"play": [mover.pace.choice(cells)], "turn": turn})
            await asyncio.sleep(pace)
        for task in looking:
            task.cancel()
        missed = sum(turn not in each.times for each in everyone for turn in sent)
        told("a move, until a page has it", (each.times[turn] - at for each in everyone for turn, at in sent.items() if turn in each.times))  # fmt: skip
        print(f"{len(sent)} moves, {missed} of {len(sent) * len(everyone)} pictures came too late for the next move")


class Pupil:
    """A student of the class live."""

    def __init__(self, http: aiohttp.ClientSession, url: str, number: int) -> None:
        self.http, self.url, self.number = http, url, number
        self.times: dict[int, float] = {}  # time at which the student saw each task
        self.spent: list[float] = []  # seconds that each vote took
        self.state: dict[str, Any] = {"number": 0, "task": 0}

    async def come(self) -> None:
        """Join the class."""
        async with self.http.get(self.url + "enter", params={"code": CODE}) as answer:
            answer.raise_for_status()
        name = {"name": f"Student {self.number:03}"}
        async with self.http.post(self.url + "live", data=name, headers={"Origin": self.url.rstrip("/")}) as answer:
            answer.raise_for_status()

    async def attend(self) -> None:
        """Wait for each task, and vote."""
        while True:
            async with self.http.get(self.url + "live/state", params={"seen": self.state["number"]}) as answer:
                self.state = await answer.json()
            task = self.state["task"]
            if task in self.times or not self.state["vote"]:
                continue
            self.times[task] = time.monotonic()
            cells = [number for number, moves in enumerate(self.state["vote"]["board"]["moves"]) if moves]
            ballot = json.dumps({"task": task, "cells": [cells[self.number % len(cells)]]})
            begun = time.monotonic()
            async with self.http.post(self.url + "live/vote", data=ballot, headers={"Origin": self.url.rstrip("/")}) as answer:  # fmt: skip
                answer.raise_for_status()
            self.spent.append(time.monotonic() - begun)


async def attend_a_lesson(url: str, link: str, students: int, votes: int, pace: float) -> None:
    """Let so many students vote on a number of moves."""
    async with AsyncExitStack() as stack:
        teacher = await stack.enter_async_context(browser())
        async with teacher.get(link) as answer:
            answer.raise_for_status()

        async def command(**form: str) -> None:
            async with teacher.post(url + "class/live", data=form, headers={"Origin": url.rstrip("/")}) as answer:
                answer.raise_for_status()

        begun = time.monotonic()
        class_ = []
        for number in range(students):
            class_.append(Pupil(await stack.enter_async_context(browser()), url, number))
            await class_[-1].come()
        print(f"{students} students had joined after {time.monotonic() - begun:.1f} s, one after the other")
        attending = [asyncio.create_task(each.attend()) for each in class_]
        sent: list[float] = []
        for number in range(votes):
            sent.append(time.monotonic())
            await (command(do="play") if number else command(do="vote", path=f"/play/{GAME}"))
            async with asyncio.timeout(PATIENCE):
                while not all(len(each.spent) > number for each in class_):
                    await asyncio.sleep(0.01)
            await asyncio.sleep(pace)
        for task in attending:
            task.cancel()
        told("a task, until a student has it", (at - begun for each in class_ for at, begun in zip(each.times.values(), sent, strict=True)))  # fmt: skip
        told("a vote, until it is counted", (spent for each in class_ for spent in each.spent))


def main() -> None:
    """Do both parts and print how long changes took."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.watchers", description=__doc__)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30.0, help="of the game")
    parser.add_argument("--votes", type=int, default=8, help="of the lesson")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds from a move or a vote to the next")
    asked = parser.parse_args()
    with own_server() as server:
        asyncio.run(watch_a_game(server.url, asked.watchers, asked.seconds, asked.pace))
        print(f"the server's own process computed {server.cpu():.1f} s")
    with tempfile.TemporaryDirectory() as folder, school(Path(folder)) as (url, link):
        asyncio.run(attend_a_lesson(url, link, asked.watchers, asked.votes, asked.pace))


if __name__ == "__main__":
    main()
