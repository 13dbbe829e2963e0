"""A class whose devices think: how much the server computes for a bot's move, with ``--think-here`` and without.

``python -m benchmarks.think_here SITE --clients 20 --seconds 60`` starts a server, once without and once with the site
that ``plyground export-site`` has written. Each client plays Connect Four against the engine with a second of thought,
with a random move every ten seconds. In place of a browser's worker it answers after a second with a random legal move.
The time is that of the server's process and its workers, from the first moves on; the class's opening is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from benchmarks.classroom import WIDGET, Server, Visitor, browser

PAGE = "play/connect_four?o=engine:seconds=1"
THOUGHT_S = 1.0
REPORT_S = 0.5
PACE_S = 10.0
ROWS, COLUMNS = 6, 7
NODES = 2_000_000
"""Positions in a report."""
CLASSES = (60, 200, 500)


class Student(Visitor):
    """A visitor whose device thinks, if the server asks it."""

    def __init__(self, http: Any, url: str, page: str, number: int) -> None:
        super().__init__(http, url, page, number)
        self.device = ""
        self.asked = 0
        self.thoughts = set[asyncio.Task[None]]()

    async def open(self, page: str) -> None:
        await super().open(page)
        self.device = next((name for name, state in re.findall(WIDGET, self.html) if '"wanted"' in state), "")

    def hear_device(self, changes: dict[str, Any]) -> None:
        """Get ready, or think."""
        if changes.get("wanted") or changes.get("question"):
            task = asyncio.create_task(self.think(changes.get("question")))
            self.thoughts.add(task)
            task.add_done_callback(self.thoughts.discard)

    async def think(self, question: str | None) -> None:
        """Send what a worker sends about a question; without a question, that it is ready."""
        if question is not None:
            self.asked += 1
            number, _game, moves, *_bot = json.loads(question)
            outlook = [9, "Judged at 5", "4 4 4 4 4 4 4 4 4", REPORT_S, 1, 3]
            await asyncio.sleep(REPORT_S)
            await self.send(self.device, "message", {"question": number, "nodes": NODES, "outlook": outlook})
            await asyncio.sleep(THOUGHT_S - REPORT_S)
            free = [column for column in range(COLUMNS) if moves.count(column) < ROWS]
            await self.send(self.device, "message", {"question": number, "move": random.choice(free)})
        await self.send(self.device, "message", {"ready": True})

    async def listen(self) -> None:
        """Hear the questions to the device, too."""
        receive = self.socket.receive

        async def heard(*limit: float) -> Any:
            message = await receive(*limit)
            if isinstance(message.data, str):
                for change in json.loads(message.data)[2]:
                    if self.device and change[:2] == ["patch", self.device]:
                        self.hear_device(change[2])
            return message

        self.socket.receive = heard  # type: ignore[method-assign, assignment]
        await super().listen()


def computed(process: int) -> float:
    """Return the seconds that a process and all that it has started have computed."""
    parents, seconds = dict[int, int](), dict[int, float]()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(folder.name)
        parents[number] = int(fields[1])
        seconds[number] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    family, size = {process}, 0
    while size < len(family):
        size = len(family)
        family |= {number for number, parent in parents.items() if parent in family}
    return sum(seconds.get(number, 0.0) for number in family)


async def measure(server: Server, clients: int, seconds: float) -> tuple[int, float, int, float]:
    """Return (moves, seconds of CPU, thoughts of devices, median latency) of a class."""
    async with AsyncExitStack() as stack:
        students = []
        for number in range(clients):
            http = await stack.enter_async_context(browser())
            students.append(Student(http, server.url, PAGE, number))
        for student in students:
            await student.wait()
            await student.move()  # the server thinks, and its search is compiled
        before, latencies = computed(server.process.pid), [len(student.latencies) for student in students]
        until = time.monotonic() + seconds
        await asyncio.gather(*(student.play(until, PACE_S, through_a_kill=False) for student in students))
        spent = computed(server.process.pid) - before
        later = sorted(
            each for student, first in zip(students, latencies, strict=True) for each in student.latencies[first:]
        )
        return len(later), spent, sum(student.asked for student in students), later[len(later) // 2]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.think_here", description=__doc__)
    parser.add_argument("site", type=Path, help="the folder of an exported site")
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    for options in ((), ("--think-here", str(asked.site))):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder, "work.sqlite"), *options)
            try:
                moves, spent, thoughts, latency = asyncio.run(measure(server, asked.clients, asked.seconds))
            finally:
                server.kill()
        each = spent / max(1, moves)
        print(
            f"{options[0] if options else 'on the server'}: {moves} moves of {asked.clients} clients, {thoughts} by devices"
        )
        print(f"  {1000 * each:.0f} ms of CPU a move, half of the moves within {latency:.2f} s")
        cores = ", ".join(f"{size} students {size * each / PACE_S:.1f}" for size in CLASSES)
        print(f"  cores for a move every {PACE_S:.0f} s: {cores}")


if __name__ == "__main__":
    main()
