"""Diagnosis of a user's rules in one sentence: class, method, line and correction."""

from __future__ import annotations

import inspect
from typing import Any, NamedTuple

from plyground.conformance import Options, examine
from plyground.conformance.faults import Failure
from plyground.core.authoring.move_parts import written_method
from plyground.core.game import Game
from plyground.errors import FileError
from plyground.i18n import _

GLANCE = Options(games=1, positions=0, seconds=1.0)
"""Options of the check before every command: the nearest positions, and one random game."""
THOROUGH = Options(games=50, positions=2_000, seconds=10.0, native=True)
"""Options that find the cause of an error in most games; numbers must fit into 64 bits."""
HARMLESS = frozenset({
    "moves-repeat", "moves-after-end", "utility-range", "not-zero-sum", "over-total", "facts", "comes-again",
    "canonical-image", "canonical-value", "period-value", "rank-range", "rank-inverse", "rank-collides", "valid",
    "predecessors", "grundy", "notation-position", "notation-move", "notation-side", "picture-marks", "picture-cells",
    "picture-press", "evaluation-range", "not-compiled", "twin-differs",
})  # fmt: skip
"""Faults that do not stop a command, because its result is still right for the rules as they are."""

COMPLETE = frozenset({"raises", "unknown-name"})
"""Faults whose own sentence says what to do."""


class Place(NamedTuple):
    """A method in a file."""

    path: str
    line: int | None
    name: str  # name of the method with its class and ()


def diagnose(game: Game, path: str, options: Options) -> FileError | None:
    """Return the first fault of a game's rules that stops a command; None without one.

    ``path`` is the file that is named if the method has none of its own.
    """
    for event in examine(game, options):
        if isinstance(event, Failure) and event.fault not in HARMLESS:
            return described(game, path, event)
    return None


def described(game: Game, path: str, failure: Failure) -> FileError:
    """Return a failure as an error that names its place and its correction."""
    place = _place(game, path, failure.method)
    if failure.fault in COMPLETE:
        said = _("{method}: {problem}", method=place.name, problem=failure.sentence)
        return FileError(place.path, said, place.line)
    said = _("{method}: {problem}. {cure}", method=place.name, problem=failure.sentence, cure=failure.hint)
    return FileError(place.path, said, place.line)


def _place(game: Game, path: str, method: str) -> Place:
    """Return the place of a method, given as in the conformance test: ``moves`` or ``Notation.parse``."""
    owner: Any = type(game.start)
    for part, subject in (("Notation", game.notation), ("Picture", game.picture)):
        if method.startswith(f"{part}."):
            owner = type(subject)
    function = written_method(getattr(owner, method.rpartition(".")[2], None))
    name = f"{owner.__name__}.{method.rpartition('.')[2]}()" if function else method
    try:
        return Place(
            inspect.getsourcefile(function or owner) or path, inspect.getsourcelines(function or owner)[1], name
        )
    except (OSError, TypeError):
        return Place(path, None, name)
