"""The learned evaluation: the tables with weights of eight bits, for every search that takes an evaluation."""

# mypy: disable-error-code=misc
# mypy knows no constants of a class in a NamedTuple.

from __future__ import annotations

from array import array
from copy import copy
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.evaluation import Evaluation
from plyground.core.position import MarkedPosition
from plyground.evaluations.calibration import Calibration
from plyground.learning.cells import Study
from plyground.learning.learner import Learner
from plyground.learning.on_top import NotOnTop, usual_size
from plyground.learning.reader import Row, new_reader, with_constants
from plyground.learning.rules_digest import sampled
from plyground.learning.tables import Layout, new_tables

WIN, MOST = 10_000, 9_000
"""Value of a won game, and greatest value of an estimate."""
UNIT = 3_000
"""Value of a total of 1."""
FRACTION = 1 << 16
"""Parts of a whole number in a scale."""
USUAL_CALIBRATION = Calibration(scale=2 / UNIT)
"""Calibration before one is fitted. A learned evaluation estimates the result itself: a value of ``UNIT`` means tanh(1). Its
log loss is not known, so no mark rests on it.
"""
MOST_BYTE = 127
"""Greatest weight in eight bits."""
CUT_SHARE, CUT_FACTOR = 0.999, 4
"""Weights of more than this factor times the weight that this share of all does not reach are cut."""


@rules
class Learned(NamedTuple):
    """An evaluation by tables."""

    reader: Any
    tables: Any
    weights: Row
    scale: int  # value of a weight of 1, in parts of FRACTION
    on_top: Any
    places: Row  # cell of the picture of each variable in both views of the board; −1 without one
    expected_scale: float  # scale of its calibration
    log_loss: float  # log loss of its calibration
    win: int = WIN
    SIZE = 0  # weights of one group

    def restorable(self) -> tuple[Any, ...]:
        """Return no arrays: an evaluation changes only its working memory."""
        return ()

    @property
    def calibration(self) -> Calibration:
        """The expected score that its values mean."""
        return Calibration(self.expected_scale, self.log_loss)

    def value(self, position: Any) -> int:
        """Return the estimate for the side to move. O(tables)."""
        own = self.SIZE * (1 + self.reader.read(position))
        total = self.reader.sign(position) * self.tables.total(self.reader.states, self.weights, own)
        more = int(UNIT * self.on_top.total(position))
        value: int = max(-MOST, min(total * self.scale // FRACTION + more, MOST))
        return value

    def __copy__(self) -> Learned:
        """Return the same evaluation for another thread, with working memory of its own."""
        return self._replace(reader=self.reader.with_own_memory(), on_top=copy(self.on_top))


@rules
class LearnedForEach(Learned):
    """An evaluation by tables for a game in which each player has a result of its own."""

    __slots__ = ()
    PLAYERS = 2

    def value(self, position: Any) -> int:
        """Return the estimate for the player to move."""
        value: int = self.values(position)[max(0, position.to_move())]
        return value

    def values(self, position: Any) -> tuple[int, ...]:
        """Return the estimate for each player. O(players · tables)."""
        self.reader.read(position)
        return tuple(self.value_for(player) for player in range(self.PLAYERS))

    def value_for(self, player: int) -> int:
        """Return a player's estimate of the position that was read."""
        total = self.tables.total(self.reader.states, self.weights, self.SIZE * (1 + player))
        value: int = max(-MOST, min(total * self.scale // FRACTION, MOST))
        return value


def new_learned(
    study: Study,
    layout: Layout,
    weights: Row,
    scale: int,
    on_top: Any = None,
    calibration: Calibration = USUAL_CALIBRATION,
) -> Learned:
    """Return the evaluation of some weights."""
    kind = with_constants(Learned, SIZE=layout.size)
    if study.players:
        kind = with_constants(LearnedForEach, SIZE=layout.size, PLAYERS=study.players)
    tables = new_tables(study, layout)
    reader, meaning = new_reader(study), (calibration.scale, calibration.log_loss)
    made: Learned = kind(reader, tables, weights, scale, on_top or NotOnTop(), _places(study), *meaning)
    return made


def unit_of(start: MarkedPosition, evaluation: Evaluation) -> float:
    """Return the value of an evaluation that PUCT takes for tanh(1) of a win: the usual one in the game from ``start``."""
    if isinstance(evaluation, Learned):
        return float(UNIT)
    return usual_size(evaluation, [position for position, moves in sampled(start) if moves])


def _places(study: Study) -> array[int]:
    """Return the cell at which each variable is drawn, in the first side's view and in the second side's."""
    cells = [-1 if at is None else at[0] * study.size[1] + at[1] for at in study.where]
    image = study.exchange.image if study.exchange else list(range(len(cells)))
    seen = [cells[image.index(variable)] for variable in range(len(cells))]
    return array("q", cells + seen)


def rounded(learner: Learner) -> tuple[array[int], int]:
    """Return the weights of a learner in eight bits, and their scale."""
    sizes = sorted(map(abs, learner.weights))
    usual = sizes[int(CUT_SHARE * (len(sizes) - 1))]
    greatest = max(1e-9, min(sizes[-1], CUT_FACTOR * usual) if usual else sizes[-1])
    unit = greatest / MOST_BYTE
    weights = array("b", [max(-MOST_BYTE, min(MOST_BYTE, round(weight / unit))) for weight in learner.weights])
    return weights, max(1, round(unit * UNIT * FRACTION))


def unrounded(weights: Row, scale: int) -> array[float]:
    """Return weights in eight bits as those of a learner."""
    unit = scale / UNIT / FRACTION
    return array("d", [weight * unit for weight in weights])
