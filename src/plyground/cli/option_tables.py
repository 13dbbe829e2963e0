"""The options of spec texts, as tables and as records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plyground.core.spec import Entry, Option


def option_rows(entries: Iterable[Entry[Any]]) -> list[tuple[str, str, str, str]]:
    """Return rows (owners, option, default, meaning); owners with the same option share a row."""
    owners: dict[Option, list[str]] = {}
    for entry in entries:
        for option in entry.options:
            owners.setdefault(option, []).append(entry.name)
    return [
        (", ".join(names), option.name, "–" if option.default is None else str(option.default), _meaning(option))
        for option, names in owners.items()
    ]


def _meaning(option: Option) -> str:
    meaning = str(option.meaning)
    return f"{meaning} ({', '.join(option.choices)})" if option.choices else meaning


def option_record(option: Option) -> dict[str, Any]:
    """Return one option as a record; ``least`` and ``most`` bound a number, ``choices`` a text (empty: any)."""
    number = option.kind is not str
    return {
        "name": option.name,
        "type": "number" if number else "text",
        "default": option.default,
        "meaning": str(option.meaning),
        "choices": list(option.choices),
        "least": option.least if number else None,
        "most": option.most if number else None,
    }


def origin(entry: Entry[Any]) -> str:
    """Return the origin of an entry: a file, a package with its version, or plyground."""
    return entry.origin or "plyground"
