"""The page of learning: the form, the progress, and what can be done with the evaluation."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from plyground.core.game import Game
from plyground.errors import SpecError
from plyground.games import game as game_named
from plyground.i18n import Number, Sentence, _, _n
from plyground.learning.learn import MASTERS, LearningProgress, bot_text, gain_sentence
from plyground.learning.weights_file import parsed
from plyground.searches.demands import refuse_demands
from plyground.web.components.page_layout import render
from plyground.web.learning_keeper import SECONDS, LearningRun
from plyground.web.services import Services
from plyground.web.urls import game_url


class Row(NamedTuple):
    """One report, as the table shows it."""

    games: Number
    error: Number
    gain: str  # against the version before
    is_kept: bool


def learnable(game_text: str) -> Game:
    """Return a game that can be learned. Raise :class:`PlygroundError`."""
    game = game_named(game_text)
    refuse_demands(game.start, MASTERS, "learn")
    return game


def seconds_of(text: str) -> float:
    """Return the time to learn that a form names. Raise :class:`SpecError`."""
    if text not in map(str, SECONDS):
        raise SpecError(_("Choose one of these times: {seconds} seconds.", seconds=", ".join(map(str, SECONDS))))
    return float(text)


def learning_page(request: Request, game: Game, trouble: Sentence | str = "") -> Response:
    """Return the page with the form and the progress so far."""
    run = Services.of(request).learning.find(game.name)
    is_learned = run is not None and bool(run.content) and not run.is_running
    return render(
        request,
        "evaluation.html",
        400 if trouble else 200,
        title=_("Learn an evaluation: {game}", game=game.title),
        path=f"/evaluation/{quote(game.name, safe=':=,')}",
        times=[(str(each), _n("{count} second", "{count} seconds", each)) for each in SECONDS],
        run=run,
        looks=Number(run.looks) if run else None,
        rows=[_row(each) for each in run.reports] if run else [],
        play=_play_url(game, run) if run and is_learned else "",
        gain=gain_sentence(parsed(run.evaluation, run.content)) if run and is_learned else "",
        trouble=trouble or (run and run.trouble) or "",
    )


def _row(news: LearningProgress) -> Row:
    told = news.duels[0] if news.kept else news.duels[-1]
    value, low, high = (Number(round(each)) for each in told.elo)
    gain = str(_("{elo} Elo (95 %: {low} to {high})", elo=value, low=low, high=high))
    return Row(Number(news.games), Number(news.error, 3), gain, news.kept)


def _play_url(game: Game, run: LearningRun) -> str:
    """Return the address of a game against a bot with what was learned."""
    seats, match = game_url.parse(game.name, {game.sides[-1].lower(): bot_text(game, run.evaluation)})
    return game_url.format(seats, match)
