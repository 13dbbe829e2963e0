"""Store one visitor's work, and retry if that fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.searches.progress import unheard
from plyground.store.lazy_store import LazyStore
from plyground.store.records import KeptAnswer

RETRY_S = 5.0
"""Seconds between two attempts to store a page."""
ANSWER_ATTEMPTS, ANSWER_RETRY_S = 3, 1.0
"""Attempts to store an answer while its visitor waits, and seconds between them."""

log = logging.getLogger(__name__)


class PageState(NamedTuple):
    """The state of an open page to be stored."""

    room: str
    title: object
    address: str
    comments: tuple[str, ...]
    number: int
    earlier: str


class WorkKeeper:
    """The stored work of one visitor. ``trouble`` is the reason why the last state of the page is not stored; empty if
    it is stored.
    """

    def __init__(self, store: LazyStore, token: str, *, is_new: bool = False) -> None:
        """Set up the storage under a visitor's token. ``is_new`` means that nothing has been stored for the visitor
        yet.
        """
        self.store = store
        self.token = token
        self.is_new = is_new
        self.trouble: Sentence | None = None
        self.on_change: Callable[[], None] = unheard
        self._page_ids: dict[int, int | None] = {}
        self._unkept: PageState | None = None
        self._retry: asyncio.TimerHandle | None = None

    def page(
        self,
        room: str,
        title: object,
        address: str,
        comments: tuple[str, ...] = (),
        number: int = 0,
        earlier: str = "",
    ) -> None:
        """Store the state of the open page in place of its earlier state. If that fails, retry until it succeeds.

        Each ``number`` of one page, such as that of a game, has its own entry in My work. The first state of a page takes
        the place of an entry with the ``earlier`` address: the page was loaded anew.
        """
        self._unkept = PageState(room, title, address, comments, number, earlier)
        self._write()

    def begin_page(self, number: int = 0) -> None:
        """Keep the entry stored under a number: the next state with that number is a new entry in My work."""
        self._page_ids.pop(number, None)

    def comments(self, room: str, address: str) -> tuple[str, ...]:
        """Return the visitor's comments on the moves of the page that was stored under an address."""
        if not self.is_new:
            try:
                return self.store.open().comments(self.token, room, address)
            except PlygroundError as error:
                log.warning("Comments could not be read: %s", error)
        return ()

    async def answer(self, answered: KeptAnswer) -> None:
        """Store an answer to an exercise. Try several times, then raise :class:`PlygroundError`."""
        for attempt in range(1, ANSWER_ATTEMPTS + 1):
            try:
                await asyncio.to_thread(lambda: self.store.open().answer(self.token, answered))
            except PlygroundError as error:
                if attempt == ANSWER_ATTEMPTS:
                    log.warning("An answer could not be kept: %s", error)
                    raise
                await asyncio.sleep(ANSWER_RETRY_S)
            else:
                return

    def close(self) -> None:
        """Stop retrying after one last attempt, because the page is closed."""
        if self._retry:
            self._retry.cancel()
            self._write(is_last=True)

    def _write(self, *, is_last: bool = False) -> None:
        before, self._retry, state = self.trouble, None, self._unkept
        if state is None:
            return
        try:
            known = self._page_ids.get(state.number)
            self._page_ids[state.number] = self.store.open().keep(
                self.token, state.room, str(state.title), state.address, known, state.comments, state.earlier
            )
            self.trouble = self._unkept = None
        except PlygroundError as error:
            if before is None:
                log.warning("A page could not be kept: %s", error)
            self.trouble = _("{trouble} The page tries again every few seconds.", trouble=error.sentence)
            if not is_last:
                self._retry = asyncio.get_running_loop().call_later(RETRY_S, self._write)
        if self.trouble != before:
            self.on_change()
