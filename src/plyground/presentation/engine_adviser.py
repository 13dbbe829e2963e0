"""Opinions of external programs about a position: those that the user has set up."""

from __future__ import annotations

from plyground.arena.match import Match
from plyground.bots import Choice
from plyground.core.position import MarkedPosition, Move
from plyground.engines.config import configured_engines
from plyground.engines.connecting import plays
from plyground.errors import FileError
from plyground.i18n import Sentence, _
from plyground.judge.judgement import Judgement, sign
from plyground.presentation.side_title import mover_title
from plyground.solvers.forward import Value

SECONDS = 1
"""Seconds that a program thinks when it is asked."""
ADVISER_TIMEOUT_S = 30
"""Seconds until a program is told to stop, counted from before its start: on a busy machine it starts slowly."""


def advisers(match: Match) -> tuple[str, ...]:
    """Return the names of the programs set up for a game; none if their file cannot be read."""
    try:
        engines = configured_engines()
    except FileError:
        return ()
    return tuple(name for name, config in engines.items() if plays(config, match.game))


def adviser_spec(name: str) -> str:
    """Return the spec text of the bot to ask."""
    return f"{name}:seconds={SECONDS}"


def opinion(match: Match, name: str, choice: Choice) -> Sentence:
    """Return a program's move in the position on the board as a sentence with its reason."""
    move = match.game.move_words(match.position, choice.move)
    return _("{name} would play {move}. {reason}", name=name, move=move, reason=choice.reason)


def proven_values(found: Judgement) -> dict[Move, Value]:
    """Return the result and the distance of each move that the judge has proven; nothing unless all are."""
    if not all(each.proven for each in found.moves):
        return {}
    return {each.move: Value(sign(each.value), each.distance) for each in found.moves}


def exact_value(match: Match, move: Move, here: MarkedPosition, exact: dict[Move, Value]) -> Value | None:
    """Return the exact value of a move in the position of ``match``, for its side; None if unknown.

    ``exact`` has the values of the moves in ``here``, which is this position or the position after the move.
    """
    if match.position == here:
        return exact.get(move)
    if not exact or match.position.play(move) != here:
        return None
    return max(exact.values(), key=lambda value: value.preference).before(match.position.turn(here))


def correction(match: Match, choice: Choice, exact: Value | None) -> Sentence | None:
    """Return a sentence that corrects a program's own value of a move by the ``exact`` value, both for the side that
    moves.

    Return None if they agree, if no exact value is known, or if the program told no value.
    """
    claim = choice.report and choice.report.score
    if claim is None or exact is None:
        return None
    if claim.sign == exact.sign:
        return None
    words = {
        "move": match.game.move_words(match.position, choice.move),
        "side": mover_title(match.game, match.position),
    }
    if exact.sign > 0:
        return _("Its value is wrong: after {move}, {side} wins with best play.", **words)
    if exact.sign < 0:
        return _("Its value is wrong: after {move}, {side} loses with best play.", **words)
    if claim.mate is not None:
        return _("Its value is wrong: after {move}, best play is a draw.", **words)
    return _("The exact value: after {move}, best play is a draw.", **words)
