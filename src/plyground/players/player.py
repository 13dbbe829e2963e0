"""What a player is: something that chooses a move in a position and says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from plyground.errors import GameOver
from plyground.language import Sentence, _
from plyground.position import Move
from plyground.search.result import Result
from plyground.search.tally import Tally


class Choice(NamedTuple):
    """A move, with the reason for it."""

    move: Move
    reason: Sentence  # short, for people: the rule that fired, the value and line, "only legal move"
    value: int | None = None  # the number that goes with the move: a score, a rule's priority
    result: Result | None = None  # the search behind it, when there was one


class Outlook(NamedTuple):
    """What a player that thinks for a while believes so far."""

    depth: int  # plies looked ahead
    worth: Sentence  # what the position is worth to the side to move
    line: str  # how it expects play to go on, its own move first, as people write moves
    visits: int  # positions visited
    seconds: float

    @property
    def speed(self) -> int:
        """Positions a second."""
        return round(self.visits / max(self.seconds, 1e-6))


def unheard(news: Outlook | Sentence) -> None:
    """For a thought that nobody follows."""


class Thought(NamedTuple):
    """A player's thought as seen from outside: what came before it, and who follows it."""

    past: tuple[Any, ...] = ()  # the game's earlier positions, the first of all first
    tally: Tally | None = None  # counts it, and says when it must end
    tell: Callable[[Outlook | Sentence], object] = unheard  # hears how far it has come, or what it has to do first


UNFOLLOWED = Thought()
"""A thought of a game without a past, which nobody follows."""


class Card(NamedTuple):
    """What kind of agent a player is (Russell & Norvig, AIMA 2.4; Caraciolo 2009)."""

    title: Sentence
    summary: Sentence  # how it chooses, in a sentence
    plans_ahead: bool  # it looks at positions beyond the next; else it acts on the present one only
    deterministic: bool  # it always chooses the same move in the same position
    anytime: bool = False  # told to stop, it plays the best move found so far (Dean & Boddy 1988)
    source: str = ""  # the document that describes it


class Player(Protocol):
    """A player of one game; made from a spec text by :func:`plyground.players.player`."""

    card: Card

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """The move for the side to move in ``position``; raises :class:`GameOver` after the end.

        A player that searches counts in the thought's tally and stops when that says so, either with the best
        move so far (``card.anytime``) or with :class:`plyground.errors.SearchStopped`.
        """


def only_move(position: Any) -> Choice | None:
    """The choice where there is none: a single legal move is played without thinking.

    Raises :class:`GameOver` where there is no move at all.
    """
    if position.is_over():
        raise GameOver
    first, *others = list(position.moves())
    if others:
        return None
    return Choice(first, _("It is the only legal move."))
