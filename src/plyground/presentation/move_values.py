"""Values of moves as signs on the board and in words, the same for searches and for solved games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from plyground.core.position import Move
from plyground.i18n import Number, Sentence, _
from plyground.judge.exact_truth import moves_to_win, proven_words, result_words
from plyground.judge.judgement import WIN, Judgement, MoveWorth, sign
from plyground.solvers.explore import Exploration


class ValueLabel(NamedTuple):
    """The value of a move for the side to move, as a sign and in words."""

    kind: str  # "win", "draw", "loss" or "guess", shown as a colour and a shape
    sign: str  # a few characters
    words: Sentence
    best: bool = False  # True if among the best moves, when others are worse
    share: bool = False  # True for an average or one of many players' shares: an amount without a number of plies

    @classmethod
    def proven(cls, value: int, plies: int | None, words: Sentence) -> ValueLabel:
        """Return an exact value, with the moves to a win if its ``plies`` are known, else with its points."""
        if value == 0:
            return cls("draw", "=", words)
        kind, sign = ("win", "+") if value > 0 else ("loss", "−")
        much = abs(value) if plies is None else moves_to_win(plies)
        return cls(kind, sign if (plies, much) == (None, 1) else f"{sign}{much}", words)


def exact_worths(found: Exploration) -> dict[Move, ValueLabel]:
    """Return the exact value of each move, the best first."""
    labels = {move: ValueLabel.proven(*value, proven_words(*value)) for move, value in found.moves}
    return with_best(labels, found.best)


def judged_worths(found: Judgement) -> dict[Move, ValueLabel]:
    """Return the judge's value of each move, the best first: proven results, else expected scores."""
    return with_best(
        {each.move: _judged_label(each, found.source == "chance") for each in found.moves}, found.best_moves
    )


def _judged_label(worth: MoveWorth, by_chance: bool) -> ValueLabel:
    words = worth_words(worth)
    if worth.proven and not by_chance and abs(worth.value) in (0, WIN):
        if worth.points is not None:
            return ValueLabel.proven(worth.points, None, words)
        return ValueLabel.proven(sign(worth.value), worth.distance, words)
    shown = Number(round(worth.value))
    if worth.proven:
        kind = "win" if worth.value > 0 else "loss" if worth.value < 0 else "draw"
        return ValueLabel(kind, str(shown), words, share=True)
    return ValueLabel("guess", f"≈{shown}", words)


def worth_words(worth: MoveWorth) -> Sentence:
    """Return the judge's value of a move in words: the proven result, or the expected score from −100 to 100."""
    if is_result(worth):
        return result_words(worth)
    return _("expected score {value}", value=Number(round(worth.value)))


def is_result(worth: MoveWorth) -> bool:
    """Return True for the proven result of a game, False for an expected score."""
    return worth.proven and (worth.points is not None or abs(worth.value) in (0, WIN))


def source_words(found: Judgement) -> Sentence:
    """Return a sentence that says if the judge's values are proven."""
    return _("These are exact values.") if found.proven else _("These are estimates of the judge.")


Worths = Mapping[Move, ValueLabel]
"""Values of the moves of a position, the best first."""


def with_best(worths: Worths, best: Iterable[Move]) -> dict[Move, ValueLabel]:
    """Return the same values with the ``best`` moves marked, unless all moves are equally good."""
    marked = set(best)
    differ = len(marked) < len(worths)
    return {move: worth._replace(best=differ and move in marked) for move, worth in worths.items()}
