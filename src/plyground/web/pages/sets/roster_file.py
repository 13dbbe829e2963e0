"""The file of a class list: one student a line, or a CSV table with the columns name and code."""

from __future__ import annotations

from plyground.core.csv_text import is_formula, read_csv, write_csv
from plyground.errors import SpecError
from plyground.i18n import Number, _
from plyground.store.classbook import CODE_CHARS, normalized_code
from plyground.store.person_names import name_key, shown_name
from plyground.store.records import RosterStudent

MAX_NAME_CHARS = 60
MIN_CODE_CHARS, MAX_CODE_CHARS = 6, 20
"""Least and most characters of a code of the teacher's own. Lists may hold shorter ones of earlier versions."""
NAME_TITLES = ("name", "student", "nome", "nume", "aluno", "estudante", "student name")
CODE_TITLES = ("code", "código", "codigo", "cod")
"""Titles of columns, in the languages of the page."""


def read_roster(content: bytes) -> list[RosterStudent]:
    """Read a class list. Raise :class:`SpecError` with the first line that is wrong."""
    rows = [[cell.strip() for cell in row] for row in read_csv(content)]
    titles = [cell.casefold() for cell in rows[0]] if rows else []
    name_at = next((titles.index(title) for title in NAME_TITLES if title in titles), None)
    code_at = next((titles.index(title) for title in CODE_TITLES if title in titles), None)
    found: dict[str, RosterStudent] = {}
    for number, row in enumerate(rows, start=1):
        if not any(row) or (number == 1 and (name_at, code_at) != (None, None)):
            continue
        name = row[name_at or 0] if len(row) > (name_at or 0) else ""
        code = row[code_at] if code_at is not None and len(row) > code_at else ""
        student = RosterStudent(_name(number, name), _code(number, code))
        if (key := name_key(student.name)) in found:
            raise SpecError(_("Line {line}: {name} is there twice. Add an initial.", line=Number(number), name=name))
        found[key] = student
    if not found:
        raise SpecError(_("There is no name in the class list: write one student a line."))
    return list(found.values())


def write_roster(students: list[RosterStudent]) -> bytes:
    """Return a class list as CSV, which :func:`read_roster` reads and spreadsheets open."""
    return write_csv([("name", "code"), *students], line_end="\r\n").encode("utf-8-sig")


def shown_code(code: str) -> str:
    """Return a student's code as it is shown: a generated one in two halves, which are easier to read; a teacher's own
    unchanged.
    """
    half = CODE_CHARS // 2
    return f"{code[:half]}-{code[half:]}" if len(code) == CODE_CHARS else code


def _name(number: int, text: str) -> str:
    name = shown_name(text)
    if not name or len(name) > MAX_NAME_CHARS or not name.isprintable() or is_formula(name):
        raise SpecError(
            _(
                "Line {line}: a name has from 1 to {most} letters, and does not begin with a sign of a formula.",
                line=Number(number), most=MAX_NAME_CHARS,
            )
        )  # fmt: skip
    return name


def _code(number: int, text: str) -> str:
    code = normalized_code(text)
    if code and not (MIN_CODE_CHARS <= len(code) <= MAX_CODE_CHARS and code.isalnum()):
        raise SpecError(
            _(
                "Line {line}: a code has from {least} to {most} letters or digits. Leave it empty for a new one.",
                line=Number(number), least=MIN_CODE_CHARS, most=MAX_CODE_CHARS,
            )
        )  # fmt: skip
    return code
