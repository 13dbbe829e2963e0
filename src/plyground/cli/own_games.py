"""Games that are given to commands: users' games are run in isolation and checked first."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from plyground.cli.isolation import isolate
from plyground.core.game import Game
from plyground.core.plugins import blamed
from plyground.errors import FileError, PlygroundError, RulesError
from plyground.games.loading import foreign_path
from plyground.games.loading import game as load
from plyground.i18n import _
from plyground.searches import Algorithm
from plyground.trace.chosen_search import FUNCTION, chosen_search


class Loaded(NamedTuple):
    """A user's game, and the file that it comes from."""

    game: Game
    path: str


_in_use: list[Loaded] = []


def game_named(text: str) -> Game:
    """Return the game that is given to a command.

    A user's game is loaded in its own process (:mod:`plyground.cli.isolation`), and its nearest positions are checked
    first. Raise :class:`FileError` if its rules cannot be used.
    """
    path = foreign_path(text)
    if path:
        isolate(path)
    game = load(text)
    if path:
        from plyground.conformance.diagnosis import GLANCE, diagnose  # built-in games need no diagnosis

        _in_use.append(Loaded(game, path))
        if fault := diagnose(game, path, GLANCE):
            raise fault
    return game


def search_named(text: str) -> Algorithm:
    """Return the search that is given to a command: its name, or ``FILE.py:function``, which is run in isolation."""
    if FUNCTION.fullmatch(text.strip()):
        isolate(str(Path(text.strip().rpartition(":")[0]).resolve()))
    return chosen_search(text)


def blame(error: BaseException) -> PlygroundError | None:
    """Return the error as a sentence if the input or user code caused it; None for a defect of plyground."""
    if isinstance(error, PlygroundError) and not (_in_use and isinstance(error, RulesError)):
        return error
    from plyground.conformance.diagnosis import THOROUGH, diagnose

    for game, path in _in_use:
        if isinstance(error, Exception) and (fault := diagnose(game, path, THOROUGH)):
            return fault
    if isinstance(error, PlygroundError):
        return error
    if (known := blamed(error)) or not _in_use or isinstance(error, OSError | SystemExit):
        return known
    path = _in_use[0].path
    said = _(
        "its rules return an invalid value ({type}: {error}). Try: plyground check --games 1000 {path}",
        type=type(error).__name__, error=error, path=path,
    )  # fmt: skip
    return FileError(path, said)
