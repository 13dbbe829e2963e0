"""``plyground exercise``: exercises on trees, made, solved, marked and exported; ``plyground collect``: answers of a class."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

import typer

from plyground.cli.exercise_export import FORMATS, PaperOptions, read_names, write_sheets
from plyground.cli.options.option_groups import grouped
from plyground.cli.options.shared_options import COUNT_HELP, SEED, AsJson, ConventionText, Csv, Output, Student, one_of
from plyground.cli.output_files import PRINTED, write_output
from plyground.cli.terminal import say, say_json, say_table
from plyground.core.files import read_bytes, write_text
from plyground.core.spec import canonical
from plyground.errors import ExerciseError, FileError, SpecError, TreeError
from plyground.i18n import Sentence, _, _n, capital, percentage
from plyground.searches.conventions import convention
from plyground.store.records import KeptAnswer
from plyground.store.saved_work import read_work
from plyground.teaching.exercises.drawings import as_text, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.form_fields import options_in_words
from plyground.teaching.exercises.generator import new_exercise, usual
from plyground.teaching.exercises.json_format import load, mark_record, record
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.exercises.marking import mark
from plyground.teaching.exercises.marking_report import solution_line, verdict
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.exports.sheet import Sheet
from plyground.teaching.gallery import gallery
from plyground.trees.reading import read
from plyground.web.components.classroom.answer_tables import answers_csv
from plyground.web.components.exercise_form import marked_again
from plyground.web.components.exercise_titles import exercise_title

exercise = typer.Typer()
"""The ``plyground exercise`` commands."""

MOST = 1000
"""Most exercises of one export."""
ITEM = re.compile(r"([^\s=;,]+)\s*=\s*(.+?)(?=[\s;,]+[^\s=;,]+\s*=|[\s;,]*$)")
"""Pattern of one item of an answer with its value, which ends at the next item."""

EXERCISE_HELP = str(_("A kind of exercise, an example of the gallery (its questions by --number), or a file."))
ExerciseText: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="EXERCISE", help=EXERCISE_HELP, autocompletion=one_of([*KINDS, *gallery()])),
]
Count: TypeAlias = Annotated[
    int, typer.Option("--number", metavar="N", min=1, help=str(_("The number of the student's exercise.")))
]
Search: TypeAlias = Annotated[
    str | None,
    typer.Option("--algorithm", metavar="NAME", help=str(_("The algorithm of the exercise, if the kind has several."))),
]
Shows: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help=str(_("A misconception that must lead to a wrong answer: see exercise list.")),
        autocompletion=one_of(MISCONCEPTIONS),
    ),
]


class ExerciseOptions(NamedTuple):
    """Options that choose an exercise of a kind."""

    student: Student = ""
    number: Count = 1
    seed: Annotated[int, SEED] = 0
    algorithm: Search = None
    preset: ConventionText = "aima"
    shows: Shows = ""


@exercise.command("list", help=str(_("List the kinds of exercises, the gallery and the misconceptions.")))
def list_command() -> None:
    """List the kinds of exercises, the examples and the misconceptions."""
    say_table(
        [_("kind"), _("asks for"), _("of")],
        [(kind.name, kind.title, ", ".join(kind.algorithms)) for kind in KINDS.values()],
    )
    say()
    say_table(
        [_("example"), _("title"), _("questions"), _("source")],
        [(one.name, one.title, len(one.exercises), one.source) for one in gallery().values()],
    )
    say()
    say_table([_("misconception"), _("the mistake")], [(known.name, known.title) for known in MISCONCEPTIONS.values()])


@exercise.command("new", help=str(_("Make an exercise, with a form for the answer.")))
@grouped
def new_command(name: ExerciseText, wish: ExerciseOptions, output: Output = None, as_json: AsJson = False) -> None:
    """Show an exercise, or write it to a file to be filled in."""
    made = _exercise(name, wish)
    if output is not None:
        write_text(output, json.dumps(record(made), indent=2) + "\n")
    elif as_json:
        say_json(record(made))
    else:
        _show(made, solved=False)


@exercise.command("solve", help=str(_("Show the solution of an exercise.")))
@grouped
def solve_command(name: ExerciseText, wish: ExerciseOptions, as_json: AsJson = False) -> None:
    """Show an exercise with its solution."""
    made = _exercise(name, wish)
    if as_json:
        say_json(record(made, solved=True))
    else:
        _show(made, solved=True)


@exercise.command("mark", help=str(_("Mark an answer; the exit code is 1 if it is not fully right.")))
@grouped
def mark_command(
    name: ExerciseText,
    wish: ExerciseOptions,
    answer: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help=str(_('The answer, such as "C2 C3", "A=3, B=2" or JSON (default: the one in the file).')),
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Mark an answer, and name the misconception that it gives away."""
    if _is_known(name):
        if answer is None:
            raise ExerciseError(_("There is no answer to mark: give one with --answer."))
        made, given = _exercise(name, wish), None
    else:
        made, given = _load(name)
    marked = mark(made, given if answer is None else read_answer(answer))
    if as_json:
        say_json(mark_record(marked))
    else:
        for sentence in verdict(marked):
            say(sentence)
    if marked.credit < 1:
        raise typer.Exit(1)


