"""``plyground.play``: a game against a bot, wherever Python runs."""

from __future__ import annotations

import random
import sys
from typing import Any

from plyground.core.checked_arguments import checked
from plyground.core.game import Game
from plyground.errors import SpecError
from plyground.i18n import _

__all__ = ["play"]


@checked
def play(game: Game | str = "tictactoe", opponent: str = "", *, side: str = "", seed: int | None = None) -> Any:
    """Play a game against a bot: in a notebook on a board, else by typed commands. ``game`` is a game, a spec text or a
    file.

    ``opponent`` is a bot's spec text (default: level 2 of the game), ``side`` the name of the person's side,
    ``seed`` the seed of random numbers. In a notebook return a :class:`plyground.notebook.Play`, which the end of a
    cell shows. Raise :class:`SpecError`.
    """
    from plyground.games.loading import game as game_named
    from plyground.presentation.default_players import opponent as usual_opponent

    known = game if isinstance(game, Game) else game_named(game)
    named = {name.lower(): place for place, name in enumerate(known.sides)} | {"": known.person}
    if side.lower() not in named:
        raise SpecError(
            _("There is no side “{side}”; the sides are: {sides}.", side=side, sides=", ".join(known.sides))
        )
    bot, person = opponent or usual_opponent(known), named[side.lower()]
    seed = random.getrandbits(32) if seed is None else seed
    if in_notebook():
        from plyground.notebook import Play

        return Play(known, bot, person, seed)
    from plyground.arena.match import Match
    from plyground.cli.commands.console import converse
    from plyground.cli.console import Console
    from plyground.cli.terminal import say

    seats = tuple("human" if place == person else bot for place in range(len(known.sides)))
    converse(Console(Match(known, seed=seed), seats, say=say))
    return None


def in_notebook() -> bool:
    """Return True if the output of a cell is shown by a browser: in Jupyter and in marimo."""
    ipython, marimo = sys.modules.get("IPython"), sys.modules.get("marimo")
    shell = ipython and ipython.get_ipython()
    return hasattr(shell, "kernel") or bool(marimo and marimo.running_in_notebook())
