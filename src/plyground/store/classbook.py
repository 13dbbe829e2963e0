"""The classbook: the students of a class, their exercise sets, and their answers to them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from plyground.errors import StoreError
from plyground.i18n import Number, _
from plyground.store.person_names import name_key
from plyground.store.records import MAX_CHARS, ExerciseSet, RosterStudent, SetAnswer, now
from plyground.store.schema import (
    exercise_sets,
    seen_solutions,
    set_answers,
    set_solutions,
    sign_ins,
    students,
    visitors,
)
from plyground.store.tokens import hashed
from plyground.store.transactions import Transactions
from plyground.store.visitor_rows import insert_or, locked_visitor

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits of sign-in codes, without characters that look alike on paper."""
CODE_CHARS = 8
MAX_STUDENTS = 1000
"""Most students on the class list."""
MAX_SEED = 1_000_000_000


class Classbook(Transactions):
    """The class list, its exercise sets and their answers.

    Methods raise :class:`StoreError` if the database cannot be read or written.
    """

    # The class list

    def roster(self) -> list[RosterStudent]:
        """Return the students by name."""
        with self._reads() as connection:
            rows = connection.execute(select(students.c.name, students.c.code))
            return sorted((RosterStudent(*row) for row in rows), key=lambda each: each.name.casefold())

    def add_students(self, listed: Iterable[RosterStudent]) -> None:
        """Add students. A new student without a code gets one, and a known student keeps the old code.

        A known student with another code gets that code, and browsers that used the old one are signed out. Raise
        :class:`StoreError` if two students would have one code, or if there would be too many.
        """
        with self._writes() as connection:
            known = {row.name: row for row in connection.execute(select(students))}
            for name, given in listed:
                code = normalized_code(given)
                if name not in known:
                    connection.execute(insert(students).values(name=name, code=_free_code(connection, name, code)))
                elif code and code != known[name].code:
                    row = known[name]
                    free = _free_code(connection, name, code)
                    connection.execute(update(students).where(students.c.id == row.id).values(code=free))
                    connection.execute(delete(sign_ins).where(sign_ins.c.student == row.id))
            if (connection.scalar(select(func.count()).select_from(students)) or 0) > MAX_STUDENTS:
                raise StoreError(_("A class list has at most {count} students.", count=Number(MAX_STUDENTS)))

    def remove_student(self, name: str) -> None:
        """Remove a student, with all answers to sets."""
        with self._writes() as connection:
            connection.execute(delete(students).where(students.c.name == name))

    def sign_in(self, token: str, code: str) -> str:
        """Sign a visitor in as the student with a code. Return the student's name; empty for an unknown code."""
        with self._writes() as connection:
            wanted = select(students).where(students.c.code == normalized_code(code))
            student = connection.execute(wanted).one_or_none()
            if student is None:
                return ""
            visitor = locked_visitor(connection, hashed(token))
            new = insert_or(connection, sign_ins).values(visitor=visitor, student=student.id)
            same = new.on_conflict_do_update(index_elements=["visitor"], set_={"student": student.id})
            connection.execute(same)
            return str(student.name)

    def sign_out(self, token: str) -> None:
        """Sign a visitor out."""
        known = select(visitors.c.id).where(visitors.c.token == hashed(token)).scalar_subquery()
        with self._writes() as connection:
            connection.execute(delete(sign_ins).where(sign_ins.c.visitor == known))

    def signed_in(self, token: str) -> str:
        """Return the name as which a visitor is signed in; empty for a visitor who is not signed in."""
        wanted = select(students.c.name).select_from(students).join(sign_ins).join(visitors)
        with self._reads() as connection:
            return connection.scalar(wanted.where(visitors.c.token == hashed(token))) or ""

    def is_listed(self, name: str) -> bool:
        """Return True if a name on the class list looks the same, ignoring capitals and blanks."""
        key = name_key(name)
        return any(key == name_key(each.name) for each in self.roster())

    # Sets

    def sets(self) -> list[ExerciseSet]:
        """Return all sets, the latest first."""
        with self._reads() as connection:
            return [_set(row) for row in connection.execute(_sets().order_by(exercise_sets.c.id.desc()))]

    def set_of(self, key: str) -> ExerciseSet | None:
        """Return the set with a key; None if there is none."""
        with self._reads() as connection:
            row = connection.execute(_sets().where(exercise_sets.c.key == key)).one_or_none()
        return _set(row) if row else None

    def add_set(
        self, title: str, due: datetime | None, attempts: int, solutions: str, exercises: Iterable[str]
    ) -> ExerciseSet:
        """Add a set, and return it with its new key and seed."""
        made = ExerciseSet(
            secrets.token_urlsafe(16), title, tuple(exercises), secrets.randbelow(MAX_SEED), due, attempts, solutions
        )
        with self._writes() as connection:
            connection.execute(insert(exercise_sets).values(made._asdict() | {"exercises": list(made.exercises)}))
        return made

    def change_set(self, key: str, title: str, due: datetime | None, attempts: int, solutions: str) -> None:
        """Change a set, but not its exercises."""
        values = {"title": title, "due": due, "attempts": attempts, "solutions": solutions}
        with self._writes() as connection:
            connection.execute(update(exercise_sets).where(exercise_sets.c.key == key).values(values))

    def remove_set(self, key: str) -> None:
        """Remove a set with all answers to it."""
        with self._writes() as connection:
            connection.execute(delete(exercise_sets).where(exercise_sets.c.key == key))

    # Answers

    def answer(self, key: str, name: str, answered: SetAnswer, most: int) -> bool:
        """Store a student's answer to an exercise of a set if there are fewer than ``most`` answers so far (0: no
        limit). Return False if the limit was reached. A repetition of the last answer is stored only once.
        """
        if len(answered.given) > MAX_CHARS:
            return False
        with self._writes() as connection:
            place = _place(connection, key, name)
            mine = _of(set_answers, place, answered.item)
            connection.execute(select(students.c.id).where(students.c.id == place[1]).with_for_update())
            before = list(connection.scalars(select(set_answers.c.given).where(mine).order_by(set_answers.c.id)))
            if before and before[-1] == answered.given:
                return True
            if most and len(before) >= most:
                return False
            seen = connection.scalar(select(func.count()).where(_of(set_solutions, place, answered.item)))
            row = answered._asdict() | {"at": now(), "solution_seen": bool(seen)}
            connection.execute(insert(set_answers).values(row | {"exercise_set": place[0], "student": place[1]}))
            return True

    def answers(self, key: str) -> list[tuple[str, SetAnswer]]:
        """Return the answers of all students to a set, with their names, by student, exercise and time."""
        columns = [set_answers.c[name] for name in SetAnswer._fields]
        wanted = select(students.c.name, *columns).select_from(set_answers).join(students).join(exercise_sets)
        order = students.c.name, set_answers.c.item, set_answers.c.id
        with self._reads() as connection:
            rows = connection.execute(wanted.where(exercise_sets.c.key == key).order_by(*order))
            return [(row[0], SetAnswer(*row[1:])) for row in rows]

    def see_set_solution(self, key: str, name: str, item: int) -> None:
        """Note that a student looked at the solution of an exercise of a set."""
        with self._writes() as connection:
            place = _place(connection, key, name)
            row = {"exercise_set": place[0], "student": place[1], "item": item}
            connection.execute(insert_or(connection, set_solutions).values(row).on_conflict_do_nothing())

    def see_solution(self, token: str, address: str) -> None:
        """Note that a visitor looked at the solution of an exercise outside of sets."""
        if len(address) > MAX_CHARS:
            return
        with self._writes() as connection:
            row = {"visitor": locked_visitor(connection, hashed(token)), "address": address}
            connection.execute(insert_or(connection, seen_solutions).values(row).on_conflict_do_nothing())


