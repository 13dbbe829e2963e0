"""Nim: take any number of stones from one heap (C. L. Bouton 1901)."""

from __future__ import annotations

from plyground.game import Game
from plyground.games.heaps import heaps_game, numbers_of
from plyground.language import _
from plyground.spec import write

MOST_STONES = 20
"""Stones of a heap, which are drawn in a row."""


def make(heaps: str, play: str) -> Game:
    """Nim with heaps such as ``3-4-5``, in ``normal`` or ``misere`` play; raises :class:`SpecError`."""
    sizes = numbers_of(heaps, "nim", "heaps", MOST_STONES)
    written = "-".join(map(str, sizes))
    chosen = {"heaps": (written, "3-4-5"), "play": (play, "normal")}
    misere = play == "misere"
    return heaps_game(
        write("nim", {name: value for name, (value, default) in chosen.items() if value != default}),
        _("Nim, misère: {heaps}", heaps=written) if misere else _("Nim: {heaps}", heaps=written),
        _("Each side takes stones from one heap, as many as it likes. Who takes the last stone of all loses.")
        if misere
        else _("Each side takes stones from one heap, as many as it likes. Who takes the last stone of all wins."),
        sizes,
        tuple(range(1, max(sizes) + 1)),
        misere,
        "C. L. Bouton (1901), Nim, a game with a complete mathematical theory",
    )
