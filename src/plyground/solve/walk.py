"""Walks through every position of a game, each once: for games small enough for a computer's memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from plyground.errors import SearchError, SearchStopped
from plyground.language import Sentence, _, _n
from plyground.search.tally import STOP, VISITS, Tally, new_tally

LIMIT = 200_000
"""Positions that a walk keeps before it gives up: some seconds of time and 100 MB of memory."""


def successors(position: Any) -> Iterator[Any]:
    """The positions after each legal move."""
    return (position.play(move) for move in position.moves())


def breadth_first(
    start: Any,
    follow: Callable[[Any], Iterable[Any]] = successors,
    *,
    plies: int | None = None,
    canonical: bool = False,
) -> Iterator[Any]:
    """Every position that ``follow`` leads to from ``start``, itself included, once, nearest first.

    With ``plies``, only those at most that many moves away; with ``canonical``, one of each class that
    ``canonical()`` calls equal. Time and memory O(positions).
    """
    first = start.canonical() if canonical else start
    away = {first: 0}
    waiting = deque([first])
    yield first
    while waiting:
        position = waiting.popleft()
        if away[position] == plies:
            return
        for child in follow(position):
            child = child.canonical() if canonical else child
            if child not in away:
                away[child] = away[position] + 1
                waiting.append(child)
                yield child


def reachable(
    start: Any,
    follow: Callable[[Any], Iterable[Any]] = successors,
    *,
    plies: int | None = None,
    canonical: bool = False,
    limit: int = LIMIT,
) -> list[Any]:
    """All that :func:`breadth_first` gives; raises :class:`SearchError` when there are more than ``limit``."""
    found = list(islice(breadth_first(start, follow, plies=plies, canonical=canonical), limit + 1))
    if len(found) > limit:
        raise SearchError(_too_many(limit))
    return found


def children_first(
    start: Any,
    follow: Callable[[Any], Iterable[Any]] = successors,
    limit: int = LIMIT,
    tally: Tally | None = None,
) -> Iterator[Any]:
    """Every position that ``follow`` leads to from ``start``, once, each after all that follow it.

    Depth-first, with a path of its own in place of recursion, so that a game may be of any length; time
    and memory O(positions). ``tally`` counts them and may stop the walk. Raises :class:`SearchError` for a
    game in which a position can come again, and when there are more than ``limit``.
    """
    counts = (tally or new_tally()).counts
    finished = {start: False}
    path = [(start, iter(follow(start)))]
    while path:
        position, rest = path[-1]
        for child in rest:
            if child not in finished:
                if len(finished) == limit:
                    raise SearchError(_too_many(limit))
                if counts[STOP]:
                    raise SearchStopped
                counts[VISITS] += 1
                finished[child] = False
                path.append((child, iter(follow(child))))
                break
            if not finished[child]:
                raise SearchError(_("Positions of this game can come again, so its lines of play have no end."))
        else:
            path.pop()
            finished[position] = True
            yield position


def _too_many(limit: int) -> Sentence:
    return _n(
        "This game has more than {count} position: too many to go through all of them.",
        "This game has more than {count} positions: too many to go through all of them.",
        limit,
    )
