"""A server for the NBoard protocol, version 2: Othello.

Source: C. Welty, NBoard engine protocol; games come in GGF.
"""

from __future__ import annotations

import time
from typing import Any

from plyground.arena.game_text import read_game
from plyground.bots import Choice, Outlook
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.time_manager import MoveClock
from plyground.errors import MoveError, PlygroundError
from plyground.games.othello import PASS_WORD
from plyground.i18n import _
from plyground.searches.limit import Limit
from plyground.serving.engine_session import EngineSession, line_words
from plyground.serving.loop import Write

PASS = "PA"
SECONDS = 1.0
"""Seconds for a move until the client sets a depth."""
MAX_DEPTH = 60
"""Plies of a whole game: a larger depth changes nothing."""

MAX_HINTS = 64
VALUE_OF_A_DISC = 10
"""Units of the evaluation for one disc of the final result, fitted to games of the engine against itself."""
MAX_DISCS = 64


def discs(value: float, *, is_proven: bool) -> float:
    """Return a bot's value in discs, from -64 to 64. A proven value is in discs already."""
    return max(-MAX_DISCS, min(value if is_proven else value / VALUE_OF_A_DISC, MAX_DISCS))


class NboardServer:
    """The server's side of NBoard for one bot."""

    def __init__(self, session: EngineSession, write: Write) -> None:
        """Prepare the server. It calls ``write`` with each line of its answers."""
        self.session = session
        self.game: Game = session.game
        self.write = write
        self.positions: list[Any] = [self.game.start]
        self.limit = Limit()
        self.is_refused = False  # True after a game that cannot be read
        self.lines: dict[int, Outlook] = {}  # last report of each rank

    def handle(self, line: str) -> bool:
        """Answer one command; unknown ones are ignored, as the protocol wants."""
        command, _blank, rest = line.partition(" ")
        if command == "quit":
            return False
        answer = {
            "nboard": self._greet,
            "set": self._set,
            "move": self._move,
            "go": self._go,
            "hint": self._hint,
            "ping": self._ping,
            "learn": self._learn,
        }.get(command)
        if answer:
            try:
                answer(rest.strip())
            except PlygroundError as error:
                self.write(f"status {error}")
        return True

    def finish(self) -> None:
        """Stop the running search."""
        self.session.stop()

    def wait(self) -> None:
        """Wait until the running search ends."""
        self.session.wait()

    def _greet(self, _rest: str) -> None:
        self.write(f"set myname plyground ({self.session.bot})")

    def _set(self, rest: str) -> None:
        name, _blank, value = rest.partition(" ")
        if name == "depth" and value.strip().isdecimal() and len(value) < 9:
            self.limit = Limit(depth=max(1, min(int(value), MAX_DEPTH)))
        elif name == "game":
            self.session.stop()
            self.is_refused = True
            match = read_game(self.game, value, "ggf").match
            if match.game.picture.width != self.game.picture.width:
                raise MoveError(_("The board has another size."))
            self.positions, self.is_refused = list(match.positions[: match.ply + 1]), False

    def _move(self, rest: str) -> None:
        self.session.stop()
        word = rest.partition("/")[0].strip()
        position = self.positions[-1]
        move = self.game.notation.parse_move(position, PASS_WORD if word.upper() in (PASS, "PASS") else word)
        self.positions.append(position.play(move))

    def _go(self, _rest: str) -> None:
        began = time.monotonic()

        def finish(move: Move, choice: Choice | None, trouble: PlygroundError | None) -> None:
            is_proven = choice is not None and choice.result is not None and choice.result.proven
            value = "" if choice is None or choice.value is None else f"{discs(choice.value, is_proven=is_proven):.2f}"
            self._report(trouble)
            self.write(f"=== {self._word(move)}/{value}/{time.monotonic() - began:.2f}")

        self._think(finish)

    def _hint(self, rest: str) -> None:
        count = max(1, min(int(rest), MAX_HINTS)) if rest.isdecimal() and len(rest) < 4 else 1

        def finish(move: Move, choice: Choice | None, trouble: PlygroundError | None) -> None:
            self._report(trouble)
            for rank in sorted(self.lines)[:count]:
                found = self.lines[rank]
                words = line_words(self.game, self.positions[-1], found.line, self._word_of)
                value = discs(found.value or 0, is_proven=found.distance is not None)
                self.write(f"search {words.replace(' ', '') or self._word(move)} {value:.2f} 0 {found.depth}")
            if not self.lines:  # a bot that does not search tells its move only
                value = discs((choice and choice.value) or 0, is_proven=False)
                self.write(f"search {self._word(move)} {value:.2f} 0 {self.limit.depth or 1}")
            self.write("status")

        if self.session.has_option("lines"):
            self.session.options["lines"] = count
        self._think(finish)
        self.session.options.pop("lines", None)

    def _think(self, finish: Any) -> None:
        if self.is_refused:
            self.write("status The last game could not be read.")
            return
        if self.positions[-1].is_over():
            self.write("status The game is over.")
            return
        self.lines = {}
        self.write("status Thinking")
        clock = None if self.limit.depth else MoveClock(move_s=SECONDS)
        self.session.start(self.positions, self.limit, self._outlook, finish, clock=clock)

    def _outlook(self, outlook: Outlook) -> None:
        self.lines[outlook.rank] = outlook
        self.write(f"nodestats {outlook.nodes} {outlook.seconds:.2f}")

    def _report(self, trouble: PlygroundError | None) -> None:
        if trouble:
            self.write(f"status {trouble}")

    def _ping(self, rest: str) -> None:
        self.session.stop()
        self.write(f"pong {rest}")

    def _learn(self, _rest: str) -> None:
        self.write("learned")

    def _word(self, move: Move) -> str:
        return self._word_of(self.positions[-1], move)

    def _word_of(self, position: MarkedPosition, move: Move) -> str:
        word = self.game.notation.format_move(position, move)
        return PASS if word == PASS_WORD else word.upper()
