"""Students' rules, bots and evaluations as texts: right ones in several forms, and known mistakes made in them."""

from __future__ import annotations

from typing import NamedTuple

TICTACTOE = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def winner(board):
    cells = [mark for row in board for mark in row]
    for a, b, c in LINES:
        if cells[a] != "." and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None

def is_over(board):
    return winner(board) is not None or all(mark != "." for row in board for mark in row)

def legal_moves(board):
    if is_over(board):
        return []
    return [(row, column) for row in range(3) for column in range(3) if board[row][column] == "."]

def play(board, player, row, column):
    after = [list(line) for line in board]
    after[row][column] = player
    return after
"""
DAME_VALID = """
def IsValidMove(board, player, start, end):
    if any(not 0 <= place < 4 for place in (*start, *end)):
        return False
    if all(mark == "O" for mark in board[0]) or all(mark == "C" for mark in board[3]):
        return False
    if board[start[0]][start[1]] != player or board[end[0]][end[1]] != ".":
        return False
    return max(abs(start[0] - end[0]), abs(start[1] - end[1])) == 1
"""
DAME_MOVES = """
def over(board):
    return all(mark == "O" for mark in board[0]) or all(mark == "C" for mark in board[3])

def ValidMoves(board, player):
    moves = []
    if over(board):
        return moves
    for r in range(4):
        for c in range(4):
            if board[r][c] == player:
                for dr in (-1, 0, 1):
                    for dc in (-1, 0, 1):
                        y, x = r + dr, c + dc
                        if 0 <= y < 4 and 0 <= x < 4 and board[y][x] == ".":
                            moves.append(((r, c), (y, x)))
    return moves

def next_board(board, player, start, end):
    board = [list(row) for row in board]
    board[start[0]][start[1]] = "."
    board[end[0]][end[1]] = player
    return board
"""
BOT = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def lost(cells):
    return any(cells[a] != "." and cells[a] == cells[b] == cells[c] for a, b, c in LINES)

known = {}

def value(cells, me, other):
    if lost(cells):
        return -1
    key = tuple(cells), me
    if key not in known:
        known[key] = max((-value(after(cells, cell, me), other, me) for cell in free(cells)), default=0)
    return known[key]

def after(cells, cell, mark):
    return cells[:cell] + [mark] + cells[cell + 1:]

def free(cells):
    return [cell for cell in range(9) if cells[cell] == "."]

def decide(cells, player, opponent):
    best, chosen = -2, None
    for cell in free(cells):
        found = -value(after(cells, cell, player), opponent, player)
        if found > best:
            best, chosen = found, cell
    return chosen
"""
RULES_BOT = (
    BOT[: BOT.index("def decide")]
    + """
def decide(cells, player, opponent):
    for mark in (player, opponent):
        for cell in free(cells):
            if lost(after(cells, cell, mark)):
                return cell
    return free(cells)[0]
"""
)
EVALUATION = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def evaluate(cells, player, opponent):
    def points(mine, other):
        total = 0
        for line in LINES:
            marks = [cells[cell] for cell in line]
            if other not in marks:
                total += 10 ** marks.count(mine)
        return total
    return points(player, opponent) * 2 - points(opponent, player)
"""
DAME_EVALUATION = """
def EvaluationFunction(board, player):
    def advance(mark):
        return sum(3 - row if mark == "O" else row for row in range(4) for column in range(4) if board[row][column] == mark)
    other = "C" if player == "O" else "O"
    return advance(player) - advance(other)
"""
CLASS = """
from typing import NamedTuple

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

class Marks(NamedTuple):
    cells: tuple = (0,) * 9
    player: int = 0

    def has_line(self):
        return any(self.cells[a] and self.cells[a] == self.cells[b] == self.cells[c] for a, b, c in LINES)

    def moves(self):
        if not self.has_line():
            yield from (cell for cell in range(9) if not self.cells[cell])

    def play(self, move):
        return Marks(self.cells[:move] + (self.player + 1,) + self.cells[move + 1:], 1 - self.player)

    def is_over(self):
        return self.has_line() or 0 not in self.cells

    def utility(self):
        return -1 if self.has_line() else 0
