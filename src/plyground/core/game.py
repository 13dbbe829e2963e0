"""A game: its rules (a start position) with its name, notation, picture and facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, NamedTuple

from plyground.core.authoring.marked_rules import HIDDEN, demand_named_tuple, titles
from plyground.core.checked_arguments import checked
from plyground.core.evaluation import Evaluation
from plyground.core.evaluation_registry import Evaluations, evaluations_of
from plyground.core.notation import FieldsNotation, Notation
from plyground.core.picture import Picture, by_column, drawn, material, pressed
from plyground.core.position import CHANCE, Demand, Move, Pos
from plyground.errors import ArgumentError, GameOver, MoveError
from plyground.i18n import Sentence, _, as_sentence

FIRST, SECOND = 0, 1
"""The sides of a two-player game, in the order in which they move. Further sides have the numbers 2, 3, ..."""

MARKS = "XOABCDEFGHIJKLMN"
"""The default names of the sides, in the order in which they move."""

MAX_TRIED_MOVES = 8
"""Moves of a position that are tried to see if a piece can move back."""

REPETITIONS, LONGEST_MATCH = 3, 100
"""Limits of a match in a game with repetition: occurrences of one position, and plies, until it is a draw."""


class Facts(NamedTuple):
    """The kind of task that a game is (Russell & Norvig, AIMA 2.3; Caraciolo 2009)."""

    players: int = 2  # number of agents that play
    observable: bool = True  # complete information: every player sees the whole position
    deterministic: bool = True  # moves are chosen freely; nothing is left to chance
    sequential: bool = True  # a move has consequences for those after it
    static: bool = True  # the position waits while a player thinks
    discrete: bool = True  # finitely many distinct moves and positions
    zero_sum: bool = True  # True if one player loses exactly what the other wins
    loops: bool = False  # positions can repeat; the third time draws a match
    max_plies: int = LONGEST_MATCH  # plies after which a match of a game that loops is drawn; 0: its own rules end it
    ended_count: bool = False  # perft counts a game that ended before its depth, as its published figures do
    source: str = ""  # source of the rules, or of the figures about them


class Outcome(NamedTuple):
    """The end of a game: the winner's side (None for a draw or several first places) and the reason."""

    winner: int | None
    reason: Sentence
    utilities: tuple[Any, ...] = ()  # utility of each side; empty if one side wins what the other loses

    @property
    def ranking(self) -> tuple[int, ...]:
        """The sides by their utility, the best first; equal sides in their order."""
        return tuple(sorted(range(len(self.utilities)), key=lambda side: self.utilities[side], reverse=True))


