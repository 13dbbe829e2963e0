"""The place of an exercise in a question bank: its category, its identity number, its tags and its hints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

from plyground.i18n import Sentence, _, capital
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.json_format import record

TOP = "plyground"
"""Category of questions without a title."""
DIGEST_CHARS = 10
METHODS: dict[str, Sentence] = {
    "minimax": _("Work from the leaves up: a MAX node takes the greatest value of its children, a MIN node the least."),
    "alphabeta": _("Keep alpha and beta at each node: MAX raises alpha, MIN lowers beta. Both are passed on to the children."),
    "transposition": _("A position that comes again is not searched again: take what the table holds for it."),
    "expectiminimax": _("A chance node is worth the average of its children. Weigh each by its probability."),
    "star1": _("At a chance node, give each child that is not examined yet the greatest possible value: can the average still matter?"),
    "max-n": _("Each player takes the child with the greatest number of their own. All numbers of that child go up."),
}  # fmt: skip
"""The way to the solution, by algorithm."""


def category(exercise: Exercise, title: str) -> str:
    """Return the category's path below the course: the title, then the kind of exercise.

    A slash in a name is doubled.
    """
    return "/".join(name.replace("/", "//") for name in (title or TOP, capital(exercise.kind.title)))


def id_number(exercise: Exercise) -> str:
    """Return a number for the exercise's content: the same in each language, and different for another tree."""
    content = {name: value for name, value in record(exercise).items() if name not in ("question", "answer")}
    digest = sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return f"{exercise.kind.name}-{digest[:DIGEST_CHARS]}"


def tags(exercise: Exercise) -> tuple[str, ...]:
    """Return the tags of the question."""
    return TOP, exercise.kind.name, exercise.algorithm


def hints(exercise: Exercise) -> Iterator[Sentence]:
    """Yield hints for further attempts, the most general first. No hint contains the answer."""
    yield _("Begin at the root: ▲ MAX, ▼ MIN and ○ chance tell who moves at each node.")
    yield METHODS[exercise.algorithm]
