"""Questions to a bot: its move, and a report of its answer."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from plyground.arena.match import Match
from plyground.bots import Bot, Choice, Outlook, Thought
from plyground.cli.json_records import BotMoveRecord
from plyground.cli.reports.position_report import show_board
from plyground.cli.terminal import say, say_table
from plyground.core.game import Game
from plyground.core.position import MarkedPosition, Move
from plyground.errors import MoveError, SearchError
from plyground.i18n import Number, Sentence, _
from plyground.presentation.engine_adviser import correction, proven_values
from plyground.presentation.json_moves import plain_line, plain_move, plain_number
from plyground.presentation.text_judge import judge_of
from plyground.searches.plain_or_native import CountedSearches
from plyground.searches.tally import NODES


@dataclass
class BotInquiry:
    """A question to a bot or an external program."""

    game: Game
    name: str  # bot's text in the command
    bot: Bot
    native: bool | None
    pace: CountedSearches

    def ask(self, position: MarkedPosition) -> BotMoveAnswer:
        """Return the bot's choice in one position. Raise :class:`SearchError` if chance is to move, and
        :class:`GameOver`.
        """
        if position.is_chance():
            raise SearchError(_("Nobody chooses in this position: chance decides."))
        outlooks: dict[int, Outlook] = {}

        def on_progress(news: Outlook | Sentence) -> None:
            if isinstance(news, Outlook):
                outlooks[news.rank] = news

        tally = self.pace.tally
        before, begun = tally.counts[NODES], time.perf_counter()
        choice = self.bot.choose(position, Thought(tally=tally, on_progress=on_progress, native=self.native))
        seconds = time.perf_counter() - begun
        lines = tuple(outlooks[rank] for rank in sorted(outlooks))
        nodes = max([tally.counts[NODES] - before, *(outlook.nodes for outlook in lines)])
        wrong = self._correction(position, choice)
        return BotMoveAnswer(self.game, position, self.name, choice, wrong, lines, nodes, seconds)

    def _correction(self, position: Any, choice: Choice) -> Sentence | None:
        """Return the sentence that corrects a program's own value; None if it is right, or nothing is proven."""
        if choice.report is None or choice.report.score is None:
            return None
        match = Match(replace(self.game, start=position))
        try:
            found = judge_of(self.game)(position)
        except SearchError:
            return None
        return correction(match, choice, proven_values(found).get(choice.move))


@dataclass(frozen=True)
class BotMoveAnswer:
    """A bot's choice in one position."""

    game: Game
    position: Any
    bot: str
    choice: Choice
    correction: Sentence | None  # sentence that corrects the program's own value; None if it is not known to be wrong
    outlooks: tuple[Outlook, ...]  # last report of each line, the best first; empty if the bot reported nothing
    nodes: int
    seconds: float

    def show(self) -> None:
        """Print the position, the bot's move with its reason, its lines if there are several, and the counts."""
        game, position = self.game, self.position
        show_board(game, position)
        say(_("{side} to move.", side=game.mover(position)))
        move = game.notation.format_move(position, self.choice.move)
        say(_("{name} would play {move}. {reason}", name=self.bot, move=move, reason=self.choice.reason))
        if self.correction:
            say(self.correction)
        say()
        if len(self.outlooks) > 1:
            say_table([_("line"), _("meaning")], [(outlook.line, outlook.worth) for outlook in self.outlooks])
            say()
        nodes = [(_("positions visited"), Number(self.nodes))] if self.nodes else []
        say_table([_("counted"), _("number")], [*nodes, (_("milliseconds"), Number(round(self.seconds * 1000)))])

    def record(self) -> BotMoveRecord:
        """Return the answer as a record."""
        game, position, choice = self.game, self.position, self.choice
        return {
            "game": game.name,
            "position": game.notation.format(position),
            "bot": self.bot,
            "move": plain_move(game, position, choice.move),
            "value": None if choice.value is None else plain_number(choice.value),
            "reason": str(choice.reason),
            "correction": None if self.correction is None else str(self.correction),
            "lines": [
                {
                    "line": plain_line(game, position, self._moves(outlook.line)),
                    "depth": outlook.depth,
                    "value": None if outlook.value is None else plain_number(outlook.value),
                    "distance": outlook.distance,
                    "meaning": str(outlook.worth),
                }
                for outlook in self.outlooks
            ],
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def _moves(self, line: str) -> tuple[Move, ...]:
        """Return the moves of a bot's line up to the first illegal one."""
        moves: list[Move] = []
        position = self.position
        for word in line.split():
            try:
                moves.append(self.game.notation.parse_move(position, word))
            except MoveError:
                break
            position = position.play(moves[-1])
        return tuple(moves)
