"""The kinds of questions in lessons, by the words that begin their blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plyground.teaching.lessons.questions.effort import Effort
from plyground.teaching.lessons.questions.entry import Entry
from plyground.teaching.lessons.questions.exercise_question import ExerciseQuestion
from plyground.teaching.lessons.questions.games import Games
from plyground.teaching.lessons.questions.growth import Growth
from plyground.teaching.lessons.questions.judged import Judged
from plyground.teaching.lessons.questions.keys import Keys
from plyground.teaching.lessons.questions.learning_target import LearningTarget
from plyground.teaching.lessons.questions.move import MoveQuestion
from plyground.teaching.lessons.questions.next_leaf import NextLeaf
from plyground.teaching.lessons.questions.outcome import Outcome
from plyground.teaching.lessons.questions.positions import Positions
from plyground.teaching.lessons.questions.question import Question
from plyground.teaching.lessons.questions.table_size import TableSize
from plyground.teaching.lessons.questions.ucb import UcbQuestion

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
    "ucb": UcbQuestion.of,
    "growth": Growth.of,
    "learning": LearningTarget.of,
    "table-size": TableSize.of,
}
"""Functions that make questions from their keys, by kind. They raise :class:`PlygroundError` for invalid keys."""
