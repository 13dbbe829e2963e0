"""The store: one SQLite file with the work of all visitors.

Every change is one transaction. Creating and migrating the file is one transaction too, under an exclusive lock:
another program waits for it, and a program that is killed leaves the file as it was. With SQLite's write-ahead log,
committed data survive if the program is killed (sqlite.org/wal.html). After a power failure the last seconds may be
missing (``synchronous = NORMAL``), but the file stays valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Select,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert as insert_or
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from plyground.errors import FileError, StoreError
from plyground.i18n import _
from plyground.store.records import MAX_CHARS, MAX_ROWS, Answered, Kept, KeptFriendGame, PuzzleAttempt
from plyground.store.schema import answers, friend_games, pages, puzzle_attempts, visitors
from plyground.store.store_file import (
    MIGRATIONS,
    OPEN_TIMEOUT_S,
    create_private,
    current_version,
    failure,
    foreign_file,
    use_write_ahead_log,
    version_of,
)
from plyground.store.tokens import hashed

WRITE_TIMEOUT_S = 0.5
"""Seconds to wait for another program's lock. The server does nothing else meanwhile, so it tries again later."""

_UPDATE_PAGE = (
    update(pages)
    .where(
        pages.c.id == bindparam("known"),
        pages.c.room == bindparam("in_room"),
        pages.c.visitor == select(visitors.c.id).where(visitors.c.token == bindparam("of_token")).scalar_subquery(),
    )
    .values(
        {
            column: bindparam(column.name)
            for column in (pages.c.title, pages.c.address, pages.c.comments, pages.c.changed)
        }
    )
)
"""The statement of every move; built once, because building takes longer than running it."""


_first, _second = visitors.alias("first_visitor"), visitors.alias("second_visitor")


