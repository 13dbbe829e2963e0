"""What a visitor has kept: to go on with, to take along, to delete."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from functools import lru_cache
from html import escape
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from babel.dates import format_datetime
from babel.numbers import format_percent
from fastapi.responses import Response

from plyground.errors import PlygroundError
from plyground.games import game as game_named
from plyground.interfaces.news import verdict
from plyground.interfaces.web.address import parse
from plyground.interfaces.web.frame import Frame
from plyground.interfaces.web.markup import said
from plyground.interfaces.web.tree_address import Wanted
from plyground.language import Sentence, _, _n, language
from plyground.lessons.gallery import gallery
from plyground.lessons.kinds import KINDS
from plyground.plugins import blamed
from plyground.store.kept import Answered, Kept
from plyground.store.store import MOST, Store

REPLAYING = 0.5
"""Seconds of computing in which kept games are played again for a list of them: a long one of Othello takes a tenth."""


class Told(NamedTuple):
    """What a list says of a kept game."""

    title: Sentence | str
    details: tuple[Sentence, ...]


def mine_page(frame: Frame, store: Store, token: str) -> Response:
    """The list."""
    pages, answers = store.kept(token), store.answered(token)
    heading, about = (
        _("My work"),
        _("What you do here is kept on this server, under a mark that only this browser has."),
    )
    body = f"<h1>{said(heading)}</h1><p>{said(about)}</p>"
    for title, nothing, rows in (
        (_("Games played"), _("No game yet."), _games([page for page in pages if page.room == "play"])),
        (_("Trees"), _("No tree yet."), [_tree(page) for page in pages if page.room == "trees"]),
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


def _tree(page: Kept) -> str:
    wanted = Wanted.parse(parse_qsl(urlsplit(page.address).query))
    return f'<li><a href="{escape(page.address)}">{said(wanted.title)}</a> {when(page.changed)}</li>'


def _games(pages: list[Kept]) -> list[str]:
    """Each game with who played it, how it stands and how long it is: a visitor may play the same one again and again.

    For that they are played again, the newest first, as many as :data:`REPLAYING` allows; of the others, and of games that are
    no longer installed, it is said what they are and how long.
    """
    until = time.thread_time() + REPLAYING
    return [_game(page, (time.thread_time() < until and _played(page.address)) or _shortly(page)) for page in pages]


def _game(page: Kept, told: Told) -> str:
    details = "".join(f' <span class="source">{said(each)}</span>' for each in told.details)
    return f'<li><a href="{escape(page.address)}">{said(told.title)}</a>{details} {when(page.changed)}</li>'


def _shortly(page: Kept) -> Told:
    """What the address alone tells."""
    parts = urlsplit(page.address)
    moves = dict(parse_qsl(parts.query)).get("moves", "")
    try:
        title: Sentence | str = game_named(unquote(parts.path.removeprefix("/play/"))).title
    except PlygroundError:
        title = page.title
    return Told(title, (_length(len(moves.split("-")) if moves else 0),))


def _length(moves: int) -> Sentence:
    return _n("{count} move", "{count} moves", moves)


@lru_cache(maxsize=MOST)
def _played(address: str) -> Told | None:
    """What is told of a game once it is played again, which is kept; ``None`` where it cannot be."""
    parts = urlsplit(address)
    try:
        seats, match = parse(unquote(parts.path.removeprefix("/play/")), dict(parse_qsl(parts.query)))
    except PlygroundError:
        return None
    except Exception as error:
        if blamed(error) is None:
            raise
        return None
    players = [
        _("{side}: {player}", side=side, player=seat.player.card.title)
        for side, seat in zip(match.game.sides, seats, strict=True)
    ]
    stands = verdict(match) or _("Not over yet.")
    return Told(match.game.title, (*players, stands, _length(match.ply)))


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
