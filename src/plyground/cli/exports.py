"""Exports of a recorded search: drawings, tables, sentences and the record itself, in files or printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Annotated, NamedTuple

import typer

from plyground.cli.options.shared_options import OUTPUT_FILE, Html, Svg, ThemeName, one_of
from plyground.cli.output_files import check_printed, write_output
from plyground.drawing.painter import SHAPES
from plyground.drawing.plan import MERGES, Plan, plan
from plyground.drawing.png import png
from plyground.drawing.step_table import FORMATS
from plyground.drawing.svg import svg
from plyground.drawing.text import text
from plyground.drawing.themes import THEMES
from plyground.drawing.tikz import tikz
from plyground.errors import SearchError, SpecError
from plyground.i18n import _
from plyground.searches.conventions import Convention
from plyground.searches.registry import algorithm
from plyground.stepping.comparison import Scene, scene
from plyground.stepping.film import Film
from plyground.stepping.standalone import standalone
from plyground.stepping.view import stepping
from plyground.trace.run import Run
from plyground.trace.run_file import write
from plyground.trace.sentences import sentences


class ExportRequest(NamedTuple):
    """The exports that the command line asks for: files by name, ``-`` to print."""

    svg: Svg = None
    png: Annotated[
        str | None, typer.Option(metavar=OUTPUT_FILE, help=str(_("Draw it as PNG; needs the package resvg-py.")))
    ] = None
    tikz: Annotated[
        str | None, typer.Option(metavar=OUTPUT_FILE, help=str(_("Draw it as a LaTeX document with TikZ.")))
    ] = None
    html: Html = None
    save_run: Annotated[
        str | None,
        typer.Option(metavar=OUTPUT_FILE, help=str(_("Write all steps as JSON that can be read again."))),
    ] = None
    text: Annotated[bool, typer.Option("--text", help=str(_("Draw it as lines of text.")))] = False
    steps_table: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help=str(_("Print the trace table; one of: {names}.", names=", ".join(FORMATS))),
            autocompletion=one_of(FORMATS),
        ),
    ] = None
    steps: Annotated[bool, typer.Option("--steps", help=str(_("Tell each step in a sentence.")))] = False
    step: Annotated[
        int | None, typer.Option(metavar="N", help=str(_("Draw it after step N, from 1 (default: after the last).")))
    ] = None
    theme: ThemeName = "color"
    shapes: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("Shapes of MAX and MIN; one of: {names}.", names=", ".join(SHAPES))),
            autocompletion=one_of(SHAPES),
        ),
    ] = SHAPES[0]
    merge: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=str(_("Draw equal positions as one; one of: {names}.", names=", ".join(("no", *MERGES)))),
            autocompletion=one_of(("no", *MERGES)),
        ),
    ] = "no"

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in (*FILES, *LINES))

    def check(self, *, printing: bool) -> None:
        """Raise :class:`SpecError` for an invalid name, or for two outputs to print; ``printing`` says that the command
        prints another output itself.
        """
        for option, name, names in (
            ("--theme", self.theme, THEMES),
            ("--shapes", self.shapes, SHAPES),
            ("--merge", self.merge, ("no", *MERGES)),
            ("--steps-table", self.steps_table or "md", FORMATS),
        ):
            if name not in names:
                known = ", ".join(names)
                raise SpecError(
                    _("{option} takes one of: {names}; not “{name}”.", option=option, names=known, name=name)
                )
        check_printed(
            [getattr(self, name) for name in FILES], printing + sum(bool(getattr(self, name)) for name in LINES)
        )

    def give(self, run: Run, again: Callable[[Convention], Run] | None = None) -> bool:
        """Write and print the outputs. Return True if anything was printed. Raise :class:`FileError` and
        :class:`SearchError`.

        ``again`` repeats the run under any convention, with its source, for a page that shows both cut rules.
        """
        if self.step is not None and not 1 <= self.step <= len(run.steps):
            raise SearchError(_("The steps of this run are numbered from 1 to {last}.", last=len(run.steps)))
        made = _Exports(self, run, again)
        printed = False
        for name, make in FILES.items():
            printed |= write_output(getattr(self, name), partial(make, made))
        for name, tell in LINES.items():
            if getattr(self, name):
                print(tell(made), end="")
                printed = True
        return printed


@dataclass(frozen=True)
class _Exports:
    """The exports of one run."""

    wanted: ExportRequest
    run: Run
    again: Callable[[Convention], Run] | None

    @property
    def step(self) -> int | None:
        """The step, counted from 0."""
        return None if self.wanted.step is None else self.wanted.step - 1

    @cached_property
    def plan(self) -> Plan:
        return plan(self.run, self.step, merge="" if self.wanted.merge == "no" else self.wanted.merge)

    @cached_property
    def drawn(self) -> str:
        return svg(self.plan, self.step, theme=self.wanted.theme, shapes=self.wanted.shapes)

    def tikz(self) -> bytes:
        return tikz(self.plan, self.step, theme=self.wanted.theme, shapes=self.wanted.shapes).encode()

    def html(self) -> bytes:
        terms = self.run.terms
        shown = Scene(Film(self.run), None, flips=False)
        if self.again is not None:
            shown = scene(algorithm(terms.algorithm), terms.convention, self.again)
        of = self.run.of
        title = of.title if of is not None and of.title else _("A tree")
        step = 0 if self.step is None else self.step
        return standalone(stepping([shown], step, whole=True), str(title)).encode()

    def steps(self) -> str:
        return "".join(f"{number}. {sentence}\n" for number, sentence in enumerate(sentences(self.run), 1))


FILES: Mapping[str, Callable[[_Exports], bytes]] = {
    "svg": lambda made: made.drawn.encode(),
    "png": lambda made: png(made.drawn),
    "tikz": _Exports.tikz,
    "html": _Exports.html,
    "save_run": lambda made: write(made.run).encode(),
}
"""Functions that make the outputs for files, by option. The file ``-`` is standard output."""
LINES: Mapping[str, Callable[[_Exports], str]] = {
    "text": lambda made: text(made.plan, made.step),
    "steps_table": lambda made: FORMATS[made.wanted.steps_table or ""](made.run),
    "steps": _Exports.steps,
}
"""Functions that make the outputs that are always printed, by option."""
