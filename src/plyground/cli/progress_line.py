"""The progress of a search on one line of the terminal; Ctrl-C hurries the search."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from plyground.bots import Outlook
from plyground.cli.isolation import counted_by
from plyground.i18n import Number, Sentence, _, _n
from plyground.searches import Tally
from plyground.searches.tally import NODES, STOP
from plyground.searches.twin import announcing

FIRST_PROGRESS, NEXT_PROGRESS = 1.0, 0.25
"""Seconds until a search shows its progress, and between two reports."""
NEXT_LINE = 15.0
"""Seconds between two lines about progress where there is no terminal, such as in continuous integration."""


@contextmanager
def progress(tally: Tally) -> Iterator[Callable[[Outlook | Sentence], None]]:
    """Show the progress of the body on one line of the terminal, if it takes long.

    The line has the last report of the body; without a report, it has the number of visited positions.
    """
    with counted_by(tally), _shown(tally) as tell:
        yield tell


@contextmanager
def _shown(tally: Tally) -> Iterator[Callable[[Outlook | Sentence], None]]:
    told: list[Outlook | Sentence] = []
    if not sys.stderr.isatty():
        yield told.append
        return
    begun = time.monotonic()

    def next_line() -> Sentence | None:
        if not told and time.monotonic() <= begun + FIRST_PROGRESS:
            return None
        return _how_far(tally.counts[NODES], told[-1] if told else None)

    with _reporting(NEXT_PROGRESS, next_line), announcing(lambda sentence: _on_one_line(sentence, "\n")):
        yield told.append


@contextmanager
def stages() -> Iterator[Callable[[Sentence], None]]:
    """Show which stage of long work runs, and for how long: on one line of the terminal, else in a line now and then.

    The body calls the function that it gets with each new stage. Sentences of one wording are one stage.
    """
    begun: deque[tuple[Sentence, float]] = deque(maxlen=1)
    on_terminal = sys.stderr.isatty()

    def begin(stage: Sentence) -> None:
        is_new = not begun or begun[-1][0].text != stage.text
        begun.append((stage, time.monotonic() if is_new else begun[-1][1]))

    def next_line() -> Sentence | None:
        if not begun:
            return None
        stage, since = begun[-1]
        return _("{stage}: {seconds} s …", stage=stage, seconds=Number(round(time.monotonic() - since)))

    with _reporting(NEXT_PROGRESS if on_terminal else NEXT_LINE, next_line):
        yield begin


@contextmanager
def _reporting(interval_s: float, next_line: Callable[[], Sentence | None]) -> Iterator[None]:
    """Show the next line every ``interval_s`` seconds while the body runs, unless it is None.

    A terminal has all of them on one line, which is cleared at the end.
    """
    done = threading.Event()
    on_terminal = sys.stderr.isatty()

    def report() -> None:
        while not done.wait(interval_s):
            if (line := next_line()) is None:
                continue
            if on_terminal:
                _on_one_line(line)
            else:
                print(line, file=sys.stderr, flush=True)

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()
        if on_terminal:
            _on_one_line("")


def _how_far(nodes: int, told: Outlook | Sentence | None) -> Sentence:
    if told is None:
        return _n("{count} position visited …", "{count} positions visited …", nodes)
    if isinstance(told, Sentence):
        return told
    return _(
        "{worth}, depth {depth}, {speed} positions a second: {line}",
        worth=told.worth, depth=told.depth, speed=Number(told.speed), line=told.line,
    )  # fmt: skip


def _on_one_line(words: Sentence | str, end: str = "") -> None:
    """Put ``words`` in place of the line at the cursor, shortened until they fit."""
    text, room = str(words), shutil.get_terminal_size().columns - 1
    if len(text) > room:
        text = text[: room - 1] + "…"
    print(f"\r{text}\x1b[K", end=end, file=sys.stderr, flush=True)


@contextmanager
def hurried(tally: Tally) -> Iterator[None]:
    """Let Ctrl-C tell the search in this context to finish; a second Ctrl-C interrupts it as usual."""

    def hurry(number: int, frame: object) -> None:
        tally.counts[STOP] = 1
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, hurry)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
