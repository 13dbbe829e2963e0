"""Guarded calls of user code: every exception becomes a fault, named by the called method."""

from __future__ import annotations

import collections
import re
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from plyground.conformance.faults import Found
from plyground.core.misspelling import misspelt
from plyground.errors import PlygroundError
from plyground.i18n import _

PACKAGE = Path(__file__).parent.parent
DEFAULTS = (f"core/{name}.py" for name in ("bits", "game", "notation", "picture", "position"))
OURS = (*(str(PACKAGE / name) for name in ("conformance", "games/loading.py", *DEFAULTS)), str(collections.__file__))
"""The files whose functions only pass a call on: this package's, the defaults of missing methods, and ``_replace``."""
LONGEST = 200
"""Most characters of an error message that are shown."""


def guarded(found: Iterator[Found]) -> Iterator[Found]:
    """Yield the faults, and one more if the code under test raises an exception. Only Ctrl-C passes through."""
    try:
        yield from found
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # SystemExit, and whatever else the code may define
        yield told(error)


def told(error: BaseException) -> Found:
    """Return the fault for an exception of the code under test."""
    frames = traceback.extract_tb(error.__traceback__)
    asked = [frame for frame in frames if not is_ours(frame.filename)]
    method = asked[0].name if asked else _named(error)
    if isinstance(error, RecursionError):
        often = Counter(frame.name for frame in asked).most_common(1)
        method = often[0][0] if often else method
        return Found("endless-recursion", method, _("it calls itself without end"))
    if isinstance(error, PlygroundError):
        return Found("raises", method, error.sentence)
    if not asked:
        return Found("raises", method, _("it raises {type}: {error}", type=type(error).__name__, error=words(error)))
    place = {"file": Path(asked[-1].filename).name, "line": asked[-1].lineno}
    if problem := misspelt(error):
        return Found("unknown-name", method, _("{problem} ({file}, line {line})", problem=problem, **place))
    return Found(
        "raises", method,
        _("it raises {type}: {error} ({file}, line {line})", type=type(error).__name__, error=words(error), **place),
    )  # fmt: skip


def _named(error: BaseException) -> str:
    """Return the method named in an error of a call: too many arguments, or no such method."""
    named = re.search(r"\b(\w+)\(\) |no attribute '(\w+)'", words(error))
    return named[1] or named[2] if named else "game"


def is_ours(file: str) -> bool:
    """Return True if the functions of this file do not belong to the code under test."""
    return file.startswith(OURS)


def words(thing: object) -> str:
    """Return the text of an object or an exception, shortened."""
    try:
        text = repr(thing) if not isinstance(thing, BaseException) else str(thing)
    except Exception:
        return type(thing).__name__
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
