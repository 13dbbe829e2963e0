"""Experts at tic-tac-toe: an ordered list of rules; the first applicable rule chooses the move.

``PUBLISHED`` is L. A. Digiampietri's list; it can be beaten. ``COMPLETE`` never loses: A. Newell & H. A. Simon (1972),
Human Problem Solving; K. Crowley & R. S. Siegler (1993), Flexible strategy use in young children's tic-tac-toe. A rule
looks at lines, at one own move and at one reply, never further.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.bots.bot_protocol import UNFOLLOWED, Card, Choice, Thought
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.errors import GameOver, SpecError
from plyground.games.mnk import lines
from plyground.games.tictactoe import TicTacToe
from plyground.i18n import Sentence, _

LINES = lines(3, 3, 3)
CENTRE = 4
CORNERS = (0, 8, 6, 2)
"""Corner cells in the order in which they are tried."""
EDGES = (1, 3, 5, 7)


class Found(NamedTuple):
    """The cell that a rule chooses, and the reason."""

    cell: int
    because: Sentence  # reason for people, beginning with the rule's name


class Rule(NamedTuple):
    """One rule of an expert: its texts, its priority and the function that finds its cell."""

    name: str
    title: Sentence  # name for people
    summary: Sentence  # one sentence on what the rule does
    priority: int  # number shown with the rule's moves; greater for an earlier rule
    find: Callable[[Any], Found | None]  # finds the rule's cell in a position; None if the rule does not apply


class Applied(NamedTuple):
    """The rule that applies in a position."""

    number: int  # number of the rule, from 1
    rule: Rule
    found: Found


class Expert:
    """A bot that follows the first applicable rule of its list."""

    def __init__(self, game: Game, rules: tuple[Rule, ...], card: Card) -> None:
        """Set up the expert with its rules. Raise :class:`SpecError` for any other game than tic-tac-toe."""
        if not isinstance(game.start, TicTacToe):
            raise SpecError(_("The experts' rules are for tic-tac-toe, not for {game}.", game=game.name))
        self.game = game
        self.rules = rules
        self.card = card

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the move of the first applicable rule; the last rule applies whenever a cell is free."""
        number, rule, found = self.applied(position)
        reason = _("Rule {number}, {because}", number=number, because=found.because)
        return Choice(found.cell, reason, rule.priority)

    def applied(self, position: MarkedPosition) -> Applied:
        """Return the first applicable rule with its number and its cell. Raise :class:`GameOver`."""
        if position.is_over():
            raise GameOver
        tried = ((number, rule, rule.find(position)) for number, rule in enumerate(self.rules, 1))
        return next(Applied(number, rule, found) for number, rule, found in tried if found)


def _win(position: Any) -> Found | None:
    for cell, line in threats(position.own, position.other).items():
        return Found(cell, _("win: {cell} completes {line}.", cell=cell, line=_written(line)))
    return None


def _block(position: Any) -> Found | None:
    for cell, line in threats(position.other, position.own).items():
        return Found(
            cell, _("block: {opponent} threatens to complete {line}.", opponent=_opponent(position), line=_written(line))
        )  # fmt: skip
    return None


def _fork(position: Any) -> Found | None:
    for cell in _free(position.own | position.other):
        threatened = threats(position.own | 1 << cell, position.other)
        if len(threatened) > 1:
            one, another, *_more = threatened.values()
            return Found(
                cell, _("fork: {cell} threatens to complete both {one} and {another}.", cell=cell, one=_written(one), another=_written(another))
            )  # fmt: skip
    return None


def _block_fork(position: Any) -> Found | None:
    own, other = position
    forks = [cell for cell in _free(own | other) if len(threats(other | 1 << cell, own)) > 1]
    for cell in (CENTRE, *CORNERS, *EDGES) if forks else ():
        if not (own | other) >> cell & 1 and not _allows_fork(own | 1 << cell, other):
            return Found(
                cell, _("block fork: otherwise {opponent} could make two threats at once at {fork}.", opponent=_opponent(position), fork=forks[0])
            )  # fmt: skip
    return None


def _centre(position: Any) -> Found | None:
    if (position.own | position.other) >> CENTRE & 1:
        return None
    return Found(CENTRE, _("centre: it is free, and most lines cross there."))


