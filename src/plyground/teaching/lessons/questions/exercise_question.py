"""``exercise``: a question that is any exercise of the project, on a tree given by the lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.i18n import Sentence, _
from plyground.searches.tally import Tally
from plyground.teaching.exercises import form_fields as form
from plyground.teaching.exercises.drawings import as_svg, as_text, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.exercises.json_format import exercise_of
from plyground.teaching.exercises.marking import mark
from plyground.teaching.exercises.marking_report import solution_line, verdict
from plyground.teaching.lessons.questions.generated_trees import preset_name, steps_link
from plyground.teaching.lessons.questions.keys import TREE, Keys
from plyground.teaching.lessons.questions.question import Link, Picture, Reply, TreeSearch
from plyground.trees import Tree


@dataclass(frozen=True)
class ExerciseQuestion:
    """A question made from an exercise. Its reply names the misconception behind a wrong answer."""

    exercise: Exercise

    @classmethod
    def of(cls, keys: Keys) -> ExerciseQuestion:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only("kind", *TREE, "algorithm", "convention", "about", "depth")
        about: dict[str, Any] = {name: text for name, text in keys.texts.items() if name not in TREE}
        if "about" in about:
            about["about"] = keys.words("about")
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
        if not given:
            return Reply(False, (solution,), links=self._links)
        found = mark(self.exercise, form.answer(self.exercise, given))
        right = found.credit == 1
        told = tuple(verdict(found))
        signs = form.signs(self.exercise, found, given)
        return Reply(right, told[1:] if right else (*told, solution), links=self._links, fields=signs)

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
    def tree_search(self) -> TreeSearch | None:
        made = self.exercise
        if not has_picture(made):
            return None
        return TreeSearch(made.tree, (made.algorithm,), preset_name(made.convention), made.depth)

    @property
    def _links(self) -> tuple[Link, ...]:
        made = self.exercise
        if not has_picture(made, solved=True) or made.depth:
            return ()
        return (steps_link(made.tree, made.algorithm, preset_name(made.convention)),)
