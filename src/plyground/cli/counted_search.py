"""The choice of a command between plain and compiled searches: plain while compiling would take longer."""

from __future__ import annotations

from plyground.cli.terminal import tell
from plyground.searches import Tally, plain_or_native


class CountedSearches(plain_or_native.CountedSearches):
    """The searches of one command, which tells on the terminal why it cannot compile."""

    def __init__(self, tally: Tally, native: bool | None, plain: int = plain_or_native.MAX_PLAIN_VISITS) -> None:
        super().__init__(tally, native, plain, tell)


def least_visits(branching: int, plies: int, *, windowed: bool) -> int:
    """Return the fewest positions at the horizon of a tree with ``branching`` moves everywhere.

    Minimax visits all of them; a search with a window at least those that prove the value: Knuth & Moore (1975), An
    analysis of alpha-beta pruning, section 6.
    """
    paths: int = branching**plies
    if windowed:
        paths = branching ** ((plies + 1) // 2) + branching ** (plies // 2) - 1
    return paths
