"""Hub 2, the protocol of programs for draughts on 100 cells.

Source: F. Letouzey (2017), Hub protocol for draughts, version 2.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.engines.client import (
    MAX_DIGITS,
    START_TIMEOUT_S,
    STOP_TIMEOUT_S,
    UNKNOWN_COMMAND,
    Client,
    History,
    Info,
    Question,
    Score,
    whole,
)
from plyground.errors import EngineError, MoveError, PositionError
from plyground.i18n import _

ARGUMENT = re.compile(r'([^\s=]+)(?:=("[^"]*"|\S*))?')
PIECES = "wbWBe"
"""Letters of a position: men, kings (capitals) and empty squares."""
SQUARES = 50


def hub_arguments(text: str) -> dict[str, str]:
    """Return the arguments of a line, such as ``depth=3 pv="32-28 19-23"``; arguments without a value are empty."""
    return {name: value.strip('"') for name, value in ARGUMENT.findall(text)}


def hub_value(value: str) -> str:
    """Return a value as a line has it: in quotes if it is empty or has a blank or ``=``."""
    return f'"{value}"' if not value or re.search(r"[\s=]", value) else value


def hub_position(game: Game, position: MarkedPosition) -> str:
    """Return the letter of the side to move, then one for each square."""
    board: Any = game.notation.board  # type: ignore[attr-defined]
    marks = game.picture.marks(position).replace(".", "e")
    return "WB"[game.side(position)] + "".join(marks[board.cell(square)] for square in board.squares)


def read_hub_position(game: Game, text: str) -> Any:
    """Return the position of a text that :func:`hub_position` wrote. Raise :class:`PositionError`."""
    if not re.fullmatch(rf"[WB][{PIECES}]{{{SQUARES}}}", text):
        raise PositionError(
            text, [_("it needs W or B for the side to move, and w, b, W, B or e for each of 50 squares")]
        )
    sides = {
        side: ",".join(
            f"K{square}" if piece.isupper() else str(square)
            for square, piece in enumerate(text[1:], 1)
            if piece.upper() == side
        )
        for side in "WB"
    }
    return game.notation.parse(f"{text[0]}:W{sides['W']}:B{sides['B']}")


def hub_word(game: Game, position: Any, move: Move) -> str:
    """Return a move as the protocol writes it. A capture also names the square of every captured piece:
    ``28x19x23``.
    """
    notation: Any = game.notation
    start, *_way, end = (notation.board.square(place) for place in notation.path(position, move))
    taken = notation.board.squares_of(position.taken(move))
    return "x".join(map(str, (start, end, *taken))) if taken else f"{start}-{end}"


def read_hub_move(game: Game, position: MarkedPosition, word: str) -> Move:
    """Return the legal move that is written as ``word``. Raise :class:`MoveError`."""

    def squares(text: str) -> tuple[list[str], list[str]]:
        parts = re.split("[x-]", text)
        return parts[:2], sorted(parts[2:])

    for move in position.moves():
        if squares(hub_word(game, position, move)) == squares(word):
            legal: Move = move
            return legal
    raise MoveError(_("“{text}” is not a legal move here.", text=word))


def hub_line(game: Game, positions: Iterable[Any], moves: Iterable[Move]) -> str:
    """Return a sequence of moves as one value; ``positions`` are the positions before them."""
    return " ".join(hub_word(game, position, move) for position, move in zip(positions, moves, strict=False))


class HubClient(Client):
    """A program that speaks Hub."""

    def start(self) -> None:
        """Greet the program, check and set its parameters, and wait until it is ready."""
        self.parameters: dict[str, Mapping[str, str]] = {}  # declared parameters by lower-case name
        self.program.send("hub")
        self.wait_for("wait", START_TIMEOUT_S, self._declare)
        for name, value in self.wanted_options.items():
            if name.lower() not in self.parameters:
                raise EngineError(self.program.name, _("it has no option “{option}”", option=name))
            self.program.send(f"set-param name={hub_value(name)} value={hub_value(value)}")
        self.program.send("init")
        self.wait_for("ready", START_TIMEOUT_S)

    def _declare(self, line: str) -> None:
        command, _blank, rest = line.partition(" ")
        if command == "id":
            self.title = hub_arguments(rest).get("name", self.title)[:60]
        elif command == "param":
            named = hub_arguments(rest)
            self.parameters[named.get("name", "").lower()] = named

    def ready(self) -> None:
        """Wait until the program has done everything asked so far."""
        self.program.send("ping")
        self.wait_for("pong", START_TIMEOUT_S)

    def new_game(self) -> None:
        """Tell the program that a new game begins."""
        self.program.send("new-game")
        self.ready()

    def think(self, history: History, question: Question) -> str:
        """Return the program's move as it writes it."""
        self.program.send(self.position_command(history))
        for command in level_commands(question):
            self.program.send(command)
        self.program.send("go think")
        word = self._done(question, question.timeout_s, lambda: not (question.must_move() or _is_enough(question)))
        if word is None:
            self.program.send("stop")
            word = self._done(question, STOP_TIMEOUT_S, lambda: True)
        return word or ""

    def _done(self, question: Question, timeout_s: float, is_wanted: Callable[[], bool]) -> str | None:
        """Return the move after ``done``; None if ``is_wanted`` returns False first."""
        end = time.monotonic() + timeout_s
        while (line := self.program.read(end - time.monotonic(), "done", is_wanted)) is not None:
            command, _blank, rest = line.partition(" ")
            if command == "done":
                return hub_arguments(rest).get("move", "")
            if command == "info":
                question.tell(read_hub_info(rest, question.info))
            elif command == "error":
                raise EngineError(self.program.name, _("it says “{message}”", message=hub_arguments(rest).get("message", "")[:80]))  # fmt: skip
        return None

    def position_command(self, history: History) -> str:
        """Return the command that sets up a position: by the moves from the start, if they are known."""
        if not history.moves:
            return f"pos pos={hub_position(self.game, history.position)}"
        moves = hub_line(self.game, history.positions, history.moves)
        return f'pos pos={hub_position(self.game, self.game.start)} moves="{moves}"'

    def read_move(self, position: MarkedPosition, word: str) -> Move:
        """Return the legal move of a word such as ``28x19x23``. Raise :class:`MoveError`."""
        return read_hub_move(self.game, position, word)

    def send_unknown_command(self) -> None:
        """Send a command that no protocol has; the program must ignore it."""
        self.program.send(UNKNOWN_COMMAND)
        self.ready()

    def quit(self) -> None:
        """Ask the program to end."""
        self.program.send("quit")


