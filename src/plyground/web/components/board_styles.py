"""Styles that follow from a game's picture: the colours of its sides, as classes of page.css and game.css, and the
shape of its board.
"""

from __future__ import annotations

from plyground.core.game import Game
from plyground.core.picture import Picture, cell_height, extent, lower_side, material, side_tone

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


def board_shape(picture: Picture) -> str:
    """Return the custom properties ``--across`` and ``--down``: the width and height of a board, in widths of a cell.

    With them the style sheets keep its place until the browser has drawn it.
    """
    across, down = extent(picture)
    if material(picture) == "track":  # its cells are points, which are not drawn one by one
        across, down = TRACK_ACROSS, down * TRACK_ACROSS / across
    return f"--across: {across:.3g}; --down: {down * cell_height(picture):.3g}"
