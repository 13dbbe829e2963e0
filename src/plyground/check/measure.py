"""How many sequences of moves there are, and how fast they are counted, in Python and compiled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from plyground.check.events import Perft, Speed
from plyground.check.faults import Failure
from plyground.errors import RulesError, SearchStopped
from plyground.game import Game
from plyground.language import _
from plyground.search.native import twin
from plyground.search.scores import LONGEST
from plyground.search.tally import STOP, VISITS, new_tally
from plyground.solve.perft import perft

SECONDS = 1.0
"""The time for all the depths that are counted."""


def measured(position: Any, game: Game | None, native: bool) -> Iterator[Perft | Speed | Failure]:
    """Perft as deep as a second allows, compiled where that is asked for, and both speeds."""
    ended = int(game.facts.ended_count) if game is not None else 0
    plain, plainly = _counted(perft, position, ended)
    compiled, natively = None, None
    if native:
        try:
            compiled, natively = _counted(twin(perft, position, 0, 0, new_tally().counts), position, ended)
        except RulesError:  # a game of a kind that no search compiles
            native = False
    for here, there in zip(plainly, natively or plainly, strict=False):
        if here != there:
            sentence = _(
                "there are {compiled} sequences of {depth} moves compiled, and {plain} in Python",
                compiled=there.sequences, depth=here.depth, plain=here.sequences,
            )  # fmt: skip
            yield Failure("twin-differs", "play", sentence)
            return
    yield from natively or plainly
    yield Speed(plain, compiled)


def _counted(text: Callable[..., int], position: Any, ended: int) -> tuple[float, list[Perft]]:
    """Positions a second, and the counts that were done in time."""
    counts = new_tally().counts
    done: list[Perft] = []
    timer = threading.Timer(SECONDS, lambda: counts.__setitem__(STOP, 1))
    timer.daemon = True
    timer.start()
    began = time.thread_time()
    try:
        while len(done) < LONGEST and (not done or done[-1].sequences):
            done.append(Perft(len(done) + 1, text(position, len(done) + 1, ended, counts)))
    except (SearchStopped, RecursionError):
        pass
    timer.cancel()
    seconds = time.thread_time() - began
    return counts[VISITS] / max(seconds, 1e-9), [each for each in done if each.sequences]
