"""Names that look the same are the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.store.person_names import is_same_name, shown_name


@pytest.mark.parametrize(
    "name", ["Ana\u200b", "Ana\u00ad", "Ana\u202e", "Ana\0", "\uff21na", "\u0410na", "  ana ", "A\u2060na", "\u0391na"]
)
def test_a_name_that_looks_the_same_is_the_same(name: str) -> None:
    assert is_same_name(name, "Ana")


@pytest.mark.parametrize("other", ["Anna", "An", "Ane", "Anа B", "José", "Ana 2"])
def test_other_names_are_others(other: str) -> None:
    assert not is_same_name(other, "Ana") and not is_same_name("Jose", "José")


@given(st.text())
def test_a_shown_name_has_no_invisible_characters(text: str) -> None:
    shown = shown_name(text)
    assert all(unicodedata.category(each) not in ("Cc", "Cf") for each in shown)
    assert shown == shown.strip() and is_same_name(text, shown)
