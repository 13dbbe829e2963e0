"""Nim: take any number of stones from one heap (C. L. Bouton 1901)."""

from __future__ import annotations

from plyground.game import Game
from plyground.games.heaps import heaps_game, numbers_of
from plyground.language import Sentence, _
from plyground.spec import write

HEAPS = "3-4-5"
MOST_STONES = 20
"""Stones of a heap, which are drawn in a row."""


def make(heaps: str, play: str) -> Game:
    """Nim with heaps such as ``3-4-5``, in ``normal`` or ``misere`` play; raises :class:`SpecError`."""
    sizes = numbers_of(heaps, "nim", "heaps", MOST_STONES)
    written = "-".join(map(str, sizes))
    chosen = {"heaps": (written, HEAPS), "play": (play, "normal")}
    misere = play == "misere"
    return heaps_game(
        write("nim", {name: value for name, (value, default) in chosen.items() if value != default}),
        _title(written, misere),
        _(
            "Each side takes stones from one heap, as many as it likes; on the board, press on the third stone of a row to take three. Who takes the last stone of all loses."
        )
        if misere
        else _(
            "Each side takes stones from one heap, as many as it likes; on the board, press on the third stone of a row to take three. Who takes the last stone of all wins."
        ),
        sizes,
        tuple(range(1, max(sizes) + 1)),
        misere,
        "C. L. Bouton (1901)",
    )


def _title(heaps: str, misere: bool) -> Sentence:
    if misere:
        return _("Nim, misère: {heaps}", heaps=heaps)
    return _("Nim") if heaps == HEAPS else _("Nim: {heaps}", heaps=heaps)
