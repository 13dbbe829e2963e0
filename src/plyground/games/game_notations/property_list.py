"""Texts such as ``(;GM[11]SZ[5];B[a1];W[b2])``: the syntax that SGF and GGF share.

Source: A. Hollosi (1999), SGF FF[4], Smart Game Format.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from plyground.errors import NotationError
from plyground.i18n import _

NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
BLANKS = re.compile(r"\s*")


class Property(NamedTuple):
    """A property: its name, its first value, and that value's place in the text."""

    name: str  # name in capitals
    value: str
    offset: int


def properties_of(text: str) -> list[Property]:
    """Return the properties of the main line of the first game in ``text``.

    Raise :class:`NotationError` with the place of the first error.
    """
    properties: list[Property] = []
    _tree(text, text.index("("), properties)
    return properties


def _tree(text: str, begin: int, properties: list[Property]) -> int:
    """Read a game that begins at a bracket; skip variations. Return the place after it."""
    depth, is_main, place = 0, True, begin
    while True:
        place = BLANKS.match(text, place).end()  # type: ignore[union-attr]  # matches everywhere
        sign = text[place : place + 1]
        if not sign:
            raise NotationError.at(text, begin, _("“(” is not closed"))
        if sign == "(":
            depth += 1
            place += 1
        elif sign == ")":
            depth, is_main = depth - 1, False  # skip everything after the end of the first line of play
            place += 1
            if not depth:
                return place
        elif sign == ";":
            place += 1
        elif named := NAME.match(text, place):
            place = _values(text, named, properties if is_main else [])
        else:
            raise NotationError.at(text, place, _("“{sign}” should be the name of a property", sign=sign))


def _values(text: str, named: re.Match[str], properties: list[Property]) -> int:
    """Read the values of a property. Return the place after them."""
    place, values = named.end(), 0
    while True:
        place = BLANKS.match(text, place).end()  # type: ignore[union-attr]  # matches everywhere
        if text[place : place + 1] != "[":
            if not values:
                raise NotationError.at(
                    text, named.start(), _("“{name}” should have a value in square brackets", name=named[0][:20])
                )
            return place
        begin = place = place + 1
        while text[place : place + 1] not in ("", "]"):
            place += 2 if text[place] == "\\" else 1
        if place >= len(text):
            raise NotationError.at(text, begin - 1, _("“[” is not closed"))
        if not values:
            value = re.sub(r"\\(\n|.)", lambda escaped: escaped[1].strip("\n"), text[begin:place], flags=re.DOTALL)
            properties.append(Property(named[0].upper(), value, begin))
        values += 1
        place += 1


def written(name: str, value: str) -> str:
    """Return a property as text."""
    escaped = re.sub(r"([\\\]])", r"\\\1", value)
    return f"{name}[{escaped}]"
