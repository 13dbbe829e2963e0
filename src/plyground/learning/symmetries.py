"""Symmetries of rules, found by trying them.

A candidate turns or mirrors the board, and may exchange the sides. It is a symmetry if the rules commute with it: the
images of a position's children are the children of its image, and finished games have the same result. A sample of
positions is tried, so a wrong candidate could pass where few games end. Then none is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any

from plyground.core.position import MarkedPosition
from plyground.learning.cells import COUNTER, FEW_STATES, PIECES, ROW, SETS, Exchange, Study, flat

TRIED = 60
"""Unfinished positions, and finished ones, on which a candidate is tried."""
MAX_CHILDREN = 3_000
"""Children that are compared for a candidate. A game such as Amazons has a thousand moves in a position."""
SIDES = 2
"""Numbers of a row that has one for each side."""
MIN_ENDS = 12
"""Finished positions that are needed to trust a symmetry."""
Turn = Callable[[int, int], tuple[int, int]]


def find_symmetries(found: Study, positions: list[Any]) -> None:
    """Add to the study the mirrors of the board and an exchange of the sides that the rules commute with."""
    ends = [position for position in positions if position.is_over()][:TRIED]
    tried = _with_few_children([position for position in positions if not position.is_over()][:TRIED]) + ends
    if len(ends) < MIN_ENDS:
        found.found.append("too few games end")
        return
    for name, turn in turns(*found.extent).items():
        image = _image(found, turn)
        if image is None:
            continue
        if image not in (list(range(len(image))), *found.mirrors) and any(
            commutes(found, tried, each, flips=False) for each in _candidates(found, image, False)
        ):
            found.mirrors.append(image)
            found.found.append(f"mirror {name}")
        if found.side_field >= 0 and found.exchange is None:
            for each in _candidates(found, image, True):
                if commutes(found, tried, each, flips=True):
                    found.exchange = each
                    found.found.append(f"sides {name}")
                    break


def _with_few_children(positions: list[Any]) -> list[Any]:
    """Return the first positions, as many as have :data:`MAX_CHILDREN` children together, and at least one."""
    totals = list(accumulate(sum(1 for _move in position.moves()) for position in positions))
    return positions[: max(1, sum(total <= MAX_CHILDREN for total in totals))]


def turns(rows: int, columns: int) -> dict[str, Turn]:
    """Return the turns and mirrors of a board by name: eight of a square, four of another rectangle."""
    found: dict[str, Turn] = {
        "same": lambda row, column: (row, column),
        "left-right": lambda row, column: (row, columns - 1 - column),
        "up-down": lambda row, column: (rows - 1 - row, column),
        "half-turn": lambda row, column: (rows - 1 - row, columns - 1 - column),
    }
    if rows == columns:
        found |= {
            "diagonal": lambda row, column: (column, row),
            "anti-diagonal": lambda row, column: (columns - 1 - column, rows - 1 - row),
            "quarter": lambda row, column: (column, rows - 1 - row),
            "three-quarter": lambda row, column: (columns - 1 - column, row),
        }
    return found


def _image(found: Study, turn: Turn) -> list[int] | None:
    """Return the variable to whose place each variable moves; None if it leaves the board of its part."""
    variables, where = found.variables, found.coordinates
    at = {(variables[k][0], place): k for k, place in enumerate(where) if place is not None}
    image = [k if place is None else at.get((variables[k][0], turn(*place)), -1) for k, place in enumerate(where)]
    return image if sorted(image) == list(range(len(image))) else None


def _candidates(found: Study, image: list[int], flips: bool) -> Iterator[Exchange]:
    """Yield the ways in which numbers may change beside the places of cells."""
    rows = [part for part in found.parts if part.kind == ROW]
    names: list[dict[int, int]] = [{}]
    if flips and rows:
        numbers = sorted({number for part in rows for number in range(part.low, part.low + part.states)})
        names += list(_renamings(numbers[-1], numbers))
    counters = [k for k, part in enumerate(found.parts) if part.kind == COUNTER and part.low in (-1, 0) and part.states > 4]  # fmt: skip
    pointers = [[], *([each] for each in counters), *([counters] if len(counters) > 1 else [])]
    orders = (
        [*_orders(next((len(part.entries or part.fields) for part in found.parts if part.kind == SETS), 0))]
        if flips
        else [[]]
    )
    sided = [
        k for k, part in enumerate(found.parts) if part.kind == ROW and len(part.places) == SIDES and not part.inner
    ]
    halves = (True, False) if flips and any(part.kind == PIECES for part in found.parts) else (False,)
    for renamed in names:
        for pointed in pointers:
            for order in orders:
                for half in halves:
                    yield Exchange(image, renamed, order, pointed, half)
                    if flips and sided:
                        yield Exchange(image, renamed, order, pointed, half, sided)


def _renamings(top: int, numbers: list[int]) -> Iterator[dict[int, int]]:
    """Yield the ways in which the two sides' pieces may be numbered: 1 and 2, odd and even, two halves, two signs."""
    yield {1: 2, 2: 1}
    yield {number: number + 1 if number % 2 else number - 1 for number in range(1, top + 1)}
    yield {number: number + top // 2 if number <= top // 2 else number - top // 2 for number in range(1, top + 1)}
    yield {number: -number for number in numbers}


def _orders(sets: int) -> Iterator[list[int]]:
    """Yield orders of the sets: unchanged, the first two exchanged, neighbours exchanged, the halves exchanged."""
    unchanged = list(range(sets))
    found = [unchanged]
    if sets > 1:
        found.append([1, 0, *unchanged[2:]])
    if sets > 2 and sets % 2 == 0:
        found.append([place ^ 1 for place in unchanged])
        found.append(unchanged[sets // 2 :] + unchanged[: sets // 2])
    yield from found


def commutes(found: Study, positions: list[Any], exchange: Exchange, flips: bool) -> bool:
    """Return True if the rules give the image of each position the images of its children, and the same result."""
    try:
        return all(_commutes(found, position, exchange, flips) for position in positions)
    except Exception:
        return False


def _commutes(found: Study, position: MarkedPosition, exchange: Exchange, flips: bool) -> bool:
    there = mapped(found, position, exchange, flips)
    if position.is_over() or there.is_over():
        return bool(position.is_over() and there.is_over() and _result(found, position) == _result(found, there))
    ours = sorted(_known(found, mapped(found, position.play(move), exchange, flips)) for move in position.moves())
    return ours == sorted(_known(found, there.play(move)) for move in there.moves())


def _result(found: Study, position: Any) -> Any:
    return position.utilities() if found.players else position.utility()


def _known(found: Study, position: Any) -> tuple[Any, ...]:
    """Return the fields that the study knows. Others, such as keys of earlier positions, have no image."""
    fields = [field for part in found.parts for field in part.fields] + [found.side_field] * (found.side_field >= 0)
    return tuple(position[field] for field in fields)


def mapped(found: Study, position: Any, exchange: Exchange, flips: bool) -> Any:
    """Return the image of a position."""
    fields = list(position)
    variables = found.variables
    for number, part in enumerate(found.parts):
        if part.kind == SETS:
            begin = found.begin(number)
            moves = [(variables[k][1], variables[exchange.image[k]][1]) for k in range(begin, begin + len(part.places))]
            sources = part.sets(position)
            turned = [
                sum(1 << there for here, there in moves if sources[place] >> here & 1)
                for place in exchange.sets or range(len(sources))
            ]
            for field, image in (
                [(part.fields[0], tuple(turned))] if part.entries else zip(part.fields, turned, strict=True)
            ):
                fields[field] = image
            continue
        (field,) = part.fields
        value = position[field]
        if number in exchange.pairs:
            fields[field] = value[::-1]
        elif part.kind == ROW:
            fields[field] = _mapped_row(found, number, value, exchange)
        elif part.kind == PIECES:
            begin = found.begin(part.board)
            cells = [variables[exchange.image[begin + cell]][1] if cell >= 0 else cell for cell in value]
            half = len(cells) // 2
            fields[field] = tuple(cells[half:] + cells[:half]) if exchange.halves else tuple(cells)
        elif part.kind == COUNTER and number in exchange.pointers:
            fields[field] = found.cell_image(exchange.image, value)
        elif part.kind not in (COUNTER,):
            fields[field] = _mapped_numbers(found, number, value, exchange)
    if flips:
        fields[found.side_field] = 1 - position[found.side_field]
    return type(position)(*fields)


def _mapped_row(found: Study, number: int, value: Any, exchange: Exchange) -> Any:
    part, begin, variables = found.parts[number], found.begin(number), found.variables
    row = flat(value)
    changed = row[:]
    for place, cell in enumerate(row):
        renamed = exchange.names.get(cell, cell) if part.states <= FEW_STATES else cell
        changed[variables[exchange.image[begin + place]][1]] = renamed
    if not part.inner:
        return tuple(changed)
    return tuple(tuple(changed[at : at + part.inner]) for at in range(0, len(changed), part.inner))


def _mapped_numbers(found: Study, number: int, value: int, exchange: Exchange) -> int:
    part, begin, variables = found.parts[number], found.begin(number), found.variables
    mask = (1 << part.bits) - 1
    changed = 0
    for place, shift in enumerate(part.places):
        changed |= (value >> shift & mask) << variables[exchange.image[begin + place]][1]
    return changed
