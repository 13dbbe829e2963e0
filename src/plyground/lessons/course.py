"""The lessons that there are: those of the project in each language, and those of a teacher's own folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from plyground.errors import FileError
from plyground.language import LANGUAGES, SOURCE_LANGUAGE, _
from plyground.lessons.lesson import Lesson
from plyground.lessons.lesson_text import load_lesson

TEXTS = Path(__file__).parent / "texts"
"""The project's own, in a folder for each language."""
MOST = 200
"""Lessons of one folder."""


def course(language: str, folder: Path | None = None) -> Mapping[str, Lesson]:
    """The lessons by name, in their order, those of a ``folder`` among them; raises :class:`FileError`.

    A lesson of the folder takes the place of another of its name.
    """
    found = dict(_ours(language))
    if folder is not None:
        found |= _lessons(folder) | _lessons(folder / language)
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


def check_folder(folder: Path) -> None:
    """Raise :class:`FileError` for what is wrong in a teacher's folder, in any language."""
    if not folder.is_dir():
        raise FileError(folder, _("this is no folder."))
    texts = [text for language in ("", *LANGUAGES) for text in _files(folder / language)]
    if not texts:
        raise FileError(folder, _("no lesson is here: a lesson is a text file whose name ends in .md."))
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
    if len(found) > MOST:
        raise FileError(folder, _("it holds more than {most} lessons.", most=MOST))
    return found
