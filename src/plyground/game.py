"""A game: its rules (a start position) with what people need around them: names, notation, picture, facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from plyground.errors import GameOver, MoveError
from plyground.evaluation import Evaluation
from plyground.evaluation.installed import Evaluations
from plyground.language import Sentence, _
from plyground.notation import FieldsNotation, Notation
from plyground.picture import Picture, drawn, pressed
from plyground.position import CHANCE, Demand, MarkedPosition, Move, hiding, titles

FIRST, SECOND = 0, 1
"""The sides of a two-player game, in the order in which they move; further ones are numbered on."""

MARKS = "XOABCDEFGHIJKLMN"
"""The sides of a game that names none, in the order in which they move."""

TRIED = 8
"""Moves of a position that are tried to see whether a piece can come back."""

REPETITIONS, LONGEST_MATCH = 3, 100
"""In a game whose positions can come again, times that one may come and moves of both sides until a match is drawn."""


class Facts(NamedTuple):
    """What kind of task a game is (Russell & Norvig, AIMA 2.3; Caraciolo 2009)."""

    players: int = 2
    observable: bool = True  # complete information: every player sees the whole position
    deterministic: bool = True  # moves are chosen freely; nothing is left to chance
    sequential: bool = True  # a move has consequences for those after it
    static: bool = True  # the position waits while a player thinks
    discrete: bool = True  # finitely many distinct moves and positions
    zero_sum: bool = True  # what one player wins the other loses
    loops: bool = False  # positions can come again: a match is drawn at the third time (LONGEST_MATCH)
    ended_count: bool = False  # whether perft counts a game that ended before its depth, as its published figures do
    source: str = ""  # where the rules, or the figures about them, come from


class Outcome(NamedTuple):
    """How a game ended: the winner's side (``None``: drawn, or several are first) and the reason."""

    winner: int | None
    reason: Sentence
    utilities: tuple[Any, ...] = ()  # what each side gets, where each has a utility of its own

    @property
    def ranking(self) -> tuple[int, ...]:
        """The sides where each has a utility of its own, the best first; those that are equal in their order."""
        return tuple(sorted(range(len(self.utilities)), key=lambda side: self.utilities[side], reverse=True))


