"""Sentences are translated when they are shown, in the language of whoever reads them."""

from __future__ import annotations

import math
import pickle
from contextvars import copy_context
from datetime import datetime

import pytest
from babel.dates import format_datetime
from babel.numbers import format_decimal, format_percent, get_decimal_symbol
from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import FileError, PositionError, SearchStopped
from plyground.i18n import (
    LANGUAGES,
    Number,
    Sentence,
    _,
    _n,
    closest,
    has_decimal_comma,
    language,
    moment_text,
    percentage,
    use,
)


def test_values_fill_a_sentence_and_may_be_sentences() -> None:
    inner = _("the board is full")
    assert str(_("Over: {reason}, after {count}", reason=inner, count=3)) == "Over: the board is full, after 3"


def test_braces_in_values_are_harmless() -> None:
    assert str(_("“{name}”", name="{name} %s {0}")) == "“{name} %s {0}”"


def test_plurals_follow_the_number() -> None:
    assert [str(_n("{count} ply", "{count} plies", count)) for count in (1, 2, 1234)] == ["1 ply", "2 plies", "1,234 plies"]  # fmt: skip


def test_long_numbers_are_grouped_as_the_reader_does() -> None:
    def read(code: str) -> str:
        use(code)
        return str(Number(549946))

    assert {code: copy_context().run(read, code) for code in LANGUAGES} == {
        "en": "549,946",
        "pt_BR": "549.946",
        "ro": "549.946",
    }


def test_fractions_and_signs_are_written_as_the_reader_does() -> None:
    def read(code: str) -> list[str]:
        use(code)
        return [
            str(Number(value, decimals)) for value, decimals in ((1.966, 3), (-2, 0), (-1234, 0), (0.04, 1), (7, 2))
        ]

    assert {code: copy_context().run(read, code) for code in LANGUAGES} == {
        "en": ["1.966", "−2", "−1,234", "0.0", "7.00"],
        "pt_BR": ["1,966", "−2", "−1.234", "0,0", "7,00"],
        "ro": ["1,966", "−2", "−1.234", "0,0", "7,00"],
    }


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_and_times_are_those_of_unicode(code: str) -> None:
    """Babel writes them by Unicode's CLDR."""

    def read() -> None:
        use(code)
        for value in (0, -7, 999, 1000, -123456, 10**9, 0.125, 0.375, 2.675, 1234.5, -0.04, 1e15, 1 / 3, math.inf):
            for decimals in range(4):
                pattern = "#,##0." + "0" * decimals if decimals else "#,##0"
                wanted = format_decimal(value, pattern, locale=code).replace("-", "−")
                assert str(Number(value, decimals)) == wanted
        for share in (0, 0.005, 0.125, 1 / 3, 0.9999, 1, 12.345):
            assert percentage(share) == format_percent(share, locale=code)
        for hour in range(24):
            at = datetime(2026, 1 + hour % 12, 1 + hour, hour, hour)
            assert moment_text(at) == format_datetime(at, "short", locale=code)
        assert has_decimal_comma() == (get_decimal_symbol(code) == ",")

    copy_context().run(read)


def test_the_language_belongs_to_a_context() -> None:
    context = copy_context()
    context.run(use, "ro")
    assert context.run(language) == "ro"
    assert language() == "en"


def test_the_closest_language_is_chosen() -> None:
    assert closest(["pt-PT", "en"]) == "pt_BR"
    assert closest(["de", "ro_RO.UTF-8"]) == "ro"
    assert closest(["xx", ""]) == "en"
    assert closest(["C"]) == "en"


@given(st.lists(st.text()))
def test_closest_always_answers(preferences: list[str]) -> None:
    assert closest(preferences) in LANGUAGES


def test_sentences_and_errors_travel_between_processes() -> None:
    sentence = _("{a} and {b}", a=1, b=_("the board is full"))
    assert pickle.loads(pickle.dumps(sentence)) == sentence
    for error in (PositionError("x", [sentence]), FileError("a.txt", sentence, 3), SearchStopped()):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))


def test_a_sentence_is_compared_by_what_it_says() -> None:
    assert _("a {x}", x=1) == _("a {x}", x=1) != _("a {x}", x=2)
    assert hash(_("a {x}", x=[])) == hash(_("a {x}", x={}))
    assert isinstance(_("a"), Sentence)
