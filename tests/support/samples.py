"""Tests over many cases: a sample stays in ``make test``, the others are proofs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


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
