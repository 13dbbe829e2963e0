"""The reader of positions: it writes the state of each variable into a row, as the side to move sees the board.

The parts of a study become a chain of named tuples, each of which reads one part and asks the next. Numbers that never
change are constants of their classes, so compiled code has no loop of unknown length.
"""

# mypy: disable-error-code=misc
# mypy knows no constants of a class in a NamedTuple.

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.bits import count
from plyground.core.position import MarkedPosition
from plyground.learning.cells import COUNTER, FEW_STATES, NUMBERS, PIECES, ROW, SETS, Exchange, Part, Study

Row = MutableSequence[int]


def with_constants(cls: Any, **constants: int) -> Any:
    """Return the class derived from ``cls`` with these constants, always the same for the same constants."""
    name = "_".join([cls.__name__, *map(str, constants.values())])
    found = globals().get(name)
    if found is None:
        found = rules(type(name, (cls,), {**constants, "__module__": __name__, "__slots__": ()}))
        globals()[name] = found  # the cache of compiled code looks for the class here
    return found


# The side to move


@rules
class NoSide(NamedTuple):
    """No part of a position tells the side to move."""

    unused: int = 0  # unused, because compiled code has no classes without fields

    def of(self, position: Any) -> int:
        return 0


@rules
class SideField(NamedTuple):
    """A field is the side to move."""

    unused: int = 0
    FIELD = 0

    def of(self, position: Any) -> int:
        side: int = position[self.FIELD]
        return side


@rules
class SideByCount(NamedTuple):
    """The number of cells in one or two sets tells the side to move."""

    unused: int = 0
    FIELD = 0
    OTHER = 0
    ODD = 0

    def of(self, position: Any) -> int:
        side: int = count(position[self.FIELD] | position[self.OTHER]) + self.ODD & 1
        return side


# The phase of the game


@rules
class NoPhase(NamedTuple):
    """A game without phases."""

    unused: int = 0

    def of(self, position: Any) -> int:
        return 0


@rules
class NumberPhase(NamedTuple):
    """A field is the end of its way in the second phase."""

    unused: int = 0
    FIELD = 0
    END = 0

    def of(self, position: Any) -> int:
        return int(position[self.FIELD] == self.END)


@rules
class RowPhase(NamedTuple):
    """The sum of a row is the end of its way in the second phase."""

    unused: int = 0
    FIELD = 0
    END = 0

    def of(self, position: Any) -> int:
        return int(sum(position[self.FIELD]) == self.END)


# The parts


@rules
class NoMore(NamedTuple):
    """The end of the chain."""

    unused: int = 0

    def read(self, position: MarkedPosition, view: int, states: Row) -> int:
        return 0


@rules
class NoSet(NamedTuple):
    """The end of a chain of sets."""

    unused: int = 0

    def code(self, position: MarkedPosition, bit: int) -> int:
        return 0


@rules
class CellSet(NamedTuple):
    """One set of cells, and those after it."""

    others: Any
    FIELD = 0

    def code(self, position: Any, bit: int) -> int:
        """Return a number with one bit for each set: 1 if the set has ``bit``."""
        code: int = (position[self.FIELD] >> bit & 1) + 2 * self.others.code(position, bit)
        return code


@rules
class CellSetInRow(NamedTuple):
    """One set of cells in a row of sets, and those after it."""

    others: Any
    FIELD = 0
    ENTRY = 0

    def code(self, position: Any, bit: int) -> int:
        """Return a number with one bit for each set: 1 if the set has ``bit``."""
        code: int = (position[self.FIELD][self.ENTRY] >> bit & 1) + 2 * self.others.code(position, bit)
        return code


@rules
class SetCells(NamedTuple):
    """Cells whose contents stand in sets."""

    sets: Any
    places: Row  # bits, for both views of the board
    names: Row  # state of each combination of sets, for both views
    rest: Any
    BEGIN = 0  # first variable
    COUNT = 0  # number of variables
    CODES = 0  # number of combinations

    def read(self, position: MarkedPosition, view: int, states: Row) -> int:
        """Read the cells from one side's view of the board, and the parts after them."""
        for cell in range(self.COUNT):
            code = self.sets.code(position, self.places[self.COUNT * view + cell])
            states[self.BEGIN + cell] = self.names[self.CODES * view + code]
        more: int = self.rest.read(position, view, states)
        return more


@rules
class PackedNumbers(NamedTuple):
    """Numbers that stand in the bits of one field."""

    places: Row  # shifts, for both views
    rest: Any
    FIELD = 0
    BEGIN = 0
    COUNT = 0
    MASK = 0
    GREATEST = 0

    def read(self, position: Any, view: int, states: Row) -> int:
        for cell in range(self.COUNT):
            number = position[self.FIELD] >> self.places[self.COUNT * view + cell] & self.MASK
            states[self.BEGIN + cell] = min(number, self.GREATEST)
        more: int = self.rest.read(position, view, states)
        return more


