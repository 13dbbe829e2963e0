"""Folders that tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
DOCS = ROOT / "docs"
OWN_GAMES = DATA / "own_games"
