"""An external program as a bot: it is started for the first move and kept for the game."""

from __future__ import annotations

import weakref
from collections import deque
from typing import Any

from plyground.bots.bot_protocol import UNFOLLOWED, Card, Choice, Outlook, Thought, only_move
from plyground.bots.decision_tree import from_move
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.engines import Client, EngineConfig, Info, Score, connect
from plyground.engines.connecting import plays
from plyground.errors import EngineError, MoveError, SpecError
from plyground.i18n import Sentence, _, _n
from plyground.searches.limit import Limit
from plyground.searches.tally import STOP

MAX_LOG_LINES, MAX_LOG_CHARS = 100, 200
"""Most lines of the exchange that are kept, and most characters of a line."""
MAX_SHOWN_MOVES = 12
"""Most moves of a program's line that are shown."""


class ExternalBot:
    """A program that speaks one of the protocols of :mod:`plyground.engines`, as set up by ``plyground engines
    add``.
    """

    starts_program = True

    def __init__(
        self,
        game: Game,
        config: EngineConfig,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> None:
        """Set up the program. Without a limit or a clock it thinks for one second a move.

        Raise :class:`SpecError` for a game that it does not play.
        """
        if not plays(config, game):
            raise SpecError(_("{name} is not set up for {game}.", name=config.name, game=game.title))
        self.game = game
        self.config = config
        self.limit = Limit(seconds, nodes, depth)
        self.card = Card(
            title=Sentence(config.name, {}),
            summary=_("An external program that is set up on this computer; its protocol is {protocol}.", protocol=config.protocol.upper()),
            plans_ahead=None,
            deterministic=False,
            anytime=True,
            keeps_clock=True,
        )  # fmt: skip
        self._client: Client | None = None
        self._lines: deque[str] = deque(maxlen=MAX_LOG_LINES)

    def _log(self, direction: str, line: str) -> None:
        self._lines.append(f"{direction} {line[:MAX_LOG_CHARS]}")

    def exchange(self) -> list[str]:
        """Return the lines written to the program and read from it since the last call, at most the last ones."""
        lines = list(self._lines)
        self._lines.clear()
        return lines

    def warm_up(self, thought: Thought = UNFOLLOWED) -> None:
        """Start the program. Raise :class:`EngineError` if it fails."""
        self._started(is_new_game=False)

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the program's move. Raise :class:`EngineError` if it fails; it is restarted for the next move."""
        forced = only_move(position)
        if forced:
            return forced
        try:
            client = self._started(is_new_game=not thought.past)
            answer = client.play(
                position,
                self.limit if thought.clock else self.limit.under(None),
                thought.past,
                clock=thought.clock,
                stopped=lambda: bool(thought.tally and thought.tally.counts[STOP]),
                report=lambda info: thought.on_progress(self._outlook(position, info)),
            )
        except EngineError:
            self.close()
            raise
        said = self._reason(client.title, position, answer.info)
        tree = None
        if thought.keeps_tree:
            tree = from_move(
                position, answer.move, said, line=[move for move, _word in self._moves(position, answer.info.line)]
            )
        return Choice(answer.move, said, report=answer.info, tree=tree)

    def _started(self, *, is_new_game: bool) -> Client:
        if self._client is None:
            self._client = connect(self.config, self.game, self._log)
            self._end = weakref.finalize(self, self._client.close)
        elif is_new_game:
            self._client.new_game()
        return self._client

    def close(self) -> None:
        """End the program, if it runs."""
        if self._client:
            self._client = None
            self._end()

    def _outlook(self, position: MarkedPosition, info: Info) -> Outlook:
        line, score = self._line(position, info.line), info.score or Score()
        depth, seconds = info.depth or len(info.line), info.seconds or 0.0
        return Outlook(depth, value_in_words(score), line, info.nodes or 0, seconds, score.points)

    def _reason(self, title: str, position: MarkedPosition, info: Info) -> Sentence:
        if info.score is None:
            return _("{program} gave no reason.", program=title)
        return _(
            "{program} values it at {value}; its line: {line}.",
            program=title, value=value_in_words(info.score), line=self._line(position, info.line) or "–",
        )  # fmt: skip

    def _line(self, position: MarkedPosition, words: tuple[str, ...]) -> str:
        """Return the program's line in the game's notation, up to the first illegal move."""
        return " ".join(word for _move, word in self._moves(position, words))

    def _moves(self, position: Any, words: tuple[str, ...]) -> list[tuple[Move, str]]:
        """Return the moves of a program's line with their notation, up to the first illegal move."""
        found: list[tuple[Move, str]] = []
        for word in words[:MAX_SHOWN_MOVES]:
            try:
                move = self.game.notation.parse_move(position, word)
            except MoveError:
                break
            found.append((move, self.game.notation.format_move(position, move)))
            position = position.play(move)
        return found


def value_in_words(score: Score) -> Sentence:
    """Return a program's own value in words."""
    if score.mate is not None:
        moves = abs(score.mate)
        if score.mate > 0:
            return _n("a win in {count} move", "a win in {count} moves", moves)
        return _n("a loss in {count} move", "a loss in {count} moves", moves)
    return _("{value} in its own units", value=f"{(score.points or 0) / 100:+.2f}")
