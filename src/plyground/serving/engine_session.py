"""A bot that searches in its own thread, so that the server can read commands meanwhile."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from plyground.bots import BOTS, Bot, Choice, Outlook, Thought
from plyground.bots import bot as bot_named
from plyground.bots.bot_protocol import choose_in_time, warm_up
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import Spec, write
from plyground.core.time_manager import OVERHEAD_S, Lag, MoveClock
from plyground.errors import MoveError, PlygroundError, SearchStopped
from plyground.i18n import Sentence
from plyground.searches import new_tally
from plyground.searches.limit import ASKED, DEFAULT_LIMIT, Limit
from plyground.searches.tally import STOP

MAX_SECONDS = 3600
"""Seconds for a move without a limit. The client's clock usually stops the search sooner."""
DEFAULT_CLOCK = MoveClock(move_s=DEFAULT_LIMIT.seconds)
"""Clock of a move whose limits cannot be read, or are of a kind that the bot does not support."""
LIMITS = (*Limit._fields, "playouts")
"""Options of bots that end their searches."""
WON = 1_000_000
"""Value of a move that wins at once."""
OBEY_TIMEOUT_S = 0.02
"""Seconds a bot has to move after "stop"; then the best move that it has reported is played."""


class NumberOption(NamedTuple):
    """A protocol's option that sets a number of the bot."""

    name: str  # name in the protocol
    own: str  # name of the bot's option
    default: int
    least: int
    most: int


OPTIONS = (NumberOption("Hash", "memory", 64, 1, 1024), NumberOption("Threads", "threads", 1, 1, 64))
"""Options of bots that several protocols have."""
OVERHEAD = NumberOption("Move Overhead", "overhead", round(1000 * OVERHEAD_S), 0, 60_000)
"""Option of every bot: milliseconds that pass between its move and the stop of the client's clock."""

Finish = Callable[[Move, Choice | None, PlygroundError | None], object]
"""Function called once with the move, the bot's choice or None, and the error message or None."""


def line_words(game: Game, position: MarkedPosition, line: str, word: Callable[[Any, Move], str]) -> str:
    """Return a line of moves from ``position``, in the game's notation, as a protocol writes it.

    ``word(position, move)`` writes one move. The line ends before the first text that is no legal move.
    """
    words = []
    for text in line.split():
        try:
            move = game.notation.parse_move(position, text)
        except MoveError:
            break
        words.append(word(position, move))
        position = position.play(move)
    return " ".join(words)


def best_of(
    game: Game, bot: Bot, position: MarkedPosition, moves: Sequence[Move], thought: Thought, lag: Lag
) -> Choice | None:
    """Return the best of some moves: the positions after them are searched, each for an equal part of the time.

    A bot without values chooses the first one. Return None if the search is stopped before it has a value.
    """
    side, best = game.side(position), None
    clock = thought.clock and MoveClock(move_s=(thought.clock.budget_s or 0) / len(moves) + thought.clock.overhead_s)
    for move in moves:
        child, reports = position.play(move), list[Outlook]()
        outcome = game.outcome(child)
        if outcome:
            value: int | None = 0 if outcome.winner is None else WON if outcome.winner == side else -WON
        else:
            inner = thought._replace(past=(*thought.past, position), clock=clock, on_progress=_keeper(reports))
            try:
                value = choose_in_time(bot, child, inner, lag, always_stops=True).value
            except SearchStopped:
                value = None
            if value is not None and game.side(child) != side:
                value = -value
        if value is not None and (best is None or value > (best.value or 0)):
            best = Choice(move, value=value)
            word = game.notation.format_move(position, move)
            last = reports[-1] if reports else Outlook(0, Sentence(str(value), {}), "", 1, 0.0)
            line, distance = f"{word} {last.line}".strip(), last.distance and last.distance + 1
            thought.on_progress(last._replace(depth=last.depth + 1, line=line, value=value, distance=distance, rank=1))
        if thought.tally and thought.tally.counts[STOP] == ASKED:
            break
    return best


