"""The comparisons that are asked for most: one click, one name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from plyground.position import Demand
from plyground.spec import canonical


class Preset(NamedTuple):
    """What is compared, as texts."""

    algorithms: tuple[str, ...]
    conventions: tuple[str, ...]
    depths: tuple[int, ...]


PRESETS: Mapping[str, Preset] = {
    "tictactoe": Preset(("minimax", "alphabeta", "transposition"), ("aima", "cs188"), tuple(range(1, 10))),
    "dame": Preset(("minimax", "alphabeta", "transposition", "pvs"), ("aima",), tuple(range(1, 7))),
    "connect_four": Preset(("minimax", "alphabeta", "transposition", "pvs"), ("aima",), tuple(range(1, 9))),
    "othello": Preset(("minimax", "alphabeta", "transposition", "pvs"), ("aima",), tuple(range(1, 8))),
}
"""By game: deep enough to show the growth, and shown within seconds."""
OTHERS = Preset(("minimax", "alphabeta"), ("aima",), tuple(range(1, 6)))


OF_CHANCE = OTHERS._replace(algorithms=("expectiminimax", "star1", "star2"))
OF_MANY = OTHERS._replace(algorithms=("max-n", "max-n-shallow", "paranoid"))
"""The searches that master what a game demands."""


def preset(name: str, position: Any) -> Preset:
    """What is compared in a game of this name when nothing is said; ``position`` is any of it."""
    demands = position.demands()
    if Demand.PLAYERS in demands:
        return OF_MANY
    if Demand.CHANCE in demands:
        return OF_CHANCE
    known = {canonical(name): asked for name, asked in PRESETS.items()}
    return known.get(canonical(name), OTHERS)
