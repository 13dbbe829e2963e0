"""Every sentence that the program can show has a translation into every language, with the same values."""

from __future__ import annotations

import ast
import re
import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from samples import some

import plyground
from plyground.i18n import LANGUAGES, SOURCE_LANGUAGE

PACKAGE = Path(plyground.__file__).parent
KEYWORDS = {"_": None, "_n": (1, 2)}
TEMPLATES = ("web/templates/**.html", "jinja2")
TRANSLATED = sorted(set(LANGUAGES) - {SOURCE_LANGUAGE})


Sentence = str | tuple[str, ...]
"""A marked sentence, or its singular and plural."""


def collected(methods: list[tuple[str, str]]) -> set[Sentence]:
    """The sentences that Babel collects, as ``make messages`` does."""
    found = extract_from_dir(PACKAGE, methods, keywords=KEYWORDS)
    return {
        message if isinstance(message, str) else tuple(message) for _file, _line, message, _notes, _context in found
    }


@cache
def marked() -> tuple[set[Sentence], list[str]]:
    """The marked sentences of the Python sources, and the places of those inside of f-strings."""
    found, hidden = set[Sentence](), list[str]()
    for file in PACKAGE.rglob("*.py"):
        waiting: list[tuple[ast.AST, bool]] = [(ast.parse(file.read_text("utf-8")), False)]
        while waiting:
            node, is_hidden = waiting.pop()
            is_hidden |= isinstance(node, ast.JoinedStr)
            waiting += [(child, is_hidden) for child in ast.iter_child_nodes(node)]
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS):
                continue
            if is_hidden:
                hidden.append(f"{file.name}:{node.lineno}")
            texts = [text.value for text in node.args if isinstance(text, ast.Constant) and isinstance(text.value, str)]
            if texts:
                found.add(texts[0] if node.func.id == "_" else tuple(texts))
    return found, hidden


@cache
def sentences() -> set[Sentence]:
    """Every marked sentence of the sources and of the templates."""
    return marked()[0] | collected([TEMPLATES])


@cache
def catalogue(language: str) -> Catalog:
    path = PACKAGE / "locale" / language / "LC_MESSAGES" / "plyground.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def values(text: str) -> set[str]:
    """The names in braces."""
    return {name for _text, name, _format, _conversion in string.Formatter().parse(text) if name is not None}


@pytest.mark.proof
def test_babel_collects_the_marked_sentences() -> None:
    assert collected([("**.py", "python"), TEMPLATES]) == sentences()


def test_sentences_stand_where_they_are_collected() -> None:
    """Babel does not look into f-strings."""
    lost = marked()[1]
    assert not lost, f"sentences inside of f-strings, out of the collector's sight: {lost}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated(language: str) -> None:
    missing = []
    for sentence in sentences():
        message = catalogue(language).get(sentence if isinstance(sentence, str) else sentence[0])
        words = message.string if message else None
        if not message or message.fuzzy or not words or not all((words,) if isinstance(words, str) else words):
            missing.append(sentence)
    assert not missing, f"{len(missing)} sentences have no translation into {language}; run make messages"


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_values(language: str) -> None:
    for message in some(catalogue(language)):
        if not message.id:
            continue
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        words = [message.string] if isinstance(message.string, str) else list(message.string or ())
        allowed = set().union(*map(values, originals))
        needed = set.intersection(*map(values, originals)) - {"count"} if len(originals) > 1 else allowed
        for text in some(words):
            assert needed <= values(text) <= allowed, (language, message.id, text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_end_as_the_originals_do(language: str) -> None:
    """A full stop, a question mark or an ellipsis is part of the sentence."""
    for message in some(catalogue(language)):
        original = message.id if isinstance(message.id, str) else message.id[0] if message.id else ""
        words = message.string if isinstance(message.string, str) else (message.string or [""])[0]
        if original:
            ends = [re.sub(r"\s", "", text)[-1:] for text in (original, words)]
            assert (ends[0] in ".?:…") == (ends[1] in ".?:…"), (language, original, words)


def test_game_names_are_those_that_teachers_use() -> None:
    """The words that teachers of these languages use."""
    portuguese = catalogue("pt_BR").get("Tic-tac-toe")
    romanian = catalogue("ro").get("Tic-tac-toe")
    assert portuguese is not None
    assert romanian is not None
    assert portuguese.string == "Jogo da velha"
    assert romanian.string == "X și 0"
