"""Audits of games with repetition: instead of lines of play, which may be endless, every move is compared with the
solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from plyground.arena.audit import Choices, followed
from plyground.core.position import MarkedPosition, Move
from plyground.solvers.forward import Value, Valued, after_each
from plyground.solvers.walk import breadth_first

MOST = 50_000
"""Most positions that are judged, those nearest to the start first. This takes some seconds."""


class Slip(NamedTuple):
    """A move that loses value: a win becomes less, or a draw a loss."""

    position: Any
    move: Move
    before: Value  # value of the position under best play, for the bot
    after: Value  # value after the move, for the bot


@dataclass(frozen=True)
class LoopAudit:
    """The result of an audit: all moves of a bot on one side against every reply."""

    choices: Choices
    side: int
    judged: int  # positions in which the bot was to move
    slips: list[Slip]  # nearest to the start first
    complete: bool  # True if every position that replies can lead to was judged


def audit_moves(choices: Choices, side: int, values: Valued, most: int = MOST) -> LoopAudit:
    """Play on ``side`` against every reply and compare each move with the solution ``values`` of the game.

    Each position is visited once. If there are more than ``most``, only those nearest to the start are visited.
    """
    game = choices.game

    def follow(position: MarkedPosition) -> Iterator[Any]:
        return (game.play(position, move) for move in followed(choices, side, position))

    met = list(islice(breadth_first(game.start, follow), most + 1))
    own = [position for position in met[:most] if not position.is_over() and game.side(position) == side]
    slips = []
    for position in own:
        move, before = choices.move(position), values[position]
        after = after_each(values, position)[move]
        if after.utility < before.utility:
            slips.append(Slip(position, move, before, after))
    return LoopAudit(choices, side, len(own), slips, len(met) <= most)
