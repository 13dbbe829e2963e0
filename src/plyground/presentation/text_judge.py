"""The judge that speaks beside boards as text: it calls the sides by the letters on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.core.game import Game
from plyground.judge.judge import NODES, Judge
from plyground.judge.kept_judgements import kept_judgements
from plyground.solvers.forward import Valued


class _LetteredPicture:
    """The picture of a game whose sides have no other names than the letters on the board."""

    side_names = ()

    def __init__(self, picture: Any) -> None:
        self._picture = picture

    def __getattr__(self, name: str) -> Any:
        return getattr(self._picture, name)


def judge_of(game: Game, nodes: int = NODES, solution: Valued | None = None) -> Judge:
    """Return the judge of a game, with a ``solution`` of it if there is one."""
    return Judge(replace(game, picture=_LetteredPicture(game.picture)), nodes, kept_judgements(), solution=solution)
