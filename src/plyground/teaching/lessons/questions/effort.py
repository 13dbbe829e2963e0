"""``effort``: a question about the number of positions that a search visits, next to other searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.core.game import Game
from plyground.errors import ExerciseError
from plyground.i18n import Number, Sentence, _, capital
from plyground.searches import Result
from plyground.searches.tally import Tally
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.exercises.written_values import shown
from plyground.teaching.lessons.questions.generated_trees import preset_name, tree_picture
from plyground.teaching.lessons.questions.keys import PLACE, TREE, Keys, Place
from plyground.teaching.lessons.questions.question import (
    ANSWER,
    Link,
    Picture,
    Reply,
    Table,
    TreeSearch,
    count_field,
    guessed,
    is_near,
    read_count,
)
from plyground.teaching.lessons.questions.searches import Search, board_link, board_picture
from plyground.trees import Tree

MAX_SEARCHES = 4
"""Most searches in one question."""


@dataclass(frozen=True)
class Effort:
    """A question: how many positions does the last of ``searches`` visit?"""

    of_what: Tree | Place
    searches: tuple[Search, ...]
    within: int
    found: dict[Search, Result] = field(default_factory=dict, compare=False)  # results of the searches that have run

    @classmethod
    def of(cls, keys: Keys) -> Effort:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only(*TREE, *PLACE, "searches", "within")
        of_what = keys.tree() if keys.has_tree else keys.place()
        game, position = _start(of_what)
        searches = tuple(Search.parse(text, game, position) for text in keys.words("searches", ";"))
        if not 1 <= len(searches) <= MAX_SEARCHES:
            raise ExerciseError(
                _("“searches” must list 1 to {most} searches, with “;” between them.", most=MAX_SEARCHES)
            )
        return cls(of_what, searches, keys.number("within", 1, 10, 2))

    @property
    def fields(self) -> tuple[Field, ...]:
        return (count_field(_("Positions visited"), self.within),)

    def asked(self, tally: Tally) -> Sentence:
        *_others, last = self.searches
        if len(self.searches) == 1:
            return _("How many positions does this search visit: {search}?", search=last.title)
        first = self.searches[0]
        count = Number(self._run(first, tally).nodes)
        return _("{first} visits {visits} positions. How many does {last} visit?", first=capital(first.title), visits=count, last=last.title)  # fmt: skip

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: str(self._results(tally)[-1].nodes)}

    def reply(self, given: Given, tally: Tally) -> Reply:
        guess = read_count(given[ANSWER]) if given else None
        results = self._results(tally)
        true = results[-1].nodes
        told = _("It visits {count}.", count=Number(true)) if guess is None else guessed(guess, true, self.within)
        table = _table(self.searches, results)
        right = guess is not None and is_near(guess, true, self.within)
        return Reply(right, (told,), table, self._links)

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        if isinstance(self.of_what, Tree):
            return (tree_picture(self.of_what),)
        return (board_picture(self.of_what.game, self.of_what.position),)

    @property
    def tree_search(self) -> TreeSearch | None:
        if not isinstance(self.of_what, Tree):
            return None
        names = dict.fromkeys(search.name for search in self.searches)
        return TreeSearch(self.of_what, tuple(names), preset_name(self.searches[-1].setting.convention))

    @property
    def _links(self) -> tuple[Link, ...]:
        return () if isinstance(self.of_what, Tree) else board_link(self.of_what.game, self.of_what.moves)

    def _results(self, tally: Tally) -> list[Result]:
        return [self._run(search, tally) for search in self.searches]

    def _run(self, search: Search, tally: Tally) -> Result:
        if search not in self.found:
            self.found[search] = search.run(_start(self.of_what)[1], tally)
        return self.found[search]


def _start(of_what: Tree | Place) -> tuple[Game | None, Any]:
    return (None, of_what.start) if isinstance(of_what, Tree) else (of_what.game, of_what.position)


def _table(searches: Sequence[Search], results: Sequence[Result]) -> Table:
    """Return the costs and results of each search. Columns that are empty for all searches are left out."""
    costs = (
        (_("positions visited"), [found.nodes for found in results]),
        (_("cut-offs"), [found.alpha_cutoffs + found.beta_cutoffs for found in results]),
        (_("from the table"), [found.table_hits for found in results]),
    )
    told = [(words, counts) for words, counts in costs if any(counts)]
    rows: list[tuple[Number | str, ...]] = []
    for place, (search, found) in enumerate(zip(searches, results, strict=True)):
        numbers = [Number(counts[place]) for _words, counts in told]
        rows.append((capital(search.title), *numbers, shown(found.utilities or found.value)))
    return Table((_("search"), *(words for words, _counts in told), _("value")), tuple(rows))
