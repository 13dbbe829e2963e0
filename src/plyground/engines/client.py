"""The interface of all protocol clients: the requests to a program and its answers."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, Self

from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.time_manager import MoveClock
from plyground.engines.program import Program
from plyground.errors import EngineError, EngineIllegalMove, MoveError
from plyground.i18n import _
from plyground.searches.limit import DEFAULT_LIMIT, Limit
from plyground.searches.progress import unheard

START_TIMEOUT_S = 15.0
"""Seconds to start and to name itself."""
UNKNOWN_COMMAND = "plyground-unknown-command"
"""Text of a command that no protocol has. It tests how a program treats unknown commands."""
MATE_POINTS = 30_000
"""Points of a win that has come; a win in n moves is worth n points less."""
MARGIN_S = 5.0
"""Seconds that a program may be late before it counts as hanging: the machine may be busy."""
UNTIMED_S = 600.0
"""Seconds for a move that is limited by nodes or depth only."""
STOP_TIMEOUT_S = 2.0
"""Seconds to give a move after "stop"."""
FIRST_REPORT_S = 1.0
"""Seconds for which a "stop" waits for the first report: before it, a program may have no move to give."""
MAX_DIGITS = 15
"""Most digits of a number in a report. A longer one is a fault of the program, and too large to be shown."""


def whole(text: str, least: int = -(10**MAX_DIGITS)) -> int:
    """Return the number that a program reports. Raise ValueError for a text that is not a number, or a number that is
    too large or too small.
    """
    number = int(text[: MAX_DIGITS + 2])
    if len(text) > MAX_DIGITS + 1 or number < least:
        raise ValueError(text)
    return number


class Score(NamedTuple):
    """A program's own value of a position, for the side to move. Plyground does not check it."""

    points: int | None = None  # hundredths of a pawn, or the program's own unit
    mate: int | None = None  # moves to the end of the game; negative: the side to move loses

    @property
    def number(self) -> int | None:
        """The points; a proven end in n moves counts as :data:`MATE_POINTS` less n. None if nothing was told."""
        if self.mate is None:
            return self.points
        return MATE_POINTS - self.mate if self.mate > 0 else -MATE_POINTS - self.mate

    @property
    def sign(self) -> int:
        """1 if the program thinks that the side to move is better, −1 if it is worse, else 0."""
        value = self.points or 0 if self.mate is None else self.mate
        return (value > 0) - (value < 0)


class Info(NamedTuple):
    """A report of a program about its search; None or empty for everything that it did not report."""

    depth: int | None = None  # plies
    score: Score | None = None
    nodes: int | None = None
    seconds: float | None = None
    line: tuple[str, ...] = ()  # moves as the protocol writes them


class Answer(NamedTuple):
    """A program's move, and its last report before the move."""

    move: Move
    info: Info


class History(NamedTuple):
    """A position, and the start and moves that led to it."""

    game: Game
    position: Any
    moves: tuple[Move, ...] | None  # moves from the start of the game; None: unknown

    @classmethod
    def of(cls, game: Game, position: Any, past: Iterable[Any] = ()) -> History:
        """Return the history of ``position``, given the earlier positions ``past``. O(plies * moves)."""
        path = [*past, position]
        if path[0] != game.start:
            return cls(game, position, None)
        moves = []
        for before, after in pairwise(path):
            move = next((move for move in before.moves() if before.play(move) == after), None)
            if move is None:
                return cls(game, position, None)
            moves.append(move)
        return cls(game, position, tuple(moves))

    @property
    def positions(self) -> list[Any]:
        """The positions from the start to the last one, if the moves are known."""
        positions = [self.game.start]
        for move in self.moves or ():
            positions.append(positions[-1].play(move))
        return positions


