"""A part of the page: a function of the view of a game."""

from __future__ import annotations

from plyground.presentation.game_view import GameView


class Part:
    """Something on the page that is drawn from the view, and only when its key has changed."""

    _drawn: object = object()  # key of the last drawing; at first it equals no key

    def key(self, view: GameView) -> object:
        """Return everything on which the drawing depends."""
        raise NotImplementedError

    def draw(self, view: GameView) -> None:
        """Draw the view."""
        raise NotImplementedError

    def show(self, view: GameView) -> None:
        """Draw the view unless it looks as before."""
        key = self.key(view)
        if key != self._drawn:
            self._drawn = key
            self.draw(view)