def _keeper(reports: list[Outlook]) -> Callable[[Any], None]:
    """Return a function that keeps the reports about the best line."""
    return lambda news: reports.append(news) if isinstance(news, Outlook) and news.rank == 1 else None


class _Running:
    """A running search, and the one move that it will give."""

    def __init__(self, game: Game, positions: list[Any], finish: Finish, moves: Sequence[Move]) -> None:
        self.tally = new_tally()
        self.thread: threading.Thread
        self._game = game
        self._position = positions[-1]
        self._finish = finish
        self._moves = moves
        self._lock = threading.Lock()
        self.is_finished = False  # True once the move was given
        self._best: Move | None = None
        self.asked = threading.Event()  # set when the other program wants the move now

    def hear(self, outlook: Outlook) -> None:
        """Keep the first move of a report. It is played if the bot does not answer in time."""
        for word in outlook.line.split()[:1] if outlook.rank == 1 else ():
            try:
                self._best = self._game.notation.parse_move(self._position, word)
            except MoveError:
                return

    def finish(self, choice: Choice | None, trouble: PlygroundError | None = None) -> None:
        """Give the move, unless one was given: the bot's choice, else its best so far, else any legal move."""
        with self._lock:
            if self.is_finished:
                return
            self.is_finished = True
        move = choice.move if choice else self._best
        self._finish(next(iter(self._moves or self._position.moves())) if move is None else move, choice, trouble)


