"""Misspelt names in rules: the sentence names the nearest right name, or what there is."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plyground.core.misspelling import misspelt, own_names
from plyground.core.spec import nearest
from plyground.core.whole_fields import Fraction, fraction_in, origin


class Heap(NamedTuple):
    stones: int = 3
    cells: tuple[int, ...] = (0, 0)
    share: float = 0
    other: Any = 0

    def halved(self) -> int:
        return self.stones // 2

    def play(self, move: int) -> Any:
        cells = list(self.cells)
        cells[0] = move
        cells[1] = math.sqrt(2 * move)  # type: ignore[call-overload]
        return self._replace(cells=tuple(cells))


def spoils(call: Callable[[], object]) -> BaseException:
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError


heap: Any = Heap()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: heap.stonez, "Heap has no field or method “stonez”: did you mean “stones”?"),
        (lambda: heap.halve(), "Heap has no field or method “halve”: did you mean “halved”?"),
        (lambda: heap.xyz, "Heap has no field or method “xyz”, but stones, cells, share, other, halved, play"),
        (lambda: heap.cells.append(3), None),
        (lambda: [].apend(3), "list has no “apend”: did you mean “append”?"),  # type: ignore[attr-defined]
        (lambda: math.sqr(3), "math has no “sqr”: did you mean “sqrt”?"),  # type: ignore[attr-defined]
        (lambda: heep.stones, "there is no variable “heep”: did you mean “heap”?"),  # type: ignore[name-defined]  # noqa: F821
        (lambda: heap._replace(stone=2), "Heap has no field or method “stone”: did you mean “stones”?"),
        (lambda: Heap(stone=2), "Heap has no field or method “stone”: did you mean “stones”?"),  # type: ignore[call-arg]
        (lambda: 1 // 0, None),
        (lambda: heap.halved(1, 2, 3), None),
    ],
)
def test_the_nearest_name_is_said(call: Callable[[], object], sentence: str | None) -> None:
    said = misspelt(spoils(call))
    assert (None if said is None else str(said)) == sentence


def test_names_that_an_author_wrote() -> None:
    assert own_names(Heap) == ["stones", "cells", "share", "other", "halved", "play"]
    assert nearest("zzz", own_names(Heap)) == ""


@pytest.mark.parametrize(
    ("position", "found"),
    [
        (Heap(), None),
        (Heap(stones=True), None),
        (Heap(share=0.5, other=0.5), None),  # declared so
        (Heap(stones=0.5), Fraction("stones", 0.5)),  # type: ignore[arg-type]
        (Heap(cells=(1, 2.5)), Fraction("cells", 2.5)),  # type: ignore[arg-type]
    ],
)
def test_a_fraction_is_found_in_fields_of_whole_numbers_only(position: Heap, found: Fraction | None) -> None:
    assert fraction_in(position) == found


def test_the_line_that_makes_a_fraction_is_found() -> None:
    place = origin(Heap(), 1, math.sqrt(2))
    assert place is not None
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    assert "math.sqrt(2 * move)" in lines[place.line - 1]
    assert (place.method, place.qualified) == ("play", "Heap.play")