@rules
class RowCells(NamedTuple):
    """A row of numbers."""

    places: Row  # indices, for both views
    names: Row  # state of each number, for both views
    rest: Any
    FIELD = 0
    BEGIN = 0
    COUNT = 0
    LOW = 0
    GREATEST = 0
    STEP = 1  # numbers that share a state

    def read(self, position: Any, view: int, states: Row) -> int:
        for cell in range(self.COUNT):
            number = (position[self.FIELD][self.places[self.COUNT * view + cell]] - self.LOW) // self.STEP
            states[self.BEGIN + cell] = self.names[(self.GREATEST + 1) * view + max(0, min(number, self.GREATEST))]
        more: int = self.rest.read(position, view, states)
        return more


@rules
class GridCells(NamedTuple):
    """A row of rows of numbers."""

    places: Row
    names: Row
    rest: Any
    FIELD = 0
    BEGIN = 0
    COUNT = 0
    LOW = 0
    GREATEST = 0
    INNER = 1  # length of the inner rows

    def read(self, position: Any, view: int, states: Row) -> int:
        for cell in range(self.COUNT):
            place = self.places[self.COUNT * view + cell]
            number = position[self.FIELD][place // self.INNER][place % self.INNER] - self.LOW
            states[self.BEGIN + cell] = self.names[(self.GREATEST + 1) * view + max(0, min(number, self.GREATEST))]
        more: int = self.rest.read(position, view, states)
        return more


@rules
class Counter(NamedTuple):
    """A field that is a number."""

    names: Row  # state of each number, for both views
    rest: Any
    FIELD = 0
    BEGIN = 0
    LOW = 0
    GREATEST = 0
    STEP = 1  # numbers that share a state

    def read(self, position: Any, view: int, states: Row) -> int:
        number = max(0, min((position[self.FIELD] - self.LOW) // self.STEP, self.GREATEST))
        states[self.BEGIN] = self.names[(self.GREATEST + 1) * view + number]
        more: int = self.rest.read(position, view, states)
        return more


@rules
class PiecesOnCells(NamedTuple):
    """A row of the cells on which pieces stand. Each piece raises the state of its cell."""

    cells: Row  # variable of each cell, for both views
    names: Row  # number of each piece, for both views
    rest: Any
    FIELD = 0
    COUNT = 0
    CELLS = 0
    RAISE = 0  # states of a cell without a piece

    def read(self, position: Any, view: int, states: Row) -> int:
        more: int = self.rest.read(position, view, states)
        for piece in range(self.COUNT):
            cell = position[self.FIELD][piece]
            if 0 <= cell < self.CELLS:
                variable = self.cells[self.CELLS * view + cell]
                if states[variable] < self.RAISE:  # one piece a cell, whatever the rules do
                    states[variable] += self.RAISE * (1 + self.names[self.COUNT * view + piece])
        return more


@rules
class Reader(NamedTuple):
    """The reader of one game's positions."""

    parts: Any
    side: Any
    phase: Any
    states: Row  # working memory: the state of each variable
    EXCHANGED = 0  # 1 if the second side sees the board through the exchange of the sides
    SIDES = 1  # sides with weights of their own

    def read(self, position: MarkedPosition) -> int:
        """Read the states of a position as the side to move sees it. Return the number of its own weights."""
        side = self.side.of(position)
        self.parts.read(position, side * self.EXCHANGED, self.states)
        own: int = side * (1 - self.EXCHANGED) + self.SIDES * self.phase.of(position)
        return own

    def sign(self, position: Any) -> int:
        """Return −1 before a move of chance in the second side's turn, because its value is the first player's; else 1."""
        return -1 if position.is_chance() and self.side.of(position) else 1

    def with_own_memory(self) -> Reader:
        """Return the same reader for another thread."""
        return self._replace(states=self.states[:])


def new_reader(study: Study) -> Reader:
    """Return the reader by which a study sees positions."""
    chain: Any = NoMore()
    for number in reversed(range(len(study.parts))):
        chain = _link(study, study.parts[number], number, chain)
    for number in range(len(study.parts)):  # pieces are added when all cells have been read
        if study.parts[number].kind == PIECES:
            chain = _pieces(study, study.parts[number], chain)
    side: Any = NoSide()
    if study.side_field >= 0:
        side = with_constants(SideField, FIELD=study.side_field)()
    elif study.side_sets:
        first, last = study.side_sets[0], study.side_sets[-1]
        side = with_constants(SideByCount, FIELD=first, OTHER=last, ODD=study.side_odd)()
    phase: Any = NoPhase()
    if study.phase:
        kind = (
            RowPhase
            if any(part.kind == ROW and study.phase.field in part.fields for part in study.parts)
            else NumberPhase
        )
        phase = with_constants(kind, FIELD=study.phase.field, END=study.phase.end)()
    states = array("q", [0] * len(study.variables))
    kind = with_constants(Reader, EXCHANGED=int(study.exchange is not None), SIDES=study.sides)
    reader: Reader = kind(chain, side, phase, states)
    return reader


def _link(study: Study, part: Part, number: int, rest: Any) -> Any:
    """Return the reader of one part, followed by the others."""
    if part.kind == PIECES:
        return rest
    views = [_places(study, number, None), _places(study, number, study.exchange)]
    places = array("q", views[0] + views[1])
    constants = {"FIELD": part.fields[0], "BEGIN": study.begin(number), "COUNT": len(part.places)}
    if part.kind == SETS:
        return _set_cells(study, part, places, constants, rest)
    if part.kind == NUMBERS:
        return with_constants(PackedNumbers, **constants, MASK=(1 << part.bits) - 1, GREATEST=part.states - 1)(places, rest)  # fmt: skip
    if part.kind == COUNTER:
        names = array("q", [*range(part.states), *_pointed(study, number)])
        return with_constants(Counter, FIELD=part.fields[0], BEGIN=constants["BEGIN"], LOW=part.low, GREATEST=part.states - 1, STEP=part.step or 1)(names, rest)  # fmt: skip
    names = array("q", [*range(part.states), *_renamed(part, number, study.exchange)])
    if part.inner:
        return with_constants(GridCells, **constants, LOW=part.low, GREATEST=part.states - 1, INNER=part.inner)(places, names, rest)  # fmt: skip
    return with_constants(RowCells, **constants, LOW=part.low, GREATEST=part.states - 1, STEP=part.step or 1)(places, names, rest)  # fmt: skip


def _places(study: Study, number: int, exchange: Exchange | None) -> list[int]:
    """Return the place from which each variable of a part is read, in one view of the board."""
    variables = study.variables
    mine = [k for k, (part, _place) in enumerate(variables) if part == number]
    if exchange is not None and number in exchange.pairs:
        return [variables[k][1] for k in reversed(mine)]
    if exchange is None:
        return [variables[k][1] for k in mine]
    source = {there: here for here, there in enumerate(exchange.image)}
    return [variables[source[k]][1] for k in mine]


def _renamed(part: Part, number: int, exchange: Exchange | None) -> list[int]:
    """Return the state of each number of a row after the exchange of the sides."""
    if exchange is None or part.states > FEW_STATES or number in exchange.pairs:
        return list(range(part.states))
    numbers = [exchange.names.get(part.low + state, part.low + state) for state in range(part.states)]
    return [max(0, min(number - part.low, part.states - 1)) for number in numbers]


def _pointed(study: Study, number: int) -> list[int]:
    """Return the state of each number of a counter after the exchange of the sides, which moves the cell that it names."""
    part = study.parts[number]
    numbers = [part.low + state for state in range(part.states)]
    if study.exchange and number in study.exchange.pointers:
        numbers = [study.cell_image(study.exchange.image, each) for each in numbers]
    return [max(0, min(each - part.low, part.states - 1)) for each in numbers]


def _set_cells(study: Study, part: Part, places: Row, constants: dict[str, int], rest: Any) -> Any:
    sets: Any = NoSet()
    for entry in reversed(part.entries):
        sets = with_constants(CellSetInRow, FIELD=part.fields[0], ENTRY=entry)(sets)
    for each in reversed(part.fields if not part.entries else []):
        sets = with_constants(CellSet, FIELD=each)(sets)
    many = len(part.entries or part.fields)
    order = study.exchange.sets if study.exchange and study.exchange.sets else list(range(many))
    codes = range(len(part.codes))
    after = [sum((code >> order[place] & 1) << place for place in range(len(order))) for code in codes]
    names = array("q", [*part.codes, *(part.codes[code] for code in after)])
    del constants["FIELD"]
    return with_constants(SetCells, **constants, CODES=len(part.codes))(sets, places, names, rest)


def _pieces(study: Study, part: Part, rest: Any) -> Any:
    board = study.parts[part.board]
    begin, cells, count_ = study.begin(part.board), len(board.places), len(part.places)
    image = study.exchange.image if study.exchange else list(range(len(study.variables)))
    variables = [*range(begin, begin + cells), *(image[begin + cell] for cell in range(cells))]
    pieces = list(range(count_))
    swapped = pieces[count_ // 2 :] + pieces[: count_ // 2] if study.exchange and study.exchange.halves else pieces
    return with_constants(PiecesOnCells, FIELD=part.fields[0], COUNT=count_, CELLS=cells, RAISE=board.states)(
        array("q", variables), array("q", pieces + swapped), rest
    )
