"""The rows of visitors, which own all other rows."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from plyground.store.records import now
from plyground.store.schema import seen_solutions, sign_ins, visitors


def insert_or(connection: Connection, table: Table) -> Any:
    """Return an INSERT statement that supports ON CONFLICT, in the dialect of the connected database."""
    kinds: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
    return kinds[connection.dialect.name](table)


def visitor_of(connection: Connection, mark: str) -> int:
    """Return the id of the visitor whose token has this hash. Add the visitor if it is new."""
    wanted = select(visitors.c.id).where(visitors.c.token == mark)
    known = connection.scalar(wanted)
    if known is None:
        new = insert_or(connection, visitors).values(token=mark, since=now())
        connection.execute(new.on_conflict_do_nothing())
        known = connection.scalar(wanted)
    assert known is not None
    return int(known)


def locked_visitor(connection: Connection, mark: str) -> int:
    """Return the id as :func:`visitor_of` does. No other program changes the visitor's rows until the transaction ends.

    SQLite has one writer at a time and needs no lock.
    """
    visitor = visitor_of(connection, mark)
    connection.execute(select(visitors.c.id).where(visitors.c.id == visitor).with_for_update())
    return visitor


def has_seen(connection: Connection, visitor: int, address: str) -> bool:
    """Return True if a visitor has seen the solution of an exercise, even in another browser after signing in."""
    student = select(sign_ins.c.student).where(sign_ins.c.visitor == visitor).scalar_subquery()
    own = select(sign_ins.c.visitor).where(sign_ins.c.student == student)
    mine = (seen_solutions.c.visitor == visitor) | seen_solutions.c.visitor.in_(own)
    found = select(seen_solutions.c.id).where(mine, seen_solutions.c.address == address)
    return connection.scalar(found.limit(1)) is not None
