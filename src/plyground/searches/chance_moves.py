"""Moves of chance, such as rolls of dice, drawn by the probabilities of the rules."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, MutableSequence
from typing import Any

from plyground.core.authoring.marked_rules import helper
from plyground.core.position import Move, WiderPosition
from plyground.core.random_numbers import Chance, new_chance
from plyground.errors import NoMoves

SEED = 1
"""Seed of the dice, and of the moves in a sample of positions."""
MAX_SAMPLE_PLIES = 60
MAX_SAMPLE_S = 60.0
"""Limits of a sample of positions. Each may need another compiled search the first time, which takes some seconds."""


def first_turn(start: Any) -> Any:
    """Return the first position in which a side is to move: after the first roll if dice begin the game."""
    position, dice = start, new_chance(SEED)
    while position.is_chance():
        position = position.play(drawn(position, dice))
    return position


def turns_of_a_game(start: Any) -> Iterator[Any]:
    """Yield the positions of a short random game in which a side is to move. There are at most
    :data:`MAX_SAMPLE_PLIES`, and none after :data:`MAX_SAMPLE_S` seconds.
    """
    position, dice, chance = start, new_chance(SEED), random.Random(SEED)
    ends = time.perf_counter() + MAX_SAMPLE_S
    for _ply in range(MAX_SAMPLE_PLIES):
        if position.is_over() or time.perf_counter() > ends:
            return
        if position.is_chance():
            move = drawn(position, dice)
        else:
            yield position
            move = chance.choice(list(position.moves()))
        position = position.play(move)


@helper
def drawn(position: WiderPosition, chance: Chance) -> Move:
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
def random_move(position: WiderPosition, choices: MutableSequence[int], chance: Chance) -> Move:
    """Return the next move of a random game: one of chance, or the one that ``pick`` chooses for a player."""
    return drawn(position, chance) if position.is_chance() else position.pick(choices, chance)
