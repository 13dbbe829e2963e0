"""Exports of exercises: options for sheets, files of names, and the files that are written."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from plyground.cli.options.shared_options import POINTS_HELP, Solved
from plyground.core.files import read_text, write_bytes
from plyground.errors import ExerciseError, FileError
from plyground.i18n import _
from plyground.teaching.exercises.drawings import as_svg
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.json_format import record
from plyground.teaching.exports.sheet import Layout, Sheet

ENDINGS = {
    "moodle": "xml", "gift": "gift", "qti": "zip", "pdf": "pdf", "latex": "tex", "notebook": "ipynb", "svg": "svg",
    "json": "json",
}  # fmt: skip
"""The usual end of a file's name, by format."""
FORMATS = tuple(ENDINGS)
ON_PAPER = ("pdf", "latex")
"""Formats that hold the sheets of many students, and that have a key."""
BINARY = ("pdf", "qti")
"""Formats that a terminal cannot show."""
MAX_STUDENTS = 500
"""Most names in one file."""
UNFIT = re.compile(r"[^\w .'-]")
"""Characters of a student's name that are replaced in the name of a file."""


class PaperOptions(NamedTuple):
    """Options for sheets on paper."""

    title: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help=str(_("The heading; for Moodle and GIFT, the category in the question bank; for QTI, the test.")),
        ),
    ] = ""
    points: Annotated[int, typer.Option(metavar="N", min=0, help=POINTS_HELP)] = 0
    solved: Solved = False
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=str(_("Write the solutions to a file of their own (pdf and latex)."))),
    ] = None


def read_names(path: Path) -> list[str]:
    """Return the names in a file, one a line. Raise :class:`FileError` if there is none, or one is there twice."""
    names: dict[str, int] = {}
    for line, text in enumerate(read_text(path).splitlines(), 1):
        name = " ".join(text.split())
        if not name:
            continue
        if name in names:
            raise FileError(path, _("the name {name} is on line {line}, too.", name=name, line=names[name]), line)
        names[name] = line
    if not names:
        raise FileError(path, _("there is no name in this file: write one on each line."))
    if len(names) > MAX_STUDENTS:
        raise FileError(path, _("it has more than {most} names.", most=MAX_STUDENTS))
    return list(names)


def write_sheets(
    form: str, sheets: Sequence[Sheet], paper: PaperOptions, output: Path | None, *, is_batch: bool
) -> None:
    """Write the exercises, and on request their solutions. Raise :class:`ExerciseError` and :class:`FileError`."""
    if paper.key is not None:
        if form not in ON_PAPER:
            raise ExerciseError(_("Only the formats pdf and latex have a key."))
        write_bytes(paper.key, _written(form, sheets, Layout(paper.title, paper.points, is_key=True)))
    layout = Layout(paper.title, paper.points, paper.solved)
    if is_batch and output is not None and (output.is_dir() or not output.suffix):
        _write_folder(form, sheets, layout, output)
        return
    if len(sheets) > 1 and form not in ON_PAPER:
        raise ExerciseError(_("In this format each student needs a file: name a folder with --output."))
    content = _written(form, sheets, layout)
    if output is not None:
        write_bytes(output, content)
    elif form in BINARY and sys.stdout.isatty():
        raise ExerciseError(_("The format {name} needs a file: name it with --output.", name=form))
    else:
        sys.stdout.buffer.write(content)


def _write_folder(form: str, sheets: Sequence[Sheet], layout: Layout, folder: Path) -> None:
    """Write a file for each student."""
    files: dict[str, Sheet] = {}
    for sheet in sheets:
        name = f"{UNFIT.sub('_', sheet.student)}.{ENDINGS[form]}"
        if name in files:
            raise ExerciseError(_("{one} and {other} would get the same file: change one of the names.", one=files[name].student, other=sheet.student))  # fmt: skip
        files[name] = sheet
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise FileError(folder, _("it cannot be written ({reason}).", reason=error.strerror)) from None
    for name, sheet in files.items():
        write_bytes(folder / name, _written(form, [sheet], layout))


def _written(form: str, sheets: Sequence[Sheet], layout: Layout) -> bytes:
    """Return the file with these sheets."""
    if form == "pdf":
        from plyground.teaching.exports.pdf_sheet import pdf

        return pdf(sheets, layout)
    if form == "latex":
        from plyground.teaching.exports.latex_sheet import latex

        return latex(sheets, layout).encode()
    (sheet,) = sheets
    if form == "qti":
        from plyground.teaching.exports.qti import qti_package

        return qti_package(sheet.exercises, layout.title)
    return _text(form, sheet.exercises, layout).encode()


def _text(form: str, made: Sequence[tuple[str, Exercise]], layout: Layout) -> str:
    if form == "moodle":
        from plyground.teaching.exports.moodle import moodle_xml

        return moodle_xml(made, layout.title)
    if form == "gift":
        from plyground.teaching.exports.gift import gift

        return gift(made, layout.title)
    if form == "notebook":
        from plyground.teaching.exports.notebook_cells import notebook

        return notebook(made, title=layout.title)
    if form == "json":
        return json.dumps([record(one, solved=layout.solved) for _name, one in made], indent=2) + "\n"
    if len(made) > 1:
        raise ExerciseError(_("An SVG is a picture of one exercise."))
    return as_svg(made[0][1], solved=layout.solved)
