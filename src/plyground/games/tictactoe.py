"""Tic-tac-toe: the m,n,k game 3, 3, 3 under the name that people know it by."""

from __future__ import annotations

from plyground.core.game import Game
from plyground.games.mnk import marks_game, mnk
from plyground.i18n import _

TicTacToe = mnk(3, 3, 3)
"""Positions of tic-tac-toe; the cells are numbered as drawn in :func:`plyground.games.mnk.mnk`."""


def make() -> Game:
    """Return the game of tic-tac-toe."""
    return marks_game(
        "tictactoe",
        _("Tic-tac-toe"),
        3,
        3,
        3,
        source="M. P. Caraciolo (2009); L. A. Digiampietri (EACH-USP)",
    )
