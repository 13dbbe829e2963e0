"""The record of a tournament: one SQLite file, written after each game, from which an interrupted tournament
continues.
"""

from __future__ import annotations

import errno
import os
import platform
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, bindparam, create_engine, delete, event, func, insert, select, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError

from plyground import __version__
from plyground.core.file_lock import FileLock
from plyground.core.game import Game
from plyground.errors import FileError
from plyground.games.loading import game as game_named
from plyground.i18n import Sentence, _
from plyground.store.store_file import failure, first_line
from plyground.tournaments.game_play import PlayedGame, PlayedMove
from plyground.tournaments.pairing_formats import PlannedGame, Scores
from plyground.tournaments.record_checksums import is_sound, seal, unseal
from plyground.tournaments.record_tables import (
    ADDED,
    APPLICATION_ID,
    KEYS,
    VERSION,
    games,
    metadata,
    moves,
    openings,
    players,
    tournaments,
)

OLD_SETTINGS = {"megabytes": "memory_mb"}
"""The names of settings now, by their names in earlier records."""
BUSY_S = 10
"""Seconds to wait for another program that reads or writes the file."""


class RecordedPlayer(NamedTuple):
    """A player in the record."""

    name: str
    bot: str
    source: str = ""  # text of the bot's file, or base64 of its file of weights; "" = neither


class RecordedOpening(NamedTuple):
    """An opening in the record."""

    number: int
    position: str
    moves: tuple[str, ...]
    value: int | None


class RecordedGame(NamedTuple):
    """A finished game in the record."""

    key: str
    round: int
    pair: str
    opening: int
    seats: tuple[str, ...]
    scores: tuple[float, ...]
    reason: str
    culprit: int | None
    detail: str
    seconds: float
    transcript: str = ""


