"""Exceptions of the package, as a tree::

PlygroundError              anything this package refuses; its text is one sentence for people
├── ArgumentError           a public function was called with an argument of a wrong kind (``function``, ``argument``)
├── SpecError               a text such as ``mnk:width=4`` names nothing known or an impossible option
├── PositionError           a text or an arrangement that is no playable position (``reasons``: all of them)
├── NotationError           a text that is no game in its notation (``line``, ``column`` of the first fault)
├── TreeError               a text or a value that is no tree; says where and why
├── ExerciseError           an exercise that cannot be made, or an answer that cannot be read
├── MoveError               a move that the rules do not allow in this position
│   └── GameOver            a move was asked for or made after the end of the game
├── RulesError              a game's own code breaks the contract of ``position.py``
│   ├── NoMoves             a position that is not over has no move
│   └── MoveOutOfRange      a part of a move is not in its range
├── SearchError             a search was asked for something that it cannot give
│   ├── SearchStopped       a search was told to stop before it had an answer
│   ├── PositionsRepeat     a walk to the end of the game came to a position of its own path again
│   ├── UnsolvedPosition    only some positions of the game have exact values, and not this one
│   └── SearchTooDeep       the game goes on too long for a search to its end
├── EngineError             a program that plays cannot be started or breaks its protocol (``name``)
│   ├── EngineTimeout       it did not answer in time
│   ├── EngineRefusal       it refused a command
│   ├── EngineIllegalMove   it answered with a move that the rules do not allow
│   ├── EngineResigned      it gave the game up
│   └── EngineDied          it ended
├── ClusterError            a cluster cannot be reached or used
├── StoreError              visitors' work cannot be kept or read now
└── FileError               a file is missing, damaged or not what it should be (``path``, ``line``)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from plyground.i18n import Sentence, _, _n


class PlygroundError(Exception):
    """Anything this package refuses. ``str(error)`` is one clear sentence in the reader's language."""

    def __init__(self, sentence: Sentence | str) -> None:
        self.sentence = sentence if isinstance(sentence, Sentence) else Sentence(sentence, {})
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return str(self.sentence)


class ArgumentError(PlygroundError):
    """A public function was called with an argument of a wrong kind, or with a number out of range.

    ``function`` and ``argument`` are their names, ``right`` tells what it takes and ``given`` what it got.
    """

    def __init__(self, function: str, argument: str, right: object, given: object) -> None:
        self.function = function
        self.argument = argument
        self.right = right
        self.given = given
        super().__init__(
            _(
                "{function}(): {argument} must be {right}, not {given}.",
                function=function,
                argument=argument,
                right=right,
                given=given,
            )
        )

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.function, self.argument, self.right, self.given)


class ArgumentNameError(PlygroundError, TypeError):
    """A public function was called with an argument that it does not have.

    ``near`` is the argument that was probably meant, or an empty text; ``names`` are all that it has.
    """

    def __init__(self, function: str, argument: str, near: str, names: str) -> None:
        self.parts = (function, argument, near, names)
        super().__init__(
            _("{function}() has no argument {argument}. Did you mean {near}?", function=function, argument=argument, near=near)
            if near
            else _("{function}() has no argument {argument}; it has: {names}.", function=function, argument=argument, names=names)
        )  # fmt: skip

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), self.parts


class SpecError(PlygroundError):
    """A text such as ``mnk:width=4`` names nothing known or carries an impossible option."""


class PositionError(PlygroundError):
    """A text or an arrangement that is no playable position; ``reasons`` lists every reason at once."""

    def __init__(self, text: str, reasons: Sequence[Sentence | str]) -> None:
        self.text = text
        self.reasons = [Sentence(reason, {}) if isinstance(reason, str) else reason for reason in reasons]
        super().__init__(_("“{text}” is not a position: {reasons}.", text=text, reasons=_Listed(self.reasons)))

    def __reduce__(self) -> tuple[type, tuple[str, Sequence[Sentence | str]]]:
        return type(self), (self.text, self.reasons)


class NotationError(PlygroundError):
    """A text that is no game in its notation; ``line`` and ``column`` of its first fault count from 1."""

    def __init__(self, line: int, column: int, reason: Sentence) -> None:
        self.line = line
        self.column = column
        self.reason = reason
        super().__init__(_("line {line}, column {column}: {reason}", line=line, column=column, reason=reason))

    @classmethod
    def at(cls, text: str, offset: int, reason: Sentence) -> NotationError:
        """Return the error for the fault at a character of ``text``, counted from 0."""
        begin = text.rfind("\n", 0, offset) + 1
        return cls(text.count("\n", 0, offset) + 1, offset - begin + 1, reason)

    def __reduce__(self) -> tuple[type, tuple[int, int, Sentence]]:
        return type(self), (self.line, self.column, self.reason)


