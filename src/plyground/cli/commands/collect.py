"""``plyground collect``: the answers in students' files of saved work, marked again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.options.shared_options import Csv
from plyground.cli.output_files import PRINTED, write_output
from plyground.cli.terminal import say, say_table
from plyground.core.files import read_bytes
from plyground.errors import FileError, SpecError
from plyground.i18n import _, _n, percentage
from plyground.store.records import KeptAnswer
from plyground.store.saved_work import read_work
from plyground.web.components.classroom.answer_tables import answers_csv
from plyground.web.components.exercise_form import marked_again
from plyground.web.components.exercise_titles import exercise_title


def collect(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help=str(_("Files that students saved with “Save all my work”."))),
    ],
    csv: Csv = None,
) -> None:
    """Mark the answers to exercises in students' files of saved work.

    The marks in the files do not count: each answer is marked again.
    """
    found, unread = list[KeptAnswer](), 0
    for path in files:
        try:
            work = read_work(read_bytes(path))
        except SpecError as error:
            raise FileError(path, error.sentence) from None
        for answer in work.answers:
            marked = marked_again(answer)
            if marked is None:
                unread += 1
            else:
                found.append(marked._replace(student=answer.student or path.stem))
    found.sort(key=lambda each: (each.exercise, each.number, each.student))
    is_printed = write_output(csv, lambda: answers_csv(found))
    if not is_printed and found:
        rows = [
            (each.student, exercise_title(each.exercise), each.number, percentage(each.credit), each.misconceptions)
            for each in found
        ]
        headings = _("student"), _("exercise"), _("number"), _("right"), _("misconceptions")
        say_table(headings, rows)
    if csv != PRINTED:
        say(_n("{count} answer was marked.", "{count} answers were marked.", len(found)))
        if unread:
            say(_n("{count} answer could not be read.", "{count} answers could not be read.", unread))
