"""Words for the values of the judge, the same in every room."""

from __future__ import annotations

from plyground.bots.reasons import promise
from plyground.i18n import Number, Sentence, _
from plyground.judge.judgement import MoveWorth, sign


def worth_words(worth: MoveWorth) -> Sentence:
    """Return the value of a move in words: the proven result, or the expected score from −100 to 100."""
    if worth.proven and worth.points is not None:
        return promise(worth.points, worth.distance)
    if worth.proven and abs(worth.value) in (0, 100):
        return promise(sign(worth.value), worth.distance)
    return _("expected score {value}", value=Number(round(worth.value)))
