"""The stepping view of a tree on a page. A reader can change the tree, and its searches follow."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from plyground.errors import PlygroundError
from plyground.i18n import Sentence, language
from plyground.stepping.view import StepsState
from plyground.web.components.elements import in_language
from plyground.web.components.tree_steps import film_jobs
from plyground.web.components.tree_steps.changes import changes, with_leaf, with_slider
from plyground.web.components.tree_steps.films import WrongField
from plyground.web.components.widget import Widget
from plyground.web.urls.trees_url import TreeQuery
from plyground.web.workers.pool import ROOM_TIMEOUT_S, VisitorWorkers, ignore_status

log = logging.getLogger(__name__)

MAX_PATH = 200
"""Most moves to a leaf that a message may name."""
MAX_VALUE_CHARS = 100
"""Most characters of a value that a message may give to a leaf."""


class TreeSteps(Widget):
    """The films of the searches in a URL. ``on_change`` gets the URL of each change and each step.

    With ``in_lesson``, the view has no program and no legend.
    """

    def __init__(
        self,
        query: TreeQuery,
        state: StepsState,
        workers: VisitorWorkers,
        on_change: Callable[[TreeQuery], None],
        *,
        in_lesson: bool = False,
    ) -> None:
        super().__init__("tree.js", state, in_language(self._heard), in_language(self._saved))
        self.query = query
        self._shown = query
        self._trouble: Sentence | str = ""  # reason why the last change was refused
        self._workers = workers
        self._on_change = on_change
        self._in_lesson = in_lesson
        self._filming: asyncio.Task[None] | None = None
        self._readings: set[asyncio.Task[None]] = set()

    def end(self) -> None:
        """Stop what is under way."""
        for task in (self._filming, *self._readings):
            if task is not None:
                task.cancel()

    def _heard(self, message: dict[str, Any]) -> None:
        """Take a reader's change, or send what the view asks for."""
        if message.get("both") is True:
            self.query = self.query._replace(other="1")
            self._film()
        elif isinstance(message.get("leaf"), list):
            self._change_leaf(message["leaf"], message.get("value"))
        elif type(message.get("place")) is int:
            self._take(with_slider(self.query, str(message.get("slider")), message["place"]))
        else:
            self._read(str(message.get("reel")))

    def _change_leaf(self, moves: list[Any], value: Any) -> None:
        is_path = len(moves) <= MAX_PATH and all(type(move) is int for move in moves)
        if not is_path or not isinstance(value, str):
            return
        try:
            self._take(with_leaf(self.query, moves, value[:MAX_VALUE_CHARS]))
        except (PlygroundError, WrongField) as error:
            self._refuse(error.sentence)

    def _take(self, query: TreeQuery) -> None:
        self.query = query
        self._trouble = ""
        self._film()

    def _film(self) -> None:
        """Film the searches of the present URL. If this is under way, they are filmed once more after it."""
        if self._filming is None or self._filming.done():
            self._filming = asyncio.create_task(self._film_until_shown())

    async def _film_until_shown(self) -> None:
        while self._shown.unshown != self.query.unshown:
            wanted = self.query
            try:
                found, _wrong_step = await self._workers.run(
                    film_jobs.show_films, ROOM_TIMEOUT_S, ignore_status, wanted, language(), False, self._in_lesson
                )
            except (PlygroundError, WrongField) as error:
                if self.query.unshown == wanted.unshown:
                    self.query = self._shown
                    self._refuse(error.sentence)
                continue
            self._shown = wanted
            kept = {name: part for name, part in found.items() if name not in ("texts", "step", "changes")}
            self.patch({**kept, "changes": changes(wanted, self._trouble)})
            self._on_change(self.query)

    def _refuse(self, reason: Sentence) -> None:
        self._trouble = reason
        self.patch({"changes": changes(self._shown, reason)})

    def _read(self, reel: str) -> None:
        """Send the texts of more steps of a long film."""
        parts = reel.split("-")
        if len(parts) == 3 and all(part.isdecimal() and len(part) < 6 for part in parts):
            scene, take, number = map(int, parts)
            if scene < len(self.query.algorithms) and take < 2:
                task = asyncio.create_task(self._send_reel(reel, scene, take, number))
                self._readings.add(task)
                task.add_done_callback(self._readings.discard)

    async def _send_reel(self, name: str, scene: int, take: int, number: int) -> None:
        try:
            words = await self._workers.run(
                film_jobs.read_reel, ROOM_TIMEOUT_S, ignore_status, self._shown, language(), scene, take, number
            )
        except PlygroundError as error:
            log.warning("The words of a film could not be read: %s", error)
            return
        self.patch({"reels": {name: words}})

    def _saved(self, saved: dict[str, Any]) -> None:
        """Note the current step in the URL."""
        step = saved.get("step", 0)
        if type(step) is int and 0 <= step < 10_000_000:
            other = "1" if saved.get("other") is True else ""
            self.query = self.query._replace(step=str(step + 1), other=other)
            self._shown = self._shown._replace(other=other)
            self._on_change(self.query)
