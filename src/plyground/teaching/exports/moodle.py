"""Exercises as Moodle XML, for import into a question bank, with pictures and with hints for wrong answers.

The format is described at https://docs.moodle.org/en/Moodle_XML_format, questions with several fields at
https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type. A field for a whole number is a NUMERICAL one. A
field for a fraction is a SHORTANSWER that lists its spellings, as a NUMERICAL field takes 6.6 and 6,6, but not 33/5.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape as html
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape

from plyground.i18n import Sentence, _
from plyground.teaching.exercises.answer_types import InOrder, OneNode, Ticks, Values
from plyground.teaching.exercises.cut_reasons import ReasonAnswer, reasons
from plyground.teaching.exercises.drawings import as_svg, has_picture
from plyground.teaching.exercises.exercise import Answer, Exercise
from plyground.teaching.exercises.find_mistake import MistakeAnswer
from plyground.teaching.exercises.form_fields import NONE_FIELD, fields
from plyground.teaching.exercises.kinds import ask_truth
from plyground.teaching.exercises.marking_report import solution_line
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.exercises.statements import TruthAnswer
from plyground.teaching.exports.question_bank import category, hints, id_number, tags
from plyground.teaching.exports.single_questions import ORDER_SEPARATORS
from plyground.teaching.exports.spellings import is_whole, spellings

MAX_SHARES = 10
"""Most right choices of one question: Moodle's list of grades divides 100 % into at most ten equal parts."""
CLOZE_SIGNS = str.maketrans(
    {"}": "\\}", "#": "\\#", "~": "&#126;", "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
)
"""Escapes for characters that are reserved in embedded answers. Moodle removes a backslash only before } and #."""
MAX_HINT_SPELLINGS = 3
"""Most spellings of one wrong value for which its hint is given."""


def moodle_xml(exercises: Sequence[tuple[str, Exercise]], title: str = "") -> str:
    """Return a quiz of exercises, each with its name. The title is their category in the question bank."""
    parts = []
    place = ""
    for name, exercise in exercises:
        if place != (place := category(exercise, title)):
            path = f"$course$/top/{place}"
            parts.append(f'<question type="category"><category><text>{escape(path)}</text></category></question>')
        parts.append(_question(name, exercise))
    questions = "\n".join(parts)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{questions}\n</quiz>\n'


def _question(name: str, exercise: Exercise) -> str:
    shape = exercise.kind.shape
    solution = exercise.solution()
    if isinstance(shape, OneNode):
        moves = [exercise.tree.name(child) for child in exercise.tree.children(0)]
        right = {move: move == solution["move"] for move in moves}
        kind, body = "multichoice", _choices(right, is_single=True, hints=_hints(exercise, "move"))
    elif isinstance(shape, ReasonAnswer):
        told = reasons(exercise).values()
        why_not = {str(each.text): each.why_not for each in told if each.why_not is not None}
        right = {str(each.text): each.why_not is None for each in told}
        kind, body = "multichoice", _choices(right, is_single=True, hints=why_not)
    elif isinstance(shape, Ticks) and sum(solution.values()) <= MAX_SHARES:
        choices = solution | {str(NONE_FIELD.label): not any(solution.values())}
        kind, body = "multichoice", _choices(choices)
    elif isinstance(shape, TruthAnswer):
        kind, body = "truefalse", _true_or_false(solution["true"])
    elif isinstance(shape, Values | Ticks | InOrder | MistakeAnswer):
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
        f"<idnumber>{id_number(exercise)}</idnumber>",
        body,
        *_hints_for_attempts(exercise, kind),
        f"<tags>{''.join(f'<tag><text>{escape(tag)}</text></tag>' for tag in tags(exercise))}</tags>",
        "</question>",
    ]
    return "\n".join(part for part in parts if part)


def _hints_for_attempts(exercise: Exercise, kind: str) -> Iterator[str]:
    """Yield the hints for further attempts; none for a question that allows one attempt."""
    shown = "<shownumcorrect/>" if kind == "multichoice" and isinstance(exercise.kind.shape, Ticks) else ""
    for hint in hints(exercise) if kind in ("multichoice", "cloze") else ():
        yield f'<hint format="html">{_text(f"<p>{html(str(hint))}</p>")}{shown}</hint>'


def asked(exercise: Exercise) -> str:
    """Return the question without the request for an example, which Moodle cannot mark."""
    return str(ask_truth(exercise) if isinstance(exercise.kind.shape, TruthAnswer) else exercise.question)


