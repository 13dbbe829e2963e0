"""The URL of the page of trees: the tree, the searches and the step.

``/trees?tree=[[3,12,8],[2,4,6],[14,5,2]]&algorithm=alphabeta,minimax&convention=aima&step=13``, or instead of ``tree``
``example=aima-5.2``, ``random=3,4&seed=7`` (branching factor and depth), or
``game=tictactoe&position=xo..x....&depth=2``. ``order=best`` takes the truly best child first, ``allies=0,2`` has these
players play together against all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.errors import SearchError, SpecError
from plyground.i18n import Sentence, _
from plyground.searches.registry import usual
from plyground.web.urls.query_string import read, write

MAX_TITLE_CHARS = 60
"""Most characters of a tree in the title of a list entry."""
USUAL = "alphabeta"
"""The default search."""
FIRST = "aima-5.2"
"""The example that is shown first."""


class TreeQuery(NamedTuple):
    """The fields of an address as texts; empty if not given."""

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
    def parse(cls, query: Iterable[tuple[str, str]]) -> TreeQuery:
        """Return the fields of a query. Unknown fields are left out. ``beside`` adds searches to the first."""
        texts = read(query, (*cls._fields, "beside"))
        if beside := texts.pop("beside", ""):
            texts["algorithm"] = f"{texts.get('algorithm') or USUAL},{beside}"
        return cls(**texts)

    def format(self) -> str:
        """Return the query; empty if all fields are empty."""
        return write(self._asdict(), safe=":=,[]()")

    @property
    def source(self) -> str:
        """Return the name of the field that chooses the tree."""
        return next((name for name in ("game", "random", "tree") if getattr(self, name)), "example")

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Return the names of the searches."""
        return tuple(name.strip() for name in (self.algorithm or USUAL).split(","))

    @property
    def first_step(self) -> int:
        """Return the first step to show, from 0; URLs count from 1. Return 0 for an invalid number."""
        return max(0, int(self.step) - 1) if self.step.isdecimal() and len(self.step) < 8 else 0

    @property
    def title(self) -> Sentence | str:
        """Return the title of a visitor's tree: its beginning, or a sentence for a random tree."""
        if self.source == "random":
            return _("Random tree: {shape}", shape=self.random)
        return self.tree if len(self.tree) <= MAX_TITLE_CHARS else f"{self.tree[: MAX_TITLE_CHARS - 1]}…"

    @property
    def unshown(self) -> TreeQuery:
        """Return the same query without its ``step``."""
        return self._replace(step="")


def stepped(game: Game, position: MarkedPosition, depth: int | None = None) -> str:
    """Return the address that steps through the default search of a position; empty if no search supports the game."""
    try:
        name = usual(game.start).name
    except SearchError:
        return ""
    chosen = {"algorithm": name if name != USUAL else "", "depth": str(depth or "")}
    if position != game.start:
        chosen["position"] = game.notation.format(position)
    return f"/trees?{TreeQuery(game=game.name, **chosen).format()}"


def number(text: str, what: Sentence, least: int, most: int) -> int:
    """Return the number in a field. Raise :class:`SpecError`."""
    if text.strip().isdecimal() and len(text) <= 12 and least <= int(text) <= most:
        return int(text)
    raise SpecError(_("The {what} is a whole number from {least} to {most}, not “{text}”.", what=what, least=least, most=most, text=text[:20]))  # fmt: skip
