"""The room *Learn*: the list of lessons, and each step of one as an address; plain forms that need no script.

``/learn/minimax?step=2&item.B=3&predicted=1`` is the second step with a prediction; ``shown=1`` shows the answer to who
has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from plyground.errors import ExerciseError, PlygroundError, SpecError
from plyground.interfaces.web.files import BASE
from plyground.interfaces.web.form import ITEM, fields_as_html, given_in
from plyground.interfaces.web.markup import said
from plyground.interfaces.web.pictures import picture
from plyground.language import Number, Sentence, _, _n, capital, language
from plyground.lessons.course import course
from plyground.lessons.form import Given
from plyground.lessons.lesson import Lesson, Part
from plyground.lessons.questions.question import Picture, Question, Reply, Table
from plyground.search.tally import Tally

LONGEST = 2000
"""Characters of one field."""
MOST = 200
"""Fields of an address."""


class Visited(NamedTuple):
    """What an address asks for: a step of a lesson, and perhaps a prediction."""

    name: str
    step: int = 1
    items: tuple[tuple[str, str], ...] = ()
    predicted: bool = False
    shown: bool = False

    @classmethod
    def parse(cls, name: str, query: Iterable[tuple[str, str]]) -> Visited:
        """What a query asks for; what is unknown in it is left out."""
        pairs = [(key, text[:LONGEST].strip()) for key, text in query][:MOST]
        known = dict(pairs)
        step = known.get("step", "")
        number = int(step) if step.isascii() and step.isdecimal() and len(step) < 4 else 1
        items = tuple((key, text) for key, text in pairs if key.startswith(ITEM))
        return cls(name, max(1, number), items, "predicted" in known, "shown" in known)


def list_page(folder: Path | None) -> Page:
    """The page with all lessons."""
    done = _("done: {count}")
    rows = "".join(
        f'<li class="panel" data-lesson="{escape(each.name)}" data-steps="{len(each.parts)}">'
        f'<h2><a href="{_address(each.name)}">{escape(each.title)}</a></h2><p>{escape(each.about)}</p>'
        f'<p class="source">{said(_steps_of(each))}'
        f'<span class="progress" data-words="{said(done)}"></span></p></li>'
        for each in course(language(), folder).values()
    )
    lead = _("Short lessons with the real searches and games. Each step asks you to predict first: whoever has committed to an answer sees more in what comes.")  # fmt: skip
    title = _("Learn")
    return _page(
        title,
        f'<h1>{said(title)}</h1><p class="lead">{said(lead)}</p><ol class="lessons">{rows}</ol>',
    )


def lesson_page(visited: Visited, tally: Tally, folder: Path | None) -> Page:
    """The page of one step of a lesson; raises :class:`PlygroundError`."""
    lessons = course(language(), folder)
    if visited.name not in lessons:
        raise SpecError(_("There is no lesson “{name}”.", name=visited.name[:40]))
    lesson = lessons[visited.name]
    number = min(visited.step, len(lesson.parts))
    part = lesson.parts[number - 1]
    body = _steps(lesson, number) + _part(
        visited._replace(step=number), lesson, part, tally, _next(lessons, lesson, number)
    )
    return _page(
        lesson.title, f'<div class="lesson" data-lesson="{escape(lesson.name)}" data-step="{number}">{body}</div>'
    )


def _steps_of(lesson: Lesson) -> Sentence:
    return _n("{count} step", "{count} steps", len(lesson.parts))


class Page(NamedTuple):
    """What stands in the frame of the page."""

    title: str
    body: str


def _page(title: Sentence | str, body: str) -> Page:
    return Page(str(title), f'{body}<script type="module" src="{quote(BASE)}/learn.js"></script>')


def _steps(lesson: Lesson, number: int) -> str:
    """Every step of the lesson, this one marked."""
    current = ' aria-current="step"'
    rows = "".join(
        f'<li><a href="{_address(lesson.name, place)}" data-step="{place}"'
        f"{current if place == number else ''}>{escape(part.title)}</a></li>"
        for place, part in enumerate(lesson.parts, 1)
    )
    named, all_lessons = _("Steps of the lesson"), _("All lessons")
    return (
        f'<div class="steps"><a href="/learn">{said(all_lessons)}</a><h1>{escape(lesson.title)}</h1>'
        f'<nav aria-label="{said(named)}"><ol>{rows}</ol></nav></div>'
    )


def _next(lessons: Mapping[str, Lesson], lesson: Lesson, number: int) -> str:
    """The button that goes on: to the next step, the next lesson, or back to all of them."""
    if number < len(lesson.parts):
        return _button(_address(lesson.name, number + 1), _("Next step"))
    names = list(lessons)
    following = names[names.index(lesson.name) + 1 :]
    if following:
        title = lessons[following[0]].title
        return _button(_address(following[0]), _("Next lesson: {title}", title=title))
    return _button("/learn", _("All lessons"))


def _part(visited: Visited, lesson: Lesson, part: Part, tally: Tally, further: str) -> str:
    """A step: what is told, the question and, once there was an answer, the real thing."""
    place = _("Step {number} of {count}", number=visited.step, count=len(lesson.parts))
    pieces = [f'<p class="source">{said(place)}</p><h2>{escape(part.title)}</h2><div class="told">{part.text}</div>']
    question = part.question
    if question is None:
        pieces.append(f'<p class="actions">{further}</p>')
    else:
        given = given_in(visited.items)
        reply, trouble = _reply(visited, question, given, tally)
        pieces += map(_picture, question.pictures(answered=reply is not None))
        pieces.append(_form(visited, question, given, reply, tally))
        pieces.append(trouble)
        if reply is not None:
            pieces.append(_verdict(reply, predicted=not visited.shown))
            pieces.append(f'<div class="told">{part.afterwards}</div><p class="actions">{further}</p>')
    return f'<section class="panel show">{"".join(pieces)}</section>'


def _picture(shown: Picture) -> str:
    kind = "room board-picture" if shown.is_board else "room"
    return f'<div class="{kind}" tabindex="0">{picture(shown.drawn, shown.words)}</div>'


def _reply(visited: Visited, question: Question, given: Given, tally: Tally) -> tuple[Reply | None, str]:
    """The reply, or else what is wrong with the prediction."""
    if not (visited.predicted or visited.shown):
        return None, ""
    try:
        if visited.predicted and not given and not all(field.is_tick for field in question.fields):
            raise ExerciseError(_("Predict first: a guess will do."))
        return question.reply({} if visited.shown else given, tally), ""
    except PlygroundError as error:
        return None, f'<p id="verdict" class="trouble" role="alert">{said(error)}</p>'


def _form(visited: Visited, question: Question, given: Given, reply: Reply | None, tally: Tally) -> str:
    asked = said(question.asked(tally))
    show = f"{_address(visited.name, visited.step)}&shown=1#verdict"
    no_idea = _("I cannot say: show me")
    give_up = "" if reply else f'<a class="button quiet" href="{show}">{said(no_idea)}</a>'
    kind = "" if reply else "primary"
    signs = reply.fields if reply else {}
    words = _("Predict again") if reply else _("Check my prediction")
    return (
        f'<form class="form" action="/learn/{quote(visited.name)}#verdict"><p class="asked" id="asked">{asked}</p>'
        f'<input type="hidden" name="step" value="{visited.step}">'
        f'<div class="answers" role="group" aria-labelledby="asked">{fields_as_html(question.fields, given, signs)}</div>'
        f'<p class="actions"><button class="{kind}" name="predicted" value="1">{said(words)}</button>{give_up}</p></form>'
    )


def _verdict(reply: Reply, *, predicted: bool) -> str:
    """What is said of the prediction, with its table and where to look further."""
    first = (_("As you predicted.") if reply.right else _("Not as you predicted.")) if predicted else _("This is the answer.")  # fmt: skip
    lines = "".join(f"<p>{said(sentence)}</p>" for sentence in (first, *reply.sentences))
    links = "".join(f'<a class="button" href="{escape(link.address)}">{said(link.words)}</a>' for link in reply.links)
    return (
        f'<div id="verdict" class="mark" role="status" tabindex="-1" autofocus>{lines}</div>{_table(reply.table)}'
        + (f'<p class="actions">{links}</p>' if links else "")
    )


def _table(table: Table | None) -> str:
    if table is None:
        return ""
    head = "".join(
        f'<th scope="col"{_look(cell)}>{escape(capital(words))}</th>'
        for words, cell in zip(table.columns, table.rows[0], strict=True)
    )
    rows = "".join(
        f'<tr><th scope="row">{said(first)}</th>{"".join(map(_cell, cells))}</tr>' for first, *cells in table.rows
    )
    return f'<div class="scroll" tabindex="0"><table class="costs"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cell(cell: object) -> str:
    return f"<td{_look(cell)}>{said(cell)}</td>"


def _look(cell: object) -> str:
    """Words stand to the left, numbers to the right."""
    return "" if isinstance(cell, Number | str) else ' class="words"'


def _button(address: str, words: Sentence) -> str:
    return f'<a class="button primary" href="{address}">{said(words)}</a>'


def _address(name: str, step: int = 0) -> str:
    return f"/learn/{quote(name)}" + (f"?step={step}" if step else "")
