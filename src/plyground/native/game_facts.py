"""Facts about a game's functions, kept from one compilation to the next: each search of a game calls the same rules."""

from __future__ import annotations

from plyground.native.lowering.compilation import Hints, Program
from plyground.native.object_code.fingerprint import Text
from plyground.native.options import Options
from plyground.native.shapes import Class, Fields, Shape

MAX_GAMES = 16
"""Most games of which facts are kept."""

Classes = tuple[Class, ...]
FactsKey = tuple[Options, frozenset[tuple[Class, tuple[Shape, ...]]]]
"""The options of a program, and the shapes of the fields of a game's classes."""


class GameFacts:
    """Facts that the compiler found out about the functions of a game's classes."""

    def __init__(self, classes: Classes) -> None:
        self.text = Text(*classes)
        self._hints: dict[FactsKey, Hints] = {}

    def hints(self, options: Options, fields: Fields) -> Hints:
        """Return the hints of earlier compilations with the same options and fields of the game's classes."""
        return self._hints.get(self._key(options, fields), Hints()).about(self.text.code)

    def keep(self, program: Program) -> None:
        """Keep what a program was compiled with."""
        program.memoise()
        self._hints[self._key(program.options, program.fields)] = program.hints.about(self.text.code)

    def _key(self, options: Options, fields: Fields) -> FactsKey:
        """Return everything on which facts depend besides the text of the game."""
        return options, frozenset((cls, shapes) for cls, shapes in fields.items() if cls in self.text.code)


def facts_of(classes: Classes) -> GameFacts:
    """Return the facts about a game, known by the classes in its positions, outermost first. There are none if a text
    has changed since they were found.
    """
    facts = _games.pop(classes, None)
    if facts is None or facts.text.has_changed():
        facts = GameFacts(classes)
    _games[classes] = facts
    if len(_games) > MAX_GAMES:
        _games.pop(next(iter(_games)), None)
    return facts


_games: dict[Classes, GameFacts] = {}  # facts of each game, the last used at the end
