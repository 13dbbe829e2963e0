"""UCI, the Universal Chess Interface, also of programs that play other games by its option ``UCI_Variant``.

Source: S. Meyer-Kahlen (2004), Description of the universal chess interface; Fairy-Stockfish's option UCI_Variant.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

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
    whole,
)
from plyground.engines.dialects import UciDialect, uci_dialect
from plyground.errors import EngineError
from plyground.i18n import _


class UciClient(Client):
    """A program that speaks UCI."""

    greeting: ClassVar[str] = "uci"
    """The first command. The program's answer ends with a line of this word and ``ok``."""

    def start(self) -> None:
        """Greet the program, check and set its options, and wait until it is ready."""
        self.options: dict[str, str] = {}  # declaring line of each option, by lower-case name
        self.program.send(self.greeting)
        self.wait_for(f"{self.greeting}ok", START_TIMEOUT_S, self._declare)
        for name, value in {**self.wanted_options, **self.game_options()}.items():
            if name.lower() not in self.options:
                raise EngineError(self.program.name, _("it has no option “{option}”", option=name))
            self.program.send(f"setoption name {name} value {value}")
        self.ready()

    def game_options(self) -> dict[str, str]:
        """Return the options that tell the program which game is played."""
        return dict(self.dialect.options(self.game))

    @property
    def dialect(self) -> UciDialect:
        """UCI's notation of the game."""
        dialect = uci_dialect(self.game)
        assert dialect, "connect() asks before"
        return dialect

    def _declare(self, line: str) -> None:
        words = line.split(maxsplit=2)
        if words[:2] == ["id", "name"] and len(words) > 2:
            self.title = words[2][:60]
        elif words[:1] == ["option"] and (named := re.match(r"option name (.+?) type \w", line)):
            self.options[named[1].lower()] = line

    def ready(self) -> None:
        """Wait until the program has done everything asked so far."""
        self.program.send("isready")
        self.wait_for("readyok", START_TIMEOUT_S)

    def new_game(self) -> None:
        """Tell the program that a new game begins."""
        self.program.send(f"{self.greeting}newgame")
        self.ready()

    def think(self, history: History, question: Question) -> str:
        """Return the program's move as it writes it."""
        self.program.send(self.position_command(history))
        self.program.send(go_command(question, self.clock_words(history, question)))
        word = self._best_move(question, question.timeout_s, lambda: not question.must_move())
        if word is None:
            self.program.send("stop")
            word = self._best_move(question, STOP_TIMEOUT_S, lambda: True)
        return word or ""

    def clock_words(self, history: History, question: Question) -> list[str]:
        """Return the words for the clocks of both sides; an unknown clock of the opponent gets the own side's time."""
        clock = question.clock
        if clock is None:
            return []
        assert clock.left_s is not None
        side = self.game.side(history.position)
        words = []
        for place, colour in enumerate(self.clock_names()):
            left_s = clock.left_s if place == side or clock.opponent_left_s is None else clock.opponent_left_s
            words += [f"{colour}time", str(milliseconds(left_s))]
        for colour in self.clock_names():
            words += [f"{colour}inc", str(milliseconds(clock.increment_s))]
        return words + (["movestogo", str(clock.moves_to_go)] if clock.moves_to_go else [])

    def clock_names(self) -> Sequence[str]:
        """Return the first words for each side's clock, in the order of the sides."""
        return "w", "b"

    def _best_move(self, question: Question, timeout_s: float, is_wanted: Callable[[], bool]) -> str | None:
        """Return the word after ``bestmove``; None if ``is_wanted`` returns False first."""
        end = time.monotonic() + timeout_s
        while (line := self.program.read(end - time.monotonic(), "bestmove", is_wanted)) is not None:
            words = line.split()
            if words[:1] == ["bestmove"]:
                return words[1] if len(words) > 1 else ""
            if words[:1] == ["info"]:
                question.tell(read_info(words[1:], question.info))
        return None

    def position_command(self, history: History) -> str:
        """Return the command that sets up a position: by the moves from the start, if they are known."""
        if history.moves is None:
            return f"position fen {self.write_position(history.position)}"
        played = zip(history.positions, history.moves, strict=False)
        words = [self.write_move(position, move) for position, move in played]
        return " ".join([f"position {self.start_words()}", *(["moves", *words] if words else [])])

    def start_words(self) -> str:
        """Return the words that name the start of the game in this command."""
        return self.dialect.start(self.game)

    def write_position(self, position: MarkedPosition) -> str:
        """Return a position as the protocol writes it."""
        return self.dialect.fen(self.game, position)

    def write_move(self, position: MarkedPosition, move: Move) -> str:
        """Return a move as the protocol writes it."""
        return self.dialect.word(self.game, position, move)

    def read_move(self, position: MarkedPosition, word: str) -> Move:
        """Return the legal move of a word such as ``e2e4``. Raise :class:`MoveError`."""
        return self.dialect.move(self.game, position, word)

    def send_unknown_command(self) -> None:
        """Send a command that no protocol has; the program must ignore it."""
        self.program.send(UNKNOWN_COMMAND)
        self.ready()

    def quit(self) -> None:
        """Ask the program to end."""
        self.program.send("quit")


def milliseconds(seconds: float) -> int:
    """Return seconds as milliseconds, rounded down: the program must not be told more time than it has."""
    return int(1000 * seconds)


def go_command(question: Question, clocks: Sequence[str] = ()) -> str:
    """Return the command to think within a limit; ``clocks`` are the words for the clocks."""
    limit, words = question.limit, ["go", *clocks]
    if limit.seconds is not None:
        words += ["movetime", str(max(1, milliseconds(limit.seconds)))]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    if limit.depth is not None:
        words += ["depth", str(limit.depth)]
    return " ".join(words if len(words) > 1 else ["go", "infinite"])


def read_info(words: list[str], before: Info) -> Info:
    """Return the report of an ``info`` line. Values that the line lacks are taken from ``before``.

    Lines about variations other than the best (``multipv`` above 1) and free text change nothing.
    """
    found = before
    rest = iter(words)
    for word in rest:
        try:
            if word == "string" or (word == "multipv" and whole(next(rest)) > 1):
                return before
            if word == "depth":
                found = found._replace(depth=whole(next(rest), 0))
            elif word == "nodes":
                found = found._replace(nodes=whole(next(rest), 0))
            elif word == "time":
                found = found._replace(seconds=whole(next(rest), 0) / 1000)
            elif word == "score":
                kind, number = next(rest), whole(next(rest))
                found = found._replace(score=Score(mate=number) if kind == "mate" else Score(points=number))
            elif word == "pv":
                found = found._replace(line=tuple(rest))
        except (ValueError, StopIteration):  # an unreadable field must not end a game
            return before
    return found
