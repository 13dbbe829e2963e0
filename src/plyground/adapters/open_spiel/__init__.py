"""OpenSpiel: load its games (:func:`load`), and offer plyground's games to it (:func:`offer`).

Lanctot et al. (2019), OpenSpiel: A framework for reinforcement learning in games, arXiv:1908.09453. On the command line
a game is ``plyground.adapters.open_spiel:game=hex(board_size=4)``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from plyground.adapters.open_spiel.from_open_spiel import load, names
from plyground.adapters.open_spiel.to_open_spiel import offer
from plyground.core.game import Game

__all__ = ["load", "make", "names", "offer"]


def make(
    game: Annotated[str, "a game of OpenSpiel's, its parameters in brackets"] = "tic_tac_toe",
    merged: Annotated[Literal["no", "yes"], "whether positions that OpenSpiel writes alike are the same"] = "no",
) -> Game:
    """Return a game by its name, as commands do."""
    return load(game, merged=merged == "yes")
