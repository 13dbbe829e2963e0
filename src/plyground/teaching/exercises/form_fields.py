"""The form of an exercise: its fields, the answer that they contain, and the marks shown beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from plyground.errors import ExerciseError
from plyground.i18n import Sentence, _
from plyground.teaching.exercises.answer_types import NONE, InOrder, OneNode, Ticks
from plyground.teaching.exercises.cut_reasons import ReasonAnswer, reasons
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.find_mistake import MistakeAnswer, causes, misconception, working
from plyground.teaching.exercises.marking import Mark
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.exercises.statements import TruthAnswer

Given: TypeAlias = Mapping[str, str]
"""The texts of filled-in fields, by the fields' names; empty fields are left out."""
TICKED = "1"
"""The text of a ticked field."""


class Field(NamedTuple):
    """One field of the form: a line of text, a choice of ``options``, or a checkbox."""

    name: str
    label: Sentence | str
    options: tuple[tuple[str, Sentence | str], ...] = ()
    is_tick: bool = False


NONE_FIELD = Field(NONE, _("none of them"), is_tick=True)
"""The checkbox “none of them”, for the answer that no node is right."""


def fields(exercise: Exercise) -> tuple[Field, ...]:
    """Return the fields of the form of an exercise."""
    shape, solution = exercise.kind.shape, exercise.solution()
    if isinstance(shape, Ticks):
        return (*(Field(name, name, is_tick=True) for name in solution), NONE_FIELD)
    if isinstance(shape, OneNode):
        names = [exercise.tree.name(child) for child in exercise.tree.children(0)]
        return (Field("move", _("Move to"), tuple((name, name) for name in names)),)
    if isinstance(shape, InOrder):
        return (Field("order", _("Leaves in order, such as B1 B2")),)
    if isinstance(shape, TruthAnswer):
        truth = Field("true", _("The statement is"), (("true", _("true")), ("false", _("false"))))
        return truth, Field("example", _("Example, nested lists such as [[a, b], [c, d]] with numbers for the letters"))
    if isinstance(shape, MistakeAnswer):
        names = [exercise.tree.name(node) for node, _value in working(exercise, misconception(exercise).change)]
        return (
            Field("node", _("First wrong value"), tuple((name, name) for name in names)),
            Field("cause", _("The mistake"), tuple((name, MISCONCEPTIONS[name].title) for name in causes(exercise))),
        )
    if isinstance(shape, ReasonAnswer):
        return (
            Field("reason", _("The reason"), tuple((letter, told.text) for letter, told in reasons(exercise).items())),
        )
    return tuple(Field(name, name) for name in solution)


def options_in_words(exercise: Exercise) -> Iterator[str]:
    """Yield for each field the options whose words differ from the text of the answer, for media without a form."""
    for field in fields(exercise):
        if told := [f"{text} ({label})" for text, label in field.options if text != str(label)]:
            yield f"{field.name}: {', '.join(told)}"


def check_form(fields: Sequence[Field], given: Given) -> None:
    """Raise :class:`ExerciseError` for a form that is empty, contradicts itself, or has unknown fields or options."""
    known = {field.name: field for field in fields}
    for name, text in given.items():
        if name not in known:
            raise ExerciseError(_("This question has no field “{name}”: the link may be old. Answer again.", name=name[:40]))  # fmt: skip
        options = dict(known[name].options)
        if options and text not in options:
            raise ExerciseError(_("“{name}” is not one of the answers.", name=text[:40]))
    if NONE in given and len(given) > 1:
        raise ExerciseError(_("Choose “none” or some of the others, not both."))
    if not given and NONE in known:
        raise ExerciseError(_("Tick what you think, or “none of them”."))
    if not given:
        raise ExerciseError(_("Answer first: a guess will do."))


def answer(exercise: Exercise, given: Given) -> Any:
    """Return the answer in a form, as input for marking. Raise :class:`ExerciseError` for an invalid form."""
    check_form(fields(exercise), given)
    if isinstance(exercise.kind.shape, Ticks):
        return list(given)
    if isinstance(exercise.kind.shape, InOrder):
        return given.get("order", "")
    return dict(given)


def filled_in(exercise: Exercise) -> Given:
    """Return the form, filled in with the right answer."""
    plain = exercise.kind.shape.written(exercise.solution())
    if isinstance(exercise.kind.shape, Ticks):
        return dict.fromkeys(plain or [NONE], TICKED)
    if isinstance(plain, list):
        return {"order": " ".join(plain)}
    return {name: _text(value) for name, value in plain.items()}


def in_words(fields: Sequence[Field], given: Given) -> str:
    """Return a form's content in one line: the ticked labels, the only answer, or each answer with its label."""
    told = [(field, dict(field.options).get(given[field.name], given[field.name])) for field in fields if given.get(field.name)]  # fmt: skip
    return ", ".join(
        str(field.label) if field.is_tick else str(text) if len(fields) == 1 else f"{field.label}: {text}"
        for field, text in told
    )


def signs(exercise: Exercise, marked: Mark, given: Given) -> Mapping[str, bool]:
    """Return True (right) or False (wrong) for each field that gets a mark beside it.

    A checkbox that is rightly left empty gets no mark, because the mark would look like a tick.
    """
    if not isinstance(exercise.kind.shape, Ticks):
        return {item.name: item.right for item in marked.items}
    found = {item.name: item.right for item in marked.items if item.given or not item.right}
    return found | ({NONE: marked.credit == 1} if NONE in given else {})


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)
