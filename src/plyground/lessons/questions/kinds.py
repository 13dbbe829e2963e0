"""The kinds of questions that a lesson can ask, by the words that begin their blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plyground.lessons.questions.effort import Effort
from plyground.lessons.questions.entry import Entry
from plyground.lessons.questions.exercise import ExerciseQuestion
from plyground.lessons.questions.games import Games
from plyground.lessons.questions.judged import Judged
from plyground.lessons.questions.keys import Keys
from plyground.lessons.questions.move import MoveQuestion
from plyground.lessons.questions.next_leaf import NextLeaf
from plyground.lessons.questions.outcome import Outcome
from plyground.lessons.questions.positions import Positions
from plyground.lessons.questions.question import Question

KINDS: Mapping[str, Callable[[Keys], Question]] = {
    "exercise": ExerciseQuestion.of,
    "next-leaf": NextLeaf.of,
    "move": MoveQuestion.of,
    "outcome": Outcome.of,
    "evaluation": Judged.of,
    "effort": Effort.of,
    "positions": Positions.of,
    "dictionary": Entry.of,
    "games": Games.of,
}
"""What makes each kind of its keys; raises :class:`PlygroundError` for what is wrong in them."""
