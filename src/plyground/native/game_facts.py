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
    """Facts that the compiler found out about the functions of some classes of positions."""

    def __init__(self, classes: tuple[type[Any], ...]) -> None:
        self.text = Text(*classes)
        self._hints: dict[tuple[Options, frozenset[Any]], Hints] = {}  # by the options and the fields of positions

    def hints(self, options: Options, fields: Fields) -> Hints:
        """Return the hints of earlier compilations with the same options and fields."""
        known = self._hints.get((options, frozenset(fields.items())), Hints())
        return known.about(self.text.functions)

    def keep(self, program: Program) -> None:
        """Keep what a program was compiled with."""
        program.settle()
        key = program.options, frozenset(program.fields.items())
        self._hints[key] = program.hints.about(self.text.functions)


def facts_of(classes: tuple[type[Any], ...]) -> GameFacts:
    """Return the facts about the positions among some classes; no facts if a text has changed since they were found."""
    games = tuple(cls for cls in classes if hasattr(cls, "play"))
    facts = _games.pop(games, None)
    if facts is None or facts.text.has_changed():
        facts = GameFacts(games)
    _games[games] = facts
    if len(_games) > MAX_GAMES:
        _games.pop(next(iter(_games)), None)
    return facts


_games: dict[tuple[type[Any], ...], GameFacts] = {}  # the one asked for last is at the end
