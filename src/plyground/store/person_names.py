"""Names of people: one spelling for equal names, so that nobody can answer under a name that looks like another's."""

from __future__ import annotations

import unicodedata

_LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТУХІЈЅҮаекморстухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορυχıɑɡ",
    "ABEKMHOPCTYXIJSYaekmopctyxijshdqwABEZHIKMNOPTYXayikvopuxiag",
)
"""Cyrillic, Greek and other letters that look like Latin ones (unicode.org/reports/tr39)."""
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Categories of characters that show nothing (unicode.org/reports/tr44)."""


def shown_name(text: str) -> str:
    """Return a name as it is shown: in compatible letters, without invisible characters, with single blanks."""
    letters = unicodedata.normalize("NFKC", " ".join(text.split()))
    return " ".join("".join(each for each in letters if unicodedata.category(each) not in _INVISIBLE).split())


def is_same_name(one: str, other: str) -> bool:
    """Return True if two names look the same, apart from capitals and blanks."""
    return name_key(one) == name_key(other)


def name_key(name: str) -> str:
    """Return a text that names share if they look the same, apart from capitals and blanks."""
    return unicodedata.normalize("NFKC", shown_name(name).translate(_LOOKALIKES).casefold())
