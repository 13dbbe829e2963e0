"""The evaluation bar beside the board: the expected score of both sides, by the judge."""

from __future__ import annotations

from plyground.core.game import FIRST, SECOND
from plyground.i18n import Sentence, _
from plyground.judge.judgement import WIN
from plyground.presentation.coach_card import expected_score
from plyground.presentation.game_view import GameView
from plyground.presentation.side_title import side_title
from plyground.web.components.board_styles import side_classes
from plyground.web.components.elements import fill, fixed
from plyground.web.pages.game.parts.part import Part


class EvaluationBar(Part):
    """A bar as high as the board. It keeps its place while it is hidden, so that the board does not move."""

    def build(self) -> None:
        """Put the bar on the page, hidden."""
        self.bar = fixed("div", "", "evaluation", role="img")

    def key(self, view: GameView) -> object:
        """Return the score, and the side below the board."""
        return view.bar, view.near

    def draw(self, view: GameView) -> None:
        """Show the score of the shown position."""
        words = label(view) if view.bar else _("No value is shown.")
        self.bar.props["aria-label"] = str(words)
        self.bar.classes(add="known" if view.bar else "", remove="" if view.bar else "known")
        fill(self.bar, markup(view))


def markup(view: GameView) -> str:
    """Return the bar as SVG: the part of the near side stands below."""
    score, near = view.bar, view.near
    if score is None:
        return ""
    first = 50 + score.value / (WIN / 50)
    share = first if near == FIRST else 100 - first
    other = SECOND if near == FIRST else FIRST
    above, below = side_classes(view.game, other), side_classes(view.game, near)
    return (
        '<svg viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="{above}" width="1" height="100"/>'
        f'<rect class="{below}" y="{100 - share:.1f}" width="1" height="{share:.1f}"/></svg>'
    )


def label(view: GameView) -> Sentence:
    """Return the score of the shown position in words."""
    score = view.bar
    assert score is not None
    if score.proven and abs(score.value) == WIN:
        return _("{side} wins with best play.", side=side_title(view.game, FIRST if score.value > 0 else SECOND))
    if score.proven and score.value == 0:
        return _("A draw with best play.")
    return expected_score(view.game, score.value)
