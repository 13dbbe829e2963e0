"""Tables over a few cells each: the estimate of a position is a sum of one weight of each table.

A table has a weight for each combination of the states of its cells; a cell with two variables, such as a stack and what
stands on it, has the combinations of both. Tables over straight lines and small boxes learn
fastest (W. Jaśkowski 2014, Systematic n-tuple networks for Othello position evaluation, ICGA Journal 37). Images of a
table under the mirrors of the board share its weights. First used in games by S. Lucas (2007, Learning to play Othello
with n-tuple systems).
"""

# mypy: disable-error-code=misc
# mypy knows no constants of a class in a NamedTuple.

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.errors import SpecError
from plyground.i18n import _
from plyground.learning.cells import Study
from plyground.learning.reader import Row, with_constants

MAX_WEIGHTS = 1 << 22
"""Most weights of one group."""
MAX_WHOLE = 1 << 16
"""Most weights of one table over a whole board."""
MAX_UNPLACED = 1 << 21
"""Most weights of one table over all variables of a game without a board."""
KINDS = re.compile(r"lines([2-9])|boxes([1-9]\d?)x([1-9]\d?)|walks([2-9])|pairs")
WALKS = 30
"""Random walks over neighbouring cells, images not counted."""
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
HEXAGON_WAYS = ((0, 2), (1, 1), (1, -1))
"""Ways of straight lines, in rows and columns; among hexagons in rows and half cells."""


class Table(NamedTuple):
    """One table: its variables, and the first of its weights, which its images share."""

    variables: tuple[int, ...]
    base: int


class Layout(NamedTuple):
    """All tables of a game, shortest first, and the number of their weights."""

    tables: tuple[Table, ...]
    size: int


def usual_kinds(study: Study) -> str:
    """Return the kinds of tables for a game by its numbers of cells and of their states."""
    cells = [weights_of(study, variables) for variables in _cells(study).values()]
    if not cells:
        return "pairs"
    rows, columns = (1 + max(places) - min(places) for places in zip(*filter(None, study.where), strict=True))
    longest = min(4, max(rows, columns))
    if max(cells) ** len(cells) <= MAX_WHOLE:
        return f"boxes{rows}x{columns}"
    if max(cells) <= 4:
        return f"boxes2x{longest}+lines{longest}" if len(cells) <= 49 else f"boxes2x3+lines{longest}"
    return "boxes2x2+lines3+walks4" if max(cells) <= 7 else "pairs"


