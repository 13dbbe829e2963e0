"""What moves are worth, on the page: the signs, and what they mean."""

from __future__ import annotations

from plyground.interfaces.web.elements import tag
from plyground.interfaces.worth import Worth, Worths
from plyground.language import Sentence, _


def legend(worths: Worths) -> None:
    """List what the signs mean, those that are there."""
    meanings = {
        "win": ("+", _("a win, with the plies to it")),
        "draw": ("=", _("a draw")),
        "loss": ("−", _("a loss, with the plies to it")),
        "guess": ("≈", _("not seen to its end: judged")),
    }
    if any(worth.share for worth in worths.values()):
        meanings |= {
            "win": ("+", _("gains so much")),
            "draw": ("0", _("neither gains nor loses")),
            "loss": ("−", _("loses so much")),
        }
    kinds = {worth.kind for worth in worths.values()}
    with tag("ul", classes="legend"):
        for kind, (sign, meaning) in meanings.items():
            if kind in kinds:
                _entry(sign, kind, meaning)
        if any(worth.best for worth in worths.values()):
            _entry(" ", "draw best", _("filled: the best"))


def chip(worth: Worth) -> None:
    """The sign of a worth, in its colour and shape."""
    tag("span", worth.sign, f"chip {worth.kind}{' best' if worth.best else ''}", aria_hidden="true")


def _entry(sign: str, kind: str, meaning: Sentence) -> None:
    with tag("li"):
        tag("span", sign, f"chip {kind}")
        tag("span", meaning)
