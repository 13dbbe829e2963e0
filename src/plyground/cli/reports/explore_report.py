"""Print the values of the moves of a position."""

from __future__ import annotations

from plyground.bots.reasons import format_line
from plyground.cli.terminal import say, say_table
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.i18n import Number, _
from plyground.judge.judgement import Judgement
from plyground.presentation.move_values import source_words, worth_words


def show_judgement(game: Game, position: MarkedPosition, found: Judgement) -> None:
    """Print the value of an unfinished position, each move with its value, and best play."""
    side = game.mover(position)
    if found.proven and found.moves:
        say(_("{side} to move. {outcome}.", side=side, outcome=worth_words(found.best)))
    else:
        score = Number(round(found.value))
        say(_("{side} to move. Expected score, from −100 to 100: {score}.", side=side, score=score))
    if found.moves:
        say()
        best, best_moves = _("best defence") if found.proven and found.value < 0 else _("best"), found.best_moves
        say_table(
            [_("move"), _("value"), _("best")],
            [
                (game.notation.format_move(position, each.move), worth_words(each), best if each.move in best_moves else "")
                for each in found.moves
            ],
        )  # fmt: skip
        say()
        say(_("Best line: {line}", line=format_line(game, position, found.best.line)))
    say(source_words(found))
