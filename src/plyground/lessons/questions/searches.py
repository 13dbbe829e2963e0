"""Searches as a lesson writes them: ``minimax``, ``alphabeta:convention=cs188,depth=3``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from plyground.errors import SpecError
from plyground.game import Game
from plyground.language import _, _n
from plyground.lessons.questions.question import Link, Picture
from plyground.search import Result, Setting, search, setting
from plyground.search.algorithms import algorithm
from plyground.search.convention import convention
from plyground.search.driver import refuse_what_cannot_be
from plyground.search.scores import LONGEST
from plyground.search.tally import Tally
from plyground.spec import Spec
from plyground.trace.legend import convention_in_words
from plyground.trace.svg import board

OPTIONS = ("depth", "evaluation", "convention", "order")
ORDERS = ("left-to-right", "right-to-left")


@dataclass(frozen=True)
class Search:
    """One search with everything that it is told."""

    name: str
    setting: Setting
    has_convention: bool

    @classmethod
    def parse(cls, text: str, of: Game | None, position: Any, scores: str = "utility") -> Search:
        """The search that a text names, of a position of a game or of a tree; raises :class:`PlygroundError`."""
        spec = Spec.parse(text)
        for option in spec.options:
            if option not in OPTIONS:
                raise SpecError(_("“{text}”: a search has the options {names}, not {option}.", text=text, names=", ".join(OPTIONS), option=option))  # fmt: skip
        known = algorithm(spec.name)
        depth, named = spec.options.get("depth"), spec.options.get("evaluation", "")
        evaluations = of.evaluations if of is not None else {}
        if named and named not in evaluations:
            raise SpecError(_("There is no evaluation “{name}”; here there are: {names}.", name=named, names=", ".join(evaluations)))  # fmt: skip
        if depth is not None and not (depth.isascii() and depth.isdecimal() and len(depth) < 4):
            raise SpecError(_("“{text}”: a depth is a whole number of plies, such as 3.", text=text))
        order = spec.options.get("order", ORDERS[0])
        if order not in ORDERS:
            raise SpecError(_("“{text}”: the order is one of: {names}.", text=text, names=", ".join(ORDERS)))
        choices = convention(spec.options.get("convention", "aima"))._replace(right_to_left=order == ORDERS[1])
        judge = evaluations.get(named) if named else next(iter(evaluations.values()), None)
        made = setting(
            depth=int(depth) if depth else None,
            evaluation=judge if depth else None,
            scores=scores,
            convention=choices,
        )
        refuse_what_cannot_be(position, known, made, traced=False, native=False)
        return cls(known.name, made, "convention" in spec.options)

    @property
    def title(self) -> str:
        """What it is called."""
        words: list[str] = []
        if self.depth:
            words.append(str(_n("{count} ply deep", "{count} plies deep", self.depth)))
        if self.has_convention:
            words += map(str, convention_in_words(self.setting.convention._replace(right_to_left=False)))
        if self.setting.convention.right_to_left:
            words.append(str(_("right to left")))
        title = str(algorithm(self.name).title)
        return f"{title} ({', '.join(words)})" if words else title

    @property
    def depth(self) -> int | None:
        """Plies looked ahead; None: to the end."""
        return self.setting.horizon if self.setting.horizon <= LONGEST else None

    def run(self, position: Any, tally: Tally, *, every_move: bool = False) -> Result:
        """Search a position; raises :class:`SearchStopped`."""
        return search(position, self.name, self.setting, every_move=every_move, tally=tally)


def board_picture(game: Game, position: Any) -> Picture:
    """A position on its board."""
    words = _("{side} to move: {position}", side=game.mover(position), position=game.notation.format(position))  # fmt: skip
    return Picture(lambda theme: board(game, position, theme=theme, numbers=True), str(words), is_board=True)


def board_link(game: Game, moves: str | None) -> tuple[Link, ...]:
    """Where a position can be played and explored, where it is known how it came about."""
    if moves is None:
        return ()
    query = f"?{urlencode({'moves': moves})}" if moves else ""
    return (Link(f"/play/{quote(game.name, safe=':=,')}{query}", _("Play on from here")),)
