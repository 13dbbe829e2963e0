"""The games, by spec text: ``game("tictactoe")``, ``game("mnk:width=4,height=3,k=3")``."""

from plyground.games.game_registry import GAMES, game

__all__ = ["GAMES", "game"]


def _add_installed() -> None:
    from plyground.games.loading import add_installed  # late: it is slow to import

    add_installed()


GAMES.complete_with(_add_installed)
