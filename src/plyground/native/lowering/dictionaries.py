"""Constant dictionaries, and texts that are known while compiling."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any, TypeGuard

from llvmlite import ir

from plyground.native.lowering.choices import either
from plyground.native.lowering.frame import Frame
from plyground.native.lowering.lists import is_float
from plyground.native.lowering.lookups import item
from plyground.native.lowering.names import as_constant
from plyground.native.lowering.number_kinds import I1, WORD64
from plyground.native.lowering.numbers.conversions import signed_word
from plyground.native.lowering.numbers.truth import Truth
from plyground.native.lowering.rows import load_number
from plyground.native.lowering.values import Constants, Number, Record, Value, bit, is_number, known, parts_of, word_of
from plyground.native.refusals import DICTIONARY_KEYS

MAX_KEYS = 1 << 16
"""Most combinations of numbers between the least and the greatest keys of a dictionary."""
Dictionary = dict[Any, Any]


def is_text(value: object) -> TypeGuard[str]:
    """Return True for a text that is known while compiling."""
    return isinstance(value, str)


def dictionary_item(frame: Frame, owner: Dictionary, key: Value) -> Value:
    """Return ``owner[key]``."""
    place = place_of_key(frame, owner, key)
    if isinstance(place, int):
        if place < 0:
            frame.raise_if(ir.Constant(I1, 1), KeyError)
            place = 0
        return values_of(owner)[place] if owner else 0
    frame.raise_if(frame.b.icmp_signed("<", place.llvm, word_of(0)), KeyError)
    return item(frame, values_of(owner), place)


def dictionary_get(frame: Frame, owner: Dictionary, key: Value, default: Value = None) -> Value:
    """Return ``owner.get(key, default)``."""
    place = place_of_key(frame, owner, key)
    if isinstance(place, int):
        return default if place < 0 else values_of(owner)[place]
    test = frame.b.icmp_signed(">=", place.llvm, word_of(0))
    return either(frame, test, lambda: item(frame, values_of(owner), place), lambda: default)


def place_of_key(frame: Frame, owner: Dictionary, key: Value) -> int | Number:
    """Return the place of a key in a dictionary, or −1. O(1) while the code runs: the places are a table."""
    keys = list(owner)
    wanted = _known_key(key)
    if wanted is not None:
        return keys.index(wanted) if wanted in owner else -1
    numbers: list[Value] = [key] if is_number(key) else parts_of(key) or []
    if not numbers or not all(map(is_number, numbers)) or any(map(is_float, numbers)):
        frame.refuse(DICTIONARY_KEYS)
    is_tuple, count = not is_number(key), len(numbers)
    place_of = {row: place for place, each in enumerate(keys) if (row := _words_of_key(each, is_tuple, count))}
    ranges = [range(min(column), max(column) + 1) for column in zip(*place_of, strict=True)]
    if not ranges:
        return -1
    if prod(map(len, ranges)) > MAX_KEYS:
        frame.refuse(DICTIONARY_KEYS)
    places = tuple(place_of.get(each, -1) for each in product(*ranges))
    at: ir.Value = word_of(0)
    inside: ir.Value = ir.Constant(I1, 1)
    for number, span in zip(numbers, ranges, strict=True):
        word = signed_word(frame, number)
        above, below = (
            frame.b.icmp_signed(sign, word, word_of(end)) for sign, end in ((">=", span[0]), ("<=", span[-1]))
        )
        inside = frame.b.and_(inside, frame.b.and_(above, below))
        at = frame.b.add(frame.b.mul(at, word_of(len(span))), frame.b.sub(word, word_of(span[0])))
    table = frame.program.table(places)
    assert table is not None
    at = frame.b.select(inside, at, word_of(0))
    found = load_number(frame, frame.b.gep(table.pointer, [at]), table.cell)
    return Number(frame.b.select(inside, found.llvm, word_of(-1)), WORD64)


def _known_key(key: Value) -> Any:
    if isinstance(key, int) or is_text(key):
        return key
    if isinstance(key, Record) and all(isinstance(part, int) for part in key.parts):
        return tuple(key.parts)
    return key if isinstance(key, tuple) else None


def _words_of_key(key: object, is_tuple: bool, count: int) -> Constants:
    """Return the words of a key; none if it is no number, or no tuple of this many numbers."""
    row = key if isinstance(key, tuple) else (key,)
    is_alike = isinstance(key, tuple) == is_tuple and len(row) == count
    return row if is_alike and all(isinstance(each, int) and abs(each) < 1 << 62 for each in row) else ()


def values_of(owner: Dictionary) -> Constants:
    """Return the values of a dictionary as constants."""
    return tuple(map(as_constant, owner.values()))


def keys_of(owner: Dictionary) -> Constants:
    """Return the keys of a dictionary as constants."""
    return tuple(map(as_constant, owner))


def dictionary_method(frame: Frame, name: str, owner: Dictionary, arguments: list[Value]) -> Value:
    """Return the result of a method of a dictionary."""
    if name == "get" and len(arguments) in (1, 2):
        return dictionary_get(frame, owner, *arguments)
    if name == "items" and not arguments:
        return tuple(zip(keys_of(owner), values_of(owner), strict=True))
    if name == "values" and not arguments:
        return values_of(owner)
    if name == "keys" and not arguments:
        return keys_of(owner)
    frame.refuse(DICTIONARY_KEYS)


def characters_of(text: str) -> Constants:
    """Return the characters of a text."""
    return tuple(map(known, text))


def is_key(frame: Frame, owner: Dictionary, key: Value) -> Truth:
    """Return the truth of ``key in owner``."""
    place = place_of_key(frame, owner, key)
    return place >= 0 if isinstance(place, int) else bit(frame.b.icmp_signed(">=", place.llvm, word_of(0)))
