"""A worksheet of exercises in LaTeX, for pdfLaTeX without extra packages, with or without solutions."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.drawing.tex import escaped
from plyground.i18n import _
from plyground.teaching.exercises.drawings import as_tikz, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.marking_report import solution_line

HEAD = r"""\documentclass[11pt]{article}
\usepackage[a4paper,margin=2.2cm]{geometry}
\usepackage{graphicx}
\usepackage{tikz}
\setlength{\parindent}{0pt}
\newsavebox{\tree}
\newcommand{\fitted}{\ifdim\wd\tree>\linewidth\resizebox{\linewidth}{!}{\usebox{\tree}}\else\usebox{\tree}\fi}
\begin{document}
"""


def latex(exercises: Sequence[tuple[str, Exercise]], *, title: str = "", solved: bool = False) -> str:
    """Return the document: a picture and a question for each exercise and, ``solved``, its solution."""
    parts = [HEAD]
    if title:
        parts.append(rf"{{\Large\bfseries {escaped(title)}}}\par\bigskip" + "\n")
    for number, (name, exercise) in enumerate(exercises, 1):
        asked = rf"\textbf{{{number}.\ {escaped(name)}}}\quad {escaped(str(exercise.question))}"
        parts.append(_together(asked, exercise))
        if solved:
            told = escaped(str(_("Solution: {answer}", answer=solution_line(exercise))))
            parts.append(_together(rf"\textit{{{told}}}", exercise, solved=True))
        parts.append("\\bigskip\n")
    parts.append("\\end{document}\n")
    return "".join(parts)


def _together(words: str, exercise: Exercise, *, solved: bool = False) -> str:
    """Return LaTeX that keeps words and the picture below them on one page."""
    picture = ""
    if has_picture(exercise, solved=solved):
        picture = f"\\par\\medskip\n{_picture(as_tikz(exercise, solved=solved))}"
    return f"\\begin{{minipage}}{{\\linewidth}}\n{words}{picture}\n\\end{{minipage}}\\par\\medskip\n"


def _picture(tikz: str) -> str:
    """Return LaTeX that centres a picture and scales it down to the width of the line."""
    return f"\\begin{{lrbox}}{{\\tree}}%\n{tikz.strip()}\n\\end{{lrbox}}%\n\\begin{{center}}\\fitted\\end{{center}}\n"
