"""Default comparisons, by game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from plyground.core.position import Demand, MarkedPosition
from plyground.core.spec import canonical


class Preset(NamedTuple):
    """The parts of a default comparison, as texts."""

    algorithms: tuple[str, ...]
    conventions: tuple[str, ...]
    depths: tuple[int, ...]


PRESETS: Mapping[str, Preset] = {
    "tictactoe": Preset(("minimax", "alphabeta", "transposition"), ("aima", "cs188"), tuple(range(1, 10))),
    "dame": Preset(("minimax", "alphabeta", "transposition", "pvs"), ("aima",), tuple(range(1, 7))),
    "connect_four": Preset(("minimax", "alphabeta", "transposition", "pvs"), ("aima",), tuple(range(1, 9))),
    "othello": Preset(("minimax", "alphabeta", "transposition", "pvs"), ("aima",), tuple(range(1, 8))),
}
"""The default comparison of each game: deep enough to show the growth, and finished within seconds."""
OTHERS = Preset(("minimax", "alphabeta"), ("aima",), tuple(range(1, 6)))


OF_CHANCE = OTHERS._replace(algorithms=("expectiminimax", "star1", "star2"))
OF_MANY = OTHERS._replace(algorithms=("max-n", "max-n-shallow", "paranoid"))
"""The default comparison of games with more than two players."""


def preset(name: str, position: MarkedPosition) -> Preset:
    """Return the default comparison for the game of this name; ``position`` is any of its positions."""
    demands = position.demands()
    if Demand.PLAYERS in demands:
        return OF_MANY
    if Demand.CHANCE in demands:
        return OF_CHANCE
    known = {canonical(name): asked for name, asked in PRESETS.items()}
    return known.get(canonical(name), OTHERS)
