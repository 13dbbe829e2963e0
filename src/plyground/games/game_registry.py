"""The registry of games, with the built-in ones."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from plyground.core.game import Game
from plyground.core.spec import Registry, Spec
from plyground.games.built_in import BUILT_IN
from plyground.games.position_setup import POSITION, decoded, set_up, usual_name
from plyground.i18n import _


def _maker(module: str) -> Callable[..., Game]:
    """Return the maker of a built-in game, whose module is imported when the game is first made."""

    def make(**options: Any) -> Game:
        game: Game = import_module(f"plyground.games.{module}").make(**options)
        return game

    return make


GAMES: Registry[Game] = Registry(
    lambda name, names: _("There is no game “{name}”; the games are: {names}.", name=name, names=names),
    lambda name, near: _("There is no game “{name}”. Did you mean “{near}”?", name=name, near=near),
)
"""Every built-in and installed game, by name."""

for _name, _built_in in BUILT_IN.items():
    GAMES.add(_name, _maker(_built_in.module), *_built_in.options)


def game(text: str) -> Game:
    """Return the game that a spec text names. Raise :class:`plyground.errors.SpecError`.

    The option ``position`` of every game is a position from which it begins (:mod:`plyground.games.position_setup`). Raise
    :class:`plyground.errors.PositionError` if it is none.
    """
    spec = Spec.parse(text)
    written = spec.options.get(POSITION)
    if written is None or any(option.name == POSITION for option in GAMES[spec.name].options):
        return GAMES.make(text)
    usual = GAMES.make(usual_name(text))
    return set_up(usual, usual.beginning(decoded(written)))
