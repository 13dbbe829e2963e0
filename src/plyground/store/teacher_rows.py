"""The sessions of the teacher's browsers, of which the store knows only the hashes of their tokens."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, func, insert, select

from plyground.store.records import now
from plyground.store.schema import teacher_sessions
from plyground.store.tokens import hashed
from plyground.store.transactions import Transactions

MAX_SESSION_AGE = timedelta(days=90)
"""Time after which a session ends."""


class TeacherRows(Transactions):
    """The sessions that have begun and have not been ended. Methods raise :class:`StoreError`."""

    def begin(self, token: str) -> None:
        """Begin a session, and delete those that are too old."""
        with self._writes() as connection:
            connection.execute(delete(teacher_sessions).where(teacher_sessions.c.begun <= now() - MAX_SESSION_AGE))
            connection.execute(insert(teacher_sessions).values(token=hashed(token), begun=now()))

    def is_open(self, token: str) -> bool:
        """Return True if a session has this token and has not ended."""
        wanted = select(teacher_sessions.c.begun).where(teacher_sessions.c.token == hashed(token))
        with self._reads() as connection:
            begun = connection.scalar(wanted)
        return begun is not None and bool(begun > now() - MAX_SESSION_AGE)

    def others(self, token: str) -> int:
        """Return the number of sessions besides the one with this token."""
        with self._reads() as connection:
            wanted = select(func.count()).where(teacher_sessions.c.token != hashed(token))
            return connection.scalar(wanted) or 0

    def end(self, token: str) -> None:
        """End the session with this token."""
        with self._writes() as connection:
            connection.execute(delete(teacher_sessions).where(teacher_sessions.c.token == hashed(token)))

    def end_others(self, token: str) -> None:
        """End all sessions besides the one with this token."""
        with self._writes() as connection:
            connection.execute(delete(teacher_sessions).where(teacher_sessions.c.token != hashed(token)))
