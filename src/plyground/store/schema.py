"""The tables of the store. A change here goes with a new file in ``migrations/versions``, which a test demands."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()


def _owner() -> Column[int]:
    return Column("visitor", Integer, ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False)


visitors = Table(
    "visitors",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256 of the token in the cookie
    Column("since", DateTime, nullable=False),
)
"""Visitors whose work is kept. Nothing else is known about them."""

pages = Table(
    "pages",
    metadata,
    Column("id", Integer, primary_key=True),
    _owner(),
    Column("room", String(20), nullable=False),
    Column("title", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("comments", JSON, nullable=False),  # comments on the moves of a game, in their order; "" = no comment
    Column("changed", DateTime, nullable=False),
    Index("pages_by_visitor", "visitor", "room", "changed"),
)
"""Games and trees. The address holds everything but the comments."""

keys = Table("secrets", metadata, Column("secret", String(64), primary_key=True))
"""One random text. The cookies of classes are derived from it."""

teacher_sessions = Table(
    "teacher_sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the token in the cookie
    Column("begun", DateTime, nullable=False),
)
"""The browsers that are the teacher's."""

answers = Table(
    "answers",
    metadata,
    Column("id", Integer, primary_key=True),
    _owner(),
    Column("student", Text, nullable=False),  # name that the student gave
    Column("exercise", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("address", Text, nullable=False),
    Column("given", Text, nullable=False),
    Column("credit", Float, nullable=False),
    Column("misconceptions", Text, nullable=False),
    Column("at", DateTime, nullable=False),
    Column("solution_seen", Boolean, nullable=False),  # true if the solution was shown before the answer
    Index("answers_by_visitor", "visitor", "at"),
    Index("answers_by_exercise", "exercise", "at"),
)
"""Answers to exercises, with their marks."""

friend_games = Table(
    "friend_games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(22), nullable=False, unique=True),  # key in the URL of the players
    Column("watch_key", String(22), nullable=False, unique=True),  # key in the URL of the spectators
    Column("invitation", String(22), nullable=False, unique=True),  # key in the URL that gives the free seat away
    Column("game", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("first", Integer, ForeignKey("visitors.id", ondelete="CASCADE")),  # first side's visitor; NULL = a free seat
    Column("second", Integer, ForeignKey("visitors.id", ondelete="CASCADE")),
    Column("proposal", String(40), nullable=False),  # kind, side and ply of the proposal; "" = none
    Column("resigned", Integer),  # side that has resigned
    Column("is_drawn", Boolean, nullable=False, server_default=false()),  # true if both sides agreed to a draw
    Column("round", Integer, nullable=False),  # number of the game, from 1; a rematch is the next one
    Column("clock", String(100), nullable=False, server_default=""),  # remaining times of the clock; "" = no clock
    Column("changed", DateTime, nullable=False),
    Index("friend_games_by_first", "first"),
    Index("friend_games_by_second", "second"),
    Index("friend_games_by_change", "changed"),
)
"""Games between two visitors. A game is deleted with either of its visitors."""

live_lesson = Table(
    "live_lesson",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("state", Text, nullable=False),  # JSON
)
"""The live lesson of the class, in one row: its task, its students and their answers."""

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("id", Integer, primary_key=True),
    _owner(),
    Column("puzzle", String(40), nullable=False),  # id of the puzzle
    Column("day", String(10), nullable=False),  # YYYY-MM-DD of a puzzle of the day; else ""
    Column("first_try", Boolean, nullable=False),  # true if solved without a wrong move or help
    Column("solved", Boolean, nullable=False),
    Column("at", DateTime, nullable=False),  # time of the first result
    UniqueConstraint("visitor", "puzzle", "day"),
    Index("puzzle_attempts_by_visitor", "visitor", "at"),
)
"""Attempts at puzzles. The first result of an attempt stays; later results only say that it was solved at last."""

seen_solutions = Table(
    "seen_solutions",
    metadata,
    Column("id", Integer, primary_key=True),
    _owner(),
    Column("address", Text, nullable=False),  # address of the exercise
    UniqueConstraint("visitor", "address"),
)
"""Solutions of exercises outside of sets that visitors have looked at."""

students = Table(
    "students",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False, unique=True),
    Column("code", String(20), nullable=False, unique=True),  # full code, because the teacher prints it again
)
"""The students on the class list."""


def _student() -> Column[int]:
    return Column("student", Integer, ForeignKey("students.id", ondelete="CASCADE"), nullable=False)


sign_ins = Table(
    "sign_ins",
    metadata,
    Column("visitor", Integer, ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    _student(),
    Index("sign_ins_by_student", "student"),
)
"""Browsers that have signed in as a student."""

exercise_sets = Table(
    "exercise_sets",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(22), nullable=False, unique=True),  # key in the URL of the set
    Column("title", Text, nullable=False),
    Column("exercises", JSON, nullable=False),  # addresses without student and seed
    Column("seed", Integer, nullable=False),
    Column("due", DateTime),
    Column("attempts", Integer, nullable=False),  # most attempts at each exercise; 0: no limit
    Column("solutions", String(10), nullable=False),  # time from which solutions may be seen: "due", "always", "never"
)
"""Sets of exercises for the class."""

set_answers = Table(
    "set_answers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("exercise_set", Integer, ForeignKey("exercise_sets.id", ondelete="CASCADE"), nullable=False),
    _student(),
    Column("item", Integer, nullable=False),  # number of the exercise in the set, from 1
    Column("given", Text, nullable=False),
    Column("credit", Float, nullable=False),
    Column("misconceptions", Text, nullable=False),
    Column("solution_seen", Boolean, nullable=False),
    Column("at", DateTime, nullable=False),
    Index("set_answers_by_student", "exercise_set", "student", "item"),
)
"""Answers to exercises of sets. They belong to the student, not to the browser: nobody can delete them to try again."""

set_solutions = Table(
    "set_solutions",
    metadata,
    Column("exercise_set", Integer, ForeignKey("exercise_sets.id", ondelete="CASCADE"), primary_key=True),
    Column("student", Integer, ForeignKey("students.id", ondelete="CASCADE"), primary_key=True),
    Column("item", Integer, primary_key=True),
)
"""Exercises in sets whose solution a student has looked at."""
