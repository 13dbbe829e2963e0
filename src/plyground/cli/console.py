"""The game on a text terminal: each typed line is executed and answered.

After the four console programs of L. A. Digiampietri (EACH-USP): one program for every bot. It does not read the
keyboard or write to the screen: lines come by :meth:`Console.take`, answers go through ``say``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.arena.match import Match
from plyground.bots import Choice, named
from plyground.bots.reasons import figure
from plyground.cli.console_help import commands, hint, missing
from plyground.cli.console_moves import is_move, meant, move_list
from plyground.cli.game_recording import Recording
from plyground.cli.inline_runner import InlineRunner
from plyground.cli.reports.explore_report import show_judgement
from plyground.cli.reports.review_report import show_cause, show_review
from plyground.cli.terminal import shown
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.errors import GameOver, MoveError, PlygroundError, SearchError, SpecError
from plyground.i18n import Sentence, _
from plyground.judge.judge import repeated
from plyground.judge.purpose import purpose
from plyground.judge.review import review_game
from plyground.presentation.boards.board_text import draw
from plyground.presentation.bot_driver import BotDriver
from plyground.presentation.engine_adviser import correction, exact_value, proven_values
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.match_status import resignation
from plyground.presentation.move_values import worth_words
from plyground.presentation.outcome_text import ending, nearing
from plyground.presentation.player_view import hides, seen_position, seen_words
from plyground.presentation.score_text import score_line
from plyground.presentation.settlement import proposal
from plyground.presentation.text_judge import judge_of

MAX_LINE_CHARS = 300
"""Longest line that is read."""

MAX_REVIEWED_PLIES = 40
"""Plies that are reviewed at the end of a game without being asked, the last ones."""


class Console:
    """One game after another between two players, controlled by typed commands."""

    def __init__(
        self,
        match: Match,
        players: tuple[str, ...],
        *,
        say: Callable[..., None],
        beginning: Match | None = None,
        recording: Recording | None = None,
    ) -> None:
        """Begin a game. ``players`` are spec texts. Raise :class:`SpecError`.

        ``beginning`` is the match to which ``r`` returns, and before which ``u`` cannot go (default: ``match``). A
        ``recording`` stores the game.
        """
        self.game: Game = match.game
        self.recording = recording
        self.left = False  # True if the person has left
        self.say = say
        self.bot: Seat | None = None  # the bot that the command ``b`` asks
        self._told = match  # the match that was shown last
        self._session = GameSession(
            tuple(Seat.parse(named(name), self.game) for name in players),
            match,
            beginning=beginning or match,
            bots_start=True,
        )
        self._driver = BotDriver(self._session, InlineRunner())
        self._session.on_change = self._follow

    @property
    def match(self) -> Match:
        """The game so far."""
        return self._session.match

    @property
    def prompt(self) -> str:
        """The prompt: the side to move; empty after the end."""
        return "> " if self._session.is_over else f"{self.match.mover}> "

    def start(self) -> None:
        """Show the game and let bots move until a person is to move."""
        names = ", ".join(
            f"{side} {seat.text}" for side, seat in zip(self.game.sides, self._session.seats, strict=True)
        )
        self.say((str(self.game.title), "bold"), f": {names}")
        self.say(hint(self.match, self._session.beginning))
        if self.match.moves and self.match != self._session.beginning:
            self._tell_moves()
        self._tell_beginning(self._told)
        self._let_bots_move()

    def take(self, line: str) -> None:
        """Execute one typed line, or say in one sentence why that is impossible."""
        try:
            self._obey(shown(" ".join(line.split()), MAX_LINE_CHARS))
        except PlygroundError as error:
            self.say(str(error))

    def _obey(self, line: str) -> None:
        word, _blank, rest = line.partition(" ")
        match word.lower(), rest:
            case "", "":
                pass
            case "j", text:
                if not text:
                    raise MoveError(missing(self.match, self._session.beginning))
                if self._session.is_over:
                    raise GameOver
                self._session.play(meant(self.match, text))
                self._let_bots_move()
            case "b", "":
                adviser = self._adviser()
                if self._session.is_over:
                    raise GameOver
                self._let_bots_move(adviser)
            case "bot", name:
                if not name:
                    raise SpecError(_("Write the name of a bot after bot, such as bot minimax."))
                self.bot = self._bot(name)
                self.say(_("From now on b asks {name}.", name=name))
            case "why", "":
                self._explain()
            case "explore", "":
                self._explore()
            case "review", "":
                self._review()
            case "u", "":
                self._session.undo()
            case "r", "":
                self._begin_again()
                self._let_bots_move()
            case "c", text:
                self._comment(text)
            case "moves", "":
                self._tell_moves()
            case "h", "":
                for command, meaning in commands(self.match, self._session.beginning):
                    self.say((f"{command:<10}", "bold"), meaning)
            case "q", "":
                self.left = True
                self.say(_("Goodbye."))
            case _ if is_move(self.match, line):
                raise MoveError(_("“{line}” is not a command; to play this move, write j {line}.", line=line))
            case _:
                raise MoveError(_("“{line}” is not a command; h lists all commands.", line=line))

    def _bot(self, name: str) -> Seat:
        seat = Seat.parse(named(name), self.game)
        if seat.is_human:
            raise SpecError(_("A person is not a bot: choose a bot, such as minimax."))
        return seat

    def _adviser(self) -> Seat:
        """Return the bot that ``b`` asks: the one that was named, else the next opponent's, else the mover's own."""
        if self.bot:
            return self.bot
        side, seats = self.match.side, self._session.seats
        for seat in (*seats[side + 1 :], *seats[: side + 1]):
            if not seat.is_human:
                return seat
        raise SpecError(_("No bot plays here: write bot and a name, such as bot minimax, to choose one for b."))

    def _let_bots_move(self, adviser: Seat | None = None) -> None:
        """Let bots move until a person is to move or the game is over; an ``adviser`` makes the first move."""
        self._session.resume()
        self._driver.drive(adviser)
        if self._session.resigned is not None:
            self.say(resignation(self.game, self._session.resigned))
        elif self._session.trouble:
            raise SearchError(self._session.trouble)

    def _begin_again(self) -> None:
        if self.recording:
            self.recording.begin_another()
            self.say(_("This game is saved in {path}.", path=self.recording.path))
        self._session.on_change = lambda: None
        self._session.new_game()
        self._session.on_change = self._follow
        self._tell_beginning(self._session.beginning)

    def _tell_beginning(self, beginning: Match) -> None:
        """Show the beginning of the game, and the seed with which its random numbers can be repeated.

        The seed is not shown for a game with hidden information, because it would reveal the hidden part.
        """
        if Demand.CHANCE in self.game.demands and self.game.facts.observable:
            self.say(_("{chance}: seed {seed}.", chance=self.game.chance, seed=self.match.seed))
        self._show(beginning.ply)

    def _follow(self) -> None:
        """Record the changes, and print the last move."""
        match, told = self.match, self._told
        if match.ply == told.ply and match.moves == told.moves:
            self._record()
            return
        if match.ply > told.ply and match.moves[: told.ply] == told.moves[: told.ply]:
            self._tell_move(told)
        self._show(told.ply + 1)

    def _tell_move(self, before: Match) -> None:
        """Print the move made in the position of ``before`` and, if a bot made it, its reason."""
        played = self._session.played_at(before.ply)
        move = self.match.words[before.ply]
        if played and played.choice:
            self.say(_recommendation(played.seat.text, move, played.choice))
        self.say(_("{side} plays {move}.", side=before.mover, move=move))

    def _record(self) -> None:
        if self.recording:
            self.recording.keep(self.match)

    def _comment(self, text: str) -> None:
        """Write a comment on the last move, replacing an earlier one."""
        if not self.match.ply:
            raise MoveError(_("No move has been made yet."))
        if not text:
            raise MoveError(_("Write a comment on the last move after c."))
        self._session.comment(self.match.ply, text)
        self._tell_comment(self.match.ply)
        if self.recording and self.recording.omits_comments(self.match):
            self.say(_("{path} is kept without comments: its notation cannot hold them.", path=self.recording.path))

    def _tell_comment(self, number: int) -> None:
        match = self.match
        words = {
            "number": number,
            "side": self.game.mover(match.positions[number - 1]),
            "move": match.words[number - 1],
        }
        self.say(_("Move {number}, {side} {move}: {comment}", comment=match.comment(number), **words))

    def _tell_moves(self) -> None:
        """Print the moves of the game in its usual notation, and the comments on them."""
        if not self.match.ply:
            raise MoveError(_("No move has been made yet."))
        player = self._session.viewer
        words = seen_words(self.match, player)
        self.say(_("Moves: {moves}", moves=" ".join(words) if hides(self.match, player) else self.match.transcript))
        for number in range(1, self.match.ply + 1):
            if self.match.comment(number):
                self._tell_comment(number)

    def _show(self, ply: int) -> None:
        """Show the moves of chance from a ply on, the board and, if the game is over, its end."""
        self._told = self.match
        self._record()
        for word in seen_words(self.match, self._session.viewer)[ply:]:
            self.say(_("{chance}: {move}.", chance=self.game.chance, move=word))
        self.say()
        for line in draw(self.game, seen_position(self.match, self._session.viewer)):
            self.say(" ", *line)
        if score := score_line(self.game, self.match.position):
            self.say(" ", score)
        self.say()
        if self.match.outcome:
            self.say(ending(self.game, self.match.position, self.match.outcome))
            if proposed := proposal(self.match):
                self.say(proposed)
            self._tell_decisive()
            self.say(_("review shows mistakes, r plays again, q quits."))
            return
        if warning := nearing(self.match):
            self.say(warning)
        for row in move_list(self.match):
            self.say(*row)

    def _explain(self) -> None:
        """Print the reason of the last bot's move, and the value of each move now."""
        ply = self._session.last_bot_ply
        played = None if ply is None else self._session.played_at(ply)
        if played and played.choice:
            self.say(_("The last bot's reason: {reason}", reason=played.choice.reason))
        position = self.match.position
        if self.match.outcome:
            self.say(ending(self.game, position, self.match.outcome))
            return
        judge, again = judge_of(self.game), self._repeated()
        found = judge(position, again)
        self.say(_("Value of each move of {side}:", side=self.match.mover))
        for move in position.moves():
            self.say(f"{self.game.notation.format_move(position, move):>5}  ", worth_words(found.of(move)))
        if found.moves:
            self.say(purpose(judge, position, found.best.move, again).sentence)
        if played and played.choice and ply is not None:
            before = self.match.undo(self.match.ply - ply)
            exact = exact_value(before, played.choice.move, position, proven_values(found))
            if said := correction(before, played.choice, exact):
                self.say(said)

    def _repeated(self) -> tuple[Any, ...]:
        return repeated(self.game, self.match.positions[: self.match.ply + 1])

    def _explore(self) -> None:
        """Show every move with its value, and best play."""
        if self.match.outcome:
            self.say(ending(self.game, self.match.position, self.match.outcome))
            return
        position = self.match.position
        show_judgement(self.game, position, judge_of(self.game)(position, self._repeated()))

    def _review(self) -> None:
        """Print the marks of the moves so far, and the cause of each mistake."""
        if not self.match.ply:
            raise MoveError(_("No move has been made yet."))
        show_review(review_game(judge_of(self.game), self.match))

    def _tell_decisive(self) -> None:
        """Print the mistake that decided a finished game and its cause. Ctrl-C ends the review."""
        people = [side for side, seat in enumerate(self._session.seats) if seat.is_human]
        if not people or not self.game.facts.observable:
            return
        try:
            found = review_game(judge_of(self.game), self.match, MAX_REVIEWED_PLIES)
        except (KeyboardInterrupt, SearchError):
            return
        outcome = self.match.outcome
        losers = [side for side in people if outcome is None or side != outcome.winner]
        if decisive := found.decisive(losers or people):
            show_cause(found, decisive)
            self.say()


def _recommendation(name: str, move: str, choice: Choice) -> Sentence:
    if choice.value is None:
        return _("{name} recommends {move}. {reason}", name=name, move=move, reason=choice.reason)
    return _(
        "{name} recommends {move} (value {value}). {reason}",
        name=name,
        move=move,
        value=figure(choice.value),
        reason=choice.reason,
    )