@dataclass
class Question:
    """One request for a move: its limit, the condition that stops it, and the function that gets its reports."""

    limit: Limit = DEFAULT_LIMIT  # limit of the move; ``seconds`` is for this move alone
    stopped: Callable[[], bool] = lambda: False
    report: Callable[[Info], object] = unheard
    clock: MoveClock | None = None  # clock of the program's side; its ``left_s`` is never None
    margin_s: float = MARGIN_S  # seconds after its time in which the program is not yet hanging
    info: Info = field(default_factory=Info)
    _stopped_at: float | None = None

    def must_move(self, end: float = math.inf) -> bool:
        """Return True if the program must be told to move at once: it was stopped, or :func:`time.monotonic` is at
        ``end``. It first gets a second for a report of its search.
        """
        now = time.monotonic()
        if not (self.stopped() or now >= end):
            return False
        if self._stopped_at is None:
            self._stopped_at = now
        has_move = bool(self.info.line) or self.info.score is not None
        return has_move or now - self._stopped_at >= FIRST_REPORT_S

    def tell(self, info: Info) -> None:
        """Keep a report and pass it on."""
        self.info = info
        self.report(info)

    @property
    def timeout_s(self) -> float:
        """The seconds after which the program counts as hanging."""
        seconds = self.limit.seconds if self.clock is None else self.clock.last_s
        return UNTIMED_S if seconds is None else seconds + self.margin_s


class Client(ABC):
    """A program that plays one game by a protocol. Use it as a context manager, or close it.

    Every method raises :class:`EngineError` if the program ends, is late or breaks its protocol.
    """

    hears_stop: ClassVar[bool] = True
    """True if the protocol can tell a program to move at once."""
    is_timed: ClassVar[bool] = True
    """True if the protocol can tell a program the time for a move."""

    def __init__(self, program: Program, game: Game, options: Mapping[str, str] | None = None) -> None:
        """Keep the running ``program``, the ``game`` and the options. :meth:`start` begins the conversation."""
        self.program = program
        self.game = game
        self.wanted_options = dict(options or {})
        self.title = program.name  # the program's own name, known after start()

    @abstractmethod
    def start(self) -> None:
        """Greet the program, set its options and wait until it is ready."""

    @abstractmethod
    def new_game(self) -> None:
        """Tell the program that a new game begins."""

    @abstractmethod
    def think(self, history: History, question: Question) -> str:
        """Return the program's move as text of the protocol."""

    @abstractmethod
    def read_move(self, position: MarkedPosition, word: str) -> Move:
        """Return the legal move of a word of the protocol. Raise :class:`MoveError`."""

    @abstractmethod
    def send_unknown_command(self) -> None:
        """Send a command that no protocol has. Return when the program answers again."""

    @abstractmethod
    def quit(self) -> None:
        """Ask the program to end."""

    def claims_game(self) -> bool:
        """Return True if the program has said that it plays this game, or if its protocol lets it start only then."""
        return True

    def play(
        self,
        position: MarkedPosition,
        limit: Limit = DEFAULT_LIMIT,
        past: Iterable[Any] = (),
        *,
        clock: MoveClock | None = None,
        stopped: Callable[[], bool] = lambda: False,
        report: Callable[[Info], object] = unheard,
    ) -> Answer:
        """Return the program's move in ``position``, which the positions ``past`` led to.

        The program thinks within ``limit``, and plans its time by the ``clock`` of its side if one is told.
        ``stopped`` is called while the program thinks: when it returns True, the program must move at once. ``report``
        is called with each :class:`Info`.
        """
        margin_s = MARGIN_S
        if clock is not None and clock.left_s is None:  # all the time is for this move
            limit, margin_s, clock = limit.under(clock.budget_s), margin_s + clock.margin_s, None
        question = Question(limit, stopped, report, clock, margin_s)
        word = self.think(History.of(self.game, position, past), question)
        try:
            move = self.read_move(position, word)
        except MoveError as error:
            raise EngineIllegalMove(
                self.program.name, _("it answered “{word}”: {reason}", word=word[:40], reason=error.sentence)
            ) from None
        return Answer(move, question.info)

    def close(self) -> None:
        """End the program: first by asking, then by force."""
        with suppress(EngineError):
            self.quit()
        self.program.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def wait_for(self, word: str, timeout_s: float, on_message: Callable[[str], object] = unheard) -> str:
        """Return the next line that begins with ``word``. Call ``on_message`` with each line before it."""
        end = time.monotonic() + timeout_s
        while True:
            line = self.program.read(end - time.monotonic(), word)
            assert line is not None
            if line.split(maxsplit=1)[:1] == [word]:
                return line
            on_message(line)


__all__ = ["Answer", "Client", "History", "Info", "Question", "Score"]
