"""Keep the submissions that the teacher has given to be graded, and the process that grades them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.errors import SpecError
from plyground.i18n import Number, _, language

if TYPE_CHECKING:
    from plyground.teaching.grading.rubric import Rubric
    from plyground.testing.grading_process import Graded

MAX_PERCENT = 100.0
"""Points of all parts together without a rubric."""
MAX_FILES = 300
MAX_FILE_BYTES = 100_000
MAX_NAME_CHARS = 60
STOP_TIMEOUT_S = 10
"""Seconds that the process has to end after it was told to."""


class GradingKeeper:
    """The last submissions that were given. Each new upload replaces the one before."""

    def __init__(self) -> None:
        self.task = ""
        self.count = 0
        self.points: float = MAX_PERCENT
        self.graded: list[Graded] = []
        self._process: subprocess.Popen[str] | None = None
        self._folder: Path | None = None
        self._lock = threading.Lock()

    @property
    def is_running(self) -> bool:
        """True while files are graded."""
        return self._process is not None and self._process.poll() is None

    def begin(
        self, task: str, options: dict[str, Any], files: Sequence[tuple[str, bytes]], rubric: Rubric | None = None
    ) -> None:
        """Grade files, given by their names and contents. Stop an earlier grading first. Raise :class:`SpecError`."""
        from plyground.teaching.grading.rubric import Rubric

        rubric = rubric or Rubric()
        students = students_of(name for name, _content in files)
        for (name, content), _student in zip(files, students, strict=True):
            if len(content) > MAX_FILE_BYTES:
                raise SpecError(_("{file}: this file is too large; a submission has at most {count} bytes.", file=name, count=Number(MAX_FILE_BYTES)))  # fmt: skip
        self.stop()
        folder = Path(tempfile.mkdtemp(prefix="plyground-grading-"))
        paths = []
        for number, (_name, content) in enumerate(files):
            path = folder / f"{number}" / "submission.py"
            path.parent.mkdir()
            path.write_bytes(content)
            paths.append(str(path))
        asked = {
            "files": list(zip(students, paths, strict=True)),
            "options": options,
            "language": language(),
            "rubric": rubric._asdict(),
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "plyground.testing.grading_process"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
            start_new_session=True, env={**os.environ, "PYTHONUTF8": "1"},
        )  # fmt: skip
        self.task, self.count, self.graded, self.points = task, len(files), [], rubric.points
        self._process, self._folder = process, folder
        threading.Thread(
            target=self._listen, args=(process, folder, self.graded, json.dumps(asked)), daemon=True
        ).start()

    def stop(self) -> None:
        """Stop grading. The results so far stay."""
        with self._lock:
            process, folder = self._process, self._folder
            self._process = self._folder = None
        if process is not None:
            process.kill()
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_TIMEOUT_S)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _listen(self, process: subprocess.Popen[str], folder: Path, graded: list[Graded], asked: str) -> None:
        """Give the process its job, and collect its results until it ends."""
        from plyground.testing.grading_process import Graded

        assert process.stdin is not None and process.stdout is not None
        with suppress(OSError, ValueError):  # it was stopped
            process.stdin.write(f"{asked}\n")
            process.stdin.flush()
            for line in process.stdout:
                graded.append(Graded(**json.loads(line)))
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def students_of(files: Any) -> list[str]:
    """Return the student of each file. Raise :class:`SpecError` for no or too many files, or one that is not Python."""
    from plyground.teaching.grading.submission_names import student_names

    names = [str(name) for name in files]
    if not 1 <= len(names) <= MAX_FILES:
        raise SpecError(_("Choose from 1 to {most} Python files.", most=MAX_FILES))
    for name in names:
        if not name.endswith(".py"):
            raise SpecError(_("{file}: this is not a Python file; its name must end with .py.", file=name.replace("\\", "/").rpartition("/")[2][:MAX_NAME_CHARS]))  # fmt: skip
    return student_names(names)
