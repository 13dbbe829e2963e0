"""The study of a game's rules: which numbers of a position change, and where they are on the board.

Nothing is declared by the author of the game. Random games show which fields are sets of cells, rows of numbers,
counters or lists of pieces. The picture shows where a variable is drawn: its states over many positions tell the same
positions apart as the marks of one cell of the picture.
"""

from __future__ import annotations

import random
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any

from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition
from plyground.learning.cells import (
    COUNTER,
    MAX_COUNTER_STATES,
    MAX_STATES,
    NUMBERS,
    PIECES,
    ROW,
    SETS,
    Part,
    Phase,
    Study,
    flat,
)
from plyground.learning.symmetries import find_symmetries

GAMES, MAX_PLIES, MAX_POSITIONS, MAX_PLAYED = 60, 300, 4_000, 40_000
"""Random games of a study, plies of each, positions that are kept of them, and moves after which no game begins."""
MAX_RANGE = 1 << 10
"""Numbers in the range of a part; a field of more is a key or the past of the game, not something to learn about."""
MAX_POINTS, MAX_SCORES = 1 << 17, 4
"""Numbers in the range of a row of points, and most of them in a row, such as one for each player."""
MIN_SET_BITS = 7
"""Least bits of a number that can be a set of cells."""
MAX_SET_SHARE = 0.6
"""Greatest share of the numbers in its range that a set takes; a counter takes nearly all."""
MAX_SETS = 10
"""Most sets that are read together; each combination of them is a state."""
MIN_PLACED_SHARE = 0.3
"""Least share of the variables that the picture must show to be used."""
MIN_PHASE_SHARE = 0.1
"""Least share of the positions of random games in each of two phases."""
Lines = list[list[Any]]


def study(game: Game, seed: int = 1) -> Study:
    """Return what random games show about the positions of a game. O(positions × fields), about a second."""
    games = sample_games(game.start, seed)
    positions = [position for line in games for position in line]
    chance = random.Random(seed)
    if len(positions) > MAX_POSITIONS:
        positions = chance.sample(positions, MAX_POSITIONS)
    sides = [max(game.side(position), 0) for position in positions]
    found = Study([])
    if Demand.PLAYERS in game.demands:
        found.players = game.start.players()
    else:
        found.side_field = _side_field(positions, sides)
    found.plies = max(2, round(sum(len(line) - 1 for line in games) / len(games)))
    shown = [position for position, side in zip(positions, sides, strict=True) if side == 0]
    found.parts = _parts(positions, found.side_field, _packed_bits(game, shown[:300]))
    _count_states(found, positions)
    _locate(found, game, shown[:1500])
    _put_pieces_on_cells(found, positions[:500])
    if found.side_field < 0 and not found.players:
        _find_side_by_count(found, positions, sides)
    if not found.players:
        found.phase = _phase(found, games)
    ends = [position for position in positions if position.is_over()]
    find_symmetries(found, [*chance.sample(positions, min(len(positions), 300)), *ends])
    return found


def sample_games(start: MarkedPosition, seed: int) -> Lines:
    """Return random games. In every other game a move that ends it is made at once, so that some games are decided."""
    chance = random.Random(seed)
    games: Lines = []
    played = 0
    for number in range(GAMES):
        if played > MAX_PLAYED and number > 1:
            break
        line = [start]
        while len(line) <= MAX_PLIES and not line[-1].is_over():
            moves = list(line[-1].moves())
            played += 1 if number % 2 else len(moves)
            if number % 2:
                line.append(line[-1].play(chance.choice(moves)))
                continue
            children = [line[-1].play(move) for move in moves]
            line.append(chance.choice([each for each in children if each.is_over()] or children))
        games.append(line)
    return games


def _side_field(positions: list[Any], sides: list[int]) -> int:
    """Return the index of the field with the side to move; −1 without one. It need not be right when the game is over."""
    pairs = zip(positions, sides, strict=True)
    going = [(position, side) for position, side in pairs if not (position.is_over() or position.is_chance())]
    if len({side for _position, side in going}) < 2:
        return -1
    fields = range(len(positions[0]))
    values_of = {each: {type(position[each]) for position in positions} for each in fields}
    matching = [
        each
        for each in fields
        if tuple not in values_of[each]
        and all(position[each] == side for position, side in going)
        and all(position[each] in (0, 1) for position in positions)
    ]
    return next(iter(matching), -1)


