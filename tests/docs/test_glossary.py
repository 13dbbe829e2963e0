"""The glossary: its terms are the same in all texts of a language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.pofile import read_po
from paths import ROOT

from plyground.teaching.lessons.course import TEXTS

FORBIDDEN_COLUMNS = {"pt_BR": 3, "ro": 4}
LOCALE = ROOT / "src" / "plyground" / "locale"


@cache
def rows() -> list[list[str]]:
    """The rows of the first table below its head."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").partition("\n## ")[0]
    table = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def forbidden(language: str) -> list[str]:
    cells = [row[FORBIDDEN_COLUMNS[language]] for row in rows()]
    return [word.strip() for cell in cells for word in cell.split(",") if word.strip()]


def texts(language: str) -> Iterator[tuple[str, str]]:
    """All that a language says, each with where it stands."""
    with (LOCALE / language / "LC_MESSAGES" / "plyground.po").open("rb") as file:
        for message in read_po(file, locale=language):
            words = message.string if isinstance(message.string, (tuple, list)) else [message.string]
            yield from ((str(message.id), text) for text in words if message.id and text)
    documents = (ROOT / "docs").glob(f"*-{language[:2]}.md")
    for document in sorted([*(TEXTS / language).glob("*.md"), *documents]):
        yield from ((document.name, line) for line in document.read_text(encoding="utf-8").splitlines())


def test_every_term_stands_in_three_languages() -> None:
    assert len(rows()) > 30
    for row in rows():
        assert len(row) == 5 and all(row[:3]), row


@pytest.mark.parametrize("language", FORBIDDEN_COLUMNS)
def test_translations_keep_to_the_glossary(language: str) -> None:
    word = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, forbidden(language)))})(?![\w-])", re.IGNORECASE)
    found = [f"{place}: {match[0]} in “{text}”" for place, text in texts(language) if (match := word.search(text))]
    assert not found, "\n".join(found)


POLITE = re.compile(
    r"\b(?:\w*(?:ați|eți|iți|âți|fiți)(?:-\w+)*|(?:\w+-)?vă(?:-\w+)?|v-\w+|vi(?:-\w+)?|dvs"
    r"|dumneavoastră|dumneata|dumitale|voi|vouă|vostru|voștri|voastră|voastre)\b",
    re.IGNORECASE,
)
NOT_POLITE = re.compile(
    r"\b(?:aliați|biți|câți|compleți|(?:mega)?octeți|înveți|uiți|predați până acum|încercați mai des|amândoi vedeți"
    r"|(?:sunt|fost|arborii?|algoritmi|boții|studenți|kB) \w+ați)\b",
    re.IGNORECASE,
)
"""Nouns and participles that end as polite verbs do, verbs of *tu*, and a sentence to two people."""


def test_romanian_says_tu() -> None:
    found = [f"{place}: {text}" for place, text in texts("ro") if POLITE.search(NOT_POLITE.sub("", text))]
    assert not found, "\n".join(found)
