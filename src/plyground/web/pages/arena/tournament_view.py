"""The page of one tournament: its games as they are played, its table, its chart, and its games to replay."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.drawing.svg import board
from plyground.errors import PlygroundError
from plyground.games import game as game_named
from plyground.games.loading import cleared_with_games
from plyground.i18n import Number, Sentence, _, _n, language
from plyground.presentation.game_session import Seat
from plyground.tournaments.game_play import BY_RULES
from plyground.tournaments.openings import Opening, from_position
from plyground.tournaments.standings import Standings, TestRow
from plyground.tournaments.standings_page import drawings, page
from plyground.tournaments.standings_text import (
    REASONS,
    Table,
    cross_table,
    facts,
    main_table,
    opening_table,
    pairing_table,
    pairing_words,
    value_table,
    winner_text,
)
from plyground.tournaments.tournament_process import LiveGame
from plyground.tournaments.tournament_record import Record, RecordedGame
from plyground.web.components.classroom.teacher_only import has_own_host
from plyground.web.components.move_list import position_html
from plyground.web.components.page_layout import render
from plyground.web.components.qr_code import qr_code
from plyground.web.components.templates import fragment
from plyground.web.components.themed_svg import picture
from plyground.web.services import Services
from plyground.web.tournament_keeper import KeptTournament, TournamentKeeper, renamed
from plyground.web.urls import game_url

MAX_LISTED_GAMES = 100
"""Most games in the list, from the end of the plan."""
MEDIA_TYPES = {"csv": "text/csv", "json": "application/json", "html": "text/html"}


class LiveBoard(NamedTuple):
    """A game that is being played."""

    players: str
    picture: Markup
    moves: str


class GameRow(NamedTuple):
    """A game in the list."""

    key: str
    url: str  # URL of the game's board; "" if it cannot begin at the opening's position
    players: str
    result: str
    reason: Sentence | str


class TestMeter(NamedTuple):
    """The state of a sequential test, from its lower bound to its upper one."""

    words: Sentence
    low: float
    high: float
    value: float


def tournament_page(request: Request, kept: KeptTournament) -> Response:
    """Return the page of a tournament. Raise :class:`PlygroundError` for a record that cannot be read."""
    services = Services.of(request)
    game = game_named(kept.game)
    address = f"{services.url.rstrip('/')}/arena/{kept.name}"
    code = ""
    if services.policy.code:
        code = qr_code(address).svg_inline(border=4, omitsize=True)
    return render(
        request,
        "tournament.html",
        title=_("Arena: {game}", game=game.title),
        parts=Markup(live_parts(request, kept)),
        name=kept.name,
        address=address,
        qr_code=Markup(code),
    )


def live_parts(request: Request, kept: KeptTournament) -> str:
    """Return the changing parts of the page as HTML."""
    keeper = Services.of(request).tournaments
    of = keeper.standings(kept.name)
    game = game_named(kept.game)
    names = keeper.shown_names(kept, [row.player for row in of.table])
    shown = renamed(replace(of, title=str(game.title)), lambda name: names.get(name, name))
    running = keeper.running
    is_running = running is not None and running.name == kept.name
    with Record(keeper.record_path(kept.name)) as record:
        begins = {each.number: Opening(position=each.position) for each in record.openings}
        played = record.played[-MAX_LISTED_GAMES:]
    boards = [
        _board(game, each, begins.get(each.opening, Opening()), names)
        for each in (running.news.games if running is not None and is_running else ())
    ]
    return str(
        fragment(
            "tournament_live.html",
            name=kept.name,
            teaches=has_own_host(request),
            is_running=is_running,
            is_hidden=kept.is_hidden,
            is_done=_is_over(of),
            state=_state(keeper, kept, of, is_running=is_running),
            fault=keeper.fault(kept.name),
            boards=boards,
            table=main_table(shown) if of.played else None,
            drawings=_drawings(shown) if of.played else [],
            meter=_meter(of.test),
            winner=winner_text(shown),
            facts=list(facts(shown))[2 if shown.winners else 1 :],  # the number of games and the winner stand above
            more=_more(shown),
            games=[_row(kept, game, each, begins, names) for each in reversed(played)],
        )
    )


def standings_file(request: Request, kept: KeptTournament, kind: str) -> Response:
    """Return the standings as a file of this kind."""
    keeper = Services.of(request).tournaments
    of = keeper.standings(kept.name)
    names = keeper.shown_names(kept, [row.player for row in of.table])
    of = renamed(replace(of, title=str(game_named(kept.game).title)), lambda name: names.get(name, name))
    content = of.csv() if kind == "csv" else of.json() if kind == "json" else page(of)
    headers = {"Content-Disposition": f'attachment; filename="{kept.name}.{kind}"'}
    return Response(content, media_type=f"{MEDIA_TYPES[kind]}; charset=utf-8", headers=headers)


def game_address(keeper: TournamentKeeper, kept: KeptTournament, key: str) -> str | None:
    """Return the URL of the board with the players and the moves of a game; None if it has no moves."""
    game = game_named(kept.game)
    with Record(keeper.record_path(kept.name)) as record:
        words = [move.word for move in record.moves(key)]
        bots = {taking_part.name: taking_part.bot for taking_part in record.players}
        playing = next((played.seats for played in record.played if played.key == key), ())
    if not words:
        return None
    try:
        match = _after(game, Opening(), tuple(words))
    except PlygroundError:  # the game begins at another position
        return None
    names = keeper.shown_names(kept, list(bots))
    seats = _seats(game, [names[name] for name in playing], [] if kept.is_hidden else [bots[name] for name in playing])
    return game_url.format(seats, match, watched=True)


def _seats(game: Game, names: Sequence[str], bots: Sequence[str]) -> tuple[Seat, ...]:
    """Return the seats of players with these names.

    The ``bots`` play if a link can name all of them. A link cannot name a file or a bot with a hidden name.
    """
    with suppress(PlygroundError):
        if bots:
            return tuple(game_url.seat(bot, game, name) for bot, name in zip(bots, names, strict=True))
    return tuple(game_url.seat("human", game, name) for name in names)


def _after(game: Game, begun: Opening, words: Sequence[str]) -> Match:
    match = Match(from_position(game, begun))
    for word in words:
        match = match.play(match.game.notation.parse_move(match.position, word))
    return match


def _state(keeper: TournamentKeeper, kept: KeptTournament, of: Standings, *, is_running: bool) -> Sentence:
    numbers = {"played": Number(of.played), "planned": Number(of.planned)}
    if not is_running:
        if _is_over(of):
            return _("The tournament is over: {played} games.", **numbers)
        return _("The tournament has stopped after {played} of {planned} games.", **numbers)
    if not of.planned:
        return _("The tournament is starting.")
    news = keeper.running.news if keeper.running is not None else None
    if news is None or news.seconds_left is None or of.test is not None:
        return _("The tournament is being played: {played} of {planned} games.", **numbers)
    return _(
        "The tournament is being played: {played} of {planned} games, about {seconds} s left.",
        seconds=Number(round(news.seconds_left)), **numbers,
    )  # fmt: skip


def _is_over(of: Standings) -> bool:
    """Return True if all games are played, or the sequential test has decided."""
    return of.played >= of.planned or (of.test is not None and of.test.accepted is not None)


def _board(game: Game, live: LiveGame, begun: Opening, names: dict[str, str]) -> LiveBoard:
    players = " – ".join(names.get(seat, seat) for seat in live.seats)
    drawn = _drawn(game.name, begun.position, live.words, language())
    count = len(live.words)
    return LiveBoard(players, drawn, str(_n("{count} move", "{count} moves", count)))


@cleared_with_games
@lru_cache(maxsize=64)
def _drawn(name: str, position: str, words: tuple[str, ...], spoken: str) -> Markup:
    """Return the board of a game after some moves as HTML. The language ``spoken`` is a key of the cache because the
    picture contains words.
    """
    game = game_named(name)
    try:
        match = _after(game, Opening(position=position), words)
    except PlygroundError:  # the opening is not written yet
        return Markup()
    shown, at = match.game, match.position
    if not game.picture.width:
        return Markup('<span class="written">{}</span>').format(position_html(shown, at))
    return picture(lambda theme: board(shown, at, theme=theme, real=True), " ".join(words))


def _drawings(of: Standings) -> list[Markup]:
    ratings = "; ".join(
        f"{row.player} {round(row.skill if row.skill is not None else row.elo or 0)}" for row in of.table
    )
    found = drawings(of)
    texts = [ratings] if len(found) == 1 else ["; ".join(map(pairing_words, of.pairings)), ratings]
    return [picture(partial(draw, of), words, 1.0) for draw, words in zip(found, texts, strict=True)]


def _meter(test: TestRow | None) -> TestMeter | None:
    if test is None:
        return None
    words = _(
        "Log-likelihood ratio {llr}, between {lower} and {upper}",
        llr=Number(test.llr, 2), lower=Number(test.lower, 2), upper=Number(test.upper, 2),
    )  # fmt: skip
    return TestMeter(words, test.lower, test.upper, min(max(test.llr, test.lower), test.upper))


def _more(of: Standings) -> list[tuple[str, Sentence, Table]]:
    """Return the further tables that have rows."""
    tables = [
        ("rounds", _("Rounds"), pairing_table(of)),
        ("cross", _("Cross table"), cross_table(of)),
        ("values", _("Results by value of the opening"), value_table(of)),
        ("openings", _("Openings"), opening_table(of)),
    ]
    return [(name, caption, table) for name, caption, table in tables if table[1]]


def _row(
    kept: KeptTournament, game: Game, played: RecordedGame, begins: dict[int, Opening], names: dict[str, str]
) -> GameRow:
    players = " – ".join(names.get(seat, seat) for seat in played.seats)
    result = " – ".join(_score(score) for score in played.scores)
    reason = "" if played.reason == BY_RULES else REASONS.get(played.reason, played.reason)
    has_board = not begins.get(played.opening, Opening()).position
    return GameRow(played.key, f"/arena/{kept.name}/game/{played.key}" if has_board else "", players, result, reason)


def _score(score: float) -> str:
    return "½" if score == 0.5 else f"{score:g}"
