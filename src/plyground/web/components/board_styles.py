"""Styles that follow from a game's picture: the colours of its sides, as classes of page.css and game.css, and the
style sheet with the shape of its board.
"""

from __future__ import annotations

from urllib.parse import urlencode

from plyground.core.game import Game
from plyground.core.picture import Picture, cell_height, extent, lower_side, material, shear, side_tone

HEAD, SIDE, TIP, EDGE = 0.34, 0.3, 0.08, 0.06
"""Room for the words above the columns and beside the rows, for the tips of hexagons, and at the edge.

In widths of a cell, as in ``board/grid.js``.
"""
COLOURS = 6
"""Sides with their own colour (page.css). Names and marks always differ."""

TRACK_ACROSS = 8.0
"""Width of the drawing of a score, in widths of a usual cell."""


def side_classes(game: Game, side: int) -> str:
    """Return the CSS classes that give an element the colour of a side."""
    tone = side_tone(game.picture, side)
    return f"side-{side % COLOURS}" + (f" {tone}-side" if tone else "")


def lower_bar(game: Game) -> int | None:
    """Return the side whose pieces or points are in the lower half of the board; None if there is no such side."""
    return 1 if material(game.picture) == "track" else lower_side(game.picture, game.sides, game.start)


def shape_url(picture: Picture, strips: int = 2) -> str:
    """Return the URL of the style sheet that keeps the place of a board until the browser has drawn it.

    It sets the width and height of the drawn board, in widths of a cell, and the number of player strips at the board.
    The page's security policy allows no styles in the page itself.
    """
    across, down = extent(picture)
    has_words_outside = material(picture) != "squares"
    across += 2 * EDGE + (SIDE if picture.rows and has_words_outside else 0)
    down = (
        down * cell_height(picture)
        + 2 * EDGE
        + (HEAD if picture.columns and has_words_outside else 0)
        + (2 * TIP if shear(picture) else 0)
    )
    if material(picture) == "track":  # its cells are points, which are not drawn one by one
        across, down = TRACK_ACROSS, down * TRACK_ACROSS / across
    return "/shape.css?" + urlencode({"across": f"{across:.4g}", "down": f"{down:.4g}", "strips": strips})
