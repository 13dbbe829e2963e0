"""What a visitor has kept: to go on with, to take along, to delete."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from html import escape
from urllib.parse import parse_qs, urlsplit

from babel.dates import format_datetime
from babel.numbers import format_percent
from fastapi.responses import Response

from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.markup import said
from plyground.language import Sentence, _, _n, language
from plyground.lessons.gallery import gallery
from plyground.lessons.kinds import KINDS
from plyground.store.kept import Answered, Kept
from plyground.store.store import Store


def mine_page(frame: Frame, store: Store, token: str) -> Response:
    """The list."""
    pages, answers = store.kept(token), store.answered(token)
    heading, about = (
        _("My work"),
        _("What you do here is kept on this server, under a mark that only this browser has."),
    )
    body = f"<h1>{said(heading)}</h1><p>{said(about)}</p>"
    for title, nothing, rows in (
        (_("Games played"), _("No game yet."), [_game(page) for page in pages if page.room == "play"]),
        (_("Trees"), _("No tree yet."), [_page(page) for page in pages if page.room == "trees"]),
        (_("Answers to exercises"), _("No answer yet."), list(map(_answer, answers))),
    ):
        listed = f'<ul class="kept">{"".join(rows)}</ul>' if rows else f"<p>{said(nothing)}</p>"
        body += f'<section class="panel"><h2>{said(title)}</h2>{listed}</section>'
    export, remove, sure = (
        _("Save everything of mine"),
        _("Delete everything of mine"),
        _("Yes, delete everything of mine"),
    )
    warning = _("It cannot be brought back.")
    body += (
        f'<div class="actions"><a class="button" href="/mine/export" download>{said(export)}</a>'
        f'<details class="remove"><summary>{said(remove)}</summary><form method="post" action="/mine/delete">'
        f"<p>{said(warning)}</p><button>{said(sure)}</button></form></details></div>"
    )
    return frame.page(heading, body)


def export(store: Store, token: str) -> Response:
    """All of it as a JSON file."""
    content = json.dumps(store.everything(token), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="plyground-work.json"'}
    return Response(content, media_type="application/json", headers=headers)


def _page(page: Kept) -> str:
    return f'<li><a href="{escape(page.address)}">{said(page.title)}</a> {when(page.changed)}</li>'


def _game(page: Kept) -> str:
    """A game is known by its length, too: a visitor may play the same one again and again."""
    moves = parse_qs(urlsplit(page.address).query).get("moves", [""])[0]
    length = _n("{count} move", "{count} moves", len(moves.split("-")) if moves else 0)
    return (
        f'<li><a href="{escape(page.address)}">{said(page.title)}</a> <span class="source">{said(length)}</span> '
        f"{when(page.changed)}</li>"
    )


def _answer(answer: Answered) -> str:
    title = _("{exercise}, number {number}", exercise=exercise_title(answer.exercise), number=answer.number)
    credit = format_percent(answer.credit, locale=language())
    moment = when(answer.at) if answer.at else ""
    return f'<li><a href="{escape(answer.address)}">{said(title)}</a> <strong>{said(credit)}</strong> {moment}</li>'


def exercise_title(exercise: str) -> Sentence | str:
    """What an exercise is called, by its kept name."""
    if exercise in KINDS:
        return KINDS[exercise].title
    return gallery()[exercise].title if exercise in gallery() else exercise


def when(moment: datetime) -> str:
    """A time of the store, as people here write it, in this computer's time zone."""
    here = moment.replace(tzinfo=UTC).astimezone()
    return f'<time datetime="{moment.isoformat()}Z">{said(format_datetime(here, "short", locale=language()))}</time>'