def _pictured(element: str, words: str, exercise: Exercise, *, solved: bool = False) -> str:
    if not has_picture(exercise, solved=solved):
        return f'<{element} format="html">{_text(words)}</{element}>'
    coded = b64encode(as_svg(exercise, solved=solved).encode()).decode()
    image = f'<p><img src="@@PLUGINFILE@@/tree.svg" alt="{html(exercise.drawn().json())}"/></p>'
    file = f'<file name="tree.svg" path="/" encoding="base64">{coded}</file>'
    return f'<{element} format="html">{_text(image + words)}{file}</{element}>'


def _text(markup: str) -> str:
    """Return markup as the text of an XML element, escaped so that CDATA does not end early."""
    return f"<text><![CDATA[{markup.replace(']]>', ']]]]><![CDATA[>')}]]></text>"


def _choices(right: Answer, *, is_single: bool = False, hints: Mapping[str, Sentence] = MappingProxyType({})) -> str:
    """Return an answer element for each choice; a wrong tick loses as much as a right one gains."""
    share = Fraction(100, sum(right.values()))
    wrong = 0 if is_single else -share
    lines = [f"<single>{str(is_single).lower()}</single>", "<shuffleanswers>false</shuffleanswers>"]
    lines.append("<answernumbering>none</answernumbering>")
    for name, is_right in right.items():
        feedback = f'<feedback format="html">{_text(html(str(hints.get(name, ""))))}</feedback>'
        lines.append(f'<answer fraction="{grade(share if is_right else wrong)}" format="html">{_text(html(name))}{feedback}</answer>')  # fmt: skip
    return "\n".join(lines)


def grade(share: Fraction | int) -> str:
    """Return a percentage as in Moodle's list of grades: five decimals, or none for a whole number."""
    return str(int(share)) if share == int(share) else f"{float(share):.5f}"


def _true_or_false(is_true: bool) -> str:
    return "\n".join(
        f'<answer fraction="{100 * (is_true == value)}" format="moodle_auto_format"><text>{str(value).lower()}</text></answer>'
        for value in (True, False)
    )


def _hints(exercise: Exercise, item: str) -> dict[Any, Sentence]:
    """Return a hint for each wrong value of an item that exactly one misconception explains."""
    right = exercise.solution().get(item)
    told = [(exercise.under(known.change).get(item), known.tell(exercise.way())) for known in MISCONCEPTIONS.values()]
    counts = Counter(value for value, _hint in told)
    return {value: hint for value, hint in told if value != right and counts[value] == 1}


# Questions with several fields


def _fields(exercise: Exercise, solution: Answer) -> str:
    shape = exercise.kind.shape
    if isinstance(shape, InOrder):
        return f"<p>{_field('SHORTANSWER', [separator.join(solution.values()) for separator in ORDER_SEPARATORS])}</p>"
    if isinstance(shape, MistakeAnswer):
        choices = [(field.label, field.options, solution[field.name]) for field in fields(exercise)]
        return "".join(f"<p>{html(str(label))}: {_choice(options, right)}</p>" for label, options, right in choices)
    lines = []
    for item, value in solution.items():
        field = _yes_or_no(value) if isinstance(shape, Ticks) else _value(exercise, item, value)
        lines.append(f"<li>{html(item)}: {field}</li>")
    return "<ul>" + "".join(lines) + "</ul>"


def _choice(options: Sequence[tuple[str, Sentence | str]], right: str) -> str:
    return "{1:MULTICHOICE:" + "~".join("=" * (text == right) + _cloze(str(label)) for text, label in options) + "}"


def _yes_or_no(ticked: bool) -> str:
    right, wrong = (_("yes"), _("no")) if ticked else (_("no"), _("yes"))
    return f"{{1:MULTICHOICE:={_cloze(str(right))}~{_cloze(str(wrong))}}}"


def _value(exercise: Exercise, item: str, value: Any) -> str:
    """Return a field for a value, with hints for wrong values."""
    hints = _hints(exercise, item)
    if is_whole(value):
        numbers = {f"{float(other):.10g}": hint for other, hint in hints.items() if isinstance(other, Fraction) or is_whole(other)}  # fmt: skip
        return _field("NUMERICAL", [str(value)], numbers)
    texts = {text: hint for other, hint in hints.items() for text in spellings(other)[:MAX_HINT_SPELLINGS]}
    return _field("SHORTANSWER", spellings(value), texts)


def _field(kind: str, right: Sequence[str], hints: Mapping[str, Sentence] = MappingProxyType({})) -> str:
    alternatives = [f"={_cloze(text)}" for text in right]
    alternatives += [f"%0%{_cloze(text)}#{_cloze(str(hint))}" for text, hint in hints.items()]
    return "{1:" + kind + ":" + "~".join(alternatives) + "}"


def _cloze(text: str) -> str:
    return text.translate(CLOZE_SIGNS)
