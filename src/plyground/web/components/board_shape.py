"""The shape of a board for the style sheets, which keep its place until the browser has drawn it."""

from __future__ import annotations

from plyground.core.picture import Picture, cell_height, extent


def board_shape(picture: Picture) -> str:
    """Return the custom properties ``--across`` and ``--down``: the width and height of a board, in widths of a cell."""
    across, down = extent(picture)
    return f"--across: {across:.3g}; --down: {down * cell_height(picture):.3g}"