def _parts(positions: list[Any], side_field: int, packed: dict[int, int]) -> list[Part]:
    """Return the parts of a position, sets first. ``packed`` has the bits of the numbers in fields that hold several."""
    sets: list[int] = []
    parts: list[Part] = []
    for field in range(len(positions[0])):
        values = [position[field] for position in positions]
        if field == side_field or len(set(values)) == 1:
            continue
        if isinstance(values[0], tuple):
            parts += [_sets(positions, [field], entries)] if (entries := _disjoint(values)) else _row(field, values)
            continue
        low, high = min(values), max(values)
        if field in packed:
            bits = packed[field]
            shifts = list(range(0, high.bit_length(), bits))
            most = max(value >> shift & (1 << bits) - 1 for value in values for shift in shifts)
            parts.append(Part(NUMBERS, [field], shifts, states=min(most + 1, MAX_STATES), bits=bits))
        elif low >= 0 and high.bit_length() >= MIN_SET_BITS and len(set(values)) < MAX_SET_SHARE * (high - low + 1):
            sets.append(field)
        elif high - low < MAX_RANGE:
            step = _step(low, high, MAX_COUNTER_STATES)
            parts.append(Part(COUNTER, [field], [0], low, min(high - low + 1, MAX_COUNTER_STATES), step=step))
    if sets[:MAX_SETS]:
        parts.insert(0, _sets(positions, sets[:MAX_SETS]))
    return parts


def _row(field: int, values: list[Any]) -> list[Part]:
    """Return the part of a row of numbers, or of rows of numbers; none for rows of changing length."""
    numbers = [flat(value) for value in values]
    if len({len(row) for row in numbers}) != 1 or not numbers[0]:
        return []
    inner = len(values[0][0]) if isinstance(values[0][0], tuple) else 0
    low, high = min(map(min, numbers)), max(map(max, numbers))
    if high - low >= MAX_RANGE and (high - low >= MAX_POINTS or len(numbers[0]) > MAX_SCORES or inner):
        return []
    if high - low >= MAX_RANGE:
        step = _step(low, high, MAX_STATES)
        return [Part(ROW, [field], list(range(len(numbers[0]))), low, MAX_STATES, step=step)]
    return [Part(ROW, [field], list(range(len(numbers[0]))), low, min(high - low + 1, MAX_STATES), inner=inner)]


