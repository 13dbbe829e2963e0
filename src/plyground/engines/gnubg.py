"""The command line of GNU Backgammon.

The program is asked for hints about a position, which is set up by its XGID with the side to play as the first player.

Source: GNU Backgammon Manual, chapter "Command line".
"""

from __future__ import annotations

import re
import time
from typing import Any

from plyground.core.position import MarkedPosition, Move
from plyground.engines.client import (
    START_TIMEOUT_S,
    STOP_TIMEOUT_S,
    UNKNOWN_COMMAND,
    Client,
    History,
    Info,
    Question,
    Score,
)
from plyground.errors import EngineError
from plyground.games.backgammon.backgammon_notation import PASS_WORD
from plyground.games.backgammon.backgammon_rules import BAR
from plyground.games.backgammon.position_codes import xgid
from plyground.i18n import _

SETTINGS = (
    "set output rawboard on",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set player 0 human",
    "set player 1 human",
    "set cube use off",
    "set jacoby off",
    "set output matchpc off",
    "set output mwc off",
)
"""Commands that make boards and hints readable for programs, in games without a cube."""
ALL_PLAYS = 10_000
"""Number of hints to ask for: more than any position has plays."""
PLAY = r"(?:bar|\d+)(?:/(?:off|\d+)\*?)+(?:\(\d\))?"
HINT = re.compile(rf"\s*\d+\.\s.*?(\d+)-ply\s+({PLAY}(?: {PLAY})*)\s.*?([-+]\d+[.,]\d+)", re.IGNORECASE)
"""One play of a list of hints: the depth of its search, the play and its expected points."""
BOARD = "board:"
"""Start of a line that describes the board, in the format of FIBS."""
FIRST_POINT_FIELD = 6


class GnubgClient(Client):
    """GNU Backgammon by its command line, ``gnubg --tty --quiet``.

    It cannot be told to move at once, or how many seconds to think. A limit of depth sets the depth of its search:
    depth 1 is what it calls 0-ply.
    """

    hears_stop = False
    is_timed = False

    def start(self) -> None:
        """Make the program's answers readable, and set its options: each option is sent as ``set NAME VALUE``."""
        self._questions = 0
        self._depth: int | None = None
        greeting = self.ask(*SETTINGS)
        self.title = next((line[:60] for line in greeting if "Backgammon" in line), self.program.name)
        for name, value in self.wanted_options.items():
            self.ask(f"set {name} {value}")

    def new_game(self) -> None:
        """Do nothing: every position is set up anew."""

    def think(self, history: History, question: Question) -> str:
        """Return the program's play."""
        hints = self.hints(history.position, question, 1)
        return hints[0].line[0] if hints else PASS_WORD

    def hints(self, position: MarkedPosition, question: Question, count: int = ALL_PLAYS) -> list[Info]:
        """Return a report for each of up to ``count`` plays, the best first; none if no checker can move."""
        self._set_up(position)
        depth = question.limit.depth
        if depth is not None and depth != self._depth:
            self.ask(f"set evaluation chequerplay evaluation plies {depth - 1}")
            self._depth = depth
        found = []
        for line in self.ask(f"hint {count}", question=question):
            hint = read_hint(line)
            if hint:
                found.append(hint)
        if found:
            question.tell(found[0])
        return found

    def _set_up(self, position: MarkedPosition) -> None:
        """Set up a position. Raise :class:`EngineError` if the program has another one on its board then."""
        code = xgid(position, as_first=True)
        boards = [line for line in self.ask(f"set xgid {code}", "show board") if line.startswith(BOARD)]
        fields = boards[-1].split(":")[FIRST_POINT_FIELD:] if boards else []
        if fields[: BAR + 1] != points(position):
            raise EngineError(self.program.name, _("it did not set up the position {position}", position=code))

    def read_move(self, position: MarkedPosition, word: str) -> Move:
        """Return the legal move of a play such as ``8/5 6/5``. Raise :class:`MoveError`."""
        return self.game.notation.parse_move(position, word)

    def send_unknown_command(self) -> None:
        """Send a command that the program does not have; it complains on its error output."""
        self.ask(UNKNOWN_COMMAND)

    def quit(self) -> None:
        """Ask the program to end."""
        self.program.send("quit")

    def ask(self, *commands: str, question: Question | None = None) -> list[str]:
        """Send commands. Return the lines of their answers.

        The program does not mark the end of an answer. So a last command sets a unique prompt, and the answer ends
        there.
        """
        self._questions += 1
        mark = f"plyground-{self._questions}."
        for command in (*commands, f"set prompt {mark}"):
            self.program.send(command)
        end = time.monotonic() + (question.timeout_s if question else START_TIMEOUT_S)
        lines: list[str] = []
        stopped = False

        def is_wanted() -> bool:
            return stopped or question is None or not question.stopped()

        while True:
            line = self.program.read(end - time.monotonic(), commands[0], is_wanted)
            if line is None:  # gnubg has no stop command, so it gets a moment more
                stopped, end = True, min(end, time.monotonic() + STOP_TIMEOUT_S)
            elif mark in line:
                return lines
            else:
                lines.append(line)


def points(position: Any) -> list[str]:
    """Return the fields of a board line, from the bar of the opponent to the bar of the side to play. Checkers of the
    side to play count as positive, checkers of the opponent as negative.
    """
    return [
        str(position.own[point] * (point > 0) - position.other[BAR - point] * (point < BAR)) for point in range(BAR + 1)
    ]


def read_hint(line: str) -> Info | None:
    """Return the report of one play in a list of hints; None for another line."""
    found = HINT.match(line)
    if not found:
        return None
    score = Score(points=round(100 * float(found[3].replace(",", "."))))
    return Info(depth=int(found[1]) + 1, score=score, line=(found[2],))
