"""The jobs of solving by layers. Each reads finished files and writes one result file, or several and one at the end.

A job done twice writes the same bytes. So a job of a killed worker is simply done again, and an old worker that comes
back late does no harm: finished files never change.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.contract import blaming_rules
from plyground.core.game import Game
from plyground.core.hugepages import zeros
from plyground.core.position import MAX_CHOICES
from plyground.errors import FileError, RulesError
from plyground.games.game_makers import reduced
from plyground.i18n import _
from plyground.searches.progress import unheard
from plyground.searches.twin import Text, announcing, twin
from plyground.solvers.layers import layer_sweeps
from plyground.solvers.layers.layer_files import Folder, Keys, Solution, read_keys, read_values
from plyground.solvers.layers.layer_sweeps import (
    CHOICES,
    MAX_LAYERS,
    NEXT,
    TWO_BITS,
    UNKNOWN,
    WRONG,
    block_count,
    low_bytes,
)
from plyground.solvers.layers.section_file import SectionFile, Words, new_file, words

ROOM = 1 << 21
"""Keys of children that are sorted at once: 32 MB with the memory for sorting."""
PIECE = 1 << 19
"""Positions that one job judges; a multiple of 4, so that its values fill whole bytes."""
KEPT_FILES = 8
"""Files of finished layers that a worker keeps open."""

EXPAND, MERGE, JUDGE = "expand", "merge", "judge"


class LayerJob(NamedTuple):
    """A part of the work on a layer."""

    kind: str
    layer: int
    turn: int  # round within the layer; 0 if no child is in its parent's layer
    number: int  # number of the shard or of the piece
    runs: tuple[str, ...] = ()  # files with the keys to merge


class LayerWorker:
    """A worker that does such jobs in a folder, one after another."""

    def __init__(self, game: Game, folder: Path, native: bool, *, has_all: bool = True) -> None:
        """Begin to work in a folder. With ``has_all``, a position whose child is missing from its layer is an error."""
        self._start: Any = game.start
        self._folder = Folder(folder)
        self._native = native
        self._has_all = has_all
        if not folder.exists():
            raise FileError(folder, _("this machine does not see it: all machines need the same folder, such as one on a network file system."))  # fmt: skip
        self._solution = self._folder.demand_game(game)
        self._keys = lru_cache(KEPT_FILES)(read_keys)
        self._values = lru_cache(KEPT_FILES)(read_values)

    def prepare(self) -> None:
        """Check that this machine has the folder; compiled code comes with the first jobs."""

    def close(self) -> None:
        """Do nothing: the files of unfinished jobs are not used."""

    def work(self, job: LayerJob) -> tuple[LayerJob, Mapping[str, Any]]:
        """Do a job. Return it with the head of its file. Raise :class:`FileError` and :class:`RulesError`."""
        do: Callable[[LayerJob], Mapping[str, Any]] = {EXPAND: self._expand, MERGE: self._merge, JUDGE: self._judge}[job.kind]  # fmt: skip
        with blaming_rules():
            return job, do(job)

    def _run(self, text: Text, *arguments: Any) -> int:
        return run_text(text, *arguments, native=self._native)

    # Forwards

    def _expand(self, job: LayerJob) -> Mapping[str, Any]:
        """Write the keys of the children of a shard's new positions, in sorted runs by layer."""
        shard = SectionFile(self._folder.shard(job.layer, job.turn, job.number))
        shard.check()
        number, keys = shard.head["new"], shard.words("new")
        runs: list[tuple[int, str]] = []
        targets: set[int] = set()
        room = max(min(ROOM, 2 * MAX_CHOICES + number * 16), MAX_CHOICES)
        found, scratch = row_of_words(room), row_of_words(room)
        counts = row_of_words(MAX_LAYERS + 2)
        first = 0
        while first < number:
            last, written = number, set[int]()
            waiting = [min(targets, default=job.layer + 1)]
            while waiting:
                target = waiting.pop()
                counts[:] = row_of_words(MAX_LAYERS + 2)
                count = self._run(layer_sweeps.put_children, self._start, keys, job.layer, target, counts, found, room, first, last)  # fmt: skip
                if counts[WRONG]:
                    raise RulesError(_("{cls}.layer: a move must not lead to a lower layer, and layers go from 0 to {most}.", cls=type(self._start).__name__, most=MAX_LAYERS - 1))  # fmt: skip
                last = counts[NEXT]  # fewer than asked if there was no room for all children
                written.add(target)
                if count:
                    targets.add(target)
                    runs.append((target, self._write_run(job, target, len(runs), found, scratch, count)))
                others = (each for each in range(MAX_LAYERS) if counts[each])
                waiting += [each for each in others if each not in written and each not in waiting]
            first = last
        path = self._folder.expanded(job.layer, job.turn, job.number)
        head = {"visited": number, "runs": runs, "targets": sorted(targets)}
        with new_file(path, head, {}):
            return head

    def _write_run(self, job: LayerJob, target: int, number: int, found: Words, scratch: Words, count: int) -> str:
        shards = self._solution.shards
        unique = sort_keys(found, scratch, count, self._solution.numbers, native=self._native)
        path = self._folder.runs(target, job.layer, job.turn, job.number, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        with new_file(path, {}, {"starts": words(shards + 1), "keys": words(unique)}) as sections:
            starts, shared = sections["starts"].cast("q"), sections["keys"].cast("q")
            self._run(layer_sweeps.share_out, found, unique, shards, starts, row_of_words(shards), shared)
        return path.name

    def _merge(self, job: LayerJob) -> Mapping[str, Any]:
        """Write the keys of a shard: the new keys from all runs, and all known keys."""
        runs = [SectionFile(self._folder.work(job.layer) / name) for name in job.runs]
        parts = []
        for run in runs:
            run.check("starts")
            first, last = run.words("starts")[job.number : job.number + 2]
            run.check("keys", 8 * first, 8 * last)  # other keys belong to other shards
            parts.append(run.words("keys")[first:last])
        keys = row_of_words(sum(map(len, parts)))
        count = 0
        for part in parts:
            keys[count : count + len(part)] = part
            count += len(part)
        scratch = row_of_words(count)
        unique = sort_keys(keys, scratch, count, self._solution.numbers, native=self._native)
        path = self._folder.shard(job.layer, job.turn, job.number)
        if job.turn == 0:
            head = {"new": unique, "known": unique}
            with new_file(path, head, {"new": words(unique)}) as sections:
                sections["new"].cast("q")[:unique] = keys[:unique]
            return head
        before = SectionFile(self._folder.shard(job.layer, job.turn - 1, job.number))
        before.check()
        known_number, known = before.head["known"], before.words("known" if job.turn > 1 else "new")
        new = self._run(layer_sweeps.put_new, keys, unique, known, known_number, scratch)
        head = {"new": new, "known": known_number + new}
        with new_file(path, head, {"new": words(new), "known": words(known_number + new)}) as sections:
            sections["new"].cast("q")[:new] = scratch[:new]
            self._run(layer_sweeps.unite, scratch, new, known, known_number, sections["known"].cast("q"))
        return head

    # Backwards

    def _judge(self, job: LayerJob) -> Mapping[str, Any]:
        """Write the values of a piece of a layer."""
        keys = self._keys(self._folder.keys(job.layer))
        bits = self._solution.bits
        first, last = job.number * PIECE, min((job.number + 1) * PIECE, keys.number)
        best, states = row_of_bytes(last - first), row_of_bytes(last - first)
        earlier = row_of_bytes(8)
        if job.turn:
            earlier = self._values(self._folder.round_values(job.layer, job.turn - 1))
        place = *keys.search_index, keys.blocks, first, last
        ended = row_of_words(3)
        self._run(layer_sweeps.begin_judging, self._start, *place, earlier, bits if job.turn else 0, best, states, ended)  # fmt: skip
        for target in keys.targets:
            children, values = self._children(job, target, keys, earlier)
            missing = self._run(layer_sweeps.judge_by_children, self._start, *place, target, *children.search_index, values, bits, best, states, row_of_words(CHOICES))  # fmt: skip
            if missing and self._has_all:
                raise FileError(self._folder.keys(target), _("positions are missing in it: its game's rules have changed."))  # fmt: skip
        values = row_of_bytes(value_bytes(last - first, bits))
        decided = self._run(layer_sweeps.end_judging, last - first, self._start.utmost(), bits, best, states, values)
        path = self._folder.piece(job.layer, job.turn, job.number)
        head = {"ended": list(ended), "decided": decided, "undecided": last - first - decided}
        with new_file(path, head, {"values": len(values)}) as sections:
            sections["values"].cast("b")[:] = values
        return head

    def _children(self, job: LayerJob, target: int, keys: Keys, earlier: Words) -> tuple[Keys, Words]:
        """Return the positions and values of a layer of children. In a game that can stay in a layer, return the values
        of the round before.
        """
        if target != job.layer:
            return self._keys(self._folder.keys(target)), self._values(self._folder.values(target))
        if job.turn:
            return keys, earlier
        values = row_of_bytes(value_bytes(keys.number, self._solution.bits))
        if self._solution.bits != TWO_BITS:
            values.cast("B")[:] = bytes([UNKNOWN & 255]) * len(values)
        return keys, values


def run_text(text: Text, *arguments: Any, native: bool) -> int:
    """Return the result of a text, compiled if ``native``. Compiling is reported only for the text of a game."""
    if native:
        has_game = arguments and hasattr(arguments[0], "play")
        with nullcontext() if has_game else announcing(unheard):
            text = twin(text, *arguments)
    found: int = text(*arguments)
    return found


def sort_keys(keys: Words, scratch: Words, count: int, numbers: int, *, native: bool) -> int:
    """Sort the first ``count`` keys of a game with this many position ``numbers``, and remove repeated ones. Return
    their number.
    """
    bits = numbers.bit_length()
    places = row_of_words(layer_sweeps.digit_places(bits))
    return run_text(layer_sweeps.sort_unique, keys, scratch, places, count, bits, native=native)


def seal_keys(
    folder: Folder, solution: Solution, layer: int, turn: int, targets: Iterable[int], *, native: bool
) -> None:
    """Write the file of all positions of a layer, from its shards after the last round."""
    shards = [SectionFile(folder.shard(layer, turn, shard)) for shard in range(solution.shards)]
    known = [(shard.words("known" if turn else "new"), shard.head["known"]) for shard in shards]
    number = sum(count for _keys, count in known)
    width = low_bytes(number, solution.numbers)
    blocks = block_count(solution.numbers, width)
    head = {"game": solution.game, "rules": solution.rules, "layer": layer, "positions": number, "targets": sorted(targets), "low_bytes": width}  # fmt: skip
    with new_file(folder.keys(layer), head, {"starts": words(blocks + 1), "lows": width * number}) as sections:
        starts, lows = sections["starts"].cast("q"), sections["lows"].cast("b")
        first = 0
        for keys in sorted_parts([keys[:count] for keys, count in known], solution.numbers, native=native):
            run_text(layer_sweeps.put_lows, keys, len(keys), first, width, starts, lows, native=native)
            first += len(keys)
        run_text(layer_sweeps.add_up, starts, blocks, native=native)


def sorted_parts(rows: list[Words], numbers: int, *, native: bool) -> Iterator[Words]:
    """Yield the keys of sorted ``rows`` in order, at most :data:`ROOM` at once. No key is in two rows."""
    if len(rows) == 1:
        yield rows[0]
        return
    step = ROOM // 2 // len(rows)
    samples = sorted(key for row in rows for key in row[::step])
    ends = [*samples[len(rows) :: len(rows)], numbers]  # at most 2 * step keys of a row between two of them, on average
    room = min(ROOM, sum(map(len, rows)))
    found, scratch = row_of_words(room), row_of_words(room)
    places = [0] * len(rows)
    for end in ends:
        count = 0
        for number, row in enumerate(rows):
            last = bisect_left(row, end, places[number])
            part = row[places[number] : last]
            found[count : count + len(part)] = part
            count += len(part)
            places[number] = last
        if count:
            sort_keys(found, scratch, count, numbers, native=native)
            yield found[:count]


def value_bytes(number: int, bits: int) -> int:
    """Return the number of bytes that hold this ``number`` of values."""
    return -(-number // 4) if bits == TWO_BITS else number


def row_of_words(count: int) -> Words:
    """Return ``count`` words of 0."""
    return memoryview(zeros(words(count))).cast("q")


def row_of_bytes(count: int) -> Words:
    """Return at least ``count`` bytes of 0."""
    return memoryview(zeros(max(count, 8))).cast("b")


class LayerMaker:
    """Maker of equal workers: in this process, or pickled on another machine that sees the same folder."""

    def __init__(self, game: Game, folder: Path, native: bool) -> None:
        self._given = game, folder, native

    def __call__(self) -> LayerWorker:
        return LayerWorker(*self._given)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(LayerMaker, *self._given)
