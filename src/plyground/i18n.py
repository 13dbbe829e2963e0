"""Translation of every sentence for people.

A sentence is marked where it is written, ``_("{name} is not a game", name=text)``, and translated where it is shown: it
stays a :class:`Sentence` until ``str()`` or a format asks for its text. So a record made by one process, or for one
visitor, can be read by another in another language.

The catalogues are GNU gettext's (``locale/<language>/LC_MESSAGES/plyground.po``), kept with Babel.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

DOMAIN = "plyground"
LOCALE_FOLDER = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"
LANGUAGES: Mapping[str, str] = {"en": "English", "pt_BR": "Português (Brasil)", "ro": "Română"}
"""The name of each language in that language, by its code, which is also its folder in ``locale/``."""


class Forms(NamedTuple):
    """The forms of numbers and times in a language, as in Unicode's CLDR."""

    point: str  # sign before the decimals
    group: str  # sign between groups of three digits
    percent: str
    moment: str  # pattern of a date and a time; ``hour`` is from 1 to 12


FORMS: Mapping[str, Forms] = {
    "en": Forms(".", ",", "{}%", "{at.month}/{at.day}/{at:%y}, {hour}:{at:%M}\u202f{at:%p}"),
    "pt_BR": Forms(",", ".", "{}%", "{at:%d/%m/%Y %H:%M}"),
    "ro": Forms(",", ".", "{}\u00a0%", "{at:%d.%m.%Y, %H:%M}"),
}
"""The forms of each language in :data:`LANGUAGES`."""

NO_PLAIN_PLACE = re.compile(r"\{(?![^\W\d]\w*\})")
"""Pattern of a place that is more than a name. Python's format would follow attributes from it, to any secret."""
FIRST_PLACE = re.compile(r"(^|[.!?] )\{(\w+)\}")
"""A value with which a sentence, or a part of it, begins."""

_chosen: ContextVar[str | None] = ContextVar("language", default=None)


class Sentence:
    """A sentence with named values, shown in the reader's language (see the module)."""

    __slots__ = ("count", "plural", "text", "values")

    def __init__(self, text: str, values: Mapping[str, Any], plural: str | None = None, count: int = 1) -> None:
        self.text = text
        self.values = dict(values)
        self.plural = plural
        self.count = count

    def __str__(self) -> str:
        catalogue = _catalogue(_chosen.get() or _environment_language())
        if self.plural is None:
            words = catalogue.gettext(self.text) if self.text else ""
        else:
            words = catalogue.ngettext(self.text, self.plural, self.count)
        return self._filled(words) if self.values else words

    def _filled(self, words: str) -> str:
        """Return the sentence with its values. Each part of it begins with a capital, also if it begins with a value in
        words; a notation such as exd5 stays as it is.
        """
        if words.endswith((".", "!", "?")):
            words = FIRST_PLACE.sub(self._capital_place, words)
        if NO_PLAIN_PLACE.search(words.replace("{{", "")):  # code of others may have sent it
            return words
        return words.format(**self.values)

    def _capital_place(self, found: re.Match[str]) -> str:
        """Return a place at the beginning with its value in it, if the value is in words; else the place."""
        value = self.values.get(found[2])
        return found[1] + capital(value).replace("{", "{{").replace("}", "}}") if _is_in_words(value) else found[0]

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def __repr__(self) -> str:
        return f"Sentence({str(self)!r})"

    def _identity(self) -> tuple[object, ...]:
        return self.text, self.plural, self.count, tuple(sorted(self.values.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.text, self.plural, self.count))


def _is_in_words(value: object) -> bool:
    """Return True for a sentence that does not begin with a plain text, such as a move in its notation."""
    if not isinstance(value, Sentence):
        return False
    first = re.match(r"\{(\w+)\}", value.text)
    return first is None or _is_in_words(value.values.get(first[1]))


def _(text: str, /, **values: Any) -> Sentence:
    """Mark a sentence for people; ``values`` fill its ``{names}`` (and may be sentences themselves)."""
    return Sentence(text, values)


def as_sentence(text: Sentence | str) -> Sentence:
    """Return a sentence as it is, and any other text as a sentence without values."""
    return text if isinstance(text, Sentence) else Sentence(str(text), {})


def _n(singular: str, plural: str, count: int, /, **values: Any) -> Sentence:
    """Mark a text with a plural that depends on ``count``, which the text shows as ``{count}`` with its digits
    grouped.
    """
    return Sentence(singular, {"count": Number(count), **values}, plural, count)


def capital(words: object) -> str:
    """Return a sentence or name with a capital first letter, for the beginning of a line."""
    text = str(words)
    return text[:1].upper() + text[1:]


def language() -> str:
    """Return the code of the current language: the one chosen by :func:`use`, else the one of the environment."""
    return _chosen.get() or _environment_language()


def use(code: str | None) -> None:
    """Choose the language of this context (a visitor's task, a process). None means the language of the environment."""
    _chosen.set(code and closest([code]))


def closest(preferences: list[str]) -> str:
    """Return the first of ``preferences`` (such as ``pt-PT`` or ``ro_RO.UTF-8``) that is available here, else
    English.
    """
    for preference in preferences:
        wanted = preference.partition(".")[0].replace("-", "_")
        for code in LANGUAGES:
            if wanted.lower() == code.lower():
                return code
        for code in LANGUAGES:
            if wanted.lower().partition("_")[0] == code.partition("_")[0]:
                return code
    return SOURCE_LANGUAGE


class Number:
    """A number in a sentence, written as in the reader's language, with this many ``decimals``.

    Digits are grouped, and a negative number has the minus sign (U+2212), not a hyphen.
    """

    __slots__ = ("decimals", "value")

    def __init__(self, value: int | float, decimals: int = 0) -> None:
        self.value = value
        self.decimals = decimals

    def __str__(self) -> str:
        return _written(self.value, self.decimals)

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


def percentage(share: float) -> str:
    """Return a share of 1 in percent, without decimals, as in the current language."""
    from decimal import Decimal  # imported here because most programs show no percentage

    return FORMS[language()].percent.format(_written(Decimal(str(share)) * 100, 0))


def moment_text(at: datetime) -> str:
    """Return the short form of a date and a time in the current language."""
    return FORMS[language()].moment.format(at=at, hour=(at.hour - 1) % 12 + 1)


def has_decimal_comma() -> bool:
    """Return True if the current language writes 6,6 for 6.6."""
    return FORMS[language()].point == ","


def _written(value: Any, decimals: int) -> str:
    """Return a number as in the current language. Halves are rounded to the even digit."""
    if isinstance(value, int) and not decimals:
        text = f"{value:,}"
    else:
        from decimal import Decimal  # imported here because most programs show no percentage

        text = f"{Decimal(str(value)):,.{decimals}f}".replace("Infinity", "∞")
    forms = FORMS[language()]
    signs = {ord(","): forms.group, ord("."): forms.point, ord("-"): "−"}
    return text.translate(signs)


def _environment_language() -> str:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return closest(value.split(":"))
    return SOURCE_LANGUAGE


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE_FOLDER, languages=[code], fallback=True)
