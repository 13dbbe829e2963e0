"""Checks of the rules at one position: the promises in :mod:`plyground.core.position`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from plyground.conformance.faults import Found
from plyground.conformance.guarded_call import guarded, words
from plyground.core.authoring.move_parts import written_method
from plyground.core.game import Facts
from plyground.core.position import CHANCE, MAX_MOVES, Demand, MarkedPosition, Move, WiderPosition
from plyground.core.whole_fields import Fraction as FieldFraction
from plyground.core.whole_fields import fraction_in, origin
from plyground.i18n import _

MUTABLE = (list, dict, set, bytearray)
NEARLY = 1e-9
"""Allowed distance of a sum of probabilities in floats from 1."""


def broken_rules(position: Any, facts: Facts | None) -> list[Found]:
    """Return the first broken promises; later checks would depend on them. O(moves)."""
    if not (isinstance(position, tuple) and hasattr(position, "_fields") and hasattr(position, "turn")):
        return [Found("not-marked", type(position).__name__, _("a position must be a NamedTuple whose class is marked @rules"))]  # fmt: skip
    if found := fraction_in(position):
        return [Found("fraction-in-field", type(position).__name__, _("the field “{field}” is {value}, not a whole number", field=found.field, value=words(found.value)))]  # fmt: skip
    return (
        list(guarded(_moves(position)))
        or list(guarded(_ends(position)))
        or list(guarded(_results(position, facts)))
        or list(guarded(_play(position)))
        or list(guarded(_fields(position)))
        or list(guarded(_others(position, facts)))
    )


def _moves(position: Any) -> Iterator[Found]:
    before = repr(position)
    answer = written_method(type(position).moves)(position)
    if not hasattr(answer, "__iter__"):
        yield Found("moves-not-numbers", "moves", _("it returns {answer}, but it should yield moves", answer=words(answer)))  # fmt: skip
        return
    moves = list(islice(position.moves(), MAX_MOVES + 1))
    if len(moves) > MAX_MOVES:
        yield Found("no-return", "moves", _("it gives more than {most} moves", most=f"{MAX_MOVES:,}"))
        return
    if repr(position) != before:
        yield Found("position-changes", "moves", _("it changes the position that it is asked of"))
    elif moves != list(position.moves()):
        yield Found("moves-differ", "moves", _("it gives different moves when it is called twice"))
    for move in moves:
        if type(move) is not int:
            yield Found("moves-not-numbers", "moves", _("it gives {move}, which is not a whole number", move=words(move)))  # fmt: skip
            return
    if len(set(moves)) != len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        yield Found("moves-repeat", "moves", _("it gives the same move twice: {move}", move=twice))


def _ends(position: Any) -> Iterator[Found]:
    over = position.is_over()
    moves = list(position.moves())
    if type(over) is not bool:
        yield Found("is-over-answer", "is_over", _("it returns {answer}, but only True and False are allowed", answer=words(over)))  # fmt: skip
    elif over and moves:
        yield Found("moves-after-end", "moves", _("the game is over, yet there are moves"))
    elif not over and not moves:
        yield Found("no-moves", "moves", _("the game is not over, yet there is no move"))


def _play(position: Any) -> Iterator[Found]:
    before = repr(position)
    by_player = hasattr(position, "to_move") and Demand.PLAYERS not in position.demands()
    for move in position.moves():
        child = position.play(move)
        if repr(position) != before:
            yield Found("position-changes", "play", _("the move {move} changes the position that it is asked of", move=move))  # fmt: skip
            return
        if type(child) is not type(position):
            yield Found("play-kind", "play", _("for the move {move} it returns {child}, not a position of this game", move=move, child=words(child)))  # fmt: skip
            return
        if fraction := fraction_in(child):
            yield _fraction(position, move, fraction)
            return
        if position.play(move) != child:
            yield Found("play-differs", "play", _("the move {move} played twice gives different positions", move=move))
            return
        turn = position.turn(child)
        if turn not in (1, -1):
            yield Found("turn", "turn", _("it is {turn}, neither 1 nor −1", turn=words(turn)))
            return
        if by_player and (turn > 0) != (_seen_by(child) == _seen_by(position)):
            yield Found("turn", "turn", _("after the move {move} it is {turn}, and to_move() goes from {mover} to {next}", move=move, turn=turn, mover=position.to_move(), next=child.to_move()))  # fmt: skip
            return


def _fraction(position: MarkedPosition, move: Move, fraction: FieldFraction) -> Found:
    """Return the fault of a move that puts a fraction into a field of whole numbers, at the line that makes it."""
    values = {"move": move, "field": fraction.field, "value": words(fraction.value)}
    if (place := origin(position, move, fraction.value)) is None:
        return Found("fraction-in-field", "play", _("after the move {move} the field “{field}” is {value}, not a whole number", **values))  # fmt: skip
    return Found(
        "fraction-in-field", place.method,
        _(
            "after the move {move} the field “{field}” is {value}, not a whole number ({file}, line {line})",
            file=Path(place.path).name, line=place.line, **values,
        ),
    )  # fmt: skip


def _seen_by(position: WiderPosition) -> int:
    """Return the player for whom a position is evaluated: the player to move, at a chance node the first."""
    side: int = max(position.to_move(), 0)
    return side


def _fields(position: Any) -> Iterator[Found]:
    for name, value in zip(position._fields, position, strict=True):
        if isinstance(value, MUTABLE) or (type(value) is tuple and any(isinstance(part, MUTABLE) for part in value)):
            yield Found("mutable-field", name, _("it is {value}, which can be changed", value=words(value)))


def _results(position: Any, facts: Facts | None) -> Iterator[Found]:
    """Check the utility at the end of the game."""
    if not position.is_over():
        return
    demands = position.demands()
    whole = Demand.FRACTIONS not in demands
    if Demand.PLAYERS not in demands:
        utility, most, bounds = position.utility(), position.utmost(), position.bounds()
        if not _is_number(utility, whole):
            yield Found("utility-kind", "utility", _("it is {utility}, not a whole number", utility=words(utility)))
            return
        if abs(utility) > most or not bounds[0] <= utility <= bounds[1]:
            least, most = max(-most, bounds[0]), min(most, bounds[1])
            yield Found("utility-range", "utility", _("it is {utility}, outside the declared range from {least} to {most}", utility=utility, least=least, most=most))  # fmt: skip
    if not hasattr(position, "utilities"):
        return
    utilities = position.utilities()
    if len(utilities) != position.players():
        yield Found("utilities", "utilities", _("it returns {count} numbers for {players} players", count=len(utilities), players=position.players()))  # fmt: skip
        return
    for each in utilities:
        if not _is_number(each, whole):
            yield Found("utility-kind", "utilities", _("it returns {utility}, which is not a whole number", utility=words(each)))  # fmt: skip
            return
    if Demand.PLAYERS in demands:
        yield from _shares(position, utilities, facts)
    elif sum(utilities):
        yield Found("not-zero-sum", "utilities", _("the utilities {utilities} add up to {sum}, not to 0", utilities=words(utilities), sum=sum(utilities)))  # fmt: skip
    elif utilities[_seen_by(position)] != position.utility():
        yield Found("utilities", "utilities", _("the player to move gets {share}, and utility() says {utility}", share=utilities[_seen_by(position)], utility=position.utility()))  # fmt: skip


def _shares(position: WiderPosition, utilities: tuple[Any, ...], facts: Facts | None) -> Iterator[Found]:
    """Check the utilities of a game in which each player has its own."""
    together = sum(utilities)
    if hasattr(position, "bounds"):
        least, most = position.bounds()
        if not all(least <= each <= most for each in utilities):
            yield Found("utility-range", "utilities", _("it returns {utilities}, outside the declared range from {least} to {most}", utilities=words(utilities), least=least, most=most))  # fmt: skip
    if hasattr(position, "total") and together > position.total():
        yield Found("over-total", "total", _("all players together get {sum}, more than the total of {total}", sum=together, total=position.total()))  # fmt: skip
    if facts is not None and facts.zero_sum and together:
        yield Found("not-zero-sum", "utilities", _("the utilities {utilities} add up to {sum}, not to 0", utilities=words(utilities), sum=together))  # fmt: skip


def _is_number(value: Any, whole: bool) -> bool:
    return type(value) is int or (not whole and isinstance(value, (float, Fraction)))


def _others(position: Any, facts: Facts | None) -> Iterator[Found]:
    """Check the promises about players and chance."""
    players = position.players() if hasattr(position, "players") else 2
    if facts is not None and facts.players != players:
        yield Found("facts", "Facts.players", _("the facts count {facts} players, the rules {players}", facts=facts.players, players=players))  # fmt: skip
    if not hasattr(position, "to_move"):
        return
    mover = position.to_move()
    if type(mover) is not int or not (0 <= mover < players or mover == CHANCE):
        yield Found("to-move", "to_move", _("it is {mover}, and the players are 0 to {last}", mover=words(mover), last=players - 1))  # fmt: skip
        return
    if mover != CHANCE or position.is_over():
        return
    if facts is not None and facts.deterministic:
        yield Found("facts", "Facts.deterministic", _("chance moves here, and the facts call the game deterministic"))
    chances = [position.probability(move) for move in position.moves()]
    if not all(chance > 0 for chance in chances):
        yield Found("probabilities", "probability", _("one of them is {chance}, not more than 0", chance=min(chances)))
    elif abs(sum(chances) - 1) > (NEARLY if any(type(chance) is float for chance in chances) else 0):
        yield Found("probabilities", "probability", _("they add up to {sum}, not to 1", sum=sum(chances)))
