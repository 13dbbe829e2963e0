"""Grading of a student's rules of a game: moves, boards, ends and results compared with the reference game's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from plyground.bots.move_spelling import Cells, GivenMove, MoveReader
from plyground.core.game import Game
from plyground.i18n import Sentence, _
from plyground.teaching.grading.answer import Problem
from plyground.teaching.grading.game_submission import (
    ENDINGS,
    GameSubmission,
    Line,
    after,
    nearest,
    problem_in,
    sampled,
)

MAX_NEAR_POSITIONS = 300
"""Number of positions near the start that are searched for the smallest example."""
DRAWN = (None, "", "draw", "tie", "none", ".", " ", "-", 0, False)
"""Answers that tell that nobody has won."""


class Difference(NamedTuple):
    """A difference in one position: a missing legal move, an allowed illegal move, a board or a result."""

    kind: str  # "missing", "extra", "board", "over", "result" or "changed"
    cells: Cells = ()
    text: str = ""
    given: Any = None
    expected: Any = None


class Tested(NamedTuple):
    """One position with the differences in it."""

    line: Line
    position: Any
    parts: dict[str, bool]  # True for each reported part that is right
    differences: tuple[Difference, ...]
    problem: Problem | None = None

    @property
    def is_right(self) -> bool:
        """True if there is no difference."""
        return self.problem is None and not self.differences


def tested(submission: GameSubmission, student: str) -> list[Tested]:
    """Return the sampled positions with their differences, up to the first call that does not return."""
    settings = submission.settings
    found = []
    for line in sampled(settings.game, student, settings.task, settings.seed, settings.positions, ended=True):
        found.append(_test(submission, line))
        problem = found[-1].problem
        if problem is not None and problem.kind in ENDINGS:
            break
    return found


def smallest(submission: GameSubmission, all_tested: list[Tested]) -> Tested | None:
    """Return the wrong position after the fewest moves that was found; None if all are right."""
    wrong = [each for each in all_tested if not each.is_right]
    if not wrong:
        return None
    best = min(wrong, key=lambda each: len(each.line))
    if any(each.problem is not None and each.problem.kind in ENDINGS for each in wrong):
        return best
    for line, _position in nearest(submission.game, MAX_NEAR_POSITIONS):
        if len(line) >= len(best.line):
            break
        tried = _test(submission, line)
        if not tried.is_right and (tried.problem is None) == (best.problem is None):
            return tried
    return best


def _test(submission: GameSubmission, line: Line) -> Tested:
    game = submission.game
    position = after(game, line)
    reader = MoveReader(game, position)
    answer = submission.ask(line, candidates=list(_candidates(game, reader)))
    if "problem" in answer:
        return Tested(line, position, {}, (), problem_in(answer))
    try:
        by_part = dict(_differences(game, position, reader, answer))
    except (AttributeError, KeyError, TypeError, ValueError):  # the process may send anything
        return Tested(line, position, {}, (), Problem("ended"))
    parts = {part: not found for part, found in by_part.items()}
    return Tested(line, position, parts, tuple(each for found in by_part.values() for each in found))


def _candidates(game: Game, reader: MoveReader) -> Iterator[Cells]:
    """Yield candidates for moves, legal and illegal, as cells. Each has as many cells as a move of the game.

    Some of them leave the board by one row or column.
    """
    width, height = game.picture.width, game.picture.height
    count = max((len(cells) // 2 for cells in MoveReader.of_start(game).values()), default=0)
    places = [(row, column) for row in range(height) for column in range(width)]
    for chosen in product(places, repeat=count) if count else ():
        yield tuple(part for place in chosen for part in place)
    around = [(row, column) for row in range(-1, height + 1) for column in range(-1, width + 1) if (row, column) not in places]  # fmt: skip
    if count == 1:
        yield from around
    elif count == 2:
        for (row, column), target in product(places, around):
            if max(abs(row - target[0]), abs(column - target[1])) == 1:
                yield (row, column, *target)


def _differences(
    game: Game, position: Any, reader: MoveReader, answer: dict[str, Any]
) -> Iterator[tuple[str, list[Difference]]]:
    """Yield (name of a part, its differences) for each part of the rules that the submission answers."""
    for source in ("moves", "valid"):
        if source in answer:
            found = _move_differences(reader, [reader.read(given) for given in answer[source]])
            if answer.get("changed"):
                found.append(Difference("changed"))
            yield source, found
    if "boards" in answer:
        yield (
            "boards",
            [
                Difference("board", reader.legal[move], reader.text(move), board, right)
                for move, board in answer["boards"]
                if (right := game.picture.marks(position.play(move))) != _as_marks(board, right)
            ],
        )
    over = position.is_over()
    if "over" in answer:
        yield "over", [] if answer["over"] == over else [Difference("over", given=answer["over"], expected=over)]
    if "utility" in answer and over:
        right = position.utility()
        yield "results", [] if answer["utility"] == right else [Difference("result", given=answer["utility"], expected=right)]  # fmt: skip
    if "winner" in answer:
        outcome = game.outcome(position)
        winner = outcome.winner if outcome is not None else None
        given = answer["winner"]
        mark = None if winner is None else game.sides[winner]
        said = given.lower() if isinstance(given, str) and mark is None else given
        is_right = said in DRAWN if mark is None else given == mark
        yield "results", [] if is_right else [Difference("result", given=given, expected=mark)]


def _as_marks(board: Any, right: str) -> str:
    """Return a student's board with ``.`` for its blanks, if it has the right size."""
    text = str(board)
    return text.replace(" ", ".").replace("_", ".") if len(text) == len(right) else text


def _move_differences(reader: MoveReader, given: list[GivenMove]) -> list[Difference]:
    moves = {each.move for each in given if each.move is not None}
    missing = [
        Difference("missing", cells, reader.text(move)) for move, cells in reader.legal.items() if move not in moves
    ]
    return missing + [Difference("extra", each.cells, each.text) for each in given if each.move is None]


def told(game: Game, example: Tested) -> Iterator[Sentence]:
    """Yield the differences of an example in words."""
    for each in example.differences[:3]:
        if each.kind == "missing":
            yield _("The legal move {move} is missing.", move=each.text)
        elif each.kind == "extra":
            yield _("It allows {move}, which is not legal.", move=each.text)
        elif each.kind == "board":
            yield _(
                "After {move} it has the board {given}, but {right} is right.",
                move=each.text, given=_rows(game, each.given), right=_rows(game, each.expected),
            )  # fmt: skip
        elif each.kind == "changed":
            yield _("It changes the board that it is given.")
        elif each.kind == "over":
            yield (
                _("It says that the game is over.")
                if each.given
                else _("It says that the game goes on, but it is over.")
            )
        else:
            yield _("Its result is {given}, but {right} is right.", given=repr(each.given), right=repr(each.expected))


def _rows(game: Game, marks: Any) -> str:
    """Return the marks of a board with "/" between its rows."""
    text, width = str(marks), game.picture.width
    return "/".join(text[start : start + width] for start in range(0, len(text), width))
