"""The students' files in a folder: the student of each file, and the reason for each file that is not graded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from plyground.errors import FileError
from plyground.i18n import Sentence, _
from plyground.teaching.grading.submission_text import SUFFIXES

MAX_NAME_CHARS = 60
MOODLE_NAME = re.compile(r"(?P<student>.+?)_\d+_assignsubmission_")
"""Names of files and folders in Moodle's download of all submissions."""
SYSTEM_NAMES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX", "__pycache__"})
"""Names of files and folders that systems add. They are ignored, as are names that begin with ``._``."""


class LeftOut(NamedTuple):
    """A file, or a student, that is not graded."""

    name: str
    reason: Sentence  # reason without a full stop

    @property
    def sentence(self) -> Sentence:
        """The sentence about it."""
        return _("{name} is not graded: {reason}.", name=self.name, reason=self.reason)


class Submissions(NamedTuple):
    """The files to grade, and everything that is not graded."""

    files: tuple[tuple[str, str], ...]  # (student, path within the folder or name in the upload)
    ungraded: tuple[LeftOut, ...] = ()  # students without a file that can be graded
    left_out: tuple[LeftOut, ...] = ()  # further files and folders


def submissions_in(folder: Path) -> Submissions:
    """Return the submissions in a folder: Python files and notebooks in the folder itself, and in its folders of students.

    Links are not followed. Raise :class:`FileError` if the folder cannot be read.
    """
    files: list[PurePosixPath] = []
    ungraded: list[LeftOut] = []
    left_out: list[LeftOut] = []
    for entry in _entries(folder):
        if entry.is_symlink() or not entry.is_dir():
            _sort_in(entry, PurePosixPath(entry.name), files, left_out)
            continue
        before = len(files)
        reason = _("there is no Python file in this folder")
        try:
            for each in _entries(entry):
                _sort_in(each, PurePosixPath(entry.name, each.name), files, left_out)
        except FileError as error:
            reason = error.reason
        if len(files) == before:
            ungraded.append(LeftOut(_name(_moodle_student(entry.name) or entry.name), reason))
    found = _assigned(files)
    return Submissions(found.files, (*found.ungraded, *ungraded), (*left_out, *found.left_out))


def submissions_among(names: Iterable[str]) -> Submissions:
    """Return the submissions among the files of an upload. A folder name that precedes all names is removed."""
    given = list(names)
    paths = [PurePosixPath(name.replace("\\", "/")) for name in given]
    if len({path.parts[:1] for path in paths}) == 1 and all(len(path.parts) > 1 for path in paths):
        paths = [_shortened(path) for path in paths]
    files, left_out = [], []
    for path in paths:
        if any(map(_is_of_the_system, path.parts)):
            continue
        reason = _too_deep() if len(path.parts) > 2 else _reason_of_name(path.name)
        if reason is None:
            files.append(path)
        else:
            left_out.append(LeftOut(str(path), reason))
    found = _assigned(files)
    name_of = dict(zip(map(str, paths), given, strict=True))  # the paths of graded files are unique
    files_of = tuple((student, name_of[path]) for student, path in found.files)
    return Submissions(files_of, found.ungraded, (*left_out, *found.left_out))


def _shortened(path: PurePosixPath) -> PurePosixPath:
    """Return a path without its first folder, unless Moodle has named this folder after a student."""
    return path if _moodle_student(path.parts[0]) else path.relative_to(path.parts[0])


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(entry for entry in folder.iterdir() if not _is_of_the_system(entry.name))
    except OSError as error:
        raise FileError(folder, _("it cannot be read ({reason}).", reason=error.strerror)) from None


def _is_of_the_system(name: str) -> bool:
    return name in SYSTEM_NAMES or name.startswith("._")


def _sort_in(entry: Path, path: PurePosixPath, files: list[PurePosixPath], left_out: list[LeftOut]) -> None:
    """Add the path to the files, or to the paths that are left out."""
    if entry.is_symlink():
        reason: Sentence | None = _("it is a link")
    elif entry.is_dir():
        reason = _too_deep()
    elif not entry.is_file():
        reason = _("it is not a file")
    else:
        reason = _reason_of_name(entry.name)
    if reason is None:
        files.append(path)
    else:
        left_out.append(LeftOut(str(path), reason))


def _too_deep() -> Sentence:
    return _("it is deeper than the folders of students; move it up")


def _reason_of_name(name: str) -> Sentence | None:
    """Return the reason why a file of this name is not graded; None if it is."""
    if not name.lower().endswith(SUFFIXES):
        return _("it is not a Python file or a notebook")
    return _("it is hidden") if name.startswith(".") else None


def _assigned(paths: Sequence[PurePosixPath]) -> Submissions:
    """Give each student a file.

    A file or folder name made by Moodle contains the student. Otherwise the folders are the students' if two have files
    of the same name, or if each has one file. In all other cases the student is the name of the file. An upload can have
    the same path several times: then none of these files is graded.
    """
    in_folders = {path for path in paths if path.parent.name}
    counts = Counter(path.stem for path in in_folders)
    common = {stem for stem, count in counts.items() if count > 1}
    of_students = bool(common) or set(Counter(path.parent for path in in_folders).values()) == {1}
    by_student: dict[str, list[PurePosixPath]] = {}
    for path in paths:
        folder = path.parent.name
        told = _moodle_student(path.name) or _moodle_student(folder)
        student = told or (folder if folder and of_students else path.stem)
        by_student.setdefault(_name(student), []).append(path)
    files, ungraded, left_out = [], [], []
    for student, own in by_student.items():
        fitting = own if len(own) == 1 else [path for path in own if path.parent.name and path.stem in common]
        if len(fitting) == 1:
            files.append((student, str(fitting[0])))
            reason = _("{file} is this student's file", file=fitting[0].name)
            left_out += [LeftOut(str(path), reason) for path in own if path != fitting[0]]
        elif len(set(own)) == 1:
            ungraded.append(LeftOut(student, _("there are several files named {file}; give each another name", file=own[0])))  # fmt: skip
        else:
            names = ", ".join(map(str, own))
            ungraded.append(LeftOut(student, _("there are several files of this student; keep one of: {names}", names=names)))  # fmt: skip
    return Submissions(tuple(files), tuple(ungraded), tuple(left_out))


def _moodle_student(name: str) -> str:
    found = MOODLE_NAME.match(name)
    return found["student"] if found else ""


def _name(student: str) -> str:
    return " ".join(student.split())[:MAX_NAME_CHARS]