"""


class GameCase(NamedTuple):
    """A submission: the text, the task, the game and the expected mistake."""

    text: str
    task: str
    game: str = "tictactoe"
    mistake: str = ""
    like: str = ""


RIGHT = {
    "tictactoe": GameCase(TICTACTOE, "moves"),
    "dame-valid": GameCase(DAME_VALID, "moves", "dame"),
    "dame-moves": GameCase(DAME_MOVES, "moves", "dame"),
    "class": GameCase(CLASS, "moves"),
    "bot": GameCase(BOT, "bot"),
    "evaluation": GameCase(EVALUATION, "evaluation"),
    "dame-evaluation": GameCase(DAME_EVALUATION, "evaluation", "dame", like="advance"),
}


def changed(text: str, old: str, new: str) -> str:
    """Return the text with one thing in it replaced."""
    assert text.count(old) >= 1, old
    return text.replace(old, new)


WRONG = {
    "after-end": GameCase(changed(TICTACTOE, "    if is_over(board):\n        return []\n", ""), "moves", mistake="moves-after-end"),
    "occupied": GameCase(changed(DAME_VALID, ' or board[end[0]][end[1]] != "."', ""), "moves", "dame", "occupied"),
    "any-piece": GameCase(changed(DAME_VALID, "board[start[0]][start[1]] != player", 'board[start[0]][start[1]] == "."'), "moves", "dame", "other-pieces"),
    "far": GameCase(changed(DAME_VALID, "== 1", ">= 1"), "moves", "dame", "too-far"),
    "no-diagonals": GameCase(changed(DAME_VALID, "max(abs(start[0] - end[0]), abs(start[1] - end[1]))", "abs(start[0] - end[0]) + abs(start[1] - end[1])"), "moves", "dame", "no-diagonals"),
    "no-sideways": GameCase(changed(DAME_MOVES, "for dr in (-1, 0, 1)", "for dr in (-1, 1)"), "moves", "dame", "no-sideways"),
    "range": GameCase(changed(DAME_MOVES, "0 <= x < 4", "0 <= x < 3"), "moves", "dame", "last-column"),
    "off-board": GameCase(changed(TICTACTOE, "range(3) if board[row][column] ==", 'range(4) if (board[row] + ["."])[column] =='), "moves", mistake="off-board"),
    "source-kept": GameCase(changed(DAME_MOVES, '    board[start[0]][start[1]] = "."\n', ""), "moves", "dame", "source-kept"),
    "diagonals": GameCase(changed(TICTACTOE, ", (0, 4, 8), (2, 4, 6)", ""), "moves", mistake="diagonals-missed"),
    "columns": GameCase(changed(CLASS, "(0, 3, 6), (1, 4, 7), (2, 5, 8), ", ""), "moves", mistake="columns-missed"),
    "result-sign": GameCase(changed(CLASS, "return -1 if", "return 1 if"), "moves", mistake="opposite-result"),
    "first-move": GameCase("def decide(cells):\n    return cells.index('.')\n", "bot", mistake="first-move"),
    "worst-move": GameCase(changed(changed(BOT, "best, chosen = -2", "best, chosen = 2"), "found > best", "found < best"), "bot", mistake="worst-move"),
    "rules": GameCase(RULES_BOT, "bot", mistake="shallow"),
    "no-block": GameCase(changed(RULES_BOT, "(player, opponent):", "(player,):"), "bot", mistake="misses-block"),
    "no-win": GameCase(changed(RULES_BOT, "(player, opponent):", "(opponent,):"), "bot", mistake="misses-win"),
    "constant": GameCase("def evaluate(board):\n    return 0\n", "evaluation", mistake="constant"),
    "sign": GameCase(changed(EVALUATION, "return points(player, opponent) * 2 - points(opponent, player)", "return points(opponent, player) - points(player, opponent) * 2"), "evaluation", mistake="opposite-sign"),
    "dame-side": GameCase(changed(DAME_EVALUATION, "return advance(player) - advance(other)", 'return advance("O") - advance("C")'), "evaluation", "dame", "side-ignored", "advance"),
    "dame-sign": GameCase(changed(DAME_EVALUATION, "advance(player) - advance(other)", "advance(other) - advance(player)"), "evaluation", "dame", "opposite-sign", "advance"),
}  # fmt: skip
