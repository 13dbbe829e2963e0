"""Searches of bots and hints in threads, while the notebook continues."""

from __future__ import annotations

import contextvars
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from plyground.bots import Choice, Outlook, Thought
from plyground.core.game import Game
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.presentation.bot_driver import OnEnd
from plyground.presentation.game_session import BotThought
from plyground.presentation.match_status import THOUGHT_TIMEOUT_S
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.searches.threadless import HAS_THREADS, repeated
from plyground.searches.twin import announcing

POLL_INTERVAL_S = 0.05
"""Seconds between two checks of the clock."""


class ThreadJob:
    """A search in its own thread, if Python has threads here."""

    def __init__(
        self, think: Callable[[ThreadJob], Any], on_end: OnEnd, on_news: Callable[[ThreadJob, Any], None]
    ) -> None:
        """Prepare a search. ``on_end`` takes the answer or the exception, ``on_news`` the progress; both are called in
        the thread.
        """
        self.tally: Tally = new_tally()
        self._think = think
        self._on_end = on_end
        self._on_news = on_news
        in_language = contextvars.copy_context().run
        self.thread = threading.Thread(target=in_language, args=(self._run,), daemon=True)

    def start(self) -> ThreadJob:
        """Begin to think and return the job. Without threads the job has ended by then."""
        if HAS_THREADS:
            self.thread.start()
        else:
            self._run()
        return self

    def wait(self) -> None:
        """Wait for the end."""
        if HAS_THREADS:
            self.thread.join()

    def cancel(self) -> None:
        """Tell the search to stop."""
        self.tally.counts[STOP] = 1

    def hurry(self) -> None:
        """Tell the search to answer with the best that it has found."""
        self.tally.counts[STOP] = 1

    def report(self, news: Outlook | Sentence) -> None:
        """Pass on a progress report of the search."""
        self._on_news(self, news)

    def _run(self) -> None:
        try:
            with announcing(self.report):
                answer = self._think(self)
        except Exception as error:
            answer = error
        self._on_end(answer)


class ThreadRunner:
    """Runs the thoughts of bots, one at a time; ``on_change`` is called at their progress and at their end."""

    def __init__(self, game: Game, on_change: Callable[[], None]) -> None:
        self.bench = threading.Lock()  # lock of the thread that thinks
        self._game = game
        self._on_change = on_change

    def run(self, thought: BotThought, on_end: OnEnd) -> ThreadJob:
        """Begin to think in a new thread."""

        def end(result: Any) -> None:
            on_end(result)
            self._on_change()

        def report(job: ThreadJob, news: Outlook | Sentence) -> None:
            thought.update(job.tally.counts[NODES], news)
            self._on_change()

        return ThreadJob(partial(self._think, thought), end, report).start()

    def explain(self, error: Exception) -> Sentence:
        """Return a sentence with the error, which may come from rules in another cell."""
        if isinstance(error, PlygroundError):
            return error.sentence
        return _("The rules of {game} failed: {error}.", game=self._game.title, error=repr(error))

    def _think(self, thought: BotThought, job: ThreadJob) -> Choice:
        match, tally = thought.match, job.tally
        try:
            with self.bench, _within(THOUGHT_TIMEOUT_S, tally):
                return thought.player.choose(match.position, Thought(match.positions[: match.ply], tally, job.report))
        finally:
            thought.update(tally.counts[NODES], None)


@contextmanager
def _within(seconds: float, tally: Tally) -> Iterator[None]:
    """Limit the searches that count in ``tally`` to ``seconds`` after its first visit; then they raise
    :class:`SearchStopped`.
    """
    end = math.inf

    def look() -> None:
        nonlocal end
        if end == math.inf and tally.counts[NODES]:
            end = time.monotonic() + seconds
        if time.monotonic() > end:
            tally.counts[STOP] = 1

    with repeated(POLL_INTERVAL_S, look):
        yield
