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
    """A task: its text, and the options of ``plyground grade`` that mark it."""

    title: Sentence
    text: Sentence
    options: str  # "": the program writes a dictionary, which another command checks

    def commands(self, file: str) -> tuple[str, ...]:
        """Return the commands that mark a file."""
        if self.options:
            return (f"plyground grade {file} {self.options}",)
        return f"python {file} > dictionary.txt", "plyground dictionary check dictionary.txt --game tictactoe"


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
    "expectimax": ReadyTask(
        _("Expectimax on a tree"),
        _("Write expectimax. MAX moves at the root, then chance, in turn. A chance node is worth the average of its children, which are equally likely. A leaf is a number."),
        "--task expectimax",
    ),
    "max-n": ReadyTask(
        _("Max^n on a tree"),
        _("Write max^n for three players, who move in turn: 0, 1, 2. A leaf is a list of three numbers, one for each player. Each player takes the child with the greatest number of their own, the first of equal ones. Return the list of the node."),
        "--task max-n",
    ),
    "tictactoe-rules": ReadyTask(
        _("The rules of tic-tac-toe"),
        _("Write the rules. winner returns the mark of the side with three in a row, or None. is_over returns True if the game has ended. legal_moves returns the free cells as (row, column), and none after the end. play returns a new board."),
        "--task moves --game tictactoe",
    ),
    "decide": ReadyTask(
        _("Your own decide for tic-tac-toe"),
        _("Write a bot. decide returns the cell (row, column) for the mark “player”. First list the kinds of moves and their order: win, block, and so on. Then make it play perfectly: no move may give a win or a draw away."),
        "--task bot --game tictactoe",
    ),
    "contest-bot": ReadyTask(
        _("A bot for the contest, and a bot to beat"),
        _("Write a bot. choose returns a legal move. The starter takes the first one; the bot to beat is greedy, which looks one move ahead. Try yours: plyground tournament tictactoe contest_bot.py greedy --games-per-pair 20. It may compute for 2 seconds a move."),
        "--task bot --game tictactoe --baseline greedy",
    ),
    "bot-expert": ReadyTask(
        _("The first of the four bots: rules"),
        _("Write an expert system for tic-tac-toe. decide returns a cell from 0 to 8; cells has nine marks. The first rule that fits decides: 1. complete a line; 2. stop the opponent's line; 3. take the centre; 4. take a corner, in the order 0, 8, 6, 2; 5. take the free cell with the lowest number."),
        "--task bot --game tictactoe --same-bot expert",
    ),
    "bot-minimax": ReadyTask(
        _("The second bot: minimax with levels"),
        _("Write minimax for tic-tac-toe. decide returns a cell from 0 to 8; cells has nine marks. A win is worth 99999999 − level, a loss −99999999 + level, a draw 0; level counts the moves from the position that is asked for. Of equally good moves take the lowest cell. How many positions are visited from the empty board?"),
        "--task bot --game tictactoe --same-bot minimax:scores=level --seconds 20",
    ),
    "bot-static-cutoff": ReadyTask(
        _("The third bot: minimax with a static cut-off"),
        _("Write minimax for tic-tac-toe without levels. decide returns a cell from 0 to 8; cells has nine marks. A win is worth 10, a loss −10, a draw 0. As no value is better than 10, leave the loop as soon as a win is found. Take the first of equally good moves. How many positions are visited now from the empty board?"),
        "--task bot --game tictactoe --same-bot static-cutoff:scores=utility --seconds 20",
    ),
    "bot-dictionary": ReadyTask(
        _("The fourth bot: a dictionary"),
        _("Write a bot for tic-tac-toe that only looks moves up. Fill a dictionary once with a best move for every position; a faster win and a slower loss are better, and of equally good moves the lowest cell is taken. decide returns a cell from 0 to 8; cells has nine marks. How many entries has your dictionary?"),
        "--task bot --game tictactoe --same-bot dictionary --seconds 20",
    ),
    "dame-next-board": ReadyTask(
        _("FindNextBoard of Dame"),
        _("Write a bot for Dame that looks one move ahead. find_next_board makes every board that one move of “player” leads to, values each by the rows that the pieces of “player” have gone minus the rows of “opponent”, and returns a board with the greatest value. Choose among equal ones at random. O starts on the bottom row, C on the top row."),
        "--task bot --game dame --same-bot greedy:evaluation=advance,ties=random",
    ),
    "lecture-trees": ReadyTask(
        _("The two trees of the lecture"),
        _("Answer on paper first, for each tree: which move does MAX choose? Would alpha-beta choose another one? Which leaves does it skip? Then write alphabeta, which cuts when alpha ≥ beta, and compare. The answers on paper are marked by: plyground exercise mark lecture-three-moves."),
        "--task alphabeta --tree lecture-three-moves --tree lecture-four-levels",
    ),
    "dame-rules": ReadyTask(
        _("IsValidMove, the moves and the next board of Dame"),
        _("Write the rules of Dame on 4 × 4 cells. A piece goes to a free cell next to it, in any of eight directions. O begins on the bottom row, C on the top row. The game ends when all pieces of a side stand on the opposite row: then no move is legal. start and end are cells (row, column). next_board returns a new board."),
        "--task moves --game dame",
    ),
    "dame-evaluation": ReadyTask(
        _("The evaluation of Dame"),
        _("Write the evaluation of a position for the side “player”. Count the rows that its pieces have gone from home, and take off the rows that the pieces of the other side have gone. O starts on the bottom row, C on the top row."),
        "--task evaluation --game dame --same-evaluation advance",
    ),
    "dictionary-codes": ReadyTask(
        _("The dictionary of tic-tac-toe, by numbers"),
        _("Write a program that prints a best move for each of the 4,520 positions that are not over, one a line: the number of the position, a space, the cell from 0 to 8. cells is a text of nine marks, x, o or a point. The number: a mark of the side to move counts −1, a free cell 0, a mark of the opponent 1. Each row i has v[i] = (a[3i] + 1)·9 + (a[3i+1] + 1)·3 + (a[3i+2] + 1) + 1. The number is v[0] + 27·(v[1] + 27·v[2]) − 1. Of equally good moves take the lowest cell; win soon and lose late."),
        "",
    ),
    "dictionary-cells": ReadyTask(
        _("The dictionary of tic-tac-toe, by nine characters"),
        _("Write a program that prints a best move for each of the 4,520 positions that are not over, one a line: the nine cells as x, o and blanks, a space, the cell from 0 to 8. cells is a text of nine marks, x, o or a point. Of equally good moves take the lowest cell; win soon and lose late. How large is the file, and how large is the one with numbers?"),
        "",
    ),
}  # fmt: skip
"""The ready tasks by name."""
WITHOUT_BOARD = (
    "minimax", "alphabeta", "expectimax", "max-n", "dictionary-codes", "dictionary-cells", "lecture-trees",
    "bot-expert", "bot-minimax", "bot-static-cutoff", "bot-dictionary", "contest-bot",
)  # fmt: skip
"""The tasks whose functions get no board."""


def ready_task(name: str) -> ReadyTask:
    """Return a task. Raise :class:`SpecError` for an unknown name."""
    if name not in TASKS:
        raise SpecError(_("There is no task “{name}”; the tasks are: {names}.", name=name, names=", ".join(TASKS)))
    return TASKS[name]


def starter(name: str) -> str:
    """Return the text of the starter file, with the task in the reader's language on top. Raise :class:`SpecError`."""
    paragraphs = "\n\n".join(fill(each, TEXT_COLUMNS, break_on_hyphens=False) for each in paragraphs_of(name))
    marked = "\n".join(ready_task(name).commands(f"{name.replace('-', '_')}.py"))
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
