"""A server for UGI, the Universal Game Interface: any game.

Source: K. Zeh, cutegames, ugi.md; further commands of its clients (``perft``, ``d``) are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from typing import Any, ClassVar

from plyground import __version__
from plyground.bots import Choice, Outlook
from plyground.bots.measured import measured
from plyground.core.checked_arguments import short_repr
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.time_manager import MoveClock
from plyground.engines.dialects import ugi_move, ugi_word
from plyground.errors import MoveError, PlygroundError, PositionError
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

NUMBER = re.compile(r"-?[0-9]+")
MAX_NUMBER_CHARS = 18
"""Most characters of a number that are read. Time never lasts as many milliseconds."""
LIMIT_WORDS = ("movetime", "nodes", "depth", "mate")
GO_WORDS = (*LIMIT_WORDS, "infinite", "ponder")
CLOCK_WORD = re.compile(r"([wb]|p[0-9]+)(time|inc)|movestogo")
MULTI_PV = NumberOption("MultiPV", "lines", 1, 1, 64)


class UgiServer:
    """The server's side of UGI for one game and one bot."""

    name: ClassVar[str] = "ugi"

    def __init__(self, session: EngineSession, write: Write) -> None:
        """Prepare the server. It calls ``write`` with each line of its answers."""
        self.session = session
        self.game: Game = session.game
        self.write = write
        self.positions: list[Any] = [self.game.start]
        self.levels = measured(self.game).levels
        self.is_limited = False
        self.is_refused = False  # True after a position that cannot be read
        self.line: tuple[str, ...] = ()  # best line of the running search
        self.ponder_clock: MoveClock | None = None  # clock of the search on the opponent's time
        self.options = {
            option.name.lower(): option for option in (*OPTIONS, MULTI_PV) if session.has_option(option.own)
        } | {OVERHEAD.name.lower(): OVERHEAD}
        self.elo = max((level.elo for level in self.levels), default=0)

    def handle(self, line: str) -> bool:
        """Answer one command. Unknown words before it are skipped."""
        answers: dict[str, Callable[[list[str]], object]] = {
            self.name: self._greet,
            "isready": self._ready,
            f"{self.name}newgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "query": self._query,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
        }
        words = line.split()
        while words and words[0] not in answers and words[0] != "quit":  # as UCI says: skip unknown words
            del words[0]
        if words:
            command, *rest = words
            if command == "quit":
                return False
            try:
                answers[command](rest)
            except PlygroundError as error:
                self.write(f"info string {error}")
        return True

    def finish(self) -> None:
        """Stop the running search."""
        self.session.stop()

    def wait(self) -> None:
        """Wait until the running search ends."""
        self.session.wait()

    def _greet(self, _words: list[str]) -> None:
        self.write(f"id name plyground {__version__} ({self.game.name}, {self.session.bot})")
        self.write("id author the plyground authors")
        self.greet_options()
        self.write(f"{self.name}ok")

    def greet_options(self) -> None:
        """Write the options that the bot has."""
        for option in self.options.values():
            bounds = f"default {option.default} min {option.least} max {option.most}"
            self.write(f"option name {option.name} type spin {bounds}")
        if self.levels:
            ratings = [level.elo for level in self.levels]
            self.write("option name UCI_LimitStrength type check default false")
            self.write(f"option name UCI_Elo type spin default {max(ratings)} min {min(ratings)} max {max(ratings)}")

    def _ready(self, _words: list[str]) -> None:
        if not self.session.is_thinking:
            self.session.warm_up()
        self.write("readyok")

    def _new_game(self, _words: list[str]) -> None:
        self.session.stop()
        self.positions, self.is_refused = [self.game.start], False

    def _set_option(self, words: list[str]) -> None:
        text = " ".join(words)
        name, _value, value = text.removeprefix("name ").partition(" value ")
        if known := self.options.get(name.strip().lower()):
            self.session.set_number(known, value)
        elif self.levels and name.strip().lower() == "uci_limitstrength":
            self.is_limited = value.strip().lower() == "true"
            self._choose_level()
        elif self.levels and name.strip().lower() == "uci_elo" and re.fullmatch(r"-?\d{1,6}", value.strip()):
            self.elo = int(value)
            self._choose_level()

    def _choose_level(self) -> None:
        """Play as the measured level whose rating is nearest, if the client limits the strength."""
        nearest = min(self.levels, key=lambda level: abs(level.elo - self.elo))
        self.session.play_as(nearest.bot if self.is_limited else None)

    def _set_position(self, words: list[str]) -> None:
        """Set up a position. After one that cannot be read, no move is given until the next one.

        Raise :class:`PlygroundError` with the reason.
        """
        self.session.stop()
        self.is_refused = True
        setup, moves = words, list[str]()
        if "moves" in words:
            place = words.index("moves")
            setup, moves = words[:place], words[place + 1 :]
        if setup[:1] == ["startpos"]:
            positions = [self.game.start]
        elif setup[:1] == ["fen"]:
            positions = [self.read_position(" ".join(setup[1:]))]
        else:
            raise PositionError(" ".join(setup), [_("it begins with startpos or fen")])
        for word in moves:
            positions.append(positions[-1].play(self.read_move(positions[-1], word)))
        self.positions, self.is_refused = positions, False

    def read_position(self, text: str) -> Any:
        """Return the position of a text. Raise :class:`PositionError`."""
        return self.game.notation.parse(text)

    def read_move(self, position: MarkedPosition, word: str) -> Move:
        """Return the legal move of a word. Raise :class:`MoveError`."""
        return ugi_move(self.game, position, word)

    def move_word(self, position: MarkedPosition, move: Move) -> str:
        """Return a move as the protocol writes it."""
        return ugi_word(self.game, position, move)

    def _go(self, words: list[str]) -> None:
        position = self.positions[-1]
        if self.is_refused or position.is_over() or position.is_chance():
            self.write("bestmove 0000")
            return
        side = self.game.side(position)
        clock, limit = read_clock(words, side), read_limit(words)

        def finish(move: Move, choice: Choice | None, trouble: PlygroundError | None) -> None:
            if trouble:
                self.write(f"info string {trouble}")
            if choice and choice.value is not None:
                self.write(f"info {score_words(choice.value, choice.result.distance if choice.result else None)}")
            self.write(f"bestmove {self.move_word(position, move)}{self.ponder_words(position, move)}")

        self.line = ()
        self.ponder_clock = clock if "ponder" in words else None
        is_endless = not {"infinite", "ponder"}.isdisjoint(words)
        if is_endless:
            clock, limit = MoveClock(), Limit()
        else:
            faults = list(clock_faults(words, side))
            if faults and clock.budget_s is None and limit == Limit():
                clock = DEFAULT_CLOCK
                faults.append(_("go: no other limit is given, so the bot moves within {seconds} s.", seconds=clock.move_s))  # fmt: skip
            for fault in faults:
                self.write(f"info string {fault}")
        moves = self._chosen_moves(words, position)
        self.session.start(self.positions, limit, self._report, finish, clock=clock, is_endless=is_endless, moves=moves)

    def _chosen_moves(self, words: list[str], position: MarkedPosition) -> list[Move]:
        """Return the legal moves after the word ``searchmoves``."""
        moves = list[Move]()
        for word in words[words.index("searchmoves") + 1 :] if "searchmoves" in words else ():
            if word in GO_WORDS or CLOCK_WORD.fullmatch(word):
                break
            with suppress(MoveError):
                moves.append(self.read_move(position, word))
        return moves

    def ponder_words(self, position: MarkedPosition, move: Move) -> str:
        """Return the words of the reply that is expected after a move; UGI has none."""
        return ""

    def _report(self, outlook: Outlook) -> None:
        line = line_words(self.game, self.positions[-1], outlook.line, self.move_word)
        if outlook.rank == 1 and line:
            self.line = tuple(line.split())
        score = "" if outlook.value is None else f" {score_words(outlook.value, outlook.distance)}"
        deepest = f" seldepth {outlook.deepest}" if outlook.deepest else ""
        fill = "" if outlook.table_fill is None else f" hashfull {round(1000 * outlook.table_fill)}"
        self.write(
            f"info depth {outlook.depth}{deepest} multipv {outlook.rank}{score} nodes {outlook.nodes} "
            f"nps {outlook.speed}{fill} time {round(1000 * outlook.seconds)}" + (f" pv {line}" if line else "")
        )

    def _stop(self, _words: list[str]) -> None:
        self.session.stop()

    def _ponder_hit(self, _words: list[str]) -> None:
        """Count the time of a search on the opponent's time from now on."""
        clock, self.ponder_clock = self.ponder_clock, None
        if clock is None:
            self.session.stop()
        else:
            self.session.ponder_hit(clock)

    def _query(self, words: list[str]) -> None:
        position = self.positions[-1]
        side, over = self.game.side(position), position.is_over()
        if words == ["gameover"]:
            self.write(f"response {str(over).lower()}")
        elif words == ["p1turn"]:
            self.write(f"response {str(side == 0).lower()}")
        elif words == ["result"]:
            outcome = self.game.outcome(position)
            if outcome is None:
                self.write("response none")
            else:
                self.write(f"response {'draw' if outcome.winner is None else f'p{outcome.winner + 1}win'}")


