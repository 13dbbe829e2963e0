"""``games``: which of these games are of a kind? The classification is that of the games' own facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from plyground.errors import ExerciseError
from plyground.game import Facts, Game
from plyground.games import game
from plyground.language import Sentence, _, _n
from plyground.lessons.form import TICKED, Field, Given
from plyground.lessons.questions.keys import Keys
from plyground.lessons.questions.question import Link, Picture, Reply, Table
from plyground.search.tally import Tally


@dataclass(frozen=True)
class Kind:
    """One way to sort games."""

    asked: Sentence
    column: Sentence
    holds: Callable[[Facts], bool]


KINDS: Mapping[str, Kind] = {
    "deterministic": Kind(
        _("In which of these games is nothing left to chance?"), _("without chance"), lambda facts: facts.deterministic
    ),
    "observable": Kind(
        _("In which of these games does every player see the whole position?"),
        _("complete information"),
        lambda facts: facts.observable,
    ),
    "players=2": Kind(
        _("Which of these games have exactly two players?"), _("two players"), lambda facts: facts.players == 2
    ),
    "zero_sum": Kind(
        _("In which of these games does one player lose what the other wins?"),
        _("zero-sum"),
        lambda facts: facts.zero_sum,
    ),
    "loops": Kind(
        _("In which of these games can the same position come again?"),
        _("positions come again"),
        lambda facts: facts.loops,
    ),
}
"""The ways to sort, by a field of :class:`plyground.game.Facts`, as in the address of the page with all games."""


@dataclass(frozen=True)
class Games:
    """The games among some that are of a kind."""

    games: tuple[Game, ...]
    kind: str

    @classmethod
    def of(cls, keys: Keys) -> Games:
        """The question of these keys; raises :class:`PlygroundError`."""
        keys.only("games", "which")
        games = tuple(game(text) for text in keys.words("games", ";"))
        if not 2 <= len(games) <= 20:
            raise ExerciseError(_("“games” names from 2 to 20 games, with “;” between them."))
        return cls(games, keys.one_of("which", tuple(KINDS)))

    @property
    def fields(self) -> tuple[Field, ...]:
        return tuple(Field(each.name, each.title, is_tick=True) for each in self.games)

    def asked(self, tally: Tally) -> Sentence:
        return KINDS[self.kind].asked

    def solution(self, tally: Tally) -> Given:
        return {each.name: TICKED for each in self.games if KINDS[self.kind].holds(each.facts)}

    def reply(self, given: Given, tally: Tally) -> Reply:
        true = self.solution(tally)
        over = [each.title for each in self.games if each.name in given and each.name not in true]
        under = [each.title for each in self.games if each.name in true and each.name not in given]
        told = []
        if over:
            told.append(_n("{names} does not belong to it.", "{names} do not belong to it.", len(over), names=_Listed(over)))  # fmt: skip
        if under:
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
    def _link(self) -> Link:
        field, _equals, value = self.kind.partition("=")
        return Link(f"/?{urlencode({field: value or 'yes'})}", _("Show all such games"))


class _Listed(list[Sentence]):
    """Names side by side, each translated when shown."""

    def __format__(self, specification: str) -> str:
        return format(", ".join(map(str, self)), specification)
