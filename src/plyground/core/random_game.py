"""Random games, from which other modules draw samples of positions."""

from __future__ import annotations

import random

from plyground.core.position import Pos


def random_game(start: Pos, chance: random.Random, plies: int) -> list[Pos]:
    """Return the start and the position after each move of a random game, which ends after ``plies`` moves at the
    latest.

    All positions but the last are not over.
    """
    positions = [start]
    while len(positions) <= plies and not positions[-1].is_over():
        positions.append(positions[-1].play(chance.choice(list(positions[-1].moves()))))
    return positions
