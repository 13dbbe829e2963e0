"""Sizes in words."""

from __future__ import annotations

import pytest

from plyground.core.byte_size import byte_size


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0.0 KB"), (999_900, "999.9 KB"), (10**6, "1.0 MB"), (18_040_000, "18.0 MB"), (10**9, "1.0 GB"), (2_400_000_000, "2.4 GB")],
)  # fmt: skip
def test_the_largest_unit_is_taken_of_which_there_is_one(size: int, words: str) -> None:
    assert str(byte_size(size)) == words