@dataclass(frozen=True, init=False)
class Game:
    """Everything about one game that is not its rules; the rules are the class of ``start``."""

    name: str  # its spec text
    title: Sentence
    summary: Sentence  # the rules in a sentence or two
    start: MarkedPosition
    notation: Notation
    picture: Picture
    endings: tuple[Sentence, Sentence]  # why a game was won; why it was drawn
    facts: Facts
    sides: tuple[str, ...]  # one for each player
    chance: Sentence  # what people call it where it moves, such as dice
    person: int  # the side that a person plays against a bot when nobody was chosen
    evaluations: Mapping[str, Evaluation]  # static evaluations by name, the best first
    unspaced: str  # where moves are usually written without anything between them, the pattern of one; else empty

    def __init__(
        self,
        name: str,
        start: MarkedPosition,
        *,
        title: Sentence | str = "",
        summary: Sentence | str = "",
        notation: Notation | None = None,
        picture: Picture | None = None,
        endings: tuple[Sentence, Sentence] | None = None,
        facts: Facts | None = None,
        sides: tuple[str, ...] = (),
        chance: Sentence | None = None,
        person: int = FIRST,
        evaluations: Mapping[str, Evaluation] | None = None,
        unspaced: str = "",
    ) -> None:
        """A name and a start are enough; the rest then follows from the class of the start.

        Title and summary are what stands before and after the first colon of its docstring; where there is none, the title
        is its name. For picture and notation see :func:`plyground.picture.drawn` and :class:`FieldsNotation`, which raises
        :class:`plyground.errors.RulesError` where a position does not tell who is to move.
        """
        own_title, own_summary = _described(type(start))
        sides = sides or tuple(MARKS[: _players(start)])
        picture = picture or drawn(start, sides)
        values = {
            "name": name,
            "title": _sentence(title or own_title),
            "summary": _sentence(summary or own_summary),
            "start": start,
            "notation": notation or FieldsNotation(start, picture),
            "picture": picture,
            "endings": endings or (_("as the rules say"), _("as the rules say")),
            "facts": facts or _facts(start, picture),
            "sides": sides,
            "chance": chance or _("chance"),
            "person": person,
            "evaluations": Evaluations(self, evaluations or {}),
            "unspaced": unspaced,
        }
        for field, value in values.items():
            object.__setattr__(self, field, value)
        titles[type(start)] = self.title
        made.setdefault(type(start), self)
        if not self.facts.observable:
            hiding.add(type(start))

    @property
    def demands(self) -> Demand:
        """What the game asks of a search beyond the common case."""
        return self.start.demands()

    def side(self, position: Any) -> int:
        """Who is to move in ``position``: a side, from :data:`FIRST`, or :data:`CHANCE`."""
        return self.notation.side(position)

    def mover(self, position: Any) -> str | Sentence:
        """What people call who is to move in ``position``."""
        side = self.side(position)
        return self.chance if side == CHANCE else self.sides[side]

    def pressed(self, position: Any, cells: Iterable[int]) -> Move:
        """The legal move that people mean who press these cells, in this order; raises :class:`MoveError`."""
        return self.notation.parse_move(position, pressed(self.picture, cells))

    def play(self, position: Any, move: Move) -> Any:
        """The position after ``move``; raises :class:`MoveError` when the rules do not allow it."""
        if position.is_over():
            raise GameOver
        if move not in position.moves():
            raise MoveError(_("{move} is not a legal move here.", move=move))
        return position.play(move)

    def outcome(self, position: Any) -> Outcome | None:
        """How the game ended in ``position``; ``None`` while it goes on."""
        if not position.is_over():
            return None
        if Demand.PLAYERS in self.demands:
            utilities = tuple(position.utilities())
            first, *others = [side for side, utility in enumerate(utilities) if utility == max(utilities)]
            return Outcome(None if others else first, self.endings[bool(others)], utilities)
        utility = position.utility()
        if utility == 0:
            return Outcome(None, self.endings[1])
        mover = max(self.side(position), FIRST)  # chance takes the first side's view
        reason = _("the other side cannot move") if position.is_stuck() else self.endings[0]
        return Outcome(mover if utility > 0 else 1 - mover, reason)


made: dict[type[Any], Game] = {}
"""By class of positions the first game that was made of it: what draws a position that comes alone."""


def _described(cls: type[Any]) -> tuple[str, str]:
    """What the docstring of a class says: a title and a summary."""
    named = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).replace("_", " ").capitalize()
    written = cls.__doc__ or ""
    if written.startswith(f"{cls.__name__}("):  # what NamedTuple supplies
        return named, ""
    paragraph = " ".join(written.strip().split("\n\n")[0].split())
    title, _colon, summary = paragraph.partition(":")
    summary = summary.strip()
    return (title.strip(), summary[0].upper() + summary[1:]) if summary else (named, paragraph)


def _sentence(text: Sentence | str) -> Sentence:
    return Sentence(text, {}) if isinstance(text, str) else text


def _players(start: Any) -> int:
    players: int = start.players() if hasattr(start, "players") else 2
    return players


def _facts(start: Any, picture: Picture) -> Facts:
    """What the methods of a position tell, and the first moves."""
    return Facts(
        players=_players(start),
        deterministic=not hasattr(start, "probability"),
        zero_sum=not hasattr(start, "utilities"),
        loops=picture.pieces and _can_return(start, picture),
    )


def _can_return(start: Any, picture: Picture) -> bool:
    """Whether a piece that one of the first moves takes away may come back with the next: then positions come again."""
    for move in islice(start.moves(), TRIED):
        way, child = picture.cells(start, move), start.play(move)
        for reply in islice(child.moves(), TRIED):
            position = child.play(reply)
            if way and any(picture.cells(position, back) == way[::-1] for back in position.moves()):
                return True
    return False
