"""Comparison of a student's search with the reference, call by call, on a tree.

The code is written as in the book (Russell & Norvig, AIMA, 4th US edition, section 5.1): it asks a ``game`` for
``actions``, ``result``, ``is_terminal``, ``utility`` and ``to_move``. It is not changed and runs without isolation, so
never run other people's code on a server.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from math import isinf
from types import FrameType
from typing import Any, NamedTuple

from plyground.core.position import MAX, MIN, Move
from plyground.errors import ExerciseError
from plyground.i18n import Sentence, _
from plyground.searches.conventions import AIMA, Convention
from plyground.searches.demands import refuse_demands
from plyground.searches.registry import ANY_TWO, algorithm
from plyground.searches.scores import INFINITY
from plyground.searches.search_setting import setting
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS, PROGRAM_MISTAKES
from plyground.teaching.exercises.working import SearchSetup
from plyground.teaching.exercises.written_values import shown
from plyground.trace.run import Action, Builder, Run, Terms
from plyground.trees import Tree
from plyground.trees.nodes import TreePosition

MAX_CALLS = 100_000
"""Most calls for positions in one search."""
NAMES = {MAX: "MAX", MIN: "MIN"}
GIVEN = {"alpha": float("-inf"), "beta": float("inf"), "depth": 0}
"""Arguments for a student's function, by the name of its parameter."""


@dataclass(frozen=True)
class State:
    """A position in the student's code: the moves that lead to it, and its name."""

    moves: tuple[Move, ...]
    name: str

    def __repr__(self) -> str:
        return self.name


