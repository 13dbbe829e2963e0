"""Grading of the project Tic-Tac-Toe of CS50's Introduction to Artificial Intelligence with Python.

The public description (cs50.harvard.edu/ai, project 0) names seven functions. The boards, the cases and the reference
here are plyground's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.random_numbers import new_chance
from plyground.i18n import Number, Sentence, _
from plyground.teaching.courses.course_process import serve_board_functions
from plyground.teaching.exercises.generator import seed_of
from plyground.teaching.grading.answer import Problem
from plyground.teaching.grading.game_submission import ENDINGS, GameFault, problem_in
from plyground.teaching.grading.submission_process import (
    SubmissionProcess,
    problem_sentence,
)
from plyground.teaching.grading.submission_report import Part, Report

FUNCTIONS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
"""The functions of the project."""
ROWS = tuple(tuple((row, column) for column in range(3)) for row in range(3))
COLUMNS = tuple(tuple((row, column) for row in range(3)) for column in range(3))
FIRST_DIAGONAL = (tuple((place, place) for place in range(3)),)
SECOND_DIAGONAL = (tuple((place, 2 - place) for place in range(3)),)
CELLS = [(row, column) for row in range(3) for column in range(3)]
POOL = 120
"""Boards among which those are chosen that tell mistakes of minimax apart."""
BOARDS_OF_PAIR = 3
LEAST_MARKS = 3
"""Marks on the boards given to ``minimax``: with fewer, a plain search in Python takes many seconds."""
OUTSIDE = ((3, 0), (0, 3), (3, 3))
"""Actions off the board. Negative ones are left out: right solutions of the course differ there."""

Board = tuple[tuple[str | None, ...], ...]
Action = tuple[int, int]


class Case(NamedTuple):
    """One call of a function."""

    function: str
    board: Board | None
    action: Action | None = None


class Wanted(NamedTuple):
    """The answers to a case that are right."""

    values: tuple[Any, ...] = ()  # any of these
    raises: bool = False  # True: an exception
    changes: bool = False  # True: the board is changed; predicted only


class Answered(NamedTuple):
    """The answer of a submission."""

    value: Any = None
    changes: bool = False
    problem: Problem | None = None

    def fits(self, wanted: Wanted) -> bool:
        """Return True if the answer is one of the wanted ones."""
        if self.problem is not None:
            return wanted.raises and self.problem.kind == "raises"
        return not wanted.raises and self.changes == wanted.changes and any(self.value == value for value in wanted.values)  # fmt: skip


FAULTS = (
    GameFault("result-changes-board", _("result changes the board that it is given. Make a deep copy first.")),
    GameFault("result-takes-taken", _("result accepts a cell that is taken. It must raise an exception.")),
    GameFault("result-other-mark", _("result puts the mark of the other player.")),
    GameFault("rows-missed", _("A complete row does not count as a win. Test all rows.")),
    GameFault("columns-missed", _("A complete column does not count as a win. Test all columns.")),
    GameFault("first-diagonal-missed", _("The diagonal from the top left does not count as a win.")),
    GameFault("second-diagonal-missed", _("The diagonal from the top right does not count as a win.")),
    GameFault("diagonals-missed", _("No diagonal counts as a win. Test both.")),
    GameFault("player-swapped", _("player names the other side: X moves first.")),
    GameFault("player-always-x", _("player always names X. Count the marks.")),
    GameFault("actions-taken", _("actions lists cells that are taken.")),
    GameFault("actions-swapped", _("actions gives (column, row). It must give (row, column).")),
    GameFault("full-board-goes-on", _("terminal does not end the game on a full board without a winner.")),
    GameFault("win-goes-on", _("terminal ends the game on a full board alone. A win ends it, too.")),
    GameFault("utility-sign", _("utility has the wrong sign: 1 if X won, −1 if O won.")),
    GameFault("utility-always-one", _("utility is 1 for every win. It must be −1 if O won.")),
    GameFault("winner-of-mover", _("winner names the side to move. The side that moved last has won.")),
    GameFault("minimax-sides-swapped", _("minimax exchanges the players: X must take the largest value, O the smallest.")),
    GameFault("minimax-always-max", _("minimax takes the largest value for O, too. O must take the smallest.")),
    GameFault("minimax-below-max", _("Below its first move, minimax lets both players take the largest value.")),
    GameFault("minimax-one-move", _("minimax looks one move ahead only.")),
    GameFault("minimax-only-x", _("minimax takes the largest value for O, too. O must take the smallest.")),
    GameFault("minimax-any-action", _("minimax returns the first possible action.")),
    GameFault("minimax-value", _("minimax returns a value. It must return an action.")),
    GameFault("minimax-pair", _("minimax returns a value and an action. It must return the action alone.")),
    GameFault("minimax-no-end", _("minimax returns an action or fails on a finished board. It must return None.")),
)  # fmt: skip
"""The mistakes that can be explained. Each is made in the reference, which then answers the same cases."""
SAME = {"minimax-only-x": "minimax-always-max"}
"""Mistakes with the explanation of another one, by their names."""


class Reference:
    """The functions of the project, right or with one mistake."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.lines = [
            *(ROWS if fault != "rows-missed" else ()),
            *(COLUMNS if fault != "columns-missed" else ()),
            *(FIRST_DIAGONAL if fault not in ("first-diagonal-missed", "diagonals-missed") else ()),
            *(SECOND_DIAGONAL if fault not in ("second-diagonal-missed", "diagonals-missed") else ()),
        ]
        self.value = cache(self._value)

    def player(self, board: Board) -> str:
        """Return the side to move."""
        if self.fault == "player-always-x":
            return "X"
        marks = [cell for row in board for cell in row]
        is_x = marks.count("X") == marks.count("O")
        return "X" if is_x != (self.fault == "player-swapped") else "O"

    def actions(self, board: Board) -> list[Action]:
        """Return the possible actions."""
        free = [(row, column) for row, column in CELLS if board[row][column] is None]
        if self.fault == "actions-taken":
            return [cell for cell in CELLS if cell not in free]
        return [(column, row) for row, column in free] if self.fault == "actions-swapped" else free

    def result(self, board: Board, action: Action) -> Board | None:
        """Return the board after an action; None for an exception."""
        row, column = action
        if not (0 <= row < 3 and 0 <= column < 3):
            return None
        if board[row][column] is not None and self.fault != "result-takes-taken":
            return None
        rows = [list(each) for each in board]
        mark = self.player(board)
        if self.fault == "result-other-mark":
            mark = "O" if mark == "X" else "X"
        rows[row][column] = mark
        return tuple(map(tuple, rows))

    def winner(self, board: Board) -> str | None:
        """Return the side that has won."""
        for line in self.lines:
            marks = {board[row][column] for row, column in line}
            if len(marks) == 1 and None not in marks:
                return self.player(board) if self.fault == "winner-of-mover" else board[line[0][0]][line[0][1]]
        return None

    def terminal(self, board: Board) -> bool:
        """Return True if the game is over."""
        is_full = all(cell is not None for row in board for cell in row)
        is_won = self.winner(board) is not None
        if self.fault == "full-board-goes-on":
            return is_won
        return is_full or (is_won and self.fault != "win-goes-on")

    def utility(self, board: Board) -> int:
        """Return 1 if X has won, −1 if O has won, else 0."""
        winner = self.winner(board)
        if winner is not None and self.fault == "utility-always-one":
            return 1
        return {"X": 1, "O": -1, None: 0}[winner] * (-1 if self.fault == "utility-sign" else 1)

    def minimax(self, board: Board) -> tuple[Any, ...]:
        """Return the answers that minimax may give."""
        if self.terminal(board) and self.fault != "minimax-no-end":
            return (None,)
        actions = self.actions(board)
        if not actions or self.fault in ("player-always-x", "actions-taken", "actions-swapped", "result-other-mark"):
            raise ValueError  # the mistake leads minimax to answers that nobody can tell
        if self.fault == "minimax-any-action":
            return (actions[0],)
        values = {action: self._below(board, action) for action in actions}
        best = (max if self._takes_largest(self.player(board), 0) else min)(values.values())
        if self.fault == "minimax-value":
            return (best,)
        chosen = [action for action, value in values.items() if value == best]
        return tuple([best, list(action)] for action in chosen) if self.fault == "minimax-pair" else tuple(chosen)

    def _takes_largest(self, player: str, level: int) -> bool:
        if self.fault == "minimax-always-max" or (self.fault == "minimax-below-max" and level) or (self.fault == "minimax-only-x" and not level):  # fmt: skip
            return True
        return (player == "X") != (self.fault == "minimax-sides-swapped")

    def _below(self, board: Board, action: Action) -> int:
        after = self.result(board, action)
        if after is None:
            raise ValueError
        if self.fault == "minimax-one-move":
            return self.utility(after)
        return self.value(after)

    def _value(self, board: Board) -> int:
        if self.terminal(board):
            return self.utility(board)
        actions = self.actions(board)
        if not actions:
            raise ValueError
        return (max if self._takes_largest(self.player(board), 1) else min)(self._below(board, action) for action in actions)  # fmt: skip

    def wanted(self, case: Case) -> Wanted | None:
        """Return the right answers to a case; None if nobody can tell them."""
        board, action = case.board, case.action
        if board is None:
            return Wanted((((None,) * 3,) * 3,))
        if case.function == "actions":
            return Wanted((self.actions(board),))
        if case.function == "result":
            assert action is not None
            after = self.result(board, action)
            return (
                Wanted(raises=True) if after is None else Wanted((after,), changes=self.fault == "result-changes-board")
            )
        if case.function == "minimax":
            if self.fault == "result-changes-board":
                return None
            try:
                return Wanted(self.minimax(board))
            except ValueError:
                return None
        return Wanted((getattr(self, case.function)(board),))


