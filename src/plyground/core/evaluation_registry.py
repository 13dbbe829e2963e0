"""The static evaluations of one game: its own evaluations, and those of installed packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any

from plyground.core.contract import not_an_evaluation
from plyground.core.evaluation import Evaluation
from plyground.errors import SpecError
from plyground.i18n import _

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Evaluations(Mapping[str, Evaluation]):
    """Evaluations by name, the best first. Packages are loaded only for unknown names, or to list all.

    A package offers a function of the game that returns an evaluation, or None for a game that it does not support.
    """

    def __init__(self, game: Any, own: Mapping[str, Evaluation]) -> None:
        self._game = game
        self.own: Mapping[str, Evaluation] = own.own if isinstance(own, Evaluations) else own
        self._offered: dict[str, Evaluation] | None = None

    def __getitem__(self, name: str) -> Evaluation:
        return self.own[name] if name in self.own else self._others()[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from self._others()

    def __len__(self) -> int:
        return len(self.own) + len(self._others())

    def _others(self) -> dict[str, Evaluation]:
        if self._offered is None:
            from plyground.core import plugins  # imported here because most evaluations belong to a game

            self._offered = offered = {}

            def offer(point: EntryPoint, package: str) -> None:
                make = point.load()
                if isinstance(make, type) or not callable(make):
                    raise SpecError(_("{thing} is not a function: write a function that takes a game and returns an evaluation, or None for a game that it does not fit", thing=point.attr or point.module))  # fmt: skip
                evaluation = make(self._game)
                if evaluation is None:
                    return
                if not callable(getattr(evaluation, "value", None)) or not isinstance(
                    getattr(evaluation, "win", None), Real
                ):
                    raise SpecError(not_an_evaluation(evaluation))
                if point.name in self.own or point.name in offered:
                    raise ValueError(_("there is an evaluation of this name already"))
                offered[point.name] = evaluation

            plugins.installed(plugins.EVALUATIONS, offer)
        return self._offered
