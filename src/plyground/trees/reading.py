"""Reader of the text of a tree: JSON, and vectors of utilities as books print them, ``(1, 2, 6)``.

Lists become lists, vectors tuples, objects dictionaries. Numbers are exact: whole ones ``int``, others ``Fraction``;
∞ stays a text.
There is no recursion, so lists may have any depth. O(letters).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from plyground.errors import TreeError
from plyground.i18n import Number, Sentence, _

MAX_CHARS = 64_000_000
"""Characters of the longest text that is read."""
MAX_VALUES = 10_000_000
"""Largest number of values in a text, lists and strings included."""

TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<number>[-−]?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?(?:[eE][+-]?[0-9]{1,2})?)(?![\w.+-])
      | (?P<infinity>[+−-]?(?:∞|inf(?:inity)?\b))
      | (?P<sign>[][(){},:])
      | (?P<string>"(?:[^"\\\x00-\x1f]|\\.)*")
      | (?P<word>null|true|false)\b
      | (?P<end>$)
      | (?P<other>.)
    )""",
    re.VERBOSE | re.DOTALL,
)
ENDS = {"[": "]", "(": ")", "{": "}"}
WORDS = {"null": None, "true": True, "false": False}


class Token(NamedTuple):
    """A number, sign, string or word of a text, and its place."""

    kind: str | None
    text: str
    place: int


class Open(NamedTuple):
    """A bracket that is not closed yet, with its contents so far; in an object these are keys and values by turns."""

    bracket: str
    parts: list[Any]

    def closed(self) -> Any:
        """Return the value of the text."""
        if self.bracket == "[":
            return self.parts
        if self.bracket == "(":
            return tuple(self.parts)
        return dict(zip(self.parts[::2], self.parts[1::2], strict=True))


def read(text: str) -> Any:
    """Return the value of a text: lists, tuples, dictionaries and exact numbers. Raise :class:`TreeError` with line and
    column of a mistake.
    """
    if len(text) > MAX_CHARS:
        raise TreeError(_("its text has more than {most} letters", most=Number(MAX_CHARS)))
    tokens = _tokens(text)
    around: list[Open] = []
    count = 0
    while True:
        count += 1
        if count > MAX_VALUES:
            raise TreeError(_("its text holds more than {most} values", most=Number(MAX_VALUES)))
        token = next(tokens)
        if around and token.text == ENDS[around[-1].bracket] and not around[-1].parts:
            value = around.pop().closed()
        elif token.text in ENDS and token.kind == "sign":
            around.append(Open(token.text, []))
            continue
        elif around and around[-1].bracket == "{" and len(around[-1].parts) % 2 == 0:
            around[-1].parts.append(_key(text, token, around[-1]))
            token = next(tokens)
            if token.text != ":":
                raise _unexpected(text, token, _("a colon"))
            continue
        else:
            value = _value(text, token)
        while around:
            inner = around[-1]
            inner.parts.append(value)
            token = next(tokens)
            if token.text == ",":
                break
            if token.text != ENDS[inner.bracket]:
                raise _unexpected(text, token, _("a comma or “{end}”", end=ENDS[inner.bracket]))
            value = around.pop().closed()
        else:
            token = next(tokens)
            if token.kind != "end":
                raise _unexpected(text, token, _("the end of the tree"))
            return value


def _tokens(text: str) -> Iterator[Token]:
    for found in TOKEN.finditer(text):
        kind = found.lastgroup
        yield Token(kind, found[kind or 0], found.start(kind or 0))


def _key(text: str, token: Token, inside: Open) -> str:
    if token.kind != "string":
        raise _unexpected(text, token, _("a key in quotation marks"))
    key = _string(text, token)
    if key in inside.parts[::2]:
        raise TreeError(_at(text, token.place, _("the key “{key}” stands there twice", key=key)))
    return key


def _value(text: str, token: Token) -> Any:
    if token.kind == "number":
        return number(token.text.replace("−", "-"))
    if token.kind == "infinity":
        return token.text
    if token.kind == "string":
        return _string(text, token)
    if token.kind == "word":
        return WORDS[token.text]
    raise _unexpected(text, token, _("a number, a list or an object"))


def number(text: str) -> int | Fraction:
    """Return the exact number in this JSON text: an ``int`` if it is whole."""
    if text.lstrip("-").isdecimal():
        return int(text)
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact


def _string(text: str, token: Token) -> str:
    try:
        string: str = json.loads(token.text)
    except ValueError:
        raise TreeError(_at(text, token.place, _("the character after the backslash is not allowed"))) from None
    return string


def _unexpected(text: str, token: Token, wanted: Sentence) -> TreeError:
    if token.kind == "end":
        return TreeError(_("the text ends before {wanted}", wanted=wanted))
    if token.kind == "other" and (token.text.isdigit() or token.text == "-"):
        return TreeError(_at(text, token.place, _("that number is too long, or not one that JSON writes")))
    return TreeError(_at(text, token.place, _("“{sign}” was found instead of {wanted}", sign=token.text[:20], wanted=wanted)))  # fmt: skip


def _at(text: str, place: int, what: Sentence) -> Sentence:
    before = text[:place]
    line, column = before.count("\n") + 1, place - (before.rfind("\n") + 1) + 1
    return _("line {line}, column {column}: {what}", line=line, column=column, what=what)
