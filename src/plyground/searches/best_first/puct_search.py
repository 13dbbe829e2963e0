"""PUCT: Monte-Carlo tree search by an evaluation. It has no random games and gives the same answer each time."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any, NamedTuple, cast

from plyground.core.authoring.marked_rules import rules, titles
from plyground.core.contract import blaming_rules
from plyground.core.evaluation import Evaluation
from plyground.core.hugepages import unset
from plyground.core.position import AnyPosition, Demand, Move
from plyground.errors import SearchStopped
from plyground.i18n import _
from plyground.native.clocked_row import looked
from plyground.searches.algorithms.puct import WHOLE, Guide, grow
from plyground.searches.best_first.mcts_tree import Tree, new_tree
from plyground.searches.best_first.tree_trace import Both, Trace
from plyground.searches.best_first.uct_search import Estimate, grown, refuse_what_cannot_grow
from plyground.searches.progress import Progress
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.searches.twin import native as twin_of

EXPLORATION = 1.0
"""Weight of the priors. The values of AlphaGo Zero's successors lie between 1 and 2.5; values of tables are surer."""
PLAYOUTS = 2_000
"""Default number of leaves, if no limit is given."""
MEGABYTES = 64
"""Memory of the default tree: 2 million nodes, and 16 MB of priors."""
MASTERS = Demand.TURNS
"""Demands of a game that PUCT supports."""

titles[grow] = _("PUCT")


@rules
class CountJudged(NamedTuple):
    """A trace that counts the positions judged and stops the search on request, as a ``Tally`` does."""

    counts: MutableSequence[int]
    tree: Tree

    def begin(self) -> None:
        if 0 < self.counts[STOP] <= self.counts[NODES] and looked(self.counts):
            raise SearchStopped

    def select(self, depth: int, node: int) -> None:
        pass

    def expand(self, depth: int, node: int) -> None:
        self.counts[NODES] += self.tree.end(node) - self.tree.first(node)

    def play(self, depth: int, move: Move) -> None:
        pass

    def backup(self, depth: int, node: int, result: int) -> None:
        pass


def puct(
    position: AnyPosition,
    evaluation: Evaluation,
    unit: float,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    exploration: float = EXPLORATION,
    tree: Tree | None = None,
    trace: Trace | None = None,
    tally: Tally | None = None,
    native: bool = False,
    on_progress: Callable[[Progress], object] | None = None,
) -> Estimate:
    """Search ``position`` until ``playouts`` leaves are expanded, ``seconds`` are used up, or it is solved.

    A value of the ``evaluation`` of one ``unit`` counts as tanh(1) of a win. A greater ``exploration`` trusts the means
    less and the priors more. ``tree`` (default: a new one of 64 megabytes) can be read afterwards. The other arguments
    and the errors are those of :func:`.uct_search.uct`.
    """
    with blaming_rules():
        refuse_what_cannot_grow(
            "puct", MASTERS, position, playouts, seconds, exploration, traced=trace is not None, native=native
        )
    if playouts is None and seconds is None:
        playouts = PLAYOUTS
    counts = (tally or new_tally()).counts
    tree = tree or new_tree(MEGABYTES)
    tree.greatest[0] = WHOLE
    guide = Guide(evaluation, float(unit), _priors(tree.room))
    counted = CountJudged(counts, tree)
    heard: Any = counted if trace is None else Both(cast(Any, counted), trace)
    reach = float(exploration)
    text: Any = twin_of(grow, counts, position, 0, 0.0, tree, guide, heard) if native else grow
    return grown(
        "puct", position, tree, lambda times: text(position, times, reach, tree, guide, heard), counts,
        playouts=playouts, seconds=seconds, on_progress=on_progress, native=native,
    )  # fmt: skip


def _priors(room: int) -> MutableSequence[float]:
    return cast(MutableSequence[float], memoryview(unset(8 * room)).cast("d"))
