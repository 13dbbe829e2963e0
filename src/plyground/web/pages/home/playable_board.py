"""The board of the first page: tic-tac-toe against a bot that errs once, with the values of the moves.

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
from plyground.i18n import Sentence, _, _n
from plyground.judge.exact_truth import moves_to_win
from plyground.judge.explanation import explained, explained_move
from plyground.judge.judge import Judge
from plyground.presentation.boards.board_state import BoardState, BoardView
from plyground.presentation.match_status import verdict
from plyground.presentation.move_values import Worths, exact_worths
from plyground.solvers.explore import Exploration, explore
from plyground.solvers.forward import Value, solve
from plyground.web.urls.trees_url import stepped

GAME = "tictactoe"
OPPONENT = "minimax"
"""The player that takes this bot's place on the game's own page; it plays perfectly."""
MAX_MOVES_CHARS = 40
SEARCH_PLIES = 2
"""Plies of the search to which the page links: a tree that fits the window."""


class LegendRow(TypedDict):
    """The meaning of a sign on the board."""

    kind: str
    sign: str
    words: str


class FirstBoard(TypedDict):
    """The response to a press: the board, and the text below it."""

    board: BoardState
    moves: str  # moves so far, for the next press
    words: str
    detail: str
    legend: list[LegendRow]
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
        "legend": _legend(found, worths),
        "isOver": match.outcome is not None,
        "why": f"{_url(match)}&why=1",
        "search": _search_url(match),
    }


@cache
def _values() -> dict[object, Value]:
    """Return the value of every position: a few thousand positions, solved in a fraction of a second."""
    return solve(game_named(GAME).start)


@cache
def _judge() -> Judge:
    return Judge(game_named(GAME))


def _reply(match: Match) -> Move:
    """Return the bot's move. The first one leaves moves of different worth, even if it is a mistake; all others are
    best moves.
    """
    best = explore(_values(), match.position).best
    if match.ply > 1:
        return best[sum(int(word) for word in match.words) % len(best)]
    first: Move = max(match.position.moves(), key=lambda move: (_contrast(match, move), move in best, -move))
    return first


def _contrast(match: Match, move: Move) -> int:
    """Return how many of a win, a draw and a loss the moves after a reply lead to."""
    return len({value.utility for _move, value in explore(_values(), match.play(move).position).moves})


def _said(match: Match, found: Exploration | None) -> tuple[Sentence, Sentence | str]:
    """Return the text below the board: the state of the game, and the reason for it."""
    ended = verdict(match)
    if ended:
        return ended, _turning_point(match)
    if found is None:
        return _("You play X: press a cell."), _("Then each cell shows where it leads.")
    danger = explained(_judge(), match).threat if match.ply > 2 else None  # one stone threatens nothing
    reason = danger.sentence if danger else ""
    if found.value.utility > 0:
        return _("O made a mistake: you can win now."), reason or _("A cell with + wins. Find out why.")
    if found.value.utility < 0:
        return _("O can win now."), reason
    return _("Your move: hold the draw, or better."), reason


def _turning_point(match: Match) -> Sentence | str:
    """Return the reason why the loser's last mistake was one; empty for a draw."""
    winner = match.outcome.winner if match.outcome else None
    if winner is None:
        return ""
    for ply in range(match.ply, 0, -1):
        before = match.undo(match.ply - ply)
        last, cause = explained_move(_judge(), before)
        if last.mark and match.game.side(match.positions[ply - 1]) != winner:
            return cause.sentence
    return ""


def _legend(found: Exploration | None, worths: Worths | None) -> list[LegendRow]:
    """Return the meaning of the signs on the board, one of each kind, for a person who plays X."""
    kinds: dict[str, LegendRow] = {}
    for move, value in found.moves if found else ():
        label = (worths or {})[move]
        count = moves_to_win(value.distance or 0)
        if value.utility > 0:
            words = _n("you win in {count} move", "you win in {count} moves", count)
        elif value.utility < 0:
            words = _n("O wins in {count} move", "O wins in {count} moves", count)
        else:
            words = _("a draw, if both play well")
        kinds.setdefault(label.kind, {"kind": label.kind, "sign": label.sign, "words": str(words)})
    return list(kinds.values())


def _url(match: Match) -> str:
    game: Game = match.game
    sides = dict(zip((side.lower() for side in game.sides), ("human", OPPONENT), strict=True))
    return f"/play/{game.name}?{urlencode(sides | ({'moves': match.format()} if match.ply else {}))}"


def _search_url(match: Match) -> str:
    """Return the URL of the search in the position; after the end, in the last position with moves."""
    unfinished = match if match.outcome is None else match.undo()
    return stepped(match.game, unfinished.position, SEARCH_PLIES)
