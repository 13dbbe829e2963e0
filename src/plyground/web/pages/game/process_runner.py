"""Let bots think on the visitor's device, or in the server's worker processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from plyground.bots import Choice
from plyground.errors import PlygroundError, SearchStopped
from plyground.i18n import Sentence, _
from plyground.presentation.boards.quick_move import Hurry, choice_so_far, quick_choice
from plyground.presentation.bot_driver import OnEnd
from plyground.presentation.game_session import BotThought
from plyground.presentation.match_status import THOUGHT_TIMEOUT_S
from plyground.web.pages.game import jobs
from plyground.web.pages.game.device import Device
from plyground.web.pages.game.preparation import Preparation
from plyground.web.workers.pool import JobStatus, VisitorWorkers

log = logging.getLogger(__name__)


HURRY_TIMEOUT_S = 0.2
"""Seconds that a bot may take after it was told to move now; after them a quick move is made for it."""
PLAIN_ANSWER_S = 0.8
"""Seconds after which a bot answers in plain Python while its search is being compiled."""


class ProcessThought:
    """A bot's search for a move, on the visitor's device or in a worker process."""

    def __init__(
        self,
        thought: BotThought,
        on_end: OnEnd,
        workers: VisitorWorkers,
        preparation: Preparation,
        on_progress: Callable[[], None],
        device: Device | None,
    ) -> None:
        self._thought = thought
        self._device = device
        self._on_end = on_end
        self._workers = workers
        self._preparation = preparation
        self._on_progress = on_progress
        self._task = asyncio.create_task(self._think())

    def cancel(self) -> None:
        """Stop the job. Its end is not reported."""
        self._task.cancel()

    def hurry(self) -> None:
        """Ask for an answer soon: the best move found, or a quick move if no search has found any."""
        if self._thought.nodes:
            asyncio.get_running_loop().call_later(HURRY_TIMEOUT_S, self._answer_at_once)
        else:
            self._answer_at_once()

    def _answer_at_once(self, hurry: Hurry = Hurry.ASKED) -> None:
        if not self._task.done():
            self._task.cancel()
            outlook = self._thought.outlook
            self._on_end((outlook and choice_so_far(outlook, hurry)) or quick_choice(self._thought.match, hurry))

    async def _think(self) -> None:
        try:
            choice = await self._chosen()
        except Exception as error:
            if not isinstance(error, PlygroundError):
                log.exception("A bot failed to move.")
            self._on_end(error)
        else:
            self._on_end(choice)

    async def _chosen(self) -> Choice:
        """Return the bot's choice. A choice of the visitor's device is a move alone. While the search is being compiled
        on the server, plain Python answers soon.

        A bot without a time limit plays its compiled answer if that is ready first, or if plain Python finds no answer.
        """
        seat = self._thought.seat
        if self._device is not None:
            move = await self._device.move(self._thought, self._on_progress)
            if move is not None:
                return Choice(move)
        if not self._preparation.is_under_way(seat.text):
            return await self._run(THOUGHT_TIMEOUT_S, native=True)
        if seat.player.card.anytime:
            return await self._run(PLAIN_ANSWER_S, native=False)
        plain = asyncio.create_task(self._run(PLAIN_ANSWER_S, native=False))
        ready = asyncio.create_task(self._preparation.wait(seat.text))
        try:
            await asyncio.wait({plain, ready}, return_when=asyncio.FIRST_COMPLETED)
            if plain.done() and not isinstance(plain.exception(), SearchStopped):
                return plain.result()
            await ready
        finally:
            plain.cancel()
            ready.cancel()
        return await self._run(THOUGHT_TIMEOUT_S, native=True)

    async def _run(self, seconds: float, *, native: bool) -> Choice:
        """Return the choice of a job that is told to stop after this many ``seconds``."""
        match, seat = self._thought.match, self._thought.seat
        return await self._workers.run(
            jobs.choose, seconds, self._watch, match.game.name, match.moves[: match.ply], seat.text, native=native
        )

    def _watch(self, status: JobStatus) -> bool:
        self._thought.update(status.nodes, status.news)
        self._on_progress()
        if status.is_beyond_share:
            asyncio.get_running_loop().call_soon(self._answer_at_once, Hurry.SHARE)
        return self._thought.is_hurried


class ProcessRunner:
    """A runner of bots' searches as jobs of one visitor; ``on_progress`` is called several times a second.

    While a bot's search is being compiled, the bot uses plain Python.
    """

    def __init__(
        self,
        workers: VisitorWorkers,
        preparation: Preparation,
        on_progress: Callable[[], None],
        device: Device | None = None,
    ) -> None:
        self._workers = workers
        self._device = device
        self._preparation = preparation
        self._on_progress = on_progress

    def run(self, thought: BotThought, on_end: OnEnd) -> ProcessThought:
        """Start a job and return at once."""
        return ProcessThought(thought, on_end, self._workers, self._preparation, self._on_progress, self._device)

    def explain(self, error: Exception) -> Sentence:
        """Return a sentence for an error whose details are only in the log."""
        return _("Something unexpected went wrong; the server's log has the details.")
