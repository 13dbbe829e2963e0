"""Check of the contract of positions and evaluations, after a search met code that breaks it."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from inspect import getsourcelines, unwrap
from itertools import islice
from numbers import Real
from pathlib import Path
from typing import Any

from plyground.core.authoring.marked_rules import marked_classes
from plyground.core.authoring.move_parts import named_parts, written_method
from plyground.core.checked_arguments import describe, short_repr
from plyground.core.evaluation import Evaluation
from plyground.core.misspelling import lacking
from plyground.core.position import CHANCE, POSITION_METHODS
from plyground.core.whole_fields import Fraction, fraction_in, put_by
from plyground.errors import MoveOutOfRange, PlygroundError, RulesError, SearchError
from plyground.i18n import Sentence, _

MAX_CHECKED_MOVES = 2000
"""Moves of one position that are checked."""
MOVE_LIMIT = 1 << 63
"""Bound of a move: moves are signed words."""


describe(Evaluation, _("an evaluation"), lambda value: True)  # not_an_evaluation() says how to write one


@contextmanager
def blaming_rules() -> Iterator[None]:
    """Raise :class:`RulesError` for rules or an evaluation that break their contract, instead of an internal error.

    If the body raises, the positions and evaluations on its stack are checked, the innermost first. An error that
    breaks no contract is raised unchanged, for example one of the rules' own code.
    """
    try:
        yield
    except (PlygroundError, RecursionError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        for broken in _broken_at(error):
            raise RulesError(broken) from error
        raise


def demand_contract(position: Any) -> None:
    """Raise :class:`RulesError` for a class without ``@rules`` or a method, or for rules whose first answers are
    invalid.
    """
    cls, missing = type(position), [method for method in POSITION_METHODS if not hasattr(position, method)]
    if missing and cls in marked_classes:
        raise RulesError(lacking(cls, missing))
    if not hasattr(position, "turn"):
        raise RulesError(_("{cls} is not marked @rules, so it cannot be searched.", cls=cls.__name__))
    if missing:
        raise RulesError(lacking(cls, missing))
    for broken in broken_rules(position, moves=1):
        raise RulesError(broken)


def broken_rules(position: Any, moves: int = MAX_CHECKED_MOVES) -> Iterator[Sentence]:
    """Yield a sentence for each method with an invalid answer for ``position`` or after one of its first ``moves``."""
    over = position.is_over()
    if not _is_truth(over):
        yield _wrong(position, "is_over", over, _("True or False"))
    elif over:
        yield from _broken_end(position)
    else:
        yield from _broken_moves(position, moves)
    yield from _broken_turn(position)


def _broken_end(position: Any) -> Iterator[Sentence]:
    if hasattr(position, "utilities"):
        utilities = position.utilities()
        if not isinstance(utilities, tuple) or not all(isinstance(each, Real) for each in utilities):
            yield _wrong(position, "utilities", utilities, _("a tuple with a number for each player"))
    elif not isinstance(utility := position.utility(), Real):
        yield _wrong(position, "utility", utility, _("a number for the side to move: 1 won, 0 drawn, −1 lost"))


def _broken_moves(position: Any, most: int) -> Iterator[Sentence]:
    written = written_method(type(position).moves)(position)
    if not isinstance(written, Iterable) or isinstance(written, str):
        right = _("a list of moves, or yield them one by one") if named_parts(position) else _("a list of whole numbers, or yield them one by one")  # fmt: skip
        yield _wrong(position, "moves", written, right)
        return
    try:
        moves = list(islice(position.moves(), most))
    except MoveOutOfRange as error:
        yield error.sentence
        return
    for move in moves:
        if not isinstance(move, int):
            yield _wrong(position, "moves", move, _right_moves(position, move))
            return
        if not -MOVE_LIMIT <= move < MOVE_LIMIT:
            yield _wrong(position, "moves", move, _("moves of at most 63 bits"))
            return
        child = position.play(move)
        if type(child) is not type(position):
            yield _wrong(position, "play", child, _("a position: {cls}(...)", cls=type(position).__name__))
            return
        if fraction := fraction_in(child):
            yield _fraction(position, move, fraction)
            return
        yield from _broken_turn(child)


def _right_moves(position: Any, move: Any) -> Sentence:
    """Return what ``moves()`` should return instead of ``move``, which is not a number."""
    if parts := named_parts(position):
        return _("moves with the parts {parts}", parts=", ".join(part.name for part in parts))
    if hasattr(move, "_fields"):
        return _("whole numbers, or say what a move is by play(self, move: {name})", name=type(move).__name__)
    return _("whole numbers as moves")


def _fraction(position: Any, move: int, fraction: Fraction) -> Sentence:
    """Return the sentence for a move that puts a fraction into a field of whole numbers."""
    path, line, sentence = put_by(position, move, fraction)
    return _("{path}, line {line}: {reason}", path=Path(path).name, line=line, reason=sentence) if path else sentence


def _broken_turn(position: Any) -> Iterator[Sentence]:
    """Yield a sentence if the player to move is not a player of the game."""
    if not hasattr(position, "to_move"):
        return
    player, players = position.to_move(), position.players() if hasattr(position, "players") else 2
    least = CHANCE if hasattr(position, "probability") else 0
    if not isinstance(player, int) or not least <= player < players:
        yield _wrong(position, "to_move", player, _("the number of a player, from 0 to {last}", last=players - 1))


def checked_utility(position: Any) -> Any:
    """Return the utility of a finished position. Raise :class:`RulesError` if it is not a number."""
    utility = position.utility()
    if not isinstance(utility, Real):
        raise RulesError(next(_broken_end(position)))
    return utility


def demand_evaluation(evaluation: Any) -> None:
    """Raise :class:`SearchError` for what is neither an evaluation nor None."""
    if evaluation is not None and not (hasattr(evaluation, "value") and hasattr(evaluation, "win")):
        raise SearchError(not_an_evaluation(evaluation))


def broken_evaluation(evaluation: Any, position: Any) -> Sentence | None:
    """Return a sentence if ``evaluation`` is not an evaluation, or its value of ``position`` is not a whole number."""
    if not hasattr(evaluation, "value") or not hasattr(evaluation, "win"):
        return not_an_evaluation(evaluation)
    value = evaluation.value(position)
    if isinstance(value, Real) and not isinstance(value, float):
        return None
    right = _("a whole number: multiply and round fractions")
    return _wrong(evaluation, "value", value, right)


def not_an_evaluation(evaluation: Any) -> Sentence:
    """Return the sentence for an object that is not an evaluation."""
    name = getattr(evaluation, "__name__", None) or type(evaluation).__name__
    return _(
        "{name} is not an evaluation: write a class {cls}(NamedTuple) with @rules above it, a field “win: int = 1000” and a method value(self, position). Then use {cls}().",
        name=name, cls=name[:1].upper() + name[1:] if name.isidentifier() else "Mine",
    )  # fmt: skip


def _is_truth(value: Any) -> bool:
    """Return True for a value that can stand for True or False: a bool, a number, or the bool of another library."""
    return value is not None and not isinstance(value, (str, tuple, list, dict))


def _wrong(thing: Any, method: str, value: Any, right: Sentence) -> Sentence:
    """Return the sentence for a method that returns the wrong ``value``."""
    place = {"cls": type(thing).__name__, "method": method, "right": right}
    line = line_of(getattr(type(thing), method, None))
    shown = short_repr(value)
    if line is None:
        return _("{cls}.{method}() returns {value}: return {right}.", value=shown, **place)
    return _("{cls}.{method}() (line {line}) returns {value}: return {right}.", line=line, value=shown, **place)


def line_of(function: Any) -> int | None:
    """Return the line of the source on which a function begins; None if the source is not available."""
    try:
        return getsourcelines(unwrap(written_method(function)))[1]
    except (OSError, TypeError):
        return None


def _broken_at(error: BaseException) -> Iterator[Sentence]:
    """Yield a sentence for each contract violation of the positions and evaluations in the frames of an error."""
    frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, SystemExit):
        yield _ends_the_program(error)
    for frame in reversed(frames):
        values = list(frame.f_locals.values())
        positions = [value for value in values if type(value) in marked_classes and hasattr(value, "is_over")]
        for position in positions:
            try:
                if position.is_over() and next(iter(position.moves()), None) is not None:
                    yield _(
                        "{method}: a finished position has moves. Begin {method} with: if self.is_over(): return.",
                        method=f"{type(position).__name__}.moves()",
                    )
                yield from broken_rules(position)
                for value in values:
                    evaluation = getattr(value, "evaluation", None)
                    if evaluation is not None and (sentence := broken_evaluation(evaluation, position)):
                        yield sentence
            except Exception:  # the rules' own error says more
                return


def _ends_the_program(error: BaseException) -> Sentence:
    """Return the sentence for rules that call ``sys.exit``."""
    frame, line = list(traceback.walk_tb(error.__traceback__))[-1]
    if frame.f_code.co_name == "<module>":
        return _("Line {line} ends the program: remove {call} from the rules.", line=line, call="sys.exit()")
    return _(
        "{method}() (line {line}) ends the program: remove {call} from the rules.",
        method=frame.f_code.co_name, line=line, call="sys.exit()",
    )  # fmt: skip
