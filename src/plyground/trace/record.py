"""The recorder: a trace that builds a run from the steps of a search."""

from __future__ import annotations

import inspect
import sys
from fractions import Fraction
from types import CodeType, FrameType
from typing import Any

from plyground.core.game import Game
from plyground.core.position import CHANCE, MAX, Move, WiderPosition
from plyground.errors import SearchError, SearchTooDeep
from plyground.i18n import _n
from plyground.searches.algorithms.alliance import Allied
from plyground.searches.engine_setting import Engine
from plyground.searches.registry import ALGORITHMS, Algorithm, AnySearch
from plyground.searches.registry import algorithm as named
from plyground.searches.run_search import NOT_WHOLE, refuse_what_cannot_be
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.searches.search_setting import Setting, checked_depth
from plyground.searches.search_setting import setting as standard
from plyground.searches.tally import Both, Tally, of_any_numbers, with_room
from plyground.trace.run import Action, Builder, Frame, Listing, Run, Score, Terms
from plyground.trees import Tree
from plyground.trees.nodes import outermost

MAX_STEPS = 1_000_000
"""Steps of the longest run, some 400 MB of memory."""
NUMBERS = (int, float, bool, Fraction)


class Recorder:
    """A trace that keeps the nodes of the first ``kept_plies`` below its root, although the search may go deeper.

    With ``text``, the function of the search, each step has its current line and variables. Functions that it calls in
    its own module, and other searches, are included. Raise :class:`SearchError` beyond ``MAX_STEPS``.
    """

    def __init__(
        self, ground: Terms, order: Any, kept_plies: int = MAX_DEPTH, start_ply: int = 0, text: Any = None
    ) -> None:
        self.builder = Builder(ground)
        self.order = order  # order of the children; cut-off children are listed in the same order
        self.deepest = start_ply + kept_plies
        self.positions: list[Any] = []
        self.scopes = [] if text is None else _scopes(text)
        self.codes: dict[CodeType, None] = {}

    def deepen(self, depth: int) -> None:
        self.builder.deepen(depth, self._frames()[0])

    def enter(self, position: Any, depth: int, side: int, alpha: int, beta: int) -> None:
        if depth > self.deepest:
            return
        if len(self.builder.steps) > MAX_STEPS:
            raise SearchError(
                _n(
                    "A run of more than {count} step is not recorded: give a depth, or a smaller tree.",
                    "A run of more than {count} steps is not recorded: give a depth, or a smaller tree.",
                    MAX_STEPS,
                )
            )
        frame, caller = self._frames()
        self.builder.enter(depth, side, mover(position, side), alpha, beta, frame, caller)
        self.positions.append(position)

    def leaf(self, depth: int, value: int, is_over: bool) -> None:
        if depth <= self.deepest:
            self.positions.pop()
            self.builder.leaf(value, is_over, self._frames()[0])

    def hit(self, depth: int, value: int, proven: bool) -> None:
        if depth <= self.deepest:
            self.positions.pop()
            self.builder.hit(value, proven, self._frames()[0])

    def stand(self, depth: int, value: int) -> None:
        if depth <= self.deepest:
            self.builder.stand(value, self._frames()[0])

    def update(self, depth: int, move: Move, reply: int, improved: bool) -> None:
        if depth <= self.deepest:
            self.builder.update(move, reply, improved, self._frames()[0])

    def cut(self, depth: int, side: int) -> None:
        if depth <= self.deepest:
            self.builder.cut(side, self._skipped() if depth < self.deepest else [], self._frames()[0])

    def leave(self, depth: int, value: int) -> None:
        if depth <= self.deepest:
            partial = depth < self.deepest and self._left_some()
            self.positions.pop()
            self.builder.leave(value, partial, self._frames()[0])

    def run(self, start: Any = None, of: Game | Tree | None = None) -> Run:
        """Return the run that was recorded so far."""
        return self.builder.run(tuple(map(_listing, self.codes)), start, of)

    def _skipped(self) -> list[tuple[Move, int, int]]:
        nodes = self.builder.nodes
        here = nodes[self.builder.path[-1]]
        visited = {nodes[child].move for child in here.children}
        position = self.positions[-1]
        children = [(move, position.play(move)) for move in self.order.moves(position) if move not in visited]
        sides = [(move, child, here.side * position.turn(child)) for move, child in children]
        return [(move, turned, mover(child, turned)) for move, child, turned in sides]

    def _left_some(self) -> bool:
        """Return True if moves remain that were neither searched nor cut off. A side that stands pat leaves none."""
        builder = self.builder
        here = builder.nodes[builder.path[-1]]
        if here.cut or any(builder.steps[step].action == Action.STAND for step in here.steps):
            return False
        taken = {builder.nodes[child].move for child in here.children}
        return bool(len(taken) < self.positions[-1].mobility())

    def _frames(self) -> tuple[Frame | None, Frame | None]:
        """Return the frame of the search, and the frame that called it."""
        if not self.scopes:
            return None, None
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and not self._is_of_text(frame):  # skip the frames of another trace between
            frame = frame.f_back
        if frame is None:
            return None, None
        back = frame.f_back
        return self._read(frame), self._read(back) if back is not None and self._is_of_text(back) else None

    def _is_of_text(self, frame: FrameType) -> bool:
        return any(frame.f_globals is scope for scope in self.scopes)

    def _read(self, frame: FrameType) -> Frame:
        self.codes[frame.f_code] = None
        variables = tuple(
            (name, value) for name, value in frame.f_locals.items() if type(value) in NUMBERS or _is_row(value)
        )
        return Frame(frame.f_code.co_name, frame.f_lineno, variables)


