"""The pieces that a side has captured, as a row of small pieces beside its name."""

from __future__ import annotations

from markupsafe import Markup

from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.i18n import _
from plyground.presentation.boards.captured_pieces import captures, glyphs, names
from plyground.web.components.elements import said


def captured_html(game: Game, position: MarkedPosition, side: int) -> Markup:
    """Return the captured pieces and the lead in points as HTML; empty if there are none."""
    taken = captures(game, position)
    if not taken or not taken[side].marks:
        return Markup()
    marks, lead = taken[side]
    listed = ", ".join(f"{count} × {name}" if count > 1 else str(name) for name, count in names(game, marks))
    words = _("captured: {pieces}", pieces=listed)
    more = f'<b aria-hidden="true">+{lead}</b>' if lead else ""
    return Markup(
        f'<span class="captured"><span class="unseen">{said(words)}</span>'
        f'<span aria-hidden="true">{said(glyphs(game, marks))}</span>{more}</span>'
    )
