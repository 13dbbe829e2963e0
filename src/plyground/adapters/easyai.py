"""The interface of easyAI: load its games (:func:`load`) and offer plyground's games (:class:`Offered`).

Source: Zulko, easyAI 2.0, https://github.com/Zulko/easyAI: a game has ``possible_moves``, ``make_move``, ``is_over``,
``scoring`` and ``current_player``.
"""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any

from plyground.adapters import aima
from plyground.core.game import Game
from plyground.core.position import Demand
from plyground.searches.demands import refuse_demands

try:
    from easyAI import TwoPlayerGame as Base  # gives play() and the rest of the interface
except ModuleNotFoundError:  # its searches need no more than the methods below
    Base = object

WON = 100
"""Score of a won game."""


class Offered(Base):  # type: ignore[misc]  # easyAI has no types
    """A plyground game as a ``TwoPlayerGame`` of easyAI; moves are texts.

    Raise :class:`plyground.errors.SearchError` for a game that the interface cannot express: with chance, hidden
    information, more than two players, or a side that may move twice.
    """

    def __init__(self, game: Game, players: Any = None) -> None:
        refuse_demands(game.start, Demand.NOTHING, "easyAI")
        self.game = game
        self.players = players
        self.position = game.start
        self.current_player = game.side(game.start) + 1

    def possible_moves(self) -> list[str]:
        """Return the legal moves in the game's notation."""
        return [self.game.notation.format_move(self.position, move) for move in self.position.moves()]

    def make_move(self, move: str) -> None:
        """Make a legal move. Raise :class:`plyground.errors.MoveError`."""
        self.position = self.game.play(self.position, self.game.notation.parse_move(self.position, move))

    def is_over(self) -> bool:
        """Return True if the game is over."""
        over: bool = self.position.is_over()
        return over

    def scoring(self) -> int:
        """Return the result for the current player, in hundredths of its utility; 0 before the end."""
        return WON * int(self.position.utility()) if self.position.is_over() else 0

    def switch_player(self) -> None:
        """Let the other player move."""
        self.current_player = 3 - self.current_player

    def copy(self) -> Offered:
        """Return an independent copy."""
        return copy(self)  # positions are immutable

    def ttentry(self) -> Any:
        """Return the key for easyAI's table of transpositions."""
        return self.position

    def show(self) -> None:
        """Print the position."""
        print(self.game.notation.format(self.position))


class _Textbook:
    """A game of easyAI with the textbook's interface."""

    def __init__(self, theirs: Any) -> None:
        self.initial = theirs

    def actions(self, state: Any) -> list[Any]:
        return list(state.possible_moves())

    def result(self, state: Any, action: Any) -> Any:
        after = deepcopy(state)
        after.make_move(action)
        after.current_player = 3 - after.current_player
        return after

    def is_terminal(self, state: Any) -> bool:
        return bool(state.is_over())

    def to_move(self, state: Any) -> int:
        return int(state.current_player)

    def utility(self, state: Any, player: int) -> int:
        score = state.scoring()
        sign = (score > 0) - (score < 0)
        return int(sign if player == state.current_player else -sign)


def load(theirs: Any, *, name: str = "") -> Game:
    """Return a game of easyAI as a plyground game: the sign of ``scoring`` at the end says who has won.

    Raise :class:`plyground.errors.RulesError` if a method fails.
    """
    return aima.load(_Textbook(theirs), name=name or type(theirs).__name__)
