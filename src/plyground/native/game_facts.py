"""Facts about a game's functions, kept from one compilation to the next: each search of a game calls the same rules."""

from __future__ import annotations

from typing import Any

from plyground.native.lowering.compilation import Hints, Program
from plyground.native.object_code.fingerprint import Text
from plyground.native.options import Options
from plyground.native.shapes import Shape

MAX_GAMES = 16
"""Most games of which facts are kept."""

Fields = dict[Any, tuple[Shape, ...]]
"""The shapes of the fields of classes."""


class GameFacts:
    """Facts that the compiler found out about the functions of one class of positions."""

    def __init__(self, game: tuple[type[Any], ...]) -> None:
        """Begin without facts; ``game`` has one class, or none for functions that take no position."""
        self.text = Text(*game)
        self._hints: dict[Any, Hints] = {}

    def hints(self, options: Options, fields: Fields) -> Hints:
        """Return the hints of earlier compilations with the same options and fields of the game's classes."""
        return self._hints.get(self._key(options, fields), Hints()).about(self.text.parts)

    def keep(self, program: Program) -> None:
        """Keep what a program was compiled with."""
        program.settle()
        self._hints[self._key(program.options, program.fields)] = program.hints.about(self.text.parts)

    def _key(self, options: Options, fields: Fields) -> Any:
        """Return on what facts depend besides the text of the game."""
        return options, frozenset((cls, shapes) for cls, shapes in fields.items() if cls in self.text.parts)


def facts_of(classes: tuple[type[Any], ...]) -> GameFacts:
    """Return the facts about the first of some classes, that of the positions; no facts if a text has changed since
    they were found.
    """
    game = classes[:1]
    facts = _games.pop(game, None)
    if facts is None or facts.text.has_changed():
        facts = GameFacts(game)
    _games[game] = facts
    if len(_games) > MAX_GAMES:
        _games.pop(next(iter(_games)), None)
    return facts


_games: dict[tuple[type[Any], ...], GameFacts] = {}  # the one asked for last is at the end
