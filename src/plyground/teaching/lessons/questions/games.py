"""``games``: a question about which games are of a kind, by the facts of each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from plyground.core.game import Facts, Game
from plyground.errors import ExerciseError
from plyground.games import game
from plyground.i18n import Sentence, _, _n
from plyground.searches.tally import Tally
from plyground.teaching.exercises.answer_types import NONE
from plyground.teaching.exercises.form_fields import NONE_FIELD, TICKED, Field, Given
from plyground.teaching.lessons.questions.keys import Keys
from plyground.teaching.lessons.questions.question import Link, Picture, Reply, Table


@dataclass(frozen=True)
class GameQuestionKind:
    """One way to classify games."""

    asked: Sentence
    column: Sentence
    holds: Callable[[Facts], bool]


KINDS: Mapping[str, GameQuestionKind] = {
    "deterministic": GameQuestionKind(
        _("Which of these games have no chance?"), _("without chance"), lambda facts: facts.deterministic
    ),
    "observable": GameQuestionKind(
        _("In which of these games does every player see the whole position?"),
        _("complete information"),
        lambda facts: facts.observable,
    ),
    "players=2": GameQuestionKind(
        _("Which of these games have exactly two players?"), _("two players"), lambda facts: facts.players == 2
    ),
    "zero_sum": GameQuestionKind(
        _("In which of these games does one player lose what the other wins?"),
        _("zero-sum"),
        lambda facts: facts.zero_sum,
    ),
    "loops": GameQuestionKind(
        _("In which of these games can the same position come again?"),
        _("positions can repeat"),
        lambda facts: facts.loops,
    ),
}
"""Ways to classify games, by field of :class:`plyground.core.game.Facts`. The games page uses the same names in its
URL.
"""


@dataclass(frozen=True)
class Games:
    """A question: which of some games are of a kind?"""

    games: tuple[Game, ...]
    kind: str

    @classmethod
    def of(cls, keys: Keys) -> Games:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only("games", "which")
        games = tuple(game(text) for text in keys.words("games", ";"))
        if not 2 <= len(games) <= 20:
            raise ExerciseError(_("“games” must list 2 to 20 games, with “;” between them."))
        return cls(games, keys.one_of("which", tuple(KINDS)))

    @property
    def fields(self) -> tuple[Field, ...]:
        return (*(Field(each.name, each.title, is_tick=True) for each in self.games), NONE_FIELD)

    def asked(self, tally: Tally) -> Sentence:
        return KINDS[self.kind].asked

    def solution(self, tally: Tally) -> Given:
        return {each.name: TICKED for each in self._such} or {NONE: TICKED}

    def reply(self, given: Given, tally: Tally) -> Reply:
        over = [each.title for each in self.games if each.name in given and each not in self._such]
        under = [each.title for each in self._such if each.name not in given]
        told = []
        if not given:
            told.append(_("These: {names}.", names=_Listed(under)) if under else _("None of them."))
        elif over:
            told.append(_n("{names} is wrong.", "{names} are wrong.", len(over), names=_Listed(over)))
        if given and under:
            told.append(_n("{names} is missing.", "{names} are missing.", len(under), names=_Listed(under)))
        columns = (_("game"), *(kind.column for kind in KINDS.values()))
        rows = tuple(
            (each.title, *(_("yes") if kind.holds(each.facts) else _("no") for kind in KINDS.values()))
            for each in self.games
        )
        return Reply(not told, tuple(told), Table(columns, rows), (self._link,))

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return ()

    @property
    def _such(self) -> list[Game]:
        return [each for each in self.games if KINDS[self.kind].holds(each.facts)]

    @property
    def _link(self) -> Link:
        field, _equals, value = self.kind.partition("=")
        return Link(f"/?{urlencode({field: value or 'yes'})}", _("Show all such games"))


class _Listed(list[Sentence]):
    """A list of names, translated when it is shown."""

    def __format__(self, specification: str) -> str:
        return format(", ".join(map(str, self)), specification)
