"""Exercises as Moodle XML, for import into a question bank: pictures embedded, wrong answers told what they are.

The format is described at https://docs.moodle.org/en/Moodle_XML_format, questions with several fields at
https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from fractions import Fraction
from html import escape as html
from typing import Any
from xml.sax.saxutils import escape

from plyground.language import Sentence, _
from plyground.lessons.drawings import as_svg, has_picture
from plyground.lessons.exercise import Answer, Exercise
from plyground.lessons.misconceptions import MISCONCEPTIONS
from plyground.lessons.report import solution_line
from plyground.lessons.shapes import InOrder, OneNode, Ticks, Values
from plyground.lessons.statements import STATEMENTS, Proof
from plyground.lessons.values import shown
from plyground.search.scores import INFINITY

GRADES = 10
"""Right choices among which Moodle's grades can be shared out evenly."""
MEANT = str.maketrans({sign: f"\\{sign}" for sign in '}#~/"\\'})
"""Signs that mean something in embedded answers."""
INFINITE = ("inf", "oo", "∞", "infinity")


def moodle_xml(exercises: Sequence[tuple[str, Exercise]]) -> str:
    """A quiz of exercises, each with its name."""
    questions = "\n".join(_question(name, exercise) for name, exercise in exercises)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{questions}\n</quiz>\n'


def _question(name: str, exercise: Exercise) -> str:
    shape = exercise.kind.shape
    solution = exercise.solution()
    if isinstance(shape, OneNode):
        choices = [exercise.tree.name(child) for child in exercise.tree.children(0)]
        kind, body = "multichoice", _choices(exercise, {choice: choice == solution["move"] for choice in choices})
    elif isinstance(shape, Ticks) and 1 <= sum(solution.values()) <= GRADES:
        kind, body = "multichoice", _choices(exercise, solution)
    elif isinstance(shape, Proof):
        kind, body = "truefalse", _true_or_false(exercise)
    elif isinstance(shape, Values | Ticks | InOrder):
        kind, body = "cloze", ""
    else:
        kind, body = "essay", f'<graderinfo format="html">{_text(html(solution_line(exercise)))}</graderinfo>'
    words = f"<p>{html(asked(exercise))}</p>"
    if kind == "cloze":
        words += _fields(exercise, solution)
    parts = [
        f'<question type="{kind}">',
        f"<name><text>{escape(name)}</text></name>",
        _pictured("questiontext", words, exercise),
        _pictured("generalfeedback", f"<p>{html(solution_line(exercise))}</p>", exercise, solved=True),
        "" if kind == "cloze" else "<defaultgrade>1</defaultgrade>",
        "<penalty>0.3333333</penalty>",
        body,
        "</question>",
    ]
    return "\n".join(part for part in parts if part)


def asked(exercise: Exercise) -> str:
    """The question; without the example that a machine cannot mark here."""
    if isinstance(exercise.kind.shape, Proof):
        return str(_("True or false? {statement}", statement=STATEMENTS[exercise.about[0]].text))
    return str(exercise.question)


def _pictured(element: str, words: str, exercise: Exercise, *, solved: bool = False) -> str:
    if not has_picture(exercise, solved=solved):
        return f'<{element} format="html">{_text(words)}</{element}>'
    coded = b64encode(as_svg(exercise, solved=solved).encode()).decode()
    image = f'<p><img src="@@PLUGINFILE@@/tree.svg" alt="{html(exercise.drawn().json())}"/></p>'
    file = f'<file name="tree.svg" path="/" encoding="base64">{coded}</file>'
    return f'<{element} format="html">{_text(image + words)}{file}</{element}>'


def _text(markup: str) -> str:
    """Markup as the text of an element; CDATA cannot hold its own end."""
    return f"<text><![CDATA[{markup.replace(']]>', ']]]]><![CDATA[>')}]]></text>"


