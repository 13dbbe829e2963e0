"""The board of a puzzle: each press is sent with the line so far, and answered by exact values.

Between two presses the server stores only the result, in the visitor's work.
"""

from __future__ import annotations

from typing import Any, TypedDict

from plyground.arena.match import Match
from plyground.core.picture import lower_side
from plyground.core.position import Move
from plyground.errors import MoveError
from plyground.games import game as game_named
from plyground.i18n import Sentence, _
from plyground.presentation.boards.board_state import BoardState, BoardView
from plyground.presentation.boards.board_text import written
from plyground.presentation.puzzle_text import further_question, question, solved, verdict
from plyground.puzzles.puzzle import Attempt, Puzzle

MAX_LINE_WORDS = 60
"""Most right answers that a request names."""


class PuzzleState(TypedDict):
    """The response to a press: the board, the sentences on the answer, and the next question."""

    board: BoardState
    line: list[str]  # right answers so far, for the next press
    verdict: str  # "asked", "right", "slower", "wrong" or "solved"
    words: str
    listed: list[str]  # moves that are not on the board, such as a pass
    written: str  # text of the position; "" if a board shows it


def begun(puzzle: Puzzle) -> PuzzleState:
    """Return a puzzle before the first answer."""
    attempt = Attempt.begin(puzzle, game_named(puzzle.game))
    return _state(attempt.match, [], "asked", question(puzzle, attempt.match))


def answered(puzzle: Puzzle, asked: dict[str, Any]) -> PuzzleState:
    """Return the puzzle after an answer, or after the request to show it. Raise :class:`PlygroundError`.

    ``asked`` comes from a browser: ``line`` has the right answers so far, and the answer is in ``cells`` or ``word``;
    without both, the right move is shown.
    """
    line = asked.get("line")
    if not isinstance(line, list) or len(line) > MAX_LINE_WORDS:
        raise MoveError(_("The line of answers cannot be read: open the puzzle again."))
    words = list(map(str, line))
    attempt = Attempt.begin(puzzle, game_named(puzzle.game)).resumed(words)
    if attempt.is_solved:
        raise MoveError(_("This puzzle is solved: choose another one."))
    move = _move(attempt.match, asked)
    if move is None:
        return _shown(attempt, words)
    answer = attempt.judge(move)
    word = attempt.match.game.notation.format_move(attempt.match.position, move)
    after = attempt.after(move)
    if answer.verdict != "right":
        return _state(after.match, words, answer.verdict, verdict(attempt.match, move, answer), playable=False)
    if after.is_solved:
        return _state(after.match, [*words, word], "solved", solved(after), playable=False)
    return _state(after.match, [*words, word], "right", further_question(after))


def _move(match: Match, asked: dict[str, Any]) -> Move | None:
    """Return the move of a request; None if the request asks for the right move. Raise :class:`MoveError` for an
    illegal move.
    """
    if "word" in asked:
        return match.game.notation.parse_move(match.position, str(asked["word"]))
    if "cells" in asked:
        move = BoardView(match).pressed(asked["cells"])
        if move is None:
            raise MoveError(_("These cells are no move: press a cell of the board."))
        return move
    return None


def _shown(attempt: Attempt, line: list[str]) -> PuzzleState:
    """Return the board with the right move marked on it."""
    match = attempt.match
    word = next(word for word, answer in attempt.answers.items() if answer.verdict == "right")
    move = match.game.notation.parse_move(match.position, word)
    state = _state(
        match,
        line,
        "asked",
        _("The right move is {move}. Make it to go on.", move=match.game.move_words(match.position, move)),
    )
    state["board"]["advised"] = match.game.picture.cells(match.position, move)
    return state


def _state(match: Match, line: list[str], judged: str, words: Sentence, *, playable: bool = True) -> PuzzleState:
    game = match.game
    solver = game.side(game.start)
    view = BoardView(match)
    board = view.state(
        str(words),
        0,
        {},
        playable=playable,
        focus=False,
        turned=lower_side(game.picture, game.sides, game_named(game.name).start) == 1 - solver,
    )
    listed = view.unseen if playable and match.outcome is None else []
    return {
        "board": board,
        "line": line,
        "verdict": judged,
        "words": str(words),
        "listed": [game.notation.format_move(match.position, move) for move in listed],
        "written": "" if game.picture.width else str(written(game, match.position)),
    }
