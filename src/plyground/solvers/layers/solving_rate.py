"""The time that solving by layers takes for a position on this machine, measured with a part of the game.

Some layers are chosen, so that about equally many positions lie between each and the next. In each chosen layer, the
positions in some blocks of numbers go through the jobs of a real solution. They are expanded, their children are merged
and stored, and then the positions are judged by their children. So all costs are in the rate: those of calling the
rules, of sorting, of the files, and of looking up children. The same work with one position of a layer gives the costs
that do not depend on the number of positions.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from plyground.core.game import Game
from plyground.solvers.layers.layer_files import Folder, solution_of
from plyground.solvers.layers.layer_worker import (
    EXPAND,
    JUDGE,
    MERGE,
    LayerJob,
    LayerWorker,
    row_of_words,
    run_text,
    seal_keys,
    value_bytes,
)
from plyground.solvers.layers.section_file import Words, new_file, words

Answer = TypeVar("Answer")

LAYERS = 4
"""Layers that are measured."""
LAYER_POSITIONS = 1 << 18
"""Positions of a layer that are measured."""
MAX_CHILDREN = 1 << 21
"""Most children of these positions, about: they are written to temporary files."""
BLOCK_BITS = 16
"""Lower bits of a number that do not matter for its block."""
LAYER_BLOCKS = 128
"""Most blocks of numbers that are searched for positions of a layer."""
DRAW_BYTE = 0b10101010
"""Four values of two bits, each a draw."""


class Rate(NamedTuple):
    """Seconds of processor time."""

    position: float  # seconds for each position
    shard: float  # seconds for each shard of a layer, without its positions

    def seconds(self, positions: int, shards: int) -> float:
        """Return the seconds for this many ``positions`` in this many ``shards`` of layers."""
        return positions * self.position + shards * self.shard


def solving_rate(game: Game, found: list[Any], *, native: bool = True) -> Rate:
    """Measure the rate for a game. ``found`` has positions drawn at random."""
    by_layer = sorted(found, key=lambda position: position.layer())
    chosen = [by_layer[len(found) * (2 * number + 1) // (2 * LAYERS)].layer() for number in range(LAYERS)]
    children = sum(1 for position in found for _move in position.moves()) / len(found)
    most = max(round(min(LAYER_POSITIONS, MAX_CHILDREN / max(children, 1))), 1)
    parts = [(layer, keys_in_layer(layer, by_layer, native=native)[:most]) for layer in chosen]
    _measured(game, *parts[0], native)  # first run: compiles and loads the code
    empty = sum(_measured(game, layer, keys[:1], native) for layer, keys in parts) / LAYERS
    full = sum((_measured(game, layer, keys, native) - empty) / len(keys) for layer, keys in parts) / LAYERS
    return Rate(max(full, 0), empty)


def keys_in_layer(layer: int, positions: list[Any], *, native: bool) -> Words:
    """Return the sorted numbers of positions of a layer in the blocks that contain the given ``positions``."""
    blocks = sorted({here.rank() >> BLOCK_BITS for here in positions if here.layer() == layer})
    random.Random(0).shuffle(blocks)
    kept, number = row_of_words(LAYER_POSITIONS + (1 << BLOCK_BITS)), 0
    looked: list[tuple[int, int]] = []  # (block, index of its first number)
    last = positions[0].size()
    for block in blocks[:LAYER_BLOCKS]:
        if number >= LAYER_POSITIONS:
            break
        first = block << BLOCK_BITS
        looked.append((block, number))
        number += run_text(keep_in_layer, positions[0], first, min(first + (1 << BLOCK_BITS), last), layer, kept[number:], native=native)  # fmt: skip
    ends = [begin for _block, begin in looked[1:]] + [number]
    keys = row_of_words(max(number, 1))
    place = 0
    for (_block, begin), end in sorted(zip(looked, ends, strict=True)):
        keys[place : place + end - begin] = kept[begin:end]
        place += end - begin
    return keys[: min(number, LAYER_POSITIONS)]


def keep_in_layer(position: Any, first: int, last: int, layer: int, kept: Words) -> int:
    """Put the numbers from ``first`` to ``last`` − 1 of positions of a layer into ``kept``.

    Return their count.
    """
    count = 0
    for number in range(first, last):
        here = position.unrank(number)
        if here.valid() and here.layer() == layer:
            kept[count] = number
            count += 1
    return count


def _measured(game: Game, layer: int, keys: Words, native: bool) -> float:
    """Return the processor time in seconds for these positions of a layer."""
    with tempfile.TemporaryDirectory() as name:
        folder, solution, count = Folder(Path(name)), solution_of(game, 1), len(keys)
        folder.begin(solution)
        for work in (folder.work(layer), folder.value_work(layer)):
            work.mkdir(parents=True)
        worker = LayerWorker(game, folder.path, native, has_all=False)
        with new_file(folder.shard(layer, 0, 0), {"new": count, "known": count}, {"new": words(count)}) as sections:
            sections["new"].cast("q")[:count] = keys
        expanded, seconds = timed(lambda: worker.work(LayerJob(EXPAND, layer, 0, 0))[1])
        targets = expanded["targets"]
        for target in targets:
            runs = tuple(run for there, run in expanded["runs"] if there == target)
            turn = 1 if target == layer else 0
            merged, spent = timed(lambda: worker.work(LayerJob(MERGE, target, turn, 0, runs))[1])  # noqa: B023
            seconds += spent
            if target != layer:
                seal_keys(folder, solution, target, 0, (), native=native)
                size = value_bytes(merged["known"], solution.bits)
                with new_file(folder.values(target), {}, {"values": size}) as sections:
                    sections["values"][:] = bytes([DRAW_BYTE if solution.bits == 2 else 0]) * len(sections["values"])
        _nothing, sealed = timed(lambda: seal_keys(folder, solution, layer, 0, targets, native=native))
        _head, judged = timed(lambda: worker.work(LayerJob(JUDGE, layer, 0, 0)))
        return seconds + sealed + judged


def timed(work: Callable[[], Answer]) -> tuple[Answer, float]:
    """Return the answer of a call, and the processor time that it took, in seconds."""
    began = time.process_time()
    answer = work()
    return answer, time.process_time() - began
