"""``positions``: a question about the number of different positions that sequences of moves lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.errors import SearchError, SearchStopped
from plyground.i18n import Number, Sentence, _, _n
from plyground.searches.tally import NODES, STOP, Tally
from plyground.solvers.perft import perft
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.lessons.questions.keys import PLACE, Keys, Place
from plyground.teaching.lessons.questions.question import (
    ANSWER,
    Picture,
    Reply,
    Table,
    count_field,
    guessed,
    is_near,
    read_count,
)
from plyground.teaching.lessons.questions.searches import board_link, board_picture

MAX_POSITIONS = 100_000
"""Most different positions of one level."""


@dataclass(frozen=True)
class Positions:
    """A question: how many different positions are there after some plies?"""

    place: Place
    plies: int
    within: int

    @classmethod
    def of(cls, keys: Keys) -> Positions:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only(*PLACE, "plies", "within")
        return cls(keys.place(), keys.number("plies", 1, 12), keys.number("within", 1, 10, 2))

    @property
    def fields(self) -> tuple[Field, ...]:
        return (count_field(_("Different positions"), self.within),)

    def asked(self, tally: Tally) -> Sentence:
        return _n(
            "There are {lines} sequences of {count} move from here. How many different positions do they lead to?",
            "There are {lines} sequences of {count} moves from here. How many different positions do they lead to?",
            self.plies,
            lines=Number(perft(self.place.position, self.plies, 0, tally.counts)),
        )

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: str(self._levels(tally)[-1])}

    def reply(self, given: Given, tally: Tally) -> Reply:
        guess = read_count(given[ANSWER]) if given else None
        levels = self._levels(tally)
        true = levels[-1]
        told = _("There are {count}.", count=Number(true)) if guess is None else guessed(guess, true, self.within)
        rows = tuple(
            (Number(plies), Number(perft(self.place.position, plies, 0, tally.counts)), Number(count))
            for plies, count in enumerate(levels)
        )
        table = Table((_("moves"), _("sequences"), _("different positions")), rows)
        right = guess is not None and is_near(guess, true, self.within)
        return Reply(right, (told,), table, board_link(self.place.game, self.place.moves))

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return (board_picture(self.place.game, self.place.position),)

    def _levels(self, tally: Tally) -> list[int]:
        """Return the numbers of positions after 0, 1, 2, ... moves."""
        level = {self.place.position}
        counts = [1]
        for _ply in range(self.plies):
            below: set[Any] = set()
            for position in level:
                tally.counts[NODES] += 1
                if tally.counts[STOP]:
                    raise SearchStopped
                if not position.is_over():
                    below.update(map(position.play, position.moves()))
                if len(below) > MAX_POSITIONS:
                    raise SearchError(_("There are more than {count} positions: choose fewer plies.", count=Number(MAX_POSITIONS)))  # fmt: skip
            level = below
            counts.append(len(level))
        return counts
