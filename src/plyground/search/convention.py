"""Conventions: where courses disagree on what alpha-beta prunes, returns and counts.

| preset | cut when | returns | a cut after the last child is an event |
|---|---|---|---|
| ``aima`` | alpha ≥ beta | fail-soft | no |
| ``cs188`` | alpha > beta | fail-soft | no |
| ``cosc367`` | alpha ≥ beta | fail-soft | yes |
| ``wikipedia`` | alpha > beta | fail-hard | no |

All take the children left to right; a player for which one is named counts a win as a plain ``utility``.
AIMA: Russell & Norvig, Artificial
Intelligence: A Modern Approach, 4th ed., fig. 6.7; CS188: Berkeley's project 2; COSC367: Canterbury;
Wikipedia: the article "Alpha–beta pruning", fail-hard version.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.errors import SpecError
from plyground.language import _
from plyground.position import rules
from plyground.search.scores import INFINITY
from plyground.spec import canonical


@rules
class Convention(NamedTuple):
    """One way to do alpha-beta; the fields are the questions on which courses disagree."""

    strict: bool = False  # cut only when alpha > beta, not already when they are equal
    fail_hard: bool = False  # clamp what an inner node returns to its window
    right_to_left: bool = False  # order in which children are taken
    last_child: bool = False  # whether a cut that has nothing left to skip is an event
    shallow: bool = False  # a node looks at its parent's value alone: no deep cut-offs

    def cuts(self, value: int, beta: int) -> bool:
        """Whether the rest of a node is cut, whose best ``value`` so far is its new alpha."""
        return value > beta or (value == beta and not self.strict)

    def handed_down(self, value: int, alpha: int, beta: int) -> tuple[int, int]:
        """The window in which a child is searched of a node with the best ``value`` so far and [alpha, beta]."""
        if self.shallow:
            return value, INFINITY
        return max(alpha, value), beta

    def returned(self, value: int, alpha: int, beta: int) -> int:
        """What an inner node with the best ``value`` and the window [alpha, beta] returns."""
        if self.fail_hard:
            return max(alpha, min(beta, value))
        return value

    @property
    def exact_ties(self) -> bool:
        """Whether a value that equals alpha is exact, and not only a bound."""
        return self.strict and not self.fail_hard


AIMA = Convention()
CS188 = Convention(strict=True)
COSC367 = Convention(last_child=True)
WIKIPEDIA = Convention(strict=True, fail_hard=True)

PRESETS = {"aima": AIMA, "cs188": CS188, "cosc367": COSC367, "wikipedia": WIKIPEDIA}
"""The conventions with a name, after the course that teaches them."""


def convention(name: str) -> Convention:
    """The preset of this name; raises :class:`SpecError`."""
    try:
        return PRESETS[canonical(name)]
    except KeyError:
        raise SpecError(
            _("There is no convention “{name}”; the conventions are: {names}.", name=name, names=", ".join(PRESETS))
        ) from None  # fmt: skip
