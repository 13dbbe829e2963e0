"""The ``plyground`` program: run a command and handle its errors.

Exit codes: 0 done; 1 done, but the checked thing has faults (or the output was closed); 2 invalid input; 70 a defect of
the program; 74 an error of the system while reading or writing; 130 stopped by Ctrl-C. (70 and 74 are those of
sysexits.h.)
"""

from __future__ import annotations

import errno
import os
import sys
import warnings
from pathlib import Path

import typer

from plyground.cli.app import app
from plyground.cli.defect_report import defect
from plyground.cli.terminal import PLAINLY, shown, tell
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _

UNUSABLE_NAMES = frozenset({errno.ENAMETOOLONG, errno.ELOOP})
"""System errors that are caused by the name of a file."""
MAX_NAME_CHARS = 60
UNREAD, WRONG_INPUT, DEFECT, REFUSED, STOPPED = 1, 2, 70, 74, 130


def main() -> None:
    """Run the command line. Exit with its exit code."""
    _prepare_streams()
    warnings.formatwarning = lambda message, *_where: f"{message}\n"
    try:
        code = _run()
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # discard unwritten output
        code = UNREAD
        if not isinstance(error, BrokenPipeError):
            tell(_("The system refused: {reason}.", reason=error))
            code = REFUSED
    sys.exit(code)


def _prepare_streams() -> None:
    """Replace missing standard streams, and make every character printable in any encoding."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  # kept open
        getattr(sys, name).reconfigure(errors="replace" if mode == "r" else PLAINLY)


def _run() -> int:
    try:
        code = app(prog_name="plyground", standalone_mode=False)
    except typer.TyperException as error:
        tell(_usage(error))
        return WRONG_INPUT
    except (OSError, SystemExit) as error:
        if isinstance(error, OSError) and error.errno in UNUSABLE_NAMES:
            name = shown(str(error.filename), MAX_NAME_CHARS)
            tell(_("“{name}” is not a valid file name: {reason}.", name=name, reason=error.strerror))
            return WRONG_INPUT
        if not (blame := _blamed(error)):
            raise
        tell(blame.sentence)
        return WRONG_INPUT
    except Exception as error:
        blame = _blamed(error)
        tell(blame.sentence if blame else defect())
        return WRONG_INPUT if blame else DEFECT
    if code == STOPPED:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the cursor stands behind the typed text
        tell(_("Stopped. Goodbye."))
    return code or 0


def _blamed(error: BaseException) -> PlygroundError | None:
    """Return the error as a sentence if the input or user code caused it; None for a defect of plyground."""
    if "plyground.cli.own_games" in sys.modules:  # the help page does not import it
        from plyground.cli.own_games import blame

        return blame(error)
    return error if isinstance(error, PlygroundError) else None


def _usage(error: typer.TyperException) -> Sentence:
    """Return a sentence that names the problem with the arguments, and the help to read."""
    context: typer.Context | None = getattr(error, "ctx", None)
    command = context.command_path if context else "plyground"
    problem = error.format_message().rstrip(".")
    return _("{problem} (see {command} --help).", problem=problem, command=command)
