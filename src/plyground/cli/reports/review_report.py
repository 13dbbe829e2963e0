"""Print the review of a game: its moves with marks and values, and the cause of each mistake."""

from __future__ import annotations

from plyground.bots.reasons import format_line
from plyground.cli.terminal import say, say_table
from plyground.i18n import Number, _, _n
from plyground.judge.review import Review, ReviewedMove


def show_review(review: Review) -> None:
    """Print every move with its values, then the causes."""
    match = review.match
    if not review.moves:
        say(_("There is no move to review."))
        return
    say_table(
        [_("ply"), _("side"), _("move"), _("before"), _("after")],
        [
            (
                each.ply,
                match.game.mover(match.positions[each.ply - 1]),
                f"{match.words[each.ply - 1]}{each.mark}",
                Number(round(each.before)),
                Number(round(each.after)),
            )
            for each in review.moves
        ],
    )
    say()
    mistakes = review.mistakes
    if not mistakes:
        say(_("No mistake was found."))
        return
    say(_n("{count} mistake:", "{count} mistakes:", len(mistakes)))
    for each in mistakes:
        show_cause(review, each)


def show_cause(review: Review, move: ReviewedMove) -> None:
    """Print the cause of a mistake, the line that shows it, and the exact truth."""
    match, cause = review.match, move.cause
    assert cause is not None  # a mistake has a cause
    say()
    say(_("Move {ply}, {move}: {sentence}", ply=move.ply, move=f"{match.words[move.ply - 1]}{move.mark}", sentence=cause.sentence))  # fmt: skip
    say(_("Line: {line}", line=format_line(match.game, match.positions[move.ply - 1], cause.line)))
    say(cause.truth)
