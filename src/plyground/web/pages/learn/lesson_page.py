"""The pages of the room *Learn*: the list of lessons, and each step of a lesson; plain HTML forms, and a tree
to change once its question is answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from plyground.errors import PlygroundError, SpecError
from plyground.i18n import Sentence, _, language
from plyground.searches.tally import Tally
from plyground.stepping.view import StepsState
from plyground.teaching.exercises.form_fields import Given, check_form, in_words
from plyground.teaching.lessons.course import course
from plyground.teaching.lessons.lesson import Lesson
from plyground.teaching.lessons.questions.generated_trees import bare_text
from plyground.teaching.lessons.questions.question import Question, Reply, TreeQuestion
from plyground.web.components.templates import fragment
from plyground.web.components.themed_svg import LEAST_PART, picture
from plyground.web.components.tree_steps.film_jobs import lesson_steps
from plyground.web.urls.learn_url import LessonQuery, given_in
from plyground.web.urls.trees_url import TreeQuery


class TouchedTree(NamedTuple):
    """The tree of a question that was answered: a reader can change it. Around it stands fixed HTML."""

    query: TreeQuery
    state: StepsState
    head: str
    above: str
    below: str


class LessonPage(NamedTuple):
    """The content of one step of a lesson."""

    title: str
    body: str = ""  # the whole content, if there is no tree that can be changed
    right: bool | None = None  # True if the prediction is right; None without a prediction
    given: str = ""  # prediction in words
    touched: TouchedTree | None = None


def list_page(folder: Path | None) -> LessonPage:
    """Return the page with all lessons."""
    return LessonPage(str(_("Learn")), fragment("lessons.html", lessons=list(course(language(), folder).values())))


def lesson_page(query: LessonQuery, tally: Tally, folder: Path | None) -> LessonPage:
    """Return the page of one step of a lesson. Raise :class:`PlygroundError`."""
    lessons = course(language(), folder)
    if query.name not in lessons:
        raise SpecError(_("There is no lesson “{name}”.", name=query.name[:40]))
    lesson = lessons[query.name]
    query = query._replace(step=min(query.step, len(lesson.parts)))
    part = lesson.parts[query.step - 1]
    values: dict[str, Any] = {"lesson": lesson, "query": query, "part": part, "next": _next(lessons, lesson, query)}
    values |= {"question": part.question, "touched": False}
    page = LessonPage(lesson.title)
    if part.question is not None:
        values |= _question(query, part.question, tally)
        if values["reply"] is not None and not query.shown:
            page = page._replace(right=values["reply"].right, given=in_words(part.question.fields, values["given"]))
        searched = tree_query(part.question)
        if values["reply"] is not None and searched is not None:
            values["touched"] = True
            parts = (fragment(f"lesson_{part}.html", **values) for part in ("head", "above", "below"))
            return page._replace(touched=TouchedTree(searched, lesson_steps(searched, tally), *parts))
    return page._replace(body=fragment("lesson.html", **values))


def tree_query(question: Question) -> TreeQuery | None:
    """Return the searches of the tree of a question; None if it is not about a tree."""
    search = question.tree_search if isinstance(question, TreeQuestion) else None
    if search is None:
        return None
    return TreeQuery(
        tree=bare_text(search.tree), algorithm=",".join(search.algorithms), convention=search.convention,
        depth=str(search.depth or ""),
    )  # fmt: skip


def _next(lessons: Mapping[str, Lesson], lesson: Lesson, query: LessonQuery) -> dict[str, Any]:
    """Return the link to the next step, the next lesson, or all lessons."""
    if query.step < len(lesson.parts):
        return {"url": query.url(query.step + 1), "words": _("Next step")}
    names = list(lessons)
    for name in names[names.index(lesson.name) + 1 :]:
        return {"url": f"/learn/{quote(name)}", "words": _("Next lesson: {title}", title=lessons[name].title)}
    return {"url": "/learn", "words": _("All lessons")}


def _question(query: LessonQuery, question: Question, tally: Tally) -> dict[str, Any]:
    """Return the template values of a question and, after an answer, of the reply to it."""
    given = given_in(query.items)
    reply, trouble = _reply(query, question, given, tally)
    pictures = [
        {
            "is_board": shown.is_board,
            "html": picture(shown.drawn, shown.words, 0.0 if shown.is_board else LEAST_PART),
            "caption": shown.caption,
        }
        for shown in question.pictures(answered=reply is not None)
    ]
    return {
        "pictures": pictures,
        "asked": question.asked(tally),
        "given": question.solution(tally) if reply is not None and query.shown else given,
        "reply": reply,
        "trouble": trouble,
    }


def _reply(query: LessonQuery, question: Question, given: Given, tally: Tally) -> tuple[Reply | None, Sentence | str]:
    """Return (reply or None, reason why the prediction cannot be read)."""
    if not (query.predicted or query.shown):
        return None, ""
    try:
        if not query.shown:
            check_form(question.fields, given)
        return question.reply({} if query.shown else given, tally), ""
    except PlygroundError as error:
        return None, error.sentence
