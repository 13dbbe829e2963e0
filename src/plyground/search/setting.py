"""What a search is told besides the position: one value that carries everything that varies."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.errors import SearchError, SpecError
from plyground.evaluation import Evaluation, NoEvaluation
from plyground.language import _
from plyground.position import rules
from plyground.search.convention import AIMA, Convention
from plyground.search.order import LeftToRight, RightToLeft
from plyground.search.scores import LONGEST, NAMES, Scores
from plyground.search.scores import scores as scale


@rules
class Setting(NamedTuple):
    """The choices of one search; each is a small value with methods, so that the search's text stays one."""

    evaluation: Evaluation  # asked at the horizon
    horizon: int  # plies looked ahead
    scores: Scores
    convention: Convention
    order: Any  # of the children


def setting(
    *,
    depth: int | None = None,
    evaluation: Evaluation | None = None,
    scores: str = "utility",
    convention: Convention = AIMA,
    order: Any | None = None,
) -> Setting:
    """The setting that these choices stand for.

    ``depth`` is the horizon in plies (``None``: the end of the game); ``evaluation`` judges there
    (``None``: every unfinished position counts as a draw); ``scores`` names what the end of a game counts;
    ``order`` is that of the children, if not the convention's.
    Raises :class:`SearchError` for what cannot be combined and :class:`SpecError` for a name.
    """
    if scores not in NAMES:
        raise SpecError(_("There are no scores “{name}”; choose one of: {names}.", name=scores, names=", ".join(NAMES)))
    if depth is not None and not 1 <= depth <= LONGEST:
        raise SearchError(
            _("A search depth is a number of plies from 1 to {most}, not {depth}.", most=LONGEST, depth=depth)
        )
    if evaluation is not None and depth is None:
        raise SearchError(_("An evaluation is asked only at a horizon: give a depth too, or no evaluation."))
    judge = NoEvaluation() if evaluation is None else evaluation
    return Setting(
        evaluation=judge,
        horizon=LONGEST + 1 if depth is None else depth,
        scores=scale(scores, judge),
        convention=convention,
        order=order or (RightToLeft() if convention.right_to_left else LeftToRight()),
    )
