"""The store: one SQLite file, brought to the present form when it is opened, in which every change is whole or not made.

SQLite's write-ahead log keeps what was committed when the program is killed (sqlite.org/wal.html).
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, create_engine, delete, event, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from plyground.errors import FileError
from plyground.language import _
from plyground.store.form import MIGRATIONS, TIMEOUT, damaged, form, present
from plyground.store.kept import Answered, Kept
from plyground.store.schema import answers, keys, pages, visitors

MOST = 1000
"""Pages, and answers, that are kept of each visitor: beyond them the oldest go."""
LONGEST = 8000
"""Characters of an address or an answer; what is longer is not kept."""


_GOES_ON = (
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
"""What happens at every move: one statement, written once."""


class Store:
    """What visitors keep. A visitor is known by a ``token`` that only their browser holds."""

    def __init__(self, path: Path) -> None:
        """Open the file, make it where there is none, and bring it to the present form; raises :class:`FileError`."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            found = form(path)
            self._engine = _open(path)
            if found != present():
                _migrate(self._engine)
        except OSError as error:
            raise FileError(path, _("it cannot be made ({reason}).", reason=error.strerror)) from None
        except SQLAlchemyError as error:
            raise FileError(path, damaged(error)) from None

    def close(self) -> None:
        """Let the file go."""
        self._engine.dispose()

    def secret(self) -> str:
        """A random text that is the same as long as the file is there."""
        with self._engine.begin() as connection:
            known = connection.scalar(select(keys.c.secret))
            if known is None:
                known = connection.execute(
                    insert(keys).values(secret=secrets.token_hex(32)).returning(keys.c.secret)
                ).scalar_one()
            return str(known)

    def keep(
        self,
        token: str,
        room: str,
        title: str,
        address: str,
        known: int | None = None,
        comments: tuple[str, ...] = (),
    ) -> int | None:
        """Keep a page, in the place of the ``known`` one; its id, by which it is known when it changes.

        A page with the same address is not kept twice: one that was opened again goes on.
        """
        if len(address) > LONGEST:
            return known
        row = {"title": title, "address": address, "comments": list(comments), "changed": _now()}
        with self._engine.begin() as connection:
            which = {"of_token": _hidden(token), "in_room": room}
            if known is not None and connection.execute(_GOES_ON, row | which | {"known": known}).rowcount:
                return known
            visitor = _visitor(connection, token)
            mine = (pages.c.visitor == visitor) & (pages.c.room == room)
            same = connection.scalar(select(pages.c.id).where(mine & (pages.c.address == address)).limit(1))
            if same is not None:
                connection.execute(update(pages).where(pages.c.id == same).values(row))
                return int(same)
            new = insert(pages).values(row | {"visitor": visitor, "room": room}).returning(pages.c.id)
            made = connection.execute(new).scalar_one()
            _forget_oldest(connection, pages, mine, pages.c.changed)
            return int(made)

    def kept(self, token: str) -> list[Kept]:
        """The pages of a visitor, the last changed first."""
        wanted = (
            select(*(pages.c[name] for name in Kept._fields)).join(visitors).where(visitors.c.token == _hidden(token))
        )
        with self._engine.connect() as connection:
            return [
                Kept(*row) for row in connection.execute(wanted.order_by(pages.c.changed.desc(), pages.c.id.desc()))
            ]

    def comments(self, token: str, room: str, address: str) -> tuple[str, ...]:
        """What a visitor wrote on the moves of the page that they kept last under an address."""
        mine = (visitors.c.token == _hidden(token)) & (pages.c.room == room) & (pages.c.address == address)
        wanted = select(pages.c.comments).join(visitors).where(mine).order_by(pages.c.changed.desc(), pages.c.id.desc())
        with self._engine.connect() as connection:
            return tuple(connection.scalar(wanted.limit(1)) or ())

    def answer(self, token: str, answered: Answered) -> None:
        """Keep an answer; one that was given before, to the same exercise, is not kept twice."""
        if max(map(len, (answered.given, answered.address))) > LONGEST:
            return
        with self._engine.begin() as connection:
            visitor = _visitor(connection, token)
            same = (answers.c.address == answered.address) & (answers.c.given == answered.given)
            if connection.scalar(select(answers.c.id).where((answers.c.visitor == visitor) & same).limit(1)):
                return
            connection.execute(insert(answers).values(answered._asdict() | {"visitor": visitor, "at": _now()}))
            _forget_oldest(connection, answers, answers.c.visitor == visitor, answers.c.at)

    def answered(self, token: str | None = None) -> list[Answered]:
        """The answers of a visitor, or of all, by exercise, student and time."""
        wanted = select(*(answers.c[name] for name in Answered._fields))
        if token is not None:
            wanted = wanted.join(visitors).where(visitors.c.token == _hidden(token))
        order = answers.c.exercise, answers.c.number, answers.c.student, answers.c.at, answers.c.id
        with self._engine.connect() as connection:
            return [Answered(*row) for row in connection.execute(wanted.order_by(*order))]

    def forget(self, token: str) -> None:
        """Delete everything of a visitor, and the visitor."""
        with self._engine.begin() as connection:
            connection.execute(delete(visitors).where(visitors.c.token == _hidden(token)))

    def everything(self, token: str) -> dict[str, Any]:
        """All that is kept of a visitor, as JSON has it."""
        listed: dict[str, list[Any]] = {"pages": self.kept(token), "answers": self.answered(token)}
        return {"version": 1, **{name: [_plain(row) for row in rows] for name, rows in listed.items()}}


def _open(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": TIMEOUT})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        for pragma in ("foreign_keys = ON", "journal_mode = WAL", "synchronous = NORMAL"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _migrate(engine: Engine) -> None:
    """Bring the tables to the present form. A file of a later version is refused."""
    from alembic import command  # 0.2 s: only where there is something to do
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:
            raise FileError(
                engine.url.database or "", _("it was written by a later version of plyground: use that version.")
            ) from None


def _visitor(connection: Connection, token: str) -> int:
    """The visitor's number; a new one where the token has kept nothing yet."""
    hidden = _hidden(token)
    known = connection.scalar(select(visitors.c.id).where(visitors.c.token == hidden))
    if known is None:
        new = insert(visitors).values(token=hidden, since=_now()).returning(visitors.c.id)
        known = connection.execute(new).scalar_one()
    return int(known)


def _forget_oldest(connection: Connection, table: Any, mine: Any, age: Any) -> None:
    count = connection.scalar(select(func.count()).select_from(table).where(mine)) or 0
    if count > MOST:
        oldest = select(table.c.id).where(mine).order_by(age, table.c.id).limit(count - MOST)
        connection.execute(delete(table).where(table.c.id.in_(oldest)))


def _hidden(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


def _plain(row: Any) -> dict[str, Any]:
    return {
        name: value.isoformat(timespec="seconds") + "Z" if isinstance(value, datetime) else value
        for name, value in row._asdict().items()
        if name != "id"
    }