def _opposite_corner(position: Any) -> Found | None:
    for cell in CORNERS:
        across = 8 - cell
        if position.other >> across & 1 and not (position.own | position.other) >> cell & 1:
            return Found(
                cell, _("opposite corner: {opponent} holds {across}, across from {cell}.", opponent=_opponent(position), across=across, cell=cell)
            )  # fmt: skip
    return None


def _corner(position: MarkedPosition) -> Found | None:
    return _first_corner(position, CORNERS)


def lowest_corner(position: MarkedPosition) -> Found | None:
    """Return the free corner with the lowest number; this is no rule of an expert, but a likely mistake of students."""
    return _first_corner(position, tuple(sorted(CORNERS)))


def lowest_cell(position: Any) -> Found | None:
    """Return the free cell with the lowest number; this is no rule of an expert."""
    cell, *_others = _free(position.own | position.other)
    return Found(cell, _("edge: {cell} is the first that is free.", cell=cell))


def _first_corner(position: Any, order: tuple[int, ...]) -> Found | None:
    for cell in order:
        if not (position.own | position.other) >> cell & 1:
            return Found(cell, _("corner: {cell} is the first that is free.", cell=cell))
    return None


def _edge(position: Any) -> Found | None:
    for cell in EDGES:
        if not (position.own | position.other) >> cell & 1:
            return Found(cell, _("edge: {cell} is the first that is free.", cell=cell))
    return None


def threats(marks: int, others: int) -> dict[int, int]:
    """Return the free cells that would complete a line of ``marks``, each with one such line. Two such cells are a
    fork.
    """
    found: dict[int, int] = {}
    for cell in _free(marks | others):
        for line in LINES:
            if line & ~marks == 1 << cell:
                found[cell] = line
    return found


def _allows_fork(own: int, other: int) -> bool:
    """Return True if the opponent can make a fork with the next move. A threat that it must answer limits its moves."""
    replies = list(threats(own, other)) or _free(own | other)
    return any(len(threats(other | 1 << reply, own)) > 1 for reply in replies)


def _free(taken: int) -> list[int]:
    return [cell for cell in range(9) if not taken >> cell & 1]


def _opponent(position: Any) -> str:
    return "O" if position.own.bit_count() == position.other.bit_count() else "X"


def _written(line: int) -> str:
    return "-".join(str(cell) for cell in range(9) if line >> cell & 1)


WIN = Rule("win", _("win"), _("Complete a line."), 40, _win)
BLOCK = Rule("block", _("block"), _("Take the cell with which the opponent would complete a line."), 30, _block)
FORK = Rule("fork", _("fork"), _("Make two threats at once."), 25, _fork)
BLOCK_FORK = Rule(
    "block fork",
    _("block fork"),
    _("Leave the opponent no reply that makes two threats at once."),
    22,
    _block_fork,
)
CENTRE_RULE = Rule("centre", _("centre"), _("Take the centre."), 20, _centre)
OPPOSITE_CORNER = Rule(
    "opposite corner",
    _("opposite corner"),
    _("Take the corner across from one of the opponent's."),
    15,
    _opposite_corner,
)
CORNER = Rule("corner", _("corner"), _("Take a corner, in the order 0, 8, 6, 2."), 10, _corner)
EDGE = Rule("edge", _("edge"), _("Take an edge, in the order 1, 3, 5, 7."), 5, _edge)

PUBLISHED = (WIN, BLOCK, CENTRE_RULE, CORNER, EDGE)
COMPLETE = (WIN, BLOCK, FORK, BLOCK_FORK, CENTRE_RULE, OPPOSITE_CORNER, CORNER, EDGE)

PUBLISHED_CARD = Card(
    title=_("Expert"),
    summary=_("Follows five rules in order: win, block, centre, corner, edge. It can be beaten."),
    plans_ahead=False,
    deterministic=True,
    source="L. A. Digiampietri (EACH-USP)",
)
COMPLETE_CARD = Card(
    title=_("Complete expert"),
    summary=_("Follows eight rules in order, with forks and their defence. It never loses."),
    plans_ahead=False,
    deterministic=True,
    source="A. Newell, H. A. Simon (1972); K. Crowley, R. S. Siegler (1993)",
)


def published(game: Game) -> Expert:
    """Return the bot that follows the published rules."""
    return Expert(game, PUBLISHED, PUBLISHED_CARD)


def complete(game: Game) -> Expert:
    """Return the bot that follows the complete rules."""
    return Expert(game, COMPLETE, COMPLETE_CARD)