def _choices(exercise: Exercise, right: Answer) -> str:
    """One answer for each choice, with the share of the grade; ticks too much cost as much as right ones bring."""
    single = isinstance(exercise.kind.shape, OneNode)
    share = Fraction(100, sum(right.values()))
    wrong = 0 if single else -share
    lines = [f"<single>{str(single).lower()}</single>", "<shuffleanswers>false</shuffleanswers>"]
    lines.append("<answernumbering>none</answernumbering>")
    for name, is_right in right.items():
        hint = "" if is_right or not single else _told(exercise, "move", name)
        feedback = f'<feedback format="html">{_text(html(hint))}</feedback>'
        lines.append(f'<answer fraction="{_grade(share if is_right else wrong)}" format="html">{_text(html(name))}{feedback}</answer>')  # fmt: skip
    return "\n".join(lines)


def _grade(share: Fraction | int) -> str:
    """A share as Moodle lists it: five decimals, none for a whole one."""
    return str(int(share)) if share == int(share) else f"{float(share):.5f}"


def _true_or_false(exercise: Exercise) -> str:
    true = STATEMENTS[exercise.about[0]].true
    return "\n".join(
        f'<answer fraction="{100 * (true == value)}" format="moodle_auto_format"><text>{str(value).lower()}</text></answer>'
        for value in (True, False)
    )


# Questions with several fields


def _fields(exercise: Exercise, solution: Answer) -> str:
    shape = exercise.kind.shape
    if isinstance(shape, InOrder):
        names = list(solution.values())
        return "<p>{1:SHORTANSWER:" + "~".join(f"={separator.join(map(_cloze, names))}" for separator in (" ", ", ", ",")) + "}</p>"  # fmt: skip
    lines = []
    for item, value in solution.items():
        field = _yes_or_no(value) if isinstance(shape, Ticks) else _value(exercise, item, value)
        lines.append(f"<li>{html(item)}: {field}</li>")
    return "<ul>" + "".join(lines) + "</ul>"


def _yes_or_no(ticked: bool) -> str:
    marks = ("=" if right else "" for right in (ticked, not ticked))
    return "{1:MULTICHOICE:" + "~".join(f"{mark}{_cloze(str(word))}" for mark, word in zip(marks, (_("yes"), _("no")), strict=True)) + "}"  # fmt: skip


def _value(exercise: Exercise, item: str, value: Any) -> str:
    """A field for a number; a wrong one that a misconception gives is told so."""
    faulty: dict[Any, Sentence] = {}
    for known in MISCONCEPTIONS.values():
        other = exercise.under(known.change).get(item)
        if other != value:
            faulty.setdefault(other, known.tell(exercise.way()))
    wrong = "".join(
        f"~%0%{_cloze(spelling)}#{_cloze(html(str(told)))}"
        for other, told in faulty.items()
        for spelling in spellings(other)[:1]
    )
    kind = "NUMERICAL" if is_number(value) and all(map(is_number, faulty)) else "SHORTANSWER"
    return "{1:" + kind + ":" + "~".join(f"={_cloze(spelling)}" for spelling in spellings(value)) + wrong + "}"


def is_number(value: Any) -> bool:
    """Whether a value is a whole number, and no infinite one."""
    return isinstance(value, int) and abs(value) < INFINITY


def spellings(value: Any) -> list[str]:
    """The ways to write a value."""
    if value is None:
        return ["-", shown(None)]
    if isinstance(value, tuple):
        inner = ", ".join(map(str, value))
        return [f"({inner})", f"({inner.replace(' ', '')})", inner.replace(" ", "")]
    if is_number(value):
        return [str(value)]
    if isinstance(value, Fraction):
        return [str(value), f"{float(value):.2f}"]
    sign = "-" if value < 0 else ""
    return [f"{sign}{word}" for word in INFINITE] + ([] if sign else [f"+{word}" for word in INFINITE])


def _told(exercise: Exercise, item: str, given: Any) -> str:
    """What somebody is told who answers so: the likeliest misconception that leads to it."""
    for known in MISCONCEPTIONS.values():
        if exercise.under(known.change).get(item) == given:
            return str(known.tell(exercise.way()))
    return ""


def _cloze(text: str) -> str:
    return text.translate(MEANT)
