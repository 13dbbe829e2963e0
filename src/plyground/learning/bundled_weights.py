"""The learned evaluations that come with plyground: files of weights of built-in games, offered as ``learned``.

``python -m benchmarks.learning GAME ... -o src/plyground/learning/bundled`` makes such a file. ``docs/strength.md`` tells
how each was made, and what it gains.
"""

from __future__ import annotations

from pathlib import Path

from plyground.core.game import Game
from plyground.games.game_registry import game as game_named
from plyground.learning.learned import Learned
from plyground.learning.weights_file import read_weights, weights_name

FOLDER = Path(__file__).parent / "bundled"


def path_of(game: str) -> Path:
    """Return the path of the weights of a game, by its spec text. There need not be a file."""
    return FOLDER / weights_name(game)


def learned(game: Game) -> Learned | None:
    """Return the learned evaluation of a game, also from a position that was set up.

    Return None if no weights of it come with plyground, and for other rules of the same name.
    """
    path = path_of(game.name)
    if not path.is_file():
        return None
    weights = read_weights(path)
    bundled = game_named(weights.game)
    return weights.evaluation(bundled) if type(game.start) is type(bundled.start) else None
