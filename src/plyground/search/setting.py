"""What a search is told besides the position: one value that carries everything that varies."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.errors import SearchError, SpecError
from plyground.evaluation import Evaluation, NoEvaluation
from plyground.language import _
from plyground.position import rules
from plyground.search.convention import AIMA, Convention
from plyground.search.order import LeftToRight, RightToLeft
from plyground.search.scores import LONGEST, NAMES, Scores, scores


@rules
class Setting(NamedTuple):
    """The choices of one search; each is a small value with methods, so that the search's text stays one."""

    evaluation: Any  # static evaluation at the horizon
    horizon: int  # plies looked ahead
    scores: Scores
    convention: Convention
    order: Any  # of the children


def setting(
    *,
    depth: int | None = None,
    evaluation: Evaluation | None = None,
    score: str = "utility",
    convention: Convention = AIMA,
    utmost: int = 1,
) -> Setting:
    """The setting that these choices stand for.

    ``depth`` is the horizon in plies (``None``: the end of the game); ``evaluation`` judges there
    (``None``: every unfinished position counts as a draw); ``score`` names the scores; ``utmost`` is the
    greatest utility of the game. Raises :class:`SearchError` for what cannot be combined.
    """
    if score not in NAMES:
        raise SpecError(_("There are no scores “{name}”; choose one of: {names}.", name=score, names=", ".join(NAMES)))
    if depth is not None and not 1 <= depth <= LONGEST:
        raise SearchError(
            _("A search depth is a number of plies from 1 to {most}, not {depth}.", most=LONGEST, depth=depth)
        )
    if evaluation is not None and depth is None:
        raise SearchError(_("An evaluation is asked only at a horizon: give a depth too, or no evaluation."))
    judge = NoEvaluation() if evaluation is None else evaluation
    return Setting(
        evaluation=judge,
        horizon=LONGEST if depth is None else depth,
        scores=scores(score, judge, utmost),
        convention=convention,
        order=RightToLeft() if convention.right_to_left else LeftToRight(),
    )
