"""What people want of the record of a search: drawings, tables, sentences, the record itself; in files or printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from plyground.errors import SearchError, SpecError
from plyground.files import write_bytes
from plyground.interfaces.standalone import standalone
from plyground.interfaces.stepping import stepping
from plyground.language import _
from plyground.search.algorithms import algorithm
from plyground.search.convention import Convention
from plyground.trace.file import write
from plyground.trace.film import Film
from plyground.trace.picture import SHAPES
from plyground.trace.plan import MERGES, Plan, plan
from plyground.trace.png import png
from plyground.trace.run import Run
from plyground.trace.screening import Scene, scene
from plyground.trace.sentences import sentences
from plyground.trace.svg import svg
from plyground.trace.table import FORMATS
from plyground.trace.text import text
from plyground.trace.themes import THEMES
from plyground.trace.tikz import tikz

PRINTED = "-"
"""The name of a file that stands for standard output."""


@dataclass(frozen=True)
class Wanted:
    """What is wanted, as the command line says it: files by name, ``-`` to print it."""

    svg: str | None = None
    png: str | None = None
    tikz: str | None = None
    record: str | None = None
    html: str | None = None
    text: bool = False
    table: str | None = None
    steps: bool = False
    step: int | None = None  # after which to draw, from 1; None: at the end
    theme: str = "color"
    shapes: str = SHAPES[0]
    merge: str = "no"

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in (*FILES, *LINES))

    def check(self, *, printing: bool) -> None:
        """Raise :class:`SpecError` for a name that is none, or two things to print; ``printing`` says that one is already."""
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
        """Write and print it; whether anything was printed. Raises :class:`FileError` and :class:`SearchError`.

        ``again`` makes the run under any convention, with its source: a page that steps through it shows both.
        """
        if self.step is not None and not 1 <= self.step <= len(run.steps):
            raise SearchError(_("The steps of this run are numbered from 1 to {last}.", last=len(run.steps)))
        made = _Made(self, run, again)
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
class _Made:
    """What is made of one run."""

    wanted: Wanted
    run: Run
    again: Callable[[Convention], Run] | None

    @property
    def step(self) -> int | None:
        """The step as the run counts, from 0."""
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


FILES: Mapping[str, Callable[[_Made], bytes]] = {
    "svg": lambda made: made.drawn.encode(),
    "png": lambda made: png(made.drawn),
    "tikz": _Made.tikz,
    "html": _Made.html,
    "record": lambda made: write(made.run).encode(),
}
"""What is written to a file, or printed where the file is ``-``."""
LINES: Mapping[str, Callable[[_Made], str]] = {
    "text": lambda made: text(made.plan, made.step),
    "table": lambda made: FORMATS[made.wanted.table or ""](made.run),
    "steps": _Made.steps,
}
"""What is printed."""
