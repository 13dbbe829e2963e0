"""Notebooks (Jupyter, marimo): trees and runs are shown as pictures, and searches are stepped through.

>>> from plyground import Tree
>>> from plyground.notebook import steps
>>> tree = Tree.parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
>>> steps(tree, "alphabeta", "minimax")  # doctest: +SKIP
>>> plyground.play("tictactoe", opponent="minimax")  # doctest: +SKIP

A :class:`Tree`, a :class:`Run`, a :class:`DecisionTree`, a :class:`Game`, a :class:`Match` and, in Jupyter, any position of a game at the end of
a cell are drawn. What a search or a solver returns is summed up. In a notebook, the first use of a public name imports
this module. :func:`steps` needs ``pip install plyground[notebook]``; where no JavaScript runs,
its picture stands instead.
"""

from __future__ import annotations

import sys
import threading
from functools import cache
from typing import Any

from plyground.arena.match import Match
from plyground.bots.decision_tree import DecisionTree
from plyground.core.game import Game, made
from plyground.drawing.plan import plan
from plyground.drawing.svg import board as board_picture
from plyground.drawing.svg import svg
from plyground.errors import PlygroundError
from plyground.frontend.bundle import bundle, style
from plyground.i18n import _
from plyground.notebook.notebook_session import NotebookSession
from plyground.notebook.summary_page import summary_html
from plyground.presentation.result_summary import SUMMARIES, summary
from plyground.presentation.trees.decision_picture import decision_picture
from plyground.searches.conventions import convention as convention_named
from plyground.searches.registry import AnySearch, usual
from plyground.stepping.comparison import Subject, screen
from plyground.stepping.view import stepping
from plyground.trace.chosen_search import chosen_search
from plyground.trace.record import record
from plyground.trace.run import Run
from plyground.trees import Tree

__all__ = ["Play", "board", "draw", "steps"]

DEFAULT_DEPTH = 2
"""Default depth of a game's tree, in plies."""


class Drawing(str):
    """A picture that a notebook shows; as text it is SVG."""

    def _repr_svg_(self) -> str:
        return str(self)


def draw(shown: Tree | Run, *, step: int | None = None, theme: str = "color") -> Drawing:
    """Return the picture of a run after ``step`` (default: at its end), or of a tree after a whole search of it."""
    return Drawing(svg(plan(shown if isinstance(shown, Run) else _searched(shown)), step, theme=theme))


def board(game: Game, position: Any) -> Drawing:
    """Return the picture of a position of a game."""
    return Drawing(board_picture(game, position))


def steps(
    searched: Tree | Game, *algorithms: AnySearch, position: Any = None, depth: int = DEFAULT_DEPTH, convention: str = "aima", step: int = 0
) -> Any:  # fmt: skip
    """Return a widget that steps through searches of a tree, or of a ``position`` of a game down to ``depth`` plies.

    The searches ``algorithms`` (default: alpha-beta) stand side by side; each is a name, a function, or
    ``FILE.py:function``. Raise :class:`PlygroundError` if they cannot
    search this tree or game, or if anywidget is not installed.
    """
    if isinstance(searched, Tree):
        subject = Subject.tree(searched)
    else:
        subject = Subject(searched, searched.start if position is None else position, depth)
    names = tuple(chosen_search(each).name for each in algorithms or ("alphabeta",))
    scenes = screen(subject, names, convention_named(convention))
    state = stepping(scenes, step, whole=True)
    return _widget("tree", tuple(state))(state, svg(plan(scenes[0].film.run)))


class Play(NotebookSession):
    """A game against bots, shown at the end of a cell; later cells read its ``match``, ``position`` and ``moves``."""

    def __init__(self, game: Game, opponent: str, side: int, seed: int = 0) -> None:
        """Begin a game. Raise :class:`PlygroundError` for an unknown bot, or if anywidget is not installed."""
        super().__init__(game, opponent, side, seed)
        state = self.state()
        self.widget = _widget("board", tuple(state))(state)
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
        """Return the widget that marimo shows."""
        return self.widget


@cache
def _widget(module: str, names: tuple[str, ...]) -> Any:
    """Return the widget class of a JavaScript module whose state has these names.

    Raise :class:`PlygroundError` if anywidget is missing, as in a plain installation.
    """
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
    browser = {"_esm": bundle(f"{module}.js"), "_css": style(f"{module}.css")}
    return type(f"Widget_{module}", (Widget,), browser | state)


def _with_picture(shown: Any, text: str, picture: str) -> Any:
    """Return the data that a notebook shows of a widget, with a text and a picture for pages without JavaScript."""
    data, *metadata = shown if isinstance(shown, tuple) else (shown,)
    data = {**(data or {}), "text/plain": text, **({"image/svg+xml": picture} if picture else {})}
    return (data, *metadata) if metadata else data


def _decision(tree: DecisionTree) -> Drawing:
    """Return the picture of a decision's tree."""
    return Drawing(decision_picture(tree, made[type(tree.position)]))


def _searched(tree: Tree) -> Run:
    """Return the run of the default search of a tree: the first that can search it."""
    return record(tree.start, usual(tree.start).name, of=tree)


def _register() -> None:
    """Register pictures and summaries for notebooks: Jupyter and marimo use ``_repr_svg_`` and ``_repr_html_``."""
    pictures: dict[type[Any], Any] = {
        Tree: draw,
        Run: draw,
        Game: lambda game: board(game, game.start),
        Match: lambda match: board(match.game, match.position),
        DecisionTree: _decision,
    }
    for kind, picture in pictures.items():
        kind._repr_svg_ = lambda shown, picture=picture: str(picture(shown))
    for kind in SUMMARIES:
        kind._repr_html_ = summary_html
        kind._repr_pretty_ = _print_summary


def _print_summary(result: Any, printer: Any, _is_cycle: bool) -> None:
    """Print the summary of a result where IPython shows text."""
    printer.text(summary(result).text)


def _register_positions() -> None:
    """Register pictures of all positions in Jupyter.

    It does not add a method to their classes, because that would invalidate their compiled code.
    """
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        shell.display_formatter.formatters["image/svg+xml"].for_type(tuple, position_picture)


def position_picture(shown: Any) -> str | None:
    """Return the picture of a position of a game as SVG; None for anything else."""
    game = made.get(type(shown))
    return None if game is None else str(board(game, shown))


_register()
_register_positions()
