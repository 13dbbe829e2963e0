"""Nim: take any number of stones from one heap (C. L. Bouton 1901)."""

from __future__ import annotations

from plyground.core.game import Game
from plyground.core.spec import write
from plyground.games.built_in import changed
from plyground.games.heaps import heaps_game, numbers_of
from plyground.i18n import _

MAX_STONES = 20
"""Most stones of a heap; they are drawn in one row."""


def make(heaps: str, play: str) -> Game:
    """Return Nim with heaps such as ``3-4-5``, in ``normal`` or ``misere`` play. Raise :class:`SpecError`."""
    sizes = numbers_of(heaps, "nim", "heaps", MAX_STONES)
    written = "-".join(map(str, sizes))
    options, misere = changed("nim", heaps=written, play=play), play == "misere"
    title = _("Nim: {heaps}", heaps=written) if options else _("Nim")
    if misere:
        title = _("Nim, misère: {heaps}", heaps=written)
    return heaps_game(
        write("nim", options),
        title,
        _(
            "Each side takes any number of stones from one heap. On the board, press the third stone of a row to take three. The player who takes the last stone of all loses."
        )
        if misere
        else _(
            "Each side takes any number of stones from one heap. On the board, press the third stone of a row to take three. The player who takes the last stone of all wins."
        ),
        sizes,
        tuple(range(1, max(sizes) + 1)),
        misere,
        "C. L. Bouton (1901)",
    )
