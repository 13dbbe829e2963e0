"""The checksums of a tournament's record: written with each change, compared when the file is opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import groupby
from typing import Any

from sqlalchemy import Connection

from plyground.tournaments.record_tables import KEYS

Rows = Callable[[str, tuple[Any, ...]], Iterable[Any]]
"""Function that runs an SQL query with its parameters."""


def seal(connection: Connection, kind: str, keys: Iterable[object]) -> None:
    """Write the checksums of these rows, whose values are in the file already."""

    def rows(query: str, values: tuple[Any, ...]) -> Iterable[Any]:
        return connection.exec_driver_sql(query, values)

    sums = [(kind, str(key), _checksum(rows, kind, key)) for key in keys]
    if sums:
        connection.exec_driver_sql("INSERT OR REPLACE INTO checksums VALUES (?, ?, ?)", sums)


def unseal(connection: Connection, kind: str, key: str) -> None:
    """Delete the checksum of a row that is deleted."""
    connection.exec_driver_sql("DELETE FROM checksums WHERE kind = ? AND key = ?", (kind, key))


def is_sound(file: sqlite3.Connection) -> bool:
    """Return True if all rows have their checksums. O(moves)."""
    file.execute("BEGIN")  # one state of a file to which another program may be writing
    sealed = {(kind, key): told for kind, key, told in file.execute("SELECT kind, key, sha256 FROM checksums")}
    for kind, column in KEYS.items():
        there = {str(key): key for (key,) in file.execute(f"SELECT {column} FROM {kind}")}
        if there.keys() != {key for of, key in sealed if of == kind}:
            return False
        own = {} if kind == "games" else there
        if any(_checksum(file.execute, kind, key) != sealed[kind, told] for told, key in own.items()):
            return False
    games = {row[0]: row for row in file.execute("SELECT * FROM games")}
    for game, moves in groupby(file.execute("SELECT * FROM moves ORDER BY game, ply"), key=_game):
        row = games.pop(game, None)
        if row is None or _sum((row,), moves) != sealed["games", row[0]]:
            return False
    sound = all(_sum((row,), ()) == sealed["games", key] for key, row in games.items())
    file.rollback()
    return sound


def _game(move: tuple[Any, ...]) -> Any:
    return move[0]


def _checksum(rows: Rows, kind: str, key: object) -> str:
    own = rows(f"SELECT * FROM {kind} WHERE {KEYS[kind]} = ?", (key,))
    moves = rows("SELECT * FROM moves WHERE game = ? ORDER BY ply", (key,)) if kind == "games" else ()
    return _sum(own, moves)


def _sum(*parts: Iterable[Any]) -> str:
    return sha256(repr([[tuple(row) for row in part] for part in parts]).encode(errors="surrogatepass")).hexdigest()