def _scopes(text: Any) -> list[dict[str, Any]]:
    """Return the globals of a search's module, and of the modules of the searches that it calls."""
    called = [known.text for known in ALGORITHMS.values() if text.__globals__.get(known.text.__name__) is known.text]
    return [text.__globals__, *(search.__globals__ for search in called)]


def mover(position: WiderPosition, side: int) -> int:
    """Return the player to move: 0 for MAX and 1 for MIN in a game of two, else a player's number, or CHANCE."""
    if position.is_chance():
        return CHANCE
    if players(position) > 2:
        number: int = position.to_move()
        return number
    return 0 if side == MAX else 1


def players(position: WiderPosition) -> int:
    """Return the number of players as the search sees them: with an alliance there are two."""
    count: int = position.players() if hasattr(position, "players") and not isinstance(position, Allied) else 2
    return count


def _is_row(value: object) -> bool:
    return type(value) is tuple and all(type(part) in NUMBERS for part in value)


def _listing(code: CodeType) -> Listing:
    try:
        text = inspect.getsource(code)
    except OSError:  # code typed at a prompt has no file
        text = ""
    return Listing(code.co_name, code.co_firstlineno, text)


def terms(position: Any, known: Algorithm, setting: Setting | Engine) -> Terms:
    """Return the terms of a search of ``position``: algorithm, convention, scores, depth and number of players."""
    count = players(known.seen(position))
    return Terms(known.name, known.windowed, setting.convention, setting.scores, setting.depth, count)


def record(
    position: Any,
    algorithm: AnySearch = "alphabeta",
    setting: Setting | Engine | None = None,
    *,
    depth: int | None = None,
    start_ply: int = 0,
    side: int | None = None,
    alpha: Score = -INFINITY,
    beta: Score = INFINITY,
    kept_plies: int = MAX_DEPTH,
    source: bool = False,
    tally: Tally | None = None,
    of: Game | Tree | None = None,
) -> Run:
    """Record the search by ``algorithm`` at ``position``, with its nodes to ``kept_plies`` below.

    :func:`plyground.record` explains the arguments. Here ``depth`` replaces the setting's. Raise :class:`SearchError`,
    :class:`SearchStopped` (by ``tally``) and :class:`SearchTooDeep`.
    """
    known = named(algorithm)
    setting = setting or standard()
    if depth is not None:
        setting = setting._replace(depth=checked_depth(depth))
    setting = known.equipped(position, setting)
    refuse_what_cannot_be(position, known, setting, traced=True, native=False)
    side = known.seen(position).root_side() if side is None else side
    text = known.text_under(setting.convention) if source else None
    recorder = Recorder(terms(position, known, setting), setting.order, kept_plies, start_ply, text)
    most = outermost(known.seen(position))
    alpha, beta = max(alpha, -most), min(beta, most)
    window: tuple[Any, Any] = (alpha, beta) if side == MAX else (-beta, -alpha)
    if tally is not None:
        tally = with_room(tally, position)
        if known.for_each or known.seen(position).demands() & NOT_WHOLE:
            tally = of_any_numbers(tally)
    try:
        known.value(
            position,
            start_ply,
            *window,
            side,
            setting,
            recorder if tally is None else Both(tally, recorder),
        )
    except RecursionError:
        raise SearchTooDeep from None
    return recorder.run(position.position if isinstance(position, Allied) else position, of)
