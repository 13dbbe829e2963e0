"""``table-size``: an experiment with the memory of a transposition table, space against time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plyground.errors import ExerciseError
from plyground.i18n import Number, Sentence, _
from plyground.searches import Result, search
from plyground.searches.registry import algorithm
from plyground.searches.search_setting import setting
from plyground.searches.tally import Tally
from plyground.searches.transposition_table import NoTable, table_of_kilobytes
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.lessons.questions.keys import PLACE, Keys, Place
from plyground.teaching.lessons.questions.question import ANSWER, Picture, Reply, Table, chosen
from plyground.teaching.lessons.questions.searches import board_link, board_picture

ENTRIES_PER_KILOBYTE = 64
MAX_KILOBYTES = 1 << 14
"""Most kilobytes of a table."""
MAX_SIZES = 8
"""Most sizes to choose from."""


@dataclass(frozen=True)
class TableSize:
    """A question: which is the smallest table with which the search visits few positions?

    A search visits few positions if it visits at most ``within`` times as many as with the largest table. The reply
    shows the cost without a table and with the chosen one, so that readers can try each size; the right answer shows
    all costs.
    """

    place: Place
    sizes: tuple[int, ...]  # sizes in kilobytes, the smallest first
    within: int
    found: dict[int, Result] = field(default_factory=dict, compare=False)  # results of the sizes that have run

    @classmethod
    def of(cls, keys: Keys) -> TableSize:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only(*PLACE, "kilobytes", "within")
        words = keys.words("kilobytes")
        sizes = [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 6]
        if (
            len(sizes) < len(words)
            or not 2 <= len(sizes) <= MAX_SIZES
            or sizes != sorted(set(sizes))
            or not 1 <= sizes[0] <= sizes[-1] <= MAX_KILOBYTES
        ):
            raise ExerciseError(_("“kilobytes” holds from 2 to {most} rising whole numbers from 1 to {largest}, such as 1, 4, 16.", most=MAX_SIZES, largest=MAX_KILOBYTES))  # fmt: skip
        return cls(keys.place().with_choice(), tuple(sizes), keys.number("within", 1, 10, 2))

    @property
    def fields(self) -> tuple[Field, ...]:
        options = tuple(
            (
                str(size),
                _("{size} kB, {entries} entries", size=Number(size), entries=Number(size * ENTRIES_PER_KILOBYTE)),
            )
            for size in self.sizes
        )
        return (Field(ANSWER, _("Table"), options),)

    def asked(self, tally: Tally) -> Sentence:
        count = Number(self._run(0, tally).nodes)
        return _(
            "Without a table the search visits {visits} positions. Try the tables: which is the smallest with which it visits at most {within} times as many positions as with the largest?",
            visits=count, within=self.within,
        )  # fmt: skip

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: str(self._smallest(tally))}

    def reply(self, given: Given, tally: Tally) -> Reply:
        smallest = self._smallest(tally)
        tried = int(chosen(given, self.fields[0].options)) if given else smallest
        told = self.sizes if tried == smallest else (tried,)
        if tried < smallest:
            said = _("Too small: it forgets results that the search needs again. Try a larger one.")
        elif tried > smallest:
            said = _("Enough, but there is a smaller one: try it.")
        else:
            said = _("{size} kB are enough.", size=Number(smallest))
        rows = tuple(self._row(size, tally) for size in (0, *told))
        columns = (_("table, kB"), _("positions visited"), _("from the table"), _("seconds"))
        links = board_link(self.place.game, self.place.moves)
        return Reply(bool(given) and tried == smallest, (said,), Table(columns, rows), links)

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return (board_picture(self.place.game, self.place.position),)

    def _row(self, size: int, tally: Tally) -> tuple[Number | str, ...]:
        found = self._run(size, tally)
        return Number(size), Number(found.nodes), Number(found.table_hits), Number(found.seconds, 2)

    def _smallest(self, tally: Tally) -> int:
        fewest = self._run(self.sizes[-1], tally).nodes
        return next(size for size in self.sizes if self._run(size, tally).nodes <= self.within * fewest)

    def _run(self, kilobytes: int, tally: Tally) -> Result:
        """Search with a table of this many ``kilobytes``; 0 means without a table."""
        if kilobytes not in self.found:
            table = table_of_kilobytes(kilobytes) if kilobytes else NoTable()
            equipped: Any = algorithm("transposition").equipped(self.place.position, setting())
            self.found[kilobytes] = search(
                self.place.position, "transposition", equipped._replace(table=table), tally=tally
            )
        return self.found[kilobytes]
