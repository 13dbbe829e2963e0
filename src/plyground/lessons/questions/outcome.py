"""``outcome``: what comes of a position when both sides play perfectly?"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.arena.history import oracle
from plyground.language import Sentence, _
from plyground.lessons.form import Field, Given
from plyground.lessons.questions.keys import PLACE, Keys, Place
from plyground.lessons.questions.question import ANSWER, Picture, Reply, Table, chosen
from plyground.lessons.questions.searches import board_link, board_picture
from plyground.players.reasons import format_line, promise
from plyground.position import Demand
from plyground.search.demands import refuse_demands
from plyground.search.tally import Tally
from plyground.solve.explore import Exploration, explore

OPTIONS = (("win", _("it wins")), ("draw", _("a draw")), ("loss", _("it loses")))


@dataclass(frozen=True)
class Outcome:
    """Win, draw or loss for the side to move, as solving the game tells it."""

    place: Place

    @classmethod
    def of(cls, keys: Keys) -> Outcome:
        """The question of these keys; raises :class:`PlygroundError`."""
        keys.only(*PLACE)
        place = keys.place()
        refuse_demands(place.game.start, Demand.TURNS, "explore")
        return cls(place.with_choice())

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field(ANSWER, _("For {side}", side=self._side), OPTIONS),)

    def asked(self, tally: Tally) -> Sentence:
        return _("{side} is to move, and both sides play perfectly. What comes of it?", side=self._side)

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: _name(self._explored(tally).value.utility)}

    def reply(self, given: Given, tally: Tally) -> Reply:
        answered = chosen(given, OPTIONS) if given else ""
        game, position = self.place.game, self.place.position
        found = self._explored(tally)
        told = (
            _("{outcome} for {side}.", side=self._side, outcome=promise(*found.value)),
            _("A line of perfect play: {line}.", line=format_line(game, position, found.line)),
        )
        rows = tuple((game.notation.format_move(position, move), promise(*value)) for move, value in found.ranking)
        links = board_link(game, self.place.moves)
        return Reply(answered == _name(found.value.utility), told, Table((_("move"), _("perfect play")), rows), links)

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return (board_picture(self.place.game, self.place.position),)

    @property
    def _side(self) -> Sentence | str:
        return self.place.game.mover(self.place.position)

    def _explored(self, tally: Tally) -> Exploration:
        return explore(oracle(self.place.game, tally), self.place.position)


def _name(utility: int) -> str:
    return "draw" if utility == 0 else "win" if utility > 0 else "loss"
