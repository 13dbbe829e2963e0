"""Conventions: the questions on which courses disagree about alpha-beta.

| preset | cuts when | returns | counts a cut-off after the last child |
|---|---|---|---|
| ``aima`` | alpha ≥ beta | fail-soft | no |
| ``cs188`` | alpha > beta | fail-soft | no |
| ``cosc367`` | alpha ≥ beta | fail-soft | yes |
| ``wikipedia`` | alpha > beta | fail-soft | no |
| ``fail-hard`` | alpha > beta | fail-hard | no |

Sources: Russell & Norvig, Artificial Intelligence: A Modern Approach, 4th global ed., fig. 6.7 (``aima``); project 2 of
Berkeley's course CS188; Canterbury's course COSC367; the article "Alpha–beta pruning" of Wikipedia. The pseudocode
that the article calls fail-hard tests ``value > β`` before it raises alpha, and returns the value as it is. It
decides as CS188's does. Every preset takes the children left to right.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.checked_arguments import checked
from plyground.core.spec import canonical
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.searches.scores import INFINITY


@rules
class Convention(NamedTuple):
    """One way to do alpha-beta, as an answer to each question on which courses disagree."""

    strict: bool = False  # True: cut only if alpha > beta; False: also if they are equal
    fail_hard: bool = False  # True: an inner node returns at least alpha and at most beta
    right_to_left: bool = False  # True: children are searched from right to left
    last_child: bool = False  # True: count a cut-off even if no child is left to skip
    shallow: bool = False  # True: use only the parent's value, without deep cut-offs

    def cuts(self, value: int, beta: int) -> bool:
        """Return True if a node with the best ``value`` so far skips its other children."""
        return value > beta or (value == beta and not self.strict)

    def handed_down(self, value: int, alpha: int, beta: int) -> tuple[int, int]:
        """Return the window for a node's next child, given the best ``value`` so far and the window [alpha, beta]."""
        if self.shallow:
            return value, INFINITY
        return max(alpha, value), beta

    def returned(self, value: int, alpha: int, beta: int) -> int:
        """Return the result of an inner node with the best ``value`` and the window [alpha, beta]."""
        if self.fail_hard:
            return max(alpha, min(beta, value))
        return value

    @property
    def cuts_as_aima(self) -> bool:
        """True if it cuts as AIMA's alpha-beta does, in any order of the children."""
        return self._replace(right_to_left=False) == AIMA

    @property
    def exact_ties(self) -> bool:
        """True if a value that equals alpha is exact, not only a bound."""
        return self.strict and not self.fail_hard


AIMA = Convention()
CS188 = Convention(strict=True)
COSC367 = Convention(last_child=True)
WIKIPEDIA = Convention(strict=True)
FAIL_HARD = Convention(strict=True, fail_hard=True)

PRESETS = {"aima": AIMA, "cs188": CS188, "cosc367": COSC367, "wikipedia": WIKIPEDIA, "fail-hard": FAIL_HARD}
"""Conventions by the name of the course or article that prints them. Some of them are equal."""


@checked
def convention(name: str) -> Convention:
    """Return the preset of this name. Raise :class:`SpecError` for an unknown one."""
    try:
        return PRESETS[canonical(name)]
    except KeyError:
        raise SpecError(
            _("There is no convention “{name}”; the conventions are: {names}.", name=name, names=", ".join(PRESETS))
        ) from None
