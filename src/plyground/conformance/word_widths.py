"""Moves, keys and intermediate numbers that exceed 64 bits, which compiled rules would truncate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from plyground.conformance.faults import Found
from plyground.conformance.guarded_call import guarded, is_ours
from plyground.core.line_tracing import lines_traced
from plyground.core.position import MarkedPosition
from plyground.i18n import _

LEAST, MOST = -(1 << 63), (1 << 63) - 1


def too_wide(position: MarkedPosition) -> list[Found]:
    """Return faults for the moves and the key of a position that exceed 64 bits."""
    return list(guarded(_too_wide(position)))


def _too_wide(position: MarkedPosition) -> Iterator[Found]:
    for move in position.moves():
        if not LEAST <= move <= MOST:
            yield Found("overflow", "moves", _("a move has {bits} bits", bits=move.bit_length()))
            return
    key = position.key()
    if not LEAST <= key <= MOST:
        yield Found("overflow", "key", _("the key has {bits} bits", bits=key.bit_length()))


class WideVariable(NamedTuple):
    """A variable that exceeded 64 bits."""

    method: str
    variable: str
    line: int
    file: str


def widest_on_the_way(question: Callable[[], object]) -> WideVariable | None:
    """Return the first local variable outside this package that exceeds 64 bits while ``question`` is called."""
    found: list[WideVariable] = []

    def hear(frame: FrameType, event: str, _argument: object) -> Any:
        code = frame.f_code
        if is_ours(code.co_filename):
            return None
        if not found:
            for name, value in frame.f_locals.items():
                if type(value) is int and not LEAST <= value <= MOST:
                    found.append(WideVariable(code.co_name, name, frame.f_lineno, Path(code.co_filename).name))
        return hear

    with lines_traced(hear):
        question()
    return found[0] if found else None
