"""The address of the page of trees: the tree, the searches and the step; it says everything about what is shown.

``/trees?tree=[[3,12,8],[2,4,6],[14,5,2]]&algorithm=alphabeta,minimax&convention=aima&step=13``, or instead of ``tree``
``example=aima-5.2``, ``random=3,4&seed=7`` (branching factor and depth), or ``game=tictactoe&position=xo..x....&depth=2``.
``order=best`` takes the truly best child first, ``allies=0,2`` has these players play together against all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from plyground.errors import SearchError, SpecError
from plyground.game import Game
from plyground.interfaces.web.query import read, write
from plyground.language import Sentence, _
from plyground.search.algorithms import usual

LONGEST_TITLE = 60
"""Characters of a tree that stand for it in a list."""
USUAL = "alphabeta"
"""The search where none is asked for."""
FIRST = "aima-5.2"
"""The example that is shown first."""


class Wanted(NamedTuple):
    """What an address asks for, as texts; an empty one was not given."""

    example: str = ""
    tree: str = ""
    random: str = ""
    seed: str = ""
    irregular: str = ""
    game: str = ""
    position: str = ""
    depth: str = ""
    root: str = ""
    levels: str = ""
    order: str = ""
    allies: str = ""
    algorithm: str = ""
    convention: str = ""
    step: str = ""
    other: str = ""

    @classmethod
    def parse(cls, query: Iterable[tuple[str, str]]) -> Wanted:
        """What a query asks for; what is unknown in it is left out. The searches ``beside`` the first are others."""
        texts = read(query, (*cls._fields, "beside"))
        if beside := texts.pop("beside", ""):
            texts["algorithm"] = f"{texts.get('algorithm') or USUAL},{beside}"
        return cls(**texts)

    def format(self) -> str:
        """The query, ``""`` where nothing is asked for."""
        return write(self._asdict(), safe=":=,[]()")

    @property
    def source(self) -> str:
        """The field that says which tree it is."""
        return next((name for name in ("game", "random", "tree") if getattr(self, name)), "example")

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The searches, side by side."""
        return tuple(name.strip() for name in (self.algorithm or USUAL).split(","))

    @property
    def first_step(self) -> int:
        """The step that is shown first, from 0, where the address counts from 1; 0 for what is no number."""
        return max(0, int(self.step) - 1) if self.step.isdecimal() and len(self.step) < 8 else 0

    @property
    def title(self) -> Sentence | str:
        """What a visitor's own tree is called: its beginning; a tree by chance has a sentence."""
        if self.source == "random":
            return _("A tree by chance: {shape}", shape=self.random)
        return self.tree if len(self.tree) <= LONGEST_TITLE else f"{self.tree[: LONGEST_TITLE - 1]}…"

    @property
    def unshown(self) -> Wanted:
        """The same films, whichever of their steps is shown."""
        return self._replace(step="")


def stepped(game: Game, position: Any, depth: int | None = None) -> str:
    """The address where the usual search of a game is stepped through from a position; ``""`` where no search masters it."""
    try:
        name = usual(game.start).name
    except SearchError:
        return ""
    chosen = {"algorithm": name if name != USUAL else "", "depth": str(depth or "")}
    if position != game.start:
        chosen["position"] = game.notation.format(position)
    return f"/trees?{Wanted(game=game.name, **chosen).format()}"


def number(text: str, what: Sentence, least: int, most: int) -> int:
    """The number that a field holds; raises :class:`SpecError`."""
    if text.strip().isdecimal() and len(text) <= 12 and least <= int(text) <= most:
        return int(text)
    raise SpecError(_("The {what} is a whole number from {least} to {most}, not “{text}”.", what=what, least=least, most=most, text=text[:20]))  # fmt: skip
