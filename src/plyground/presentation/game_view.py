"""The view of a game: everything that the page shows of it, computed once for each change.

Each part of the page is a function of this value: a key that tells if the part has changed, and its markup or state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.bots import Outlook
from plyground.core.game import FIRST, Game
from plyground.core.position import MarkedPosition
from plyground.i18n import Sentence, _
from plyground.judge.explanation import Explanation
from plyground.judge.judgement import WIN, Judgement, rounded
from plyground.judge.move_marks import Mark
from plyground.judge.review import ReviewedMove
from plyground.presentation.coach_card import CoachCard, Demonstration
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.move_values import Worths, judged_worths
from plyground.presentation.opponents import Opponent
from plyground.presentation.side_title import side_title


class Score(NamedTuple):
    """The expected score of a position, for the bar and the graph of a game of two sides."""

    value: float  # value for the first side, from −100 to 100
    proven: bool  # no estimate has a part in it


class Bots(NamedTuple):
    """The state of the bots."""

    run: bool = False  # True if they may move
    play_alone: bool = False  # True if no person plays
    have_failed: bool = False  # True if a person must decide how the game continues


class Thought(NamedTuple):
    """A bot's search: the present one, else the last one."""

    title: Sentence
    side: int
    outlook: Outlook | None
    nodes: int
    speed: int


class Settling(NamedTuple):
    """The search for dead stones at the end of a game."""

    is_on: bool = False
    words: Sentence | str = ""
    turn: int = 0  # a number that changes with each pressed chain


class Hint(NamedTuple):
    """The present step of a hint."""

    words: Sentence | str = ""
    topic: Sentence | str = ""  # number of the step
    source: Sentence | str = ""  # source of the reason
    area: tuple[int, ...] = ()  # cells to look at
    cells: tuple[int, ...] = ()  # cells of the recommended moves
    waits: bool = False  # True until the judge has answered


@dataclass(frozen=True)
class Findings:
    """Everything that the judge has found so far. Unknown values are None."""

    judgement: Judgement | None = None  # value of the shown position
    is_preview: bool = False  # True if ``judgement`` comes from few nodes and will be replaced
    explanation: Explanation | None = None  # reasons for that value
    reviewed: tuple[ReviewedMove | None, ...] = ()  # each move of the game
    is_working: bool = False
    doing: Sentence | None = None  # work before the first result, in words
    trouble: Sentence | None = None  # reason why there is nothing to find


