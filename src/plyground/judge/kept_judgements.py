"""Judgements that are kept on disk, so that every room and process reads the same one and none is made twice.

They stand in the user's cache folder, because they can be made again. A file that cannot be read or written is no error:
the judgement is then made again.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.core.user_folders import cache_folder
from plyground.judge.judgement import Judgement, MoveWorth

if TYPE_CHECKING:
    from sqlite3 import Connection

FILE_NAME = "judgements.sqlite"
MAX_KEPT = 50_000
"""Judgements in the file. The oldest ones make room for others."""
SPARE = 5_000
"""Judgements above the maximum at which old ones are removed, so that this is seldom done."""
TIMEOUT_S = 2.0
"""Seconds to wait for another process that writes."""


class KeptJudgements:
    """A file of judgements by their keys. Threads and processes may share it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._broken = False

    def get(self, key: str) -> Judgement | None:
        """Return the judgement of this key; None if there is none."""
        row = self._run("SELECT judgement FROM judgements WHERE key = ?", key)
        with suppress(ValueError, TypeError, KeyError, IndexError):
            return _read(row[0][0]) if row else None
        return None

    def put(self, key: str, judgement: Judgement) -> None:
        """Keep a judgement."""
        self._run("INSERT OR REPLACE INTO judgements (key, judgement) VALUES (?, ?)", key, _written(judgement))
        last = self._run("SELECT max(rowid), count(*) FROM judgements")
        if last and last[0][1] >= MAX_KEPT + SPARE:
            self._run("DELETE FROM judgements WHERE rowid <= ?", last[0][0] - MAX_KEPT)

    @contextmanager
    def ignored(self) -> Iterator[None]:
        """Neither read nor write the file in this context, so that every judgement is made."""
        before, self._broken = self._broken, True
        try:
            yield
        finally:
            self._broken = before

    def close(self) -> None:
        """Close the file. It is opened again when it is needed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def remove(self) -> tuple[int, int]:
        """Delete the file. Return (count, bytes) of deleted files. Raise :class:`OSError`.

        Programs that use it go on, and make their judgements again.
        """
        self.close()
        sizes = []
        for path in (self._path, *(self._path.with_name(f"{self._path.name}{end}") for end in ("-wal", "-shm"))):
            with suppress(FileNotFoundError):
                size = path.stat().st_size
                path.unlink()
                sizes.append(size)
        return len(sizes), sum(sizes)

    def _run(self, statement: str, *values: Any) -> list[Any]:
        """Return the rows of a statement; none if the file cannot be used."""
        import sqlite3  # imported here because some browsers have no such module

        if self._broken:
            return []
        with self._lock:
            try:
                with self._open(), closing(self._open().execute(statement, values)) as found:
                    return found.fetchall()
            except sqlite3.OperationalError:  # a full disk, a folder without rights, a process that writes long
                return []
            except (sqlite3.DatabaseError, OSError):
                self._broken = True
                return []

    def _open(self) -> Connection:
        import sqlite3

        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self._path, timeout=TIMEOUT_S, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute("CREATE TABLE IF NOT EXISTS judgements (key TEXT UNIQUE, judgement TEXT)")
        return self._connection


@cache
def kept_judgements() -> KeptJudgements:
    """Return the present user's file of judgements."""
    return KeptJudgements(cache_folder() / FILE_NAME)


def _written(judgement: Judgement) -> str:
    return json.dumps(judgement)


def _read(text: str) -> Judgement:
    source, value, proven, moves, nodes, depth, trusted = json.loads(text)
    worths = tuple(
        MoveWorth(move, worth, sure, distance, tuple(line), points)
        for move, worth, sure, distance, line, points in moves
    )
    return Judgement(source, value, proven, worths, nodes, depth, trusted)
