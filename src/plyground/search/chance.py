"""Random numbers: one generator for everything that may run compiled, so that a seed means the same in both.

Splitmix64: G. L. Steele, D. Lea, C. H. Flood (2014), Fast splittable pseudorandom number generators, OOPSLA.
A counter goes up by an odd constant and each of its values is mixed to a word; any seed is a good one.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from plyground.bits import shift_right, word
from plyground.position import rules
from plyground.search.tally import row

STEP = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio


@rules
class Chance(NamedTuple):
    """A stream of random numbers, which goes on each time that one is drawn."""

    state: MutableSequence[int]  # one word

    def draw(self) -> int:
        """A word, each of the 2^64 as likely as the others."""
        self.state[0] = word(self.state[0] + STEP)
        mixed = self.state[0]
        mixed = word((mixed ^ shift_right(mixed, 30)) * 0xBF58476D1CE4E5B9)
        mixed = word((mixed ^ shift_right(mixed, 27)) * 0x94D049BB133111EB)
        return mixed ^ shift_right(mixed, 31)

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` − 1, for a limit of at most 2^31.

        The upper half of a word, scaled (D. Lemire 2019, Fast random integer generation in an interval, without
        the rejection): no number is likelier than another by more than ``limit`` in 2^32.
        """
        return shift_right(self.draw(), 32) * limit >> 32


def new_chance(seed: int) -> Chance:
    """The stream that begins at ``seed``, of which the lowest 64 bits count."""
    state = row(1)
    state[0] = word(seed)
    return Chance(state)
