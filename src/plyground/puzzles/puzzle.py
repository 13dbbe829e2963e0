"""A puzzle: a position that its side to move wins, with the judgement of every answer."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.position import Move
from plyground.errors import MoveError
from plyground.i18n import _

Verdict = Literal["right", "slower", "wrong"]
"""The judgement of an answer: it keeps the fastest win, wins more slowly, or gives the win away."""
VERDICTS: tuple[Verdict, ...] = ("right", "slower", "wrong")


class Answer(NamedTuple):
    """A move of the solver, judged by exact values."""

    verdict: Verdict
    utility: int  # utility after the move, for the solver
    distance: int | None  # plies from before the move to the end of the game; None for a draw
    replies: tuple[str, ...] = ()  # best moves of the other side until the solver is to move again
    answers: Mapping[str, Answer] = {}  # answers to the next question; empty if solved or if this answer is wrong


class Puzzle(NamedTuple):
    """A position that its side to move wins, and a judged answer for every legal move on the way."""

    game: str  # spec text
    position: str  # position in the game's notation
    moves: int  # moves of the solver to the end of the game: the level
    answers: Mapping[str, Answer]  # answers by name of the move

    @property
    def id(self) -> str:
        """The name of the puzzle in URLs and in the store: a digest of its game and position."""
        return blake2b(f"{self.game} {self.position}".encode(), digest_size=6).hexdigest()

    @property
    def has_one_win(self) -> bool:
        """True if only one first move wins."""
        return sum(answer.utility > 0 for answer in self.answers.values()) == 1

    @property
    def line(self) -> tuple[str, ...]:
        """The solution: the first right move each time, and the replies to it."""
        line: list[str] = []
        answers = self.answers
        while answers:
            word, answer = next(each for each in answers.items() if each[1].verdict == "right")
            line += [word, *answer.replies]
            answers = answer.answers
        return tuple(line)


class Attempt(NamedTuple):
    """The state of a puzzle that is being solved."""

    puzzle: Puzzle
    match: Match  # match from the position of the puzzle
    answers: Mapping[str, Answer]  # answers to the present question; empty if the puzzle is solved

    @classmethod
    def begin(cls, puzzle: Puzzle, game: Game) -> Attempt:
        """Return the puzzle before the first answer. Raise :class:`PositionError` if it is not one of this game."""
        start = game.beginning(puzzle.position)
        return cls(puzzle, Match(start), puzzle.answers)

    @property
    def is_solved(self) -> bool:
        """True if the game is won."""
        return not self.answers

    def judge(self, move: Move) -> Answer:
        """Return the judgement of a legal move.

        Raise :class:`MoveError` if the puzzle is solved or the move unknown.
        """
        match = self.match
        match.game.play(match.position, move)
        word = match.game.notation.format_move(match.position, move)
        if word not in self.answers:
            raise MoveError(_("This puzzle is solved: choose another one.") if self.is_solved else _("The file of this puzzle does not judge the move {move}.", move=word))  # fmt: skip
        return self.answers[word]

    def after(self, move: Move) -> Attempt:
        """Return the puzzle after a move and the replies to it. An answer that is not right has no next question."""
        answer = self.judge(move)
        return Attempt(self.puzzle, replied(self.match.play(move), answer), answer.answers)

    def resumed(self, words: list[str]) -> Attempt:
        """Return the puzzle after right answers, given by name. Raise :class:`MoveError` for any other answer."""
        attempt = self
        for word in words:
            move = attempt.match.game.notation.parse_move(attempt.match.position, word)
            if attempt.judge(move).verdict != "right":
                raise MoveError(_("{move} is not the right answer here.", move=word))
            attempt = attempt.after(move)
        return attempt


def replied(match: Match, answer: Answer) -> Match:
    """Return a match after the replies to an answer."""
    for word in answer.replies:
        match = match.play(match.game.notation.parse_move(match.position, word))
    return match


def position_key(game: Game, position: Any) -> object:
    """Return a key that is equal for mirror images of a position.

    The key is the position's own ``canonical()``. Without this method, it is the least text of its drawing under the
    symmetries of the grid. Such a text may also be equal for positions of a game without these symmetries.
    """
    if hasattr(position, "canonical"):
        return position.canonical()
    picture, side = game.picture, game.side(position)
    marks = picture.marks(position)
    if not marks:
        return position
    rows = [marks[begin : begin + picture.width] for begin in range(0, len(marks), picture.width)]
    images = [rows, ["".join(column) for column in zip(*rows, strict=True)]]
    images += [image[::-1] for image in images]
    images += [[row[::-1] for row in image] for image in images]
    return side, min("\n".join(image) for image in images)
