"""Numbers that no word of 64 bits holds, which compiled rules would cut."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from plyground.check.faults import Found
from plyground.check.guard import guarded, is_ours
from plyground.language import _

LEAST, MOST = -(1 << 63), (1 << 63) - 1


def too_wide(position: Any) -> list[Found]:
    """The numbers of a position, its moves and its key that have no room in a word."""
    return list(guarded(_too_wide(position)))


def _too_wide(position: Any) -> Iterator[Found]:
    for name, value in zip(position._fields, position, strict=True):
        for number in value if type(value) is tuple else (value,):
            if type(number) is int and not LEAST <= number <= 2 * MOST + 1:  # a set of 64 cells may have the last
                yield Found("overflow", name, _("the field has a number of {bits} bits", bits=number.bit_length()))
                return
    for move in position.moves():
        if not LEAST <= move <= MOST:
            yield Found("overflow", "moves", _("a move has {bits} bits", bits=move.bit_length()))
            return
    key = position.key()
    if not LEAST <= key <= MOST:
        yield Found("overflow", "key", _("the key has {bits} bits", bits=key.bit_length()))


class Wide(NamedTuple):
    """A variable that was too wide on the way."""

    method: str
    variable: str
    line: int
    file: str


def widest_on_the_way(question: Callable[[], object]) -> Wide | None:
    """The first local variable that no word holds while ``question`` is answered, outside this package."""
    found: list[Wide] = []

    def hear(frame: FrameType, event: str, _argument: object) -> Any:
        code = frame.f_code
        if is_ours(code.co_filename):
            return None
        if not found:
            for name, value in frame.f_locals.items():
                if type(value) is int and not LEAST <= value <= MOST:
                    found.append(Wide(code.co_name, name, frame.f_lineno, Path(code.co_filename).name))
        return hear

    before = sys.gettrace()
    sys.settrace(hear)
    try:
        question()
    finally:
        sys.settrace(before)
    return found[0] if found else None
