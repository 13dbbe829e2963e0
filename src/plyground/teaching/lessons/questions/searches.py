"""Searches as written in a lesson: ``minimax``, ``alphabeta:convention=cs188,depth=3``."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.core.spec import Spec
from plyground.drawing.legend import convention_in_words
from plyground.drawing.svg import board
from plyground.errors import SpecError
from plyground.i18n import _, _n
from plyground.searches import Result, Setting, search, setting
from plyground.searches.conventions import convention
from plyground.searches.registry import algorithm
from plyground.searches.run_search import refuse_what_cannot_be
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.tally import Tally
from plyground.teaching.lessons.questions.question import Link, Picture

OPTIONS = ("depth", "evaluation", "convention", "order")
ORDERS = ("left-to-right", "right-to-left")


@dataclass(frozen=True)
class Search:
    """A search with all its settings."""

    name: str
    setting: Setting
    has_convention: bool

    @classmethod
    def parse(cls, text: str, of: Game | None, position: MarkedPosition, scores: str = "utility") -> Search:
        """Parse the spec text of a search of a position (``of`` a game, or of a tree). Raise
        :class:`PlygroundError`.
        """
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
        """The name and options of the search in words."""
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
        """The depth limit in plies; None: to the end."""
        return self.setting.depth if self.setting.depth <= MAX_DEPTH else None

    def run(self, position: MarkedPosition, tally: Tally, *, every_move: bool = False) -> Result:
        """Search a position. Raise :class:`SearchStopped` if the ``tally`` stops it."""
        return search(position, self.name, self.setting, every_move=every_move, tally=tally)


def board_picture(game: Game, position: MarkedPosition) -> Picture:
    """Return a picture of a position on its board."""
    words = _("Board, {side} to move, written as {position}", side=game.mover(position), position=game.notation.format(position))  # fmt: skip
    return Picture(lambda theme: board(game, position, theme=theme, numbers=True), str(words), is_board=True)


def board_link(game: Game, moves: str | None) -> tuple[Link, ...]:
    """Return a tuple with the link that continues from a position; empty if its moves are not known."""
    if moves is None:
        return ()
    query = f"?{urlencode({'moves': moves})}" if moves else ""
    return (Link(f"/play/{quote(game.name, safe=':=,')}{query}", _("Play on from here")),)
