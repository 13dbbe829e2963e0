"""The coach card: the judge's words on a move or a position, with the line that shows it on the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.core.game import FIRST, Game
from plyground.core.picture import path
from plyground.core.position import MarkedPosition, Move
from plyground.i18n import Number, Sentence, _
from plyground.judge.cause import Cause
from plyground.judge.exact_truth import result_words, wins_in
from plyground.judge.explanation import Explanation
from plyground.judge.judgement import WIN, Judgement
from plyground.judge.review import ReviewedMove
from plyground.presentation.boards.board_state import Ghost
from plyground.presentation.match_status import played
from plyground.presentation.move_values import is_result
from plyground.presentation.side_title import mover_title, side_title

GHOST_PLIES = 5
"""Most moves of a line that stand on the board as ghosts."""


class Demonstration(NamedTuple):
    """A line to show on the board: the position where it begins, and its moves as ghosts."""

    match: Match
    ghosts: tuple[Ghost, ...]
    line: tuple[int, ...]  # cells that decide the game at the end of the line, or cells to mark


class CoachCard(NamedTuple):
    """The card beside the board: a headline, sentences, and one grey line of exact truth."""

    topic: Sentence | str  # subject, above the headline
    headline: Sentence | str
    sentences: tuple[Sentence | str, ...] = ()
    truth: Sentence | str = ""
    shows: Demonstration | None = None  # line for the board
    retries: tuple[int, ...] = ()  # plies of the moves to try again
    mark: str = ""  # mark of the move: "", "?!", "?" or "??"
    waits: bool = False  # True until the judge has answered


def move_card(
    match: Match, found: ReviewedMove, cause: Cause, topic: Sentence | None = None, *, own: bool
) -> CoachCard:
    """Return the card for a move of a match. ``own``: a person made the move and may try it again."""
    ply, words = found.ply - 1, _words(match, found.ply, cause)
    topic = topic or _("Move {number}, {side}: {move}", **words)
    if not found.mark:
        return CoachCard(topic, cause.sentence, truth=cause.truth, shows=demonstration(match, ply, found.move, cause))
    return CoachCard(
        topic, headline(cause, words), (cause.sentence,), cause.truth, demonstration(match, ply, found.move, cause),
        (ply,) if own else (), found.mark,
    )  # fmt: skip


def with_blunder(card: CoachCard, match: Match, ply: int, cause: Cause) -> CoachCard:
    """Return a card that also tells another mistake; whoever may try the move of the card again may try this one."""
    words = _words(match, ply, cause)
    told = _("With best play the game was lost since move {number}.", **words) if cause.code == "forced_loss" else headline(cause, words)  # fmt: skip
    return card._replace(sentences=(*card.sentences, told), retries=(*card.retries, ply - 1) if card.retries else ())


def _words(match: Match, ply: int, cause: Cause) -> dict[str, Any]:
    """Return the places of a headline for the move before a ply."""
    before = match.positions[ply - 1]
    words = {
        "number": Number(match.number_at(ply)),
        "move": match.game.move_words(before, match.moves[ply - 1]),
        "side": mover_title(match.game, before),
    }
    if cause.code == "left_open":
        words["reply"] = match.game.move_words(before.play(cause.line[0]), cause.line[1])
    return words


def position_card(match: Match, found: Explanation) -> CoachCard:
    """Return the card for a position: a win at once, else the threat and the good move."""
    did: Sentence | str = found.did.sentence if found.did else ""
    if found.judgement is None:
        return CoachCard(_("Why?"), did or _("The game is over: there is nothing left to choose."), truth=found.did.truth if found.did else "")  # fmt: skip
    if found.good is None:
        chance = _("Nobody chooses in this position: chance decides.")
        return CoachCard(_("Why?"), did or chance, truth=standing(match, found.judgement))
    threat = found.threat if found.good.code != "wins" else None  # a win at once needs no defence
    head: Sentence | str = threat.sentence if threat else found.good.sentence
    last = played(match) if did else None  # the headline is about the next move, its reason about the last one
    if found.did and found.did.code == "among":
        did = _("No other move was better.")
    rest = [last or "", did, found.good.sentence if threat else ""]
    shows = demonstration(match, match.ply, None, found.good)
    return CoachCard(_("Why?"), head, tuple(each for each in rest if each), standing(match, found.judgement), shows)


def standing(match: Match, found: Judgement) -> Sentence:
    """Return the value of the position on the board in words."""
    if not found.moves:
        return expected_score(match.game, found.value)
    worth = found.best._replace(value=found.value, proven=found.proven)
    if worth.proven and worth.points is None and len(match.game.sides) == 2:
        if worth.value == 0:
            return _("A draw with best play.")
        if abs(worth.value) == WIN:
            winner = side_title(match.game, match.side if worth.value > 0 else 1 - match.side)
            return wins_in(winner, worth.distance) if worth.distance else _("{side} wins with best play.", side=winner)
    side = mover_title(match.game, match.position)
    if is_result(worth):
        return _("{side} to move. {result}.", side=side, result=result_words(worth))
    return _("{side} to move: expected score {value}.", side=side, value=Number(round(worth.value)))


def expected_score(game: Game, value: float) -> Sentence:
    """Return the first side's expected score in words."""
    return _("Expected score of {side}, from −100 to 100: {score}.", side=side_title(game, FIRST), score=Number(round(value)))  # fmt: skip


