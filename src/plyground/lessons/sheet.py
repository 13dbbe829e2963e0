"""A sheet of exercises in LaTeX, for plain pdfLaTeX, with or without its solutions."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.language import _
from plyground.lessons.drawings import as_tikz, has_picture
from plyground.lessons.exercise import Exercise
from plyground.lessons.report import solution_line
from plyground.trace.tex import escaped

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
    """The whole document: a picture and a question for each exercise and, ``solved``, what is right."""
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
    """Words and the picture below them, on one page."""
    picture = ""
    if has_picture(exercise, solved=solved):
        picture = f"\\par\\medskip\n{_picture(as_tikz(exercise, solved=solved))}"
    return f"\\begin{{minipage}}{{\\linewidth}}\n{words}{picture}\n\\end{{minipage}}\\par\\medskip\n"


def _picture(tikz: str) -> str:
    """A picture in the middle of the line, made smaller where it is wider."""
    return f"\\begin{{lrbox}}{{\\tree}}%\n{tikz.strip()}\n\\end{{lrbox}}%\n\\begin{{center}}\\fitted\\end{{center}}\n"
