"""Pictures of positions and animations of games: ``/picture/othello.svg?moves=f5``, ``.png`` and, animated, ``.gif``
and ``.apng``.
"""

from __future__ import annotations

from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.drawing.moving_picture import moving_picture
from plyground.drawing.png import png
from plyground.drawing.svg import board
from plyground.errors import PlygroundError
from plyground.games import game as game_named
from plyground.games.loading import cleared_with_games
from plyground.i18n import _, language
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.sample_matches import shown_match
from plyground.web.connected.routing import Router
from plyground.web.urls.game_url import parse

MEDIA = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "apng": "image/apng"}
"""The formats of pictures, and their media types."""
MAX_FRAMES = 120
"""Most positions of an animation; only the last positions of a longer game are shown."""

router = Router()


@router.get("/picture/{name}")
def picture(request: Request, name: str) -> Response:
    """Return the picture of a position, or the animation of a game; without moves, the picture of a typical
    position.
    """
    layout = PageLayout.of(request)
    game_text, _dot, kind = name.rpartition(".")
    if kind not in MEDIA:
        raise HTTPException(404)
    try:
        _seats, match = parse(game_text, request.query_params)
        match = match if match.ply else shown_match(match.game)
        content = _made(match.game.name, match.format(), kind, language())
    except PlygroundError as error:
        return notice(layout, _("This picture cannot be drawn"), error.sentence, 400)
    return Response(content, media_type=MEDIA[kind], headers={"Cache-Control": "max-age=3600"})


@cleared_with_games
@lru_cache(maxsize=64)
def _made(name: str, moves: str, kind: str, spoken: str) -> bytes:
    """Return a picture. The language ``spoken`` is a key of the cache because the picture contains words."""
    game = game_named(name)
    match = Match.parse(game, moves)
    if not game.picture.width or game.demands & Demand.HIDDEN:
        raise PlygroundError(_("{game} has no board to draw.", game=game.title))
    if kind == "svg":
        return _drawn(game, match.position).encode()
    if kind == "png":
        return png(_drawn(game, match.position))
    shown = match.positions[: match.ply + 1][-MAX_FRAMES:]
    return moving_picture([png(_drawn(game, position)) for position in shown], kind)


def _drawn(game: Game, position: object) -> str:
    return board(game, position, real=True)