def _step(low: int, high: int, states: int) -> int:
    """Return how many numbers share a state, if there are more numbers than states."""
    return 0 if high - low < states else -(-(high - low + 1) // states)


def _disjoint(values: list[Any]) -> list[int]:
    """Return the indices of the sets in a row of sets that never share a cell; none for another row."""
    if len({len(row) for row in values}) != 1 or not 1 < len(values[0]) <= MAX_SETS:
        return []
    if any(isinstance(each, tuple) or each < 0 for row in values for each in row):
        return []
    unions = [sum(each.bit_count() for each in row) for row in values]
    are_sets = all(reduce(or_, row).bit_count() == many for row, many in zip(values, unions, strict=True))
    is_board = max(map(max, values)).bit_length() >= MIN_SET_BITS and max(unions) > len(values[0])
    return list(range(len(values[0]))) if are_sets and is_board else []


def _sets(positions: list[Any], fields: list[int], entries: list[int] | None = None) -> Part:
    """Return the part of the cells that stand in sets. Only combinations of sets that occur are states."""
    part = Part(SETS, fields, [], entries=entries or [])
    union = reduce(or_, (each for position in positions for each in part.sets(position)))
    part.places = [bit for bit in range(union.bit_length()) if union >> bit & 1]
    seen = {code for position in positions for code in part.numbers(position)}
    ordered = sorted(seen)
    part.codes = [ordered.index(code) if code in seen else 0 for code in range(1 << len(entries or fields))]
    part.states = len(ordered)
    return part


def _packed_bits(game: Game, positions: list[Any]) -> dict[int, int]:
    """Return the bits of each number in the fields that pack several: the picture shows these as numbers of things."""
    picture = game.picture
    columns = zip(*(picture.marks(position) for position in positions), strict=True) if picture.width else ()
    numbers = {column for each in columns if (column := _as_numbers(each)) and len(set(column)) > 3}
    votes: Counter[tuple[int, int]] = Counter()
    for field in range(len(positions[0])) if numbers else ():
        values = [position[field] for position in positions]
        if any(isinstance(value, tuple) or value < 0 for value in values):
            continue
        for bits in range(3, 13):
            for shift in range(0, max(values).bit_length(), bits):
                votes[field, bits] += tuple(value >> shift & (1 << bits) - 1 for value in values) in numbers
    best: dict[int, int] = {}
    for (field, bits), count in votes.items():
        if count and (count, bits) > (votes[field, best.get(field, 0)], best.get(field, 0)):
            best[field] = bits
    return best


def _as_numbers(marks: Iterable[str]) -> tuple[int, ...]:
    """Return the marks of one cell as numbers; nothing if one of them is no number."""
    try:
        return tuple(0 if mark == "." else int(unicodedata.normalize("NFKC", mark)) for mark in marks)
    except ValueError:
        return ()


def _count_states(found: Study, positions: list[Any]) -> None:
    """Note the states of each variable, and which variables never change."""
    parts = [part for part in found.parts if part.kind != PIECES]
    found.states = [part.states for part in parts for _place in part.places]
    columns = [column for part in parts for column in zip(*(part.numbers(each) for each in positions), strict=True)]
    found.still = [len(set(column)) == 1 for column in columns]
    found.where = [None] * len(found.states)


# Places on the board


def _locate(found: Study, game: Game, positions: list[Any]) -> None:
    """Find where variables are drawn; without a picture, from the numbers of bits or the length of a row. Rows as long as
    the board have the same cells.
    """
    picture = game.picture
    board = found.board
    if not (picture.width and _locate_by_picture(found, picture, positions)) and board >= 0:
        _locate_by_numbers(found, board)
    if board < 0 or found.parts[board].kind != ROW:
        return
    cells = len(found.parts[board].places)
    places = found.where[found.begin(board) :][:cells]
    for number, part in enumerate(found.parts):
        begin = found.begin(number)
        if part.kind == ROW and len(part.places) == cells and not any(found.where[begin : begin + cells]):
            found.where[begin : begin + cells] = places


def _locate_by_numbers(found: Study, board: int) -> None:
    """Place the cells of the board by the numbers of its bits, or by the length of its rows."""
    part = found.parts[board]
    if part.kind == SETS:
        stride, rows, columns = rectangle(part.places)
        first_columns = sorted({place % stride for place in part.places})
        found.size = rows, columns
        places = [(place // stride, first_columns.index(place % stride)) for place in part.places]
    else:
        columns = part.inner or _side_length(len(part.places))
        found.size = len(part.places) // columns, columns
        places = [divmod(place, columns) for place in part.places]
    begin = found.begin(board)
    found.where = [None] * len(found.variables)
    found.where[begin : begin + len(places)] = places


def _locate_by_picture(found: Study, picture: Any, positions: list[Any]) -> bool:
    """Find variables that tell the same positions apart as a cell of the picture. Return True if these are enough."""
    where: dict[tuple[int, ...], tuple[int, int]] = {}
    for cell, marks in enumerate(zip(*(picture.marks(position) for position in positions), strict=True)):
        where.setdefault(pattern(marks), divmod(cell, picture.width))
    parts = [part for part in found.parts if part.kind != PIECES]
    variable = 0
    for part in parts:
        for column in zip(*(part.numbers(each) for each in positions), strict=True):
            seen = pattern(column)
            if len(set(seen)) > 1:
                found.where[variable] = where.get(seen)
            variable += 1
    found.size = picture.height, picture.width
    if hasattr(picture, "indents"):
        found.indents = [round(2 * indent) for indent in picture.indents]
    return sum(at is not None for at in found.where) > MIN_PLACED_SHARE * len(found.where)


def pattern(values: Iterable[Hashable]) -> tuple[int, ...]:
    """Return the values as numbers in the order of their first appearance: equal if the same things are told apart."""
    names: dict[Hashable, int] = {}
    return tuple(names.setdefault(value, len(names)) for value in values)


def rectangle(bits: list[int]) -> tuple[int, int, int]:
    """Return the distance of two rows, the rows and the columns of a set of bits."""
    present, many = set(bits), len(bits)
    for stride in range(2, max(bits) + 2):
        columns = {bit % stride for bit in bits}
        whole = {begin + column for begin in range(0, max(bits) + 1, stride) for column in columns}
        if many % len(columns) == 0 and len(columns) < stride and present == whole:
            return stride, many // len(columns), len(columns)
    width = next(each for each in range(1, many + 1) if many % each == 0 and each * each >= many)
    return width, many // width, width


def _side_length(cells: int) -> int:
    """Return the columns of a board of so many cells in one row: a square, or else one line."""
    root = round(cells**0.5)
    return root if root * root == cells else cells


def _put_pieces_on_cells(found: Study, positions: list[Any]) -> None:
    """Turn a short row whose numbers are cells of a longer row into states of these cells."""
    rows = [part for part in found.parts if part.kind == ROW and not part.inner]
    for short in rows:
        values = {number for position in positions for number in short.numbers(position)}
        for long in rows:
            cells, pieces = len(long.places), len(short.places)
            if short is long or pieces > cells // 3 or not (min(values) >= -1 and cells // 2 < max(values) < cells):
                continue
            if len(values) <= cells // 2:
                continue
            variables = found.variables
            kept = [k for k, (part, _place) in enumerate(variables) if found.parts[part] is not short]
            found.states = [found.states[k] for k in kept]
            found.where = [found.where[k] for k in kept]
            found.still = [found.still[k] for k in kept]
            short.kind, short.board, short.states = PIECES, found.parts.index(long), long.states * (pieces + 1)
            begin = found.begin(short.board)
            columns = _side_length(cells)
            for cell in range(cells):
                found.states[begin + cell] = short.states
                found.still[begin + cell] = False
                if not any(found.where):
                    found.where[begin + cell] = divmod(cell, columns)
            if found.size == (0, 0):
                found.size = cells // columns, columns
            return


def _find_side_by_count(found: Study, positions: list[Any], sides: list[int]) -> None:
    """Find the sets whose number of cells tells the side to move, where no field does."""
    if len(set(sides)) < 2 or not found.parts or found.parts[0].kind != SETS or found.parts[0].entries:
        return
    fields = found.parts[0].fields
    for chosen in [*([each] for each in fields), *([fields] if len(fields) == 2 else [])]:
        for odd in (0, 1):
            counts = (_union(position, chosen).bit_count() for position in positions)
            if all(count + odd & 1 == side for count, side in zip(counts, sides, strict=True)):
                found.side_sets, found.side_odd = list(chosen), odd


def _phase(found: Study, games: Lines) -> Phase | None:
    """Return the phases of a game: a field outside the board goes one way, reaches the same end, and stays there."""
    for part in found.parts:
        (field, *others) = part.fields
        is_on_board = part.kind == ROW and any(found.where[found.begin(found.parts.index(part)) :][: len(part.places)])
        if part.kind not in (COUNTER, ROW) or others or is_on_board:
            continue
        ways = [[sum(flat(position[field])) for position in line] for line in games]
        for sign in (1, -1):
            if any(sign * after < sign * now for way in ways for now, after in pairwise(way)):
                continue
            end = sign * max(sign * way[-1] for way in ways)
            arrived = sum(each == end for way in ways for each in way) / sum(map(len, ways))
            if MIN_PHASE_SHARE < arrived < 1 - MIN_PHASE_SHARE and sum(way[-1] == end for way in ways) * 2 > len(ways):
                return Phase(field, end)
    return None


def _union(position: Any, fields: list[int]) -> int:
    union = 0
    for field in fields:
        union |= position[field]
    return union
