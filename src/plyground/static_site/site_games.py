"""The games that were given at the export: files beside the packages of a site."""

from __future__ import annotations

from pathlib import Path

from plyground.games.loading import game

FOLDER = "site_games"
"""The folder in the archive."""


def load_site_games() -> None:
    """Load the games, in a Python of the site."""
    for path in sorted((Path(__file__).parents[2] / FOLDER).glob("*.py")):
        game(str(path))
