# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import rules

SIZE = 8
SHAPES = [
    [(0, 0)],
    [(0, 0), (0, 1)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (0, 1), (1, 0)],
    [(0, 0), (0, 1), (0, 2), (1, 0)],
    [(0, 0), (0, 1), (1, 0), (1, 1)],
]


def turned(shape):
    """All orientations of a shape."""
    found = set()
    for _ in range(2):
        for _ in range(4):
            shape = [(c, -r) for r, c in shape]
            top, left = min(r for r, c in shape), min(c for r, c in shape)
            found.add(tuple(sorted((r - top, c - left) for r, c in shape)))
        shape = [(r, -c) for r, c in shape]
    return sorted(found)


def places():
    for piece, shape in enumerate(SHAPES):
        for cells in turned(shape):
            for row in range(SIZE):
                for col in range(SIZE):
                    here = [(row + r, col + c) for r, c in cells]
                    if all(r < SIZE and c < SIZE for r, c in here):
                        yield piece, sum(1 << r * SIZE + c for r, c in here)


PLACES = tuple(places())  # (piece, set of cells)
FULL = (1 << 64) - 1
LEFT = sum(1 << r * SIZE for r in range(SIZE))
RIGHT = LEFT << SIZE - 1
PASS = len(PLACES)


def beside(cells):
    return ((cells & ~LEFT) >> 1 | (cells & ~RIGHT) << 1 | cells << 8 | cells >> 8) & FULL


def corners(cells):
    wide = (cells & ~LEFT) >> 1 | (cells & ~RIGHT) << 1
    return (wide << 8 | wide >> 8) & FULL


@rules
class Blokus(NamedTuple):
    """Blokus Duo, small: pieces touch their own colour at corners only; who fills more cells wins."""

    first: int = 0
    second: int = 0
    pieces: tuple[int, int] = (63, 63)
    passes: int = 0
    player: int = 0

    def to_move(self):
        return self.player

    def moves(self):
        if self.is_over():
            return
        mine = self.first if self.player == 0 else self.second
        other = self.second if self.player == 0 else self.first
        blocked = mine | other | beside(mine)
        wanted = corners(mine) if mine else (1 << 18 if self.player == 0 else 1 << 45)
        any_move = False
        for i, (piece, cells) in enumerate(PLACES):
            if self.pieces[self.player] >> piece & 1 and not cells & blocked and cells & wanted:
                any_move = True
                yield i
        if not any_move:
            yield PASS

    def play(self, move):
        if move == PASS:
            return self._replace(passes=self.passes + 1, player=1 - self.player)
        piece, cells = PLACES[move]
        if self.player == 0:
            return Blokus(self.first | cells, self.second, (self.pieces[0] ^ 1 << piece, self.pieces[1]), 0, 1)
        return Blokus(self.first, self.second | cells, (self.pieces[0], self.pieces[1] ^ 1 << piece), 0, 0)

    def is_over(self):
        return self.passes == 2

    def points(self):
        return self.first.bit_count(), self.second.bit_count()

    def utility(self):
        first, second = self.points()
        more = first - second if self.player == 0 else second - first
        return (more > 0) - (more < 0)

    def picture(self):
        lines = []
        for r in range(SIZE):
            line = ""
            for c in range(SIZE):
                bit = r * SIZE + c
                line += "X" if self.first >> bit & 1 else "O" if self.second >> bit & 1 else "."
            lines.append(line)
        return lines
