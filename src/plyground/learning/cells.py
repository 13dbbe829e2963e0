"""The cells of a game: the numbers in a position about which an evaluation can learn.

A position is its fields. :mod:`.study` finds *parts* in them: sets of cells, rows of numbers, packed numbers, counters,
lists of pieces. A part has one *variable* for each of its places. A variable has a state, a number from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

MAX_STATES = 40
"""States of a number; greater numbers count as the greatest of them."""
MAX_COUNTER_STATES = 128
"""States of a counter, such as points."""
FEW_STATES = 20
"""Most states of a cell that names a piece. An exchange of the sides may rename these."""

SETS, NUMBERS, ROW, COUNTER, PIECES = "sets", "numbers", "row", "counter", "pieces"
"""Kinds of parts: sets of cells in the bits of some fields; numbers of some bits each in one field; a row of numbers; a
field that is a number; a row of the cells on which pieces stand.
"""

OPTIONAL = ("players", "entries", "phase", "pairs", "step", "indents")
"""Fields that most games do not have, so that their files do not have them either."""


@dataclass
class Part:
    """Some fields of a position, and how they are read."""

    kind: str
    fields: list[int]  # indices of the fields: several for sets, one for the other kinds
    places: list[int]  # bits of sets, shifts of numbers, indices in a row
    low: int = 0  # least number
    states: int = 2  # states of each variable
    bits: int = 0  # bits of each of the packed numbers
    inner: int = 0  # length of the inner rows of a row of rows; 0: a row of numbers
    codes: list[int] = field(default_factory=list)  # state of each combination of bits of sets
    board: int = -1  # index of the part on whose cells the pieces stand
    step: int = 0  # numbers that share a state, such as points by the hundred; 0: none do
    entries: list[int] = field(default_factory=list)  # indices of the sets in a field that is a row of sets

    def sets(self, position: Any) -> Sequence[int]:
        """Return the sets of cells."""
        if self.entries:
            return [position[self.fields[0]][entry] for entry in self.entries]
        return [position[each] for each in self.fields]

    def numbers(self, position: Any) -> Sequence[int]:
        """Return the number at each place, for sets the combination of bits."""
        if self.kind == SETS:
            sets = self.sets(position)
            return [sum((value >> bit & 1) << place for place, value in enumerate(sets)) for bit in self.places]
        value = position[self.fields[0]]
        if self.kind == NUMBERS:
            return [value >> shift & (1 << self.bits) - 1 for shift in self.places]
        return [value] if self.kind == COUNTER else flat(value)


@dataclass
class Exchange:
    """An exchange of the sides: the rules treat the image of a position, seen by the other side, in the same way."""

    image: list[int]  # variable whose place each variable takes
    names: dict[int, int] = field(default_factory=dict)  # numbers in rows that change their meaning, such as 1 and 2
    sets: list[int] = field(default_factory=list)  # order of the sets after the exchange
    pointers: list[int] = field(default_factory=list)  # indices of the counters whose numbers are cells
    halves: bool = False  # True if the two halves of a list of pieces are exchanged
    pairs: list[int] = field(default_factory=list)  # indices of the rows with a number for each side


@dataclass
class Phase:
    """Two phases of a game, such as placing men and moving them: a field goes one way until it reaches an end."""

    field: int  # index of a field that is a number or a row of numbers
    end: int  # sum of its numbers in the second phase


@dataclass
class Study:
    """The parts of a position, the places of their variables on the board, and the symmetries of the rules."""

    parts: list[Part]
    side_field: int = -1  # index of the field with the side to move
    side_sets: list[int] = field(default_factory=list)  # indices of the sets whose number of cells tells it instead
    side_odd: int = 0  # side to move if that number is even
    states: list[int] = field(default_factory=list)  # states of each variable
    where: list[tuple[int, int] | None] = field(default_factory=list)  # row and column of each variable
    size: tuple[int, int] = (0, 0)  # rows and columns of the board
    indents: list[int] = field(default_factory=list)  # half cells by which each row stands to the right, for hexagons
    still: list[bool] = field(default_factory=list)  # True for variables that never change
    mirrors: list[list[int]] = field(default_factory=list)  # variable whose place each variable takes
    exchange: Exchange | None = None
    plies: int = 0  # mean length of the random games
    phase: Phase | None = None
    players: int = 0  # players with a result each; 0 if one of two sides wins what the other loses
    found: list[str] = field(default_factory=list)  # names of the symmetries

    @property
    def variables(self) -> list[tuple[int, int]]:
        """The part and the place of each variable, without pieces: these change the states of cells."""
        return [(k, place) for k, part in enumerate(self.parts) if part.kind != PIECES for place in part.places]

    @property
    def knows_side(self) -> bool:
        """True if a position tells the side to move."""
        return self.side_field >= 0 or bool(self.side_sets)

    @property
    def groups(self) -> int:
        """The number of groups of weights: one for each player with a result of its own; else one for each of two
        sides that cannot be exchanged, in each phase.
        """
        return self.players or self.sides * (2 if self.phase else 1)

    @property
    def sides(self) -> int:
        """The number of sides with weights of their own; 1 if the weights are shared."""
        return 2 if self.exchange is None and self.knows_side else 1

    @property
    def coordinates(self) -> list[tuple[int, int] | None]:
        """The places as they are drawn: row and column, on a board of hexagons the column in half cells."""
        if not self.indents:
            return self.where
        return [None if at is None else (at[0], 2 * at[1] + self.indents[at[0]]) for at in self.where]

    @property
    def extent(self) -> tuple[int, int]:
        """The rows and columns of the coordinates."""
        if not self.indents:
            return self.size
        return self.size[0], 1 + max(at[1] for at in self.coordinates if at is not None)

    def begin(self, part: int) -> int:
        """Return the first variable of a part."""
        return next(k for k, (of, _place) in enumerate(self.variables) if of == part)

    @property
    def board(self) -> int:
        """The index of the part with most cells; −1 if there are no sets and no rows."""
        boards = [k for k, part in enumerate(self.parts) if part.kind in (SETS, ROW)]
        return max(boards, key=lambda k: len(self.parts[k].places), default=-1)

    def cell_image(self, image: list[int], cell: int) -> int:
        """Return the number of a cell's image; a number that is no cell as it is."""
        variables = self.variables
        if (self.board, cell) not in variables:
            return cell
        return variables[image[variables.index((self.board, cell))]][1]

    def as_json(self) -> dict[str, Any]:
        """Return the study as plain data. The fields of :data:`OPTIONAL` stand there only if the game has them."""
        told: dict[str, Any] = _without_optional(asdict(self))
        return told

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Study:
        """Read plain data. Raise ValueError, TypeError or KeyError for data that is no study of a position."""
        told = dict(told)
        told["parts"] = [Part(**part) for part in told["parts"]]
        told["where"] = [None if at is None else (int(at[0]), int(at[1])) for at in told["where"]]
        told["size"] = tuple(told["size"])
        if told["exchange"] is not None:
            given = dict(told["exchange"])
            given["names"] = {int(number): name for number, name in given["names"].items()}
            told["exchange"] = Exchange(**given)
        if told.get("phase") is not None:
            told["phase"] = Phase(**told["phase"])
        return cls(**told)

    def demand_fit(self, position: Any) -> None:
        """Raise ValueError unless compiled code can read positions like this one by the study without leaving a row."""
        count = len(self.variables)
        images = [*self.mirrors, *([self.exchange.image] if self.exchange else [])]
        if any(sorted(image) != list(range(count)) for image in images):
            raise ValueError("images")
        if not len(self.states) == len(self.where) == len(self.still) == count:
            raise ValueError("variables")
        indices = [each for part in self.parts for each in part.fields]
        indices += [self.side_field] if self.side_field >= 0 else self.side_sets
        indices += [self.phase.field] if self.phase else []
        if any(not 0 <= each < len(position) for each in indices):
            raise ValueError("fields")
        for part in self.parts:
            self._demand_part(part, position)

    def _demand_part(self, part: Part, position: Any) -> None:
        states = max(part.codes, default=0) + 1 if part.kind == SETS else part.states
        if part.kind == SETS and len(part.codes) != 1 << len(part.entries or part.fields):
            raise ValueError("codes")
        if part.entries and not all(0 <= entry < len(position[part.fields[0]]) for entry in part.entries):
            raise ValueError("entries")
        if part.kind != SETS and len(part.fields) != 1:
            raise ValueError("fields")
        if not 0 < states <= 1 << 12 or part.step < 0 or any(place < 0 for place in part.places):
            raise ValueError("states")
        if part.kind in (ROW, PIECES) and part.places != list(range(len(flat(position[part.fields[0]])))):
            raise ValueError("places")
        if part.kind == PIECES:
            board = self.parts[part.board]
            if board.kind != ROW or part.states != board.states * (len(part.places) + 1):
                raise ValueError("pieces")
            states = part.states
        begin = self.begin(part.board if part.kind == PIECES else self.parts.index(part))
        many = len(self.parts[part.board].places if part.kind == PIECES else part.places)
        if any(known < states for known in self.states[begin : begin + many]):
            raise ValueError("states")


def _without_optional(told: Any) -> Any:
    """Return plain data without the optional fields that are empty."""
    if isinstance(told, list):
        return [_without_optional(each) for each in told]
    if not isinstance(told, dict):
        return told
    return {name: _without_optional(value) for name, value in told.items() if name not in OPTIONAL or value}


def flat(value: Any) -> list[int]:
    """Return the numbers of a tuple of (tuples of) numbers; a number as a list of one."""
    return list(_leaves(value))


def _leaves(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield int(value)
