"""A bot that searches in its own thread, so that the server can read commands meanwhile."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.position import Move
from plyground.core.spec import Spec, write
from plyground.errors import MoveError, PlygroundError, SearchStopped
from plyground.players import PLAYERS, Choice, Outlook, Player, Thought, player
from plyground.searches import new_tally
from plyground.searches.limit import ASKED, Limit, deadline
from plyground.searches.tally import STOP

MAX_SECONDS = 3600
"""Seconds for a move without a limit. The client's clock usually stops the search sooner."""
OBEY_TIMEOUT_S = 0.02
"""Seconds a bot has to move after "stop"; then the best move that it has reported is played."""


class NumberOption(NamedTuple):
    """A protocol's option that sets a number of the bot."""

    name: str  # in the protocol
    own: str  # of the bot
    default: int
    least: int
    most: int


OPTIONS = (NumberOption("Hash", "megabytes", 64, 1, 1024), NumberOption("Threads", "threads", 1, 1, 64))
"""Options that several protocols have."""

Finish = Callable[[Move, Choice | None, PlygroundError | None], object]
"""Function called once with the move, the bot's choice or None, and the error message or None."""


def line_words(game: Game, position: Any, line: str, word: Callable[[Any, Move], str]) -> str:
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


class _Running:
    """A running search, and the one move that it will give."""

    def __init__(self, game: Game, positions: list[Any], finish: Finish) -> None:
        self.tally = new_tally()
        self.thread: threading.Thread
        self._game = game
        self._position = positions[-1]
        self._finish = finish
        self._lock = threading.Lock()
        self._is_finished = False
        self._best: Move | None = None
        self.asked = threading.Event()  # the other program wants the move now

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
            if self._is_finished:
                return
            self._is_finished = True
        move = choice.move if choice else self._best
        self._finish(next(iter(self._position.moves())) if move is None else move, choice, trouble)


class EngineSession:
    """A game, a bot by its spec text, and at most one running search."""

    def __init__(self, game: Game, bot: str) -> None:
        """Make the bot. Raise :class:`SpecError` or :class:`SearchError` if it cannot play the game."""
        self.game = game
        self.bot = bot
        self.options: dict[str, int] = {}  # of the bot, set by the other program
        self._players = {bot: player(bot, game)}
        self._own = bot
        self._running: _Running | None = None

    def play_as(self, bot: str | None) -> None:
        """Use another bot for the next moves; None means the original bot. Raise the constructor's exceptions."""
        self.stop()
        self._players.setdefault(bot or self._own, player(bot or self._own, self.game))
        self.bot = bot or self._own

    def has_option(self, name: str) -> bool:
        """Return True if the bot has an option of this name and its spec text does not set it."""
        spec = Spec.parse(self.bot)
        return name not in spec.options and any(option.name == name for option in PLAYERS[spec.name].options)

    def set_number(self, option: NumberOption, text: str) -> None:
        """Set an option of the bot to the number nearest to the one asked for; a text that is no number changes
        nothing.
        """
        if re.fullmatch(r"-?\d{1,9}", text.strip()):
            self.options[option.own] = max(option.least, min(int(text), option.most))

    def _player(self, limit: Limit) -> Player:
        """Return the bot with this limit, if it accepts one. Bots are kept for later moves, because some keep
        tables.
        """
        spec = Spec.parse(self.bot)
        limits = {name: value for name, value in limit._asdict().items() if value is not None}
        values: dict[str, object] = {**self.options, **limits}
        if limit.seconds is not None or not limits:
            values["seconds"] = MAX_SECONDS  # a clock beside the bot keeps the time
        values = {name: value for name, value in values.items() if self.has_option(name)}
        text = write(spec.name, {**spec.options, **values})
        if text not in self._players:
            self._players[text] = player(text, self.game)
        return self._players[text]

    def start(
        self,
        positions: list[Any],
        limit: Limit,
        report: Callable[[Outlook], object],
        finish: Finish,
        *,
        is_endless: bool = False,
    ) -> None:
        """Start a search from the last of ``positions``; the earlier ones led to it.

        An endless search gives its move only when it is stopped, even if it was ready before.

        Raise :class:`PlygroundError` if the bot cannot be made with these options.
        """
        self.stop()
        bot = self._player(limit)
        running = _Running(self.game, positions, finish)

        def hear(news: Any) -> None:
            if isinstance(news, Outlook):
                running.hear(news)
                report(news)

        def think() -> None:
            choice, trouble = None, None
            try:
                with deadline(limit.seconds, running.tally.counts, ASKED):
                    choice = bot.choose(positions[-1], Thought(tuple(positions[:-1]), running.tally, hear))
            except SearchStopped:
                pass  # a bot that has no move so far
            except PlygroundError as error:
                trouble = error
            if is_endless:
                running.asked.wait()
            running.finish(choice, trouble)

        running.thread = threading.Thread(target=think, daemon=True)
        self._running = running
        running.thread.start()

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
