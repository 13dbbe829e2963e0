"""Matches: a move costs the same late in a game as early."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plyground import Game, rules
from plyground.arena.match import Match

PLIES = 60
plays = [0]
"""Number of moves that the rules have played."""


@rules
class Counted(NamedTuple):
    """One move a turn, and each is counted."""

    ply: int = 0

    def moves(self) -> Iterator[int]:
        if not self.is_over():
            yield 1

    def play(self, move: int) -> Counted:
        plays[0] += 1
        return Counted(self.ply + 1)

    def is_over(self) -> bool:
        return self.ply == PLIES

    def utility(self) -> int:
        return -1

    def to_move(self) -> int:
        return self.ply % 2


def test_no_move_is_played_again_for_the_next_one() -> None:
    game = Game("counted", Counted())
    match = Match(game)
    plays[0] = 0
    while not match.outcome:
        match = match.play(1)
    assert plays[0] == PLIES
    assert match.positions == Match(game, match.moves, match.ply).positions


def test_a_move_after_undone_ones_drops_them() -> None:
    match = Match(Game("counted", Counted())).play(1).play(1).play(1).undo(2).play(1)
    assert match.positions == tuple(map(Counted, range(3)))
    assert (match.ply, match.moves) == (2, (1, 1))
