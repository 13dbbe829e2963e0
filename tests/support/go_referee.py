"""A plain referee of Go, written from the rules: a board is a dictionary, chains are found by flood fill."""

from __future__ import annotations

from dataclasses import dataclass, field

Point = tuple[int, int]  # row from below, column
Board = dict[Point, str]  # only stones


@dataclass
class Referee:
    """The state of a game: the board, who moves, and every board that there was."""

    size: int
    ko: str = "positional"
    suicide: bool = True
    board: Board = field(default_factory=dict)
    mover: str = "B"
    passes: int = 0
    prisoners: dict[str, int] = field(default_factory=lambda: {"B": 0, "W": 0})
    history: list[tuple[frozenset[tuple[Point, str]], str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.history.append((frozenset(self.board.items()), self.mover))

    def points(self) -> list[Point]:
        return [(row, column) for row in range(self.size) for column in range(self.size)]

    def neighbours(self, point: Point) -> list[Point]:
        row, column = point
        found = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        return [(up, right) for up, right in found if 0 <= up < self.size and 0 <= right < self.size]

    def region(self, board: Board, point: Point) -> tuple[set[Point], set[str]]:
        """Return the points connected with one of the same content, and the contents found around them."""
        content, found, pending, around = board.get(point), {point}, [point], set[str]()
        while pending:
            for near in self.neighbours(pending.pop()):
                if board.get(near) != content:
                    around.add(board.get(near, "."))
                elif near not in found:
                    found.add(near)
                    pending.append(near)
        return found, around

    def after(self, point: Point) -> Board | None:
        """Return the board after a stone of the mover, None if the rules forbid it."""
        if point in self.board:
            return None
        board = {**self.board, point: self.mover}
        for colour in ("W" if self.mover == "B" else "B", self.mover):
            for near in [*self.neighbours(point), point]:
                if board.get(near) == colour:
                    stones, around = self.region(board, near)
                    if "." not in around:
                        if colour == self.mover and not self.suicide:
                            return None
                        for stone in stones:
                            del board[stone]
        return None if self.came(board) else board

    def came(self, board: Board) -> bool:
        now = frozenset(board.items())
        following = "W" if self.mover == "B" else "B"
        if self.ko == "simple":
            stones = [each for each, _mover in self.history]
            changed = [each for number, each in enumerate(stones) if number == 0 or each != stones[number - 1]]
            return now in changed[-2:]
        if self.ko == "situational":
            return (now, following) in self.history
        return now in [each for each, _mover in self.history]

    def legal(self) -> set[Point]:
        return {point for point in self.points() if self.after(point) is not None}

    def play(self, point: Point | None) -> None:
        other = "W" if self.mover == "B" else "B"
        if point is None:
            self.passes += 1
            self.prisoners[other] += 1
        else:
            board = self.after(point)
            assert board is not None
            for colour, giver in (("B", "W"), ("W", "B")):
                before = sum(each == colour for each in self.board.values()) + (self.mover == colour)
                self.prisoners[giver] += before - sum(each == colour for each in board.values())
            self.board, self.passes = board, 0
        self.mover = other
        self.history.append((frozenset(self.board.items()), self.mover))

    def territory(self) -> dict[str, int]:
        found = {"B": 0, "W": 0}
        for point in self.points():
            if point not in self.board:
                _points, around = self.region(self.board, point)
                if len(around) == 1 and around != {"."}:
                    found[around.pop()] += 1
        return found

    def lead(self, scoring: str) -> int:
        """Return Black's points less White's, without komi."""
        area = self.territory()
        for colour in "BW":
            if scoring == "area":
                area[colour] += sum(each == colour for each in self.board.values())
            else:
                area[colour] += self.prisoners[colour]
        return area["B"] - area["W"]
