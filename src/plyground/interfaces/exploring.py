"""What a solved game says of a position and of the moves that led to it, for people and for programs."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from plyground.arena.history import Judged, history
from plyground.arena.match import Match
from plyground.errors import SearchStopped
from plyground.game import Game
from plyground.interfaces.plain import plain_line, plain_move
from plyground.interfaces.terminal import say, say_table
from plyground.language import Sentence, _, _n
from plyground.players.reasons import format_line, promise
from plyground.search.tally import STOP, VISITS, Tally
from plyground.solve.explore import Exploration, explore
from plyground.solve.forward import Value, Valued

GLANCE = 0.05
"""Seconds between two looks at the clock."""


class Study(NamedTuple):
    """A position and its history, as far as it was found out."""

    match: Match
    exploration: Exploration | None  # of the position on the board; None where the game is over
    judged: tuple[Judged, ...]  # the moves that were judged, in the order of play: all, or the last ones


@contextmanager
def within(seconds: float | None, tally: Tally) -> Iterator[None]:
    """What counts in ``tally`` may go on for so many ``seconds`` from its first visit; then :class:`SearchStopped`."""
    if seconds is None:
        yield
        return
    done = threading.Event()

    def watch(end: float = math.inf) -> None:
        while not done.wait(GLANCE):
            if end == math.inf and tally.counts[VISITS]:
                end = time.monotonic() + seconds
            if time.monotonic() > end:
                tally.counts[STOP] = 1

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def study_position(match: Match, values: Valued) -> Study:
    """The position on the board alone; raises :class:`SearchStopped`."""
    over = match.position.is_over()
    return Study(match, None if over else explore(values, match.position), ())


def study_history(match: Match, values: Valued) -> Study:
    """The moves that stand, the last first, until all are judged or the search is stopped."""
    judged: list[Judged] = []
    try:
        for each in history(match, values):
            judged.append(each)
    except SearchStopped:
        pass
    return Study(match, None, tuple(reversed(judged)))


def gift(judged: Judged) -> Sentence | str:
    """What a move gave away, in words; nothing for a best move."""
    before, after = judged.before.utility, judged.after.utility
    if judged.lost > 2:
        return _n("gave away {count} point", "gave away {count} points", judged.lost)
    if judged.lost and before > 0:
        return _("gave away a win for a draw") if after == 0 else _("gave away a win and loses now")
    if judged.lost:
        return _("gave away a draw and loses now")
    if judged.plies_lost and before > 0:
        return _n("the win comes {count} ply later", "the win comes {count} plies later", judged.plies_lost)
    if judged.plies_lost:
        return _n("the loss comes {count} ply sooner", "the loss comes {count} plies sooner", judged.plies_lost)
    return ""


def show_position(study: Study) -> None:
    """What the position is worth, each move with its value, and the line of perfect play."""
    game, position, found = study.match.game, study.match.position, study.exploration
    assert found is not None  # the game goes on
    side = game.mover(position)
    say(_("{side} to move. {outcome}.", side=side, outcome=promise(*found.value)))
    say()
    best = _("best defence") if found.value.utility < 0 else _("best")
    best_moves = found.best if len(found.best) < len(found.ranking) else ()
    say_table(
        [_("move"), _("value"), _("best")],
        [
            (game.notation.format_move(position, move), promise(*value), best if move in best_moves else "")
            for move, value in found.ranking
        ],
    )
    say()
    say(_("Perfect play: {line}", line=format_line(game, position, found.line)))


def show_history(study: Study) -> None:
    """Each move with what it was worth and gave away, for the side that made it."""
    if study.judged:
        _show_judged(study)
    if len(study.judged) < study.match.ply:
        say(unjudged(study.match.ply - len(study.judged)))


def unjudged(count: int) -> Sentence:
    """That so many moves at the beginning of a game were not judged, and why."""
    return _n(
        "The first move was not judged: its position is too large to be solved in this time.",
        "The first {count} moves were not judged: their positions are too large to be solved in this time.",
        count,
    )


def _show_judged(study: Study) -> None:
    match = study.match
    game = match.game
    say_table(
        [_("ply"), _("side"), _("move"), _("before"), _("after"), _("what it gave away"), _("best")],
        [
            (
                each.ply + 1,
                game.mover(match.positions[each.ply]),
                match.words[each.ply],
                promise(*each.before),
                promise(*each.after),
                gift(each),
                _best(game, match.positions[each.ply], each),
            )
            for each in study.judged
        ],
    )


def _best(game: Game, position: Any, judged: Judged) -> str:
    if judged.move in judged.best:
        return ""
    return " ".join(game.notation.format_move(position, move) for move in judged.best)


def record(study: Study) -> dict[str, Any]:
    """All of it, for programs; the keys are those of ``docs/json.md``."""
    match, found = study.match, study.exploration
    game, position = match.game, match.position
    return {
        "game": game.name,
        "position": game.notation.format(position),
        **_plain_value("value", "distance", found.value if found else None),
        "moves": [
            {
                "move": plain_move(game, position, move),
                **_plain_value("value", "distance", value),
                "best": found is not None and move in found.best,
            }
            for move, value in (found.ranking if found else ())
        ],
        "line": plain_line(game, position, found.line if found else ()),
        "history": [_plain_judged(match, each) for each in study.judged],
    }


def _plain_judged(match: Match, judged: Judged) -> dict[str, Any]:
    game, position = match.game, match.positions[judged.ply]
    return {
        "ply": judged.ply + 1,
        "side": str(game.mover(position)),
        "move": plain_move(game, position, judged.move),
        **_plain_value("before", "distance_before", judged.before),
        **_plain_value("after", "distance_after", judged.after),
        "lost": judged.lost,
        "plies_lost": judged.plies_lost,
        "best": [plain_move(game, position, move) for move in judged.best],
    }


def _plain_value(utility: str, distance: str, value: Value | None) -> dict[str, int | None]:
    return {utility: value and value.utility, distance: value and value.distance}