@exercise.command(
    "export",
    help=str(_("Write exercises for Moodle, Canvas and other systems, on paper, for a notebook, or as a picture.")),
)
@grouped
def export_command(
    names: Annotated[list[str], typer.Argument(metavar="EXERCISE...", help=EXERCISE_HELP)],
    wish: ExerciseOptions,
    paper: PaperOptions,
    form: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help=str(_("The format; one of: {names}.", names=", ".join(FORMATS))),
            autocompletion=one_of(FORMATS),
        ),
    ] = "moodle",
    count: Annotated[int, typer.Option(metavar="N", min=1, max=MOST, help=COUNT_HELP)] = 1,
    students: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=str(
                _(
                    "A file with a student's name on each line: each gets other exercises. If --output is a folder, each gets a file there."
                )
            ),
        ),
    ] = None,
    output: Output = None,
) -> None:
    """Write exercises in a format that other programs read."""
    chosen = canonical(form)
    if chosen not in FORMATS:
        raise ExerciseError(
            _("There is no format “{name}”; choose one of: {names}.", name=form, names=", ".join(FORMATS))
        )
    if students is not None and wish.student:
        raise ExerciseError(_("Use --student for one student or --students for a file of names, not both."))
    sheets = [
        Sheet(student, list(_exercises(names, wish._replace(student=student), count)))
        for student in ([wish.student] if students is None else read_names(students))
    ]
    write_sheets(chosen, sheets, paper, output, is_batch=students is not None)


def _exercises(names: list[str], wish: ExerciseOptions, count: int) -> Iterator[tuple[str, Exercise]]:
    """Yield the exercises of one student with their titles."""
    for name in names:
        is_known = _is_known(name)
        for place in range(wish.number, wish.number + (count if is_known else 1)):
            made = _exercise(name, wish._replace(number=place))
            yield _title(made, place if is_known else None), made


def _is_known(name: str) -> bool:
    return canonical(name) in KINDS or name in gallery()


def _exercise(name: str, wish: ExerciseOptions) -> Exercise:
    """Return the exercise that these options describe."""
    if canonical(name) in KINDS:
        kind = KINDS[canonical(name)]
        chosen = canonical(wish.algorithm) if wish.algorithm else kind.algorithms[0]
        return new_exercise(
            kind.name, student=wish.student, number=wish.number, seed=wish.seed, algorithm=chosen,
            convention=convention(wish.preset), wishes=usual(kind.name, chosen, wish.shows),
        )  # fmt: skip
    if name in gallery():
        asked = gallery()[name].exercises
        if wish.number > len(asked):
            raise ExerciseError(
                _("The number of questions of the example {name} is {count}.", name=name, count=len(asked))
            )
        return asked[wish.number - 1]
    return _load(name)[0]


def _load(name: str) -> tuple[Exercise, Any]:
    """Return the exercise in a file, and its answer."""
    if not Path(name).exists():
        raise ExerciseError(
            _("“{name}” is not a kind of exercise, an example or a file: see plyground exercise list.", name=name)
        )
    return load(name)


def _title(made: Exercise, number: int | None) -> str:
    return capital(made.kind.title) + (f" {number}" if number else "")


def read_answer(answer: str) -> Any:
    """Return an answer given as JSON, as items such as ``A=3, B=2``, or as words."""
    try:
        return read(answer)
    except TreeError:
        return dict(ITEM.findall(answer)) or answer


def _show(made: Exercise, *, solved: bool) -> None:
    say(made.question)
    if has_picture(made, solved=solved):
        say()
        for line in as_text(made, solved=solved).splitlines():
            say(line)
    say()
    for sentence in _after(made, solved):
        say(sentence)


def _after(made: Exercise, solved: bool) -> Iterator[Sentence | str]:
    if solved:
        yield _("Solution: {answer}", answer=solution_line(made))
    else:
        form = json.dumps(made.kind.shape.template(made.solution()))
        yield _("Answer with --answer, in the form: {form}", form=form)
        for options in options_in_words(made):
            yield options


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
        headings = _("student"), _("exercise"), _("number"), _("credit"), _("misconceptions")
        say_table(headings, rows)
    if csv != PRINTED:
        say(_n("{count} answer was marked.", "{count} answers were marked.", len(found)))
        if unread:
            say(_n("{count} answer could not be read.", "{count} answers could not be read.", unread))
