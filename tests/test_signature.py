"""The bench signature (benchmarks/signature.csv): fixed searches visit as many positions as ever."""

from __future__ import annotations

import pytest

from benchmarks.signature import Line, lines, visits


@pytest.mark.parametrize("native", [False, True], ids=["plain", "native"])
@pytest.mark.parametrize("line", list(lines()), ids=lambda line: f"{line.game}-{line.work}")
def test_as_many_as_ever(line: Line, native: bool) -> None:
    """A change on purpose is written down by ``python -m benchmarks.signature``."""
    if native:
        pytest.importorskip("numba")
    assert visits(line, native=native) == line.visits, line.source
