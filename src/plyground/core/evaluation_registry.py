"""The static evaluations of one game: its own evaluations, and those of installed packages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from plyground.core.contract import not_an_evaluation
from plyground.core.evaluation import Evaluation
from plyground.errors import FileError, SpecError
from plyground.i18n import _

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class EvaluationFile(NamedTuple):
    """A file with an evaluation, which its name stands for."""

    name: str
    path: str
    game: str  # spec text of its game
    content: bytes
    make: Callable[[EvaluationFile, Any], Evaluation]  # returns the evaluation for a game


_files: dict[str, EvaluationFile] = {}
"""The files that this process has loaded, by name. Text from a visitor of the page can name only these."""


def add_file(file: EvaluationFile) -> str:
    """Let the name of a file stand for its evaluation. Return the name.

    Raise :class:`FileError` if another file has this name.
    """
    known = _files.get(file.name, file)
    if known.path != file.path and known.content != file.content:
        raise FileError(file.path, _("there is a file “{name}” already: give the file another name", name=file.name))
    _files[file.name] = file
    return file.name


def loaded_files() -> tuple[EvaluationFile, ...]:
    """Return the files that this process has loaded, so that another process can add them."""
    return tuple(_files.values())


class Evaluations(Mapping[str, Evaluation]):
    """Evaluations by name, the best first. Packages are loaded only for unknown names, or to list all.

    The name of a file that was loaded also stands for its evaluation. Only files that fit this game are listed; one that
    does not is refused in words where it is asked for. A package offers a function of the game that returns an
    evaluation, or None for a game that it does not support.
    """

    def __init__(self, game: Any, own: Mapping[str, Evaluation]) -> None:
        self._game = game
        self.own = own
        self._offered: dict[str, Evaluation] | None = None
        self._fits: dict[EvaluationFile, bool] = {}

    def __getitem__(self, name: str) -> Evaluation:
        if name in self.own:
            return self.own[name]
        if name in _files:
            return _files[name].make(_files[name], self._game)
        return self._others()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.own or name in _files or name in self._others()

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from self.of_files()
        yield from self._others()

    def __len__(self) -> int:
        return len(self.own) + len(self.of_files()) + len(self._others())

    def holds_for(self, rules: type[Any]) -> bool:
        """Return True if ``rules`` is the class of the game's positions."""
        return type(self._game.start) is rules

    def of_files(self) -> list[str]:
        """Return the names of the loaded files that fit the game."""
        return [file.name for file in _files.values() if file.game == self._game.name and self._is_fit(file)]

    def _is_fit(self, file: EvaluationFile) -> bool:
        if file not in self._fits:
            try:
                file.make(file, self._game)
                self._fits[file] = True
            except FileError:
                self._fits[file] = False
        return self._fits[file]

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


def evaluations_of(game: Any, given: Mapping[str, Evaluation], rules: type[Any]) -> Evaluations:
    """Return the evaluations of a game with these rules; a game that only begins in another position shares them."""
    if isinstance(given, Evaluations):
        return given if given.holds_for(rules) else Evaluations(game, given.own)
    return Evaluations(game, given)


def evaluation_name(game: Any, name: str) -> str | None:
    """Return the name of a game's evaluation: ``best`` is its first, ``none`` gives None. Raise :class:`SpecError`."""
    if name == "none":
        return None
    if name == "best":
        first: str | None = next(iter(game.evaluations), None)
        return first
    if name not in game.evaluations:
        raise SpecError(
            _(
                "{game} has no evaluation “{name}”; choose one of: {names}.",
                game=game.name, name=name, names=", ".join([*game.evaluations, "none"]),
            )
        )  # fmt: skip
    return name
