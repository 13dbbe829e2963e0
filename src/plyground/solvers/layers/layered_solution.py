"""Solving a game layer by layer: forwards to find its positions, backwards for their values.

A layer is a set of positions such that no move leads to a lower one (``layer()``), for example all with the same number
of stones. Forwards, the positions of a layer are the children of positions in lower layers; children in the same layer
are found in rounds, until there are no new ones. Backwards, a value is the best that the children's values allow.
Within a layer this is done in rounds, too; a position that no round decides is a draw, because neither side can force
an end (see :mod:`plyground.solvers.retrograde`).

At any moment only a few shards of one layer are in memory, besides the parts of files that the system caches. Finished
files are never written again. After ``kill -9`` at any point the same call continues, and all files get the same bytes.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from plyground.cluster.places import LOCAL, Place
from plyground.cluster.places import place as place_named
from plyground.cluster.worker_pool import WorkerPool
from plyground.core.contract import demand_contract
from plyground.core.file_lock import FileLock
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import FileError, SearchError
from plyground.i18n import Sentence, _
from plyground.searches.demands import refuse_demands
from plyground.searches.progress import unheard
from plyground.searches.twin import Text
from plyground.solvers.layers import layer_sweeps
from plyground.solvers.layers.layer_files import Folder, Solution, is_layered, read_keys, solution_of
from plyground.solvers.layers.layer_sweeps import TWO_BITS
from plyground.solvers.layers.layer_worker import (
    EXPAND,
    JUDGE,
    MERGE,
    PIECE,
    LayerJob,
    LayerMaker,
    row_of_words,
    run_text,
    seal_keys,
    value_bytes,
)
from plyground.solvers.layers.section_file import SectionFile, new_file, words
from plyground.solvers.sweep import Progress

Pool = WorkerPool[LayerJob, tuple[LayerJob, Mapping[str, Any]]]
MAX_KEYS = 1 << 62
"""Greatest number of keys of a game: a key is a word with a sign."""
MAX_BYTE_UTMOST = 127
"""Greatest utility that fits into a byte besides the code of an undecided position."""


class LayeredSolution:
    """A game that is being solved in a folder."""

    def __init__(
        self,
        path: str | Path,
        game: Game,
        *,
        shards: int = 1,
        expected: int = 0,
        on_progress: Callable[[Progress], object] = unheard,
        check_room: Callable[[Path], object] = lambda folder: None,
        native: bool = True,
    ) -> None:
        """Begin a solution, or continue the one in the folder. ``shards`` counts only at the beginning; ``expected`` is
        an estimate of the positions, for the progress. ``check_room`` is called with the folder before a new solution.

        Raise :class:`SearchError` if the game cannot be solved in this way, and :class:`FileError` if the folder holds
        a solution of another game or other rules.
        """
        start: Any = game.start
        demand_layers(game)
        self.game = game
        self.folder = Folder(Path(path).absolute())
        self.solution = self._begun(shards, check_room)
        self._start = start
        self._native = native
        self._expected = expected
        self._report = on_progress
        self._began = time.perf_counter()
        self._done = self._total = 0  # visits of this run so far, and all that it will need
        self.notices: list[Sentence] = []

    def _begun(self, shards: int, check_room: Callable[[Path], object]) -> Solution:
        if (self.folder.path / "solution.json").exists():
            return self.folder.demand_game(self.game)
        if self.folder.path.exists() and not self.folder.path.is_dir():
            raise FileError(self.folder.path, _("it cannot be written ({reason}).", reason=os.strerror(errno.ENOTDIR)))
        if self.folder.path.exists() and any(self.folder.path.iterdir()):
            raise FileError(self.folder.path, _("it is not empty and holds no solution: name another folder."))
        check_room(self.folder.path)
        solution = solution_of(self.game, shards)
        self.folder.write(solution)
        return solution

    def run(self, place: Place | str = LOCAL, jobs: int | None = None) -> None:
        """Solve the game. ``place`` and ``jobs`` are those of :func:`plyground.place`.

        Raise :class:`FileError` for a damaged or missing file, a full disk or a folder in which another program works,
        :class:`SearchError`, :class:`RulesError` and :class:`ClusterError`.
        """
        lock = FileLock(self.folder.path, _("another program is solving the game in this folder: wait for it, or name another folder."))  # fmt: skip
        try:
            pool: Pool = place_named(place, jobs).open(LayerMaker(self.game, self.folder.path, self._native))
            try:
                self._find_positions(pool)
                self._find_values(pool)
            finally:
                self.notices = list(pool.notices)
                pool.close()
            self.folder.clean()
        finally:
            lock.release()

    # Forwards

    def _find_positions(self, pool: Pool) -> None:
        first: int = self._start.layer()
        if not self.folder.keys(first).exists():
            self._write_start(first)
        known = sum(read_keys(self.folder.keys(layer), check=False).number for layer in self.folder.layers())
        self._total = 2 * max(self._expected - known, 0) + known
        while waiting := [layer for layer in self.folder.begun() if not self.folder.keys(layer).exists()]:
            self._find_layer(pool, waiting[0])

    def _write_start(self, layer: int) -> None:
        path = self.folder.work(layer) / "run-start"
        path.parent.mkdir(parents=True, exist_ok=True)
        shards, key = self.solution.shards, self._start.rank()
        with new_file(path, {}, {"starts": words(shards + 1), "keys": words(1)}) as sections:
            sections["keys"].cast("q")[0] = key
            row = row_of_words(max(shards, 1))
            layer_sweeps.share_out(
                sections["keys"].cast("q"), 1, shards, sections["starts"].cast("q"), row, sections["keys"].cast("q")
            )

    def _find_layer(self, pool: Pool, layer: int) -> None:
        """Find all positions of a layer, and the runs of their children."""
        folder, shards = self.folder, range(self.solution.shards)
        runs = {path.name for path in folder.work(layer).glob("run-*")}
        candidates = tuple(sorted(name for name in runs if not name.startswith(f"run-{layer}-")))
        targets: set[int] = set()
        turn = 0
        while candidates:
            merged = self._do(
                pool,
                (
                    (folder.shard(layer, turn, shard), LayerJob(MERGE, layer, turn, shard, candidates))
                    for shard in shards
                ),
            )
            if not any(head["new"] for head in merged):
                break
            expanded = self._do(
                pool,
                ((folder.expanded(layer, turn, shard), LayerJob(EXPAND, layer, turn, shard)) for shard in shards),
                "visited",
            )  # fmt: skip
            targets.update(target for head in expanded for target in head["targets"])
            candidates = tuple(name for head in expanded for target, name in head["runs"] if target == layer)
            turn += 1
        seal_keys(folder, self.solution, layer, turn - 1, targets, native=self._native)
        shutil.rmtree(folder.work(layer), ignore_errors=True)

    # Backwards

    def _find_values(self, pool: Pool) -> None:
        layers = self.folder.layers()
        numbers = {layer: read_keys(self.folder.keys(layer), check=False).number for layer in layers}
        left = [layer for layer in reversed(layers) if not self.folder.values(layer).exists()]
        self._total = self._done + sum(numbers[layer] for layer in left)
        for layer in left:
            self._judge_layer(pool, layer, numbers[layer])

    def _judge_layer(self, pool: Pool, layer: int, number: int) -> None:
        """Find the values of a layer."""
        folder, turn, undecided = self.folder, 0, number + 1
        folder.work(layer).mkdir(parents=True, exist_ok=True)
        targets = read_keys(folder.keys(layer), check=False).targets
        ended = [0, 0, 0]  # ended games: losses, draws, wins
        pieces = range(-(-number // PIECE))
        while True:
            if not folder.round_values(layer, turn).exists():
                judged = self._do(
                    pool, ((folder.piece(layer, turn, piece), LayerJob(JUDGE, layer, turn, piece)) for piece in pieces),
                    "decided",
                )  # fmt: skip
                left = sum(head["undecided"] for head in judged)
                if turn == 0:
                    ended = [sum(counts) for counts in zip(*(head["ended"] for head in judged), strict=True)]
                self._join(layer, turn, number, left, ended)
            head = SectionFile(folder.round_values(layer, turn)).head
            left, ended = head["undecided"], head["ended"]
            if left in (0, undecided) or layer not in targets:
                break
            undecided = left
            turn += 1
        if left and self.solution.bits != TWO_BITS:
            raise SearchError(_("Positions of this game can repeat, so only a game without points can be solved."))
        self._seal_values(layer, turn, number, ended)
        shutil.rmtree(folder.work(layer), ignore_errors=True)

    def _join(self, layer: int, turn: int, number: int, undecided: int, ended: list[int]) -> None:
        """Write the values of all pieces of a round into one file."""
        size = value_bytes(number, self.solution.bits)
        step = value_bytes(PIECE, self.solution.bits)
        head = {"undecided": undecided, "ended": ended}
        with new_file(self.folder.round_values(layer, turn), head, {"values": max(size, 8)}) as sections:
            for place in range(0, size, step):
                piece = SectionFile(self.folder.piece(layer, turn, place // step))
                piece.check()
                end = min(place + step, size)
                sections["values"][place:end] = piece.bytes("values").cast("B")[: end - place]

    def _seal_values(self, layer: int, turn: int, number: int, ended: list[int]) -> None:
        """Write the file with the values of a layer; positions that no round has decided are draws."""
        found = SectionFile(self.folder.round_values(layer, turn))
        found.check()
        values = memoryview(bytearray(found.bytes("values"))).cast("b")
        counts = row_of_words(3)
        self._run(layer_sweeps.count_values, values, number, self.solution.bits, 1, counts)
        loss, draw, win = (count - over for count, over in zip(counts, ended, strict=True))
        head = {"game": self.game.name, "rules": self.solution.rules, "layer": layer, "positions": number, "over": sum(ended), "loss": loss, "draw": draw, "win": win}  # fmt: skip
        with new_file(self.folder.values(layer), head, {"values": len(values)}) as sections:
            sections["values"].cast("b")[:] = values

    # Jobs

    def _run(self, text: Text, *arguments: Any) -> int:
        return run_text(text, *arguments, native=self._native)

    def _do(self, pool: Pool, jobs: Iterable[tuple[Path, LayerJob]], visited: str = "") -> list[Mapping[str, Any]]:
        """Do the jobs whose files do not exist yet. Return the heads of all files, in the order of the jobs.

        ``visited`` names the entry of a head with the number of positions that the job has visited.
        """
        heads: dict[LayerJob, Mapping[str, Any]] = {}
        left: deque[LayerJob] = deque()
        for path, job in jobs:
            heads[job] = SectionFile(path).head if path.exists() else {}
            if not heads[job]:
                left.append(job)
        while left or pool.running:
            while left and pool.room:
                pool.submit(left.popleft())
            for job, head in pool.results():
                heads[job] = head
                if visited:
                    self._done += head[visited]
                    self._tell(job.layer)
        return list(heads.values())

    def _tell(self, layer: int) -> None:
        total = max(self._total, self._done)
        if self._done:
            seconds = time.perf_counter() - self._began
            self._report(Progress(_("Layer {number}", number=layer), self._done, total, self._done, seconds))


def demand_layers(game: Game) -> None:
    """Raise :class:`SearchError` if a game cannot be solved by layers, and :class:`RulesError` for wrong rules."""
    start: Any = game.start
    demand_contract(start)
    refuse_demands(start, Demand.TURNS, "solve")
    if not is_layered(start):
        raise SearchError(_("The positions of this game have no numbers (rank), which a table needs."))
    if start.size() > MAX_KEYS or start.utmost() > MAX_BYTE_UTMOST:
        raise SearchError(_("The positions of {game} have numbers of more than {count} bits, or more than {points} points: too many for a solution on disk.", game=game.name, count=MAX_KEYS.bit_length() - 1, points=MAX_BYTE_UTMOST))  # fmt: skip
