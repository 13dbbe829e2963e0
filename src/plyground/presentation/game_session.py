"""The state of a game between people and bots, the same for the page, the notebook and the console.

A session does not deal with processes, threads or texts. Bots move by thoughts: :meth:`GameSession.begin_thought`
returns one that is due, :meth:`GameSession.end_thought` plays its move. :mod:`plyground.presentation.bot_driver` runs
them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from plyground.arena.match import Match
from plyground.bots import Bot, Choice, Human, Outlook, bot
from plyground.core.game import Game
from plyground.core.position import Move
from plyground.errors import MoveError
from plyground.i18n import Sentence, _
from plyground.presentation.match_status import is_pass

SPOKEN_INTERVAL_S = 4.0
"""Seconds between two progress reports of a search that are read aloud."""


DERIVED = frozenset(
    {
        "mover",
        "is_over",
        "mover_is_human",
        "mover_is_bot",
        "waits_for_bots",
        "only_bots",
        "people",
        "viewer",
        "must_pass",
    }
)
"""Properties of a session that are computed once for each match, its seats and a resignation."""


class Seat(NamedTuple):
    """The player of one side, with its spec text."""

    text: str
    player: Bot
    name: str = ""  # name shown instead of the title, such as a bot's name in a tournament

    @classmethod
    def parse(cls, text: str, game: Game, name: str = "") -> Seat:
        """Return the seat of the player that a spec text names; raise as :func:`plyground.bots.bot_protocol` does."""
        return cls(text, bot(text, game), name)

    @property
    def title(self) -> Sentence | str:
        """The player's own name, else the title of its kind."""
        return self.name or self.player.card.title

    @property
    def is_human(self) -> bool:
        """Return True if a person plays this side."""
        return isinstance(self.player, Human)


class PlayedMove(NamedTuple):
    """A move that was made in this session: its player at that time, and a bot's reason."""

    seat: Seat
    choice: Choice | None = None  # a bot's choice; None for a person, who gives no reason
    outlook: Outlook | None = None  # last report of a bot that thought for a while


class BotThought:
    """A thought under way about the next move of a match, and its progress."""

    def __init__(self, match: Match, seat: Seat, clock: Callable[[], float] = time.monotonic) -> None:
        self.match = match
        self.seat = seat
        self.nodes = 0
        self.preparing: Sentence | None = None  # work before the search, such as compiling
        self.outlook: Outlook | None = None  # latest report
        self.spoken: Outlook | None = None  # report that is read aloud
        self.is_hurried = False  # True if told to move now
        self._clock = clock
        self._started = self._spoken_at = clock()

    @property
    def player(self) -> Bot:
        """The bot that thinks."""
        return self.seat.player

    @property
    def seconds(self) -> float:
        """Seconds since the search visited its first position; until then, seconds since the bot began to wait."""
        return self._clock() - self._started

    @property
    def speed(self) -> int:
        """Positions a second."""
        return round(self.nodes / self.seconds) if self.nodes and self.seconds else 0

    def update(self, nodes: int, news: Outlook | Sentence | None) -> None:
        """Update the number of visited positions, and the outlook or the sentence about the preparation."""
        now = self._clock()
        if nodes and not self.nodes:
            self._started = now
        if news or nodes != self.nodes:
            self.preparing = news if isinstance(news, Sentence) else None
        self.nodes = nodes
        if isinstance(news, Outlook):
            self.outlook = news
            if now > self._spoken_at + SPOKEN_INTERVAL_S:
                self.spoken, self._spoken_at = news, now


class _Earlier(NamedTuple):
    """A game that was replaced by a new one."""

    number: int
    beginning: Match
    match: Match
    played: dict[tuple[Move, ...], PlayedMove]


