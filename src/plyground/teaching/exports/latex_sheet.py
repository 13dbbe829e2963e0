"""Exercise sheets in LaTeX, for pdfLaTeX without extra packages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyground.drawing.tex import escaped
from plyground.i18n import _
from plyground.teaching.exercises.drawings import as_tikz, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.marking_report import solution_line
from plyground.teaching.exports.sheet import Layout, Sheet, heading, points_of_all, points_of_one, room

HEAD = r"""\documentclass[11pt]{article}
\usepackage[a4paper,margin=2.2cm]{geometry}
\usepackage{graphicx}
\usepackage{tikz}
\setlength{\parindent}{0pt}
\newsavebox{\tree}
\newcommand{\fitted}{%
  \ifdim\wd\tree>\linewidth\sbox{\tree}{\resizebox{\linewidth}{!}{\usebox{\tree}}}\fi
  \ifdim\ht\tree>7.6cm\sbox{\tree}{\resizebox{!}{7.6cm}{\usebox{\tree}}}\fi
  \usebox{\tree}}
\newcommand{\answerbox}{\fbox{\rule{0pt}{1ex}\hspace{1ex}}}
\newcommand{\answerline}[1]{\rule{#1}{0.4pt}}
\begin{document}
"""


def latex(sheets: Sequence[Sheet], layout: Layout) -> str:
    """Return the document with all sheets, each on pages of its own."""
    pages = ["".join(_sheet(sheet, layout)) for sheet in sheets]
    return HEAD + "\\newpage\\setcounter{page}{1}\n".join(pages) + "\\end{document}\n"


def _sheet(sheet: Sheet, layout: Layout) -> Iterator[str]:
    yield rf"{{\Large\bfseries {escaped(heading(sheet, layout))}}}\par\bigskip" + "\n"
    name = escaped(sheet.student) if sheet.student else r"\answerline{7cm}"
    points = points_of_all(sheet, layout)
    right = rf"\hfill {escaped(str(points))}" if points and not layout.is_key else ""
    label = escaped(str(_("Name:")))
    yield rf"{label} {name}{right}\par\bigskip" + "\n"
    for number, (title, exercise) in enumerate(sheet.exercises, 1):
        worth = points_of_one(layout)
        head = rf"\textbf{{{number}.\ {escaped(title)}}}" + (f" ({escaped(str(worth))})" if worth else "")
        if not layout.is_key:
            asked = rf"{head}\quad {escaped(str(exercise.question))}"
            yield _together(asked, exercise, "" if layout.solved else _room(exercise))
        if layout.solved or layout.is_key:
            solution = escaped(str(_("Solution: {answer}", answer=solution_line(exercise))))
            told = rf"\textit{{{solution}}}"
            yield _together(rf"{head}\quad {told}" if layout.is_key else told, exercise, solved=True)
        yield "\\bigskip\n"


def _together(words: str, exercise: Exercise, below: str = "", *, solved: bool = False) -> str:
    """Return LaTeX that keeps words, the picture below them and the room for the answer on one page."""
    picture = ""
    if has_picture(exercise, solved=solved):
        picture = f"\\par\\medskip\n{_picture(as_tikz(exercise, solved=solved))}"
    return f"\\begin{{minipage}}{{\\linewidth}}\n{words}{picture}{below}\n\\end{{minipage}}\\par\\medskip\n"


def _room(exercise: Exercise) -> str:
    needed = room(exercise)
    boxes = r"\quad ".join(rf"\mbox{{\answerbox\ {escaped(box)}}}" for box in needed.boxes)
    labels = r"\quad ".join(rf"\mbox{{{escaped(label)}\ =\ \answerline{{1.6cm}}}}" for label in needed.labels)
    lines = [r"\answerline{\linewidth}"] * needed.lines
    written = [f"\\par\\vspace{{0.8em}}\n{line}" for line in [boxes, labels, *lines] if line]
    return f"\\par\n{{\\linespread{{1.7}}\\selectfont{''.join(written)}\\par}}"


def _picture(tikz: str) -> str:
    """Return LaTeX that centres a picture and scales it down to the width of the line."""
    return f"\\begin{{lrbox}}{{\\tree}}%\n{tikz.strip()}\n\\end{{lrbox}}%\n\\begin{{center}}\\fitted\\end{{center}}\n"
