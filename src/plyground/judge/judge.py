"""The judge of a game: the first of its means that answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import islice
from typing import Any, Protocol

from plyground import __version__
from plyground.bots.ending_tables import SolvedEndings
from plyground.bots.table_bot import solution as solution_of
from plyground.core.evaluation import Evaluation
from plyground.core.game import REPETITIONS, Game
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.errors import GameOver, RulesError, SearchError, UnsolvedPosition
from plyground.evaluations.calibration import Calibration, calibration
from plyground.games.built_in import BUILT_IN
from plyground.i18n import _
from plyground.judge import sources
from plyground.judge.judgement import Judgement, MoveWorth, ranked, rounded
from plyground.judge.opening_book import book_of
from plyground.judge.pieces import PieceFacts
from plyground.judge.sources import Means
from plyground.judge.wins import turn
from plyground.learning.learned import Learned
from plyground.searches.tally import new_tally
from plyground.solvers.forward import Valued
from plyground.solvers.retrograde import countable

VERSION = 9
"""Number of the judge's method. It grows when a change gives other values."""
NODES = 200_000
"""Positions that a search may visit for one judgement, the same in every room. A 40-ply game then takes some seconds."""
PLAIN_NODES = 2_000
"""The same where nothing can be compiled, and for a preview."""
MAX_KNOWN = 1_000
"""Judgements that a judge remembers."""
MAX_TABLE_POSITIONS = 1 << 21
"""Most numbered positions of a game whose whole table is made at once."""
HIDDEN = _("This game hides something from its players. A judge who sees everything would not help: play by what you see.")  # fmt: skip


class Shelf(Protocol):
    """A place where judgements are kept for other rooms and processes."""

    def get(self, key: str) -> Judgement | None:
        """Return the judgement of this key; None if there is none."""

    def put(self, key: str, judgement: Judgement) -> None:
        """Keep a judgement."""


