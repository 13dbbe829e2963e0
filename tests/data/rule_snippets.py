# ruff: noqa
# mypy: ignore-errors
"""Snippets of rules as authors of Python write them; ``tests/native/test_snippets.py`` compiles each."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple

from plyground.core.authoring.marked_rules import rules

SIZE = 3
DIRS = ((-1, 0), (1, 0), (0, -1), (0, 1))
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NEAR = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))
STEPS = (((1, 0),), ((0, 1), (0, -1)), ((1, 1), (1, -1), (-1, 1)), ())
STEPS_OF = {"pawn": ((1, 0),), "rook": ((0, 1), (1, 0), (0, -1)), "king": ((1, 1), (1, 0))}
NAMES = list(STEPS_OF)
WORTH = {1: 1, 2: 3, 3: 5, -1: -1, -2: -3}
POINTS = {0: 0, 1: 10, 2: 25, 3: 40}
MARKS = "XO."
FILES = "abc"
PLACE_OF = {(r, c): r * 3 + c for r in range(3) for c in range(3)}
CORNERS = {0, 2, 6, 8}
EDGES = frozenset((1, 3, 5, 7))
NO_MOVE = None
BASE = (3, 4, 5)


class Piece(IntEnum):
    NONE = 0
    PAWN = 1
    ROOK = 2
    KING = 3


class Point(NamedTuple):
    row: int
    col: int


@rules
class Board(NamedTuple):
    """A position."""

    cells: tuple[int, ...] = (0, 1, 2, 0, 1, 0, 2, 0, 1)
    hand: tuple[int, int] = (3, 4)
    player: int = 0
    last: int = -1

    def play(self, move):
        return Board(self.cells, self.hand, 1 - self.player, move)

    def moves(self):
        for i, v in enumerate(self.cells):
            if v == 0:
                yield i

    def empty(self):
        return [i for i in range(9) if self.cells[i] == 0]

    def neighbours(self, cell):
        r, c = divmod(cell, 3)
        for dr, dc in DIRS:
            if 0 <= r + dr < 3 and 0 <= c + dc < 3:
                yield (r + dr) * 3 + c + dc

    def winner(self):
        for a, b, c in LINES:
            if self.cells[a] and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return None

    def first_free(self):
        return next((i for i in range(9) if self.cells[i] == 0), None)

    def best_of(self, worst=None):
        best = worst
        for cell in self.cells:
            if best is None or cell > best:
                best = cell
        return best

    def passed(self):
        return self

    @property
    def full(self):
        return all(self.cells)


@rules
@dataclass(frozen=True)
class Spot:
    row: int
    col: int

    def moved(self, dr, dc):
        return replace(self, row=self.row + dr, col=self.col + dc)


@dataclass(frozen=True)
class Pos:
    row: int
    col: int

    def moved(self, dr, dc):
        return Pos(self.row + dr, self.col + dc)


# A board as a list and back


def list_and_back(b, x, y):
    cells = list(b.cells)
    cells[x % 9] = 1
    return b._replace(cells=tuple(cells))


def list_and_back_two(b, x, y):
    board = list(b.cells)
    board[x % 9] = board[y % 9]
    board[y % 9] = 0
    return Board(tuple(board), b.hand, 1 - b.player, x)


def list_and_back_loop(b, x, y):
    cells = list(b.cells)
    for i in range(9):
        if cells[i] == 0:
            cells[i] = y % 3
    return Board(tuple(cells))


def list_and_back_swap(b, x, y):
    cells = list(b.cells)
    cells[x], cells[y] = cells[y], cells[x]
    return tuple(cells)


def list_and_back_while(b, x, y):
    pits = list(b.cells)
    hand, pits[4] = pits[4] + 5, 0
    at = 4
    while hand:
        at = (at + 1) % 9
        pits[at] += 1
        hand -= 1
    return b._replace(cells=tuple(pits), last=at)


def list_and_back_branch(b, x, y):
    cells = list(b.cells)
    if x > 0:
        cells[x] = 2
    else:
        cells[0] = 1
    return tuple(cells)


def list_of_hand(b, x, y):
    hand = list(b.hand)
    hand[b.player] += x
    return Board(b.cells, tuple(hand), b.player)


def list_slice_assign(b, x, y):
    cells = list(b.cells)
    cells[0:3] = [1, 1, 1]
    return tuple(cells)


def list_copy(b, x, y):
    cells = list(b.cells)
    before = cells[:]
    cells[x % 9] = 7
    return sum(before) - sum(cells)


def list_index(b, x, y):
    cells = list(b.cells)
    return cells.index(x % 3)


def list_count(b, x, y):
    cells = list(b.cells)
    cells[0] = x
    return cells.count(1)


def list_negative(b, x, y):
    cells = list(b.cells)
    cells[-1] = x
    return cells[-1] + cells[-2]


def list_of_rows(b, x, y):
    grid = [list(b.cells[3 * r : 3 * r + 3]) for r in range(3)]
    grid[x % 3][y % 3] = 9
    return grid[0][0] + grid[1][1]


def list_to_tuple_function(b, x, y):
    cells = [0 if c == 2 else c for c in b.cells]
    return tuple(cells)


def list_unsized_tuple(b, x, y):
    cells = [c for c in b.cells if c]
    return len(tuple(cells))


# Lists


def zeros(b, x, y):
    counts = [0] * 3
    for c in b.cells:
        counts[c] += 1
    return counts[1] * 10 + counts[2]


def zeros_size(b, x, y):
    row = [0] * (SIZE * SIZE)
    row[x] = 5
    return sum(row)


def zeros_tuple(b, x, y):
    cells = [0] * 9
    for i, c in enumerate(b.cells):
        cells[8 - i] = c
    return Board(tuple(cells))


def falses(b, x, y):
    seen = [False] * 9
    seen[x % 9] = True
    return sum(seen) + (1 if seen[y % 9] else 0)


def zeros_variable(b, x, y):
    row = [1] * (x + 5)
    return len(row) + sum(row)


def nested_zeros(b, x, y):
    grid = [[0] * 3 for _ in range(3)]
    grid[x % 3][y % 3] = 4
    return sum(sum(row) for row in grid)


def stack_of_pairs(b, x, y):
    stack = [(x % 3, y % 3)]
    seen = 0
    while stack:
        r, c = stack.pop()
        if seen >> (r * 3 + c) & 1:
            continue
        seen |= 1 << (r * 3 + c)
        for dr, dc in DIRS:
            if 0 <= r + dr < 3 and 0 <= c + dc < 3 and b.cells[(r + dr) * 3 + c + dc] != 1:
                stack.append((r + dr, c + dc))
    return seen


def flood(b, x, y):
    stack = [x % 9]
    seen = {x % 9}
    while stack:
        cell = stack.pop()
        for n in NEAR[cell]:
            if n not in seen and b.cells[n] == 0:
                seen.add(n)
                stack.append(n)
    return len(seen)


def flood_list(b, x, y):
    todo, seen = [x % 9], [x % 9]
    while todo:
        cell = todo.pop()
        for n in NEAR[cell]:
            if n not in seen and b.cells[n] == 0:
                seen.append(n)
                todo.append(n)
    return len(seen)


def queue(b, x, y):
    todo = [x % 9]
    steps = 0
    while todo and steps < 20:
        cell = todo.pop(0)
        steps += 1
        if cell < 8:
            todo.append(cell + 1)
    return steps


def insert_front(b, x, y):
    row = [1, 2, 3]
    row.insert(0, x)
    return row[0] * 10 + row[1]


def insert_middle(b, x, y):
    row = [1, 2, 3]
    row.insert(x, y)
    return row[0] * 100 + row[1] * 10 + row[-1]


def extend_row(b, x, y):
    row = [x]
    row.extend(b.cells)
    row.extend([y, y])
    return sum(row) + len(row)


def extend_comprehension(b, x, y):
    row = [x]
    row += [c for c in b.cells if c]
    return len(row) + row[-1]


def sort_list(b, x, y):
    row = [x, y, 2, 0]
    row.sort()
    return row[0] * 100 + row[1] * 10 + row[3]


def sort_reverse(b, x, y):
    row = [x, y, 2]
    row.sort(reverse=True)
    return row[0] - row[-1]


def sorted_list(b, x, y):
    return sorted([x, y, 1])[1]


def sorted_generator(b, x, y):
    order = sorted(c * x for c in b.cells)
    return order[0] + order[-1]


def remove_value(b, x, y):
    row = [0, 1, 2, 3]
    row.remove(x % 5)
    return sum(row)


def pop_at(b, x, y):
    row = [5, 6, 7, 8]
    return row.pop(x) + len(row)


def list_plus_list(b, x, y):
    row = [x] + [y, 3]
    return row[0] + row[2]


def list_concat_names(b, x, y):
    one = [c for c in b.cells if c == 1]
    two = [c for c in b.cells if c == 2]
    both = one + two
    return len(both) + sum(both)


def list_equality(b, x, y):
    return [x, y] == [1, 2]


def list_truth(b, x, y):
    free = [c for c in b.cells if c == x]
    if not free:
        return -1
    return free[0]


def list_again(b, x, y):
    free = [i for i in range(9) if b.cells[i] == x]
    if not free:
        free = [i for i in range(9) if b.cells[i] == 0]
    return len(free) + free[0]


def list_slice(b, x, y):
    row = [x, y, 1, 2]
    return sum(row[1:])


def list_reversed(b, x, y):
    total = 0
    for v in reversed([x, y, 1]):
        total = total * 10 + v
    return total


def list_star(b, x, y):
    row = [*b.cells, x]
    return row[-1] + len(row)


def list_of_lists(b, x, y):
    groups = []
    for r in range(3):
        groups.append([r, r + x])
    return groups[1][1]


def list_argument(b, x, y):
    return _total([x, y, 5])


def _total(row):
    return sum(row) * 2


def list_result(b, x, y):
    free = b.empty()
    return free[x % len(free)] + len(free)


def list_max_of(b, x, y):
    values = [c * x for c in b.cells]
    return max(values) - min(values)


def list_enumerate(b, x, y):
    best, where = -100, -1
    for i, v in enumerate([x, y, 0]):
        if v > best:
            best, where = v, i
    return where


def list_pairs_loop(b, x, y):
    found = []
    for r in range(3):
        for c in range(3):
            if b.cells[r * 3 + c] == 0:
                found.append((r, c))
    total = 0
    for r, c in found:
        total += r * x + c
    return total


def list_pairs_comprehension(b, x, y):
    found = [(r, c) for r in range(3) for c in range(3) if b.cells[r * 3 + c] == 1]
    return sum(r * x + c * y for r, c in found)


def list_pairs_in(b, x, y):
    found = [(r, c) for r in range(3) for c in range(3) if b.cells[r * 3 + c] == 1]
    return (x % 3, y % 3) in found


def list_in(b, x, y):
    return x in [0, 2, y]


def set_literal_in(b, x, y):
    return x in {0, 2, 3} or y in CORNERS


def frozenset_in(b, x, y):
    return x in EDGES


def set_of_cells(b, x, y):
    kinds = set(b.cells)
    return len(kinds)


def list_any(b, x, y):
    return any([c == x for c in b.cells])


def list_del(b, x, y):
    row = [x, y, 4]
    del row[0]
    return row[0]


# None


def none_best(b, x, y):
    best = None
    for c in b.cells:
        value = c * x + y
        if best is None or value > best:
            best = value
    return best


def none_found(b, x, y):
    found = None
    for i in range(9):
        if b.cells[i] == x:
            found = i
            break
    if found is None:
        return -1
    return found


def none_default(b, x, y):
    return _scaled(x) + _scaled(x, y)


def _scaled(x, by=None):
    if by is None:
        by = 2
    return x * by


def none_winner(b, x, y):
    return b.winner() is None


def none_winner_value(b, x, y):
    w = b.winner()
    if w is None:
        return 0
    return w


def none_not(b, x, y):
    w = b.winner()
    return 1 if w is not None and w == 1 else 0


def none_result(b, x, y):
    if x > 2:
        return None
    return x


def none_implicit(b, x, y):
    if x > 2:
        return y


def none_equal(b, x, y):
    w = b.winner()
    return w == 1


def none_method_default(b, x, y):
    return b.best_of() + b.best_of(5)


def none_method_next(b, x, y):
    f = b.first_free()
    return -1 if f is None else f


def none_constant(b, x, y):
    move = NO_MOVE
    if x > 0:
        move = x
    return 7 if move is None else move


def none_pair(b, x, y):
    target = None
    if x > 0:
        target = (x, y)
    if target is None:
        return 0
    r, c = target
    return r + c


def none_truth(b, x, y):
    last = None
    if y > 0:
        last = x
    if last:
        return last
    return -5


def none_choice(b, x, y):
    value = x if x > 0 else None
    return 0 if value is None else value * 2


def none_or(b, x, y):
    return (b.winner() or 0) + x


# next, max, min


def next_default(b, x, y):
    return next((i for i, c in enumerate(b.cells) if c == x), -1)


def next_plain(b, x, y):
    return next(i for i in range(9) if b.cells[i] == x)


def next_moves(b, x, y):
    return next(b.moves())


def next_moves_default(b, x, y):
    return next(b.moves(), -1)


def next_iter(b, x, y):
    return next(iter(b.moves()), -1)


def next_none(b, x, y):
    found = next((c for c in b.cells if c > x), None)
    return -1 if found is None else found


def max_generator(b, x, y):
    return max(c * x + i for i, c in enumerate(b.cells))


def max_default(b, x, y):
    return max((c for c in b.cells if c > x), default=-1)


def min_default(b, x, y):
    return min((i for i in range(9) if b.cells[i] == x), default=99)


def max_filtered(b, x, y):
    return max(c for c in b.cells if c != x)


def max_list(b, x, y):
    return max([x, y, 0])


def max_tuples(b, x, y):
    return max((x, y), (y, x))


def min_tuples(b, x, y):
    return min((x, y, 1), (1, y, x), (0, 0, 0))


def min_pairs_generator(b, x, y):
    return min((abs(i - x), i) for i in range(9))[1]


def max_with_key(b, x, y):
    return max(range(9), key=lambda i: b.cells[i] * x)


def min_positions(b, x, y):
    other = b._replace(player=x, last=y)
    return min(b, other)


def min_cells(b, x, y):
    return min(b.cells, b.cells[::-1])


def min_symmetries(b, x, y):
    turned = tuple(b.cells[2 - c + 3 * r] for r in range(3) for c in range(3))
    return min([b.cells, turned])


def compare_positions(b, x, y):
    other = Board(b.cells, b.hand, x, y)
    return other if other < b else b


def compare_pairs(b, x, y):
    return (x, y) < (y, 1)


def max_range(b, x, y):
    return max(range(x + 5))


def max_moves(b, x, y):
    return max(b.moves())


def max_moves_default(b, x, y):
    return max(b.moves(), default=-1)


def max_plain_pair(b, x, y):
    lo, hi = min(x, y), max(x, y)
    return hi - lo


def max_of_ragged(b, x, y):
    return max(NEAR[x % 9])


# return self


def return_self(b, x, y):
    if x > 0:
        return b
    return b._replace(player=1)


def return_self_new(b, x, y):
    if x < 0:
        return b
    return Board(b.cells, b.hand, b.player, x)


def return_self_method(b, x, y):
    return b.passed()


def self_choice(b, x, y):
    return b if x > y else b.play(x)


def self_name(b, x, y):
    here = b
    if x > 0:
        here = here.play(x)
    return here


def self_loop(b, x, y):
    here = b
    for i in range(x):
        here = here._replace(last=here.last + i)
    return here


def self_min(b, x, y):
    best = b
    for i in range(4):
        other = b.play(i)
        if other.last > best.last:
            best = other
    return best.last


def record_branch(b, x, y):
    cells = b.cells
    hand = b.hand
    if x > 0:
        cells = b.cells[::-1]
        hand = (x, y)
    return Board(cells, hand)


def replaced_in_branch(b, x, y):
    p = Point(x, y)
    if x > 1:
        p = p._replace(row=0)
    return p.row * 10 + p.col


def row_or_constant(b, x, y):
    row = BASE if x > 0 else b.cells[:3]
    return row[0] * 10 + row[2]


def base_plus_computed(b, x, y):
    t = BASE + (200 + y, 300)
    return t[3]


def base_plus_cells(b, x, y):
    t = BASE + tuple(a * 300 for a in b.cells)
    return t[x % 12]


# Constant dictionaries and texts


def dict_item(b, x, y):
    return POINTS[x]


def dict_of_cells(b, x, y):
    return sum(POINTS[c] for c in b.cells)


def dict_get(b, x, y):
    return WORTH.get(x, 0)


def dict_get_none(b, x, y):
    value = POINTS.get(x)
    return -1 if value is None else value


def dict_in(b, x, y):
    return x in WORTH


def dict_text_key(b, x, y):
    total = 0
    for dr, dc in STEPS_OF["rook"]:
        total += dr * x + dc * y
    return total


def dict_name_key(b, x, y):
    return len(STEPS_OF[NAMES[x % 3]])


def dict_pair_key(b, x, y):
    return PLACE_OF[x, y]


def dict_pair_in(b, x, y):
    return (x, y) in PLACE_OF


def dict_items(b, x, y):
    return sum(k * x + v for k, v in POINTS.items())


def dict_values(b, x, y):
    return sum(v for v in WORTH.values())


def dict_keys(b, x, y):
    total = 0
    for key in WORTH:
        total += key * x
    return total


def dict_literal(b, x, y):
    return {0: 5, 1: 7, 2: 9}[x % 3]


def dict_literal_get(b, x, y):
    return {1: 10, 2: 20}.get(x, y)


def dict_len(b, x, y):
    return len(POINTS)


def text_index(b, x, y):
    return MARKS.index("O") + x


def text_item_equal(b, x, y):
    return MARKS[x % 3] == "X"


def text_length(b, x, y):
    return len(MARKS) * x


def text_compare(b, x, y):
    side = "white" if x > 0 else "black"
    return 1 if side == "white" else 2


def text_in(b, x, y):
    return 1 if "X" in MARKS else 0


def text_loop(b, x, y):
    total = 0
    for i, ch in enumerate(MARKS):
        if ch != ".":
            total += i * x
    return total


def constant_list(b, x, y):
    return sum(1 for line in LINES if all(b.cells[i] == 1 for i in line))


def constant_list_item(b, x, y):
    a, c, d = LINES[x % 8]
    return a + c + d


def constant_list_pairs(b, x, y):
    return sum(1 for dr, dc in KNIGHT if 0 <= x + dr < 3 and 0 <= y + dc < 3)


def constant_list_length(b, x, y):
    return len(KNIGHT) + len(LINES)


def ragged_pairs(b, x, y):
    total = 0
    for dr, dc in STEPS[x % 4]:
        total += dr * 3 + dc * y
    return total


def ragged_pairs_length(b, x, y):
    return len(STEPS[x % 4])


def ragged_pairs_item(b, x, y):
    dr, dc = STEPS[x % 3][0]
    return dr + dc


def ragged_pairs_sum(b, x, y):
    return sum(dr + dc for dr, dc in STEPS[b.cells[x % 9]])


def ragged_negated(b, x, y):
    total = 0
    for dr, dc in STEPS[x % 4]:
        if y > 0:
            dr, dc = -dr, -dc
        total += dr * 7 + dc
    return total


# Numbers


def power_variable(b, x, y):
    return 3 ** (x % 5)


def power_cell(b, x, y):
    return sum(c * 3**i for i, c in enumerate(b.cells))


def power_both(b, x, y):
    return (y + 5) ** (x + 4)


def power_known(b, x, y):
    return 3**20 + x


def round_half(b, x, y):
    return round(x / 2)


def round_digits(b, x, y):
    return round(x / 3, 1)


def floor_half(b, x, y):
    return math.floor(x / 2) + math.ceil(y / 2)


def isqrt(b, x, y):
    return math.isqrt(x * x + y)


def gcd(b, x, y):
    return math.gcd(x, y)


def trunc_div(b, x, y):
    return int(x / 2)


def divide_zero(b, x, y):
    return x // y


def float_floor(b, x, y):
    return (x - 7.5) // 2


def hypot(b, x, y):
    return math.hypot(x, y) > 3


def sign(b, x, y):
    return (x > 0) - (x < 0)


def pow_mod(b, x, y):
    return pow(3, abs(x), 7)


def infinity(b, x, y):
    best = -math.inf
    for c in b.cells:
        best = max(best, c * x)
    return best


def float_inf(b, x, y):
    best = float("-inf")
    for c in b.cells:
        if c * x > best:
            best = c * x
    return best


def minmax_clamp(b, x, y):
    return max(-1, min(1, x * y))


def bool_sum(b, x, y):
    return (x == y) + (x > 0) * 2


def xor(b, x, y):
    return x ^ y | 1


# Comprehensions and own generators


def tuple_double(b, x, y):
    return tuple(b.cells[c * 3 + r] for r in range(3) for c in range(3))


def tuple_double_field(b, x, y):
    return Board(tuple(b.cells[c * 3 + 2 - r] for r in range(3) for c in range(3)))


def tuple_filtered(b, x, y):
    return len(tuple(c for c in b.cells if c == 1))


def tuple_map(b, x, y):
    return tuple(3 - c if c else 0 for c in b.cells)


def tuple_zip(b, x, y):
    return sum(a * c for a, c in zip(b.cells, b.cells[1:]))


def any_moves(b, x, y):
    return any(m == x for m in b.moves())


def any_own(b, x, y):
    return any(b.neighbours(x % 9))


def sum_own(b, x, y):
    return sum(b.neighbours(x % 9))


def all_own(b, x, y):
    return all(b.moves())


def len_list_own(b, x, y):
    return len(list(b.neighbours(x % 9)))


def sum_one_own(b, x, y):
    return sum(1 for _ in b.moves())


def list_own(b, x, y):
    moves = list(b.moves())
    return moves[x % len(moves)]


def sorted_own(b, x, y):
    return sorted(b.neighbours(x % 9))[0]


def in_own(b, x, y):
    return x in b.moves()


def sum_nested(b, x, y):
    return sum(1 for r in range(3) for c in range(3) if b.cells[3 * r + c] == x % 3)


def sum_range(b, x, y):
    return sum(range(x))


def all_line(b, x, y):
    return any(all(b.cells[i] == x for i in line) for line in LINES)


def rows_of(b, x, y):
    return tuple(b.cells[3 * r : 3 * r + 3] for r in range(3))


def count_rows(b, x, y):
    return [sum(b.cells[3 * r : 3 * r + 3]) for r in range(3)][x % 3]


def map_function(b, x, y):
    return sum(map(abs, (x, y, -3)))


def _worth(cell):
    return cell * cell - 1


def map_tuple(b, x, y):
    rows = [list(b.cells[3 * r : 3 * r + 3]) for r in range(3)]
    rows[x % 2][y % 3] = x
    return tuple(map(tuple, rows))


def map_lambda(b, x, y):
    return max(map(lambda c: c * x + y, b.cells)) - sum(map(lambda c: c - y, range(x)))


def map_function_of_ones_own(b, x, y):
    return list(map(_worth, (x, y, 3)))[0] + sum(map(_worth, b.cells))


def map_two(b, x, y):
    return sum(map(max, b.cells, (x, y, 1)))


def filter_lambda(b, x, y):
    return len(list(filter(lambda c: c > x, b.cells))) * 10 + sum(filter(None, b.cells))


def filter_next(b, x, y):
    return next(filter(lambda i: b.cells[i] == x, range(9)), -1)


def map_in_loop(b, x, y):
    total = 0
    for worth in map(abs, (x, y, x - y)):
        total = total * 7 + worth
    for cell in filter(_worth, b.cells):
        total -= cell
    return total


def max_by_function(b, x, y):
    return max(b.cells, key=_worth) * 10 + min((x, y, 2), key=_worth)


def max_of_two_by_key(b, x, y):
    return max(x, y, key=abs)


def max_by_lambda(b, x, y):
    return max(range(9), key=lambda i: b.cells[i] * x + i % 3 * y)


def min_of_generator_by_key(b, x, y):
    return min((i for i in range(9) if b.cells[i] != x), key=lambda i: abs(i - y))


def max_of_moves_by_key(b, x, y):
    return max(b.moves(), key=lambda move: (move * x) % 5)


def sorted_by_key(b, x, y):
    row = sorted(b.cells, key=lambda cell: cell * x)
    return row[0] * 100 + row[4] * 10 + row[8]


def list_turned(b, x, y):
    row = list(b.cells)
    row.sort()
    row = row[::-1]
    return row[x]


def list_becomes_tuple(b, x, y):
    cells = list(b.cells)
    cells[x] = y
    cells = tuple(cells)
    return b._replace(cells=cells)


def rows_become_tuple(b, x, y):
    grid = [list(b.cells[3 * r : 3 * r + 3]) for r in range(3)]
    grid[x % 2][y % 3] = x
    grid = tuple(tuple(row) for row in grid)
    if grid[0][0] == y:
        return grid
    return grid[::-1]


def list_becomes_tuple_in_a_branch(b, x, y):
    if x > 0:
        row = [x, y, 1]
        row.sort()
        row = tuple(row)
        return row[0] * 10 + row[2]
    return 0


def list_becomes_tuple_in_a_loop(b, x, y):
    total = 0
    for i in range(3):
        row = [x, y, i]
        row.reverse()
        row = tuple(row)
        total = total * 3 + row[0] - row[1]
    return total


def dict_comprehension(b, x, y):
    where = {c: i for i, c in enumerate(b.cells)}
    return where[x % 3]


# IntEnum and dataclasses


def enum_loop(b, x, y):
    total = 0
    for p in Piece:
        total += p * x
    return total


def enum_sum(b, x, y):
    return sum(b.cells.count(p) * p.value for p in Piece)


def enum_member(b, x, y):
    return Piece.KING if x > 0 else Piece.PAWN


def enum_of_number(b, x, y):
    return Piece(x) == Piece.ROOK


def enum_compare(b, x, y):
    return b.cells[x % 9] == Piece.PAWN


def enum_length(b, x, y):
    return len(Piece) + x


def enum_dict(b, x, y):
    return {Piece.PAWN: 1, Piece.ROOK: 5, Piece.KING: 100}[Piece.ROOK] + x


def named_point(b, x, y):
    p = Point(x % 3, y % 3)
    return b.cells[p.row * 3 + p.col]


def named_point_equal(b, x, y):
    return Point(x, y) == Point(1, 1)


def data_point(b, x, y):
    return Pos(x, y).row


def data_moved(b, x, y):
    p = Pos(x, y).moved(1, -1)
    return p.row * 10 + p.col


def data_marked(b, x, y):
    p = Spot(x, y).moved(1, -1)
    return p.row * 10 + p.col


def data_in_list(b, x, y):
    spots = [Spot(x, y), Spot(row=1, col=2)]
    spots.append(spots[0].moved(1, 1))
    return sum(s.row * 10 + s.col for s in spots)


# Statements and control


def match_statement(b, x, y):
    match x:
        case 0:
            return 1
        case 1 | 2:
            return 5
        case _:
            return -1


def try_statement(b, x, y):
    try:
        return b.cells[x]
    except IndexError:
        return -1


def inner_function(b, x, y):
    def at(r, c):
        return b.cells[r * 3 + c]

    return at(x % 3, y % 3)


def lambda_name(b, x, y):
    at = lambda r, c: b.cells[r * 3 + c]
    return at(1, x % 3)


def while_else(b, x, y):
    i = x
    while i < 5:
        i += 2
        if i == y:
            break
    else:
        i = 100
    return i


def chained(b, x, y):
    return 0 <= x < 3 and 0 <= y < 3 and b.cells[3 * x + y] == 0


def walrus(b, x, y):
    if (w := b.winner()) is not None:
        return w
    return x


def raise_value(b, x, y):
    if x > 3:
        raise ValueError("no such move")
    return x


def assert_message(b, x, y):
    assert x < 4, f"bad move {x}"
    return y


def global_count(b, x, y):
    total = 0
    for move in b.moves():
        total += move
    else:
        total += 1
    return total


def isinstance_int(b, x, y):
    return 1 if isinstance(x, int) else 0


def star_arguments(b, x, y):
    return _largest(x, y, 3)


def _largest(*values):
    return max(values)


def keyword_only(b, x, y):
    return _weighted(x, weight=y)


def _weighted(x, *, weight=1):
    return x * weight


def recursive(b, x, y):
    return _fib(x % 8)


def _fib(n):
    return n if n < 2 else _fib(n - 1) + _fib(n - 2)


def slice_past_end(b, x, y):
    return len(b.cells[5:20])


def slice_variable(b, x, y):
    return sum(b.cells[: x % 9])


def put_by_slices(b, x, y):
    i = x % 9
    return b.cells[:i] + (7,) + b.cells[i + 1 :]


def property_full(b, x, y):
    return 1 if b.full else x


def tuple_compare_constant(b, x, y):
    return b.hand == (3, 4)


def ternary_chain(b, x, y):
    return "lose" == "win" or (1 if x > y else 0 if x == y else -1)


def divmod_unpack(b, x, y):
    r, c = divmod(x % 9, 3)
    return r * 10 + c


def nested_comparison_sum(b, x, y):
    return sum(b.cells[i] == b.cells[i + 1] for i in range(8))


def hasattr_test(b, x, y):
    return 1 if hasattr(b, "cells") else 0


# Mixtures


def none_passed(b, x, y):
    return _scaled(x, b.winner()) + _scaled(x, None if y > 0 else y)


def none_in_field(b, x, y):
    return Board(b.cells, b.hand, 0, None)


def none_of_row(b, x, y):
    row = None
    for k in range(3):
        if b.cells[k] == x:
            row = b.cells[3 * k : 3 * k + 3]
    return -1 if row is None else row[0] * 100 + row[1] * 10 + row[2]


def none_of_position(b, x, y):
    best = None
    for i in range(x):
        other = b.play(i)
        if best is None or other.last > best.last:
            best = other
    return b if best is None else best


def none_attribute(b, x, y):
    best = None
    if x > 0:
        best = b.play(x)
    return best.last


def none_index(b, x, y):
    found = next((i for i in range(9) if b.cells[i] == x), None)
    return b.cells[found]


def none_added(b, x, y):
    found = None
    if x > 0:
        found = y
    return found + 1


def list_large_numbers(b, x, y):
    cells = list(b.cells)
    cells[x % 9] = 1000 * y
    return b._replace(cells=tuple(cells))


def list_floats(b, x, y):
    row = [0.5, x]
    row[1] = y / 2
    return sum(row)


def list_named_twice(b, x, y):
    row = [x, y]
    other = row
    other[0] = 7
    return row[0]


def list_named_twice_in_loop(b, x, y):
    total, kept = 0, [0, 0]
    for i in range(3):
        row = [i, x]
        if i == 1:
            kept = row
        total += kept[0] * 10
    return total


def list_changed_by_function(b, x, y):
    row = [x, y]
    _double(row)
    return row[0] + row[1]


def _double(row):
    for i in range(len(row)):
        row[i] *= 2


def list_of_generator_in_generator(b, x, y):
    return sum(_twice(b, x))


def _twice(b, x):
    free = b.empty()
    if x > 0:
        free = [c for c in b.cells if c == x]
    for cell in free:
        yield cell
    for cell in free:
        yield cell * 2


def list_alias_of_row(b, x, y):
    grid = [[0, 0] for _ in range(2)]
    row = grid[x % 2]
    row[0] = y
    return grid[0][0] * 10 + grid[1][0]


def list_appended_in_branch(b, x, y):
    row = [x]
    if y > 0:
        row.append(y)
    return row[-1] * 10 + len(row)


def list_sorted_pairs(b, x, y):
    row = [(x, 1), (y, 2), (0, 3)]
    row.sort()
    return row[0][1] * 100 + row[1][1] * 10 + row[2][1]


def list_points(b, x, y):
    row = [Point(x, y), Point(1, 2)]
    return sum(p.row * 10 + p.col for p in row)


def list_sort_stable(b, x, y):
    row = sorted(((c, i) for i, c in enumerate(b.cells)), reverse=True)
    return row[0][1] * 10 + row[8][1]


def max_first_of_equals(b, x, y):
    return max((c * 0, i * x) for i, c in enumerate(b.cells))


def any_list_of_generator(b, x, y):
    return [c for c in b.neighbours(x % 9) if c > 2] == [3, 5]


def dict_of_tuples(b, x, y):
    dr, dc = {0: (0, 1), 1: (1, 0), 2: (1, 1)}[x % 3]
    return dr * y + dc


def generator_alias(b, x, y):
    moves = b.moves()
    return sum(moves)


def method_none_argument(b, x, y):
    return b.best_of(b.winner())


def early_none(b, x, y):
    for i in range(9):
        if i > 0 and last is not None and last > x:
            return i
        last = b.cells[i] if b.cells[i] else None
    return -1


def list_replaced_after_alias(b, x, y):
    a, total = [0, 0], 0
    for i in range(3):
        old = a
        a = [i, x]
        total = total * 10 + old[0]
    return total


def list_replaced_in_loop(b, x, y):
    a, total = [0, 0], 0
    for i in range(3):
        total = total * 10 + a[0]
        a = [i + 1, x]
    return total + len(a)


def lists_turned_in_loop(s, x, y):
    rows = [[1, x], [2, y], [3, x + y]]
    for _ in range(2):
        rows = [[r[1], r[0]] for r in rows]
    return rows[0][0] * 100 + rows[2][1]


def tuples_turned_in_loop(s, x, y):
    rows = [(1, x), (2, y), (3, x + y)]
    for _ in range(2):
        rows = [(r[1], r[0]) for r in rows]
    return rows[0][0] * 100 + rows[2][1]


def set_counted(s, x, y):
    return len({x, y, 0})


def set_equal(s, x, y):
    return {x, y} == {y, x}


def set_in_loop(s, x, y):
    total = 0
    for value in {33, 1, 8, -1, 8}:
        total = total * 3 + value
    return total + x


def set_searched(s, x, y):
    near = {x - 1, x + 1}
    return sum(1 for cell in s.cells if cell in near) + any(cell in {x, y} for cell in s.cells)
