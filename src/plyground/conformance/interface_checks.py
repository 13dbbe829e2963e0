"""Checks of everything besides the rules at one position: symmetry, numbers, notation, picture, evaluations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.conformance.faults import Found
from plyground.conformance.guarded_call import guarded, words
from plyground.conformance.lookahead_values import outlook
from plyground.core.combinadics import mex
from plyground.core.game import Game
from plyground.core.picture import presses
from plyground.core.position import Demand, MarkedPosition, WiderPosition
from plyground.errors import PlygroundError, RulesError
from plyground.i18n import _
from plyground.solvers.walk import successors


def broken_around(position: Any, game: Game | None) -> list[Found]:
    """Return the broken promises of notation, picture and evaluations. O(moves), and a search some plies ahead."""
    found = [*guarded(_symmetry(position)), *guarded(_numbers(position)), *guarded(_theory(position))]
    if game is not None:
        for promises in (_notation, _sides, _picture, _evaluations):
            found += guarded(promises(game, position))
    return found


def _symmetry(position: Any) -> Iterator[Found]:
    if not hasattr(position, "canonical"):
        return
    image = position.canonical()
    if type(image) is not type(position):
        yield Found("canonical-image", "canonical", _("it returns {image}, not a position of this game", image=words(image)))  # fmt: skip
        return
    if image.canonical() != image:
        yield Found("canonical-image", "canonical", _("it changes its own result"))
    if image.is_over() != position.is_over():
        yield Found("canonical-value", "canonical", _("it changes whether the game is over"))
    elif len(list(image.moves())) != len(list(position.moves())):
        yield Found("canonical-value", "canonical", _("it changes the number of moves"))
    elif Demand.PLAYERS not in position.demands() and outlook(image) != outlook(position):
        yield Found("canonical-value", "canonical", _("it changes the result"))


def _numbers(position: Any) -> Iterator[Found]:
    """Check the promises of :class:`plyground.core.position.CountedPosition`."""
    if not hasattr(position, "rank"):
        return
    number, size, period = position.rank(), position.size(), position.period()
    if not 0 <= number < size:
        yield Found("rank-range", "rank", _("it is {number}, but numbers must be less than {size}", number=number, size=size))  # fmt: skip
        return
    back = position.unrank(number)
    if back != position:
        yield Found("rank-inverse", "unrank", _("the number {number} means another position: {other}", number=number, other=words(back)))  # fmt: skip
        return
    if not position.valid():
        yield Found("valid", "valid", _("it refuses a position that occurs in games"))
    if not 0 < period <= size or size % period:
        yield Found("period-value", "period", _("it is {period}, which does not divide the size {size}", period=period, size=size))  # fmt: skip
    elif period < size:
        yield from _mirrored(position, position.unrank((number + period) % size))


def _mirrored(position: Any, image: Any) -> Iterator[Found]:
    """Check a position against its mirror image, whose number is one period greater."""
    if not image.valid():
        yield Found("period-value", "period", _("it refuses the position one period further"))
    elif image.is_over() != position.is_over() or outlook(image) != outlook(position):
        yield Found("period-value", "period", _("the position one period further, {image}, has another value", image=words(image)))  # fmt: skip


def _theory(position: Any) -> Iterator[Found]:
    if hasattr(position, "predecessors"):
        for move in position.moves():
            if position not in position.play(move).predecessors():
                yield Found("predecessors", "predecessors", _("the position before the move {move} is missing", move=move))  # fmt: skip
                break
        for before in position.predecessors():
            if position not in successors(before):
                yield Found("predecessors", "predecessors", _("no move leads here from one of its positions: {before}", before=words(before)))  # fmt: skip
                break
    if hasattr(position, "grundy"):
        number, expected = position.grundy(), mex(child.grundy() for child in successors(position))
        if number != expected:
            yield Found("grundy", "grundy", _("it is {number}, but {expected} is the least number that no move leads to", number=number, expected=expected))  # fmt: skip


def _notation(game: Game, position: MarkedPosition) -> Iterator[Found]:
    notation = game.notation
    text = notation.format(position)
    try:
        back = notation.parse(text)
        if back != position and not _differs_in_past_only(back, position):
            yield Found("notation-position", "Notation.parse", _("“{text}” reads back as another position: {other}", text=text, other=words(back)))  # fmt: skip
    except PlygroundError as error:
        yield Found("notation-position", "Notation.parse", _("it refuses the text from format: {reason}", reason=error.sentence))  # fmt: skip
    for move in position.moves():
        word = notation.format_move(position, move)
        try:
            meant = notation.parse_move(position, word)
            if meant != move:
                yield Found("notation-move", "Notation.parse_move", _("“{text}”, the move {move}, reads back as {other}", text=word, move=move, other=words(meant)))  # fmt: skip
                return
        except PlygroundError as error:
            yield Found("notation-move", "Notation.parse_move", _("it refuses the text from format_move: {reason}", reason=error.sentence))  # fmt: skip
            return


def _differs_in_past_only(back: Any, position: MarkedPosition) -> bool:
    """Return True if a position that was read ``back`` from its text has lost only its past, and has the same legal
    moves.
    """
    return back.recurring() == position.recurring() and list(back.moves()) == list(position.moves())


def _sides(game: Game, position: WiderPosition) -> Iterator[Found]:
    """Check that the notation names the same side to move as the rules."""
    if hasattr(position, "to_move"):
        side, mover = game.side(position), position.to_move()
        if side != mover and not position.is_over():
            yield Found("notation-side", "Notation.side", _("it returns {side}, but to_move() returns {mover}", side=words(side), mover=mover))  # fmt: skip
        return
    for move in position.moves():
        child = position.play(move)
        if (game.side(child) == game.side(position)) != (position.turn(child) > 0):
            yield Found("notation-side", "Notation.side", _("it disagrees with the rules about whose turn it is after the move {move}", move=move))  # fmt: skip
            return


def _picture(game: Game, position: MarkedPosition) -> Iterator[Found]:
    picture = game.picture
    cells = picture.width * picture.height
    try:
        marks = picture.marks(position)
    except RulesError as error:
        yield Found("picture-marks", "picture", error.sentence)
        return
    if len(marks) != cells:
        yield Found("picture-marks", "Picture.marks", _("it does not give one mark for each of the {cells} cells", cells=cells))  # fmt: skip
    there: dict[tuple[int, ...], int] = {}  # move shown on each set of cells
    is_free = bool(presses(picture, position))  # moves may have any number of cells
    for move in position.moves():
        shown = tuple(picture.cells(position, move))
        if shown and not is_free and len(shown) != 1 + picture.pieces:
            yield Found("picture-cells", "Picture.cells", _("the move {move} has {count} cells", move=move, count=len(shown)))  # fmt: skip
            return
        if not all(0 <= cell < cells for cell in shown):
            yield Found("picture-cells", "Picture.cells", _("the move {move} is shown at {shown}, but cells are numbered from 0 to {last}", move=move, shown=words(shown), last=cells - 1))  # fmt: skip
            return
        if shown and there.setdefault(shown, move) != move:
            yield Found("picture-press", "Picture.cells", _("the moves {one} and {other} are shown on the same cells, so a press could mean either", one=there[shown], other=move))  # fmt: skip
            return
    for shown, move in there.items():
        try:
            if game.pressed(position, shown) != move:
                yield Found("picture-press", "Picture.word", _("pressing the cells of the move {move} means another move", move=move))  # fmt: skip
                return
        except PlygroundError as error:
            yield Found("picture-press", "Notation.parse_move", _("it refuses a press on the cells of the move {move}: {reason}", move=move, reason=error.sentence))  # fmt: skip
            return


def _evaluations(game: Game, position: MarkedPosition) -> Iterator[Found]:
    if position.is_over():
        return
    greatest = position.utmost() if hasattr(position, "utmost") else 1
    for name, evaluation in game.evaluations.items():
        value = evaluation.value(position)
        if abs(value) >= evaluation.win * greatest:  # a gammon counts as two wins, so its estimate may, too
            yield Found("evaluation-range", "evaluations", _("{name} returns {value}, as much as a win", name=name, value=value))  # fmt: skip
