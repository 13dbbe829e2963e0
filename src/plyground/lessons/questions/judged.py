"""``evaluation``: what does a static evaluation say of a position, without any search?"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.errors import ExerciseError
from plyground.language import Number, Sentence, _
from plyground.lessons.form import Field, Given
from plyground.lessons.questions.keys import PLACE, Keys, Place
from plyground.lessons.questions.question import ANSWER, Picture, Reply
from plyground.lessons.questions.searches import board_link, board_picture
from plyground.lessons.values import read_value
from plyground.search.tally import Tally


@dataclass(frozen=True)
class Judged:
    """The number that an evaluation gives the side to move."""

    place: Place
    name: str

    @classmethod
    def of(cls, keys: Keys) -> Judged:
        """The question of these keys; raises :class:`PlygroundError`."""
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
