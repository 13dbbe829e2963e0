"""Keep the submissions that the teacher has given to be graded, and the process that grades them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.errors import SpecError
from plyground.i18n import Number, Sentence, _, language, use

if TYPE_CHECKING:
    from plyground.teaching.grading.rubric import Rubric
    from plyground.teaching.grading.submission_names import Submissions
    from plyground.teaching.grading.submission_report import Graded

MAX_PERCENT = 100.0
"""Points of all parts together without a rubric."""
MAX_FILES = 300
MAX_FILE_BYTES = 100_000
STOP_TIMEOUT_S = 10
"""Seconds that the process has to end after it was told to."""


class GradingKeeper:
    """The last upload to be graded. Each new upload replaces the one before."""

    def __init__(self) -> None:
        self.task = ""
        self.count = 0
        self.points: float = MAX_PERCENT
        self.graded: list[Graded] = []
        self.left_out: tuple[Sentence, ...] = ()
        self._run: _Run | None = None

    @property
    def is_running(self) -> bool:
        """True while files are graded."""
        return self._run is not None and self._run.is_running

    def begin(
        self, task: str, options: dict[str, Any], files: Sequence[tuple[str, bytes]], rubric: Rubric | None = None
    ) -> None:
        """Grade files, given by their names and contents. Stop an earlier grading first. Raise :class:`SpecError`."""
        from plyground.teaching.grading.rubric import Rubric
        from plyground.teaching.grading.submission_report import graded_of, unreadable

        rubric = rubric or Rubric()
        submissions = submissions_of(name for name, _content in files)
        content_of = dict(files)
        for _student, name in submissions.files:
            if len(content_of[name]) > MAX_FILE_BYTES:
                raise SpecError(_("{file}: this file is too large; a submission has at most {count} bytes.", file=name, count=Number(MAX_FILE_BYTES)))  # fmt: skip
        contents = [(student, Path(name).suffix, content_of[name]) for student, name in submissions.files]
        self.stop()
        self.graded = [graded_of(unreadable(each.name, task, each.reason)) for each in submissions.ungraded]
        self.task, self.count, self.points = task, len(contents) + len(self.graded), rubric.points
        self.left_out = tuple(each.sentence for each in submissions.left_out)
        self._run = _Run(contents, options, rubric, self.graded)

    def stop(self) -> None:
        """Stop grading. The results so far stay."""
        run, self._run = self._run, None
        if run is not None:
            run.stop()


class _Run:
    """The grading of one upload: a thread that collects the results of a process, and starts it anew if it ends early."""

    def __init__(
        self, contents: Sequence[tuple[str, str, bytes]], options: dict[str, Any], rubric: Rubric, graded: list[Graded]
    ) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="plyground-grading-"))
        self._files = []
        for number, (student, suffix, content) in enumerate(contents):
            path = self._folder / f"{number}" / f"submission{suffix.lower()}"
            path.parent.mkdir()
            path.write_bytes(content)
            self._files.append((student, str(path)))
        self._job: dict[str, Any] = {"options": options, "language": language(), "rubric": rubric._asdict()}
        self._graded = graded
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._is_stopped = False
        self._thread = threading.Thread(target=self._grade, daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """True until every file is graded, or the grading is stopped."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Stop. Wait until the process has ended."""
        with self._lock:
            self._is_stopped = True
            if self._process is not None:
                self._process.kill()
        self._thread.join(STOP_TIMEOUT_S)

    def _grade(self) -> None:
        """Grade all files. A file during which the process ends gets a result that says so."""
        use(str(self._job["language"]))
        left = list(self._files)
        try:
            while left and (process := self._started()) is not None:
                del left[: self._collected(process, left)]
                if left and not self._is_stopped:
                    student, _path = left.pop(0)
                    self._graded.append(_stopped(student, str(self._job["options"].get("task", ""))))
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _started(self) -> subprocess.Popen[str] | None:
        """Return a new process; None after :meth:`stop`."""
        with self._lock:
            if self._is_stopped:
                return None
            self._process = subprocess.Popen(
                [sys.executable, "-m", "plyground.testing.grading_process"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
                start_new_session=True, env={**os.environ, "PYTHONUTF8": "1"},
            )  # fmt: skip
            return self._process

    def _collected(self, process: subprocess.Popen[str], files: Sequence[tuple[str, str]]) -> int:
        """Give the process these files, and collect its results until it ends. Return their number."""
        from plyground.teaching.grading.submission_report import Graded

        before = len(self._graded)
        assert process.stdin is not None and process.stdout is not None
        with suppress(OSError, ValueError), process:  # closing an ended process writes its input again
            process.stdin.write(f"{json.dumps({'files': files, **self._job})}\n")
            process.stdin.flush()
            for line in process.stdout:
                self._graded.append(Graded(**json.loads(line)))
        return len(self._graded) - before


def _stopped(student: str, task: str) -> Graded:
    """Return the result of a file during which the process of the grading ended."""
    from plyground.teaching.grading.submission_report import graded_of, unreadable

    reason = _("The program that grades was ended while it ran this file. Read the file: it may have ended it.")
    return graded_of(unreadable(student, task, reason))


def submissions_of(names: Iterable[str]) -> Submissions:
    """Return the submissions among uploaded files. Raise :class:`SpecError` if there are none, or too many."""
    from plyground.teaching.grading.submission_names import submissions_among

    found = submissions_among(names)
    if not found.files and (told := found.ungraded + found.left_out):
        raise SpecError(told[0].sentence)
    if not 1 <= len(found.files) <= MAX_FILES:
        raise SpecError(_("Choose from 1 to {most} Python files.", most=MAX_FILES))
    return found
