"""My work: a visitor's games, trees and answers, which can be continued, saved and deleted."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from plyground.core.position import Demand
from plyground.errors import PlygroundError
from plyground.games import game as game_named
from plyground.i18n import Sentence, _, percentage
from plyground.native.targets.target import IN_BROWSER
from plyground.searches.threadless import thread_time
from plyground.store.records import KeptAnswer, KeptPage
from plyground.store.saved_work import write_work
from plyground.store.store import Store
from plyground.web.components.classroom.teacher_only import has_own_host
from plyground.web.components.elements import when
from plyground.web.components.exercise_titles import exercise_title
from plyground.web.components.kept_games import moves_made, summary
from plyground.web.components.page_layout import render
from plyground.web.components.puzzle_progress import Progress, figures
from plyground.web.services import Services
from plyground.web.urls.trees_url import TreeQuery

REPLAY_BUDGET_S = 0.5
"""Seconds of CPU time for replaying games for the list: a long game of Othello takes 0.1 s."""


class Summary(NamedTuple):
    """The title and details of a kept game."""

    title: Sentence | str
    details: tuple[Sentence, ...]


class Row(NamedTuple):
    """An entry of a list."""

    url: str
    title: Sentence | str
    details: tuple[Sentence, ...]
    credit: str
    time: Markup
    picture_url: str = ""  # URL of the position on the board; "" if there is none to draw


def my_work_page(request: Request, store: Store, token: str, told: Sentence | str = "") -> Response:
    """Return the page that lists all work of the visitor with this token. ``told`` is a sentence above the list."""
    kept, own = store.kept(token), Services.of(request).own_games
    return render(
        request,
        "my_work.html",
        title=_("My work"),
        told=told,
        place=_("Your work is kept in this browser. Save it to a file to have it elsewhere.")
        if IN_BROWSER
        else _("Your work is kept on this server. Only this browser can see it, by its cookie."),
        games=game_rows([page for page in kept if page.room == "play"]),
        own_games=[_own_game_row(name) for name in own.names()] if has_own_host(request) else None,
        trees=[_tree_row(page) for page in kept if page.room == "trees"],
        answers=[_answer_row(answer) for answer in store.answered(token)],
        puzzles=figures(Progress.of(store.attempts(token), date.today())),
    )


def export(store: Store, token: str) -> Response:
    """Return all work of the visitor with this token as a JSON file."""
    content = write_work(store.everything(token))
    headers = {"Content-Disposition": 'attachment; filename="plyground-work.json"'}
    return Response(content, media_type="application/json", headers=headers)


def game_rows(pages: list[KeptPage]) -> list[Row]:
    """Return a row for each game: its players, its result and its length.

    For this, games are replayed, the newest first, within :data:`REPLAY_BUDGET_S`. Further games, and games that are no
    longer installed, have only a title and a length.
    """
    until = thread_time() + REPLAY_BUDGET_S
    rows = []
    for page in pages:
        told = (thread_time() < until and _replayed(page.address)) or _from_address(page)
        rows.append(Row(page.address, *told, "", when(page.changed), _picture_url(page.address)))
    return rows


def _picture_url(address: str) -> str:
    """Return the URL of a picture of a game's last position; empty if it cannot be drawn for everybody."""
    parts = urlsplit(address)
    name, moves = parts.path.removeprefix("/play/"), dict(parse_qsl(parts.query)).get("moves", "")
    try:
        game = game_named(unquote(name))
    except PlygroundError:
        return ""
    if not game.picture.width or game.demands & Demand.HIDDEN:
        return ""
    return f"/picture/{name}.svg?{urlencode({'moves': moves})}"


def _from_address(page: KeptPage) -> Summary:
    """Return a summary from the URL alone."""
    parts = urlsplit(page.address)
    moves = dict(parse_qsl(parts.query)).get("moves", "")
    try:
        title: Sentence | str = game_named(unquote(parts.path.removeprefix("/play/"))).title
    except PlygroundError:
        title = page.title
    return Summary(title, (moves_made(len(moves.split("-")) if moves else 0),))


def _replayed(address: str) -> Summary | None:
    """Return the summary of a game after replaying it; None if it cannot be replayed."""
    told = summary(address)
    if told is None:
        return None
    return Summary(told.title, (*told.players, told.result or _("Not over yet."), moves_made(told.moves)))


def _own_game_row(name: str) -> Row:
    return Row(f"/own/{name}", f"{name}.py", (), "", Markup(), _picture_url(f"/play/{name}"))


def _tree_row(page: KeptPage) -> Row:
    query = TreeQuery.parse(parse_qsl(urlsplit(page.address).query))
    return Row(page.address, query.title, (), "", when(page.changed))


def _answer_row(answer: KeptAnswer) -> Row:
    title = _("{exercise}, number {number}", exercise=exercise_title(answer.exercise), number=answer.number)
    credit = percentage(answer.credit)
    return Row(answer.address, title, (), credit, when(answer.at) if answer.at else Markup())
