"""Systems that lack something: a home folder, open files, shared memory. The program works, or says what it needs."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from program import ENVIRONMENT, PATIENCE

from plyground.core import user_folders
from plyground.web.server.open_files import MIN_CONNECTIONS, reserved_files

PROGRAM = [sys.executable, "-m", "plyground"]
WEB = [*PROGRAM, "web", "--no-browser", "--port", "0"]
UNSHARED_USER = ["unshare", "--user", "--map-user=65533", "--map-group=65533"]
"""A user without an entry in the list of users, as containers have."""
UNSHARED_MOUNTS = ["unshare", "--user", "--map-root-user", "--mount"]


def demand(*command: str) -> None:
    """Skip the test on a system that does not allow this command."""
    if (
        shutil.which(command[0]) is None
        or subprocess.run([*command, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip(f"this system does not allow: {' '.join(command)}")


def started(*command: str, **environment: str) -> tuple[str, str, int]:
    """Run a command until it ends, or until the page is open. Return what it printed and told, and its exit code."""
    known = {name: text for name, text in ENVIRONMENT.items() if name != "HOME" and not name.startswith("XDG_")}
    with subprocess.Popen(
        command, env=known | environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:  # fmt: skip
        assert program.stdout is not None
        shown = ""
        for line in program.stdout:
            shown += line
            if "is open at" in line:
                program.terminate()
        told = program.communicate(timeout=PATIENCE)[1]
    return shown, told, program.returncode


NO_HOME = "This user has no home folder, so files are kept in {folder}. Set HOME to keep them elsewhere.\n"


@pytest.mark.parametrize(
    ("arguments", "shows"),
    [
        (["games"], "tictactoe"),
        (["engines", "list"], "No engine is set up."),
        pytest.param(["search", "tictactoe"], "leaves", marks=pytest.mark.proof),
        pytest.param(["solve", "tictactoe"], "A draw with best play.", marks=pytest.mark.proof),
        pytest.param(["check", "tictactoe"], "No failure.", marks=pytest.mark.proof),
        pytest.param(["tournament", "tictactoe", "greedy", "random"], "games played.", marks=pytest.mark.proof),
        pytest.param(["console", "tictactoe"], "Goodbye.", marks=pytest.mark.proof),
        pytest.param(["web", "--no-browser", "--port", "0"], "is open at", marks=pytest.mark.proof),
    ],
)
def test_a_user_without_a_home_can_work(tmp_path: Path, arguments: list[str], shows: str) -> None:
    """As ``docker --user`` and OpenShift run it: the user has no home, and no entry in the list of users."""
    demand(*UNSHARED_USER)
    folder = tmp_path / "plyground-65533"
    shown, told, code = started(*UNSHARED_USER, *PROGRAM, *arguments, TMPDIR=str(tmp_path))
    assert shows in shown
    assert "Traceback" not in told
    assert code in (0, 130)
    is_quiet = arguments[0] == "check" or not folder.exists()  # a check keeps files in a process without output only
    assert told.count(NO_HOME.format(folder=folder)) == (not is_quiet)


def test_a_defect_of_a_user_without_a_home_is_told_in_one_sentence(tmp_path: Path) -> None:
    """The report of a defect needs a folder for its details.."""
    demand(*UNSHARED_USER)
    code = "import plyground.cli.main as program\nprogram.app = lambda **_named: 1 / 0\nprogram.main()\n"
    _shown, told, exit_code = started(*UNSHARED_USER, sys.executable, "-c", code, TMPDIR=str(tmp_path))
    details = tmp_path / "plyground-65533" / "log" / "errors.log"
    assert (
        told.splitlines()[1]
        == f"A defect of plyground stopped the command. Please report it with the details in {details}."
    )
    assert exit_code == 70
    assert "ZeroDivisionError" in details.read_text()


def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who can write into the folder could give this user other compiled code."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    usual = tmp_path / f"plyground-{os.getuid()}"
    for case in ("open", "link"):
        user_folders._stand_in.cache_clear()
        if case == "open":
            usual.mkdir()
            usual.chmod(0o777)
        else:
            usual.rmdir()
            usual.symlink_to(tmp_path)
        with pytest.warns(UserWarning, match="no home folder"):
            folder = user_folders._stand_in()
        assert folder != usual
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    user_folders._stand_in.cache_clear()


@pytest.mark.proof
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no limit of open files here")
def test_too_few_open_files_are_told_with_the_number_that_is_needed() -> None:
    needed = reserved_files() + MIN_CONNECTIONS
    for most in (16, 64, needed - 1):
        shown, told, code = started("sh", "-c", f'ulimit -n {most}; exec "$@"', "sh", *WEB, HOME=str(Path.home()))
        assert (shown, code) == ("", 2)
        assert told == f"The page needs {needed} open files, but the system allows {most}. Raise the limit, for example with: ulimit -n {needed}\n"  # fmt: skip


@pytest.mark.proof
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no limit of open files here")
@pytest.mark.parametrize("limit", [f"-n {reserved_files() + MIN_CONNECTIONS}", "-Sn 64"])
def test_the_page_opens_with_the_files_that_it_asks_for_and_raises_a_soft_limit(limit: str) -> None:
    shown, told, _code = started("sh", "-c", f'ulimit {limit}; exec "$@"', "sh", *WEB, HOME=str(Path.home()))
    assert "is open at" in shown
    assert told == ""


@pytest.mark.parametrize("options", ["ro", "mode=000,size=4k,ro"])
def test_a_page_without_shared_memory_says_what_it_needs(options: str) -> None:
    demand(*UNSHARED_MOUNTS)
    mounted = f'mount -t tmpfs -o {options} none /dev/shm && exec "$@"'
    shown, told, code = started(*UNSHARED_MOUNTS, "sh", "-c", mounted, "sh", *WEB, HOME=str(Path.home()))
    assert (shown, code) == ("", 2)
    assert told.startswith("The page needs memory that its processes share, and the system refuses it: ")
    assert told.endswith("The folder /dev/shm must be there and writable; in a container try: --tmpfs /dev/shm\n")
    assert told.count("\n") == 1
