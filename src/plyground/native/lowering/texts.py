"""Methods of lists and functions of Python, written in the language that is compiled.

They are inlined at their calls (:func:`plyground.native.lowering.inlining.call_text`). Most messages of their exceptions
are those of Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Row = Any
"""A list of numbers or of tuples."""


def insert(row: Row, place: int, value: Any) -> None:
    """Do ``row.insert(place, value)``."""
    row.append(value)
    at = len(row) - 1
    if place < 0:
        place = max(place + at, 0)
    while at > place:
        row[at] = row[at - 1]
        at -= 1
    row[at] = value


def extend(row: Row, values: Iterable[Any]) -> None:
    """Do ``row.extend(values)``."""
    for value in values:
        row.append(value)


def pop_at(row: Row, place: int) -> Any:
    """Do ``row.pop(place)``."""
    last = len(row) - 1
    if last < 0:
        raise IndexError("pop from empty list")
    if place < 0:
        place += last + 1
    if not 0 <= place <= last:
        raise IndexError("pop index out of range")
    value = row[place]
    for at in range(place, last):
        row[at] = row[at + 1]
    row.pop()
    return value


def delete(row: Row, place: int) -> None:
    """Do ``del row[place]``."""
    last = len(row) - 1
    if place < 0:
        place += last + 1
    if not 0 <= place <= last:
        raise IndexError("list assignment index out of range")
    for at in range(place, last):
        row[at] = row[at + 1]
    row.pop()


def remove(row: Row, value: Any) -> None:
    """Do ``row.remove(value)``."""
    last = len(row) - 1
    at = 0
    while at <= last and row[at] != value:
        at += 1
    if at > last:
        raise ValueError("list.remove(x): x not in list")
    while at < last:
        row[at] = row[at + 1]
        at += 1
    row.pop()


def index(values: Iterable[Any], value: Any) -> int:
    """Return ``values.index(value)``."""
    place = 0
    for each in values:
        if each == value:
            return place
        place += 1
    raise ValueError("list.index(x): x not in list")


def count(values: Iterable[Any], value: Any) -> int:
    """Return ``values.count(value)``."""
    total = 0
    for each in values:
        if each == value:
            total += 1
    return total


def contains(values: Iterable[Any], value: Any) -> bool:
    """Return ``value in values``."""
    for each in values:
        if each == value:
            return True
    return False


def reverse(row: Row) -> None:
    """Do ``row.reverse()``."""
    last = len(row) - 1
    for at in range((last + 1) // 2):
        value = row[at]
        row[at] = row[last - at]
        row[last - at] = value


def sort(row: Row) -> None:
    """Do ``row.sort()``, by insertion. O(n^2)."""
    for place in range(1, len(row)):
        value = row[place]
        at = place
        while at > 0 and value < row[at - 1]:
            row[at] = row[at - 1]
            at -= 1
        row[at] = value


def sort_down(row: Row) -> None:
    """Do ``row.sort(reverse=True)``, by insertion. O(n^2)."""
    for place in range(1, len(row)):
        value = row[place]
        at = place
        while at > 0 and value > row[at - 1]:
            row[at] = row[at - 1]
            at -= 1
        row[at] = value


def sorted_up(values: Iterable[Any]) -> Row:
    """Return ``sorted(values)``."""
    row = [each for each in values]  # noqa: C416 - a copy in every case
    row.sort()
    return row


def sorted_down(values: Iterable[Any]) -> Row:
    """Return ``sorted(values, reverse=True)``."""
    row = [each for each in values]  # noqa: C416 - a copy in every case
    row.sort(reverse=True)
    return row


def reversed_list(values: Iterable[Any]) -> Row:
    """Return the values in reversed order."""
    row = [each for each in values]  # noqa: C416 - a copy in every case
    row.reverse()
    return row


def joined(one: Iterable[Any], two: Iterable[Any]) -> Row:
    """Return ``one + two`` for two lists."""
    row = [each for each in one]  # noqa: C416 - a copy in every case
    row.extend(two)
    return row


def repeated(values: Row, times: int) -> Row:
    """Return ``values * times`` for a list."""
    row: Row = []
    for _time in range(times):
        for each in values:
            row.append(each)
    return row


def equal(one: Row, two: Row) -> bool:
    """Return ``one == two`` for two lists."""
    if len(one) != len(two):
        return False
    for place in range(len(one)):
        if one[place] != two[place]:
            return False
    return True


def sliced(row: Row, first: int, last: int) -> Row:
    """Return ``row[first:last]`` for a list."""
    made: Row = []
    if first < 0:
        first = max(first + len(row), 0)
    if last < 0:
        last += len(row)
    for place in range(first, min(last, len(row))):
        made.append(row[place])
    return made


def turned(row: Row) -> Row:
    """Return ``row[::-1]`` for a list."""
    made: Row = []
    for place in range(len(row) - 1, -1, -1):
        made.append(row[place])
    return made


def largest(values: Iterable[Any]) -> Any:
    """Return the first of the greatest values; None if there is none."""
    best = None
    for value in values:
        if best is None or value > best:
            best = value
    return best


def least(values: Iterable[Any]) -> Any:
    """Return the first of the least values; None if there is none."""
    best = None
    for value in values:
        if best is None or value < best:
            best = value
    return best


def first(values: Iterable[Any]) -> Any:
    """Return ``next(values)``."""
    for value in values:
        return value
    raise StopIteration


def first_or(values: Iterable[Any], default: Any) -> Any:
    """Return ``next(values, default)``."""
    for value in values:
        return value
    return default


def any_of(values: Iterable[Any]) -> bool:
    """Return ``any(values)``."""
    for value in values:
        if value:
            return True
    return False


def all_of(values: Iterable[Any]) -> bool:
    """Return ``all(values)``."""
    for value in values:
        if not value:
            return False
    return True


def sum_of(values: Iterable[Any], start: Any) -> Any:
    """Return ``sum(values, start)``."""
    total = start
    for value in values:
        total += value
    return total


def power(base: int, exponent: int) -> int:
    """Return ``base ** exponent`` for whole numbers."""
    if exponent < 0:
        raise ValueError("a power of whole numbers has no negative exponent in compiled rules")
    product = 1
    while exponent > 0:
        if exponent & 1:
            product *= base
        exponent >>= 1
        if exponent:
            base *= base
    return product


def power_modulo(base: int, exponent: int, modulus: int) -> int:
    """Return ``pow(base, exponent, modulus)``."""
    if exponent < 0:
        raise ValueError("a power of whole numbers has no negative exponent in compiled rules")
    product = 1 % modulus
    base %= modulus
    while exponent > 0:
        if exponent & 1:
            product = product * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return product


def gcd(one: int, two: int) -> int:
    """Return ``math.gcd(one, two)``."""
    while two:
        rest = one % two
        one = two
        two = rest
    return abs(one)


def isqrt(number: int) -> int:
    """Return ``math.isqrt(number)``, by Newton's method."""
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = number
    further = (root + 1) // 2
    while further < root:
        root = further
        further = (root + number // root) // 2
    return root