def level_commands(question: Question) -> list[str]:
    """Return the commands that set the limits of a question; the protocol has none for nodes."""
    limit, clock, commands = question.limit, question.clock, []
    if clock is not None:
        moves = f" moves={clock.moves_to_go}" if clock.moves_to_go else ""
        commands.append(f"level time={clock.left_s:g}{moves} inc={clock.increment_s:g}")
    if limit.depth is not None:
        commands.append(f"level depth={limit.depth}")
    if limit.seconds is not None:
        commands.append(f"level move-time={limit.seconds:g}")
    return commands or ["level infinite"]


def _is_enough(question: Question) -> bool:
    return question.limit.nodes is not None and (question.info.nodes or 0) >= question.limit.nodes


def read_hub_info(text: str, before: Info) -> Info:
    """Return the report of an ``info`` line. Values that the line lacks, or that cannot be read, are taken from
    ``before``.
    """
    found, values = before, hub_arguments(text)
    try:
        if "depth" in values:
            found = found._replace(depth=whole(values["depth"], 0))
        if "nodes" in values:
            found = found._replace(nodes=whole(values["nodes"], 0))
        if "time" in values:
            found = found._replace(seconds=float(values["time"][:MAX_DIGITS]))
        if "score" in values:
            found = found._replace(score=Score(points=round(100 * float(values["score"][:MAX_DIGITS]))))
    except (ValueError, OverflowError):  # an unreadable field must not end a game
        return before
    return found._replace(line=tuple(values["pv"].split())) if "pv" in values else found
