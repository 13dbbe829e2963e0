"""Proof of a solution by layers against the rules.

Every layer is judged again from the values of its children's layers, and must get the same values. Every child must be
in its layer, so the positions are closed under the moves. By induction on the layers, from the last to the first, all
values are true. A layer with moves within it is judged again in rounds, from its own rules and the layers above alone.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from plyground.core.contract import blaming_rules
from plyground.errors import FileError
from plyground.i18n import _
from plyground.searches.threadless import worker_pool
from plyground.searches.twin import Text
from plyground.solvers.layers import layer_sweeps
from plyground.solvers.layers.layer_sweeps import CHOICES, MAX_LAYERS, TWO_BITS, UNKNOWN, value_at
from plyground.solvers.layers.layer_worker import PIECE, row_of_bytes, row_of_words, run_text, value_bytes
from plyground.solvers.layers.layered_table import LayeredTable
from plyground.solvers.layers.section_file import Words
from plyground.solvers.sweep import Progress, Sweeper
from plyground.solvers.verify import Verification


def verify_layers(table: LayeredTable, sweeper: Sweeper) -> Verification:
    """Judge every position again. Raise :class:`FileError` for damaged files and missing positions."""
    proof = _Proof(table, sweeper)
    faults, first = 0, None
    with blaming_rules():
        for layer in reversed(table.layers):
            for place in proof.contradictions(layer):
                faults += 1
                first = table.position(layer, place) if first is None else first
    start: Any = table.game.start
    table[start]  # raises an error if the start is missing
    return Verification(len(table), faults, first)


def verify_sampled_layers(table: LayeredTable, positions: int, seed: int | None = None) -> Verification:
    """Compare this many random ``positions`` with their children, in plain Python. The same ``seed`` chooses the same
    positions.
    """
    chance = random.Random(seed)
    layers = table.layers
    numbers = [table.layer(layer)[0].number for layer in layers]
    faults, first = 0, None
    with blaming_rules():
        for layer in chance.choices(layers, numbers, k=positions):
            here = table.position(layer, chance.randrange(table.layer(layer)[0].number))
            if here.is_over():
                expected = here.utility()
            else:
                children = map(here.play, here.moves())
                expected = max(here.turn(child) * table[child].utility for child in children)
            if table[here].utility != expected:
                faults += 1
                first = here if first is None else first
    return Verification(positions, faults, first)


class _Proof:
    def __init__(self, table: LayeredTable, sweeper: Sweeper) -> None:
        self._table = table
        self._start: Any = table.game.start
        self._sweeper = sweeper
        self._native = sweeper.native
        self._began, self._judged = time.perf_counter(), 0
        self._bits = table.solution.bits

    def contradictions(self, layer: int) -> Iterator[int]:
        """Yield the places of a layer whose values do not follow."""
        keys, values = self._table.layer(layer)
        keys.file.check()
        values.check()
        known = values.bytes("values")
        size = value_bytes(keys.number, self._bits)
        earlier, undecided = row_of_bytes(size), keys.number + 1
        if self._bits != TWO_BITS:
            earlier.cast("B")[:] = bytes([UNKNOWN & 255]) * len(earlier)
        turn = 0
        while True:
            found = row_of_bytes(size)
            left = self._judge(layer, turn, earlier, found)
            earlier = found
            if left in (0, undecided) or layer not in keys.targets:
                break
            undecided, turn = left, turn + 1
        if left and self._bits == TWO_BITS:
            self._run(layer_sweeps.count_values, found, keys.number, self._bits, 1, row_of_words(3), position=False)
        if found[:size] != known[:size]:
            for place in range(keys.number):
                if value_at(found, place, self._bits) != value_at(known, place, self._bits):
                    yield place

    def _judge(self, layer: int, turn: int, earlier: Words, found: Words) -> int:
        """Judge a layer for one round. Return the number of undecided positions."""
        keys, _values = self._table.layer(layer)
        undecided = 0
        with worker_pool(self._sweeper.threads) as pool:
            pieces = range(0, keys.number, PIECE)
            for left in pool.map(lambda first: self._judge_piece(layer, turn, first, earlier, found), pieces):
                undecided += left
                self._judged += PIECE if turn == 0 else 0
                self._tell()
        return undecided

    def _tell(self) -> None:
        total, seconds = len(self._table), time.perf_counter() - self._began
        done = min(self._judged, total)
        self._sweeper.on_progress(Progress(_("Verified positions"), done, total, done, seconds))

    def _judge_piece(self, layer: int, turn: int, first: int, earlier: Words, found: Words) -> int:
        keys, _values = self._table.layer(layer)
        last = min(first + PIECE, keys.number)
        best, states = row_of_bytes(last - first), row_of_bytes(last - first)
        place = *keys.search_index, keys.blocks, first, last
        self._run(layer_sweeps.begin_judging, *place, earlier, self._bits if turn else 0, best, states, row_of_words(3))
        missing = 0
        if turn == 0:
            counts = row_of_words(MAX_LAYERS + 1)
            self._run(layer_sweeps.count_by_layer, *place, counts)
            missing = sum(counts) - sum(counts[target] for target in keys.targets)
        for target in keys.targets:
            children, values = self._table.layer(target)
            theirs = earlier if target == layer else values.bytes("values")
            missing += self._run(layer_sweeps.judge_by_children, *place, target, *children.search_index, theirs, self._bits, best, states, row_of_words(CHOICES))  # fmt: skip
        if missing:
            raise FileError(keys.file.path, _("positions after its positions are missing in the folder."))
        begin, size = value_bytes(first, self._bits), value_bytes(last - first, self._bits)
        into = found[begin : begin + size]
        decided = self._run(layer_sweeps.end_judging, last - first, self._start.utmost(), self._bits, best, states, into, position=False)  # fmt: skip
        return last - first - decided

    def _run(self, text: Text, *arguments: Any, position: bool = True) -> int:
        given = (self._start, *arguments) if position else arguments
        return run_text(text, *given, native=self._native)
