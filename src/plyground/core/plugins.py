"""Plug-ins: games, bots and evaluations that installed packages offer by entry points.

A package names its offers in its ``pyproject.toml``::

    [project.entry-points."plyground.games"]
    countdown = "my_package.countdown"

Plug-ins are registered like built-in things (:meth:`plyground.core.spec.Registry.add`). They are loaded only for a name
that is not built in, or to list all. A plug-in that does not work is named in a warning and left out.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plyground.core.misspelling import misspelt
from plyground.core.spec import is_name
from plyground.errors import FileError, PlygroundError, SearchError, SpecError
from plyground.i18n import Sentence, _

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES, BOTS, EVALUATIONS = "plyground.games", "plyground.bots", "plyground.evaluations"
"""The groups of entry points."""


class PluginWarning(UserWarning):
    """A warning that a plug-in cannot be used."""


class UnusablePlugin(SearchError):
    """A plug-in does not work: its name, its package, the group of its entry point, and the reason."""

    def __init__(self, name: str, package: str, group: str, reason: Sentence | str) -> None:
        self.parts = name, package, group, str(reason)
        super().__init__(_("“{name}” of the package {package} ({group}) is not available: {reason}", name=name, package=package, group=group, reason=reason))  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.parts

    def warn(self) -> None:
        """Warn that the plug-in cannot be used; once in this process."""
        if self.parts not in _warned:
            _warned.add(self.parts)
            warnings.warn(str(self), PluginWarning, stacklevel=3)


_warned: set[tuple[str, ...]] = set()
"""The parts of the plug-ins that a warning has named."""
foreign: set[str] = set()
"""The files of games, bots and evaluations in use that are not built in."""


def blamed(error: BaseException) -> FileError | None:
    """Return a sentence for an error that was raised in a plug-in; None for an error of plyground itself."""
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        code = frame.f_code
        if code.co_filename in foreign:
            if problem := misspelt(error):
                said = _("{method}(): {problem}", method=code.co_qualname, problem=problem)
            else:
                said = _("{method} raises {type}: {error}", method=code.co_name, type=type(error).__name__, error=error)
            return FileError(code.co_filename, said, line)
    return None


def installed(group: str, use: Callable[[EntryPoint, str], None]) -> None:
    """Call ``use`` with every entry point of a group and its package and version.

    Turn every exception into a warning.
    """
    from importlib.metadata import entry_points  # late: it brings much

    for point in entry_points(group=group):
        package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        try:
            if not is_name(point.name):
                raise SpecError(_("a name has letters, digits, _ and -, and begins with a letter"))
            use(point, package)
            foreign.add(str(getattr(sys.modules.get(point.module), "__file__", None)))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a package may do anything
            reason = error.sentence if isinstance(error, PlygroundError) else f"{type(error).__name__}: {error}"
            UnusablePlugin(point.name, package, group, reason).warn()