def score_words(value: float, distance: int | None) -> str:
    """Return a value for the side to move as UCI writes it. A proven end is given by its distance in moves of both
    sides.
    """
    if distance is not None and value:
        moves = (distance + 1) // 2
        return f"score mate {moves if value > 0 else -moves}"
    return f"score cp {round(value)}"


def read_clock(words: list[str], side: int) -> MoveClock:
    """Return the clock of the side to move in a ``go`` command; numbers that cannot be read are ignored."""
    values = _numbers(words)
    left, increment = (_first(values, own_words(side, name)) for name in ("time", "inc"))
    return MoveClock(
        left_s=None if left is None else left / 1000,
        increment_s=max(increment or 0, 0) / 1000,
        moves_to_go=max(values.get("movestogo", 0), 0) or None,
        move_s=values["movetime"] / 1000 if values.get("movetime", 0) > 0 else None,
    )


def own_words(side: int, name: str) -> tuple[str, str]:
    """Return the words of UGI and UCI for the ``time`` or ``inc`` of a side."""
    return f"p{side + 1}{name}", f"{'w' if side == 0 else 'b'}{name}"


def clock_faults(words: list[str], side: int) -> Iterator[Sentence]:
    """Yield a sentence for each limit of a ``go`` command that is missing or cannot be read."""
    times = own_words(side, "time")
    numbered = {*LIMIT_WORDS, *times, *own_words(side, "inc"), "movestogo"}
    for name, text in pairwise([*words, ""]):
        if name not in numbered:
            continue
        if not NUMBER.fullmatch(text):
            yield _("go: a whole number must follow {name}, not {text}.", name=name, text=short_repr(text))
        elif name in LIMIT_WORDS and int(text[:MAX_NUMBER_CHARS]) < 1:
            yield _("go: {name} must be a whole number from 1, not {text}.", name=name, text=short_repr(text))
    if any(CLOCK_WORD.fullmatch(word) for word in words) and not {*LIMIT_WORDS, *times}.intersection(words):
        uci = any(word[:1] in "wb" for word in words)
        yield _("go: the clock of the side to move is missing ({name}).", name=times[uci])


def read_limit(words: list[str]) -> Limit:
    """Return the limit in nodes and depth that a ``go`` command sets; numbers that cannot be read are ignored.

    A mate in N moves is searched to the depth of its last move.
    """
    values = _numbers(words)
    depths = [depth for depth in (values.get("depth", 0), 2 * values.get("mate", 0) - 1) if depth > 0]
    return Limit(nodes=max(values.get("nodes", 0), 0) or None, depth=min(depths, default=None))


def _numbers(words: list[str]) -> dict[str, int]:
    return {name: int(value[:MAX_NUMBER_CHARS]) for name, value in pairwise(words) if NUMBER.fullmatch(value)}


def _first(values: Mapping[str, int], names: tuple[str, ...]) -> int | None:
    return next((values[name] for name in names if name in values), None)
