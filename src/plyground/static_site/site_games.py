"""The games and the weights that were given at the export: files beside the packages of a site."""

from __future__ import annotations

from pathlib import Path

from plyground.games.loading import game
from plyground.learning.weights_file import SUFFIX, load_evaluation

FOLDER = "site_games"
"""The folder in the archive."""


def load_site_games() -> None:
    """Load the games and the weights, in a Python of the site."""
    folder = Path(__file__).parents[2] / FOLDER
    for path in sorted(folder.glob("*.py")):
        game(str(path))
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        load_evaluation(path)