class GameSession:
    """One game after another between the same seats.

    Two bots move only while the session is ``running``. ``on_change`` is called after each change except the progress
    of a search.
    """

    def __init__(
        self,
        seats: tuple[Seat, ...],
        match: Match,
        *,
        beginning: Match | None = None,
        bots_start: bool = False,
        chance_waits: bool = False,
        resigned: int | None = None,
        watched: bool = False,
    ) -> None:
        """Begin with a ``match``. Undo and new games go back to the ``beginning``, else to the start of the game.

        ``bots_start``: a game of bots alone runs at once. ``chance_waits``: the first move of chance in a game is made
        by :meth:`begin`, not automatically. ``resigned``: the side that has resigned. ``watched``: others played the
        match, and it is only looked at.
        """
        self.number = self._games = 0  # number of this game, and of the latest game
        self._chance_waits = chance_waits
        self.seats = seats
        self.beginning = beginning or Match(match.game, seed=match.seed)
        self.thinking: BotThought | None = None
        self.trouble: Sentence | None = None  # last error
        self.resigned = resigned  # side that has resigned
        self.on_change: Callable[[], None] = lambda: None
        self._bots_start = bots_start
        self._only_one = False  # True if bots stop after the next move
        self._played: dict[tuple[Move, ...], PlayedMove] = {}  # move made last, by all moves up to and including it
        self._game_before: _Earlier | None = None  # replaced game, kept until the first move of the new game
        self.match = self._ready(match)
        self._watched = self.match.moves if watched else None  # moves that others made
        self.running = self._starts_running

    def __setattr__(self, name: str, value: object) -> None:
        """Forget what follows from the match, the seats or a resignation if one of them changes."""
        object.__setattr__(self, name, value)
        if name in {"match", "seats", "resigned"}:
            for known in DERIVED & self.__dict__.keys():
                del self.__dict__[known]

    # The state

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @cached_property
    def mover(self) -> Seat | None:
        """The seat to move; None at the end and while chance is to move."""
        return None if self.is_over or self.match.is_chance else self.seats[self.match.side]

    @cached_property
    def is_over(self) -> bool:
        """True at the end of the rules or after a side has resigned."""
        return self.match.outcome is not None or self.resigned is not None

    @property
    def can_resign(self) -> bool:
        """True if a person plays against one other side and has moved."""
        return not self.is_over and len(self.seats) == 2 and self.people > 0 and self.match.ply > self.beginning.ply

    @cached_property
    def mover_is_human(self) -> bool:
        """True if a person is to move."""
        return self.mover is not None and self.mover.is_human

    @cached_property
    def mover_is_bot(self) -> bool:
        """True if a bot is to move."""
        return self.mover is not None and not self.mover.is_human

    @cached_property
    def waits_for_bots(self) -> bool:
        """True if the next move of a player is a bot's, or bots alone wait for chance."""
        return self.mover_is_bot or (self.match.is_chance and self.only_bots)

    @property
    def is_undecided(self) -> bool:
        """True if the bot to move has failed, so that a person must decide how the game continues."""
        return self.trouble is not None and self.mover_is_bot and not self.running

    @cached_property
    def only_bots(self) -> bool:
        """True if bots play all sides."""
        return not any(seat.is_human for seat in self.seats)

    @cached_property
    def people(self) -> int:
        """The number of sides that people play."""
        return sum(seat.is_human for seat in self.seats)

    @property
    def last_bot_ply(self) -> int | None:
        """The ply before the last move of a bot; None if no bot has moved."""
        plies = range(self.match.ply - 1, -1, -1)
        return next((ply for ply in plies if not self._is_chance_at(ply) and not self.mover_at(ply).is_human), None)

    @cached_property
    def viewer(self) -> int | None:
        """The player who looks at the board: the person to move, else the only person; None if bots play alone."""
        people = [side for side, seat in enumerate(self.seats) if seat.is_human]
        return self.match.side if self.match.side in people else people[0] if people else None

    @cached_property
    def must_pass(self) -> bool:
        """True if a person is to move and can only pass."""
        return self.mover_is_human and is_pass(self.match.game, self.match.position)

    def played_at(self, ply: int) -> PlayedMove | None:
        """Return the move made at a ply; None if it was made before this session."""
        return self._played.get(self.match.moves[: ply + 1]) if ply < self.match.ply else None

    def mover_at(self, ply: int) -> Seat:
        """Return the seat that moved at a ply. For a move made before this session, return the seat that now plays its
        side.
        """
        played = self.played_at(ply)
        return played.seat if played else self._seat_at(ply)

    @property
    def is_watched(self) -> bool:
        """True for a match that others played, until a person plays on from one of its positions."""
        return self._watched == self.match.moves

    def can_learn_from(self, ply: int) -> bool:
        """Return True if a person here made the move at a ply, and may try it again."""
        return not self.is_watched and self.mover_at(ply).is_human

    @property
    def undo_to(self) -> int | None:
        """The ply that :meth:`undo` goes back to; None if there is nothing to take back."""
        plies = range(self.match.ply - 1, self.beginning.ply - 1, -1)
        return next((ply for ply in plies if self._stops_at(ply)), None)

    @property
    def redo_to(self) -> int | None:
        """The ply that :meth:`redo` goes forward to; None if there is nothing to redo."""
        last = len(self.match.moves)
        plies = range(self.match.ply + 1, last + 1)
        return next((ply for ply in plies if ply == last or self._stops_at(ply)), None)

    def commands(self) -> dict[str, bool]:
        """Return the commands of a player by name, each with True if it can be given now."""
        return {
            "play": self.mover_is_human,
            "undo": self.undo_to is not None or self._game_before is not None or self.resigned is not None,
            "redo": self.redo_to is not None,
            "new": True,
            "hint": self.mover_is_human,
            "hurry": self.thinking is not None and bool(self.thinking.player.card.anytime),
            "stop": self.thinking is not None,
            "begin": self.match.is_chance,
            "go": self.waits_for_bots and not self.running,
            "forfeit": self.is_undecided and len(self.seats) == 2,
            "step": self.waits_for_bots,
        }

    # Commands

    def begin(self) -> None:
        """Let chance make the first move of a game."""
        if self.match.is_chance:
            self._set(self.match.rolled())

    def play(self, move: Move) -> None:
        """Make a person's move; raise :class:`MoveError` if the rules or the turn do not allow it."""
        seat = self.mover
        if not self.match.outcome and not self.mover_is_human:
            raise MoveError(_("It is not your turn."))
        self._make(move, PlayedMove(seat) if seat else None)
        self._game_before = None
        self.on_change()

    def undo(self) -> None:
        """Take moves back, to a person's turn if a person plays; before the first move, go back to the game before.

        A resignation is taken back first. Raise :class:`MoveError` if there is nothing to take back.
        """
        if self.resigned is not None:
            self._set(self.match)
        elif self.undo_to is not None:
            self._set(self.match.undo(self.match.ply - self.undo_to))
        elif self._game_before:
            earlier, self._game_before = self._game_before, None
            self.number, self.beginning, self._played = earlier.number, earlier.beginning, earlier.played
            self._set(earlier.match)
        else:
            raise MoveError(_("There is no move to take back."))

    def redo(self) -> None:
        """Make moves again that were taken back; raise :class:`MoveError` if there is none."""
        if self.redo_to is None:
            raise MoveError(_("There is no move to make again."))
        self._set(self.match.redo(self.redo_to - self.match.ply))

    def resign(self) -> None:
        """Give the game up for the only person, else for the person to move; :meth:`undo` takes it back."""
        if not self.can_resign:
            return
        people = [side for side, seat in enumerate(self.seats) if seat.is_human]
        side = people[0] if len(people) == 1 else max(self.match.side, 0)
        self.thinking, self.trouble, self.resigned = None, None, side
        self.on_change()

    def forfeit(self) -> None:
        """End the game as lost for the bot that failed; :meth:`undo` takes it back."""
        if self.commands()["forfeit"]:
            self.resigned = self.match.side
            self.on_change()

    def new_game(self, seats: tuple[Seat, ...] | None = None) -> None:
        """Start again from the beginning, with other dice.

        :meth:`undo` brings the game back until a person has moved in the new one, unless that has other ``seats``.
        """
        if seats is not None:
            self.seats, self._game_before = seats, None
        elif self.match.ply > self.beginning.ply:
            self._game_before = _Earlier(self.number, self.beginning, self.match, self._played)
        self._games += 1
        self.number, self._played = self._games, {}
        self.beginning = replace(self.beginning, seed=self.match.seed + 1)
        self._set(self.beginning)

    def go_to(self, match: Match) -> None:
        """Continue from another position of the same game; comments stay on the moves that both positions share."""
        pairs = enumerate(zip(self.match.moves, match.moves, strict=False))
        common = next((ply for ply, (old, new) in pairs if old != new), min(len(self.match.moves), len(match.moves)))
        for number in range(1, common + 1):
            match = match.commented(number, self.match.comment(number))
        self._set(match)

    def sit(self, side: int, seat: Seat) -> None:
        """Give a side to another player; the game goes on from the same position."""
        self.seats = tuple(seat if place == side else other for place, other in enumerate(self.seats))
        self._set(self.match)

    def switch_sides(self) -> None:
        """Give each player the next side; the game goes on from the same position."""
        self.seats = (*self.seats[1:], self.seats[0])
        self._set(self.match)

    def comment(self, number: int, text: str) -> None:
        """Write a comment on a move, by its number from 1; raise :class:`MoveError` as :meth:`Match.commented` does."""
        self.match = self.match.commented(number, text)
        self.on_change()

    def report(self, trouble: Sentence) -> None:
        """Store an error message; the next move or command removes it."""
        self.trouble = trouble
        self.on_change()

    def stop(self) -> None:
        """Stop the bots, also one that thinks, until :meth:`resume`."""
        self.thinking, self.running, self._only_one = None, False, False
        self.on_change()

    def resume(self) -> None:
        """Let the bots move."""
        self._let_bots_move(only_one=False)

    def step(self) -> None:
        """Let the bot to move make one move and then stop."""
        if self.waits_for_bots:
            self.thinking = None
            self._let_bots_move(only_one=True)

    def hurry(self) -> None:
        """Tell the bot that thinks to play the best move found so far, if it can do so at any time."""
        if self.thinking and self.thinking.player.card.anytime:
            self.thinking.is_hurried = True

    # Thoughts

    def begin_thought(self, adviser: Seat | None = None) -> BotThought | None:
        """Begin the thought that is due and return it; return None if none is due or one is under way.

        An ``adviser`` thinks for the seat to move, also for a person.
        """
        due = self.mover_is_bot and self.running
        seat = adviser or self.mover
        if self.thinking or self.mover is None or seat is None or not (due or adviser):
            return None
        thought = self.thinking = BotThought(self.match, seat)
        self.trouble = None
        self.on_change()
        return thought

    def end_thought(self, thought: BotThought, result: Choice | Sentence) -> bool:
        """End a thought with its choice, which is played, or with the sentence that says why there is none.

        Return False if the thought was interrupted before; then nothing happens.
        """
        if thought is not self.thinking:
            return False
        self.thinking = None
        if isinstance(result, Sentence):
            self.running, self._only_one, self.trouble = False, False, result
        else:
            running = (self.running or self._starts_running) and not self._only_one
            self._make(result.move, PlayedMove(thought.seat, result, thought.outlook))
            self.running = running
        self.on_change()
        return True

    def _let_bots_move(self, *, only_one: bool) -> None:
        self.match = self.match.rolled()
        self.running, self._only_one, self.trouble = True, only_one, None
        self.on_change()

    def _make(self, move: Move, played: PlayedMove | None) -> None:
        match = self.match.play(move)
        if played:
            self._played[match.moves] = played
        self._place(match)

    def _set(self, match: Match) -> None:
        self._place(match)
        self.on_change()

    def _place(self, match: Match) -> None:
        """Put a match on the board. A thought about another match ends."""
        self.thinking, self.trouble, self.resigned, self._only_one = None, None, None, False
        self.match = self._ready(match)
        self.running = self._starts_running

    def _ready(self, match: Match) -> Match:
        """Return the match at the next choice of a player. At the beginning, chance may wait."""
        return match if self._chance_waits and match.ply == self.beginning.ply else match.rolled()

    @property
    def _starts_running(self) -> bool:
        return self._bots_start or not self.only_bots

    def _is_chance_at(self, ply: int) -> bool:
        return bool(self.match.positions[ply].is_chance())

    def _seat_at(self, ply: int) -> Seat:
        return self.seats[self.game.side(self.match.positions[ply])]

    def _stops_at(self, ply: int) -> bool:
        """Return True if undo and redo stop at a ply: a person is to move there, or bots play all sides."""
        return not self._is_chance_at(ply) and (self.only_bots or self._seat_at(ply).is_human)
