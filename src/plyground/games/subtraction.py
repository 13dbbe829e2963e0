"""Subtraction games: a move takes one of a few numbers of stones from a heap (E. R. Berlekamp, J. H. Conway, R. K. Guy
1982).
"""

from __future__ import annotations

from plyground.core.game import Game
from plyground.core.spec import write
from plyground.games.built_in import changed
from plyground.games.heaps import heaps_game, numbers_of
from plyground.i18n import _


def make(heap: int, take: str) -> Game:
    """Return the game with a heap of this many stones; ``take`` lists the numbers that a move may take, such as
    ``1-2-3``. Raise :class:`SpecError`.
    """
    takes = tuple(sorted(set(numbers_of(take, "subtraction", "take", heap))))
    written = "-".join(map(str, takes))
    options = changed("subtraction", heap=heap, take=written)
    return heaps_game(
        write("subtraction", options),
        _("Subtraction game: {heap} stones, take {takes}", heap=heap, takes=written)
        if options
        else _("Subtraction game"),
        _(
            "Each side takes stones from a heap of {heap}: one of the numbers {takes}. On the board, press the second stone to take two. The side that cannot take any more loses.",
            heap=heap,
            takes=", ".join(map(str, takes)),
        ),
        (heap,),
        takes,
        False,
        "Winning Ways (1982), chapter 4",
    )
