"""Notebooks (Jupyter, marimo): trees and runs are shown as pictures, and searches are stepped through.

>>> from plyground import Tree
>>> from plyground.notebook import steps
>>> tree = Tree.parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
>>> steps(tree, "alphabeta", "minimax")  # doctest: +SKIP

After this import a :class:`Tree`, a :class:`Run`, a :class:`Game`, a :class:`Match` and, in Jupyter, any position of a game
at the end of a cell are drawn.
:func:`steps` needs ``pip install plyground[notebook]``; where no JavaScript runs, its picture stands instead.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from plyground.arena.match import Match
from plyground.errors import PlygroundError
from plyground.game import Game, made
from plyground.interfaces.standalone import STATIC
from plyground.interfaces.stepping import stepping
from plyground.language import _
from plyground.search.algorithms import usual
from plyground.search.convention import convention as convention_named
from plyground.trace.plan import plan
from plyground.trace.record import record
from plyground.trace.run import Run
from plyground.trace.screening import Subject, screen
from plyground.trace.svg import board as board_picture
from plyground.trace.svg import svg
from plyground.trees import Tree

__all__ = ["board", "draw", "steps"]

DEPTH = 2
"""Plies of a game that nothing is said about."""


class Drawing(str):
    """A picture that a notebook shows; as text it is SVG."""

    def _repr_svg_(self) -> str:
        return str(self)


def draw(shown: Tree | Run, *, step: int | None = None, theme: str = "color") -> Drawing:
    """A run after a ``step`` (at the end, where none is given); a tree as a search of it leaves it."""
    return Drawing(svg(plan(shown if isinstance(shown, Run) else _searched(shown)), step, theme=theme))


def board(game: Game, position: Any) -> Drawing:
    """A position of a game."""
    return Drawing(board_picture(game, position))


def steps(
    searched: Tree | Game, *algorithms: str, position: Any = None, depth: int = DEPTH, convention: str = "aima", step: int = 0
) -> Any:  # fmt: skip
    """A widget that steps through the searches of a tree, or of a ``position`` of a game to a ``depth``.

    ``algorithms`` (default: alpha-beta) stand side by side. Raises :class:`PlygroundError` for what cannot be searched
    so, or where anywidget is not installed.
    """
    if isinstance(searched, Tree):
        subject = Subject.tree(searched)
    else:
        subject = Subject(searched, searched.start if position is None else position, depth)
    scenes = screen(subject, algorithms or ("alphabeta",), convention_named(convention))
    return _widget()(stepping(scenes, step, whole=True), svg(plan(scenes[0].film.run)))


@cache
def _widget() -> Any:
    """The widget's class, made when it is first wanted: a plain installation has no anywidget."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise PlygroundError(
            _("Stepping in a notebook needs anywidget: install it with “pip install plyground[notebook]”.")
        ) from None

    class Steps(anywidget.AnyWidget):
        """The module of the page, with the whole film in its state."""

        _esm = STATIC / "tree.js"
        scenes = traitlets.Unicode().tag(sync=True)
        reels = traitlets.Dict().tag(sync=True)
        reel = traitlets.Int().tag(sync=True)
        step = traitlets.Int().tag(sync=True)
        minimum = traitlets.Int(allow_none=True).tag(sync=True)
        other = traitlets.Bool().tag(sync=True)
        texts = traitlets.Dict().tag(sync=True)
        legend: Any = traitlets.List().tag(sync=True)

        def __init__(self, state: dict[str, Any], picture: str) -> None:
            super().__init__(**state)
            self._picture = picture

        def _repr_mimebundle_(self, **options: Any) -> Any:
            """The widget, and the picture where there is no JavaScript."""
            shown = super()._repr_mimebundle_(**options)
            data, *metadata = shown if isinstance(shown, tuple) else (shown,)
            data = {**(data or {}), "image/svg+xml": self._picture}
            return (data, *metadata) if metadata else data

    return Steps


def _searched(tree: Tree) -> Run:
    """The search of a tree that goes without saying: the first that masters it."""
    return record(tree.start, usual(tree.start).name, of=tree)


def _register() -> None:
    """Let notebooks draw what they show; both Jupyter and marimo ask a value for its ``_repr_svg_``."""
    pictures: dict[type[Any], Any] = {
        Tree: draw,
        Run: draw,
        Game: lambda game: board(game, game.start),
        Match: lambda match: board(match.game, match.position),
    }
    for kind, picture in pictures.items():
        kind._repr_svg_ = lambda shown, picture=picture: str(picture(shown))


def _register_positions() -> None:
    """Let Jupyter draw positions of games, whichever are made.

    Not by a method of theirs: what is compiled for a class would be out of date with each that is added.
    """
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        shell.display_formatter.formatters["image/svg+xml"].for_type(tuple, position_picture)


def position_picture(shown: Any) -> str | None:
    """The picture of a position of a game; None of anything else."""
    game = made.get(type(shown))
    return None if game is None else str(board(game, shown))


_register()
_register_positions()