class EngineSession:
    """A game, a bot by its spec text, and at most one running search."""

    def __init__(self, game: Game, bot: str) -> None:
        """Make the bot. Raise :class:`SpecError` or :class:`SearchError` if it cannot play the game."""
        self.game = game
        self.bot = bot
        self.options: dict[str, int] = {}  # options of the bot that the other program has set
        self.overhead_s = OVERHEAD_S
        self._bots = {bot: bot_named(bot, game)}
        self._warm: set[int] = set()  # ids of the bots that are warmed up
        self._lag = Lag()
        self._own = bot
        self._running: _Running | None = None

    def play_as(self, bot: str | None) -> None:
        """Use another bot for the next moves; None means the original bot. Raise the constructor's exceptions."""
        self.stop()
        self._bots.setdefault(bot or self._own, bot_named(bot or self._own, self.game))
        self.bot = bot or self._own

    def has_option(self, name: str) -> bool:
        """Return True if the bot has an option of this name and its spec text does not set it."""
        spec = Spec.parse(self.bot)
        return name not in spec.options and any(option.name == name for option in BOTS[spec.name].options)

    def set_number(self, option: NumberOption, text: str) -> None:
        """Set an option of the bot to the nearest allowed number; a text that is not a number changes nothing."""
        if not re.fullmatch(r"-?\d{1,9}", text.strip()):
            return
        number = max(option.least, min(int(text), option.most))
        if option is OVERHEAD:
            self.overhead_s = number / 1000
        else:
            self.options[option.own] = number

    def warm_up(self) -> None:
        """Let the bot compile what it needs, so that this takes no time of a move. Nothing is done twice."""
        bot = self._bot(Limit(), is_timed=True)
        if id(bot) not in self._warm:
            self._warm.add(id(bot))
            with suppress(PlygroundError, SearchStopped):  # the first move will report the error
                warm_up(bot, self.game.start, Thought(native=True))

    def _bot(self, limit: Limit, *, is_timed: bool) -> Bot:
        """Return the bot with this limit, if it accepts one; a number out of an option's bounds becomes the nearest.

        Bots are kept for later moves, because some keep tables.
        """
        spec = Spec.parse(self.bot)
        limits = {name: value for name, value in limit._asdict().items() if value is not None}
        values: dict[str, float] = {**self.options, **limits}
        if is_timed or not limits:
            values["seconds"] = MAX_SECONDS  # the clock limits the time
        bounds = {option.name: option for option in BOTS[spec.name].options}
        values = {
            name: max(bounds[name].least, min(value, bounds[name].most))
            for name, value in values.items()
            if self.has_option(name)
        }
        text = write(spec.name, {**spec.options, **values})
        if text not in self._bots:
            self._bots[text] = bot_named(text, self.game)
        return self._bots[text]

    def _ends_at(self, limit: Limit) -> bool:
        """Return False if the bot supports limits, but not this kind, and its spec text sets none."""
        spec = Spec.parse(self.bot)
        own = {option.name for option in BOTS[spec.name].options}.intersection(LIMITS)
        given = {name for name, value in limit._asdict().items() if value is not None}
        return not (own and given) or bool(own & (given | spec.options.keys()))

    def start(
        self,
        positions: list[Any],
        limit: Limit,
        report: Callable[[Outlook], object],
        finish: Finish,
        *,
        clock: MoveClock | None = None,
        is_endless: bool = False,
        moves: Sequence[Move] = (),
    ) -> None:
        """Start a search from the last of ``positions``; the earlier ones led to it.

        It ends at the ``limit`` in nodes or depth, or when the budget of the ``clock`` is used up. An endless search
        gives its move only when it is stopped, even if it was ready before. A bot without such a limit gets
        :data:`DEFAULT_CLOCK`. If the bot cannot be made with the options set, any legal move is given. ``moves`` are the
        only ones to choose from; without them all are.
        """
        self.stop()
        if not is_endless and (clock is None or clock.budget_s is None) and not self._ends_at(limit):
            clock = DEFAULT_CLOCK
        is_timed = clock is not None and clock.budget_s is not None
        clock = clock._replace(overhead_s=self.overhead_s) if clock and is_timed else None
        bot: Bot | PlygroundError
        try:
            deep = limit._replace(depth=max(1, limit.depth - 1)) if moves and limit.depth else limit
            bot = self._bot(deep, is_timed=is_timed)
        except PlygroundError as error:
            bot = error
        running = _Running(self.game, positions, finish, moves)

        def hear(news: Any) -> None:
            if isinstance(news, Outlook) and not running.is_finished:
                running.hear(news)
                report(news)

        def think() -> None:
            choice, trouble = None, None
            try:
                if isinstance(bot, PlygroundError):
                    raise bot
                thought = Thought(tuple(positions[:-1]), running.tally, hear, is_timed or None, clock=clock)
                if moves:
                    choice = best_of(self.game, bot, positions[-1], moves, thought, self._lag)
                else:
                    choice = choose_in_time(bot, positions[-1], thought, self._lag, always_stops=True)
            except SearchStopped:
                pass  # the bot has no move yet
            except PlygroundError as error:
                trouble = error
            if is_endless:
                running.asked.wait()
            running.finish(choice, trouble)

        running.thread = threading.Thread(target=think, daemon=True)
        self._running = running
        running.thread.start()

    def ponder_hit(self, clock: MoveClock) -> None:
        """Let an endless search go on for the budget of ``clock``, and give its move then; at once without a budget."""
        budget_s = clock._replace(overhead_s=self.overhead_s).budget_s
        running = self._running
        if budget_s is None or running is None:
            self.stop()
            return

        def end() -> None:
            if running is self._running:
                self.stop()

        timer = threading.Timer(budget_s, end)
        timer.daemon = True
        timer.start()

    @property
    def is_thinking(self) -> bool:
        """True while a search is running."""
        return self._running is not None and self._running.thread.is_alive()

    def stop(self) -> None:
        """Stop the running search, if any. Its move has been given when this method returns."""
        running, self._running = self._running, None
        if running:
            running.tally.counts[STOP] = ASKED
            running.asked.set()
            running.thread.join(OBEY_TIMEOUT_S)
            running.finish(None)

    def wait(self) -> None:
        """Wait until the running search has given its move."""
        if self._running:
            self._running.asked.set()
            self._running.thread.join()
