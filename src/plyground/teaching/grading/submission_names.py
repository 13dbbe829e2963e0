"""The student of each submitted file, found in the name of the file or of its folder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from plyground.errors import SpecError
from plyground.i18n import _

MAX_NAME_CHARS = 60
MOODLE_NAME = re.compile(r"(?P<student>.+?)_\d+_assignsubmission_")
"""Names of files and folders in Moodle's download of all submissions."""


def submitted_files(folder: Path) -> list[Path]:
    """Return the Python files in a folder; if it has none, those in its subfolders, one for each student."""
    return sorted(folder.glob("*.py")) or sorted(folder.glob("*/*.py"))


def student_names(files: Iterable[object]) -> list[str]:
    """Return the student of each file. Raise :class:`SpecError` for two files of one student.

    A file name made by Moodle contains the student. Otherwise the student is the file's name without its extension, or
    the name of its folder if several files have the same name.
    """
    paths = [PurePosixPath(str(name).replace("\\", "/")) for name in files]
    same = Counter(path.stem for path in paths)
    names = [" ".join(_student(path, same[path.stem] > 1).split()) for path in paths]
    for name, count in Counter(names).items():
        if count > 1:
            raise SpecError(_("{name}: two files have this name. Give each student's file another one.", name=name[:MAX_NAME_CHARS]))  # fmt: skip
    return [name[:MAX_NAME_CHARS] for name in names]


def _student(path: PurePosixPath, has_common_name: bool) -> str:
    for name in (path.name, path.parent.name):
        if found := MOODLE_NAME.match(name):
            return found["student"]
    return path.parent.name if has_common_name and path.parent.name else path.stem
