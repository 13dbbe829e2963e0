"""An independent bot for tic-tac-toe, on strings: by the rules alone and nothing of the package."""

from __future__ import annotations

from functools import cache

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def winner(board: str) -> str | None:
    return next((board[a] for a, b, c in LINES if board[a] != "." and board[a] == board[b] == board[c]), None)


@cache
def value(board: str) -> tuple[int, int]:
    """(result, −plies or plies to it) for the side to move: greater is better."""
    if winner(board):
        return -1, 0
    if "." not in board:
        return 0, 0
    return max(worth(board, cell) for cell in range(9) if board[cell] == ".")


def worth(board: str, cell: int) -> tuple[int, int]:
    mark = "xo"[board.count("x") > board.count("o")]
    result, plies = value(board[:cell] + mark + board[cell + 1 :])
    return -result, (-1 if result < 0 else 1) * (abs(plies) + 1) if result else 0


def best(board: str) -> int:
    return max((cell for cell in range(9) if board[cell] == "."), key=lambda cell: worth(board, cell))


def positions_below(position: str) -> int:
    """Return the number of nodes of the game tree from here on, by visiting each of them."""
    if winner(position) or "." not in position:
        return 1
    mark = "xo"[position.count("x") > position.count("o")]
    return 1 + sum(
        positions_below(position[:cell] + mark + position[cell + 1 :]) for cell in range(9) if position[cell] == "."
    )