def cases(student: str, seed: int, count: int) -> Iterator[Case]:
    """Yield the cases of all functions on ``count`` boards, which depend on the student's name and the seed."""
    yield Case("initial_state", None)
    chance = new_chance(seed_of("grade", "cs50", student, seed))
    right = Reference()
    for board in sorted(_boards(chance, count), key=_marks):
        is_over = right.terminal(board)
        taken = [cell for cell in CELLS if board[cell[0]][cell[1]] is not None]
        if not is_over:
            free = right.actions(board)
            yield Case("player", board)
            yield Case("actions", board)
            yield Case("result", board, free[chance.below(len(free))])
            if taken:
                yield Case("result", board, taken[chance.below(len(taken))])
            yield Case("result", board, OUTSIDE[chance.below(len(OUTSIDE))])
        else:
            yield Case("utility", board)
        yield Case("winner", board)
        yield Case("terminal", board)
        if _marks(board) >= LEAST_MARKS:
            yield Case("minimax", board)
    for board in _revealing(_boards(chance, POOL)):
        yield Case("minimax", board)


def _revealing(boards: list[Board]) -> Iterator[Board]:
    """Yield the boards on which two mistakes of minimax have the fewest actions in common, for each two mistakes."""
    references = [Reference(fault.name) for fault in FAULTS if fault.name.startswith("minimax-")]
    usable = [board for board in boards if _marks(board) >= LEAST_MARKS and not Reference().terminal(board)]
    answers = {(each.fault, board): set(map(str, each.minimax(board))) for each in references for board in usable}
    found: dict[Board, None] = {}
    for one, other in combinations(references, 2):

        def overlap(board: Board, one: str = one.fault, other: str = other.fault) -> float:
            mine, others = answers[one, board], answers[other, board]
            return len(mine & others) / len(mine | others)

        found |= dict.fromkeys(sorted(usable, key=overlap)[:BOARDS_OF_PAIR])
    yield from found


