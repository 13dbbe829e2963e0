"""Read and write the query of an address (after the ``?``) as named texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from urllib.parse import urlencode


def read(query: Iterable[tuple[str, str]], fields: Collection[str], by_line: Collection[str] = ()) -> dict[str, str]:
    """Return the texts of the ``fields`` in a query. Unknown fields are left out.

    If a field is given several times, as by a form, its values are joined with commas, or for the fields ``by_line``
    with line ends.
    """
    given: dict[str, list[str]] = {}
    for name, text in query:
        if name in fields and text.strip():
            given.setdefault(name, []).append(text.strip())
    return {name: ("\n" if name in by_line else ",").join(texts) for name, texts in given.items()}


def write(texts: Mapping[str, str], safe: str = "") -> str:
    """Return a query; empty if all texts are empty. Characters that are ``safe`` are not encoded."""
    return urlencode({name: text for name, text in texts.items() if text}, safe=safe)
