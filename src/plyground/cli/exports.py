"""Exports of a recorded search: drawings, tables, sentences and the record itself, in files or printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from plyground.core.files import write_bytes
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

PRINTED = "-"
"""The name of a file that stands for standard output."""


@dataclass(frozen=True)
class ExportRequest:
    """The exports that the command line asks for: files by name, ``-`` to print."""

    svg: str | None = None
    png: str | None = None
    tikz: str | None = None
    record: str | None = None
    html: str | None = None
    text: bool = False
    table: str | None = None
    steps: bool = False
    step: int | None = None  # step to draw, from 1; None: the end of the search
    theme: str = "color"
    shapes: str = SHAPES[0]
    merge: str = "no"

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
            ("--table", self.table or "md", FORMATS),
        ):
            if name not in names:
                known = ", ".join(names)
                raise SpecError(
                    _("{option} takes one of: {names}; not “{name}”.", option=option, names=known, name=name)
                )
        files = [getattr(self, name) for name in FILES]
        if printing + files.count(PRINTED) + sum(bool(getattr(self, name)) for name in LINES) > 1:
            raise SpecError(_("Only one thing can be printed at once: write the others to files."))

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
            file = getattr(self, name)
            if file == PRINTED:
                sys.stdout.buffer.write(make(made))
                printed = True
            elif file is not None:
                write_bytes(file, make(made))
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
    "record": lambda made: write(made.run).encode(),
}
"""Functions that make the outputs for files, by option. The file ``-`` is standard output."""
LINES: Mapping[str, Callable[[_Exports], str]] = {
    "text": lambda made: text(made.plan, made.step),
    "table": lambda made: FORMATS[made.wanted.table or ""](made.run),
    "steps": _Exports.steps,
}
"""Functions that make the outputs that are always printed, by option."""
