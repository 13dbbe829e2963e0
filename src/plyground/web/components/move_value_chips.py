"""Signs for the values of moves, and their legend."""

from __future__ import annotations

from plyground.i18n import Sentence, _
from plyground.presentation.move_values import ValueLabel, Worths
from plyground.web.components.elements import tag


def legend(worths: Worths) -> None:
    """Put a legend on the page, with the signs that occur in ``worths``."""
    meanings = {
        "win": ("+", _("a win, with the moves to it")),
        "draw": ("=", _("a draw")),
        "loss": ("−", _("a loss, with the moves to it")),
        "guess": ("≈", _("not searched to the end: an estimate")),
    }
    if any(worth.share for worth in worths.values()):
        meanings |= {
            "win": ("+", _("gains this much")),
            "draw": ("0", _("neither gains nor loses")),
            "loss": ("−", _("loses this much")),
        }
    kinds = {worth.kind for worth in worths.values()}
    with tag("ul", classes="legend"):
        for kind, (sign, meaning) in meanings.items():
            if kind in kinds:
                _entry(sign, kind, meaning)
        if any(worth.best for worth in worths.values()):
            _entry(" ", "draw best", _("filled: the best"))


def chip(worth: ValueLabel) -> None:
    """Put the sign of a value on the page, in its colour and shape."""
    tag("span", worth.sign, f"chip {worth.kind}{' best' if worth.best else ''}", aria_hidden="true")


def _entry(sign: str, kind: str, meaning: Sentence) -> None:
    with tag("li"):
        tag("span", sign, f"chip {kind}")
        tag("span", meaning)
