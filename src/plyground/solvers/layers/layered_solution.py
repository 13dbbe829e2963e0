"""Solving a game layer by layer: forwards to find its positions, backwards for their values.

A layer is a set of positions such that no move leads to a lower one (``layer()``), for example all with the same number
of stones. Forwards, the positions of a layer are the children of positions in lower layers; children in the same layer
are found in rounds, until there are no new ones. Backwards, a value is the best that the children's values allow.
Within a layer this is done in rounds, too; a position that no round decides is a draw, because neither side can force
an end (see :mod:`plyground.solvers.retrograde`).

At any moment only a few shards of one layer are in memory, besides the parts of files that the system caches. Finished
files are never written again. After ``kill -9`` at any point the same call continues, and all files get the same bytes.

Any number of programs, on machines that see the folder, work on a solution at the same time. They go through the same
steps; each file of a step is made by the first program that claims it, and the others wait for it. A program whose
layer is finished by others, and its files removed, goes on with the next layer.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from plyground.cluster.places import LOCAL, Place
from plyground.cluster.places import place as place_named
from plyground.cluster.worker_pool import WorkerPool
from plyground.core.contract import demand_contract
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import FileError, SearchError
from plyground.i18n import Sentence, _
from plyground.searches.demands import refuse_demands
from plyground.searches.progress import unheard
from plyground.searches.twin import Text
from plyground.solvers.layers import layer_sweeps
from plyground.solvers.layers.layer_files import ABOUT, Folder, Solution, is_layered, read_keys, solution_of
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
from plyground.solvers.layers.work_claims import LEASE_S, Claims
from plyground.solvers.sweep import Progress

Pool = WorkerPool[LayerJob, tuple[LayerJob, Mapping[str, Any]]]
MAX_KEYS = 1 << 62
"""Greatest number of keys of a game: a key is a word with a sign."""
MAX_BYTE_UTMOST = 127
"""Greatest utility that fits into a byte besides the code of an undecided position."""
MIN_PAUSE_S, MAX_PAUSE_S = 0.02, 2.0
"""Seconds between two looks at the files of other programs: at first, and at most."""
WAIT_TOLD_S = 5.0
"""Seconds of waiting for another program after which it is named."""


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
        on_message: Callable[[Sentence], object] = unheard,
        check_room: Callable[[Path], object] = lambda folder: None,
        native: bool = True,
    ) -> None:
        """Begin a solution, or continue the one in the folder. ``shards`` counts only at the beginning; ``expected`` is
        an estimate of the positions, for the progress. ``check_room`` is called with the folder before a new solution,
        and ``on_message`` with sentences about other programs and machines.

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
        self._tell_message = on_message
        self._began = time.perf_counter()
        self._done = self._total = 0  # visits of this run so far, and all that it will need
        self._claims = Claims(self.folder.claims)
        self._running: dict[LayerJob, Path] = {}  # jobs in the pool, with the files that they make
        self._waiting_since: float | None = None
        self._pause_s = MIN_PAUSE_S
        self._told: set[tuple[int, str]] = set()  # (layer, process) of each wait that was told

    def _begun(self, shards: int, check_room: Callable[[Path], object]) -> Solution:
        if (self.folder.path / ABOUT).exists():
            return self.folder.demand_game(self.game)
        if self.folder.path.exists() and not self.folder.path.is_dir():
            raise FileError(self.folder.path, _("it cannot be written ({reason}).", reason=os.strerror(errno.ENOTDIR)))
        if self.folder.path.exists() and any(not path.name.startswith(".") for path in self.folder.path.iterdir()):
            if (self.folder.path / ABOUT).exists():  # begun by another program meanwhile
                return self.folder.demand_game(self.game)
            raise FileError(self.folder.path, _("it is not empty and holds no solution: name another folder."))
        check_room(self.folder.path)
        self.folder.begin(solution_of(self.game, shards))
        return self.folder.demand_game(self.game)

    def run(self, place: Place | str = LOCAL, jobs: int | None = None) -> None:
        """Solve the game, together with other programs that solve it in the folder. ``place`` and ``jobs`` are those of
        :func:`plyground.place`.

        Raise :class:`FileError` for a damaged or missing file or a full disk, :class:`SearchError`, :class:`RulesError`
        and :class:`ClusterError`.
        """
        with self._claims:
            pool: Pool = place_named(place, jobs).open(LayerMaker(self.game, self.folder.path, self._native))
            try:
                self._find_positions(pool)
                self._find_values(pool)
            finally:
                for notice in pool.notices:
                    self._tell_message(notice)
                pool.close()
        self.folder.clean()

    # Forwards

    def _find_positions(self, pool: Pool) -> None:
        first: int = self._start.layer()
        self._until(self.folder.keys(first), pool, lambda: self._once(self.folder.work(first) / "run-start", first, self._write_start))  # fmt: skip
        known = sum(read_keys(self.folder.keys(layer), check=False).number for layer in self.folder.layers())
        self._total = 2 * max(self._expected - known, 0) + known
        while True:
            finished = set(self.folder.layers())  # read first: a finished layer has begun its children's layers
            begun = [layer for layer in self.folder.begun() if layer not in finished]
            if not begun:
                break
            self._until(self.folder.keys(begun[0]), pool, partial(self._find_layer, pool, begun[0]))

    def _write_start(self, path: Path) -> None:
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
        if folder.keys(layer).exists():  # finished meanwhile, so that some runs may have been removed
            return
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
            )  # fmt: skip
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
        self._once(folder.keys(layer), layer, lambda _path: seal_keys(folder, self.solution, layer, turn - 1, targets, native=self._native))  # fmt: skip
        shutil.rmtree(folder.work(layer), ignore_errors=True)

    # Backwards

    def _find_values(self, pool: Pool) -> None:
        layers = self.folder.layers()
        numbers = {layer: read_keys(self.folder.keys(layer), check=False).number for layer in layers}
        left = [layer for layer in reversed(layers) if not self.folder.values(layer).exists()]
        self._total = self._done + sum(numbers[layer] for layer in left)
        for layer in left:
            self._until(self.folder.values(layer), pool, partial(self._judge_layer, pool, layer, numbers[layer]))

    def _judge_layer(self, pool: Pool, layer: int, number: int) -> None:
        """Find the values of a layer."""
        folder, turn, undecided = self.folder, 0, number + 1
        folder.value_work(layer).mkdir(parents=True, exist_ok=True)
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
                self._once(
                    folder.round_values(layer, turn), layer, partial(self._join, layer, turn, number, left, ended)
                )
            head = SectionFile(folder.round_values(layer, turn)).head
            left, ended = head["undecided"], head["ended"]
            if left in (0, undecided) or layer not in targets:
                break
            undecided = left
            turn += 1
        if left and self.solution.bits != TWO_BITS:
            raise SearchError(_("Positions of this game can repeat, so only a game without points can be solved."))
        self._once(folder.values(layer), layer, partial(self._seal_values, layer, turn, number, ended))
        shutil.rmtree(folder.value_work(layer), ignore_errors=True)

    def _join(self, layer: int, turn: int, number: int, undecided: int, ended: list[int], path: Path) -> None:
        """Write the values of all pieces of a round into one file."""
        size = value_bytes(number, self.solution.bits)
        step = value_bytes(PIECE, self.solution.bits)
        head = {"undecided": undecided, "ended": ended}
        with new_file(path, head, {"values": max(size, 8)}) as sections:
            for place in range(0, size, step):
                piece = SectionFile(self.folder.piece(layer, turn, place // step))
                piece.check()
                end = min(place + step, size)
                sections["values"][place:end] = piece.bytes("values").cast("B")[: end - place]

    def _seal_values(self, layer: int, turn: int, number: int, ended: list[int], path: Path) -> None:
        """Write the file with the values of a layer; positions that no round has decided are draws."""
        found = SectionFile(self.folder.round_values(layer, turn))
        found.check()
        values = memoryview(bytearray(found.bytes("values"))).cast("b")
        counts = row_of_words(3)
        self._run(layer_sweeps.count_values, values, number, self.solution.bits, 1, counts)
        loss, draw, win = (count - over for count, over in zip(counts, ended, strict=True))
        head = {"game": self.game.name, "rules": self.solution.rules, "layer": layer, "positions": number, "over": sum(ended), "loss": loss, "draw": draw, "win": win}  # fmt: skip
        with new_file(path, head, {"values": len(values)}) as sections:
            sections["values"].cast("b")[:] = values

    # Jobs

    def _run(self, text: Text, *arguments: Any) -> int:
        return run_text(text, *arguments, native=self._native)

    def _do(self, pool: Pool, jobs: Iterable[tuple[Path, LayerJob]], visited: str = "") -> list[Mapping[str, Any]]:
        """Do the jobs whose files do not exist yet. Return the heads of all files, in the order of the jobs.

        ``visited`` names the entry of a head with the number of positions that the job has visited.
        """
        heads: dict[LayerJob, Mapping[str, Any]] = {}
        left: deque[tuple[Path, LayerJob]] = deque()
        for path, job in jobs:
            heads[job] = SectionFile(path).head if path.exists() else {}
            if not heads[job]:
                left.append((path, job))
        while left or self._running:
            for path, job in self._take(pool, left):  # made by another program
                self._receive(heads, job, SectionFile(path).head, visited)
            if self._running or not pool.room:
                for job, head in pool.results(MAX_PAUSE_S if left and pool.room else None):
                    self._claims.free(self._running.pop(job))
                    self._receive(heads, job, head, visited)
            elif left:
                self._wait(left[0][0], left[0][1].layer)
        return list(heads.values())

    def _take(self, pool: Pool, left: deque[tuple[Path, LayerJob]]) -> Iterator[tuple[Path, LayerJob]]:
        """Submit jobs that no other program has claimed, while there is room. Yield the jobs that are already done."""
        for _each in range(len(left)):
            path, job = left.popleft()
            if path.exists():
                yield path, job
            elif not pool.room:
                left.appendleft((path, job))
                return
            elif not self._claims.take(path):
                left.append((path, job))
            elif path.exists():  # made between the two looks
                self._claims.free(path)
                yield path, job
            else:
                self._running[job] = path
                pool.submit(job)

    def _receive(self, heads: dict[LayerJob, Mapping[str, Any]], job: LayerJob, head: Mapping[str, Any], visited: str) -> None:  # fmt: skip
        heads[job] = head
        self._waiting_since, self._pause_s = None, MIN_PAUSE_S
        if visited:
            self._done += head[visited]
            self._tell(job.layer)

    # Other programs

    def _once(self, path: Path, layer: int, make: Callable[[Path], object]) -> None:
        """Make a file, or wait until another program has made it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        while not path.exists():
            if not self._claims.take(path):
                self._wait(path, layer)
                continue
            try:
                if not path.exists():
                    make(path)
            except FileError:
                if not path.exists():
                    raise
            finally:
                self._claims.free(path)
        self._waiting_since, self._pause_s = None, MIN_PAUSE_S

    def _until(self, final: Path, pool: Pool, work: Callable[[], object]) -> None:
        """Do the work that makes the file ``final``. It may end with an error for missing files as soon as another
        program has made it: they were removed.
        """
        try:
            if not final.exists():
                work()
        except (FileError, FileNotFoundError):
            if not final.exists():
                raise
            while pool.running:
                with suppress(FileError):
                    pool.results()
        finally:
            for path in self._running.values():
                self._claims.free(path)
            self._running.clear()

    def _wait(self, path: Path, layer: int) -> None:
        """Wait a little for another program that makes a file, and name it once."""
        now = time.monotonic()
        self._waiting_since = self._waiting_since or now
        machine, process = self._claims.holder(path)
        if process and now - self._waiting_since > WAIT_TOLD_S and (layer, process) not in self._told:
            self._told.add((layer, process))
            self._tell_message(_("Waiting for process {process} on {machine}, which works on layer {number}. If it does not go on for {seconds} s, its work is done here.", process=process, machine=machine, number=layer, seconds=round(LEASE_S)))  # fmt: skip
        time.sleep(self._pause_s)
        self._pause_s = min(2 * self._pause_s, MAX_PAUSE_S)

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