def _cells(study: Study) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the variables of each cell of the board."""
    cells: dict[tuple[int, int], tuple[int, ...]] = {}
    for k, place in enumerate(study.coordinates):
        if place is not None:
            cells[place] = (*cells.get(place, ()), k)
    return cells


def new_layout(study: Study, kinds: str) -> Layout:
    """Return the tables of these kinds, joined by +. Raise :class:`SpecError` for unknown kinds and too many weights.

    Each variable without a place on the board gets a table of its own. So do all cells if no table of these kinds fits
    the board. In a game without a board one table has all variables, or there is one for every two.
    """
    chosen = dict.fromkeys(tuple(sorted(cells)) for kind in kinds.split("+") for cells in _of_kind(study, kind))
    alone = [k for k, at in enumerate(study.where) if (at is None or not chosen) and not study.still[k]]
    chosen |= dict.fromkeys((k,) for k in alone)
    if not any(study.where):
        whole = tuple(alone)
        chosen |= dict.fromkeys([whole] if weights_of(study, whole) <= MAX_UNPLACED else combinations(alone, 2))
    tables: list[Table] = []
    done: set[tuple[int, ...]] = set()
    size = 0
    for cells in sorted(chosen, key=len):
        if cells in done:
            continue
        for image in dict.fromkeys((cells, *(tuple(mirror[k] for k in cells) for mirror in study.mirrors))):
            done.add(tuple(sorted(image)))
            tables.append(Table(image, size))
        size += weights_of(study, cells)
        if size > MAX_WEIGHTS:
            raise SpecError(_("The tables {kinds} have more than {count} weights in this game: choose smaller ones, such as lines3.", kinds=kinds, count=MAX_WEIGHTS))  # fmt: skip
    return Layout(tuple(tables), size)


def weights_of(study: Study, cells: tuple[int, ...]) -> int:
    """Return the number of combinations of the states of some variables."""
    weights = 1
    for k in cells:
        weights *= study.states[k]
    return weights


def _of_kind(study: Study, kind: str) -> Iterator[list[int]]:
    """Yield the variables of each table of one kind."""
    asked = KINDS.fullmatch(kind)
    if asked is None:
        raise SpecError(_("“{kind}” is not a kind of tables; write linesN, boxesNxN, walksN or pairs, joined by +.", kind=kind))  # fmt: skip
    at = _cells(study)
    ways, beside, slants = (WAYS, 1, (0,)) if not study.indents else (HEXAGON_WAYS, 2, (1, -1))
    lines, high, wide, walks = asked.groups()
    if kind == "pairs":
        yield from ([*first, *second] for first, second in combinations(at.values(), 2))
    elif walks:
        yield from _walks(study, at, int(walks))
    else:
        span = range(int(lines or 0))
        boxes = {(int(high), int(wide)), (int(wide), int(high))} if high else set()
        for row, column in at:
            for down, right in ways if lines else ():
                yield from _whole(at.get((row + k * down, column + k * right)) for k in span)
            for rows, columns in sorted(boxes):
                for slant in slants:
                    cells = ((row + i, column + beside * j + slant * i) for i in range(rows) for j in range(columns))
                    yield from _whole(at.get(cell) for cell in cells)


def _whole(cells: Iterator[tuple[int, ...] | None]) -> Iterator[list[int]]:
    """Yield the variables of the cells if all of them are on the board."""
    found = list(cells)
    known = [cell for cell in found if cell is not None]
    if len(known) == len(found):
        yield list(chain.from_iterable(known))


def _walks(study: Study, at: dict[tuple[int, int], tuple[int, ...]], length: int) -> Iterator[list[int]]:
    """Yield random walks over neighbouring cells, always the same for a game."""
    chance = random.Random(length)
    places = sorted(at)
    seen: set[tuple[int, ...]] = set()
    for _try in range(100 * WALKS):
        here = chance.choice(places)
        walk = {here}
        for _step in range(50 * length):
            if len(walk) == length:
                break
            steps = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
            near = [(here[0] + row, here[1] + column) for row, column in steps]
            here = chance.choice([place for place in near if place in at] or places)
            walk.add(here)
        cells = tuple(sorted(chain.from_iterable(at[place] for place in walk)))
        images = {cells, *(tuple(sorted(mirror[k] for k in cells)) for mirror in study.mirrors)}
        if not images & seen and len(seen) < WALKS * (1 + len(study.mirrors)):
            seen |= images
            yield list(cells)


# Compiled tables


@rules
class NoTables(NamedTuple):
    """The end of the chain of tables."""

    unused: int = 0  # unused, because compiled code has no classes without fields

    def total(self, states: Row, weights: Any, own: int) -> int:
        return 0

    def find(self, states: Row, indices: Row, at: int) -> int:
        return 0


@rules
class Tables(NamedTuple):
    """All tables over the same number of cells, and the tables over fewer."""

    cells: Row  # variable of each place of each table
    factors: Row  # factor of its state in the number of the table's weight
    bases: Row  # first weight of each table
    fewer: Any
    COUNT = 0  # tables of this length
    LENGTH = 0  # cells of each
    BEGIN = 0  # tables over fewer cells
    OWN = 0  # 1 if each side also has weights of its own

    def total(self, states: Row, weights: Any, own: int) -> Any:
        """Return the sum of one weight of each table. The weights of the side to move begin at ``own``."""
        total = self.fewer.total(states, weights, own)
        place = 0
        for table in range(self.COUNT):
            index = self.bases[table]
            for _cell in range(self.LENGTH):
                index += states[self.cells[place]] * self.factors[place]
                place += 1
            total += weights[index]
            if self.OWN:
                total += weights[own + index]
        return total

    def find(self, states: Row, indices: Row, at: int) -> int:
        """Write the number of the weight of each table into ``indices`` from ``at`` on."""
        self.fewer.find(states, indices, at)
        place = 0
        for table in range(self.COUNT):
            index = self.bases[table]
            for _cell in range(self.LENGTH):
                index += states[self.cells[place]] * self.factors[place]
                place += 1
            indices[at + self.BEGIN + table] = index
        return 0


def new_tables(study: Study, layout: Layout) -> Any:
    """Return the tables of a layout for compiled code."""
    made: Any = NoTables()
    begin = 0
    for length in sorted({len(table.variables) for table in layout.tables}):
        tables = [table for table in layout.tables if len(table.variables) == length]
        cells, factors = array("q"), array("q")
        for table in tables:
            factor = 1
            for variable in table.variables:
                cells.append(variable)
                factors.append(factor)
                factor *= study.states[variable]
        bases = array("q", [table.base for table in tables])
        kind = with_constants(Tables, COUNT=len(tables), LENGTH=length, BEGIN=begin, OWN=int(study.groups > 1))
        made = kind(cells, factors, bases, made)
        begin += len(tables)
    return made
