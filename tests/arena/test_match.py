"""Matches: a move costs the same late in a game as early."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from plyground import Game, game, rules
from plyground.arena.match import Match
from plyground.errors import MoveError

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


@pytest.mark.parametrize(
    ("name", "moves", "place"),
    [
        ("chess", "e4 e5 Nf3 Nc6 Bb5 Ke3", "Move 3, Black: "),
        ("chess", "1. e4 e5 2. Ke3", "Move 2, White: "),
        ("connect_four", "4 4 8", "Move 3: "),
    ],
)
def test_a_wrong_move_of_a_text_has_the_number_that_players_give_it(name: str, moves: str, place: str) -> None:
    with pytest.raises(MoveError, match=place):
        Match.parse(game(name), moves)
