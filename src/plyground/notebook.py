"""Notebooks (Jupyter, marimo): trees and runs are shown as pictures, and searches are stepped through.

>>> from plyground import Tree
>>> from plyground.notebook import steps
>>> tree = Tree.parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
>>> steps(tree, "alphabeta", "minimax")  # doctest: +SKIP
>>> plyground.play("tictactoe", opponent="minimax")  # doctest: +SKIP

After this import a :class:`Tree`, a :class:`Run`, a :class:`Game`, a :class:`Match` and, in Jupyter, any position of a game
at the end of a cell are drawn.
:func:`steps` needs ``pip install plyground[notebook]``; where no JavaScript runs, its picture stands instead.
"""

from __future__ import annotations

import sys
import threading
from functools import cache
from pathlib import Path
from typing import Any

from plyground.arena.match import Match
from plyground.errors import PlygroundError
from plyground.game import Game, made
from plyground.interfaces.desk import Desk
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

__all__ = ["Play", "board", "draw", "steps"]

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
    state = stepping(scenes, step, whole=True)
    return _widget("tree.js", tuple(state))(state, svg(plan(scenes[0].film.run)))


class Play(Desk):
    """A game against bots that the end of a cell shows; the cells below read its ``match``, ``position`` and ``moves``."""

    def __init__(self, game: Game, opponent: str, side: int, seed: int = 0) -> None:
        """Raises :class:`PlygroundError` for an unknown player, or where anywidget is not installed."""
        super().__init__(game, opponent, side, seed)
        state = self.state()
        self.widget = _widget("board.js", tuple(state))(state)
        self.widget.on_msg(lambda widget, message, buffers: self.hear(message))
        self._drawing = threading.Lock()
        self.changed = self._draw
        self._draw()  # a bot may have moved meanwhile

    def _draw(self) -> None:
        with self._drawing, self.widget.hold_sync():
            for name, value in self.state().items():
                setattr(self.widget, name, value)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        picture = str(board(self.game, self.position)) if self.game.picture.width else ""
        return _with_picture(self.widget._repr_mimebundle_(**options), repr(self), picture)

    def _display_(self) -> Any:
        """What marimo shows."""
        return self.widget


@cache
def _widget(module: str, names: tuple[str, ...]) -> Any:
    """The class of widgets of a module, whose state has these names; a plain installation has no anywidget."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise PlygroundError(
            _("Playing and stepping in a notebook need anywidget: install it with “pip install plyground[notebook]”.")
        ) from None

    class Widget(anywidget.AnyWidget):
        def __init__(self, state: dict[str, Any], picture: str = "") -> None:
            super().__init__(**state)
            self._picture = picture

        def _repr_mimebundle_(self, **options: Any) -> Any:
            return _with_picture(super()._repr_mimebundle_(**options), repr(self), self._picture)

    state = {name: traitlets.Any().tag(sync=True) for name in names}
    return type(f"Widget_{Path(module).stem}", (Widget,), {"_esm": STATIC / module, **state})


def _with_picture(shown: Any, text: str, picture: str) -> Any:
    """What a notebook shows of a widget, with text and the picture for where no JavaScript runs."""
    data, *metadata = shown if isinstance(shown, tuple) else (shown,)
    data = {**(data or {}), "text/plain": text, **({"image/svg+xml": picture} if picture else {})}
    return (data, *metadata) if metadata else data


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
