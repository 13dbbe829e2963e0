"""The routes of the room of games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.arena import match_file
from plyground.arena.game_text import FileGame, FileGames, player_tags, read_games, write_game
from plyground.arena.match import Match
from plyground.arena.match_file import Saved
from plyground.errors import PlygroundError, SpecError
from plyground.games import game as game_named
from plyground.games.game_notations import game_notation
from plyground.i18n import _, _n
from plyground.presentation.boards.position_editor import usual_game, with_start_in_name
from plyground.presentation.default_players import players as default_players
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.opponents import FIRST_LEVEL
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.pages.game.device import Device
from plyground.web.pages.game.page import GamePage
from plyground.web.pages.game.read_ahead import read_page_ahead
from plyground.web.services import Services
from plyground.web.urls import game_url
from plyground.web.urls.game_url import seat
from plyground.web.work_keeper import WorkKeeper

PAGE_LIFETIME_S = 3
"""Seconds for which a page and its computations are kept after it was closed or lost its connection."""

MAX_LISTED_GAMES = 200
"""Most games of a file that are listed."""

router = Router()


@router.page("/play/{game}", reconnect_timeout_s=PAGE_LIFETIME_S, before=[read_page_ahead])
def play(game: str, request: Request) -> Response | None:
    """Show the board of a game."""
    frame, services = PageLayout.of(request), Services.of(request)
    try:
        level = partial(frame.preferences.level, usual=FIRST_LEVEL)
        seats, match = game_url.parse(game, request.query_params, level)
    except PlygroundError as error:
        return notice(frame, _("This link cannot be opened"), error.sentence, 400)
    keeper = services.keeper(request)
    match, resigned, watched = _with_comments(keeper, seats, match, request)
    page = GamePage(
        frame,
        GameSession(seats, match, chance_waits=True, resigned=resigned, watched=watched),
        services.bot_workers(request),
        services.room_workers(request),
        services.compiler_workers(request),
        keeper,
        Device(services.device) if services.device else None,
    )
    page.build(next((press for press in ("why", "explore") if press in request.query_params), ""))
    return None


@router.get("/play/{game}/file")
def save_game(game: str, request: Request) -> Response:
    """Return a game as a file."""
    frame = PageLayout.of(request)
    try:
        seats, match = game_url.parse(game, request.query_params)
    except PlygroundError as error:
        return notice(frame, _("This link cannot be opened"), error.sentence, 400)
    match, _resigned, _watched = _with_comments(Services.of(request).keeper(request), seats, match, request)
    players = tuple(taken.text for taken in seats)
    name = request.query_params.get("notation")
    if name:
        try:
            chosen = game_notation(match.game, name)
            text = write_game(match, name, player_tags(match.game, [taken.name or taken.text for taken in seats]))
        except PlygroundError as error:
            return notice(frame, _("This link cannot be opened"), error.sentence, 400)
        headers = {"Content-Disposition": f'attachment; filename="plyground-game{chosen.suffix}"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
    content = match_file.write(match, players)
    headers = {"Content-Disposition": 'attachment; filename="plyground-game.json"'}
    return Response(content, media_type="application/json", headers=headers)


@router.post("/play/file")
async def open_game(request: Request) -> Response:
    """Store the game of an uploaded file and show it."""
    frame = PageLayout.of(request)
    names: tuple[str, ...] = ()
    try:
        content = await _uploaded_file(request)
        game = request.query_params.get("game", "")
        if content[:1] in (b"{", b"") or not game:
            saved = match_file.read(content)
        else:
            games = await run_in_threadpool(
                read_games, usual_game(game_named(game)), content
            )  # a large tree takes seconds
            if len(games) > 1 or (games and games[0].messages):
                return _list_of_games(frame, games, game)
            saved, names = _saved(FileGames(games).chosen())
        seats = tuple(
            seat(text, saved.match.game, name) for text, name in zip_longest(saved.players, names, fillvalue="")
        )
    except PlygroundError as error:
        return notice(frame, _("This file cannot be opened"), error.sentence, 400)
    url = game_url.format(seats, saved.match)
    if saved.match.moves:
        keeper = Services.of(request).keeper(request)
        keeper.page("play", saved.match.game.title, url, saved.match.comments)
        keeper.close()
    return RedirectResponse(url, 303)


def _saved(read: FileGame) -> tuple[Saved, tuple[str, ...]]:
    """Return a game of a file as it is opened on the page, and its players' names: two people who are named play it."""
    match = with_start_in_name(read.match)
    people = ("human",) * len(match.game.sides)
    return Saved(match, people if read.players else default_players(match.game)), read.players


def _list_of_games(frame: PageLayout, games: Sequence[FileGame], game: str) -> Response:
    """Return a page on which a game of a file is chosen; it tells what was repaired."""
    rows = []
    for number, each in enumerate(games[:MAX_LISTED_GAMES], 1):
        title = each.title or _("Game {number}", number=number)
        moves = _n("{count} move", "{count} moves", each.match.ply)
        tags = {
            name: text for name, text in each.tags.items() if name != "Round"
        }  # the number of a game that stands alone
        rows.append((number, title, moves, each.messages, write_game(each.match, "", tags)))
    told = _n("There is {count} game in this file.", "There are {count} games in this file.", len(games))
    return frame.render("games.html", title=_("Choose a game"), told=told, games=rows, game_name=game)


def _with_comments(
    keeper: WorkKeeper, seats: tuple[Seat, ...], match: Match, request: Request
) -> tuple[Match, int | None, bool]:
    """Return a match with the visitor's comments, the side that has resigned, and True if others played the match."""
    resigned = game_url.resigned_side(match.game, request.query_params)
    watched = game_url.is_watched(request.query_params)
    written = keeper.comments("play", game_url.format(seats, match, resigned, watched=watched))
    for number, text in enumerate(written[: len(match.moves)], 1):
        match = match.commented(number, text)
    return match, resigned, watched


async def _uploaded_file(request: Request) -> bytes:
    """Return the uploaded file of a form; empty if there is none. Raise :class:`SpecError` if it is too large."""
    length = request.headers.get("content-length", "")
    if not (length.isdecimal() and len(length) < 10 and int(length) <= match_file.MAX_FILE_BYTES):
        raise SpecError(_("A file of a game has at most {bytes} bytes.", bytes=match_file.MAX_FILE_BYTES))
    try:
        async with request.form(max_files=1, max_fields=1) as form:
            file = form.get("file")
            return await file.read() if isinstance(file, UploadFile) else str(file or "").encode()
    except HTTPException as error:
        if error.status_code != 400:
            raise
        raise SpecError(_("The form cannot be read: choose the file again.")) from None
