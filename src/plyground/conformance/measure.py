"""Counts of sequences of moves, and the speed of counting them in Python and compiled."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress

from plyground.conformance.events import Perft, Speed
from plyground.conformance.faults import Failure
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.errors import RulesError, SearchStopped
from plyground.i18n import Sentence, _
from plyground.searches.limit import deadline
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.tally import NODES, new_tally
from plyground.searches.threadless import thread_time
from plyground.searches.twin import twin
from plyground.solvers.perft import perft

SECONDS = 1.0
"""Seconds for all depths that are counted."""
LONG_ENOUGH = 0.2
"""Seconds of counting after which a speed is reliable."""


def measured(
    position: MarkedPosition, game: Game | None, native: bool
) -> Generator[Perft | Speed | Failure, None, Sentence | None]:
    """Yield the perft counts found in a second, and the speed in Python and, with ``native``, compiled. Return the
    reason why nothing is compiled.
    """
    ended = int(game.facts.ended_count) if game is not None else 0
    plain, counts = _counted(perft, position, ended)
    compiled, refused = None, None
    if native:
        try:
            text = twin(perft, position, 0, 0, new_tally().counts)
        except RulesError as error:  # no search compiles such rules
            refused = error.sentence
        else:
            compiled, natively = _counted(text, position, ended)
            for here, there in zip(counts, natively, strict=False):
                if here != there:
                    yield Failure("twin-differs", "play", _different(here, there))
            counts = max(counts, natively, key=len)
    yield from counts
    yield Speed(plain, compiled)
    return refused


def _different(plain: Perft, compiled: Perft) -> Sentence:
    return _(
        "there are {compiled} sequences of {depth} moves compiled, and {plain} in Python",
        compiled=compiled.sequences, depth=plain.depth, plain=plain.sequences,
    )  # fmt: skip


def _counted(text: Callable[..., int], position: MarkedPosition, ended: int) -> tuple[float, list[Perft]]:
    """Return (positions per second, counts done in time); a short game is counted repeatedly."""
    counts = new_tally().counts
    done: list[Perft] = []
    began = thread_time()
    with deadline(SECONDS, counts), suppress(SearchStopped, RecursionError):
        while len(done) < MAX_DEPTH and (not done or done[-1].sequences):
            done.append(Perft(len(done) + 1, text(position, len(done) + 1, ended, counts)))
        while thread_time() < began + LONG_ENOUGH:
            text(position, len(done), ended, counts)
    seconds = thread_time() - began
    return counts[NODES] / max(seconds, 1e-9), [each for each in done if each.sequences]