class Record:
    """The open file of a tournament: for reading, or for playing with a lock."""

    def __init__(self, path: str | Path, *, write: bool = False, compare: bool = True) -> None:
        """Open a record; with ``write`` a missing file is made. Raise :class:`FileError`.

        All checksums are compared, which takes about 3 s for a million moves. A program that reads a growing file again
        and again leaves that out with ``compare`` false.
        """
        self.path = Path(path)
        self._lock: FileLock | None = None
        self._is_made = False  # True if this object has made the file
        self._version = VERSION  # version of the tables in the file
        if not write and not self.path.exists():
            raise FileError(self.path, _("there is no such file"))
        if self.path.is_dir():
            raise FileError(self.path, _("it cannot be read ({reason}).", reason=os.strerror(errno.EISDIR)))
        if write:
            self._lock = FileLock(self.path, _("another program is playing this tournament"))
        try:
            is_new = self._examine(compare=compare)
            if is_new and not write:
                raise FileError(self.path, _("no tournament has begun in it"))
            self._engine = _open(self.path)
            if is_new and write:
                with self._writes() as connection:
                    metadata.create_all(connection)
                    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
                    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
                self._is_made = True
            elif write and self._version < VERSION:
                self._add_checksums()
        except FileError:
            self.close()
            raise
        except (SQLAlchemyError, sqlite3.Error, ValueError) as error:  # texts of a damaged file may not be UTF-8
            self.close()
            raise FileError(self.path, failure(error, _damaged)) from None

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. Delete it if it was made here and no tournament has begun in it."""
        if hasattr(self, "_engine"):
            is_unused = self._is_made and self.settings is None
            self._engine.dispose()
            if is_unused:
                self.path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def content(self) -> bytes:
        """Return the file as it is now. Raise :class:`FileError`."""
        with self._reads() as connection:
            file: Any = connection.connection.driver_connection
            return bytes(file.serialize())

    def _examine(self, *, compare: bool) -> bool:
        """Return True for an empty file. Raise :class:`FileError` if it is not a record or has another version."""
        if not self.path.exists() or not self.path.stat().st_size:
            return True
        with closing(sqlite3.connect(self.path, timeout=BUSY_S)) as file:
            found = str(file.execute("PRAGMA quick_check(1)").fetchone()[0])
            if found != "ok":
                raise FileError(self.path, _damaged(found))
            marked = file.execute("PRAGMA application_id").fetchone()[0]
            self._version = file.execute("PRAGMA user_version").fetchone()[0]
            if marked != APPLICATION_ID:
                raise FileError(self.path, _("it is not the results file of a tournament"))
            if not 1 <= self._version <= VERSION:
                raise FileError(
                    self.path,
                    _("the results file has version {version}, but this plyground reads version {known}", version=self._version, known=VERSION),
                )  # fmt: skip
            for table, column, kind in ADDED if self._version == 1 else ():
                if column not in {each[1] for each in file.execute(f"PRAGMA table_info({table})")}:
                    file.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
            file.commit()
            if compare and self._version == VERSION and not is_sound(file):
                raise FileError(self.path, _damaged(_("a checksum is wrong")))
        return False

    def _add_checksums(self) -> None:
        """Bring a file of version 1 to the present version."""
        with self._writes() as connection:
            metadata.create_all(connection)
            for kind, column in KEYS.items():
                seal(connection, kind, [key for (key,) in connection.exec_driver_sql(f"SELECT {column} FROM {kind}")])
            connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _reads(self) -> Iterator[Connection]:
        """Begin to read. Raise :class:`FileError` for an error of the file."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, TypeError, ValueError) as error:  # JSON in the file may be damaged
            raise FileError(self.path, failure(error, _damaged)) from None

    @contextmanager
    def _writes(self) -> Iterator[Connection]:
        """Begin a transaction that writes. Raise :class:`FileError` for an error of the file."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise FileError(self.path, failure(error, _damaged)) from None

    # The plan

    @property
    def settings(self) -> tuple[str, dict[str, Any]] | None:
        """The game and the settings of the tournament; None before the tournament begins."""
        with self._reads() as connection:
            row = connection.execute(select(tournaments.c.game, tournaments.c.settings)).first()
        if row is None:
            return None
        return row.game, {OLD_SETTINGS.get(name, name): value for name, value in row.settings.items()}

    def game_and_settings(self) -> tuple[Game, dict[str, Any]]:
        """Return the game and the settings of the tournament. Raise :class:`FileError` before it begins."""
        if self.settings is None:
            raise FileError(self.path, _("no tournament has begun in it"))
        text, values = self.settings
        return game_named(text), values

    @property
    def begun(self) -> tuple[str, str, datetime]:
        """The version of plyground, the machine and the time when the tournament began."""
        with self._reads() as connection:
            row = connection.execute(select(tournaments)).one()
        return row.program, row.machine, row.begun

    def begin(self, game: str, settings: dict[str, Any], taking_part: Sequence[RecordedPlayer]) -> None:
        """Write the settings, or replace those of a continued tournament, and add new players."""
        machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
        with self._writes() as connection:
            if connection.scalar(select(func.count()).select_from(tournaments)):
                connection.execute(update(tournaments).values(settings=settings))
            else:
                row = {"id": 1, "game": game, "settings": settings, "program": __version__, "machine": machine}
                connection.execute(insert(tournaments).values(**row, begun=_now()))
            known = set(connection.scalars(select(players.c.name)))
            for player in taking_part:
                if player.name not in known:
                    connection.execute(insert(players).values(**player._asdict()))
            seal(connection, "tournament", [1])
            seal(connection, "players", [player.name for player in taking_part])

    @property
    def players(self) -> tuple[RecordedPlayer, ...]:
        """The players in the order of their seeds."""
        with self._reads() as connection:
            rows = connection.execute(select(players.c.name, players.c.bot, players.c.source).order_by(players.c.id))
            return tuple(RecordedPlayer(*row) for row in rows)

    def add_opening(self, opening: RecordedOpening) -> None:
        """Write an opening before its first game."""
        with self._writes() as connection:
            connection.execute(insert(openings).values(**opening._asdict() | {"moves": list(opening.moves)}))
            seal(connection, "openings", [opening.number])

    def plan(self, planned: Sequence[PlannedGame]) -> None:
        """Write the plan. Earlier planned games that are no longer in it are removed, unless they were played."""
        with self._writes() as connection:
            keys = {game.key for game in planned}
            old = set(connection.scalars(select(games.c.key)))
            unplayed = set(connection.scalars(select(games.c.key).where(games.c.scores.is_(None))))
            for key in unplayed - keys:
                connection.execute(delete(games).where(games.c.key == key))
                unseal(connection, "games", key)
            new = [
                game._asdict() | {"seats": list(game.seats), "place": place}
                for place, game in enumerate(planned)
                if game.key not in old
            ]
            if new:
                connection.execute(insert(games), new)
                seal(connection, "games", [game["key"] for game in new])

    # The games

    @property
    def scores(self) -> Scores:
        """The scores of each game that was played, by its key."""
        with self._reads() as connection:
            rows = connection.execute(select(games.c.key, games.c.scores).where(games.c.scores.is_not(None)))
            return {key: tuple(scores) for key, scores in rows}

    @property
    def planned(self) -> int:
        """The number of games in the plan, played or not."""
        with self._reads() as connection:
            return connection.scalar(select(func.count()).select_from(games)) or 0

    @property
    def planned_games(self) -> tuple[PlannedGame, ...]:
        """The games in the plan, in playing order."""
        columns = [games.c[name] for name in PlannedGame._fields]
        with self._reads() as connection:
            rows = connection.execute(select(*columns).order_by(games.c.place, games.c.key))
            return tuple(PlannedGame(*row)._replace(seats=tuple(row.seats)) for row in rows)

    @property
    def played(self) -> tuple[RecordedGame, ...]:
        """The games that were played, in the order of the plan."""
        columns = [games.c[name] for name in RecordedGame._fields]
        with self._reads() as connection:
            rows = connection.execute(select(*columns).where(games.c.scores.is_not(None)).order_by(games.c.place, games.c.key))  # fmt: skip
            return tuple(
                RecordedGame(*row)._replace(
                    seats=tuple(row.seats),
                    scores=tuple(row.scores),
                    detail=row.detail or "",
                    transcript=row.transcript or "",
                )
                for row in rows
            )

    @property
    def openings(self) -> tuple[RecordedOpening, ...]:
        """The openings of games that have begun."""
        with self._reads() as connection:
            rows = connection.execute(select(openings).order_by(openings.c.number))
            return tuple(RecordedOpening(row.number, row.position, tuple(row.moves), row.value) for row in rows)

    def moves(self, key: str) -> tuple[PlayedMove, ...]:
        """Return the moves of a game, with the moves of its opening."""
        columns = [moves.c.move, *(moves.c[name] for name in PlayedMove._fields[1:])]
        with self._reads() as connection:
            rows = connection.execute(select(*columns).where(moves.c.game == key).order_by(moves.c.ply))
            return tuple(PlayedMove(*row) for row in rows)

    def moves_by_game(self) -> dict[str, list[PlayedMove]]:
        """Return the moves of all games by their keys."""
        found: dict[str, list[PlayedMove]] = {}
        columns = [moves.c.game, moves.c.move, *(moves.c[name] for name in PlayedMove._fields[1:])]
        with self._reads() as connection:
            for key, *rest in connection.execute(select(*columns).order_by(moves.c.game, moves.c.ply)):
                found.setdefault(key, []).append(PlayedMove(*rest))
        return found

    def seconds_by_seat(self) -> dict[tuple[str, int], tuple[int, float, float, int, float]]:
        """Return (number, sum, greatest) of the seconds of the moves that bots chose, by key of the game and seat.

        The last two numbers are the count and sum of processor seconds, which external programs do not have.
        """
        cpu = func.count(moves.c.cpu_seconds), func.coalesce(func.sum(moves.c.cpu_seconds), 0.0)
        of = func.count(), func.sum(moves.c.seconds), func.max(moves.c.seconds), *cpu
        chosen = select(moves.c.game, moves.c.seat, *of).where(moves.c.seat.is_not(None), moves.c.seconds.is_not(None))
        with self._reads() as connection:
            rows = connection.execute(chosen.group_by(moves.c.game, moves.c.seat))
            return {(key, seat): tuple(found) for key, seat, *found in rows}

    @property
    def played_with_moves(self) -> list[tuple[RecordedGame, list[PlayedMove]]]:
        """The games that were played, in the order of the plan, each with its moves."""
        ended = self.played  # read before the moves, because more games may end meanwhile
        moves = self.moves_by_game()
        return [(game, moves.get(game.key, [])) for game in ended]

    def add(self, game: PlayedGame) -> None:
        """Write a finished game with its moves in one transaction."""
        with self._writes() as connection:
            _write(connection, game)


_END_OF_GAME = (
    update(games)
    .where(games.c.key == bindparam("played"))
    .values(
        {name: bindparam(name) for name in ("scores", "reason", "culprit", "detail", "seconds", "ended", "transcript")}
    )
)
_MOVES = str(insert(moves).compile(dialect=sqlite.dialect()))
"""Statements that are built once, because they are executed for every game. SQLAlchemy would take four times as long to
prepare moves as SQLite takes to write them, so the moves go to SQLite directly.
"""


def _write(connection: Connection, game: PlayedGame) -> None:
    values = {name: getattr(game, name) for name in ("reason", "culprit", "detail", "transcript")}
    ending = {**values, "scores": list(game.scores), "seconds": round(game.seconds, 6), "ended": _now()}
    connection.execute(_END_OF_GAME, {"played": game.key, **ending})
    rows = [(game.key, ply, *move) for ply, move in enumerate(game.moves, 1)]
    if rows:
        connection.exec_driver_sql(_MOVES, rows)
    seal(connection, "games", [game.key])


def _open(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_S})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _damaged(reason: object) -> Sentence:
    said = first_line(reason)
    return _("it is not the results file of a tournament, or it is damaged ({reason})", reason=said)


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
