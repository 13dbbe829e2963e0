"""The visitor's device as the place where the bots of a page think.

The device gets a game, its moves and a bot, and sends reports and a move back, all as JSON. Nothing of it is trusted: the
move is checked by the rules, a report is only shown to this visitor, and no value is kept. If the device is not ready,
answers wrongly or is silent, the server thinks.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable
from typing import Any

from plyground.arena.match import Match
from plyground.bots import Outlook
from plyground.core.position import Move
from plyground.i18n import Sentence, language
from plyground.presentation.game_session import BotThought
from plyground.presentation.match_status import THOUGHT_TIMEOUT_S
from plyground.web.components.widget import Widget
from plyground.web.workers.device_files import DeviceFiles

SILENCE_S = 5.0
"""Seconds after which a device that sends nothing is not waited for."""
MAX_FAILURES = 2
"""Thoughts without a usable answer after which a page does not ask its device again."""
MAX_NODES = 1 << 62
MAX_TEXT_CHARS = 1000
"""Most characters of a line or a value in a report."""
MAX_PLIES = 100_000


class Device:
    """The device of the visitor of one page."""

    def __init__(self, files: DeviceFiles) -> None:
        """Use the ``files`` of the worker."""
        self._files = files
        self._is_ready = False  # True if the worker has told that it has started, and thinks about nothing
        self._failures = 0
        self._number = 0  # number of the last question
        self._news: asyncio.Queue[dict[str, Any]] | None = None  # messages about the question that is asked now

    def build(self) -> None:
        """Put the worker's element on the page. It has no picture."""
        state = {"base": self._files.base, "wanted": False, "question": None}
        self._widget = Widget("thinking_device.js", state, self._hear)

    async def move(self, thought: BotThought, on_progress: Callable[[], None]) -> Move | None:
        """Return the device's move, which is legal; None if the server is to think.

        Only compiled searches are worth the way. The first one lets the device get ready, while the server thinks.
        """
        is_compiled = type(thought.match.game.start).__name__ in self._files.compiled
        if self._failures >= MAX_FAILURES or not (is_compiled and thought.player.card.plans_ahead):
            return None
        self._widget.patch({"wanted": True})
        if not self._is_ready:
            return None
        self._is_ready = False
        self._number += 1
        news = self._news = asyncio.Queue()
        match = thought.match
        question = [self._number, match.game.name, match.moves[: match.ply], thought.seat.text, language()]
        self._widget.patch({"question": json.dumps(question)})
        try:
            async with asyncio.timeout(THOUGHT_TIMEOUT_S):
                move = await self._answer(news, thought, on_progress)
        except TimeoutError:
            move = None
        finally:
            self._news = None
            self._widget.patch({"question": None})
        self._failures = 0 if move is not None else self._failures + 1
        return move

    async def _answer(
        self, messages: asyncio.Queue[dict[str, Any]], thought: BotThought, on_progress: Callable[[], None]
    ) -> Move | None:
        """Show the reports until the move comes. Raise :class:`TimeoutError` if the device is silent."""
        while True:
            async with asyncio.timeout(SILENCE_S):
                news = await messages.get()
            if "move" in news:
                return legal_move(news["move"], thought.match)
            if "failed" in news:
                return None
            nodes, outlook = report(news, thought.match)
            thought.update(max(nodes, thought.nodes), outlook)
            on_progress()

    def _hear(self, message: dict[str, Any]) -> None:
        """Take a message of the worker. One about another question than the last is ignored."""
        if message.get("ready") is True:
            self._is_ready = True
        elif self._news is not None and message.get("question") == self._number:
            self._news.put_nowait(message)


def legal_move(told: object, match: Match) -> Move | None:
    """Return a move that a device tells if it is legal at the end of a match."""
    return (
        told if isinstance(told, int) and not isinstance(told, bool) and told in set(match.position.moves()) else None
    )


def report(told: dict[str, Any], match: Match) -> tuple[int, Outlook | None]:
    """Return the visited positions and the outlook in a report, without anything that is not well formed."""
    nodes = _count(told.get("nodes"), MAX_NODES) or 0
    match told.get("outlook"):
        case [depth, str(worth), str(line), int() | float() as seconds, rank, move] if 0 <= seconds < math.inf:
            plies, place = _count(depth, MAX_PLIES), _count(rank, MAX_PLIES)
            if plies is not None and place is not None:
                words, best = Sentence(worth[:MAX_TEXT_CHARS], {}), legal_move(move, match)
                return nodes, Outlook(plies, words, line[:MAX_TEXT_CHARS], nodes, seconds, rank=place, move=best)
    return nodes, None


def _count(value: object, most: int) -> int | None:
    """Return a number from 0 to ``most``; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most else None
