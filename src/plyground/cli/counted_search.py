"""The choice of a command between plain and compiled searches: plain while compiling would take longer."""

from __future__ import annotations

from plyground.cli.terminal import tell
from plyground.searches.plain_or_native import MAX_PLAIN_NODES, CountedSearches
from plyground.searches.tally import new_tally


def counted_searches(native: bool | None, plain: int = MAX_PLAIN_NODES) -> CountedSearches:
    """Return the choice for the searches of one command. It reports on the terminal why nothing can be compiled."""
    return CountedSearches(new_tally(), native, plain, tell)


def least_nodes(branching: int, plies: int, *, windowed: bool) -> int:
    """Return the fewest positions at the horizon of a tree with ``branching`` moves everywhere.

    Minimax visits all of them. A search with a window visits at least the positions that prove the value: Knuth & Moore
    (1975), An analysis of alpha-beta pruning, section 6.
    """
    paths: int = branching**plies
    if windowed:
        paths = branching ** ((plies + 1) // 2) + branching ** (plies // 2) - 1
    return paths
