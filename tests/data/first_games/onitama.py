# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import Facts, Game, put, rules

CARDS = {
    "tiger": ((-2, 0), (1, 0)),
    "crab": ((-1, 0), (0, -2), (0, 2)),
    "monkey": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "crane": ((-1, 0), (1, -1), (1, 1)),
    "dragon": ((-1, -2), (-1, 2), (1, -1), (1, 1)),
}
STEPS = tuple(CARDS.values())  # (rows, columns), seen from below


@rules
class Onitama(NamedTuple):
    """Onitama: take the master, or walk into the other temple."""

    cells: tuple[int, ...] = (4, 4, 5, 4, 4) + (0,) * 15 + (1, 1, 2, 1, 1)
    cards: tuple[int, ...] = (0, 1, 2, 3, 4)  # two of player 0, two of player 1, one beside
    player: int = 0

    def to_move(self):
        return self.player

    def is_mine(self, piece):
        return 1 <= piece <= 2 if self.player == 0 else 4 <= piece <= 5

    def moves(self):
        if not self.is_over():
            found = False
            for card in range(2):
                for frm, piece in enumerate(self.cells):
                    if self.is_mine(piece):
                        row, col = divmod(frm, 5)
                        for dr, dc in STEPS[self.cards[2 * self.player + card]]:
                            if self.player == 1:
                                dr, dc = -dr, -dc
                            if 0 <= row + dr < 5 and 0 <= col + dc < 5:
                                to = (row + dr) * 5 + col + dc
                                if not self.is_mine(self.cells[to]):
                                    found = True
                                    yield (card * 25 + frm) * 25 + to
            if not found:
                yield 1250
                yield 1251

    def play(self, move):
        cells = self.cells
        if move >= 1250:
            card = move - 1250
        else:
            rest, to = divmod(move, 25)
            card, frm = divmod(rest, 25)
            cells = put(put(cells, to, cells[frm]), frm, 0)
        used = 2 * self.player + card
        cards = put(put(self.cards, used, self.cards[4]), 4, self.cards[used])
        return Onitama(cells, cards, 1 - self.player)

    def is_over(self):
        return not (2 in self.cells and 5 in self.cells) or self.cells[2] == 2 or self.cells[22] == 5

    def utility(self):
        return -1

    def move_text(self, move):
        if move >= 1250:
            return ("pass1", "pass2")[move - 1250]
        rest, to = divmod(move, 25)
        card, frm = divmod(rest, 25)
        name = list(CARDS)[self.cards[2 * self.player + card]]
        return f"{name}{'abcde'[frm % 5]}{5 - frm // 5}{'abcde'[to % 5]}{5 - to // 5}"


game = Game("onitama", Onitama(), facts=Facts(loops=True))
