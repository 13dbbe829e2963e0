"""Bots: objects that choose a move in a position and give a reason."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from plyground.core.position import MarkedPosition, Move
from plyground.core.time_manager import Lag, MoveClock
from plyground.errors import GameOver
from plyground.i18n import Sentence, _
from plyground.searches.chance_moves import first_turn
from plyground.searches.limit import ASKED, deadline
from plyground.searches.progress import unheard
from plyground.searches.result import Result
from plyground.searches.tally import STOP, Tally, new_tally

if TYPE_CHECKING:
    from plyground.bots.decision_tree import DecisionTree
    from plyground.engines.client import Info  # imported here because the protocols of engines are slow to import

WARM_UP_NODES = 5_000
"""Positions that are visited from each position of a sample while a bot gets ready."""
WARM_UP_S = 1.0
"""Seconds for the first search of a bot that has no other way to get ready."""


class Choice(NamedTuple):
    """A move, and the reason for it."""

    move: Move
    reason: Sentence | str = ""  # a short text for people: the rule that fired, the value and line, "only legal move"
    value: int | None = None  # score, or priority of a rule, that goes with the move
    result: Result | None = None  # the search that chose the move; None if there was none
    report: Info | None = None  # an external program's last report of its search, not checked
    tree: DecisionTree | None = None  # tree of the decision, if the thought keeps it and the bot can show it


class Outlook(NamedTuple):
    """The best line and value so far of a bot that is still searching."""

    depth: int  # plies looked ahead
    worth: Sentence  # value of the position for the side to move
    line: str  # expected play, the bot's own move first, as people write moves
    nodes: int  # positions visited
    seconds: float
    value: int | None = None  # the number behind ``worth``, if there is one
    distance: int | None = None  # plies to the end, if they are proven
    rank: int = 1  # rank of the line among several; 1 is the best
    move: Move | None = None  # the first move of the line, if it is known
    deepest: int = 0  # plies to the deepest position; 0 if it is not known
    table_fill: float | None = None  # filled part of the transposition table, from 0 to 1

    @property
    def speed(self) -> int:
        """Positions per second."""
        return round(self.nodes / max(self.seconds, 1e-6))


class Thought(NamedTuple):
    """The context of a bot's move: the earlier positions, the tally and the function that gets reports."""

    past: tuple[Any, ...] = ()  # the game's earlier positions, the first of all first
    tally: Tally | None = None  # counter of the nodes, which can also stop the search
    # callback for reports about the search and its preparation
    on_progress: Callable[[Outlook | Sentence], object] = unheard
    native: bool | None = None  # True: compiled if it takes long; False: plain Python; None: the bot decides
    is_one_of_many: bool = False  # many moves follow: small searches are compiled too
    clock: MoveClock | None = None  # clock of the bot's side; None if there is none
    keeps_tree: bool = False  # True if the choice is to carry the tree of the decision

    @property
    def compiles_at_once(self) -> bool:
        """True if small searches are compiled too. Under a clock plain Python would be too slow."""
        return self.is_one_of_many or self.clock is not None


UNFOLLOWED = Thought()
"""The context of a move without a past or an observer."""


class Card(NamedTuple):
    """The kind of agent that a bot is (Russell & Norvig, AIMA 2.4; Caraciolo 2009)."""

    title: Sentence | str
    summary: Sentence | str = ""  # one sentence on how it chooses
    plans_ahead: bool | None = None  # True: looks beyond the next position; False: only at this one; None: unknown
    deterministic: bool = False  # True if it always chooses the same move in the same position
    anytime: bool = False  # told to stop, it plays the best move found so far (Dean & Boddy 1988)
    keeps_clock: bool = False  # True if it plans its own time by the clock of its thought
    source: str = ""  # the document that describes it

    @property
    def foresight(self) -> Sentence:
        """The words for ``plans_ahead``."""
        if self.plans_ahead is None:
            return _("may plan ahead")
        return _("plans ahead") if self.plans_ahead else _("acts on the present position")


class Bot(Protocol):
    """A bot of one game; made from a spec text by :func:`plyground.bots.bot_protocol`."""

    card: Card

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the move for the side to move in ``position``. Raise :class:`GameOver` after the end.

        A bot that searches counts in the thought's tally and stops when the tally demands it: with the best move so
        far (``card.anytime``) or with :class:`plyground.errors.SearchStopped`.

        A bot may also have a method ``warm_up(thought)``: see :func:`warm_up`.
        """


def choose_in_time(
    bot: Bot, position: MarkedPosition, thought: Thought, lag: Lag, *, always_stops: bool = False
) -> Choice:
    """Return the bot's choice. Its search is stopped so that it moves in time by the clock of ``thought``.

    A bot that does not plan its own time gets less of it by its ``lag``, which learns from this move. A bot that
    cannot move before its search has ended is stopped only with ``always_stops``.

    Raise :class:`SearchStopped` if the bot has no move when it is stopped, and the exceptions of
    :meth:`Bot.choose`.
    """
    tally, clock = thought.tally or new_tally(), thought.clock
    lags = clock is not None and not bot.card.keeps_clock
    if clock is not None and lags:
        clock = lag.added_to(clock)
    began = time.perf_counter()
    try:
        with deadline(search_seconds(bot, clock, always_stops=always_stops), tally.counts, ASKED):
            return bot.choose(position, thought._replace(tally=tally, clock=clock))
    finally:
        if clock is not None and lags:
            lag.learn(clock, time.perf_counter() - began)


def search_seconds(bot: Bot, clock: MoveClock | None, *, always_stops: bool = False) -> float | None:
    """Return the seconds after which a search is stopped, so that its bot moves in time by ``clock``; None: never.

    A bot that cannot move before its search has ended is not stopped, except with ``always_stops``.
    """
    if clock is None:
        return None
    if bot.card.keeps_clock:
        return clock.last_s
    return clock.budget_s if bot.card.anytime or always_stops else None


def warm_up(bot: Bot, start: MarkedPosition, thought: Thought = UNFOLLOWED) -> None:
    """Let a bot do its one-time work now, such as compiling, so that it takes no time of a move. The game begins at
    ``start``.

    The bot's own method ``warm_up(thought)`` compiles its search for the positions of a whole game, solves or loads
    its table, or starts its program.
    A bot without the method searches the first position. Raise :class:`SearchStopped` if the thought's tally stops
    the work.
    """
    own = getattr(bot, "warm_up", None)
    if own is not None:
        own(thought)
    elif bot.card.plans_ahead is not False:
        search_once(bot, start, thought)


def warm_up_tally() -> Tally:
    """Return a tally that stops a search after :data:`WARM_UP_NODES`.

    Searches of this size meet the numbers and lists for which a compiled search must be made anew, such as the many
    moves of a roll of doubles.
    """
    tally = new_tally()
    tally.counts[STOP] = WARM_UP_NODES
    return tally


def search_once(bot: Bot, start: MarkedPosition, thought: Thought) -> None:
    """Let a bot search the first position, unless the game is over there, for at most :data:`WARM_UP_S` seconds.

    Raise :class:`SearchStopped` if it has no move by then.
    """
    position, tally = first_turn(start), thought.tally or new_tally()
    if position.is_over():
        return
    with deadline(WARM_UP_S, tally.counts, ASKED):
        bot.choose(position, thought._replace(tally=tally))


def only_move(position: MarkedPosition) -> Choice | None:
    """Return the only legal move with its reason; None if there are several.

    Raise :class:`GameOver` if there is no move.
    """
    if position.is_over():
        raise GameOver
    first, *others = list(position.moves())
    if others:
        return None
    return Choice(first, _("It is the only legal move."))
