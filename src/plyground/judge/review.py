"""The review of a game: the mark of each move, its value before and after, and the cause of each mistake."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.core.position import Move
from plyground.judge.because import because
from plyground.judge.cause import Cause, Code
from plyground.judge.judge import Judge, repeated
from plyground.judge.judgement import rounded
from plyground.judge.move_marks import Mark, mark
from plyground.judge.wins import final_value

DECIDED = 50
"""Value from which a position counts as won, and below whose negative it counts as lost."""

UNCLEAR: frozenset[Code] = frozenset(("lost_anyway", "forced_loss", "better_line"))
"""Causes of marks whose reader learns nothing for the next game."""


class ReviewedMove(NamedTuple):
    """A move of a game with its mark. Values are those of the side that made it, from −100 to 100."""

    ply: int  # number of the move, from 1
    move: Move
    mark: Mark
    before: float  # expected score of the position
    after: float  # expected score of the move
    proven: bool  # no estimate has a part in ``after``
    cause: Cause | None  # None for a move without a mark
    before_proven: bool  # no estimate has a part in ``before``

    @property
    def is_error(self) -> bool:
        """True for a mistake that lost value: a win that was not taken at once may still win."""
        return bool(self.mark) and self.after < self.before


@dataclass(frozen=True)
class Review:
    """The review of a whole game."""

    match: Match
    moves: tuple[ReviewedMove, ...]  # reviewed moves, in the order of the game
    nodes: int  # positions that a search could visit for one judgement

    def decisive(self, sides: Container[int]) -> ReviewedMove | None:
        """Return the mistake of these sides that decided the finished game (:func:`decisive`); None without one."""
        game, positions, outcome = self.match.game, self.match.positions, self.match.outcome
        theirs = (each for each in self.mistakes if game.side(positions[each.ply - 1]) in sides)
        return decisive(theirs, drawn=outcome is not None and outcome.winner is None)

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The moves with a mark."""
        return tuple(each for each in self.moves if each.mark)

    def __str__(self) -> str:
        """Return the moves with their marks, and the cause of each mistake on a line of its own."""
        words = self.match.words
        lines = [" ".join(f"{words[each.ply - 1]}{each.mark}" for each in self.moves)]
        lines += [f"{each.ply} {words[each.ply - 1]}{each.mark}: {each.cause.sentence}" for each in self.mistakes if each.cause]  # fmt: skip
        return "\n".join(lines)


def decisive(mistakes: Iterable[ReviewedMove], *, drawn: bool) -> ReviewedMove | None:
    """Return the mistake that decided a game, of the marked moves of a side that did not win; None without any.

    It is the last move that left the position lost which was not lost before; in a ``drawn`` game the last one that
    let a win go. An inaccuracy stands back. If no move did this, it is the mistake that lost most, the last of several.
    """
    found = list(mistakes)
    turned = [each for each in found if decides(each, drawn=drawn)]
    if turned:
        return max(turned, key=lambda each: (each.mark != "?!", each.ply))
    return max(found, key=lambda each: (each.before - each.after, each.ply), default=None)


def decides(move: ReviewedMove, *, drawn: bool) -> bool:
    """Return True if a mistake left the position lost which was not lost before; in a ``drawn`` game, let a win go."""
    limit = DECIDED if drawn else -DECIDED
    return move.after < limit <= move.before or move.after <= limit < move.before


def last_blunder(mistakes: Iterable[ReviewedMove], ply: int) -> ReviewedMove | None:
    """Return the last clear blunder after a ply, of the marked moves of a side; None without any.

    In a position that is lost, it is still a move that loses at once or gives something away.
    """
    later = (each for each in mistakes if each.ply > ply and each.mark == "??")
    clear = (each for each in later if each.cause and each.cause.code not in UNCLEAR)
    return max(clear, key=lambda each: each.ply, default=None)


def review_match(judge: Judge, moves: Iterable[Move], start: Any = None) -> Iterator[ReviewedMove]:
    """Yield every move of a game with its mark, the last one first: mistakes near the end are found sooner.

    The game begins at ``start``, by default at that of its rules. Moves of chance have no mark.
    """
    played = list(moves)
    positions = [judge.game.start if start is None else start]
    for move in played:
        positions.append(positions[-1].play(move))
    for place in reversed(range(len(played))):
        yield reviewed(judge, positions[: place + 1], played[place])


def review_game(judge: Judge, match: Match, last: int | None = None) -> Review:
    """Return the review of the moves on the board of a match; with ``last``, of so many moves at its end."""
    moves = tuple(islice(review_match(judge, match.moves[: match.ply]), last))
    return Review(match, moves[::-1], judge.nodes)


def reviewed(judge: Judge, positions: list[Any], move: Move) -> ReviewedMove:
    """Return the review of a move at the last of the ``positions`` of a game so far."""
    position, ply = positions[-1], len(positions)
    again = repeated(judge.game, positions)
    if position.is_chance():
        before = judge(position, again)
        return ReviewedMove(ply, move, "", before.value, before.value, before.proven, None, before.proven)
    before, judged = judge(position, again), judge.after_move(position, move, again)
    worth, child = judged.of(move), position.play(move)
    after, proven = worth.value, worth.proven
    if child.is_over():
        after, proven = final_value(position, child), True
    found: Mark = "" if move == before.best.move else mark(position, move, judged)  # hints advise it
    cause = because(judge, position, move, again) if found else None
    return ReviewedMove(ply, move, found, before.value, rounded(after), proven, cause, before.proven)
