"""The page of exercises: plain forms, so that every exercise, every answer and its mark is an address."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from typing import NamedTuple
from urllib.parse import urlencode

from plyground.errors import ExerciseError, PlygroundError
from plyground.interfaces.web.form import ITEM, fields_as_html, given_in, line, select
from plyground.interfaces.web.markup import said
from plyground.interfaces.web.pictures import picture
from plyground.interfaces.web.query import write
from plyground.language import Sentence, _, capital
from plyground.lessons.drawings import as_svg, has_picture
from plyground.lessons.exercise import Exercise
from plyground.lessons.form import answer, fields
from plyground.lessons.gallery import example, gallery
from plyground.lessons.kinds import KINDS
from plyground.lessons.making import new_exercise
from plyground.lessons.marking import Mark, mark
from plyground.lessons.report import solution_line, verdict
from plyground.search.algorithms import algorithm
from plyground.search.convention import PRESETS, Convention, convention
from plyground.store.kept import Answered

LONGEST = 2000
"""Characters of one field."""
GREATEST = 1_000_000_000
"""The greatest number of an exercise, and the greatest seed."""


class Asked(NamedTuple):
    """What an address asks for: an exercise, and perhaps an answer to it."""

    kind: str = "skipped-leaves"
    student: str = ""
    number: str = "1"
    seed: str = "0"
    algorithm: str = ""
    convention: str = "aima"
    answered: str = ""
    solved: str = ""
    items: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, query: Iterable[tuple[str, str]]) -> Asked:
        """What a query asks for; what is unknown in it is left out, as is the search of a kind chosen before."""
        pairs = [(name, text[:LONGEST]) for name, text in query][:200]
        known = {name: text.strip() for name, text in pairs if name in cls._fields[:-1] and text.strip()}
        kind = KINDS.get(known.get("kind", cls().kind))
        if kind is None or known.get("algorithm") not in kind.algorithms:
            known.pop("algorithm", None)
        return cls(**known, items=tuple((name, text) for name, text in pairs if name.startswith(ITEM)))

    def exercise(self) -> Exercise:
        """The exercise; raises :class:`PlygroundError`."""
        number, seed = _whole(self.number, 1), _whole(self.seed, 0)
        if self.kind in gallery():
            questions = example(self.kind).exercises
            if number <= len(questions):
                return questions[number - 1]
            raise ExerciseError(
                _("The example {name} has so many questions: {count}.", name=self.kind, count=len(questions))
            )
        return new_exercise(
            self.kind, student=self.student, number=number, seed=seed,
            algorithm=self.algorithm, convention=convention(self.convention),
        )  # fmt: skip

    def address(self, **changes: str) -> str:
        """The address of this exercise, without an answer."""
        query = self._replace(answered="", solved="", items=())._asdict() | changes
        return f"/exercises?{write(query)}"

    @property
    def solution(self) -> str:
        """The address of its solution, which leaves the answer where it is."""
        return f"{self.address(answered=self.answered, solved='1')}{''.join(f'&{urlencode([item])}' for item in self.items)}"

    @property
    def next(self) -> str:
        """The address of the next one, ``""`` after the last question of an example."""
        number = _whole(self.number, 1) + 1
        is_last = self.kind in gallery() and number > len(example(self.kind).exercises)
        return "" if is_last or number > GREATEST else self.address(number=str(number))


class Shown(NamedTuple):
    """What the page says, without its frame, and the answer that was marked on it."""

    body: str
    answered: Answered | None


def exercise_page(asked: Asked) -> Shown:
    """The page of an exercise, and of the mark of an answer."""
    answered = None
    try:
        exercise = asked.exercise()
    except PlygroundError as error:
        body = f'<section class="panel"><p class="trouble" role="alert">{said(error.sentence)}</p></section>'
    else:
        marked, trouble = _marked(asked, exercise)
        if marked is not None:
            answered = _answered(asked, marked)
        body = _question(asked, exercise, marked, trouble)
        asked = asked._replace(convention=_name_of(exercise.convention))
    title = said(_("Exercises"))
    return Shown(f"<h1>{title}</h1>\n{_choice(asked)}\n{body}", answered)


def _marked(asked: Asked, exercise: Exercise) -> tuple[Mark | None, Sentence | str]:
    """The mark of the answer, if one was given, and what is wrong with one that cannot be read."""
    if not asked.answered:
        return None, ""
    try:
        return mark(exercise, answer(exercise, given_in(asked.items))), ""
    except PlygroundError as error:
        return None, error.sentence


def _answered(asked: Asked, marked: Mark) -> Answered:
    """The answer, as it is kept."""
    given = json.dumps({name.removeprefix(ITEM): text for name, text in asked.items}, ensure_ascii=False)
    return Answered(
        asked.student, asked.kind, _whole(asked.number, 1), asked.address(), given, float(marked.credit),
        " ".join(named.name for named in marked.misconceptions),
    )  # fmt: skip


def _name_of(choices: Convention) -> str:
    """The name of a convention; an example of the gallery has its own."""
    return next((name for name, preset in PRESETS.items() if preset == choices), "")


def _choice(asked: Asked) -> str:
    """What chooses the exercise."""
    kinds = [(name, capital(kind.title)) for name, kind in KINDS.items()]
    examples = [(name, one.title) for name, one in gallery().items() if one.exercises]
    asks = KINDS.get(asked.kind)
    searches = [(name, algorithm(name).title) for name in asks.algorithms] if asks is not None else []
    asks_for = [
        select(_("Exercise"), "kind", [*kinds, *examples], asked.kind),
        select(_("Algorithm"), "algorithm", searches, asked.algorithm) if len(searches) > 1 else "",
        select(_("Convention"), "convention", [(name, name) for name in PRESETS], asked.convention),
        line(_("Your name"), "student", asked.student),
        line(_("Number"), "number", asked.number, 'type="number" min="1"'),
        line(_("The teacher's seed"), "seed", asked.seed, 'type="number" min="0"'),
    ]
    label, press = _("Which exercise"), _("Show")
    return (
        f'<section class="panel choice" aria-label="{said(label)}">'
        f'<form class="form search" action="/exercises">{"".join(asks_for)}'
        f"<button>{said(press)}</button></form></section>"
    )


def _question(asked: Asked, exercise: Exercise, marked: Mark | None, trouble: Sentence | str) -> str:
    """The question, its picture, the form for the answer, and what is said of one."""
    solved = bool(asked.solved)
    given = given_in(asked.items)
    parts = [f'<p class="asked">{said(exercise.question)}</p>']
    if has_picture(exercise, solved=solved):
        drawn = picture(lambda theme: as_svg(exercise, solved=solved, theme=theme), exercise.drawn().json())
        parts.append(f'<div class="room" tabindex="0">{drawn}</div>')
    parts.append('<form class="form" action="/exercises#mark">')
    keep = {"kind": asked.kind, "student": asked.student, "number": asked.number, "seed": asked.seed, "algorithm": asked.algorithm, "convention": asked.convention, "answered": "1"}  # fmt: skip
    parts += [f'<input type="hidden" name="{name}" value="{escape(text)}">' for name, text in keep.items() if text]
    right = {item.name: item.right for item in marked.items} if marked else {}
    parts.append(f'<div class="answers">{fields_as_html(fields(exercise), given, right)}</div>')
    press, label = _("Mark my answer"), _("The exercise")
    parts.append(f'<button class="primary">{said(press)}</button></form>')
    parts.append(f'<p class="trouble" role="alert">{said(trouble)}</p>')
    if marked is not None:
        lines = "".join(f"<p>{said(sentence)}</p>" for sentence in verdict(marked))
        parts.append(f'<div id="mark" class="mark" role="status" tabindex="-1" autofocus>{lines}</div>')
    if solved:
        solution = _("Solution: {answer}", answer=solution_line(exercise))
        parts.append(f"<p>{said(solution)}</p>")
    links = [(asked.solution, _("Show the solution")), (asked.next, _("Another one"))]
    shown = "".join(f'<a class="button" href="{escape(to)}">{said(words)}</a>' for to, words in links if to)
    parts.append(f'<p class="actions">{shown}</p>')
    return f'<section class="panel show" aria-label="{said(label)}">{"".join(parts)}</section>'


def _whole(text: str, least: int) -> int:
    """A number of the address; raises :class:`ExerciseError`."""
    if text.isascii() and text.isdecimal() and len(text) <= len(str(GREATEST)) and least <= int(text) <= GREATEST:
        return int(text)
    raise ExerciseError(_("A number from {least} to {most} should stand where {text} does.", least=least, most=GREATEST, text=text[:20]))  # fmt: skip
