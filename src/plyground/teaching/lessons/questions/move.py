"""``move``: a question about the move that a search chooses. The reply compares it with perfect play."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from plyground.bots.reasons import format_line, worth
from plyground.i18n import Number, Sentence, _
from plyground.judge.exact_truth import result_words
from plyground.judge.judge import Judge
from plyground.judge.kept_judgements import kept_judgements
from plyground.searches import Result
from plyground.searches.result import RootMove
from plyground.searches.scores import usual_scores
from plyground.searches.tally import Tally
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.exercises.written_values import shown
from plyground.teaching.lessons.questions.keys import PLACE, Keys, Place
from plyground.teaching.lessons.questions.question import ANSWER, Link, Picture, Reply, Table, chosen
from plyground.teaching.lessons.questions.searches import Search, board_link, board_picture

MAX_DENOMINATOR = 100
"""Greatest denominator of a value that is shown as a fraction."""


@dataclass(frozen=True)
class MoveQuestion:
    """A question: which move does a search choose in a position?"""

    place: Place
    search: Search

    @classmethod
    def of(cls, keys: Keys) -> MoveQuestion:
        """Return the question in these keys. Raise :class:`PlygroundError`."""
        keys.only(*PLACE, "search")
        place = keys.place().with_choice()
        scores = usual_scores(place.game.demands)
        return cls(place, Search.parse(keys.get("search", "alphabeta"), place.game, place.position, scores))

    @property
    def fields(self) -> tuple[Field, ...]:
        position = self.place.position
        words = [self.place.game.notation.format_move(position, move) for move in position.moves()]
        return (Field(ANSWER, _("Move"), tuple((word, word) for word in words)),)

    def asked(self, tally: Tally) -> Sentence:
        side = self.place.game.mover(self.place.position)
        return _("Which move does {search} choose for {side}?", search=self.search.title, side=side)

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: self._words(self._best(tally)[0])}

    def reply(self, given: Given, tally: Tally) -> Reply:
        game, position = self.place.game, self.place.position
        answered = chosen(given, self.fields[0].options) if given else ""
        best = self._best(tally)
        right = answered in map(self._words, best)
        if len(best) == 1:
            first = _("It chooses {move}.", move=self._words(best[0]))
        else:
            first = _("These moves are equally good to it: {moves}.", moves=", ".join(map(self._words, best)))
        found = self.search.run(position, tally, every_move=True)
        told = [first]
        if answered and not right:
            thought = next(self._worth(found, root) for root in found.moves if self._words(root.move) == answered)
            told.append(_("Its value of your move {move}: {worth}.", move=answered, worth=thought))
        line = format_line(game, position, found.line)
        told.append(_("The line that it expects: {line}.", line=line))
        values = self._perfect()
        if values is None:
            rows = tuple((self._words(root.move), self._worth(found, root)) for root in found.moves)
            return Reply(right, tuple(told), Table((_("move"), _("value")), rows), self._links)
        true = [values[root.move] for root in found.moves]
        rows_ = tuple((self._words(root.move), self._worth(found, root), exact) for root, exact in zip(found.moves, true, strict=True))  # fmt: skip
        return Reply(right, tuple(told), Table((_("move"), _("its value"), _("perfect play")), rows_), self._links)

    def _perfect(self) -> dict[int, Sentence] | None:
        """Return the value of each move under perfect play in words. Return None if the search is exact itself, or if
        not all values are proven.
        """
        game = self.place.game
        if not self.search.depth or not game.facts.observable:
            return None
        found = Judge(game, shelf=kept_judgements())(self.place.position)
        if found.source == "chance" or not all(each.proven for each in found.moves):
            return None
        return {each.move: result_words(each) for each in found.moves}

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return (board_picture(self.place.game, self.place.position),)

    @property
    def _links(self) -> tuple[Link, ...]:
        return board_link(self.place.game, self.place.moves)

    def _words(self, move: int) -> str:
        return self.place.game.notation.format_move(self.place.position, move)

    def _worth(self, found: Result, root: RootMove) -> Sentence | str:
        assert root.value is not None  # every move was searched
        if root.proven or root.distance is not None:
            return worth(found, root.value, root.distance)
        if isinstance(root.value, Fraction) and root.value.denominator > MAX_DENOMINATOR:
            return str(Number(float(root.value), 3))
        return shown(root.value)

    def _best(self, tally: Tally) -> list[int]:
        found = self.search.run(self.place.position, tally, every_move=True)
        return [root.move for root in found.moves if root.score == found.score]
