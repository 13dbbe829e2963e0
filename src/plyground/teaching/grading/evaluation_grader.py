"""Grading of a student's evaluation: range, symmetry, and agreement with exact values or with a given evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose, isfinite
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.i18n import Sentence, _
from plyground.solvers.forward import Valued
from plyground.teaching.grading.answer import Problem
from plyground.teaching.grading.game_submission import (
    ENDINGS,
    GameFault,
    GameSubmission,
    Line,
    after,
    problem_in,
    sampled,
)

NAMES = {
    "numbers": _("finite numbers"),
    "symmetry": _("mirror images with equal values"),
    "ranks": _("percent of wins valued above losses (60 are enough)"),
    "values": _("values"),
}
"""The parts of the grade as people read them."""
WIDER = 40
"""Factor by which the sample is enlarged if it has no won or no lost position."""


class Judged(NamedTuple):
    """One position with the value that the evaluation gave it."""

    line: Line
    position: Any
    given: float | None  # value given by the evaluation; None: not a finite number
    text: str  # text of the given value
    exact: int | None  # outcome of best play for the side to move: 1, 0 or -1; None: unknown
    wanted: float | None  # value of the evaluation to match; None: any good evaluation
    problem: Problem | None = None


def judged(submission: GameSubmission, student: str, values: Valued | None) -> list[Judged]:
    """Return the sampled positions with the given values and the right ones."""
    settings = submission.settings
    like = settings.game.evaluations[settings.same_evaluation] if settings.same_evaluation else None
    found = []
    lines = sampled(settings.game, student, settings.task, settings.seed, settings.positions, ended=False)
    if values is not None:
        lines += _missing_outcomes(submission, student, values, lines)
    for line in _with_images(settings.game, lines):
        position = after(settings.game, line)
        answer = submission.ask(line)
        exact = None
        if values is not None:
            exact = values[position].sign
        wanted = None if like is None else float(like.value(position))
        told = answer.get("answer")
        number = float(told) if isinstance(told, int | float) and not isinstance(told, bool) else None
        problem = problem_in(answer) if "answer" not in answer else Problem("none") if told is None else None
        found.append(
            Judged(
                line,
                position,
                number if number is not None and isfinite(number) else None,
                repr(told),
                exact,
                wanted,
                problem,
            )
        )
        if problem is not None and problem.kind in ENDINGS:
            break
    return found


def _missing_outcomes(submission: GameSubmission, student: str, values: Valued, lines: list[Line]) -> list[Line]:
    """Return a line to a won position and one to a lost position, if the sample has none."""
    settings = submission.settings
    missing = {1, -1} - {values[after(settings.game, line)].sign for line in lines}
    many = WIDER * settings.positions if missing else 0
    found: dict[int, Line] = {}
    for line in sampled(settings.game, student, settings.task, settings.seed, many, ended=False):
        found.setdefault(values[after(settings.game, line)].sign, line)
    return [found[outcome] for outcome in sorted(missing) if outcome in found]


def _with_images(game: Game, lines: list[Line]) -> Iterator[Line]:
    """Yield lines. In a game with mirror images, each line is followed by a line to a mirror image, if the sample has
    one.
    """
    positions = {line: after(game, line) for line in lines}
    yield from lines
    if not hasattr(game.start, "canonical"):
        return
    seen = set(positions.values())
    for line, position in positions.items():
        image = _image(game, line, position)
        if image is not None and image[1] not in seen:
            seen.add(image[1])
            yield image[0]


def _image(game: Game, line: Line, position: MarkedPosition) -> tuple[Line, Any] | None:
    """Return another line that leads to a mirror image of a position: each move is replaced by its image."""
    start: Any = game.start
    here, there = start, start
    moves = []
    for move in line:
        target = here.play(move).canonical()
        options = [each for each in there.moves() if there.play(each).canonical() == target]
        if not options:
            return None
        moves.append(options[-1])
        here, there = here.play(move), there.play(options[-1])
    return (tuple(moves), there) if there != position else None


def pairs_of_images(found: Sequence[Judged]) -> list[tuple[Judged, Judged]]:
    """Return the pairs of positions that are mirror images of each other."""
    first: dict[Any, Judged] = {}
    pairs = []
    for each in found:
        if hasattr(each.position, "canonical") and each.given is not None:
            other = first.setdefault((each.position.canonical(), len(each.line) % 2), each)
            if other is not each:
                pairs.append((other, each))
    return pairs


def agreement(values: Sequence[tuple[float, int]]) -> float | None:
    """Return the agreement: among pairs of a won and a lost position, the share in which the won one has the greater
    value.

    Equal values count half. Return None if there are no such pairs.
    """
    won = [value for value, exact in values if exact > 0]
    lost = [value for value, exact in values if exact < 0]
    if not won or not lost:
        return None
    points = sum((high > low) + (high == low) / 2 for high in won for low in lost)
    return points / (len(won) * len(lost))


def known(found: Sequence[Judged]) -> list[tuple[float, int]]:
    """Return the given values with the exact ones, for positions that have both."""
    return [(each.given, each.exact) for each in found if each.given is not None and each.exact is not None]


FAULTS = {
    "constant": GameFault("constant", _("It gives every position the same value.")),
    "opposite-sign": GameFault("opposite-sign", _("It has the wrong sign: more must be better for the side to move.")),
    "side-ignored": GameFault("side-ignored", _("It looks from one player's view alone: the value must be for the side to move.")),
    "factor": GameFault("factor", _("Every value is the same multiple of the right one.")),
    "offset": GameFault("offset", _("Every value differs from the right one by the same number.")),
    "lopsided": GameFault("lopsided", _("It gives mirror images different values: a cell counts in one of them only.")),
}  # fmt: skip
"""The mistakes of evaluations that can be explained."""


def fault_of(game: Game, found: Sequence[Judged]) -> GameFault | None:
    """Return the mistake that explains all wrong values; None if there is none."""
    if not found or any(each.given is None for each in found):
        return None
    given = [each.given or 0.0 for each in found]
    if len(set(given)) == 1:
        return FAULTS["constant"]
    signs = [1 if game.side(each.position) == 0 else -1 for each in found]
    if found[0].wanted is not None:
        wanted = [each.wanted or 0.0 for each in found]
        return _exact_fault(given, wanted, signs)
    pairs = pairs_of_images(found)
    if any(one.given != other.given for one, other in pairs):
        return FAULTS["lopsided"]
    exact = [each.exact for each in found]
    if None in exact:
        return None
    outcomes = [each or 0 for each in exact]
    as_given = agreement(list(zip(given, outcomes, strict=True)))
    turned = agreement([(sign * value, outcome) for sign, value, outcome in zip(signs, given, outcomes, strict=True)])
    if as_given is None or turned is None or as_given >= GOOD:
        return None
    if 1 - as_given >= max(turned, 1 - turned, GOOD):
        return FAULTS["opposite-sign"]
    return FAULTS["side-ignored"] if max(turned, 1 - turned) >= GOOD else None


GOOD = 0.6
"""The least agreement of a useful evaluation; one that knows nothing has 0.5."""


def _exact_fault(given: list[float], wanted: list[float], signs: list[int]) -> GameFault | None:
    """Return the mistake that explains how every wanted value became the given one."""
    if given == wanted:
        return None
    if given == [-value for value in wanted]:
        return FAULTS["opposite-sign"]
    if given in ([sign * value for sign, value in zip(signs, wanted, strict=True)], [-sign * value for sign, value in zip(signs, wanted, strict=True)]):  # fmt: skip
        return FAULTS["side-ignored"]
    if len({round(one - other, 9) for one, other in zip(given, wanted, strict=True)}) == 1:
        return FAULTS["offset"]
    factors = {round(one / other, 9) for one, other in zip(given, wanted, strict=True) if other}
    if len(factors) == 1 and all(one == 0 for one, other in zip(given, wanted, strict=True) if not other):
        return FAULTS["factor"]
    return None


def told(game: Game, example: Judged, other: Judged | None) -> Iterator[Sentence]:
    """Yield sentences on the wrong value of an example; ``other`` is its mirror image, or a position that is worth
    less.
    """
    if example.problem is not None:
        return
    if example.given is None:
        yield _("It returns {value}, which is not a finite number.", value=example.text)
    elif example.wanted is not None and not isclose(example.given, example.wanted):
        yield _("It returns {value}, but {right} is right.", value=f"{example.given:g}", right=f"{example.wanted:g}")
    elif other is not None and other.given is not None:
        text = game.notation.format(other.position)
        if example.exact is not None and other.exact is not None and example.exact > other.exact:
            yield _(
                "It returns {value}, and {other_value} for the lost position {other}: the won one must be worth more.",
                value=f"{example.given:g}", other_value=f"{other.given:g}", other=text,
            )  # fmt: skip
        else:
            yield _(
                "It returns {value}, but {other_value} for the mirror image {other}.",
                value=f"{example.given:g}", other_value=f"{other.given:g}", other=text,
            )  # fmt: skip
