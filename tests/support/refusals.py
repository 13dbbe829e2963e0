"""Checks of refusals by the class of the error and its message, not by a part of its English."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from plyground.errors import PlygroundError
from plyground.i18n import Sentence


@contextmanager
def refused(error: type[PlygroundError], message: str, **values: object) -> Iterator[None]:
    """Check that the body is refused with this message, written as in the source, and with these values.

    The message may be the reason inside of another one. ``tools/rename_message.py`` renames it here, too.
    """
    with pytest.raises(error) as caught:
        yield
    said = {each.text: each.values for each in parts(caught.value.sentence)}
    assert message in said
    assert {name: said[message].get(name) for name in values} == values


def parts(sentence: Sentence) -> Iterator[Sentence]:
    """Yield a sentence, and the sentences among its values."""
    yield sentence
    for value in sentence.values.values():
        if isinstance(value, Sentence):
            yield from parts(value)