def headline(cause: Cause, words: dict[str, Any]) -> Sentence:
    """Return a short headline for the cause of a mistake. ``words`` has its number, move and side."""
    match cause.code:
        case "missed_win" | "missed_forced_win":
            return _("Move {number} missed a win.", **words)
        case "lost_anyway":
            return _("Move {number} could not save the game.", **words)
        case "left_open" if isinstance(words["reply"], Sentence):  # a column or a cell
            return _("Move {number} left {reply} open.", **words)
        case "left_open":
            return _("Move {number} left a win open.", **words)
        case "opened":
            return _("Move {number} made a win possible.", **words)
        case "ends_lost":
            return _("Move {number} ended the game as lost.", **words)
        case "ends_drawn":
            return _("Move {number} ended the game as a draw.", **words)
        case "double_threat":
            return _("Move {number} allowed a double threat.", **words)
        case "missed_double":
            return _("Move {number} missed a double threat.", **words)
        case "missed_turn":
            return _("Move {number} gave up another turn.", **words)
        case "gives_turns":
            return _("Move {number} gave the other side several turns.", **words)
        case "nim_sum":
            return _("Move {number} left a good number.", **words)
        case "hangs" | "shot" | "loses_piece":
            return _("Move {number} loses material.", **words)
        case "left_hanging":
            return _("Move {number} overlooked a threat.", **words)
        case "missed_capture":
            return _("Move {number} missed a capture.", **words)
        case "points" | "missed_points":
            return _("Move {number} cost points.", **words)
        case "runner":
            return _("Move {number} let a piece run.", **words)
        case "gives_cell":
            return _("Move {number} opened a good cell.", **words)
        case "mobility":
            return _("Move {number} left few moves.", **words)
        case "forced_loss":
            return _("Move {number} lost the game.", **words)
        case "only_move":
            return _("Move {number} was not the one that held.", **words)
        case "chance":
            return _("Move {number} scores less on average.", **words)
    return _("Move {number} was not the best.", **words)


def demonstration(match: Match, ply: int, played: Move | None, cause: Cause) -> Demonstration | None:
    """Return the line of a cause for the board; None if it shows nothing beyond the move ``played`` at ``ply``.

    A line that begins with the played move starts after it, any other line before it.
    """
    game, line = match.game, cause.line
    if not game.picture.width or not line:
        return None
    start = ply
    if played is not None and line[0] == played:
        start, line = ply + 1, line[1:]
    begins = replace(match, ply=start)
    ghosts, position = [], begins.position
    for number, move in enumerate(line[:GHOST_PLIES], start + 1):
        if position.is_over() or move not in position.moves():
            break
        child = position.play(move)
        ghosts += _ghosts(game, position, child, move, match.number_at(number))
        position = child
    decided = tuple(game.picture.highlight(position)) if position.is_over() else ()
    return Demonstration(begins, tuple(ghosts), decided or cause.cells) if ghosts else None


def _ghosts(game: Game, position: MarkedPosition, child: MarkedPosition, move: Move, number: int) -> list[Ghost]:
    """Return the piece that a move puts on a cell; nothing for a move without a cell, such as a pass."""
    cells = path(game.picture, position, move)
    if not cells:
        return []
    before, after = game.picture.marks(position), game.picture.marks(child)
    cell = cells[-1]
    mark = after[cell] if after[cell] != "." else before[cells[0]]
    return [{"cell": cell, "start": cells[0] if len(cells) > 1 else -1, "mark": mark, "number": number}]