@dataclass(frozen=True)
class GameView:
    """A game as one visitor's page shows it."""

    match: Match  # the game
    shown: Match  # the game, an earlier position of it or a side line
    seats: tuple[Seat, ...]
    resigned: int | None
    is_watched: bool  # True for a match that others played
    is_thinking: bool
    can: Mapping[str, bool]  # commands by name, with True if they can be given now
    playable: bool  # True if a press on the board can make a move
    status: Sentence | str
    detail: Sentence | str
    trouble: Sentence | None
    findings: Findings = field(default_factory=Findings)
    hint: Hint = field(default_factory=Hint)
    card: CoachCard | None = None
    demonstration: Demonstration | None = None  # line that stands on the board as ghosts
    shows_values: bool = False  # True if the values of all moves stand on the board
    shows_bar: bool = False
    is_why: bool = False  # True while “Why?” is answered
    reviews: bool = False  # True if every move of the game is judged
    said: str = ""  # text for screen readers
    number: int = 0  # number of this game on the page
    round: int = 0  # number that changes when the board gets the keyboard focus
    bots: Bots = Bots()
    thought: Thought | None = None
    settling: Settling = Settling()
    next_opponent: Opponent | None = None  # level that fits after the game
    is_flipped: bool = False  # True if the person turned the board
    lower: int | None = None  # side whose pieces begin at the lower edge; None if there is no such side

    @cached_property
    def game(self) -> Game:
        """The game's rules and picture."""
        return self.match.game

    @cached_property
    def near(self) -> int:
        """The side whose strip is below the board: the only person's, else the one that begins at the lower edge."""
        usual = (self.lower or FIRST) if self.person is None else self.person
        return 1 - usual if self.is_flipped and len(self.seats) == 2 else usual

    @cached_property
    def is_turned(self) -> bool:
        """True if the board is drawn from the other side, so that each side's pieces are near its strip."""
        return self.is_flipped if self.lower is None else self.near != self.lower

    @cached_property
    def ahead(self) -> str:
        """The mark of the only person while a bot thinks, for moves made in advance; else empty."""
        waits = self.is_thinking and not self.is_look and self.person is not None
        return self.game.sides[self.person or 0] if waits else ""

    @cached_property
    def is_look(self) -> bool:
        """True if the board shows another position than the game's."""
        return self.shown.moves[: self.shown.ply] != self.match.moves[: self.match.ply]

    @cached_property
    def is_over(self) -> bool:
        """True at the end of the game, also by resignation."""
        return self.match.outcome is not None or self.resigned is not None

    @cached_property
    def winner(self) -> int | None:
        """The side that has won; None without one."""
        if self.resigned is not None:
            return 1 - self.resigned
        return self.match.outcome.winner if self.match.outcome else None

    @cached_property
    def person(self) -> int | None:
        """The side of the only person; None if there are several or none."""
        people = [side for side, seat in enumerate(self.seats) if seat.is_human]
        return people[0] if len(people) == 1 else None

    @cached_property
    def worths(self) -> Worths | None:
        """The values of the moves on the board; None if they are unknown or hidden."""
        found = self.findings.judgement
        return judged_worths(found) if found and found.moves and self.shows_values else None

    @cached_property
    def annotation(self) -> Mark:
        """The mark of the move that led to the shown position."""
        ply, reviewed = self.shown.ply, self.findings.reviewed
        found = reviewed[ply - 1] if 0 < ply <= len(reviewed) and not self.is_side_line else None
        return found.mark if found else ""

    @cached_property
    def scores(self) -> tuple[Score | None, ...]:
        """The expected score of each position of the game, from its start to its present end."""
        match, found = self.match, self.findings.reviewed
        known = [score_before(match, ply, each) for ply, each in enumerate(found)]
        return (*known, self._score(match))

    @cached_property
    def bar(self) -> Score | None:
        """The expected score of the shown position; None if it is unknown or hidden."""
        if not self.shows_bar or len(self.game.sides) != 2:
            return None
        if self.shown.ply < self.match.ply and not self.is_side_line:
            return self.scores[self.shown.ply] or self._score(self.shown)
        return self._score(self.shown)

    @cached_property
    def is_side_line(self) -> bool:
        """True if the board shows a position that did not occur in the game."""
        shown = self.shown
        return shown.ply > self.match.ply or shown.moves[: shown.ply] != self.match.moves[: shown.ply]

    def _score(self, match: Match) -> Score | None:
        if match.outcome and match.position.is_over():
            return finished(match)
        found = self.findings.judgement
        is_shown = match.moves[: match.ply] == self.shown.moves[: self.shown.ply]
        return first_score(match.game, match.position, found.value, found.proven) if found and is_shown else None


def score_before(match: Match, ply: int, found: ReviewedMove | None) -> Score | None:
    """Return the expected score of the position after ``ply`` moves from the review of the next move."""
    if found is None or len(match.game.sides) != 2:
        return None
    return first_score(match.game, match.positions[ply], found.before, found.before_proven)


def first_score(game: Game, position: MarkedPosition, value: float, proven: bool) -> Score:
    """Return the value of a position for its side to move as the first side's score. Chance counts as the first side."""
    return Score(value if max(game.side(position), FIRST) == FIRST else rounded(-value), proven)


def finished(match: Match) -> Score | None:
    """Return the score of a finished game of two sides."""
    if match.outcome is None or len(match.game.sides) != 2:
        return None
    winner = match.outcome.winner
    return Score(0.0 if winner is None else WIN * (1 if winner == FIRST else -1), True)


def game_view(session: GameSession, shown: Match, **parts: Any) -> GameView:
    """Return the view of a session, with the ``parts`` that the page knows."""
    return GameView(
        session.match, shown, session.seats, session.resigned, session.is_watched, session.thinking is not None,
        number=session.number, bots=Bots(session.running, session.only_bots, session.is_undecided),
        thought=_thought(session), **parts,
    )  # fmt: skip


def _thought(session: GameSession) -> Thought | None:
    """Return the search of the bot that thinks, else of the last bot; None if no bot can be watched."""
    if not any(seat.player.card.anytime for seat in session.seats):
        return None
    game, match, thinking, ply = session.game, session.match, session.thinking, session.last_bot_ply
    if thinking:
        title = _(
            "What {player} is thinking, with {side}", player=thinking.seat.title, side=side_title(game, match.side)
        )
        return Thought(title, match.side, thinking.outlook, thinking.nodes, thinking.speed)
    made = None if ply is None else session.played_at(ply)
    if made is None or ply is None:
        return None
    before = match.positions[ply]
    title = _("What {player} thought before {move}", player=made.seat.title, move=game.move_words(before, match.moves[ply]))  # fmt: skip
    found = made.outlook
    return Thought(title, game.side(before), found, found.nodes if found else 0, found.speed if found else 0)
