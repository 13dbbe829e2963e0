"""The engine's setting: what its searches are told and what they remember, each a value of its own."""

from __future__ import annotations

from collections.abc import MutableSequence
from copy import deepcopy
from typing import Any, NamedTuple

from plyground.evaluation import Evaluation, NoEvaluation
from plyground.position import MAX, Move, rules
from plyground.search.convention import AIMA, Convention
from plyground.search.order import LeftToRight
from plyground.search.ordering import Ordering, new_ordering
from plyground.search.repetition import NoRepetition, Repetition, new_repetition
from plyground.search.scores import DISTANCE, LONGEST, Scores
from plyground.search.symmetry import IMAGES, NoSymmetry, Symmetry
from plyground.search.table import EXACT, LOWER, MOVES, NO_MOVE, UPPER, Entry, NoTable, Table, new_table
from plyground.search.tally import row


@rules
class Doubts(NamedTuple):
    """Counts the guesses that a search has relied on, so that it knows below which nodes there were none."""

    number: MutableSequence[int]

    def add(self) -> None:
        self.number[0] += 1

    def carry(self, settled: bool) -> None:
        """Rely on what was found before, guesses included unless it is ``settled``."""
        if not settled:
            self.number[0] += 1

    def so_far(self) -> int:
        return self.number[0]


@rules
class Engine(NamedTuple):
    """The choices of one engine search, and its memory; a part that is not wanted is its null object."""

    evaluation: Evaluation  # asked at the horizon
    horizon: int  # plies looked ahead
    scores: Scores
    convention: Convention  # the engine's own: it cuts when alpha ≥ beta
    order: Any  # of moves that the ordering does not tell apart
    table: Table | NoTable
    ordering: Ordering
    symmetry: Symmetry | NoSymmetry
    repetition: Repetition | NoRepetition
    quiescence: int  # whether noisy moves are followed beyond the horizon
    doubts: Doubts

    def recall(self, position: Any, depth: int) -> Entry:
        """What the table knows of a position ``depth`` plies below the root, its score as the root counts it."""
        known = self.table.probe(self.symmetry.key(position, depth))
        mine = known.move & (1 << IMAGES) - 1 == self.symmetry.image(position, depth)
        move = known.move >> IMAGES if mine else NO_MOVE
        return Entry(known.bound, self.scores.from_root(known.score, depth), known.draft, known.settled, move)

    def remember(self, position: Any, depth: int, alpha: int, beta: int, value: int, move: Move, doubts: int) -> None:
        """Keep what a search within [``alpha``, ``beta``] found; ``doubts`` is what there were of them before it.

        What no guess has a part in is settled, and so is a bound by a sure win or loss: no guess reaches one.
        """
        bound = LOWER if value >= beta else UPPER if value <= alpha else EXACT
        settled = self.doubts.so_far() == doubts
        sure = self.scores.sure(value)
        if not settled and ((sure > 0 and bound != UPPER) or (sure < 0 and bound != LOWER)):
            settled = True
            bound = LOWER if sure > 0 else UPPER
        score = self.scores.from_node(value, depth)
        image = self.symmetry.image(position, depth)
        kept = move << IMAGES | image if 0 <= move < MOVES >> IMAGES else NO_MOVE
        self.table.store(self.symmetry.key(position, depth), bound, score, self.horizon - depth, settled, kept)

    def line(self, position: Any, line: tuple[Move, ...], score: int) -> tuple[Move, ...]:
        """A best ``line`` from the root, of this ``score``, as far as the table knows how it goes on."""
        side = MAX
        for move in line:
            child = position.play(move)
            side *= position.turn(child)
            position = child
        while len(line) < self.horizon and not position.is_over():
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
    megabytes: int = 64,
    table: bool = True,
    ordering: Ordering | None = None,
    symmetry: bool = True,
    loops: bool = False,
    quiescence: bool = True,
) -> Engine:
    """The setting of the engine for the game of ``position``, with an empty memory.

    ``evaluation`` judges at the horizon (``None``: every unfinished position counts as a draw), ``depth``
    plies away; ``megabytes`` is the size of the table (1 or more). ``loops`` says that positions may come again in this game.
    Images of a position are known as one where its class has ``canonical()``.
    """
    return Engine(
        evaluation=evaluation or NoEvaluation(),
        horizon=depth or LONGEST + 1,
        scores=scores,
        convention=AIMA,
        order=LeftToRight(),
        table=new_table(megabytes) if table else NoTable(),
        ordering=ordering or new_ordering(),
        symmetry=Symmetry() if symmetry and hasattr(position, "canonical") else NoSymmetry(),
        repetition=new_repetition() if loops else NoRepetition(),
        quiescence=int(quiescence),
        doubts=Doubts(row(1)),
    )


def sharing(setting: Engine) -> Engine:
    """The same for another thread: the table is shared, what else is remembered is its own."""
    own = (setting.ordering, setting.repetition, setting.doubts)
    ordering, repetition, doubts = deepcopy(own)
    return setting._replace(ordering=ordering, repetition=repetition, doubts=doubts)
