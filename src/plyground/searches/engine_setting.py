"""The setting of the engine: the choices and the memory of its searches."""

from __future__ import annotations

from collections.abc import MutableSequence
from copy import copy, deepcopy
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.contract import demand_evaluation
from plyground.core.evaluation import Evaluation, NoEvaluation
from plyground.core.position import MAX, MarkedPosition, Move
from plyground.searches.child_order import ChildOrder, LeftToRight
from plyground.searches.conventions import AIMA, Convention
from plyground.searches.move_ordering import Ordering, new_ordering
from plyground.searches.repetition import NoRepetition, Repetition, new_repetition
from plyground.searches.scores import DISTANCE, MAX_DEPTH, Scores
from plyground.searches.symmetry import IMAGE_BITS, NoSymmetry, Symmetry
from plyground.searches.tally import row
from plyground.searches.transposition_table import (
    EXACT,
    LOWER,
    MAX_KEPT_MOVES,
    NO_MOVE,
    UPPER,
    Entry,
    NoTable,
    Table,
    new_table,
)


@rules
class EstimateCount(NamedTuple):
    """A counter of the estimates that a search has used. Its difference over a node tells if any estimate was used
    below that node.
    """

    number: MutableSequence[int]

    def add(self) -> None:
        self.number[0] += 1

    def carry(self, settled: bool) -> None:
        """Count the use of an earlier result that is not ``settled``, so that it may contain estimates."""
        if not settled:
            self.number[0] += 1

    def so_far(self) -> int:
        return self.number[0]


@rules
class Engine(NamedTuple):
    """The choices of one engine search, and its memory. A part that is not wanted is a null object."""

    evaluation: Evaluation  # static evaluation at the horizon
    depth: int  # plies looked ahead
    scores: Scores
    convention: Convention  # fixed convention of the engine: cut when alpha ≥ beta
    order: ChildOrder  # order of moves with equal ranks
    table: Table | NoTable
    ordering: Ordering
    symmetry: Symmetry | NoSymmetry
    repetition: Repetition | NoRepetition
    quiescence: int  # 1 if noisy moves are followed beyond the horizon
    estimates: EstimateCount

    def recall(self, position: MarkedPosition, depth: int) -> Entry:
        """Return the table's entry of a position ``depth`` plies below the root, with its score seen from the root."""
        known = self.table.probe(self.symmetry.key(position, depth))
        mine = known.move & (1 << IMAGE_BITS) - 1 == self.symmetry.image(position, depth)
        move = known.move >> IMAGE_BITS if mine else NO_MOVE
        return Entry(known.bound, self.scores.from_root(known.score, depth), known.draft, known.settled, move)

    def remember(
        self, position: MarkedPosition, depth: int, alpha: int, beta: int, value: int, move: Move, estimates: int
    ) -> None:
        """Store the result of a search within [``alpha``, ``beta``]; ``estimates`` is the number of estimates before
        it.

        A result without estimates is settled. So is a bound by a certain win or loss, because every estimate is
        smaller.
        """
        bound = LOWER if value >= beta else UPPER if value <= alpha else EXACT
        settled = self.estimates.so_far() == estimates
        sure = self.scores.sure(value)
        if not settled and ((sure > 0 and bound != UPPER) or (sure < 0 and bound != LOWER)):
            settled = True
            bound = LOWER if sure > 0 else UPPER
        score = self.scores.from_node(value, depth)
        image = self.symmetry.image(position, depth)
        kept = NO_MOVE
        if 0 <= move < MAX_KEPT_MOVES >> IMAGE_BITS:
            kept = (move & MAX_KEPT_MOVES) << IMAGE_BITS | image  # the mask tells the compiler the size
        self.table.store(self.symmetry.key(position, depth), bound, score, self.depth - depth, settled, kept)

    def line(self, position: MarkedPosition, line: tuple[Move, ...], score: int) -> tuple[Move, ...]:
        """Return a best ``line`` from the root with this ``score``, continued as far as the table knows it."""
        side = MAX
        for move in line:
            child = position.play(move)
            side *= position.turn(child)
            position = child
        while len(line) < self.depth and not position.is_over():
            known = self.recall(position, len(line))
            if known.bound != EXACT or known.score != side * score or known.move not in position.moves():
                break
            line = (*line, known.move)
            child = position.play(known.move)
            side *= position.turn(child)
            position = child
        return line


def engine(
    position: Any,
    evaluation: Evaluation | None = None,
    *,
    depth: int | None = None,
    scores: Scores = DISTANCE,
    memory_mb: int = 64,
    table: bool = True,
    ordering: Ordering | None = None,
    symmetry: bool = True,
    loops: bool = False,
    quiescence: bool = True,
) -> Engine:
    """Return the setting of the engine for the game of ``position``, with an empty memory.

    :func:`plyground.engine` explains the arguments.
    """
    demand_evaluation(evaluation)
    return Engine(
        evaluation=evaluation or NoEvaluation(),
        depth=depth or MAX_DEPTH + 1,
        scores=scores,
        convention=AIMA,
        order=LeftToRight(),
        table=new_table(memory_mb) if table else NoTable(),
        ordering=ordering or new_ordering(),
        symmetry=Symmetry() if symmetry and hasattr(position, "canonical") else NoSymmetry(),
        repetition=new_repetition() if loops else NoRepetition(),
        quiescence=int(quiescence),
        estimates=EstimateCount(row(1)),
    )


def sharing(setting: Engine) -> Engine:
    """Return the same setting for another thread: the table is shared, other memory is separate.

    An evaluation with working memory has a method ``__copy__`` that returns one with its own.
    """
    own = (setting.ordering, setting.repetition, setting.estimates)
    ordering, repetition, estimates = deepcopy(own)
    evaluation = copy(setting.evaluation)
    return setting._replace(evaluation=evaluation, ordering=ordering, repetition=repetition, estimates=estimates)
