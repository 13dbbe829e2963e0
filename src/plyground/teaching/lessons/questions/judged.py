"""``evaluation``: a question about the static evaluation of a position."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.errors import ExerciseError
from plyground.i18n import Number, Sentence, _
from plyground.searches.tally import Tally
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.exercises.written_values import read_value
from plyground.teaching.lessons.questions.keys import PLACE, Keys, Place
from plyground.teaching.lessons.questions.question import ANSWER, Picture, Reply
from plyground.teaching.lessons.questions.searches import board_link, board_picture


@dataclass(frozen=True)
class Judged:
    """A question: which number does an evaluation give for the side to move?"""

    place: Place
    name: str

    @classmethod
    def of(cls, keys: Keys) -> Judged:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only(*PLACE, "evaluation")
        place = keys.place().with_choice()
        known = place.game.evaluations
        name = keys.get("evaluation", next(iter(known), ""))
        if name not in known:
            raise ExerciseError(_("There is no evaluation “{name}”; here there are: {names}.", name=name, names=", ".join(known)))  # fmt: skip
        return cls(place, name)

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field(ANSWER, _("Value for {side}", side=self._side)),)

    def asked(self, tally: Tally) -> Sentence:
        return _("What does the evaluation “{name}” give {side}, who is to move?", name=self.name, side=self._side)

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: str(self._value)}

    def reply(self, given: Given, tally: Tally) -> Reply:
        right = bool(given) and read_value(given[ANSWER]) == self._value
        told = _("The evaluation gives {side} {value}.", side=self._side, value=Number(self._value))
        return Reply(right, (told,), links=board_link(self.place.game, self.place.moves))

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return (board_picture(self.place.game, self.place.position),)

    @property
    def _side(self) -> Sentence | str:
        return self.place.game.mover(self.place.position)

    @property
    def _value(self) -> int:
        return self.place.game.evaluations[self.name].value(self.place.position)
