"""The board of the first page: tic-tac-toe against perfect play, with the values of the moves.

The page sends each press and gets the position after the bot's reply. The server stores nothing between two presses.
"""

from __future__ import annotations

from functools import cache
from typing import TypedDict
from urllib.parse import urlencode

from plyground.arena.match import Match
from plyground.core.game import FIRST, Game
from plyground.core.position import Move
from plyground.errors import MoveError
from plyground.games import game as game_named
from plyground.i18n import Sentence, _
from plyground.presentation.board_state import BoardState, BoardView
from plyground.presentation.match_status import verdict
from plyground.presentation.move_values import exact_worths
from plyground.solvers.explore import Exploration, explore
from plyground.solvers.forward import Value, solve
from plyground.web.urls.trees_url import stepped

GAME = "tictactoe"
OPPONENT = "minimax"
"""The player that takes this bot's place on the game's own page; it plays perfectly, too."""
MAX_MOVES_CHARS = 40
SEARCH_PLIES = 2
"""Plies of the search to which the page links: a tree that fits the window."""


class FirstBoard(TypedDict):
    """The response to a press: the board, and the text below it."""

    board: BoardState
    moves: str  # moves so far, for the next press
    words: str
    detail: str
    isOver: bool
    why: str  # URL of this position on the game's own page, with the reason for the last move
    search: str  # URL of the search of this position, step by step


def answer(moves: str = "", cell: int | None = None) -> FirstBoard:
    """Return the board after ``moves``, a press on ``cell`` and the bot's reply. Raise :class:`MoveError`."""
    game = game_named(GAME)
    if len(moves) > MAX_MOVES_CHARS:
        raise MoveError(_("A part of the link is too long: “{start}…”.", start=moves[:40]))
    match = Match.parse(game, moves)
    if cell is not None:
        match = match.play(game.pressed(match.position, [cell]))
    if match.outcome is None and match.side != FIRST:
        match = match.play(_reply(match))
    found = None if match.outcome or not match.ply else explore(_values(), match.position)
    worths = exact_worths(found) if found else None
    view = BoardView(match, worths)
    words, detail = _said(match, found)
    board = view.state(str(words), 0, {}, playable=match.outcome is None, focus=False)
    board["words"] = [""] * len(board["words"])  # numbers of cells would look like values
    return {
        "board": board,
        "moves": match.format(),
        "words": str(words),
        "detail": str(detail),
        "isOver": match.outcome is not None,
        "why": f"{_url(match)}&why=1",
        "search": _search_url(match),
    }


@cache
def _values() -> dict[object, Value]:
    """Return the value of every position: a few thousand positions, solved in a fraction of a second."""
    return solve(game_named(GAME).start)


def _reply(match: Match) -> Move:
    """Return a best move; if there are several, the choice depends on the earlier moves."""
    best = explore(_values(), match.position).best
    return best[sum(int(word) for word in match.words) % len(best)]


def _said(match: Match, found: Exploration | None) -> tuple[Sentence, Sentence | str]:
    """Return the text below the board: the state of the game, and what to do next."""
    ended = verdict(match)
    if ended:
        return ended, ""
    if found is None:
        return _("You play X: press a cell."), _("O never makes a mistake. Can you hold the draw?")
    if found.value.utility < 0:
        return _("Your move. O can win now."), _("−2: O wins after 2 moves. Ask why to see how.")
    return _("Your move."), _("On the cells: = holds the draw, −4 loses after 4 moves.")


def _url(match: Match) -> str:
    game: Game = match.game
    sides = dict(zip((side.lower() for side in game.sides), ("human", OPPONENT), strict=True))
    return f"/play/{game.name}?{urlencode(sides | ({'moves': match.format()} if match.ply else {}))}"


def _search_url(match: Match) -> str:
    """Return the URL of the search in the position; after the end, in the last position with moves."""
    unfinished = match if match.outcome is None else match.undo()
    return stepped(match.game, unfinished.position, SEARCH_PLIES)
