"""Exercises as GIFT, Moodle's plain text format (https://docs.moodle.org/en/GIFT_format): without pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyground.errors import ExerciseError
from plyground.language import _
from plyground.lessons.exercise import Exercise
from plyground.lessons.moodle import asked, is_number, spellings
from plyground.lessons.shapes import InOrder, OneNode, Ticks, Values
from plyground.lessons.statements import STATEMENTS, Proof

MEANT = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"} | {"\n": " "})
"""Signs that mean something in GIFT."""


def gift(exercises: Sequence[tuple[str, Exercise]]) -> str:
    """A file of exercises, each with its name; one with several fields becomes a question for each.

    Raises :class:`ExerciseError` for a kind that GIFT has no form for.
    """
    return "\n\n".join(question for name, exercise in exercises for question in _questions(name, exercise)) + "\n"


def _questions(name: str, exercise: Exercise) -> Iterator[str]:
    shape = exercise.kind.shape
    solution = exercise.solution()
    words = f"{asked(exercise)} {exercise.drawn().json()}"
    if isinstance(shape, OneNode):
        children = [exercise.tree.name(child) for child in exercise.tree.children(0)]
        yield _gift(name, words, " ".join(f"{'=' if child == solution['move'] else '~'}{_plain(child)}" for child in children))  # fmt: skip
    elif isinstance(shape, Proof):
        yield _gift(name, words, "TRUE" if STATEMENTS[exercise.about[0]].true else "FALSE")
    elif isinstance(shape, InOrder):
        yield _gift(name, words, f"={_plain(' '.join(solution.values()))}")
    elif isinstance(shape, Ticks) and any(solution.values()):
        share = 100 / sum(solution.values())
        yield _gift(name, words, " ".join(f"~%{share if right else -share:.5f}%{_plain(item)}" for item, right in solution.items()))  # fmt: skip
    elif isinstance(shape, Values):
        for item, value in solution.items():
            answers = " ".join(f"={_plain(spelling)}" for spelling in spellings(value))
            yield _gift(f"{name}, {item}", f"{words} {item}?", f"#{value}" if is_number(value) else answers)
    else:
        raise ExerciseError(_("GIFT has no form for the exercise {kind}: use Moodle XML.", kind=exercise.kind.name))


def _gift(name: str, words: str, answers: str) -> str:
    return f"::{_plain(name)}::{_plain(words)} {{{answers}}}"


def _plain(text: str) -> str:
    return text.translate(MEANT)
