"""Mirror images of sets of cells on a grid, row by row from bit 0."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from plyground.core.authoring.marked_rules import helper


class Mirrors(NamedTuple):
    """Functions from a set of cells to its image."""

    upside_down: Callable[[int], int]  # turns the rows into the opposite order
    sideways: Callable[[int], int]  # turns the columns into the opposite order


@cache
def mirrors(width: int, height: int, /) -> Mirrors:
    """Return the mirror images of a board of this size. O(rows), O(columns)."""
    row, full = (1 << width) - 1, (1 << width * height) - 1
    left = sum(1 << width * place for place in range(height))

    @helper
    def upside_down(cells: int) -> int:
        image = 0
        for _row in range(height):
            image = image << width & full | cells & row
            cells >>= width
        return image

    @helper
    def sideways(cells: int) -> int:
        image = 0
        for column in range(width):
            image |= (cells >> column & left) << width - 1 - column & full
        return image

    return Mirrors(upside_down, sideways)
