"""Asking code that may do anything: whatever it raises becomes a fault, named by the method that was asked."""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from plyground.check.faults import Found
from plyground.errors import PlygroundError
from plyground.language import _

PACKAGE = Path(__file__).parent.parent
OURS = tuple(
    str(PACKAGE / name)
    for name in ("check", "bits.py", "game.py", "games/loading.py", "notation.py", "picture.py", "position.py")
)
"""The files whose functions only hand a question on: this package's, and what stands in for methods that are not there."""
LONGEST = 200
"""Letters of an error's text that are shown."""


def guarded(found: Iterator[Found]) -> Iterator[Found]:
    """The faults, and one more where the code under test raises. Only Ctrl-C passes."""
    try:
        yield from found
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # SystemExit, and whatever else the code may define
        yield told(error)


def told(error: BaseException) -> Found:
    """What an error of the code under test is called."""
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
    return Found(
        "raises", method,
        _(
            "it raises {type}: {error} ({file}, line {line})",
            type=type(error).__name__, error=words(error), file=Path(asked[-1].filename).name, line=asked[-1].lineno,
        ),
    )  # fmt: skip


def _named(error: BaseException) -> str:
    """The method that an error of its call is about, by its text: too many arguments, or no such method."""
    named = re.search(r"\b(\w+)\(\) |no attribute '(\w+)'", words(error))
    return named[1] or named[2] if named else "game"


def is_ours(file: str) -> bool:
    """Whether a function of this file is not the code under test."""
    return file.startswith(OURS)


def words(thing: object) -> str:
    """What a thing says of itself, if it does."""
    try:
        text = repr(thing) if not isinstance(thing, BaseException) else str(thing)
    except Exception:
        return type(thing).__name__
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
