"""The bench signature (benchmarks/signature.csv): fixed searches visit as many positions as ever."""

from __future__ import annotations

import pytest
from samples import sample

from benchmarks.signature import Line, lines, nodes


@pytest.mark.parametrize("native", [False, True], ids=["plain", "native"])
@pytest.mark.parametrize("line", sample(list(lines()), every=5, first=1), ids=lambda line: f"{line.game}-{line.work}")
def test_the_number_of_nodes_never_changes(line: Line, native: bool) -> None:
    """A change on purpose is written down by ``python -m benchmarks.signature``."""
    assert nodes(line, native=native) == line.nodes, line.source
