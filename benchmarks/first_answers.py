"""The first answer of each bot on a fresh installation, from the press on the board to the bot's move.

``python -m benchmarks.first_answers`` measures each game's usual opponent, ``--bots`` every bot on offer, and
``--hurry`` how soon *Move now* is obeyed. Each measurement has a server and a cache of its own, with nothing compiled, and the
press comes as soon as the page is there: nobody looks at the board while searches are compiled. ``--again`` tells the
second game's first answer, too, from the same server.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import aiohttp

from benchmarks.classroom import ENVIRONMENT, Server, Visitor, browser
from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.games import GAMES, game
from plyground.presentation.default_players import opponent
from plyground.presentation.opponents import opponent_groups

MAX_ANSWER_S = 1.5
"""Seconds in which a bot's first answer is to be there."""
THINKING_S = 1.0
"""Seconds for which a bot thinks before it is told to move now."""
SLOW_BOTS = ("engine:seconds=30", "uct:seconds=30")
"""Bots that think so long that people tell them to move."""


class Opening(NamedTuple):
    """A page with one bot, and the press after which the bot is to move."""

    page: str
    message: dict[str, Any] | None  # message of the board; None: press the button for chance
    answered: int  # plies after which the bot has moved


def opening(chosen: Game, bot: str) -> Opening | None:
    """Return the page of a game with a bot, and a first press; None if a press on the board cannot begin."""
    if Demand.HIDDEN in chosen.demands:
        return None
    seats = {side.lower(): bot for side in chosen.sides}
    if Demand.CHANCE in chosen.demands:
        seats[chosen.sides[1].lower()] = "human"
        begins = (seed for seed in count() if not chosen.side(Match(chosen, seed=seed).rolled().position))
        seats["seed"] = str(next(begins))  # the dice decide which side begins in backgammon
        return Opening(f"play/{quote(chosen.name, safe=':=,')}?{urlencode(seats, safe=':=,')}", None, 2)
    seats[chosen.sides[0].lower()] = "human"
    position = Match(chosen).position
    for move in position.moves():
        cells = chosen.picture.cells(position, move)
        if cells and chosen.side(position.play(move)) != chosen.side(position):
            pressed = [cells[0], cells[-1]] if chosen.picture.pieces else [cells[0]]
            page = f"play/{quote(chosen.name, safe=':=,')}?{urlencode(seats, safe=':=,')}"
            return Opening(page, {"play": pressed, "turn": 0}, 2)
    return None


async def answer_s(http: aiohttp.ClientSession, server: Server, begun: Opening, *, hurries: bool = False) -> float:
    """Return the seconds from the press to the bot's move, or from *Move now* to it."""
    visitor = Visitor(http, server.url, begun.page, 0)
    await visitor.open(begun.page)
    pressed = time.monotonic()
    await (visitor.press("Begin") if begun.message is None else visitor.say(begun.message))
    if hurries:
        await visitor.rest(THINKING_S)
        pressed = time.monotonic()
        await visitor.say({"command": "hurry"})
    while visitor.state["turn"] < begun.answered:
        await visitor.hear()
    seconds = time.monotonic() - pressed
    await visitor.socket.close()
    return seconds


async def measured(begun: Opening, games: int, *, hurries: bool) -> list[float]:
    """Return the seconds to the first answer of each of some games, on one server with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        ENVIRONMENT["XDG_CACHE_HOME"] = folder
        server = Server(Path(folder, "work.sqlite"))
        try:
            async with browser() as http:
                return [await answer_s(http, server, begun, hurries=hurries) for _game in range(games)]
        finally:
            server.process.terminate()
            server.process.wait()


def bots(chosen: Game, asked: argparse.Namespace) -> Iterable[str]:
    """Return the bots that are measured."""
    if asked.hurry:
        return [bot for bot in SLOW_BOTS if not chosen.demands & ~Demand.TURNS]
    if not asked.bots:
        return [opponent(chosen)]
    return [each.text for group in opponent_groups(chosen) for each in group.opponents if each.text != "human"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_answers", description=__doc__)
    parser.add_argument("games", nargs="*", help="names of games; without any, all")
    parser.add_argument("--bots", action="store_true", help="every bot on offer, not only the usual opponent")
    parser.add_argument("--only", default="", help="only bots whose name contains this")
    parser.add_argument("--again", action="store_true", help="a second game on the same server, too")
    parser.add_argument("--hurry", action="store_true", help="tell slow bots to move after a second")
    asked = parser.parse_args()
    late = 0
    for name in asked.games or [entry.name for entry in GAMES]:
        chosen = game(name)
        for bot in bots(chosen, asked):
            begun = opening(chosen, bot)
            if begun is None or asked.only not in bot:
                continue
            seconds = asyncio.run(measured(begun, 2 if asked.again else 1, hurries=asked.hurry))
            late += seconds[0] > MAX_ANSWER_S
            print(f"{name:24} {bot:44}", *(f"{each:6.2f} s" for each in seconds), flush=True)
    print(f"{late} later than {MAX_ANSWER_S} s")


if __name__ == "__main__":
    main()
