"""The widths of numbers: found from examples and random games before compiling."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from plyground.native.arguments import shape_of_example, widest
from plyground.native.options import Options
from plyground.native.shapes import SIGN, WORD_BITS, Shape, dims_of, fits, leaves

GAMES, PLIES = 3, 60
"""Random games, and plies of each, that show how wide the numbers of positions become."""
WIDE_STEP = 128
"""Bits by which sets grow, so that they lie in memory without gaps."""


def options_for(examples: tuple[object, ...]) -> Options:
    """Return the options for the widest numbers that the examples and some random games have."""
    cell_bits = Options.cell_bits
    bits, fields = widest(examples)
    for example in examples:
        if isinstance(example, tuple) and hasattr(example, "play"):
            for position in _random_positions(example):
                more, others = widest(position)
                bits, fields = max(bits, more), fields | others
                if type(position) is type(example) and any(map(_outgrows, example, position)):
                    cell_bits = WORD_BITS
    return Options(cell_bits, wide_bits=wide_bits_for(bits), sets=bits == WORD_BITS, wide_fields=fields)


def _outgrows(first: object, later: object) -> bool:
    """Return True if a row of the first position of a game has cells that are too small for a later one."""
    if dims_of(first) is None or dims_of(later) is None:
        return False
    return fits(Options.cell_bits, leaves(first)) and not fits(Options.cell_bits, leaves(later))


def wide_bits_for(bits: int) -> int:
    """Return the width in bits of sets that can hold numbers of this many ``bits`` and a sign."""
    return 64 if bits <= 64 else -(-(bits + 1) // WIDE_STEP) * WIDE_STEP


def _random_positions(start: Any) -> Iterator[Any]:
    """Yield the positions of some random games, always the same ones."""
    chance = random.Random(1)
    with suppress(Exception):  # mistakes of the author are reported elsewhere
        for _game in range(GAMES):
            position = start
            for _ply in range(PLIES):
                if position.is_over():
                    break
                moves = list(position.moves())
                if not moves:
                    break
                position = position.play(chance.choice(moves))
                yield position


def shapes_of(examples: tuple[object, ...], options: Options) -> tuple[Shape, ...]:
    """Return the shapes of some arguments."""
    return tuple(shape_of_example(example, options, {}) for example in examples)


def layout_of(examples: tuple[object, ...], options: Options) -> str:
    """Return a text that is equal for arguments with the same layout in memory."""
    return hashlib.sha256(repr(shapes_of(examples, options)).encode()).hexdigest()


def wider_example(known: Any, value: Any) -> Any:
    """Return the example for later calls: the new value, except that known numbers of more than a word are kept.

    A known number is replaced if the new one also needs more than a word. The width of a setting or a table is known
    only from its example, because none of its fields is remembered as wide.
    """
    if isinstance(value, int) and isinstance(known, int):
        return known if -SIGN <= value < SIGN and not -SIGN <= known < SIGN else value
    if not isinstance(value, tuple) or hasattr(value, "play") or len(known) != len(value):
        return value
    make: Any = getattr(type(value), "_make", tuple)
    return make(map(wider_example, known, value))
