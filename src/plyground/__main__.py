"""The ``plyground`` program: runs a command and answers for whatever goes wrong in it.

Exit codes: 0 done; 1 done, and what was checked is at fault; 2 the input is not right; 70 a defect of
the program (sysexits.h, EX_SOFTWARE); 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from datetime import datetime
from io import TextIOWrapper

import typer

from plyground.errors import PlygroundError
from plyground.interfaces.command_line import app
from plyground.interfaces.terminal import shown
from plyground.language import Sentence, _

WRONG_INPUT, DEFECT, STOPPED = 2, 70, 130


def main() -> None:
    """Run the command that the program's arguments name, and leave with its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # letters unknown to a terminal are no reason to fail
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has left, which is its right
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def _run() -> int:
    try:
        code = app(prog_name="plyground", standalone_mode=False)
    except PlygroundError as error:
        _tell(str(error))
        return WRONG_INPUT
    except typer.TyperException as error:
        _tell(str(_usage(error)))
        return WRONG_INPUT
    except BrokenPipeError:
        raise
    except Exception:
        _tell(str(_defect()))
        return DEFECT
    if code == STOPPED:
        _tell("\n" * sys.stderr.isatty() + str(_("Stopped. Goodbye.")))
    return code or 0


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _usage(error: typer.TyperException) -> Sentence:
    """What is wrong with the arguments, and where to read what would be right."""
    context: typer.Context | None = getattr(error, "ctx", None)
    problem = shown(error.format_message().rstrip("."))
    return _(
        "{problem} (see {command} --help).", problem=problem, command=context.command_path if context else "plyground"
    )


def _defect() -> Sentence:
    """A sentence for what should never happen; the details go to a file."""
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


if __name__ == "__main__":
    main()
