"""Print the solved values of a position and of the moves that led to it."""

from __future__ import annotations

from typing import Any

from plyground.arena.game_review import Judged
from plyground.bots.reasons import format_line, promise
from plyground.cli.terminal import say, say_table
from plyground.core.game import Game
from plyground.i18n import _
from plyground.presentation.explore_text import ExploredPosition, gift, unjudged


def show_position(study: ExploredPosition) -> None:
    """Print the value of a position, each move with its value, and the line of perfect play."""
    game, position, found = study.match.game, study.match.position, study.exploration
    assert found is not None  # an unfinished position has a value
    side = game.mover(position)
    say(_("{side} to move. {outcome}.", side=side, outcome=promise(*found.value)))
    say()
    best = _("best defence") if found.value.utility < 0 else _("best")
    best_moves = found.best if len(found.best) < len(found.moves) else ()
    say_table(
        [_("move"), _("value"), _("best")],
        [
            (game.notation.format_move(position, move), promise(*value), best if move in best_moves else "")
            for move, value in found.moves
        ],
    )
    say()
    say(_("Perfect play: {line}", line=format_line(game, position, found.line)))


def show_history(study: ExploredPosition) -> None:
    """Print each move with its value and the value that it lost, for the side that made it."""
    if study.judged:
        _show_judged(study)
    if len(study.judged) < study.match.ply:
        say(unjudged(study.match.ply - len(study.judged)))


def _show_judged(study: ExploredPosition) -> None:
    match = study.match
    game = match.game
    say_table(
        [_("ply"), _("side"), _("move"), _("before"), _("after"), _("mistake"), _("best")],
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
