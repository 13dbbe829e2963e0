"""``plyground.play``: a game against a bot, wherever Python runs."""

from __future__ import annotations

import random
import sys
from typing import Any

from plyground.errors import SpecError
from plyground.game import Game
from plyground.language import _

__all__ = ["play"]


def play(game: Game | str = "tictactoe", opponent: str = "", *, side: str = "", seed: int | None = None) -> Any:
    """Play a game, or one by its spec text or file, against a bot: in a notebook on a board, else by typed commands.

    ``opponent`` is a player's spec text (default: a bot that is quick enough), ``side`` the name of the person's side, ``seed`` where dice begin. In a notebook returns a
    :class:`plyground.notebook.Play`, which the end of a cell shows. Raises :class:`SpecError`.
    """
    from plyground.games.loading import load
    from plyground.interfaces.opponent import opponent as quick_opponent

    known = game if isinstance(game, Game) else load(game)
    named = {name.lower(): place for place, name in enumerate(known.sides)} | {"": known.person}
    if side.lower() not in named:
        raise SpecError(
            _("There is no side “{side}”; the sides are: {sides}.", side=side, sides=", ".join(known.sides))
        )
    bot, person = opponent or quick_opponent(known), named[side.lower()]
    seed = random.getrandbits(32) if seed is None else seed
    if in_notebook():
        from plyground.notebook import Play

        return Play(known, bot, person, seed)
    from plyground.arena.match import Match
    from plyground.interfaces.commands.console import converse
    from plyground.interfaces.console import Console
    from plyground.interfaces.terminal import say

    seats = tuple("human" if place == person else bot for place in range(len(known.sides)))
    converse(Console(Match(known, seed=seed), seats, say=say))
    return None


def in_notebook() -> bool:
    """Whether what a cell ends in is shown by a browser: in Jupyter and its kin, and in marimo."""
    ipython, marimo = sys.modules.get("IPython"), sys.modules.get("marimo")
    shell = ipython and ipython.get_ipython()
    return hasattr(shell, "kernel") or bool(marimo and marimo.running_in_notebook())
