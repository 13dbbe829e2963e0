"""Makers for one game that are pickled for another machine, which has no files of this machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.core.game import Game
from plyground.games.loading import Source, demand_same_modules, module_digests, restore, sources
from plyground.games.loading import game as game_named


def reduced(make: Callable[..., Any], game: Game, *settings: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return the result of ``__reduce__`` for a maker that equals ``make(game, *settings)``, with the loaded games in
    it.

    Unpickling raises :class:`FileError` if a module of a game has another text on that machine.
    """
    return _made_there, (sources(), module_digests(), make, game.name, settings)


def _made_there(
    given: tuple[Source, ...],
    digests: Mapping[str, str],
    make: Callable[..., Any],
    game_text: str,
    settings: tuple[Any, ...],
) -> Any:
    restore(given)
    demand_same_modules(digests)
    return make(game_named(game_text), *settings)
