"""Ready tasks in code: a text, a starter file, the tests that mark it, and a solution for the teacher."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from plyground.errors import SpecError
from plyground.i18n import Sentence, _

FOLDER = Path(__file__).parent
TEXT_COLUMNS = 88
"""Columns of the text in a starter file."""


class ReadyTask(NamedTuple):
    """A task: what to write, and the options of ``plyground grade`` that mark it."""

    title: Sentence
    text: Sentence
    options: str


BOARD = _("The board is a list of rows, the top row first. Each cell is the mark of a side, or “.” if it is free. Rows and columns are counted from 0 at the top left.")  # fmt: skip
"""The sentence that explains boards."""
TASKS = {
    "minimax": ReadyTask(
        _("Minimax on a tree"),
        _("Write minimax. A node is a list of children; a leaf is a number. MAX moves at the root, then MIN, in turn. Return the value of the node."),
        "--task minimax",
    ),
    "alphabeta": ReadyTask(
        _("Alpha-beta on a tree"),
        _("Write alpha-beta. It returns the value of minimax, but it skips the leaves that cannot matter: those after alpha ≥ beta. Search the children from left to right."),
        "--task alphabeta",
    ),
    "tictactoe-rules": ReadyTask(
        _("The rules of tic-tac-toe"),
        _("Write the rules. winner returns the mark of the side with three in a row, or None. is_over returns True if the game has ended. legal_moves returns the free cells as (row, column), and none after the end. play returns a new board."),
        "--task moves --game tictactoe",
    ),
    "decide": ReadyTask(
        _("Your own decide for tic-tac-toe"),
        _("Write a player. decide returns the cell (row, column) for the mark “player”. First list the kinds of moves and their order: win, block, and so on. Then make it play perfectly: no move may give a win or a draw away."),
        "--task player --game tictactoe",
    ),
    "dame-rules": ReadyTask(
        _("IsValidMove, the moves and the next board of Dame"),
        _("Write the rules of Dame on 4 × 4 cells. A piece goes to a free cell next to it, in any of eight directions. O begins on the bottom row, C on the top row. The game ends when all pieces of a side stand on the opposite row: then no move is legal. start and end are cells (row, column). next_board returns a new board."),
        "--task moves --game dame",
    ),
    "dame-evaluation": ReadyTask(
        _("The evaluation of Dame"),
        _("Write the evaluation of a position for the side “player”. Count the rows that its pieces have gone from home, and take off the rows that the pieces of the other side have gone. O starts on the bottom row, C on the top row."),
        "--task evaluation --game dame --evaluation advance",
    ),
}  # fmt: skip
"""The ready tasks by name."""
WITHOUT_BOARD = ("minimax", "alphabeta")
"""The tasks on trees."""


def ready_task(name: str) -> ReadyTask:
    """Return a task. Raise :class:`SpecError` for an unknown name."""
    if name not in TASKS:
        raise SpecError(_("There is no task “{name}”; the tasks are: {names}.", name=name, names=", ".join(TASKS)))
    return TASKS[name]


def starter(name: str) -> str:
    """Return the text of the starter file, with the task in the reader's language on top. Raise :class:`SpecError`."""
    paragraphs = "\n\n".join(fill(each, TEXT_COLUMNS, break_on_hyphens=False) for each in paragraphs_of(name))
    marked = f"plyground grade {name.replace('-', '_')}.py {ready_task(name).options}"
    return f'"""{paragraphs}\n\n{marked}\n"""\n\n{functions(name)}'


def paragraphs_of(name: str) -> list[str]:
    """Return the title and the text of a task in the reader's language. Raise :class:`SpecError`."""
    task = ready_task(name)
    return [str(task.title), str(task.text)] + ([] if name in WITHOUT_BOARD else [str(BOARD)])


def functions(name: str) -> str:
    """Return the empty functions of a task. Raise :class:`SpecError`."""
    ready_task(name)
    return _file("starters", name)


def solution(name: str) -> str:
    """Return the text of the teacher's solution. Raise :class:`SpecError`."""
    ready_task(name)
    return _file("solutions", name)


def _file(folder: str, name: str) -> str:
    return (FOLDER / folder / f"{name}.txt").read_text(encoding="utf-8")
