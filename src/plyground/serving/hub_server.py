"""A server for Hub 2: draughts on 100 cells.

Source: F. Letouzey (2017), Hub protocol for draughts, version 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from plyground import __version__
from plyground.bots import Choice, Outlook
from plyground.core.checked_arguments import short_repr
from plyground.core.game import Game
from plyground.core.position import Move
from plyground.core.time_manager import MoveClock
from plyground.engines.hub import hub_arguments, hub_value, hub_word, read_hub_move, read_hub_position
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.searches.limit import Limit
from plyground.serving.engine_session import (
    DEFAULT_CLOCK,
    OPTIONS,
    OVERHEAD,
    EngineSession,
    NumberOption,
    line_words,
)
from plyground.serving.loop import Write

POINTS_OF_A_MAN = 100
MAX_NUMBER = 1_000_000_000
"""Greatest number of a level; a greater one becomes this."""
LEVELS = {"time": -MAX_NUMBER, "inc": 0, "moves": 0, "move-time": 0.001, "depth": 1}
"""The least number of each level. A negative time means that the time is up."""


class HubServer:
    """The server's side of Hub for one bot."""

    def __init__(self, session: EngineSession, write: Write) -> None:
        """Prepare the server. It calls ``write`` with each line of its answers."""
        self.session = session
        self.game: Game = session.game
        self.write = write
        self.positions: list[Any] = [self.game.start]
        self.clock, self.limit = MoveClock(), Limit()
        self.is_misread = False  # True if a limit of the next search could not be read

    def handle(self, line: str) -> bool:
        """Answer one command; unknown ones are ignored, as the protocol wants."""
        command, _blank, rest = line.partition(" ")
        if command == "quit":
            return False
        answer = {
            "hub": self._greet,
            "init": self._init,
            "ping": self._ping,
            "new-game": self._new_game,
            "set-param": self._set_parameter,
            "pos": self._set_position,
            "level": self._set_level,
            "go": self._go,
            "stop": self._stop,
            "ponder-hit": self._stop,
        }.get(command)
        if answer:
            try:
                answer(hub_arguments(rest))
            except PlygroundError as error:
                self._tell_error(error)
        return True

    def finish(self) -> None:
        """Stop the running search."""
        self.session.stop()

    def wait(self) -> None:
        """Wait until the running search ends."""
        self.session.wait()

    def _tell_error(self, error: PlygroundError | Sentence) -> None:
        message = str(error).replace('"', "'")
        self.write(f'error message="{message}"')

    def _greet(self, _values: Mapping[str, str]) -> None:
        self.write(f'id name=plyground version={hub_value(__version__)} author="the plyground authors"')
        for name, option in self._parameters().items():
            bounds = f"min={option.least} max={option.most}"
            self.write(f"param name={name} value={option.default} type=int {bounds}")
        self.write("wait")

    def _init(self, _values: Mapping[str, str]) -> None:
        self.session.warm_up()
        self.write("ready")

    def _ping(self, _values: Mapping[str, str]) -> None:
        self.write("pong")

    def _new_game(self, _values: Mapping[str, str]) -> None:
        self.session.stop()
        self.positions = [self.game.start]

    def _set_parameter(self, values: Mapping[str, str]) -> None:
        name = values.get("name", "").lower()
        if option := self._parameters().get(name):
            self.session.set_number(option, values.get("value", ""))

    def _parameters(self) -> dict[str, NumberOption]:
        """Return the options of the bot by their names in this protocol."""
        options = (*(option for option in OPTIONS if self.session.has_option(option.own)), OVERHEAD)
        return {option.name.lower().replace(" ", "-"): option for option in options}

    def _set_position(self, values: Mapping[str, str]) -> None:
        """Set up a position; ignore one that cannot be read."""
        positions = [read_hub_position(self.game, values.get("pos", ""))]
        for word in values.get("moves", "").split():
            positions.append(positions[-1].play(read_hub_move(self.game, positions[-1], word)))
        self.session.stop()
        self.positions = positions

    def _set_level(self, values: Mapping[str, str]) -> None:
        """Add limits to the limits of the next search; they are cleared after each search."""
        self.clock, self.limit = read_level(values, self.clock, self.limit)
        for name, text in values.items():
            if name in LEVELS and level_number(name, text) is None:
                self.is_misread = True
                self._tell_error(_("level: {name} must be a number from {least}, not {text}.", name=name, least=LEVELS[name], text=short_repr(text)))  # fmt: skip

    def _go(self, values: Mapping[str, str]) -> None:
        position = self.positions[-1]
        if position.is_over():
            self.write('error message="the game is over"')
            return
        is_endless = bool({"ponder", "analyze"} & set(values))
        clock, limit = (MoveClock(), Limit()) if is_endless else (self.clock, self.limit)
        is_lost = self.is_misread or clock != MoveClock()  # such as an increment without a time
        self.clock, self.limit, self.is_misread = MoveClock(), Limit(), False
        if is_lost and not is_endless and clock.budget_s is None and limit == Limit():
            clock = DEFAULT_CLOCK
            self._tell_error(_("go: no other limit is given, so the bot moves within {seconds} s.", seconds=clock.move_s))  # fmt: skip

        def finish(move: Move, choice: Choice | None, trouble: PlygroundError | None) -> None:
            if trouble:
                self._tell_error(trouble)
            if choice and choice.value is not None:
                self.write(f"info score={float(choice.value) / POINTS_OF_A_MAN:.2f}")
            self.write(f"done move={hub_word(self.game, position, move)}")

        self.session.start(self.positions, limit, self._report, finish, clock=clock)

    def _report(self, outlook: Outlook) -> None:
        line = line_words(self.game, self.positions[-1], outlook.line, partial(hub_word, self.game))
        self.write(
            f"info depth={outlook.depth} nodes={outlook.nodes} time={outlook.seconds:.3f} "
            f"nps={outlook.speed / 1_000_000:.3f}" + (f' pv="{line}"' if line else "")
        )

    def _stop(self, _values: Mapping[str, str]) -> None:
        self.session.stop()


def level_number(name: str, text: str) -> float | None:
    """Return a number of a level; None if it cannot be read or is less than the least."""
    try:
        number = float(text)
    except ValueError:
        return None
    return min(number, MAX_NUMBER) if number >= LEVELS[name] else None  # refuses nan, too


def read_level(values: Mapping[str, str], clock: MoveClock, limit: Limit) -> tuple[MoveClock, Limit]:
    """Return a clock and a limit with the values of a ``level`` command added; numbers that cannot be read are
    ignored.
    """
    read = {name: level_number(name, text) for name, text in values.items() if name in LEVELS}
    numbers = {name: number for name, number in read.items() if number is not None}
    return MoveClock(
        left_s=numbers.get("time", clock.left_s),
        increment_s=numbers.get("inc", clock.increment_s),
        moves_to_go=int(numbers.get("moves", 0)) or clock.moves_to_go,
        move_s=numbers.get("move-time", clock.move_s),
    ), limit._replace(depth=int(numbers.get("depth", 0)) or limit.depth)
