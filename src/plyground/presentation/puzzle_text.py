"""Sentences about puzzles: the question, and the reason why an answer is right or wrong."""

from __future__ import annotations

from collections.abc import Iterable

from plyground.arena.match import Match
from plyground.core.position import Move
from plyground.i18n import Sentence, _, _n
from plyground.judge.cause import listed
from plyground.presentation.side_title import side_title
from plyground.puzzles.puzzle import Answer, Attempt, Puzzle


def question(puzzle: Puzzle, match: Match) -> Sentence:
    """Return the task of a puzzle. ``match`` is at its position."""
    side = side_title(match.game, match.side)
    if puzzle.has_one_win and puzzle.moves == 1:
        return _("{side} wins with one move. Find it.", side=side)
    if puzzle.has_one_win:
        return _n("{side} wins in {count} move. Only one first move does it: find it.", "{side} wins in {count} moves. Only one first move does it: find it.", puzzle.moves, side=side)  # fmt: skip
    return _n("{side} wins in {count} move. Find the fastest way.", "{side} wins in {count} moves. Find the fastest way.", puzzle.moves, side=side)  # fmt: skip


def further_question(attempt: Attempt) -> Sentence:
    """Return the task after a right answer and the replies to it."""
    match = attempt.match
    count = _replies(match)
    if not count:
        return _("Right. It is your turn again: go on.")
    reply = _named(match.undo(count), match.words[match.ply - count : match.ply])
    return _("Right. {side} answers {move}: go on.", side=side_title(match.game, 1 - match.side), move=reply)


def _named(match: Match, words: Iterable[str]) -> Sentence | str:
    """Return the names of the next moves, which ``words`` spell, for a sentence."""
    names = []
    for word in words:
        move = match.game.notation.parse_move(match.position, word)
        names.append(match.game.move_words(match.position, move))
        match = match.play(move)
    return listed(names)


def _replies(match: Match) -> int:
    """Return the number of moves that the other side has just made."""
    count = 0
    for position in reversed(match.positions[: match.ply]):
        if match.game.side(position) == match.side:
            break
        count += 1
    return count


def verdict(before: Match, move: Move, answer: Answer) -> Sentence:
    """Return the reason why ``move`` is not right, with the reply that refutes it. ``before`` is the match before it."""
    other = side_title(before.game, 1 - before.side)
    word = before.game.move_words(before.position, move)
    if answer.verdict == "slower":
        return _("{move} wins too, but later. There is a faster way.", move=word)
    if not answer.replies:
        return _("{move} does not win: the game ends in a draw.", move=word) if answer.utility == 0 else _("{move} loses at once.", move=word)  # fmt: skip
    reply = _named(before.play(move), answer.replies)
    if answer.utility == 0:
        return _("{move} does not win: after {reply} {side} holds the draw.", move=word, reply=reply, side=other)
    if answer.distance is None or answer.utility < -1:
        return _("{move} loses: {side} answers {reply} and wins.", move=word, reply=reply, side=other)
    moves = answer.distance // 2
    if moves <= 1:
        return _("{move} loses: {side} answers {reply} and wins at once.", move=word, reply=reply, side=other)
    return _n("{move} loses: {side} answers {reply} and wins in {count} move.", "{move} loses: {side} answers {reply} and wins in {count} moves.", moves, move=word, reply=reply, side=other)  # fmt: skip


def solved(attempt: Attempt) -> Sentence:
    """Return the sentence on a solved puzzle."""
    match = attempt.match
    winner = match.outcome.winner if match.outcome else None
    return _("Solved. {side} wins.", side=side_title(match.game, winner)) if winner is not None else _("Solved.")