def _marks(board: Board) -> int:
    return sum(cell is not None for row in board for cell in row)


def _boards(chance: Any, count: int) -> list[Board]:
    """Return boards of random games: the empty one, ends with each line that wins, and positions in play."""
    right = Reference()
    found: dict[Board, None] = {((None,) * 3,) * 3: None}
    ends: dict[Any, Board] = {}
    for _number in range(40 * count):
        board: Board = ((None,) * 3,) * 3
        game = []
        while not right.terminal(board):
            free = right.actions(board)
            after = right.result(board, free[chance.below(len(free))])
            assert after is not None
            board = after
            game.append(board)
        lines = tuple(line for line in right.lines if len({board[r][c] for r, c in line} - {None}) == 1 and all(board[r][c] for r, c in line))  # fmt: skip
        ends.setdefault((lines, right.winner(board)), board)
        found.setdefault(game[chance.below(len(game))])
        if len(found) >= count and len(ends) >= count // 2:
            break
    return list(dict.fromkeys([*list(found)[:count], *list(ends.values())[: count // 2]]))


def grade_cs50(path: Path, text: str, student: str, *, count: int, seed: int, seconds: float) -> Report:
    """Grade a file with the functions of the project."""
    process = SubmissionProcess(serve_board_functions, str(path), text, FUNCTIONS, seconds, text=text, seconds=seconds)
    try:
        loaded = process.load({})
        if "functions" not in loaded:
            return _report(student, [], {}, problem_in(loaded), seed, seconds)
        asked = [case for case in cases(student, seed, count) if case.function in loaded["functions"]]
        answers: dict[Case, Answered] = {}
        stopped: set[str] = set()
        for case in asked:
            if case.function in stopped:
                answers[case] = Answered(problem=Problem("endless"))
                continue
            answers[case] = _answer(process, case, seconds)
            problem = answers[case].problem
            if problem is not None and problem.kind in ENDINGS:
                stopped.add(case.function)
        missing = [name for name in FUNCTIONS if name not in loaded["functions"]]
        return _report(student, missing, answers, None, seed, seconds)
    finally:
        process.end()


def _answer(process: SubmissionProcess, case: Case, seconds: float) -> Answered:
    told = process.ask({"function": case.function, "board": case.board, "action": case.action})
    if "result" not in told:
        return Answered(problem=problem_in(told))
    result = told["result"]
    if case.function in ("initial_state", "result"):
        value: Any = tuple(tuple(row) if isinstance(row, list) else row for row in result) if isinstance(result, list) else result  # fmt: skip
    elif case.function == "actions":
        value = sorted(tuple(each) if isinstance(each, list) else each for each in result) if isinstance(result, list) and all(isinstance(each, list) for each in result) else result  # fmt: skip
    elif case.function == "minimax" and isinstance(result, list) and all(isinstance(each, int) for each in result):
        value = tuple(result)
    else:
        value = result
    return Answered(value, bool(told["changed"]))


def _fits(case: Case, answer: Answered, wanted: Wanted | None) -> bool:
    if wanted is None:
        return True
    if case.function == "terminal" and answer.problem is None and not isinstance(answer.value, bool):
        return False
    if case.function == "actions":
        wanted = wanted._replace(values=tuple(sorted(each) for each in wanted.values))
    return answer.fits(wanted)


def fault_of(answers: dict[Case, Answered]) -> GameFault | None:
    """Return the mistake that predicts every answer, right and wrong; None unless there is exactly one."""
    right = Reference()
    wrong = {case for case, answer in answers.items() if not _fits(case, answer, right.wanted(case))}
    if not wrong:
        return None
    found = []
    for fault in FAULTS:
        faulty = Reference(fault.name)
        predicted = {case: faulty.wanted(case) for case in answers}
        tells = any(predicted[case] not in (None, right.wanted(case)) for case in wrong)
        if tells and all(_fits(case, answer, predicted[case]) for case, answer in answers.items()):
            found.append(SAME.get(fault.name, fault.name))
    return next(each for each in FAULTS if each.name == found[0]) if len(set(found)) == 1 else None


def _report(
    student: str, missing: list[str], answers: dict[Case, Answered], problem: Problem | None, seed: int, seconds: float
) -> Report:
    right = Reference()
    results = {case: _fits(case, answer, right.wanted(case)) for case, answer in answers.items()}
    parts = []
    for name in FUNCTIONS:
        own = [is_right for case, is_right in results.items() if case.function == name]
        parts.append(Part(name, Sentence(name, {}), sum(own), max(1, len(own))))
    total = sum(part.total for part in parts)
    done = sum(part.right for part in parts)
    fault = fault_of(answers)
    failure = problem or next((answers[case].problem for case, is_right in results.items() if not is_right and answers[case].problem), None)  # fmt: skip
    cause: Sentence | None = fault.explanation if fault is not None else None
    if cause is None and problem is not None:
        cause = problem_sentence(problem, seconds)
    sentences: list[Sentence] = []
    if done == total:
        sentences.append(_("{student}: right in all {total} tests ({task}).", student=student, total=Number(total), task="cs50"))  # fmt: skip
    else:
        sentences.append(_("{student}: right in {right} of {total} tests ({task}).", student=student, right=Number(done), total=Number(total), task="cs50"))  # fmt: skip
        sentences += [_("Right {part}: {right} of {total}.", part=part.title, right=Number(part.right), total=Number(part.total)) for part in parts if part.right < part.total and part.name not in missing]  # fmt: skip
        sentences += [_("The function {name} is missing.", name=name) for name in missing]
        if cause is not None:
            sentences.append(_("The cause: {cause}", cause=cause))
    example = next((case for case, is_right in results.items() if not is_right), None)
    if example is not None:
        sentences.append(_told(example, answers[example], right, seconds))
    record = {
        "student": student, "task": "cs50", "seed": seed, "right": done, "tests": total,
        "parts": {part.name: [part.right, part.total] for part in parts},
        "mistake": fault.name if fault else None, "cause": None if cause is None else str(cause),
        "example": None if example is None else _called(example),
    }  # fmt: skip
    if cause is None and failure is not None:
        cause = problem_sentence(failure, seconds)
    return Report(
        student, "cs50", done, total, tuple(parts), fault.name if fault else "", cause, tuple(sentences),
        "" if example is None else _called(example), ", ".join(name for name in FUNCTIONS if name not in missing), seed, "cs50", record,
    )  # fmt: skip


def _told(case: Case, answer: Answered, right: Reference, seconds: float) -> Sentence:
    """Return the smallest wrong case in words."""
    wanted = right.wanted(case)
    call = _called(case)
    if answer.problem is not None and not (wanted is not None and wanted.raises):
        return _("{call}: {problem}", call=call, problem=problem_sentence(answer.problem, seconds))
    if answer.changes:
        return _("{call} changes the board that it is given.", call=call)
    if wanted is None or wanted.raises:
        return _("{call} returns {value}, but it must raise an exception.", call=call, value=_shown(answer.value))
    shown = " / ".join(map(_shown, wanted.values))
    return _("{call} returns {value}, but {right} is right.", call=call, value=_shown(answer.value), right=shown)


def _called(case: Case) -> str:
    given = [_shown(each) for each in (case.board, case.action) if each is not None]
    return f"{case.function}({', '.join(given)})"


def _shown(value: Any) -> str:
    """Return a value as the students' files write it, with X, O and EMPTY on boards."""
    if isinstance(value, tuple) and len(value) == 3 and all(isinstance(row, tuple) for row in value):
        return f"[{', '.join('[' + ', '.join('EMPTY' if cell is None else str(cell) for cell in row) + ']' for row in value)}]"
    if isinstance(value, list):
        return "{" + ", ".join(map(_shown, value)) + "}"
    return str(value)