class Store:
    """The work of all visitors. A visitor is known by a ``token`` that only their browser holds.

    Methods raise :class:`StoreError` if the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        """Open the file. Create or migrate it if needed. Raise :class:`FileError` if that fails."""
        self.path = path
        try:
            create_private(path)
        except OSError as error:
            raise FileError(path, _("it cannot be made ({reason}).", reason=error.strerror)) from None
        if version_of(path) != current_version():
            migrate(path)
        use_write_ahead_log(path)
        self._engine = _engine(path, WRITE_TIMEOUT_S, "BEGIN")
        self._writer = _engine(path, WRITE_TIMEOUT_S, "BEGIN IMMEDIATE")

    def close(self) -> None:
        """Close the file."""
        self._engine.dispose()
        self._writer.dispose()

    def keep(
        self,
        token: str,
        room: str,
        title: str,
        address: str,
        known: int | None = None,
        comments: tuple[str, ...] = (),
    ) -> int | None:
        """Store a page, in place of the page with the id ``known``. Return its id.

        If the visitor has a page with the same address, that page is updated.
        """
        if len(address) > MAX_CHARS:
            return known
        row = {"title": title, "address": address, "comments": list(comments), "changed": _now()}
        with self._writes() as connection:
            key = {"of_token": hashed(token), "in_room": room}
            if known is not None and connection.execute(_UPDATE_PAGE, row | key | {"known": known}).rowcount:
                return known
            visitor = _visitor(connection, hashed(token))
            mine = (pages.c.visitor == visitor) & (pages.c.room == room)
            same = connection.scalar(select(pages.c.id).where(mine & (pages.c.address == address)).limit(1))
            if same is not None:
                connection.execute(update(pages).where(pages.c.id == same).values(row))
                return int(same)
            new = insert(pages).values(row | {"visitor": visitor, "room": room}).returning(pages.c.id)
            made = connection.execute(new).scalar_one()
            _delete_oldest(connection, pages, mine, pages.c.changed)
            return int(made)

    def kept(self, token: str, room: str = "", most: int = 2 * MAX_ROWS) -> list[Kept]:
        """Return the pages of a visitor, the last changed first: those of one room if it is given, at most so many."""
        wanted = (
            select(*(pages.c[name] for name in Kept._fields)).join(visitors).where(visitors.c.token == hashed(token))
        )
        if room:
            wanted = wanted.where(pages.c.room == room)
        ordered = wanted.order_by(pages.c.changed.desc(), pages.c.id.desc()).limit(most)
        with self._reads() as connection:
            return [Kept(*row) for row in connection.execute(ordered)]

    def comments(self, token: str, room: str, address: str) -> tuple[str, ...]:
        """Return a visitor's comments on the moves of the page that they kept last under an address."""
        mine = (visitors.c.token == hashed(token)) & (pages.c.room == room) & (pages.c.address == address)
        wanted = select(pages.c.comments).join(visitors).where(mine).order_by(pages.c.changed.desc(), pages.c.id.desc())
        with self._reads() as connection:
            return tuple(connection.scalar(wanted.limit(1)) or ())

    def answer(self, token: str, answered: Answered) -> None:
        """Store an answer. The same answer to the same exercise is stored once."""
        if max(map(len, (answered.given, answered.address))) > MAX_CHARS:
            return
        with self._writes() as connection:
            visitor = _visitor(connection, hashed(token))
            same = (answers.c.address == answered.address) & (answers.c.given == answered.given)
            if connection.scalar(select(answers.c.id).where((answers.c.visitor == visitor) & same).limit(1)):
                return
            connection.execute(insert(answers).values(answered._asdict() | {"visitor": visitor, "at": _now()}))
            _delete_oldest(connection, answers, answers.c.visitor == visitor, answers.c.at)

    def answered(self, token: str | None = None) -> list[Answered]:
        """Return the answers of a visitor, or of all, by exercise, student and time."""
        wanted = select(*(answers.c[name] for name in Answered._fields))
        if token is not None:
            wanted = wanted.join(visitors).where(visitors.c.token == hashed(token))
        order = answers.c.exercise, answers.c.number, answers.c.student, answers.c.at, answers.c.id
        with self._reads() as connection:
            return [Answered(*row) for row in connection.execute(wanted.order_by(*order))]

    def keep_attempt(self, token: str, puzzle: str, day: str, *, solved: bool) -> None:
        """Store a result of a puzzle. The first result says if it was solved at the first try; later ones only if it was
        solved at last.
        """
        with self._writes() as connection:
            row = {"visitor": _visitor(connection, hashed(token)), "puzzle": puzzle, "day": day}
            first = insert_or(puzzle_attempts).values(row | {"first_try": solved, "solved": solved, "at": _now()})
            same = first.on_conflict_do_update(
                index_elements=["visitor", "puzzle", "day"], set_={"solved": puzzle_attempts.c.solved | solved}
            )
            connection.execute(same)
            _delete_oldest(
                connection, puzzle_attempts, puzzle_attempts.c.visitor == row["visitor"], puzzle_attempts.c.at
            )

    def attempts(self, token: str) -> list[PuzzleAttempt]:
        """Return a visitor's attempts at puzzles, the first one first."""
        columns = [puzzle_attempts.c[name] for name in PuzzleAttempt._fields]
        wanted = select(*columns).join(visitors).where(visitors.c.token == hashed(token))
        with self._reads() as connection:
            ordered = wanted.order_by(puzzle_attempts.c.at, puzzle_attempts.c.id)
            return [PuzzleAttempt(*row) for row in connection.execute(ordered)]

    def keep_friend_game(self, kept: KeptFriendGame) -> None:
        """Keep a game between two visitors, in place of its earlier state."""
        with self._writes() as connection:
            seats = {
                side: _visitor(connection, mark) if mark else None
                for side, mark in (("first", kept.first), ("second", kept.second))
            }
            row = kept._asdict() | seats
            changes = {name: value for name, value in row.items() if name != "key"}
            if not connection.execute(
                update(friend_games).where(friend_games.c.key == kept.key).values(changes)
            ).rowcount:
                raise StoreError(_("This game was deleted."))

    def add_friend_game(self, kept: KeptFriendGame) -> None:
        """Keep a new game between two visitors; one of them has a seat. Delete the oldest of this visitor's many games."""
        with self._writes() as connection:
            visitor = _visitor(connection, kept.first or kept.second)
            seats = {"first": visitor if kept.first else None, "second": visitor if kept.second else None}
            connection.execute(insert(friend_games).values(kept._asdict() | seats))
            mine = or_(friend_games.c.first == visitor, friend_games.c.second == visitor)
            _delete_oldest(connection, friend_games, mine, friend_games.c.changed)

    def friend_game(self, column: str, value: str) -> KeptFriendGame | None:
        """Return the game between two visitors whose ``key``, ``watch_key`` or ``invitation`` is a value, or None."""
        with self._reads() as connection:
            row = connection.execute(_friend_games().where(friend_games.c[column] == value)).one_or_none()
        return KeptFriendGame(*row) if row else None

    def friend_games(self, token: str) -> list[KeptFriendGame]:
        """Return a visitor's games with other visitors, the last changed first."""
        mark = hashed(token)
        mine = _friend_games().where(or_(_first.c.token == mark, _second.c.token == mark))
        with self._reads() as connection:
            rows = connection.execute(mine.order_by(friend_games.c.changed.desc(), friend_games.c.id.desc()))
            return [KeptFriendGame(*row) for row in rows]

    def delete_friend_games(self, before: datetime) -> None:
        """Delete the games between two visitors that were last changed before a moment."""
        with self._writes() as connection:
            connection.execute(delete(friend_games).where(friend_games.c.changed < before))

    def forget(self, token: str) -> None:
        """Delete a visitor with all their work."""
        with self._writes() as connection:
            connection.execute(delete(visitors).where(visitors.c.token == hashed(token)))

    def everything(self, token: str) -> dict[str, Any]:
        """Return all work of a visitor as JSON values."""
        listed: dict[str, list[Any]] = {
            "pages": self.kept(token),
            "answers": self.answered(token),
            "puzzles": self.attempts(token),
        }
        played = [{"game": each.game, "moves": each.moves} for each in self.friend_games(token)]
        return {
            "version": 1,
            **{name: [_plain(row) for row in rows] for name, rows in listed.items()},
            "friend_games": played,
        }

    @contextmanager
    def _writes(self) -> Iterator[Connection]:
        """Begin a transaction that may write."""
        try:
            with self._writer.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(_("Your work cannot be kept now: {reason}", reason=failure(error))) from error

    @contextmanager
    def _reads(self) -> Iterator[Connection]:
        """Begin a transaction that only reads."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(_("Your work cannot be read now: {reason}", reason=failure(error))) from error


def _engine(path: Path, timeout_s: float, begin: str) -> Engine:
    """Return an engine for the file, whose transactions start with the statement ``begin``.

    Python's driver would commit before statements that define tables, so it is told to leave transactions alone
    (docs.sqlalchemy.org/en/20/dialects/sqlite.html).
    """
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": timeout_s})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in ("foreign_keys = ON", "synchronous = NORMAL"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def migrate(path: Path, version: str = "head") -> None:
    """Bring the tables to a version, in one transaction. Refuse a file of a later version."""
    from alembic import command  # 0.2 s: only where there is something to do
    from alembic.config import Config
    from alembic.util.exc import CommandError

    engine = _engine(path, OPEN_TIMEOUT_S, "BEGIN EXCLUSIVE")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, version)  # does nothing if another program has done it meanwhile
    except CommandError:
        raise FileError(path, _("it was written by a later version of plyground: use that version.")) from None
    except OperationalError as error:
        raise FileError(path, failure(error)) from None
    except SQLAlchemyError as error:
        raise FileError(path, foreign_file(getattr(error, "orig", error))) from None
    finally:
        engine.dispose()


def _visitor(connection: Connection, mark: str) -> int:
    """Return the id of the visitor whose token has this hash. Add the visitor if it is new."""
    known = connection.scalar(select(visitors.c.id).where(visitors.c.token == mark))
    if known is None:
        connection.execute(insert_or(visitors).values(token=mark, since=_now()).on_conflict_do_nothing())
        known = connection.scalar(select(visitors.c.id).where(visitors.c.token == mark))
    assert known is not None
    return int(known)


def _friend_games() -> Select[Any]:
    """Return the query of all games between two visitors, in the fields of :class:`KeptFriendGame`."""
    seats: dict[str, Any] = {"first": func.coalesce(_first.c.token, ""), "second": func.coalesce(_second.c.token, "")}
    columns = [seats[name] if name in seats else friend_games.c[name] for name in KeptFriendGame._fields]
    joined = friend_games.outerjoin(_first, _first.c.id == friend_games.c.first)
    return select(*columns).select_from(joined.outerjoin(_second, _second.c.id == friend_games.c.second))


def _delete_oldest(connection: Connection, table: Any, mine: Any, age: Any) -> None:
    """Delete the oldest rows beyond :data:`MAX_ROWS`."""
    count = connection.scalar(select(func.count()).select_from(table).where(mine)) or 0
    if count > MAX_ROWS:
        oldest = select(table.c.id).where(mine).order_by(age, table.c.id).limit(count - MAX_ROWS)
        connection.execute(delete(table).where(table.c.id.in_(oldest)))


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


def _plain(row: Any) -> dict[str, Any]:
    return {
        name: value.isoformat(timespec="seconds") + "Z" if isinstance(value, datetime) else value
        for name, value in row._asdict().items()
        if name != "id"
    }
