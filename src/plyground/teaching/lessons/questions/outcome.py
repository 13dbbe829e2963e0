"""``outcome``: a question about the result of a position when both sides play perfectly."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.bots.reasons import format_line
from plyground.core.position import Demand
from plyground.errors import SearchError
from plyground.i18n import Sentence, _, _n
from plyground.judge.exact_truth import result_words
from plyground.judge.judge import Judge
from plyground.judge.judgement import Judgement, MoveWorth
from plyground.judge.kept_judgements import kept_judgements
from plyground.searches.demands import refuse_demands
from plyground.searches.tally import Tally
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.lessons.questions.keys import PLACE, Keys, Place
from plyground.teaching.lessons.questions.question import ANSWER, Picture, Reply, Table, chosen
from plyground.teaching.lessons.questions.searches import board_link, board_picture

OPTIONS = (("win", _("it wins")), ("draw", _("a draw")), ("loss", _("it loses")))


@dataclass(frozen=True)
class Outcome:
    """A question: does the side to move win, draw or lose? The solved game has the answer."""

    place: Place

    @classmethod
    def of(cls, keys: Keys) -> Outcome:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only(*PLACE)
        place = keys.place()
        refuse_demands(place.game.start, Demand.TURNS, "explore")
        return cls(place.with_choice())

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field(ANSWER, _("For {side}", side=self._side), OPTIONS),)

    def asked(self, tally: Tally) -> Sentence:
        return _("{side} is to move, and both sides play perfectly. How does the game end?", side=self._side)

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: _name(self._judged().value)}

    def reply(self, given: Given, tally: Tally) -> Reply:
        answered = chosen(given, OPTIONS) if given else ""
        game, position = self.place.game, self.place.position
        found = self._judged()
        told = (
            self._ending(found.best),
            _("A line of perfect play: {line}.", line=format_line(game, position, found.best.line)),
        )
        rows = tuple((game.notation.format_move(position, each.move), result_words(each)) for each in found.moves)
        links = board_link(game, self.place.moves)
        return Reply(answered == _name(found.value), told, Table((_("move"), _("perfect play")), rows), links)

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return (board_picture(self.place.game, self.place.position),)

    def _ending(self, best: MoveWorth) -> Sentence:
        plies, utility = best.distance, best.value
        if utility == 0:
            return _("The game is a draw.")
        if plies is None:
            return _("{side} wins.", side=self._side) if utility > 0 else _("{side} loses.", side=self._side)
        if utility > 0:
            return _n("{side} wins in {count} ply.", "{side} wins in {count} plies.", plies, side=self._side)
        return _n("{side} loses in {count} ply.", "{side} loses in {count} plies.", plies, side=self._side)

    @property
    def _side(self) -> Sentence | str:
        return self.place.game.mover(self.place.position)

    def _judged(self) -> Judgement:
        """Return the judgement of the position. Raise :class:`SearchError` if it is not proven."""
        found = Judge(self.place.game, shelf=kept_judgements())(self.place.position)
        if not found.proven:
            raise SearchError(_("The result of this position is not proven: ask about a position nearer to the end."))
        return found


def _name(value: float) -> str:
    return "draw" if value == 0 else "win" if value > 0 else "loss"
