"""A notebook of exercises: the question with its picture, a cell for the answer, and a cell that marks it."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from plyground.teaching.exercises.drawings import as_svg, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.json_format import record

FORMAT = {"nbformat": 4, "nbformat_minor": 5}


def notebook(exercises: Sequence[tuple[str, Exercise]], *, title: str = "") -> str:
    """Return a Jupyter notebook (format 4.5) that marks the student's answers."""
    cells = [_markdown("title", f"# {title}")] if title else []
    for number, (name, exercise) in enumerate(exercises, 1):
        cells += _cells(number, name, exercise)
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps(FORMAT | {"metadata": kernel, "cells": cells}, indent=1, ensure_ascii=False) + "\n"


def _cells(number: int, name: str, exercise: Exercise) -> list[dict[str, Any]]:
    paper = record(exercise)
    form = paper.pop("answer")
    words, picture = f"## {number}. {name}\n\n{exercise.question}", None
    if has_picture(exercise):
        words += f"\n\n![{exercise.drawn().json()}](attachment:tree.svg)"
        picture = {"tree.svg": {"image/svg+xml": b64encode(as_svg(exercise).encode()).decode()}}
    asked = _markdown(f"question-{number}", words, picture)
    text = json.dumps(paper)
    code = (
        "from plyground.teaching.notebook_marking import check\n\n"
        f"exercise = {text!r}\n"
        f"answer = {json.dumps(form)}\n\n"
        "check(exercise, answer)"
    )
    answer: dict[str, Any] = {
        "cell_type": "code",
        "id": f"answer-{number}",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": code,
    }
    return [asked, answer]


def _markdown(name: str, text: str, attachments: dict[str, Any] | None = None) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}
    return cell | ({"attachments": attachments} if attachments else {})
