"""Makers for one game, pickled for another machine, which has none of the files of this one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.core.game import Game
from plyground.games.loading import Source, demand_same_modules, load, module_digests, restore, sources


def reduced(make: Callable[..., Any], game: Game, *settings: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return what ``__reduce__`` of a maker returns that is ``make(game, *settings)``. The loaded games travel with it.

    Where it is unpickled, :class:`FileError` is raised if a module of a game has another text there.
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
    return make(load(game_text), *settings)
