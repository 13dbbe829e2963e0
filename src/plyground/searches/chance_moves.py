"""Moves of chance, such as rolls of dice, drawn by the probabilities of the rules."""

from __future__ import annotations

from typing import Any

from plyground.core.position import Move, helper
from plyground.core.random_numbers import Chance, new_chance
from plyground.errors import NoMoves

SEED = 1
"""Seed of the dice before the first turn."""


def first_turn(start: Any) -> Any:
    """Return the first position in which a side is to move: after the first roll if dice begin the game."""
    position, dice = start, new_chance(SEED)
    while position.is_chance():
        position = position.play(drawn(position, dice))
    return position


@helper
def drawn(position: Any, chance: Chance) -> Move:
    """Return a move of chance, drawn with the probabilities of the rules. Raise :class:`NoMoves` if there is none."""
    left = chance.fraction()
    count = 0
    move: Move = 0
    for move in position.moves():
        count += 1
        left -= position.probability(move)
        if left < 0:
            break
    if count == 0:
        raise NoMoves
    return move


@helper
def random_move(position: Any, choices: Any, chance: Chance) -> Move:
    """Return the next move of a random game: one of chance, or the one that ``pick`` chooses for a player."""
    move: Move = drawn(position, chance) if position.is_chance() else position.pick(choices, chance)
    return move