def normalized_code(code: str) -> str:
    """Return a sign-in code in small letters, without the blanks and hyphens that people may type."""
    return "".join(code.casefold().replace("-", " ").split())


def _free_code(connection: Connection, name: str, wanted: str) -> str:
    """Return the wanted code, or a new one if it is empty. Raise :class:`StoreError` if another student has it."""
    code = wanted or "".join(secrets.choice(CODE_LETTERS) for _place in range(CODE_CHARS))
    if connection.scalar(select(students.c.id).where(students.c.code == code)) is None:
        return code
    if wanted:
        raise StoreError(_("{name}: another student has this code. Give each student a code of their own.", name=name))
    return _free_code(connection, name, "")


def _place(connection: Connection, key: str, name: str) -> tuple[int, int]:
    """Return the rows of a set and of a student. Raise :class:`StoreError` if one was removed."""
    found = connection.scalar(select(exercise_sets.c.id).where(exercise_sets.c.key == key))
    student = connection.scalar(select(students.c.id).where(students.c.name == name))
    if found is None or student is None:
        raise StoreError(_("This set was removed by your teacher."))
    return found, student


def _of(table: Any, place: tuple[int, int], item: int) -> Any:
    return (table.c.exercise_set == place[0]) & (table.c.student == place[1]) & (table.c.item == item)


def _sets() -> Select[Any]:
    return select(*(exercise_sets.c[name] for name in ExerciseSet._fields))


def _set(row: Any) -> ExerciseSet:
    return ExerciseSet(*row)._replace(exercises=tuple(row.exercises))
