"""A notebook of exercises: the question with its picture, a cell for the answer, and a cell that marks it."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from typing import Any, TypeAlias

from plyground.teaching.exercises.drawings import as_svg, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.form_fields import options_in_words
from plyground.teaching.exercises.json_format import record

FORMAT = {"nbformat": 4, "nbformat_minor": 5}
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
Cell: TypeAlias = dict[str, Any]


def notebook(exercises: Sequence[tuple[str, Exercise]], *, title: str = "") -> str:
    """Return a Jupyter notebook (format 4.5) that marks the student's answers."""
    cells = [text_cell("title", f"# {title}")] if title else []
    for number, (name, exercise) in enumerate(exercises, 1):
        cells += _cells(number, name, exercise)
    return notebook_of(cells)


def notebook_of(cells: Sequence[Cell]) -> str:
    """Return the notebook with these cells as the text of its file."""
    return json.dumps(FORMAT | {"metadata": KERNEL, "cells": cells}, indent=1, ensure_ascii=False) + "\n"


def text_cell(name: str, text: str, kind: str = "markdown") -> Cell:
    """Return a cell of Markdown, or a ``raw`` cell."""
    return {"cell_type": kind, "id": name, "metadata": {}, "source": text}


def code_cell(name: str, source: str) -> Cell:
    """Return a cell of Python."""
    return text_cell(name, source, "code") | {"execution_count": None, "outputs": []}


def _cells(number: int, name: str, exercise: Exercise) -> list[Cell]:
    paper = record(exercise)
    form = paper.pop("answer")
    words, pictures = f"## {number}. {name}\n\n{exercise.question}", {}
    words += "".join(f"\n\n{options}" for options in options_in_words(exercise))
    if has_picture(exercise):
        words += f"\n\n![{exercise.drawn().json()}](attachment:tree.svg)"
        drawn = b64encode(as_svg(exercise).encode()).decode()
        pictures = {"attachments": {"tree.svg": {"image/svg+xml": drawn}}}
    code = (
        "from plyground.teaching.notebook_marking import check\n\n"
        f"exercise = {json.dumps(paper)!r}\n"
        f"answer = {json.dumps(form)}\n\n"
        "check(exercise, answer)"
    )
    return [text_cell(f"question-{number}", words) | pictures, code_cell(f"answer-{number}", code)]
