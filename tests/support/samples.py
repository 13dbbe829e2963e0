"""Tests over many cases: a sample stays in ``make test``, the others are proofs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")


def sample(cases: Iterable[Any], every: int, first: int = 0) -> list[Any]:
    """Return the cases as parameters. From the ``first`` on, each ``every``-th is tested always, the others are proofs.

    A case for several parameters is a tuple.
    """
    return [
        pytest.param(
            *(case if type(case) is tuple else (case,)),  # a named tuple is one value
            marks=() if number % every == first else (pytest.mark.proof,),
        )
        for number, case in enumerate(cases)
    ]


def some(cases: Iterable[Case]) -> Iterator[Case]:
    """Yield the cases. Fail if there is none: a test whose checks are all in a loop would have checked nothing."""
    count = 0
    for case in cases:
        count += 1
        yield case
    assert count, "there is no case"