class TreeGame:
    """A tree with the interface of the book's games. Players are ``"MAX"`` and ``"MIN"``; utilities are for the given
    player.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.initial = self._state(())

    def actions(self, state: State) -> list[Move]:
        """Return the moves, numbered from 0, left to right."""
        return list(self._position(state).moves())

    def result(self, state: State, action: Move) -> State:
        """Return the state after a move."""
        return self._state((*state.moves, action))

    def is_terminal(self, state: State) -> bool:
        """Return True if the game is over."""
        return self._position(state).is_over()

    terminal_test = is_terminal  # name of the method in the third edition

    def to_move(self, state: State) -> str:
        """Return ``"MAX"`` or ``"MIN"``."""
        return NAMES[self._position(state).side()]

    def utility(self, state: State, player: Any = "MAX") -> Any:
        """Return the utility of a finished game for a player."""
        value = self.tree.value(self._position(state).node)
        return -value if player in ("MIN", MIN) else value

    def _position(self, state: State) -> TreePosition:
        return self.tree.at(*state.moves)

    def _state(self, moves: tuple[Move, ...]) -> State:
        return State(moves, self.tree.name(self.tree.at(*moves).node))


class Event(NamedTuple):
    """One event of a run: a node is entered, or it returns a value (from MAX's view)."""

    moves: tuple[Move, ...]
    entered: bool
    value: Any = None


@dataclass(frozen=True)
class RunComparison:
    """The two runs, with their drawings and sentences, and their first difference."""

    own: Run
    reference: Run
    difference: Sentence | None  # sentence on the first difference; None: no difference
    misconceptions: tuple[Sentence, ...]  # misconceptions that explain the whole run


class _EnoughError(Exception):
    """Exception that stops the search; its argument is the reason."""


def compare(
    function: Callable[..., Any],
    tree: Tree,
    *,
    name: str = "alphabeta",
    rule: Convention = AIMA,
    negamax: bool = False,
) -> RunComparison:
    """Run a student's ``function`` on a tree beside the reference search ``name``. Return both runs and the first
    difference.

    The function takes a game and a state, by these names or in this order, and optionally alpha, beta and depth. Its
    calls for other states are recorded. It returns a number, or a tuple that begins with one, as in the book: MAX's
    value or, with ``negamax``, the value for the side to move. For a game, use :func:`plyground.trees.unfolding`. Raise
    :class:`ExerciseError` if the function cannot be called in this way.
    """
    known = algorithm(name)
    refuse_demands(tree.start, ANY_TWO, known.name)
    way = SearchSetup(tree, known, setting(convention=rule))
    watcher = CallRecorder(tree, Terms(str(_("your search")), known.windowed, rule), negamax)
    trouble = watcher.watch(function)
    reference = way.work().run
    difference = trouble or first_difference(tree, watcher.events, events(reference))
    misconceptions: tuple[Sentence, ...] = ()
    if difference is not None and trouble is None:
        misconceptions = tuple(
            wrong.tell(way)
            for wrong in (*MISCONCEPTIONS.values(), *PROGRAM_MISTAKES.values())
            if events(wrong.change(way).work().run) == watcher.events
        )
    return RunComparison(watcher.builder.run((), tree.start, tree), reference, difference, misconceptions)


@dataclass
class _Open:
    """A node whose call has not returned yet."""

    handed: Any = None  # value that one function handed to another for the same state
    replies: dict[Move, Any] = field(default_factory=dict)  # returned value of each move, for the side to move


class CallRecorder:
    """A recorder of all calls of the student's functions for a state. It uses Python's profiling hook."""

    def __init__(self, tree: Tree, terms: Terms, negamax: bool) -> None:
        self.tree = tree
        self.game = TreeGame(tree)
        self.negamax = negamax
        self.builder = Builder(terms)
        self.events: list[Event] = []
        self.frames: list[tuple[FrameType, State, bool]] = []  # (frame, state, True if the state is new)
        self.open: list[_Open] = []  # nodes of the running calls
        self.trouble: Sentence | None = None
        self.lost: State | None = None  # state of a call without a result: it returned None or failed
        self.file = ""

    def watch(self, function: Callable[..., Any]) -> Sentence | None:
        """Run the function. Return the error as a sentence, or None."""
        arguments = self._arguments(function)
        self.file = inspect.unwrap(function).__code__.co_filename
        before = sys.getprofile()
        sys.setprofile(self._hear)
        try:
            function(**arguments)
        except _EnoughError:
            pass
        except RecursionError:
            self.trouble = _("It calls itself without end: look where it should stop.")
        except (Exception, SystemExit) as error:  # a student's code may raise anything
            where = self.lost or self.game.initial
            self.trouble = _("At {node} it fails: {kind}: {error}", node=where, kind=type(error).__name__, error=error)
        finally:
            sys.setprofile(before)
        if self.trouble is None and self.lost is not None:
            self.trouble = _("For {node} it returns nothing.", node=self.lost)
        if self.trouble is None and not self.events:
            self.trouble = _(
                "It visits no position: it should call itself, or another function of the file, with states."
            )
        return self.trouble

    def _arguments(self, function: Callable[..., Any]) -> dict[str, Any]:
        """Return the arguments of the call: the first two by name or position, the others by name."""
        if not inspect.isfunction(function):
            raise ExerciseError(_("A search is a function of a game and a state."))
        arguments: dict[str, Any] = {}
        things = {"game": self.game, "state": self.game.initial}
        for parameter in inspect.signature(function).parameters.values():
            if parameter.default is not parameter.empty or parameter.kind in (
                parameter.VAR_POSITIONAL,
                parameter.VAR_KEYWORD,
            ):
                continue
            if parameter.name in GIVEN:
                arguments[parameter.name] = GIVEN[parameter.name]
            elif parameter.name in things:
                arguments[parameter.name] = things.pop(parameter.name)
            elif things and parameter.kind != parameter.POSITIONAL_ONLY:
                arguments[parameter.name] = things.pop(next(iter(things)))
            else:
                raise ExerciseError(
                    _(
                        "{function} has a parameter {name}, but a search only has the parameters game, state, alpha, beta and depth.",
                        function=function.__name__, name=parameter.name,
                    )
                )  # fmt: skip
        return arguments

    def _hear(self, frame: FrameType, event: str, value: Any) -> None:
        if self.lost is not None:
            return
        code = frame.f_code
        if event == "call" and code.co_filename == self.file and not code.co_name.startswith("<"):
            state = next((thing for thing in frame.f_locals.values() if isinstance(thing, State)), None)
            if state is not None:
                self._call(frame, state)
        elif event == "return" and self.frames and self.frames[-1][0] is frame:
            self._return(value)

    def _call(self, frame: FrameType, state: State) -> None:
        above = self.frames[-1][1] if self.frames else None
        if state == above:  # a function that passes its state on is not a node of its own
            self.frames.append((frame, state, False))
            return
        if len(self.events) > 2 * MAX_CALLS:
            self._stop(_("It makes more than {most} calls.", most=MAX_CALLS))
        if above is not None and state.moves[:-1] != above.moves:
            self._stop(_("It goes from {above} to {node}, which is not one of its children.", above=above, node=state))
        self.frames.append((frame, state, True))
        self.events.append(Event(state.moves, True))
        position = self.tree.at(*state.moves)
        low, high = (_number(frame.f_locals.get(bound)) for bound in ("alpha", "beta"))
        alpha = -INFINITY if low is None else low
        beta = INFINITY if high is None else high
        if not self.negamax and position.side() == MIN:
            alpha, beta = -beta, -alpha
        self.open.append(_Open())
        self.builder.enter(len(state.moves), position.side(), position.to_move(), alpha, beta)

    def _return(self, returned: Any) -> None:
        _frame, state, is_first = self.frames.pop()
        if not is_first:
            self.open[-1].handed = returned  # value of the node, because the outer function may return a move
            return
        if self.open[-1].handed is not None:
            returned = self.open[-1].handed
        if returned is None:
            self.lost = state
            return
        value = _number(returned)
        if value is None:
            self._stop(_("For {node} it returns {thing}, which is not a value.", node=state, thing=repr(returned)[:60]))
        position = self.tree.at(*state.moves)
        side = position.side()
        for_max = side * value if self.negamax else value
        self.events.append(Event(state.moves, False, for_max))
        replies = self.open.pop().replies
        if position.is_over() or not replies:
            self.builder.leaf(side * for_max, position.is_over())
        else:
            skipped = [
                (move, child.side(), child.to_move())
                for move in position.moves()
                if move not in replies
                for child in (position.play(move),)
            ]
            if skipped:
                self.builder.cut(side, skipped)
            self.builder.leave(side * for_max)
        if self.open:
            self._back(state, for_max)

    def _back(self, state: State, for_max: Any) -> None:
        """Record at the parent that a child has returned its value; the best value should be kept there."""
        parent = self.tree.at(*state.moves[:-1])
        reply = parent.side() * for_max
        replies = self.open[-1].replies
        self.builder.update(state.moves[-1], reply, not replies or reply > max(replies.values()))
        replies[state.moves[-1]] = reply

    def _stop(self, why: Sentence) -> None:
        self.trouble = why
        sys.setprofile(None)
        raise _EnoughError


def events(run: Run) -> list[Event]:
    """Return the visible events of a run."""
    found = []
    for step in run.steps:
        moves = tuple(move for move in run.moves(step.node) if move is not None)
        if step.action == Action.ENTER:
            found.append(Event(moves, True))
        elif step.action in (Action.LEAF, Action.HIT, Action.LEAVE):
            found.append(Event(moves, False, step.value))
    return found


def first_difference(tree: Tree, own: Sequence[Event], reference: Sequence[Event]) -> Sentence | None:
    """Return a sentence about the first difference of two runs; None if they are equal. O(events)."""
    for mine, right in zip_longest(own, reference):
        if mine == right:
            continue
        if mine is None:
            return _("It stops before {node}.", node=_name(tree, right))
        if right is None:
            return _("It goes on to {node}, but the reference is finished.", node=_name(tree, mine))
        if mine.entered and right.entered:
            return _("It goes to {mine}, but the reference goes to {right}.", mine=_name(tree, mine), right=_name(tree, right))  # fmt: skip
        if mine.entered:
            return _(
                "It visits {mine}, but the reference stops at {right} with the value {value}: its other children cannot change the result.",
                mine=_name(tree, mine), right=_name(tree, right), value=shown(right.value),
            )  # fmt: skip
        if right.entered:
            return _(
                "It leaves {mine} with {value}, but the reference still visits {right}.",
                mine=_name(tree, mine), value=shown(mine.value), right=_name(tree, right),
            )  # fmt: skip
        if mine.value == -right.value:
            return _(
                "For {node} it returns {value}, but {right} is right: the sign is not changed.",
                node=_name(tree, mine), value=shown(mine.value), right=shown(right.value),
            )  # fmt: skip
        return _(
            "For {node} it returns {value}, but {right} is right.",
            node=_name(tree, mine), value=shown(mine.value), right=shown(right.value),
        )  # fmt: skip
    return None


def _name(tree: Tree, event: Event) -> str:
    return tree.name(tree.at(*event.moves).node)


def _number(returned: Any) -> Any:
    """Return the exact value that a function returned; None if it is not a number."""
    if isinstance(returned, tuple) and returned:
        returned = returned[0]
    if isinstance(returned, bool) or not isinstance(returned, int | float | Fraction) or returned != returned:
        return None
    if isinstance(returned, float):
        if isinf(returned):
            return INFINITY if returned > 0 else -INFINITY
        return int(returned) if returned.is_integer() else Fraction(returned)
    return returned