@dataclass(frozen=True, init=False)
class Game(Generic[Pos]):
    """Everything about one game except its rules, which are the class of ``start``."""

    name: str  # spec text
    title: Sentence
    summary: Sentence  # one or two sentences on the rules
    start: Pos
    start_ply: int  # plies before the start, if the text says it, as a FEN does; else 0
    notation: Notation[Pos]
    picture: Picture
    endings: tuple[Sentence, Sentence]  # reason for a win, and reason for a draw
    facts: Facts
    sides: tuple[str, ...]  # name of each player's side
    chance: Sentence  # name of chance for people, such as "dice"
    person: int  # default side of a person who plays against a bot
    evaluations: Evaluations  # static evaluations by name, the best first
    bot: str  # spec text of the default opponent; "" = the usual bot
    unspaced: str  # pattern of one move, if moves are usually written without spaces; else ""
    solved_ending: Callable[[Any], Any] | None  # returns the position as one of a numbered ending, or None
    ending_tables: tuple[Any, ...]  # one position for each table; ``whole()`` gives the game's own position

    @checked
    def __init__(
        self,
        name: str,
        start: Pos,
        *,
        start_ply: int = 0,
        title: Sentence | str = "",
        summary: Sentence | str = "",
        notation: Notation[Pos] | None = None,
        picture: Picture | None = None,
        endings: tuple[Sentence, Sentence] | None = None,
        facts: Facts | None = None,
        sides: tuple[str, ...] = (),
        chance: Sentence | None = None,
        person: int = FIRST,
        evaluations: Mapping[str, Evaluation] | None = None,
        bot: str = "",
        unspaced: str = "",
        solved_ending: Callable[[Any], Any] | None = None,
        ending_tables: tuple[Any, ...] = (),
    ) -> None:
        """Make a game from its name and its start; everything else can be derived from the class of the start.

        Title and summary default to the parts of the docstring of that class before and after its first colon; without
        a docstring the title is the name. For the default picture and notation see :func:`plyground.core.picture.drawn`
        and :class:`FieldsNotation`. Raise :class:`plyground.errors.RulesError` if the start is not a ``NamedTuple`` or
        does not tell which side is to move.
        """
        demand_named_tuple(type(start))
        own_title, own_summary = _described(type(start))
        sides = sides or tuple(MARKS[: _players(start)])
        picture = picture or drawn(start, sides)
        values = {
            "name": name,
            "title": as_sentence(title or own_title),
            "summary": as_sentence(summary or own_summary),
            "start": start,
            "start_ply": start_ply,
            "notation": notation or FieldsNotation(start, picture),
            "picture": picture,
            "endings": endings or (_("as the rules say"), _("as the rules say")),
            "facts": facts or _facts(start, picture),
            "sides": sides,
            "chance": chance or _("chance"),
            "person": person,
            "evaluations": evaluations_of(self, {} if evaluations is None else evaluations, type(start)),
            "bot": bot,
            "unspaced": unspaced,
            "solved_ending": solved_ending,
            "ending_tables": ending_tables,
        }
        for field, value in values.items():
            object.__setattr__(self, field, value)
        titles[type(start)] = self.title
        made.setdefault(type(start), self)
        if not self.facts.observable:
            setattr(type(start), HIDDEN, True)

    @property
    def demands(self) -> Demand:
        """Return the demands of the game on a search beyond the common case."""
        start: Any = self.start
        demanded: Demand = start.demands()
        return demanded

    def side(self, position: Pos) -> int:
        """Return the side to move in ``position``, from :data:`FIRST`, or :data:`CHANCE`."""
        return self.notation.side(position)

    def mover(self, position: Pos) -> str | Sentence:
        """Return the name of the side to move in ``position``."""
        side = self.side(position)
        return self.chance if side == CHANCE else self.sides[side]

    def beginning(self, text: str) -> Game[Pos]:
        """Return the same game, but beginning in the position that is written as ``text``.

        Raise :class:`plyground.errors.PositionError`.
        """
        position = self.notation.parse(text)
        plies = self.notation.plies_before(text) if hasattr(self.notation, "plies_before") else 0
        return replace(self, start=position, start_ply=plies)

    def position_text(self, position: Pos, ply: int) -> str:
        """Return the position ``ply`` plies after the start as one line of text.

        A FEN has the number of the move, which a position does not contain. Raise :class:`ArgumentError` for a
        position of another game and for a negative ``ply``.
        """
        if type(position) is not type(self.start):
            raise ArgumentError("Game.position_text", "position", _("a position of {game}", game=self.name), type(position).__name__)  # fmt: skip
        if ply < 0:
            raise ArgumentError("Game.position_text", "ply", _("a whole number from 0"), ply)
        if hasattr(self.notation, "format_after"):
            text: str = self.notation.format_after(position, self.start_ply + ply)
            return text
        return self.notation.format(position)

    def move_words(self, position: Pos, move: Move) -> Sentence | str:
        """Return the name of a legal move for a sentence: a bare number says what it counts, as in "column 3", and
        a letter names its pit.
        """
        name = self.notation.format_move(position, move)
        if material(self.picture) == "pits" and len(name) == 1:
            return _("pit {name}", name=name)
        if not name.isdecimal() or self.side(position) == CHANCE:
            return name
        if by_column(self.picture):
            return _("column {number}", number=name)
        if material(self.picture) == "heaps":
            return _("taking {number}", number=name)
        if self.picture.cells(position, move):
            return _("cell {number}", number=name)
        return _("“{number}”", number=name)

    def pressed(self, position: Pos, cells: Iterable[int]) -> Move:
        """Return the legal move that a press on these cells, in this order, means. Raise :class:`MoveError`."""
        return self.notation.parse_move(position, pressed(self.picture, cells))

    def play(self, position: Pos, move: Move) -> Pos:
        """Return the position after ``move``. Raise :class:`MoveError` when the rules do not allow it."""
        if position.is_over():
            raise GameOver
        if move not in position.moves():
            raise MoveError(_("{move} is not a legal move here.", move=move))
        return position.play(move)

    def outcome(self, position: Any) -> Outcome | None:
        """Return the end of the game in ``position``; ``None`` while it goes on."""
        if not position.is_over():
            return None
        if Demand.PLAYERS in self.demands:
            utilities = tuple(position.utilities())
            first, *others = [side for side, utility in enumerate(utilities) if utility == max(utilities)]
            return Outcome(None if others else first, self.endings[bool(others)], utilities)
        utility = position.utility()
        if utility == 0:
            return Outcome(None, self.endings[1])
        mover = max(self.side(position), FIRST)  # chance nodes are seen by the first side
        if hasattr(self.notation, "ending"):
            reason = self.notation.ending(position)
        else:
            reason = _("the other side cannot move") if position.is_stuck() else self.endings[0]
        return Outcome(mover if utility > 0 else 1 - mover, reason)


made: dict[type[Any], Game] = {}
"""The first game made of each class of positions. It draws a position that comes without its game."""


def _described(cls: type[Any]) -> tuple[str, str]:
    """Return the title and the summary from the docstring of a class."""
    named = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).replace("_", " ").capitalize()
    written = cls.__doc__ or ""
    if written.startswith(f"{cls.__name__}("):  # NamedTuple supplies this docstring
        return named, ""
    paragraph = " ".join(written.strip().split("\n\n")[0].split())
    title, _colon, summary = paragraph.partition(":")
    summary = summary.strip()
    return (title.strip(), summary[0].upper() + summary[1:]) if summary else (named, paragraph)


def _players(start: Any) -> int:
    players: int = start.players() if hasattr(start, "players") else 2
    return players


def _facts(start: Any, picture: Picture) -> Facts:
    """Return the facts that follow from the methods of a position and its first moves."""
    return Facts(
        players=_players(start),
        deterministic=not hasattr(start, "probability"),
        zero_sum=not hasattr(start, "utilities"),
        loops=picture.pieces and _can_return(start, picture),
    )


def _can_return(start: Any, picture: Picture) -> bool:
    """Return True if a piece can move back right after one of the first moves, so that positions can repeat."""
    for move in islice(start.moves(), MAX_TRIED_MOVES):
        way, child = picture.cells(start, move), start.play(move)
        for reply in islice(child.moves(), MAX_TRIED_MOVES):
            position = child.play(reply)
            if len(way) == 2 and any(picture.cells(position, back) == way[::-1] for back in position.moves()):
                return True
    return False