class Judge:
    """The judge of one game. It keeps its judgements, so that a second question costs nothing."""

    def __init__(
        self,
        game: Game,
        nodes: int = NODES,
        shelf: Shelf | None = None,
        *,
        native: bool = True,
        solution: Valued | None = None,
    ) -> None:
        """Make the judge of a game that visits so many ``nodes`` for each position.

        Without ``native`` code the nodes are at most :data:`PLAIN_NODES`. Judgements of built-in games are looked up
        and kept on the ``shelf``, if there is one. With a ``solution`` of the game, all values come from it. Raise
        :class:`SearchError` for a game with hidden information, which cannot be judged from the open position.
        """
        if not game.facts.observable:
            raise SearchError(HIDDEN)
        if nodes < 1:
            raise SearchError(_("A limit in nodes is a number from 1, not {nodes}.", nodes=nodes))
        self.game = game
        self.nodes = nodes
        self._shelf = shelf if is_kept(game) and solution is None else None
        self._known: dict[tuple[Any, tuple[Any, ...]], Judgement] = {}
        self._table = solution
        self._endings = SolvedEndings(game, new_tally())
        self.evaluation, known = _best_evaluation(game)
        self._means = Means(game, nodes, True, self.evaluation, known)
        if not native or find_spec("llvmlite") is None:
            self._go_plain()

    @cached_property
    def pieces(self) -> PieceFacts:
        """The facts of the game's pieces."""
        return PieceFacts(self.game, self._means.calibration)

    def __call__(self, position: Any, repeated: Iterable[Any] = ()) -> Judgement:
        """Return the judgement of an unfinished position.

        ``repeated`` are the positions whose next occurrence draws the game (:func:`repeated`). Raise
        :class:`GameOver`, and :class:`RulesError` for wrong rules.
        """
        if position.is_over():
            raise GameOver
        key = position, tuple(repeated)
        found = self._known.get(key)
        if found is None:
            name = self._key(*key) if self._shelf else ""
            found = self._shelf.get(name) if self._shelf else None
            if found is None:
                found = self._found(*key)
                if self._shelf:
                    self._shelf.put(name, found)
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            self._known[key] = found
        return found

    def after_move(self, position: MarkedPosition, move: Move, repeated: Iterable[Any] = ()) -> Judgement:
        """Return the judgement of a position in which ``move`` was made.

        The value of the move is the value of the position after it, so that a review never contradicts itself. The
        value of the position is at least as great; random games, which are noisy, keep it as it was.
        """
        repeated = tuple(repeated)
        found = self(position, repeated)
        child = position.play(move)
        worth = found.of(move)
        if not child.is_over() and child.recurring() in repeated:
            drawn = worth._replace(value=0.0, proven=True, distance=1, line=(move,))
            return _with(found, drawn)
        if worth.proven or child.is_over() or found.source not in ("engine", "uct"):
            return found
        if Demand.PLAYERS in position.demands():  # the next player's value says little of this one's
            return found
        after = self._reply(position, child, move, repeated)
        if found.source == "uct" and found.best.move != move and not found.best.proven:
            best = found.best  # compared by a search of its own position, too
            other = position.play(best.move)
            if not other.is_over():
                best = best._replace(value=self._reply(position, other, best.move, repeated).value)
            top = max(after.value, best.value)
            rest = [  # no rarely tried move is better than these two
                each if each.proven else each._replace(value=min(each.value, top))
                for each in found.moves
                if each.move not in (move, best.move)
            ]
            first = move if after.value > best.value else best.move
            moves = ranked((after, best, *rest), first)
            return found._replace(moves=moves)
        return _with(found, after)

    def _reply(self, position: Any, child: Any, move: Move, repeated: tuple[Any, ...]) -> MoveWorth:
        """Return the worth of a move by the judgement of the position after it."""
        after = self(child, repeated)
        far = after.best.distance if after.proven and after.moves else None
        line = (move, *(after.best.line if after.moves else ()))
        return MoveWorth(move, turn(position, child) * after.value, after.proven, far and far + 1, line)

    def _found(self, position: MarkedPosition, repeated: tuple[Any, ...]) -> Judgement:
        """Return the judgement of the first means that answers; in plain Python if the rules do not compile."""
        if self._means.native:
            try:
                return self._first(position, repeated)
            except RulesError:
                self._go_plain()
        return self._first(position, repeated)

    def _first(self, position: MarkedPosition, repeated: tuple[Any, ...]) -> Judgement:
        means, demands = self._means, position.demands()
        found = self._by_ending(position)
        if found is not None:
            return found
        if demands & Demand.PLAYERS:
            found = sources.by_uct(means, position)
        elif demands & Demand.CHANCE:
            found = sources.by_chance(means, position)
        elif self._has_table():
            found = sources.by_table(self._solved(), position)
        else:
            book = book_of(self.game)
            found = book.judgement(position) if book else None
            if found is None:
                found = sources.by_proof(means, position)
            if found is None and means.calibration.random_games:
                found = sources.by_uct(means, position)
            if found is None:
                found = sources.by_engine(means, position, repeated)
                if means.evaluation is None and not found.proven and not found.best.proven:
                    found = sources.by_both(means, position, found)
        if found is None:
            raise SearchError(_("The judge cannot judge this position: it has too many moves."))
        return found

    def _by_ending(self, position: MarkedPosition) -> Judgement | None:
        """Return the judgement from the table of an ending; None if there is no such table."""
        if self.game.solved_ending is None or self.game.solved_ending(position) is None:
            return None
        try:
            return sources.by_table(self._endings, position)
        except UnsolvedPosition:  # earlier quiet moves may draw the game before the table's win
            return None

    def _has_table(self) -> bool:
        """Return True if there is a solution, or if the whole game is solved at once. O(1)."""
        start = self.game.start
        return self._table is not None or (countable(start) and start.period() <= MAX_TABLE_POSITIONS)

    def _solved(self) -> Valued:
        if self._table is None:
            self._table = solution_of(self.game, new_tally())
        return self._table

    def _go_plain(self) -> None:
        nodes = min(self.nodes, PLAIN_NODES)
        self._means = self._means._replace(native=False, nodes=nodes)

    def _key(self, position: MarkedPosition, repeated: tuple[Any, ...]) -> str:
        """Return the key under which a judgement is kept: everything that it depends on."""
        means = self._means
        parts = (VERSION, __version__, self.game.name, means.nodes, means.calibration, position, repeated)
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def _best_evaluation(game: Game) -> tuple[Evaluation | None, Calibration]:
    """Return a game's first evaluation with its calibration. In a game of one's own a learned one comes first."""
    names = [*([] if is_kept(game) else game.evaluations.of_files()), *islice(game.evaluations, 1)]
    if not names:
        return None, Calibration()
    evaluation = game.evaluations[names[0]]
    if isinstance(evaluation, Learned):
        return evaluation, evaluation.calibration
    return evaluation, calibration(kind_of(game), names[0], evaluation)


def is_kept(game: Game) -> bool:
    """Return True if judgements of the game may be kept for other processes: the rules of a user's file change."""
    return kind_of(game) in BUILT_IN


def kind_of(game: Game) -> str:
    """Return the name of a game without its options."""
    return game.name.partition(":")[0]


def repeated(game: Game, positions: Sequence[Any]) -> tuple[Any, ...]:
    """Return the positions of a game so far whose next occurrence draws it, in the order in which they came.

    ``positions`` includes the present one. The result is empty in a game without repetition.
    """
    if not game.facts.loops:
        return ()
    most = positions[-1].reversible_plies() + 1
    latest = [each.recurring() for each in islice(reversed(positions), most)]
    often = [each for each in latest if latest.count(each) >= REPETITIONS - 1]
    return tuple(reversed(dict.fromkeys(often)))


def _with(found: Judgement, worth: MoveWorth) -> Judgement:
    """Return a judgement with another worth of one move. The position is worth at least as much."""
    rest = [each for each in found.moves if each.move != worth.move]
    moves = ranked((*rest, worth))
    top = moves[0]
    if worth.value < found.value and top.move != worth.move:
        return found._replace(moves=moves, value=max(found.value, top.value))
    return found._replace(moves=moves, value=rounded(top.value), proven=found.proven or (top.proven and top.value > 0))
