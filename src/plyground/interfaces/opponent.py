"""Who plays against a person when nobody was chosen."""

from __future__ import annotations

from plyground.game import Game


def opponent(game: Game) -> str:
    """The spec text of a bot that answers within about two seconds in plain Python, as strong as that allows."""
    if game.picture.width * game.picture.height <= 9:
        return "minimax"
    first_moves = sum(1 for _move in game.start.moves())
    if first_moves <= 9:  # a large board with few moves at a time
        return "depth-limited:depth=4"
    return "depth-limited" if first_moves <= 25 else "greedy"
