from typing import Annotated, NamedTuple

from plyground import Facts, Game, rules

SIZE = 5
CELLS = SIZE * SIZE
STEP, ACROSS, DOWN = range(3)  # a step of the pawn, a wall above two cells, a wall right of two cells
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Move(NamedTuple):
    cell: Annotated[int, range(CELLS)]  # the pawn's new cell, or the lower left of the four cells around a wall
    kind: Annotated[int, range(3)]


@rules
class Quoridor(NamedTuple):
    """Quoridor: bring your pawn to the other side, or put a wall of two cells in the other's way."""

    pawns: tuple[int, int] = (CELLS - 1 - SIZE // 2, SIZE // 2)
    across: int = 0  # walls as a set of cells: bit n for a wall above the cells n and n + 1
    down: int = 0  # bit n for a wall right of the cells n and n - SIZE
    left: tuple[int, int] = (3, 3)
    player: int = 0

    def to_move(self):
        return self.player

    def is_open(self, cell, rows, columns):
        """Return True if a pawn can go one cell that way."""
        row, column = cell // SIZE + rows, cell % SIZE + columns
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            return False
        if rows != 0:
            upper = max(cell, cell + rows * SIZE)
            return not (self.across >> upper & 1 or (column > 0 and self.across >> upper - 1 & 1))
        first = min(cell, cell + columns)
        return not (self.down >> first & 1 or self.down >> first + SIZE & 1)

    def has_way(self, player):
        """Return True if a pawn can reach its goal, by flood fill."""
        reached = 1 << self.pawns[player]
        waiting = [self.pawns[player]]
        while waiting:
            cell = waiting.pop()
            if cell // SIZE == (0 if player == 0 else SIZE - 1):
                return True
            for rows, columns in SIDES:
                if self.is_open(cell, rows, columns):
                    there = cell + rows * SIZE + columns
                    if not reached >> there & 1:
                        reached |= 1 << there
                        waiting.append(there)
        return False

    def moves(self):
        if self.is_over():
            return
        here, other = self.pawns[self.player], self.pawns[1 - self.player]
        for rows, columns in SIDES:
            if self.is_open(here, rows, columns):
                there = here + rows * SIZE + columns
                if there != other:
                    yield Move(there, STEP)
                elif self.is_open(there, rows, columns):
                    yield Move(there + rows * SIZE + columns, STEP)
                else:
                    for aside, along in SIDES:
                        if aside * rows + along * columns == 0 and self.is_open(there, aside, along):
                            yield Move(there + aside * SIZE + along, STEP)
        if self.left[self.player] > 0:
            for cell in range(SIZE, CELLS):
                if cell % SIZE < SIZE - 1:
                    for kind in (ACROSS, DOWN):
                        if self.has_room(cell, kind):
                            walled = self.with_wall(cell, kind)
                            if walled.has_way(0) and walled.has_way(1):
                                yield Move(cell, kind)

    def has_room(self, cell, kind):
        """Return True if a wall crosses and covers no other."""
        if (self.across | self.down) >> cell & 1:
            return False
        walls = self.across if kind == ACROSS else self.down
        step = 1 if kind == ACROSS else SIZE
        return not (walls >> cell + step & 1 or walls >> cell - step & 1)

    def with_wall(self, cell, kind):
        if kind == ACROSS:
            return self._replace(across=self.across | 1 << cell)
        return self._replace(down=self.down | 1 << cell)

    def play(self, move: Move):
        if move.kind == STEP:
            pawns = (move.cell, self.pawns[1]) if self.player == 0 else (self.pawns[0], move.cell)
            return self._replace(pawns=pawns, player=1 - self.player)
        left = (self.left[0] - 1, self.left[1]) if self.player == 0 else (self.left[0], self.left[1] - 1)
        return self.with_wall(move.cell, move.kind)._replace(left=left, player=1 - self.player)

    def is_over(self):
        return self.pawns[0] < SIZE or self.pawns[1] >= CELLS - SIZE

    def utility(self):
        return -1

    def points(self):
        return self.left

    def move_text(self, move: Move):
        return f"{'abcde'[move.cell % SIZE]}{SIZE - move.cell // SIZE}" + ("", "h", "v")[move.kind]

    def picture(self):
        lines = []
        for row in range(SIZE):
            cells = range(row * SIZE, row * SIZE + SIZE)
            if row > 0:
                lines.append(" ".join(" -"[not self.is_open(cell, -1, 0)] for cell in cells))
            marks = ["X" if cell == self.pawns[0] else "O" if cell == self.pawns[1] else "." for cell in cells]
            fences = [
                "|" if column < SIZE - 1 and not self.is_open(cell, 0, 1) else " " for column, cell in enumerate(cells)
            ]
            lines.append("".join(mark + fence for mark, fence in zip(marks, fences, strict=True)))
        return lines


game = Game("quoridor", Quoridor(), title="Quoridor, 5 × 5", facts=Facts(loops=True))
