from typing import NamedTuple

from plyground import Facts, Game, put, rules

SIZE = 3
# ways to drop the stones that are carried: first cell, second cell (0: it goes one cell only)
DROPS = ((1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (2, 1))


@rules
class Tak(NamedTuple):
    """Tak 3 x 3: build a road from edge to edge."""

    # a stack is a number in base 3 from the bottom: digits 1 and 2 are the players' stones
    stacks: tuple[int, ...] = (0,) * 9
    standing: tuple[int, ...] = (0,) * 9
    stones: tuple[int, ...] = (10, 10)
    player: int = 0

    def to_move(self):
        return self.player

    def top(self, cell):
        return self.stacks[cell] % 3

    def height(self, cell):
        stack = self.stacks[cell]
        n = 0
        while stack:
            stack //= 3
            n += 1
        return n

    def road(self, side):
        for vertical in (False, True):
            reached = 0
            for i in range(SIZE):
                start = i if vertical else i * SIZE
                if self.top(start) == side and not self.standing[start]:
                    reached |= 1 << start
            grown = True
            while grown:
                grown = False
                for cell in range(9):
                    if not reached >> cell & 1 and self.top(cell) == side and not self.standing[cell]:
                        row, col = divmod(cell, SIZE)
                        near = 0
                        if row > 0:
                            near |= 1 << cell - 3
                        if row < 2:
                            near |= 1 << cell + 3
                        if col > 0:
                            near |= 1 << cell - 1
                        if col < 2:
                            near |= 1 << cell + 1
                        if near & reached:
                            reached |= 1 << cell
                            grown = True
            for i in range(SIZE):
                if reached >> (6 + i if vertical else i * SIZE + 2) & 1:
                    return True
        return False

    def next(self, cell, d):
        row, col = divmod(cell, SIZE)
        row += (-1, 0, 1, 0)[d]
        col += (0, 1, 0, -1)[d]
        return row * SIZE + col if 0 <= row < SIZE and 0 <= col < SIZE else -1

    def moves(self):
        if self.is_over():
            return
        if self.stones[self.player] > 0:
            for cell in range(9):
                if self.stacks[cell] == 0:
                    yield cell
                    yield 9 + cell
        for cell in range(9):
            if self.top(cell) == self.player + 1:
                for d in range(4):
                    for i, (first, second) in enumerate(DROPS):
                        if first + second <= self.height(cell):
                            one = self.next(cell, d)
                            if one >= 0 and not self.standing[one]:
                                if second == 0:
                                    yield 18 + (cell * 4 + d) * 6 + i
                                else:
                                    two = self.next(one, d)
                                    if two >= 0 and not self.standing[two]:
                                        yield 18 + (cell * 4 + d) * 6 + i

    def play(self, move):
        if move < 18:
            cell = move % 9
            return Tak(
                put(self.stacks, cell, self.player + 1),
                put(self.standing, cell, move // 9),
                put(self.stones, self.player, self.stones[self.player] - 1),
                1 - self.player,
            )
        rest, i = divmod(move - 18, 6)
        cell, d = divmod(rest, 4)
        first, second = DROPS[i]
        carried = self.stacks[cell] % 3 ** (first + second)
        stacks = put(self.stacks, cell, self.stacks[cell] // 3 ** (first + second))
        standing = put(self.standing, cell, 0)
        one = self.next(cell, d)
        stacks = put(stacks, one, stacks[one] * 3**first + carried // 3**second)
        last = one
        if second:
            last = self.next(one, d)
            stacks = put(stacks, last, stacks[last] * 3**second + carried % 3**second)
        standing = put(standing, last, self.standing[cell])
        return Tak(stacks, standing, self.stones, 1 - self.player)

    def is_over(self):
        return self.road(1) or self.road(2) or 0 not in self.stacks or self.stones[0] == 0 or self.stones[1] == 0

    def utility(self):
        mine, yours = self.player + 1, 2 - self.player
        if self.road(yours):  # who has moved wins when both have roads
            return -1
        if self.road(mine):
            return 1
        flats = sum((1 if self.top(c) == mine else -1) for c in range(9) if self.stacks[c] and not self.standing[c])
        return (flats > 0) - (flats < 0)


game = Game("tak", Tak(), facts=Facts(loops=True))
