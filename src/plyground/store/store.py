"""The store: the work of all visitors, in one SQLite file or in a PostgreSQL database.

Every change is one transaction, and so is making or migrating the tables. Some changes count or compare a visitor's
rows before they add one; servers that share a database then lock the visitor's row.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, Table, bindparam, delete, func, insert, or_, select, update

from plyground.errors import StoreError
from plyground.i18n import _
from plyground.store.classbook import Classbook
from plyground.store.database import database_at
from plyground.store.records import MAX_CHARS, MAX_ROWS, KeptAnswer, KeptFriendGame, KeptPage, PuzzleAttempt, now
from plyground.store.saved_work import SavedWork
from plyground.store.schema import answers, friend_games, keys, live_lesson, pages, puzzle_attempts, visitors
from plyground.store.teacher_rows import TeacherRows
from plyground.store.tokens import hashed
from plyground.store.transactions import Transactions
from plyground.store.visitor_rows import has_seen, insert_or, locked_visitor, visitor_of

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
"""Statement that stores a move's page; built once, because building takes longer than running it."""


_first, _second = visitors.alias("first_visitor"), visitors.alias("second_visitor")


class Store(Transactions):
    """The work of all visitors. A visitor is known by a ``token`` that only their browser holds.

    Methods raise :class:`StoreError` if the database cannot be read or written.
    """

    def __init__(self, place: Path | str) -> None:
        """Open a file, or the database at a URL. Create or migrate it if needed. Raise :class:`PlygroundError` if that
        fails.
        """
        database = database_at(place)
        database.prepare()
        super().__init__(database, database.engines())
        self.time_ahead = database.time_ahead()
        self.classbook = Classbook(self._database, (self._engine, self._writer))
        self.teachers = TeacherRows(self._database, (self._engine, self._writer))

    def secret(self) -> str:
        """Return the random text of a database, which was made with its tables."""
        with self._reads() as connection:
            return str(connection.scalar(select(keys.c.secret)))

    def keep(
        self,
        token: str,
        room: str,
        title: str,
        address: str,
        known: int | None = None,
        comments: tuple[str, ...] = (),
        earlier: str = "",
    ) -> int | None:
        """Store a page, in place of the page with the id ``known``. Return its id.

        If the visitor has a page with the same address or, without ``known``, with an ``earlier`` one, that page is
        updated.
        """
        if len(address) > MAX_CHARS:
            return known
        row = {"title": title, "address": address, "comments": list(comments), "changed": now()}
        with self._writes() as connection:
            key = {"of_token": hashed(token), "in_room": room}
            if known is not None and connection.execute(_UPDATE_PAGE, row | key | {"known": known}).rowcount:
                return known
            visitor = locked_visitor(connection, hashed(token))
            mine = (pages.c.visitor == visitor) & (pages.c.room == room)
            same = connection.scalar(select(pages.c.id).where(mine & pages.c.address.in_((address, earlier))).limit(1))
            if same is not None:
                connection.execute(update(pages).where(pages.c.id == same).values(row))
                return int(same)
            new = insert(pages).values(row | {"visitor": visitor, "room": room}).returning(pages.c.id)
            made = connection.execute(new).scalar_one()
            _delete_oldest(connection, pages, mine, pages.c.changed)
            return int(made)

    def kept(self, token: str, room: str = "", most: int = 2 * MAX_ROWS) -> list[KeptPage]:
        """Return at most ``most`` pages of a visitor, the last changed first; with ``room``, only pages of this room."""
        wanted = (
            select(*(pages.c[name] for name in KeptPage._fields))
            .join(visitors)
            .where(visitors.c.token == hashed(token))
        )
        if room:
            wanted = wanted.where(pages.c.room == room)
        ordered = wanted.order_by(pages.c.changed.desc(), pages.c.id.desc()).limit(most)
        with self._reads() as connection:
            return [KeptPage(*row) for row in connection.execute(ordered)]

    def comments(self, token: str, room: str, address: str) -> tuple[str, ...]:
        """Return a visitor's comments on the moves of the page that they kept last under an address."""
        mine = (visitors.c.token == hashed(token)) & (pages.c.room == room) & (pages.c.address == address)
        wanted = select(pages.c.comments).join(visitors).where(mine).order_by(pages.c.changed.desc(), pages.c.id.desc())
        with self._reads() as connection:
            return tuple(connection.scalar(wanted.limit(1)) or ())

    def answer(self, token: str, answered: KeptAnswer) -> None:
        """Store an answer. The same answer to the same exercise is stored once, as it was given first."""
        if max(map(len, (answered.given, answered.address))) > MAX_CHARS:
            return
        with self._writes() as connection:
            visitor = locked_visitor(connection, hashed(token))
            same = (answers.c.address == answered.address) & (answers.c.given == answered.given)
            if connection.scalar(select(answers.c.id).where((answers.c.visitor == visitor) & same).limit(1)):
                return
            row = {name: value for name, value in answered._asdict().items() if name in answers.c}
            seen = has_seen(connection, visitor, answered.address)
            connection.execute(insert(answers).values(row | {"visitor": visitor, "at": now(), "solution_seen": seen}))
            _delete_oldest(connection, answers, answers.c.visitor == visitor, answers.c.at)

    def answered(self, token: str | None = None) -> list[KeptAnswer]:
        """Return the answers of a visitor, or of all, by exercise, student and time."""
        wanted = select(*(answers.c[name] for name in KeptAnswer._fields if name in answers.c))
        if token is not None:
            wanted = wanted.join(visitors).where(visitors.c.token == hashed(token))
        order = answers.c.exercise, answers.c.number, answers.c.student, answers.c.at, answers.c.id
        with self._reads() as connection:
            return [KeptAnswer(*row) for row in connection.execute(wanted.order_by(*order))]

    def keep_attempt(self, token: str, puzzle: str, day: str, *, solved: bool) -> None:
        """Store a result of a puzzle. The first result says if it was solved at the first try; later ones only if it
        was solved at last.
        """
        with self._writes() as connection:
            row = {"visitor": locked_visitor(connection, hashed(token)), "puzzle": puzzle, "day": day}
            first = insert_or(connection, puzzle_attempts).values(
                row | {"first_try": solved, "solved": solved, "at": now()}
            )
            same = first.on_conflict_do_update(
                index_elements=["visitor", "puzzle", "day"],
                set_={"solved": or_(puzzle_attempts.c.solved, first.excluded.solved)},
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

    def keep_friend_game(self, kept: KeptFriendGame, seen: datetime) -> bool:
        """Keep a game between two visitors, in place of the state that was last changed at ``seen``.

        Return False, and keep nothing, if another server has changed the game since then.
        """
        with self._writes() as connection:
            seats = {
                side: visitor_of(connection, mark) if mark else None
                for side, mark in (("first", kept.first), ("second", kept.second))
            }
            row = kept._asdict() | seats
            changes = {name: value for name, value in row.items() if name != "key"}
            same = friend_games.c.key == kept.key
            if connection.execute(
                update(friend_games).where(same, friend_games.c.changed == seen).values(changes)
            ).rowcount:
                return True
            if connection.scalar(select(friend_games.c.id).where(same)) is None:
                raise StoreError(_("This game was deleted."))
            return False

    def add_friend_game(self, kept: KeptFriendGame) -> None:
        """Keep a new game between two visitors; one of them has a seat. Delete the oldest games of this visitor if
        there are too many.
        """
        with self._writes() as connection:
            visitor = locked_visitor(connection, kept.first or kept.second)
            seats = {"first": visitor if kept.first else None, "second": visitor if kept.second else None}
            connection.execute(insert(friend_games).values(kept._asdict() | seats))
            mine = or_(friend_games.c.first == visitor, friend_games.c.second == visitor)
            _delete_oldest(connection, friend_games, mine, friend_games.c.changed)

    def friend_game(self, column: str, value: str) -> KeptFriendGame | None:
        """Return the game between two visitors with this value of ``key``, ``watch_key`` or ``invitation``; None if
        there is none.
        """
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

    def changes_of_friend_games(self, keys_of_games: Collection[str]) -> dict[str, datetime]:
        """Return the time of the last change of each of these games, by key; deleted games are left out."""
        wanted = select(friend_games.c.key, friend_games.c.changed).where(friend_games.c.key.in_(keys_of_games))
        with self._reads() as connection:
            return {row.key: row.changed for row in connection.execute(wanted)}

    def delete_friend_games(self, before: datetime) -> None:
        """Delete the games between two visitors that were last changed before a moment."""
        with self._writes() as connection:
            connection.execute(delete(friend_games).where(friend_games.c.changed < before))

    def keep_lesson(self, state: str) -> None:
        """Keep the state of the live lesson, in place of the one before."""
        with self._writes() as connection:
            connection.execute(delete(live_lesson))
            connection.execute(insert(live_lesson).values(state=state))

    def lesson(self) -> str:
        """Return the state of the live lesson; empty if there has been none."""
        with self._reads() as connection:
            return str(connection.scalar(select(live_lesson.c.state)) or "")

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

    def add(self, token: str, work: SavedWork) -> int:
        """Add work from a file to that of a visitor. Return the number of new rows.

        Rows that the visitor has already stay as they are. Of each kind the latest rows are kept.
        """
        with self._writes() as connection:
            visitor = locked_visitor(connection, hashed(token))
            rows: dict[Table, list[dict[str, Any]]] = {
                pages: [page._asdict() for page in reversed(work.pages)],  # the newest was first
                answers: [answer._asdict() for answer in work.answers],
                puzzle_attempts: [attempt._asdict() for attempt in work.puzzles],
            }
            return sum(_add(connection, visitor, table, new) for table, new in rows.items())


_SAME = {pages: ("room", "address"), answers: ("address", "given"), puzzle_attempts: ("puzzle", "day")}
"""Columns by which two rows of a visitor are the same work."""


def _add(connection: Connection, visitor: int, table: Table, rows: list[dict[str, Any]]) -> int:
    """Add the rows that a visitor does not have yet. Return their number."""
    columns = [table.c[name] for name in _SAME[table]]
    known = {tuple(row) for row in connection.execute(select(*columns).where(table.c.visitor == visitor))}
    new: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        same = tuple(row[name] for name in _SAME[table])
        if same not in known:
            kept = {name: value for name, value in row.items() if name in table.c and name != "id"}
            new.setdefault(same, kept | {"visitor": visitor})
    if new:
        connection.execute(insert(table), list(new.values()))
    mine = table.c.visitor == visitor
    if table is pages:
        for room in {row["room"] for row in rows}:
            _delete_oldest(connection, table, mine & (table.c.room == room), table.c.changed)
    else:
        _delete_oldest(connection, table, mine, table.c.at)
    return len(new)


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


def _plain(row: Any) -> dict[str, Any]:
    return {
        name: value.isoformat(timespec="seconds") + "Z" if isinstance(value, datetime) else value
        for name, value in row._asdict().items()
        if name != "id"
    }
