"""Words for the exact value that a move lost."""

from __future__ import annotations

from plyground.arena.game_review import Judged
from plyground.i18n import Sentence, _, _n


def gift(judged: Judged) -> Sentence | str:
    """Return words for the value that a move lost; an empty text for a best move."""
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
