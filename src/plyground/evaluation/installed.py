"""The static evaluations of one game: its own, then those that installed packages offer for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from plyground.evaluation import Evaluation
from plyground.language import _

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Evaluations(Mapping[str, Evaluation]):
    """Evaluations by name, the best first; packages are asked only when a name is not the game's own, or for all.

    A package offers a function of the game that gives an evaluation, or ``None`` where it has none for that game.
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
            from plyground import plugins  # late: most evaluations are a game's own

            self._offered = offered = {}

            def offer(point: EntryPoint, package: str) -> None:
                evaluation = point.load()(self._game)
                if evaluation is None:
                    return
                if point.name in self.own or point.name in offered:
                    raise ValueError(_("there is an evaluation of this name already"))
                offered[point.name] = evaluation

            plugins.installed(plugins.EVALUATIONS, offer)
        return self._offered
