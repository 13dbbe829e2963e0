"""The URLs of exercises and lessons: the exercise or step, and perhaps an answer.

``/exercises?kind=values&student=Ana&number=3&seed=7&answered=1&item.A=3`` is an exercise with an answer.
``/exercises?kind=skipped-leaves&tree=[[3,12],[2,8]]`` is an exercise on one's own tree.
``/learn/minimax?step=2&item.B=3&predicted=1`` is the second step of a lesson with a prediction; ``shown=1`` shows the
answer without one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import quote, urlencode

from plyground.core.random_numbers import new_chance
from plyground.errors import ExerciseError
from plyground.i18n import _
from plyground.searches.conventions import convention
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.form_fields import Given
from plyground.teaching.exercises.generator import new_exercise
from plyground.teaching.exercises.json_format import exercise_of
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.exercises.kinds import kind as kind_named
from plyground.teaching.gallery import example, gallery
from plyground.trees import Tree
from plyground.web.urls.query_string import write

ITEM_PREFIX = "item."
"""Prefix of the names of an answer's fields in a URL."""
MAX_FIELD_CHARS = 2000
"""Most characters of one field."""
MAX_FIELDS = 200
"""Most fields of a URL."""
MAX_NUMBER = 1_000_000_000
"""The greatest number of an exercise, and the greatest seed."""
Items = tuple[tuple[str, str], ...]
"""The fields of an answer; their names have the prefix."""


class ExerciseQuery(NamedTuple):
    """The exercise in a URL, and perhaps an answer."""

    kind: str = "skipped-leaves"
    student: str = ""
    number: str = "1"
    seed: str = "0"
    algorithm: str = ""
    convention: str = "aima"
    tree: str = ""  # text of the visitor's own tree; "" = a tree made for the student
    root: str = ""
    about: str = ""  # names, with commas, of the nodes that a question on the visitor's own tree is about
    answered: str = ""
    solved: str = ""
    items: Items = ()

    @classmethod
    def parse(cls, query: Iterable[tuple[str, str]]) -> ExerciseQuery:
        """Read a query. Ignore unknown fields, and a search that does not fit the kind of exercise."""
        pairs = [(name, text[:MAX_FIELD_CHARS]) for name, text in query][:MAX_FIELDS]
        known = {name: text.strip() for name, text in pairs if name in cls._fields[:-1] and text.strip()}
        kind = KINDS.get(known.get("kind", cls().kind))
        if kind is None or known.get("algorithm") not in kind.algorithms:
            known.pop("algorithm", None)
        return cls(**known, items=_items(pairs))

    def exercise(self) -> Exercise:
        """Return the exercise. Raise :class:`PlygroundError`."""
        number, seed = self.whole_number, _whole(self.seed, 0)
        if self.kind in gallery():
            questions = example(self.kind).exercises
            if number <= len(questions):
                return questions[number - 1]
            raise ExerciseError(
                _("The number of questions of the example {name} is {count}.", name=self.kind, count=len(questions))
            )
        if self.tree:
            return self._on_own_tree()
        return new_exercise(
            self.kind, student=self.student, number=number, seed=seed,
            algorithm=self.algorithm, convention=convention(self.convention),
        )  # fmt: skip

    def _on_own_tree(self) -> Exercise:
        """Return the exercise on the tree in the URL. It is about the nodes in ``about``, or else about the first nodes
        that fit.

        Raise :class:`PlygroundError`.
        """
        asked = kind_named(self.kind)
        if asked.name == "statement":
            raise ExerciseError(_("A statement is about all trees: choose another exercise for your own tree."))
        tree = Tree.parse(self.tree, root=self.root or None)
        names = [name.strip() for name in self.about.split(",") if name.strip()]
        terms = {"kind": self.kind, "algorithm": self.algorithm, "convention": self.convention, "about": names}
        if names or not (asked.names or asked.name == "depth-limited"):
            return exercise_of(tree, terms)
        open_one = exercise_of(tree, terms | {"kind": "values", "algorithm": "minimax"})
        algorithm = self.algorithm or asked.algorithms[0]
        made = asked.complete(replace(open_one, kind=asked, algorithm=algorithm, convention=convention(self.convention)), new_chance(0))  # fmt: skip
        if made is None:
            raise ExerciseError(_("This tree has nothing that this exercise can ask about: choose another exercise."))
        return made

    @property
    def whole_number(self) -> int:
        """The number of the exercise. Raise :class:`ExerciseError` if the address has none."""
        return _whole(self.number, 1)

    def url(self, **changes: str) -> str:
        """Return the address of this exercise, without an answer."""
        query = self._replace(answered="", solved="", items=())._asdict() | changes
        return f"/exercises?{write(query)}"

    @property
    def solution(self) -> str:
        """The URL of the solution, with the answer kept."""
        return f"{self.url(answered=self.answered, solved='1')}{''.join(f'&{urlencode([item])}' for item in self.items)}"  # fmt: skip

    @property
    def next(self) -> str:
        """The URL of the next exercise; ``""`` after the last question of an example, or of a visitor's own tree."""
        number = self.whole_number + 1
        if self.tree:
            return ""
        is_last = self.kind in gallery() and number > len(example(self.kind).exercises)
        return "" if is_last or number > MAX_NUMBER else self.url(number=str(number))


class LessonQuery(NamedTuple):
    """The step of a lesson in a URL, and perhaps a prediction."""

    name: str
    step: int = 1
    items: Items = ()
    predicted: bool = False
    shown: bool = False

    @classmethod
    def parse(cls, name: str, query: Iterable[tuple[str, str]]) -> LessonQuery:
        """Read a query. Ignore unknown fields."""
        pairs = [(key, text[:MAX_FIELD_CHARS].strip()) for key, text in query][:MAX_FIELDS]
        known = dict(pairs)
        step = known.get("step", "")
        number = int(step) if step.isascii() and step.isdecimal() and len(step) < 4 else 1
        return cls(name, max(1, number), _items(pairs), "predicted" in known, "shown" in known)

    def url(self, step: int) -> str:
        """Return the address of a step of the lesson, without a prediction."""
        return f"/learn/{quote(self.name)}?step={step}"


def given_in(items: Items) -> Given:
    """Return the texts of an answer by the names of its fields, without empty ones."""
    return {name.removeprefix(ITEM_PREFIX): text for name, text in items if text.strip()}


def _items(pairs: list[tuple[str, str]]) -> Items:
    return tuple((name, text) for name, text in pairs if name.startswith(ITEM_PREFIX))


def _whole(text: str, least: int) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_NUMBER)) and least <= int(text) <= MAX_NUMBER:
        return int(text)
    raise ExerciseError(_("Write a number from {least} to {most} instead of {text}.", least=least, most=MAX_NUMBER, text=text[:20]))  # fmt: skip
