from typing import NamedTuple

from plyground import Facts, Game, put, rules

SIDE = 4
WIDTHS = [SIDE + min(row, 2 * SIDE - 2 - row) for row in range(2 * SIDE - 1)]
PLACES = [(row, 2 * place + 2 * SIDE - width) for row, width in enumerate(WIDTHS) for place in range(width)]
NUMBERS = {place: cell for cell, place in enumerate(PLACES)}
DIRECTIONS = ((0, 2), (1, 1), (1, -1))
CELLS = len(PLACES)


def lines(length):
    """Yield the cells of each straight line of this length."""
    for row, column in PLACES:
        for down, right in DIRECTIONS:
            line = [(row + step * down, column + step * right) for step in range(length)]
            if all(place in NUMBERS for place in line):
                yield tuple(NUMBERS[place] for place in line)


FOURS, THREES = tuple(lines(4)), tuple(lines(3))


@rules
class Yavalath(NamedTuple):
    """Yavalath: four stones in a row win, but three in a row lose."""

    stones: tuple[int, ...] = (0,) * CELLS
    player: int = 0

    def to_move(self):
        return self.player

    def has_line(self, lines, stone):
        return any(all(self.stones[cell] == stone for cell in line) for line in lines)

    def moves(self):
        if not self.is_over():
            for cell in range(CELLS):
                if self.stones[cell] == 0:
                    yield cell

    def play(self, cell):
        return Yavalath(put(self.stones, cell, self.player + 1), 1 - self.player)

    def is_over(self):
        return 0 not in self.stones or self.has_line(THREES, 2 - self.player)

    def utility(self):
        if self.has_line(FOURS, 2 - self.player):
            return -1
        return 1 if self.has_line(THREES, 2 - self.player) else 0

    def highlight(self):
        stone = 2 - self.player
        return [cell for line in THREES if all(self.stones[at] == stone for at in line) for cell in line]

    def picture(self):
        drawing, begin = [], 0
        for width in WIDTHS:
            drawing.append(
                " " * (2 * SIDE - width) + " ".join(".XO"[stone] for stone in self.stones[begin : begin + width])
            )
            begin += width
        return drawing


game = Game("yavalath", Yavalath(), sides=("X", "O"), facts=Facts(source="C. Browne (2007)"))
