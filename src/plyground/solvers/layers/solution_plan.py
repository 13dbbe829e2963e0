"""The plan of a solution by layers: its positions, bytes and hours, estimated before it begins.

The number of positions is exact where it is published or quickly counted. Otherwise numbers are drawn at random: an
estimate with its error follows from the share of numbers that mean a reachable position. Reachability is tested
backwards, move by move, if the game has layers and ``predecessors``; else the estimate is an upper bound.
"""

from __future__ import annotations

import random
import shutil
from array import array
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.byte_size import byte_size
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.errors import SearchError
from plyground.i18n import Number, Sentence, _
from plyground.searches.twin import twin
from plyground.solvers.card import known_size
from plyground.solvers.layers.layer_files import solution_of
from plyground.solvers.layers.layer_sweeps import key_bytes, low_bytes
from plyground.solvers.layers.layer_worker import value_bytes
from plyground.solvers.layers.layered_solution import demand_layers
from plyground.solvers.layers.section_file import Words
from plyground.solvers.layers.solving_rate import solving_rate
from plyground.solvers.retrograde import countable
from plyground.solvers.walk import breadth_first

MAX_COUNTED = 20_000
"""Most numbers of a game whose positions are all visited for the plan."""
DRAWN_AT_ONCE = 50_000
MAX_DRAWN = 4_000_000
ENOUGH_FOUND = 8000
"""Reachable positions after which no more are drawn: the error of the estimate is then 2 %."""
MAX_TRACED = 5000
"""Positions that are visited to trace one position back to the start. A position that needs more counts as reachable.
"""
SHARD_POSITIONS = 1 << 20
"""Positions of a shard in the largest layer."""
MAX_SHARDS = 1024


class Plan(NamedTuple):
    """The expected size of a solution."""

    game: Game
    positions: int
    error: int  # two standard errors; 0 for an exact count
    is_bound: bool  # True if reachability was not tested, so there may be fewer positions
    largest: int  # positions of the largest layer
    children: float  # mean number of children of a position
    shards: int
    kept_bytes: int  # bytes of the finished solution
    most_bytes: int  # most bytes during the work
    seconds: float  # seconds of one processor

    def demand_room(self, folder: Path) -> Sentence:
        """Return a sentence about the space on the disk of a folder. Raise :class:`SearchError` if it is too small."""
        place = folder.absolute()
        while not place.exists():
            place = place.parent
        free = shutil.disk_usage(place).free
        words = {"game": self.game.name, "needed": byte_size(self.most_bytes), "folder": folder, "free": byte_size(free)}  # fmt: skip
        if self.most_bytes <= free:
            return _("The solution of {game} needs about {needed} in {folder} while it is made; {free} are free there.", **words)  # fmt: skip
        if self.table_bytes is None or self.table_bytes > free:
            raise SearchError(_("The solution of {game} needs {needed} in {folder}, and {free} are free there.", **words))  # fmt: skip
        raise SearchError(_("The solution of {game} needs {needed} in {folder}, and {free} are free there. A table by position numbers needs {bytes}: name its file with -o.", **words, bytes=byte_size(self.table_bytes)))  # fmt: skip

    @property
    def table_bytes(self) -> int | None:
        """Bytes, during the work, of a table with one byte for each position number; None if the game has no such
        table.
        """
        start: Any = self.game.start
        return start.period() if countable(start) else None


class _Sample(NamedTuple):
    positions: float
    error: float
    is_bound: bool
    found: list[Any]  # positions drawn uniformly


def plan(game: Game, *, native: bool = True) -> Plan:
    """Return the plan of a solution by layers. The same game gives the same plan, but for its time.

    Raise :class:`SearchError` if the game cannot be solved in this way, or if too few of its numbers are positions.
    """
    demand_layers(game)
    start: Any = game.start
    sample = _all(start) if start.size() <= MAX_COUNTED else _drawn(start, native)
    size = known_size(game)
    positions, error, is_bound = round(sample.positions), round(sample.error), sample.is_bound
    if size is not None and size.positions.isdigit():
        positions, error, is_bound = int(size.positions), 0, False
    layers = Counter(position.layer() for position in sample.found)
    largest = round(positions * max(layers.values()) / len(sample.found))
    children = sum(1 for position in sample.found for _move in position.moves()) / len(sample.found)
    shards = min(-(-largest // SHARD_POSITIONS), MAX_SHARDS)
    solution = solution_of(game, shards)
    sizes = [round(positions * count / len(sample.found)) for count in layers.values()]
    keys = sum(key_bytes(size, solution.numbers, low_bytes(size, solution.numbers)) for size in sizes)
    kept = keys + value_bytes(positions, solution.bits)
    most = kept + round(largest * 8 * (1 + children))
    seconds = solving_rate(game, sample.found, native=native).seconds(positions, len(layers) * shards)
    return Plan(game, positions, error, is_bound, largest, children, shards, kept, most, seconds)


def _all(start: MarkedPosition) -> _Sample:
    found = list(breadth_first(start))
    return _Sample(len(found), 0, False, found)


def _drawn(start: Any, native: bool) -> _Sample:
    """Draw numbers until enough of them are reachable positions."""
    chance = random.Random(0)
    size = start.size()
    has_layers = any(start.play(move).layer() != start.layer() for move in start.moves())
    is_bound = not (has_layers and hasattr(start, "predecessors"))  # one layer could take forever
    found: list[Any] = []
    drawn = 0
    while len(found) < ENOUGH_FOUND and drawn < MAX_DRAWN:
        numbers = memoryview(array("q", (chance.randrange(size) for _each in range(DRAWN_AT_ONCE))))
        drawn += DRAWN_AT_ONCE
        count = (twin(keep_valid, start, numbers, DRAWN_AT_ONCE) if native else keep_valid)(start, numbers, DRAWN_AT_ONCE)  # fmt: skip
        candidates = map(start.unrank, numbers[:count])
        found += [here for here in candidates if is_bound or _is_reachable(start, here)]
    if not found:
        raise SearchError(_("Of {count} numbers drawn, none is a position of the game: its size cannot be estimated.", count=Number(drawn)))  # fmt: skip
    share = len(found) / drawn
    return _Sample(size * share, 2 * size * sqrt(share * (1 - share) / drawn), is_bound, found)


def keep_valid(position: Any, numbers: Words, count: int) -> int:
    """Move the numbers of valid positions to the front. Return their count."""
    kept = 0
    for place in range(count):
        if position.unrank(numbers[place]).valid():
            numbers[kept] = numbers[place]
            kept += 1
    return kept


def _is_reachable(start: Any, position: Any) -> bool:
    """Return True if play can lead to a position: go back depth-first until the start or no other predecessor."""
    met, waiting = {position}, [position]
    while waiting and len(met) < MAX_TRACED:
        here = waiting.pop()
        if here == start:
            return True
        for before in here.predecessors():
            if before not in met:
                met.add(before)
                waiting.append(before)
    return bool(waiting)
