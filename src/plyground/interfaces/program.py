"""The ``plyground`` program: runs a command and answers for whatever goes wrong in it.

Exit codes: 0 done; 1 done, and what was checked is at fault (or nobody reads the output any more);
2 the input is not right; 70 a defect of the program; 74 the system refused to read or write; 130 stopped
by Ctrl-C. (70 and 74 are those of sysexits.h.)
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
import warnings
from datetime import datetime
from pathlib import Path

import typer

from plyground.errors import PlygroundError
from plyground.interfaces.command_line import app
from plyground.interfaces.terminal import PLAINLY, tell
from plyground.language import Sentence, _

UNREAD, WRONG_INPUT, DEFECT, REFUSED, STOPPED = 1, 2, 70, 74, 130


def main() -> None:
    """Run the command that the program's arguments name, and leave with its exit code."""
    _prepare_streams()
    warnings.formatwarning = lambda message, *_where: f"{message}\n"
    try:
        code = _run()
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still unwritten is lost
        code = UNREAD
        if not isinstance(error, BrokenPipeError):
            tell(_("The system refused: {reason}.", reason=error))
            code = REFUSED
    sys.exit(code)


def _prepare_streams() -> None:
    """Let no stream be missing, and no letter that a terminal does not know be a reason to fail."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  # it stays open
        getattr(sys, name).reconfigure(errors="replace" if mode == "r" else PLAINLY)


def _run() -> int:
    try:
        code = app(prog_name="plyground", standalone_mode=False)
    except PlygroundError as error:
        tell(error.sentence)
        return WRONG_INPUT
    except typer.TyperException as error:
        tell(_usage(error))
        return WRONG_INPUT
    except OSError:
        raise
    except Exception as error:
        blame = _blamed(error)
        tell(blame.sentence if blame else _defect())
        return WRONG_INPUT if blame else DEFECT
    if code == STOPPED:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the cursor stands behind what was typed
        tell(_("Stopped. Goodbye."))
    return code or 0


def _blamed(error: Exception) -> PlygroundError | None:
    """What to say where somebody else's code, and not this program, is at fault."""
    from plyground.plugins import blamed  # late: the help page needs none

    return blamed(error)


def _usage(error: typer.TyperException) -> Sentence:
    """What is wrong with the arguments, and where to read what would be right."""
    context: typer.Context | None = getattr(error, "ctx", None)
    command = context.command_path if context else "plyground"
    problem = error.format_message().rstrip(".")
    return _("{problem} (see {command} --help).", problem=problem, command=command)


def _defect() -> Sentence:
    """A sentence for what should never happen; the details are kept in a file."""
    from platformdirs import user_log_path

    arguments = " ".join(map(repr, sys.argv[1:]))
    details = f"{datetime.now().astimezone().isoformat()} {platform.platform()} {arguments}\n{traceback.format_exc()}\n"
    try:
        path = user_log_path("plyground", appauthor=False, ensure_exists=True) / "errors.log"
        with path.open("a", encoding="utf-8") as file:
            file.write(details)
    except OSError as error:
        return _(
            "A defect of plyground stopped it, and the details could not be kept ({reason}); please report it.",
            reason=error,
        )
    return _("A defect of plyground stopped it; please report it with the details in {path}.", path=path)
