"""Symmetry reduction: positions that are images of each other share what is known of them.

A position with ``canonical()`` is looked up as the one image that stands for all of them. The move that the
table remembers is that of the image which stored it; a few bits of that image's own key tell whether it was
this one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.position import rules

IMAGES = 3
"""Bits that tell the images of a position apart."""


@rules
class NoSymmetry(NamedTuple):
    """Each position stands for itself."""

    unused: int = 0

    def key(self, position: Any, depth: int) -> int:
        """The word that stands for the position in the table."""
        key: int = position.key()
        return key

    def image(self, position: Any, depth: int) -> int:
        """A few bits that differ, mostly, between the images of a position."""
        return 0


@rules
class Symmetry(NamedTuple):
    """Within the first plies of a search, where the work saved is greatest, images count as one position."""

    plies: int = 10

    def key(self, position: Any, depth: int) -> int:
        key: int = position.canonical().key() if depth <= self.plies else position.key()
        return key

    def image(self, position: Any, depth: int) -> int:
        image: int = position.key() & (1 << IMAGES) - 1
        return image if depth <= self.plies else 0


def symmetry_from(position: Any) -> Symmetry | NoSymmetry:
    """What pays in a search from ``position``: below one whose moves are not images of each other, images hardly meet."""
    if not hasattr(position, "canonical"):
        return NoSymmetry()
    children = [position.play(move) for move in position.moves()]
    meet = len({child.canonical() for child in children}) < len(children)
    return Symmetry() if meet else Symmetry(plies=-1)
