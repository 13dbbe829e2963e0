"""Limits and error messages for one call of a student's code, inside of its process."""

from __future__ import annotations

import json
import linecache
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from types import FrameType, ModuleType
from typing import Any

MODULE = "submission"
MAX_TEXT_CHARS = 200
"""Most characters of an error message or a result that are reported."""


class FormError(Exception):
    """The file's code has no known form. The arguments are the kind and the text of the problem."""


class TimeUp(BaseException):
    """The search has used up its time; ``line`` is the line of the file that was running."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def tell_ready(connection: Connection) -> None:
    """Tell the waiting program that the process has started, so that only its file's own time counts from now on."""
    connection.send_bytes(json.dumps({"ready": True}).encode())


def run_file(path: str, text: str, seconds: float) -> dict[str, Any]:
    """Run a student's file as a module under a :class:`Clock`. Return its names."""
    module = ModuleType(MODULE)
    module.__file__ = path
    sys.modules[MODULE] = module
    lines = text.splitlines(keepends=True)
    linecache.cache[path] = (len(text), None, lines, path)
    with Clock(seconds, path), suppress(SystemExit):  # if the file calls exit(), the names defined before can be graded
        exec(compile(text, path, "exec", dont_inherit=True), vars(module))
    return vars(module)


class Clock:
    """A context that raises :class:`TimeUp` in its body after this many seconds of processor time, and again after each
    further period of this length.
    """

    def __init__(self, seconds: float, path: str) -> None:
        self.seconds = seconds
        self.path = path

    def __enter__(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, self._stop)
            signal.setitimer(signal.ITIMER_PROF, self.seconds, self.seconds)

    def __exit__(self, *_error: object) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _stop(self, _number: int, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code.co_filename != self.path:
            frame = frame.f_back
        raise TimeUp(frame.f_lineno if frame is not None else 0)


def guarded(work: Callable[[], dict[str, Any]], path: str) -> dict[str, Any]:
    """Return the result of ``work``, or the problem that stopped it, in JSON form."""
    try:
        return work()
    except TimeUp as error:
        return {"problem": ["endless", "", error.line]}
    except RecursionError as error:
        return {"problem": ["recursion", "", line_of(error, path)]}
    except MemoryError:
        return {"problem": ["memory", "", 0]}
    except FormError as error:
        return {"problem": [*error.args, 0]}
    except EOFError as error:  # raised by input(): nobody types here
        return {"problem": ["input", "", line_of(error, path)]}
    except SyntaxError as error:
        return {"problem": ["syntax", error.msg, error.lineno or 0]}
    except BaseException as error:  # a student's code may raise anything
        try:
            text = f"{type(error).__name__}: {error}"[:MAX_TEXT_CHARS]
        except BaseException:
            text = type(error).__name__
        return {"problem": ["raises", text, line_of(error, path)]}


def line_of(error: BaseException, path: str) -> int:
    """Return the innermost line of the file in an error's traceback; 0 if there is none."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return lines[-1] or 0 if lines else 0
