"""The file of a visitor's work, as *Save all my work* writes it: JSON of :meth:`plyground.store.store.Store.everything`.

``sha256`` is the checksum of the same JSON without this key and without blanks. Reading checks each value, too, because
the file may come from anywhere.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar, get_type_hints
from urllib.parse import urlencode

from plyground.errors import SpecError
from plyground.i18n import _
from plyground.store.records import MAX_CHARS, MAX_ROWS, KeptAnswer, KeptPage, PuzzleAttempt, now

Row = TypeVar("Row", KeptPage, KeptAnswer, PuzzleAttempt)
ROOMS = {"play": "/play/", "trees": "/trees?"}
"""Start of the addresses of pages, by room: a saved address becomes a link."""
EXERCISES = "/exercises?"


class SavedWork(NamedTuple):
    """The work in a file."""

    pages: tuple[KeptPage, ...]
    answers: tuple[KeptAnswer, ...]
    puzzles: tuple[PuzzleAttempt, ...]


def write_work(everything: dict[str, Any]) -> str:
    """Return the text of a file with all work of a visitor."""
    return json.dumps(everything | {"sha256": _checksum(everything)}, ensure_ascii=False, indent=1)


def _checksum(everything: dict[str, Any]) -> str:
    return sha256(json.dumps(everything, separators=(",", ":")).encode()).hexdigest()


def read_work(content: bytes) -> SavedWork:
    """Read a file of saved work. Games with friends become pages. Raise :class:`SpecError` for another file."""
    try:
        saved = json.loads(content)
        if saved["version"] != 1:
            raise KeyError
        checksum = saved.pop("sha256")
        played = [(str(each["game"]), str(each["moves"])) for each in saved["friend_games"]]
        lists = {name: list(saved[name]) for name in SavedWork._fields}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SpecError(_("This is no file of saved work. Choose the file that “Save all my work” has written.")) from None  # fmt: skip
    if checksum != _checksum(saved):
        raise SpecError(_("The file of saved work was changed or damaged: its checksum is wrong. Save it again."))
    pages = _rows(KeptPage, lists["pages"], "pages")
    for number, page in enumerate(pages, 1):
        if not page.address.startswith(ROOMS.get(page.room, " ")):
            raise _wrong("pages", number, "address")
    answers = _rows(KeptAnswer, lists["answers"], "answers")
    for number, answer in enumerate(answers, 1):
        if not answer.address.startswith(EXERCISES):
            raise _wrong("answers", number, "address")
    games = (
        KeptPage(0, "play", game, f"/play/{game}?{urlencode({'moves': moves})}", now(), [])
        for game, moves in played[:MAX_ROWS]
        if moves
    )
    return SavedWork((*pages, *games), answers, _rows(PuzzleAttempt, lists["puzzles"], "puzzles"))


def _rows(kind: type[Row], values: list[Any], name: str) -> tuple[Row, ...]:
    """Return the rows in a list of the file. Raise :class:`SpecError` for a wrong value."""
    types = get_type_hints(kind)
    rows = []
    for number, value in enumerate(values[: 2 * MAX_ROWS], 1):
        given: dict[str, Any] = {"id": 0} | value if isinstance(value, dict) else {}
        read = {field: _read(types[field], given.get(field)) for field in kind._fields if field in given}
        for field in kind._fields:
            if read.get(field) is None and (field in ("at", *given) or field not in kind._field_defaults):
                raise _wrong(name, number, field)
        rows.append(kind(**read))
    return tuple(rows)


def _read(wanted: Any, value: Any) -> Any:
    """Return a JSON value in the type of a field; None if it is not of this type."""
    if wanted in (datetime, datetime | None):
        try:
            return datetime.fromisoformat(value).astimezone(UTC).replace(tzinfo=None)
        except (TypeError, ValueError, OverflowError):
            return None
    if wanted == list[str]:
        fits = isinstance(value, list) and all(isinstance(each, str) and len(each) <= MAX_CHARS for each in value)
        return value if fits else None
    if wanted is float:
        wanted = (int, float)
    fits = isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))
    return value if fits and len(str(value)) <= MAX_CHARS else None


def _wrong(name: str, number: int, field: str) -> SpecError:
    return SpecError(_("The file of saved work has a wrong value: {place}.", place=f"{name}, {number}, {field}"))