class TreeError(PlygroundError):
    """A text or a value that is no tree: says where, and why (``reason``)."""

    def __init__(self, reason: Sentence) -> None:
        self.reason = reason
        super().__init__(_("This tree cannot be used: {reason}.", reason=reason))

    def __reduce__(self) -> tuple[type, tuple[Sentence]]:
        return type(self), (self.reason,)


class ExerciseError(PlygroundError):
    """An exercise that cannot be made, or an answer that cannot be read."""


class MoveError(PlygroundError):
    """A move that the rules do not allow in this position."""


class GameOver(MoveError):
    """A move was asked for or made after the end of the game."""

    def __init__(self) -> None:
        super().__init__(_("The game is over: no move can be made."))

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()


class RulesError(PlygroundError):
    """A game's own code breaks the contract of ``position.py``; names the class and the method."""


class NoMoves(RulesError):
    """A position that is not over has no move."""

    def __init__(self) -> None:
        super().__init__(_("A position that is not over has no move: its game's rules are wrong."))

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()


class MoveOutOfRange(RulesError):
    """A part of a move is not in its range (:mod:`plyground.core.authoring.move_parts`)."""

    def __init__(self, words: str) -> None:
        """Take (class of positions, class of moves, part, first value, end of the range), with blanks between them.

        It is one text because compiled code raises exceptions with a constant text.
        """
        self.words = words
        cls, move, part, start, stop = words.split()
        super().__init__(
            _("{cls} has a {move} whose {part} is not in range({start}, {stop}): widen the range, or correct moves()", cls=cls, move=move, part=part, start=start, stop=stop)
        )  # fmt: skip

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return type(self), (self.words,)


class SearchError(PlygroundError):
    """A search was asked for something that it cannot give."""


class SearchStopped(SearchError):
    """A search was told to stop before it had an answer."""

    def __init__(self) -> None:
        super().__init__(_("The search was stopped before it had an answer."))

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()


class PositionsRepeat(SearchError):
    """A walk to the end of the game came to a position of its own path again."""

    def __init__(self) -> None:
        super().__init__(_("Positions of this game can repeat, so a search to the end may never stop."))

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()


class UnsolvedPosition(SearchError):
    """Exact values exist only for some positions of a game, and not for this one."""


class SearchTooDeep(SearchError):
    """The game can go on too long from a position for a search to its end."""

    def __init__(self) -> None:
        super().__init__(_("The game goes on too long below this position for a search to its end: give a depth."))

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()


class EngineError(PlygroundError):
    """A program that plays cannot be started, or breaks its protocol."""

    def __init__(self, name: str, reason: Sentence) -> None:
        self.name = name
        self.reason = reason
        super().__init__(_("{name} failed: {reason}.", name=name, reason=_Clause(reason)))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.name, self.reason)


class EngineTimeout(EngineError):
    """A program did not answer in time."""

    def __init__(self, name: str, waiting_for: str, seconds: float) -> None:
        self.waiting_for = waiting_for
        self.seconds = seconds
        reason = _n(
            "no “{word}” came within {seconds} second",
            "no “{word}” came within {seconds} seconds",
            max(0, round(seconds)), word=waiting_for[:40], seconds=max(0, round(seconds)),
        )  # fmt: skip
        super().__init__(name, reason)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.name, self.waiting_for, self.seconds)


class EngineRefusal(EngineError):
    """A program refused a command of its protocol."""


class EngineIllegalMove(EngineError):
    """A program answered with a move that the rules do not allow."""


class EngineResigned(EngineError):
    """A program gave its game up."""

    def __init__(self, name: str) -> None:
        super().__init__(name, _("it resigned"))
        PlygroundError.__init__(self, _("{name} resigned.", name=name))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.name,)


class EngineDied(EngineError):
    """A program ended before it had answered."""


class ClusterError(PlygroundError):
    """A cluster cannot be reached, or one of its nodes cannot be used."""


class StoreError(PlygroundError):
    """Visitors' work cannot be kept or read now, for a reason outside of the program."""


class FileError(PlygroundError):
    """A file is missing, damaged or not what it should be."""

    def __init__(self, path: str | Path, reason: Sentence, line: int | None = None) -> None:
        self.path = Path(path)
        self.reason = reason
        self.line = line
        if line is None:
            super().__init__(_("{path}: {reason}", path=path, reason=reason))
        else:
            super().__init__(_("{path}, line {line}: {reason}", path=path, line=line, reason=reason))

    def __reduce__(self) -> tuple[type, tuple[Path, Sentence, int | None]]:
        return type(self), (self.path, self.reason, self.line)


class _Clause(NamedTuple):
    """A sentence within another one: shown without its full stop, in the reader's language."""

    sentence: Sentence

    def __str__(self) -> str:
        return str(self.sentence).removesuffix(".")

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


class _Listed(list[Sentence | str]):
    """Sentences side by side, each translated when shown."""

    def __str__(self) -> str:
        return "; ".join(map(str, self))

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)
