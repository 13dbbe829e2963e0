"""The available lessons: those of the project in each language, and those in a teacher's folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from plyground.errors import FileError
from plyground.i18n import LANGUAGES, SOURCE_LANGUAGE, _
from plyground.teaching.lessons.lesson import Lesson
from plyground.teaching.lessons.parser import load_lesson

TEXTS = Path(__file__).parent / "texts"
"""The project's lessons, in a folder for each language."""
MAX_LESSONS = 200
"""Most lessons in one folder."""


def course(language: str, folder: Path | None = None) -> Mapping[str, Lesson]:
    """Return the lessons by name and in order, with the lessons of a teacher's ``folder``. Raise :class:`FileError`.

    A lesson in the folder replaces a project's lesson of the same name.
    """
    found = dict(_ours(language))
    if folder is not None:
        found |= _lessons(folder) | _lessons(folder / language)
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


def check_folder(folder: Path) -> None:
    """Raise :class:`FileError` for the first error in a teacher's folder, in any language."""
    if not folder.is_dir():
        raise FileError(folder, _("this is not a folder."))
    texts = [text for language in ("", *LANGUAGES) for text in _files(folder / language)]
    if not texts:
        raise FileError(folder, _("there is no lesson here: a lesson is a text file whose name ends in .md."))
    for text in texts:
        load_lesson(text)


@cache
def _ours(language: str) -> Mapping[str, Lesson]:
    return _lessons(TEXTS / SOURCE_LANGUAGE) | _lessons(TEXTS / language)


def _lessons(folder: Path) -> dict[str, Lesson]:
    return {file.stem: load_lesson(file) for file in _files(folder)}


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    found = sorted(file for file in folder.glob("*.md") if not file.name.startswith((".", "README")))
    if len(found) > MAX_LESSONS:
        raise FileError(folder, _("it holds more than {most} lessons.", most=MAX_LESSONS))
    return found
