"""``learning``: a question about the value towards which an estimate moves when a program learns from its own game.

The target is that of TD(λ) (R. Sutton 1988), by the text that ``plyground learn`` runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from plyground.errors import ExerciseError
from plyground.i18n import Number, Sentence, _
from plyground.learning.learner import blended
from plyground.searches.tally import Tally
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.lessons.questions.keys import Keys
from plyground.teaching.lessons.questions.question import ANSWER, Picture, Reply, Table, chosen

MAX_ESTIMATES = 12
"""Most positions of the game."""
LEAST_DIFFERENCE = 0.02
"""Least difference of two answers."""


@dataclass(frozen=True)
class LearningTarget:
    """A question: what is the target of the first estimate of a game?"""

    estimates: tuple[float, ...]  # one side's estimates, from −1 (lost) to 1 (won)
    result: float
    trace: float  # λ

    @classmethod
    def of(cls, keys: Keys) -> LearningTarget:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only("estimates", "result", "lambda")
        estimates = tuple(_number(text, "estimates", -1) for text in keys.words("estimates"))
        if not 2 <= len(estimates) <= MAX_ESTIMATES:
            raise ExerciseError(_("“estimates” holds from 2 to {most} numbers, such as 0.1, 0.4.", most=MAX_ESTIMATES))
        made = cls(
            estimates, _number(keys.needed("result"), "result", -1), _number(keys.get("lambda", "0.7"), "lambda", 0)
        )
        answers = sorted(made._answers)
        if any(high - low < LEAST_DIFFERENCE for low, high in pairwise(answers)):
            raise ExerciseError(_("Two answers are almost the same number: change the estimates."))
        return made

    @property
    def fields(self) -> tuple[Field, ...]:
        options = tuple((_text(value), str(Number(value, 2))) for value in sorted(self._answers))
        return (Field(ANSWER, _("The target of the first estimate"), options),)

    def asked(self, tally: Tally) -> Sentence:
        estimates = "; ".join(str(Number(value, 2)) for value in self.estimates)
        return _(
            "Estimates: {estimates}. Result: {result}. λ = {trace}. Towards which value does the first estimate move?",
            estimates=estimates,
            result=Number(self.result),
            trace=Number(self.trace, 1),
        )

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: _text(self._targets[0])}

    def reply(self, given: Given, tally: Tally) -> Reply:
        target = self._targets[0]
        right = bool(given) and chosen(given, self.fields[0].options) == _text(target)
        rows = tuple(
            (Number(place), Number(estimate, 2), Number(target, 2), Number(target - estimate, 2))
            for place, (estimate, target) in enumerate(zip(self.estimates, self._targets, strict=True), 1)
        )
        table = Table((_("position"), _("estimate"), _("target"), _("error")), rows)
        return Reply(right, (_("The first estimate moves towards {target}.", target=Number(target, 2)),), table)

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return ()

    @property
    def _targets(self) -> list[float]:
        """The target of each estimate: the result for the last one."""
        found = [self.result]
        for later in reversed(self.estimates[1:]):
            found.append(blended(later, found[-1], self.trace))
        return found[::-1]

    @property
    def _answers(self) -> tuple[float, ...]:
        """The answers to choose from: the target, the next estimate, the result, and the mean of all numbers."""
        mean = (sum(self.estimates) + self.result) / (len(self.estimates) + 1)
        return self._targets[0], self.estimates[1], self.result, mean


def _text(value: float) -> str:
    return f"{value:.2f}"


def _number(text: str, key: str, least: int) -> float:
    """Return a number from ``least`` to 1."""
    try:
        number = float(text)
    except ValueError:
        number = 2.0
    if not least <= number <= 1:
        raise ExerciseError(_("“{key}” has numbers from {least} to 1, not “{text}”.", key=key, least=Number(least), text=text[:20]))  # fmt: skip
    return number
