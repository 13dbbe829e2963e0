"""Random numbers: one generator for plain and compiled code, so that a seed means the same in both.

Splitmix64: G. L. Steele, D. Lea, C. H. Flood (2014), Fast splittable pseudorandom number generators, OOPSLA. A counter
goes up by an odd constant, and each of its values is mixed into a word. Any seed is good.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import shift_right, word

STEP = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio


@rules
class Chance(NamedTuple):
    """A stream of random numbers, which advances with each number."""

    state: MutableSequence[int]  # row of one word

    def draw(self) -> int:
        """Return a random word; all 2^64 words are equally likely."""
        self.state[0] = word(self.state[0] + STEP)
        mixed = self.state[0]
        mixed = word((mixed ^ shift_right(mixed, 30)) * 0xBF58476D1CE4E5B9)
        mixed = word((mixed ^ shift_right(mixed, 27)) * 0x94D049BB133111EB)
        return mixed ^ shift_right(mixed, 31)

    def fraction(self) -> float:
        """Return a random number from 0 to less than 1: one of the 2^53 multiples of 2^-53, all equally likely."""
        return shift_right(self.draw(), 11) / (1 << 53)

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` − 1, for a limit of at most 2^31.

        The upper half of a word is scaled (D. Lemire 2019, Fast random integer generation in an interval, without the
        rejection). The probabilities of two numbers differ by at most ``limit`` in 2^32.
        """
        return shift_right(self.draw(), 32) * limit >> 32


def new_chance(seed: int) -> Chance:
    """Return the stream that begins at ``seed``; only its lowest 64 bits count."""
    return Chance(array("q", [word(seed)]))
