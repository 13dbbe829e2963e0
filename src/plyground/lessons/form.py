"""Forms: what is filled in to answer, whoever draws it; an answer to an exercise is put together from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from plyground.language import Sentence, _
from plyground.lessons.exercise import Exercise
from plyground.lessons.shapes import InOrder, OneNode, Ticks
from plyground.lessons.statements import Proof

Given: TypeAlias = Mapping[str, str]
"""What was filled in, by the names of the fields; what was left empty is not there."""
TICKED = "1"
"""What stands for a tick."""


class Field(NamedTuple):
    """One thing to fill in: a line of text, one of some ``options``, or a tick."""

    name: str
    label: Sentence | str
    options: tuple[tuple[str, Sentence | str], ...] = ()
    is_tick: bool = False


def fields(exercise: Exercise) -> tuple[Field, ...]:
    """What to fill in to answer an exercise."""
    shape, solution = exercise.kind.shape, exercise.solution()
    if isinstance(shape, Ticks):
        return tuple(Field(name, name, is_tick=True) for name in solution)
    if isinstance(shape, OneNode):
        names = [exercise.tree.name(child) for child in exercise.tree.children(0)]
        return (Field("move", _("Move to"), tuple((name, name) for name in names)),)
    if isinstance(shape, InOrder):
        return (Field("order", _("Leaves in order, such as B1 B2")),)
    if isinstance(shape, Proof):
        truth = Field("true", _("The statement is"), (("true", _("true")), ("false", _("false"))))
        example = Field("example", _("Example, such as [[3, 12], [2, 8]]"))
        return (truth, example) if solution["example"] is not None else (truth,)
    return tuple(Field(name, name) for name in solution)


def answer(exercise: Exercise, given: Given) -> Any:
    """What was given, as the marking reads it."""
    if isinstance(exercise.kind.shape, Ticks):
        return list(given)
    if isinstance(exercise.kind.shape, InOrder):
        return " ".join(given.values())
    return dict(given)


def filled_in(exercise: Exercise) -> Given:
    """The form with the right answer."""
    plain = exercise.kind.shape.written(exercise.solution())
    if isinstance(exercise.kind.shape, Ticks):
        return dict.fromkeys(plain, TICKED)
    if isinstance(plain, list):
        return {"order": " ".join(plain)}
    return {name: _text(value) for name, value in plain.items()}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)
