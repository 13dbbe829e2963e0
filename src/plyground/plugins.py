"""Code that is not ours: what installed packages add, games, players and evaluations, by entry points.

A package says in its ``pyproject.toml`` what it offers, by name::

    [project.entry-points."plyground.games"]
    countdown = "my_package.countdown"

What comes so is added where the built-in ones are (:meth:`plyground.spec.Registry.add`). It is looked for only when
a name is asked for that is not built in, or when all are listed. What does not work is named and left out.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

from plyground.errors import FileError, PlygroundError, SpecError
from plyground.language import _
from plyground.spec import is_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES, PLAYERS, EVALUATIONS = "plyground.games", "plyground.players", "plyground.evaluations"
"""The groups of entry points."""


class PluginWarning(UserWarning):
    """Something that an installed package offers cannot be used."""


foreign: set[str] = set()
"""The files of games, players and evaluations that are not built in, as far as they are in use."""


def blamed(error: BaseException) -> FileError | None:
    """The sentence for an error that somebody else's code has raised; ``None`` when it was our own."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in foreign:
            said = _("{method} raises {type}: {error}", method=frame.name, type=type(error).__name__, error=error)
            return FileError(frame.filename, said, frame.lineno)
    return None


def installed(group: str, use: Callable[[EntryPoint, str], None]) -> None:
    """Let ``use`` have every entry point of a group, with its package and version; what raises anything is warned of."""
    from importlib.metadata import entry_points  # late: it brings much

    for point in entry_points(group=group):
        package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        try:
            if not is_name(point.name):
                raise SpecError(_("a name is made of letters, digits, _ and -, a letter first"))
            use(point, package)
            foreign.add(str(getattr(sys.modules[point.module], "__file__", None)))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a package may do anything
            reason = error.sentence if isinstance(error, PlygroundError) else f"{type(error).__name__}: {error}"
            message = _("“{name}” of the package {package} ({group}) is left out: {reason}", name=point.name, package=package, group=group, reason=reason)  # fmt: skip
            warnings.warn(str(message), PluginWarning, stacklevel=2)
