"""What stands behind the ``?`` of an address, as named texts: a field for each, empty where it was not given."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from urllib.parse import urlencode


def read(query: Iterable[tuple[str, str]], fields: Collection[str], by_line: Collection[str] = ()) -> dict[str, str]:
    """The texts of the ``fields`` that a query gives; what is unknown in it is left out.

    What is given several times, as by a form, is a list with commas or, in fields ``by_line``, a line for each.
    """
    given: dict[str, list[str]] = {}
    for name, text in query:
        if name in fields and text.strip():
            given.setdefault(name, []).append(text.strip())
    return {name: ("\n" if name in by_line else ",").join(texts) for name, texts in given.items()}


def write(texts: Mapping[str, str], safe: str = "") -> str:
    """The query, ``""`` where nothing is asked for; characters that are ``safe`` stand as they are."""
    return urlencode({name: text for name, text in texts.items() if text}, safe=safe)
