"""``ucb``: a question about the child that Monte-Carlo tree search visits next.

The rule is UCB1 (P. Auer, N. Cesa-Bianchi, P. Fischer 2002), as UCT uses it (L. Kocsis, C. Szepesvári 2006).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from plyground.errors import ExerciseError
from plyground.i18n import Number, Sentence, _
from plyground.searches.tally import Tally
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.lessons.questions.keys import Keys
from plyground.teaching.lessons.questions.question import ANSWER, Picture, Reply, Table, chosen

MAX_VISITS = 1_000_000
"""Most visits of a child."""
MAX_CHILDREN = 12
"""Most children of the node."""


@dataclass(frozen=True)
class UcbQuestion:
    """A question: which child has the greatest sum of its mean result and its bonus?"""

    wins: tuple[int, ...]
    visits: tuple[int, ...]
    exploration: float

    @classmethod
    def of(cls, keys: Keys) -> UcbQuestion:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only("results", "exploration")
        keys.needed("results")
        pairs = [_pair(text) for text in keys.words("results")]
        if not 2 <= len(pairs) <= MAX_CHILDREN:
            raise ExerciseError(_("“results” holds from 2 to {most} children, such as 2/3, 0/1.", most=MAX_CHILDREN))
        text = keys.get("exploration", "1.41")
        try:
            exploration = float(text)
        except ValueError:
            exploration = -1.0
        if not 0 <= exploration <= MAX_CHILDREN:
            raise ExerciseError(_("“exploration” is a number from 0 to {most}, such as 1.41.", most=MAX_CHILDREN))
        wins, visits = zip(*pairs, strict=True)
        made = cls(wins, visits, exploration)
        best = sorted(made._sums)[-2:]
        if best[1] - best[0] < 0.01:
            raise ExerciseError(_("Two children have almost the same sum: change the results."))
        return made

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field(ANSWER, _("The next child"), tuple((name, name) for name in self._names)),)

    def asked(self, tally: Tally) -> Sentence:
        results = ", ".join(f"{name} {won}/{seen}" for name, won, seen in self._rows)
        return _("Wins and visits: {results}. Which child is visited next?", results=results)

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: self._best}

    def reply(self, given: Given, tally: Tally) -> Reply:
        right = bool(given) and chosen(given, self.fields[0].options) == self._best
        rows = tuple(
            (name, _decimal(won / seen), _decimal(bonus), _decimal(won / seen + bonus))
            for (name, won, seen), bonus in zip(self._rows, self._bonuses, strict=True)
        )
        table = Table((_("child"), _("mean"), _("bonus"), _("sum")), rows)
        return Reply(right, (_("{name} has the greatest sum.", name=self._best),), table)

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return ()

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple("BCDEFGHIJKLM"[: len(self.wins)])

    @property
    def _rows(self) -> list[tuple[str, int, int]]:
        return list(zip(self._names, self.wins, self.visits, strict=True))

    @property
    def _bonuses(self) -> list[float]:
        total = log(sum(self.visits))
        return [self.exploration * sqrt(total / seen) for seen in self.visits]

    @property
    def _sums(self) -> list[float]:
        means = [won / seen for _name, won, seen in self._rows]
        return [mean + bonus for mean, bonus in zip(means, self._bonuses, strict=True)]

    @property
    def _best(self) -> str:
        sums = self._sums
        return self._names[sums.index(max(sums))]


def _decimal(value: float) -> Number:
    return Number(value, 2)


def _pair(text: str) -> tuple[int, int]:
    """Return the wins and visits that a text such as 2/3 has."""
    won, slash, seen = text.partition("/")
    if slash and all(part.strip().isdecimal() and len(part) < 9 for part in (won, seen)):
        wins, visits = int(won), int(seen)
        if 0 < visits <= MAX_VISITS and wins <= visits:
            return wins, visits
    raise ExerciseError(_("“{text}” must be wins and visits, such as 2/3.", text=text[:20]))
