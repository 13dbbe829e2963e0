"""A sample match of each game, for a picture of the game."""

from __future__ import annotations

import random

from plyground.arena.match import Match
from plyground.core.game import Game

PICTURE_PLIES = 7
"""Number of moves after which a game that begins with an empty board is drawn."""
SHOWN_MOVES = {
    "tictactoe": "4-0-2-6-3-5",
    "connect_four": "3-3-4-2-4-4-5-3-2-5",
    "othello": "f5d6c3d3c4f4f6f3e6e7",
}
"""First moves for the pictures of games whose random first moves would look unnatural."""


def shown_match(game: Game) -> Match:
    """Return a match for a picture of the game: the start if it has pieces, else the position after some moves."""
    moves = SHOWN_MOVES.get(game.name)
    if moves is not None:
        return Match.parse(game, moves)
    match = Match(game)
    if game.picture.pieces:
        return match
    generator = random.Random(game.name)
    for _ply in range(PICTURE_PLIES):
        following = match.play(generator.choice(list(match.position.moves())))
        if following.outcome:
            break
        match = following
    return match
