"""The style sheets with the shape of a board: see :func:`plyground.web.components.board_styles.shape_url`."""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException
from starlette.responses import Response

from plyground.web.components.static_files import CACHE_CONTROL
from plyground.web.connected.routing import Router

NUMBER = re.compile(r"[0-9.]{1,8}", re.ASCII)

router = Router()


@router.get("/shape.css")
async def board_shape(across: str = "", down: str = "", strips: str = "") -> Response:
    """Send custom properties with the width and height of a board, and the number of its player strips."""
    if not all(map(NUMBER.fullmatch, (across, down, strips))):
        raise HTTPException(404)
    rule = f":root {{ --across: {across}; --down: {down}; --strips: {strips}; }}\n"
    return Response(rule, media_type="text/css", headers={"Cache-Control": CACHE_CONTROL})
