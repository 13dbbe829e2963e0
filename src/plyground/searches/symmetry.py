"""Symmetry reduction: mirror images of a position share their entries in the table.

A position with ``canonical()`` is looked up as one image that represents all of them. The stored move belongs to the
image that was searched; a few bits of its own key identify that image.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.position import MarkedPosition

IMAGE_BITS = 3
"""Bits that identify an image of a position."""


@rules
class NoSymmetry(NamedTuple):
    """The null object: each position represents only itself."""

    unused: int = 0

    def key(self, position: MarkedPosition, depth: int) -> int:
        """Return the key of the position in the table."""
        key: int = position.key()
        return key

    def image(self, position: MarkedPosition, depth: int) -> int:
        """Return a few bits that usually differ between the images of a position."""
        return 0


@rules
class Symmetry(NamedTuple):
    """Mirror images count as one position in the first plies of a search, which saves most."""

    plies: int = 10

    def key(self, position: Any, depth: int) -> int:
        key: int = position.canonical().key() if depth <= self.plies else position.key()
        return key

    def image(self, position: MarkedPosition, depth: int) -> int:
        image: int = position.key() & (1 << IMAGE_BITS) - 1
        return image if depth <= self.plies else 0


def symmetry_from(position: MarkedPosition) -> Symmetry | NoSymmetry:
    """Return the symmetry for a search from ``position``: none without symmetric moves, because images seldom meet
    below it.
    """
    if not hasattr(position, "canonical"):
        return NoSymmetry()
    children = [position.play(move) for move in position.moves()]
    meet = len({child.canonical() for child in children}) < len(children)
    return Symmetry() if meet else Symmetry(plies=-1)
