"""Moves of chance, such as rolls of dice, drawn by the probabilities of the rules."""

from __future__ import annotations

from typing import Any

from plyground.core.bits import WORD
from plyground.core.position import Move, ratio
from plyground.searches.rng import Chance


def drawn(position: Any, chance: Chance) -> Move:
    """Return a move of chance, drawn with the probabilities of the rules."""
    left = ratio(chance.draw() & WORD, WORD + 1)
    move: Move = -1
    for move in position.moves():
        left -= position.probability(move)
        if left < 0:
            break
    return move
