"""Random games for the tests of notations."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from plyground import Game
from plyground.core.game_notation import WrittenGame


def some_game(data: st.DataObject, known: Game, longest: int = 30) -> WrittenGame:
    """Return a game of random legal moves."""
    position: Any = known.start
    moves = []
    for _ply in range(data.draw(st.integers(0, longest))):
        if position.is_over():
            break
        moves.append(data.draw(st.sampled_from(list(position.moves()))))
        position = position.play(moves[-1])
    return WrittenGame(known, tuple(moves))
