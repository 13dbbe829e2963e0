from typing import Annotated, NamedTuple

from plyground import Facts, Game, put, rules

SIZE = 4
MAX_HEIGHT = 3
POWERS = tuple(3**height for height in range(2 * MAX_HEIGHT + 1))


class Move(NamedTuple):
    origin: Annotated[int, range(SIZE * SIZE)]
    target: Annotated[int, range(SIZE * SIZE)]


@rules
class Focus(NamedTuple):
    """Focus: move as many pieces from the top of your stack as cells; who has no stack left loses."""

    # a stack is a number in base 3, its top is the last digit: 1 is a piece of the first player, 2 of the second
    stacks: tuple[int, ...] = (1, 1, 2, 2) * 2 + (2, 2, 1, 1) * 2
    player: int = 0

    def to_move(self):
        return self.player

    def height(self, stack):
        height = 0
        while stack >= POWERS[height]:
            height += 1
        return height

    def moves(self):
        for origin, stack in enumerate(self.stacks):
            if stack % 3 == self.player + 1:
                row, column = divmod(origin, SIZE)
                for taken in range(1, self.height(stack) + 1):
                    if row >= taken:
                        yield Move(origin, origin - taken * SIZE)
                    if column >= taken:
                        yield Move(origin, origin - taken)
                    if column + taken < SIZE:
                        yield Move(origin, origin + taken)
                    if row + taken < SIZE:
                        yield Move(origin, origin + taken * SIZE)

    def play(self, move: Move):
        rows, columns = divmod(abs(move.target - move.origin), SIZE)
        taken = POWERS[columns if rows == 0 else rows]
        left, moved = divmod(self.stacks[move.origin], taken)
        stack = self.stacks[move.target] * taken + moved
        stacks = put(put(self.stacks, move.origin, left), move.target, stack % POWERS[MAX_HEIGHT])
        return Focus(stacks, 1 - self.player)

    def is_over(self):
        return not any(stack % 3 == self.player + 1 for stack in self.stacks)

    def utility(self):
        return -1

    def drawn(self, stack):
        text = ""
        while stack:
            text = ".XO"[stack % 3] + text
            stack //= 3
        return text or "."

    def picture(self):
        cells = [self.drawn(stack) for stack in self.stacks]
        return [cells[begin : begin + SIZE] for begin in range(0, SIZE * SIZE, SIZE)]


game = Game("focus", Focus(), title="Focus, 4 × 4", facts=Facts(loops=True))
