"""The exact score of any position, proven to the end of the game by one null-window search after another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, MutableSequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from plyground.errors import RulesError, SearchError, SearchTooDeep
from plyground.game import Game
from plyground.language import _
from plyground.position import MAX, Demand, MarkedPosition, Move
from plyground.search.demands import refuse_demands
from plyground.search.endgame import Endgame, Visits, endgame, new_settings
from plyground.search.native import interruptible, twin
from plyground.search.scores import INFINITY
from plyground.search.symmetry import symmetry_from
from plyground.search.tally import VISITS, Tally, new_tally
from plyground.search.threads import together

MEGABYTES = 8
"""The table of a solver that nothing is said about: a processor's cache holds it. Proofs of hours want more."""


class Step(NamedTuple):
    """What is proven so far: the score is from ``least`` to ``most``."""

    least: int
    most: int
    visits: int
    seconds: float


@dataclass(frozen=True)
class Exact:
    """The proven answer for the side to move."""

    score: int  # as the game counts it (``score()``); of a weak answer only its sign: 1, 0 or -1
    move: Move | None  # a best one; None when the game is over
    line: tuple[Move, ...]  # best play of both sides to the end
    moves: tuple[tuple[Move, int], ...]  # each legal move and the score after it, where every move was asked for
    visits: int  # positions visited, some more than once
    seconds: float


def exact(
    position: Game | MarkedPosition,
    *,
    weak: bool = False,
    every_move: bool = False,
    threads: int = 1,
    megabytes: int = MEGABYTES,
    tally: Tally | None = None,
    native: bool = False,
    tell: Callable[[Step], object] | None = None,
) -> Exact:
    """Prove the score of ``position`` (of a game: of its start), under best play of both sides.

    Each step asks whether the score is more than some number, by a null-window search which remembers what it
    learns in a table of so many ``megabytes``. ``weak`` asks only for win, draw or loss; ``every_move`` for
    the score of each legal move too. ``threads`` work side by side where it is ``native``. ``tell`` hears of each step; ``tally`` lets another thread watch and stop.
    ``native`` runs compiled for this machine. For many positions of a game, make one :class:`Solver`.

    Raises :class:`SearchStopped`, :class:`SearchTooDeep` for games too long or without end, and
    :class:`RulesError`.
    """
    start: Any = position.start if isinstance(position, Game) else position
    solver = Solver(start, threads=threads, megabytes=megabytes, tally=tally, native=native)
    return solver.exact(start, weak=weak, every_move=every_move, tell=tell)


class Solver:
    """Proves the scores of one game's positions, and remembers what it has learnt from one to the next."""

    def __init__(
        self,
        example: MarkedPosition,
        *,
        threads: int = 1,
        megabytes: int = MEGABYTES,
        tally: Tally | None = None,
        native: bool = False,
    ) -> None:
        """``example`` is any position of the game; the others are as for :func:`exact`."""
        if not hasattr(example, "turn"):
            raise RulesError(_("{cls} is not marked @rules, so it cannot be searched.", cls=type(example).__name__))
        refuse_demands(example, Demand.TURNS, "exact")
        self._kind = type(example)
        self._counts = (tally or new_tally()).counts
        self._settings = new_settings(example, megabytes, threads)
        examples = (example, 0, 0, 1, MAX, self._settings[0], Visits(self._counts))
        self._text = twin(endgame, *examples) if native else endgame

    def count_in(self, tally: Tally) -> None:
        """From now on ``tally`` counts and may stop the proofs."""
        self._counts = tally.counts

    def score(self, position: Any) -> int:
        """The score alone, at less than the cost of the whole answer."""
        self._refuse_another_game(position)
        return interruptible(self._counts, self._score, position, False)

    def exact(
        self,
        position: Any,
        *,
        weak: bool = False,
        every_move: bool = False,
        tell: Callable[[Step], object] | None = None,
    ) -> Exact:
        """The proven answer for one position; the options are those of the function :func:`exact`."""
        self._refuse_another_game(position)
        before, began = self._counts[VISITS], time.perf_counter()

        def told(least: int, most: int) -> None:
            if tell is not None:
                tell(Step(least, most, self._counts[VISITS] - before, time.perf_counter() - began))

        def proven() -> tuple[int, tuple[Move, ...], tuple[tuple[Move, int], ...]]:
            score = self._score(position, weak, told)
            line = tuple(self._line(position, score, weak))
            return score, line, tuple(self._after_each(position, weak)) if every_move else ()

        try:
            score, line, moves = interruptible(self._counts, proven)
        except RecursionError:
            raise SearchTooDeep from None
        visits, seconds = self._counts[VISITS] - before, time.perf_counter() - began
        return Exact(score, line[0] if line else None, line, moves, visits, seconds)

    def _refuse_another_game(self, position: Any) -> None:
        if type(position) is not self._kind:
            raise SearchError(_("A solver answers for the positions of one game; make another for another game."))

    def _search(self, position: Any, alpha: int, beta: int) -> int:
        def work(setting: Endgame) -> Callable[[MutableSequence[int]], int]:
            return lambda counts: self._text(position, 0, alpha, beta, MAX, setting, Visits(counts))

        return together([work(setting) for setting in self._settings], self._counts)

    def _score(self, position: Any, weak: bool, told: Callable[[int, int], object] = lambda least, most: None) -> int:
        """The score of a position, found from 0 on by following what each search says (fail-soft).

        Plaat, Schaeffer, Pijls & de Bruin 1996, Best-first fixed-depth minimax algorithms: MTD(f).
        """
        if position.is_over():
            return _counted(position.score(), weak)
        symmetry = symmetry_from(position)
        self._settings = [setting._replace(symmetry=symmetry) for setting in self._settings]
        least, most = position.prospects(-INFINITY, INFINITY)
        if weak:
            least, most = max(least, -1), min(most, 1)
        asked = max(least, min(most - 1, 0 if weak else -1))
        while least < most:
            found = self._search(position, asked, asked + 1)
            if found > asked:
                least = asked = min(found, most)
            else:
                most = max(found, least)
                asked = most - 1
            told(least, most)
        return _counted(least, weak)

    def _line(self, position: Any, score: int, weak: bool) -> Iterator[Move]:
        """Best play from a position whose score is known: each move is proven to keep it."""
        while not position.is_over():
            first = self._settings[0].table.probe(position.key()).move  # the search's own choice, most often
            for move in sorted(position.moves(), key=lambda move: move != first):
                child = position.play(move)
                turn = position.turn(child)
                if self._reaches(child, turn, score, weak):
                    break
            else:
                raise RulesError(
                    _("{cls}: no move reaches the score that its prospects lead to.", cls=type(position).__name__)
                )
            yield move
            position, score = child, turn * score

    def _reaches(self, child: Any, turn: int, score: int, weak: bool) -> bool:
        """Whether the mover before ``child`` has at least ``score`` there."""
        if child.is_over():
            reply = turn * _counted(child.score(), weak)
        elif turn < 0:
            reply = -self._search(child, -score, 1 - score)
        else:
            reply = self._search(child, score - 1, score)
        return _counted(reply, weak) >= score

    def _after_each(self, position: Any, weak: bool) -> Iterator[tuple[Move, int]]:
        for move in position.moves():
            child = position.play(move)
            yield move, position.turn(child) * self._score(child, weak)


def _counted(score: int, weak: bool) -> int:
    """A score as the answer gives it."""
    return (score > 0) - (score < 0) if weak else score
