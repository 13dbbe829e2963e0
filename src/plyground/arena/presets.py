"""The comparisons that are asked for most: one click, one name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

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


def preset(game_text: str) -> Preset:
    """What is compared in a game when nothing is said."""
    known = {canonical(name): asked for name, asked in PRESETS.items()}
    return known.get(canonical(game_text), OTHERS)
