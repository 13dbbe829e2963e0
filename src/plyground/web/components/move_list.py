"""Buttons for moves that are not on the board. A game without a board has buttons for all moves, and shows the position
as cards or text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from plyground.core.game import Game
from plyground.core.position import Move
from plyground.i18n import Sentence, _, _n
from plyground.presentation.boards.board_state import BoardView
from plyground.presentation.boards.board_text import written
from plyground.presentation.move_values import ValueLabel
from plyground.presentation.side_title import side_title
from plyground.web.components.elements import button, enable, entry, fill, fixed, show, tag
from plyground.web.components.move_value_chips import chip
from plyground.web.components.templates import macro

MAX_LISTED_MOVES = 60
"""Most moves that are listed at once; the others can be found by a part of their name."""
MAX_UNSEARCHED_MOVES = 12
"""Most moves for which no search field is shown."""

PASS = "pass"
"""The word for a pass in notations."""
WORDS = {PASS: _("Pass"), "bet": _("Bet")}
"""Words of notations that a button says in the reader's language."""


class Hand(NamedTuple):
    """The cards and coins of one player."""

    side: Sentence | str
    cards: tuple[str, ...]  # cards; "" = a card that is face down
    coins: int  # coins put in; 0 in a game without coins


def position_html(game: Game, position: Any, near: int | None = None) -> Markup:
    """Return a position as HTML: cards and coins for a position with a method ``hands``, else its text. The hand of the
    side ``near`` is below the others.
    """
    if not hasattr(position, "hands"):
        return escape(written(game, position))
    sides = sorted(range(len(game.sides)), key=lambda side: side == near)
    coins = position.stakes() if hasattr(position, "stakes") else [0] * len(sides)
    hands = [Hand(side_title(game, side), position.hands()[side], coins[side]) for side in sides]
    return Markup(macro("hands.html", "hands", hands))


class Listed(NamedTuple):
    """One move of the list."""

    move: Move
    word: str
    worth: ValueLabel | None  # value of the move; None if unknown or hidden


def moves_to_list(view: BoardView, *, playable: bool) -> list[Move]:
    """Return the moves that are not on the board. While another player moves, a pass below a board keeps its place
    unless it is forced, so that no control moves.
    """
    match = view.match
    if playable:
        return view.unseen
    if not match.game.picture.width or match.outcome or match.is_chance or len(list(match.position.moves())) == 1:
        return []
    return [move for move in view.unseen if match.game.notation.format_move(match.position, move) == PASS]


class MoveList:
    """A list of moves. A press calls ``choose`` with the move and the ply of its position."""

    def __init__(self, choose: Callable[[Move, int], None]) -> None:
        self._choose = choose
        self._listed: tuple[object, ...] = ()
        self._moves: tuple[Listed, ...] = ()
        self._ply = 0
        self._playable = True
        self._part = ""
        self._pressed = False

    def build(self) -> None:
        """Put the list on the page."""
        with tag("section", classes="move-list", aria_label=str(_("Moves"))) as self.panel:
            self.position = fixed("p", "", "written")
            with tag("div") as self.search:
                entry(_("Find a move"), "", self._look_for, type="search")
            self.buttons = tag("div", classes="actions")
            self.note = tag("p", classes="source", role="status")

    def refresh(self, position: str, moves: Iterable[Listed], ply: int, *, playable: bool) -> None:
        """List these moves, disabled if they are not ``playable``; in a game without a picture, show the ``position``, as
        HTML.
        """
        listed = (position, tuple(moves), ply, playable)
        if listed == self._listed:
            return
        self._listed, self._moves, self._playable = listed, listed[1], playable
        self._ply, self._part = ply, ""
        fill(self.position, position)
        self.panel.set_visibility(bool(position or self._moves))
        self.search.set_visibility(len(self._moves) > MAX_UNSEARCHED_MOVES)
        self._list()
        has_new = bool(self._moves) and playable
        if self._pressed and has_new:  # the pressed button is gone, so the first new button gets the keyboard focus
            self._first.call("focus")
        self._pressed = self._pressed and not has_new

    def _list(self) -> None:
        found = [each for each in self._moves if self._part in each.word.casefold()]
        self.buttons.clear()
        with self.buttons:
            for place, each in enumerate(found[:MAX_LISTED_MOVES]):
                said = str(WORDS.get(each.word, each.word))
                label = _("{move}. {worth}.", move=said, worth=each.worth.words) if each.worth else said
                with button("", partial(self._press, each.move), "row", aria_label=str(label)) as control:
                    if each.worth:
                        chip(each.worth)
                    tag("span", said, "word")
                enable(control, self._playable)
                if place == 0:
                    self._first = control
        show(self.note, self._hidden(len(found)))

    def _hidden(self, found: int) -> Sentence | str:
        if self._moves and not found:
            return _("No move has this in its name.")
        if found > MAX_LISTED_MOVES:
            return _n(
                "{count} move more: write a part of its name.",
                "{count} moves more: write a part of their names.",
                found - MAX_LISTED_MOVES,
            )
        return ""

    def _look_for(self, part: str) -> None:
        self._part = part.strip().casefold()
        self._list()

    def _press(self, move: Move) -> None:
        self._pressed = True
        self._choose(move, self._ply)
