"""``exercise``: any exercise of the project, on a tree that the lesson gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.language import Sentence, _
from plyground.lessons import form
from plyground.lessons.drawings import as_svg, as_text, has_picture
from plyground.lessons.exercise import Exercise
from plyground.lessons.form import Field, Given
from plyground.lessons.marking import mark
from plyground.lessons.papers import exercise_of
from plyground.lessons.questions.keys import TREE, Keys
from plyground.lessons.questions.question import Link, Picture, Reply
from plyground.lessons.questions.trees import steps_link
from plyground.lessons.report import solution_line, verdict
from plyground.search.convention import PRESETS
from plyground.search.tally import Tally
from plyground.trees import Tree


@dataclass(frozen=True)
class ExerciseQuestion:
    """An exercise; it says itself which misconception an answer gives away."""

    exercise: Exercise

    @classmethod
    def of(cls, keys: Keys) -> ExerciseQuestion:
        """The question of these keys; raises :class:`PlygroundError`."""
        keys.only("kind", *TREE, "algorithm", "convention", "about", "depth")
        about: dict[str, Any] = {name: text for name, text in keys.texts.items() if name not in TREE}
        if "about" in about:
            numbered = about["kind"] == "statement" if "kind" in about else False
            about["about"] = [int(word) if numbered and word.isdecimal() else word for word in keys.words("about")]
        if "depth" in about:
            about["depth"] = keys.number("depth", 1, 20)
        keys.needed("kind")
        tree = keys.tree() if keys.has_tree or about["kind"] != "statement" else Tree.parse("[1, 2]")
        return cls(exercise_of(tree, about))

    @property
    def fields(self) -> tuple[Field, ...]:
        return form.fields(self.exercise)

    def asked(self, tally: Tally) -> Sentence:
        return self.exercise.question

    def solution(self, tally: Tally) -> Given:
        return form.filled_in(self.exercise)

    def reply(self, given: Given, tally: Tally) -> Reply:
        solution = _("Solution: {answer}", answer=solution_line(self.exercise))
        if not given and not self._may_be_empty:
            return Reply(False, (solution,), links=self._links)
        found = mark(self.exercise, form.answer(self.exercise, given))
        right = found.credit == 1
        said = tuple(verdict(found))
        fields = {item.name: item.right for item in found.items}
        return Reply(right, said[1:] if right else (*said, solution), links=self._links, fields=fields)

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        solved = answered and has_picture(self.exercise, solved=True)
        if not has_picture(self.exercise):
            return ()
        return (
            Picture(
                lambda theme: as_svg(self.exercise, solved=solved, theme=theme),
                as_text(self.exercise, solved=solved),
            ),
        )

    @property
    def _may_be_empty(self) -> bool:
        return not any(self.exercise.kind.shape.written(self.exercise.solution()))

    @property
    def _links(self) -> tuple[Link, ...]:
        if not has_picture(self.exercise, solved=True) or self.exercise.depth:
            return ()
        return (steps_link(self.exercise.tree, self.exercise.algorithm, _name(self.exercise)),)


def _name(exercise: Exercise) -> str:
    return next((name for name, preset in PRESETS.items() if preset == exercise.convention), "")
