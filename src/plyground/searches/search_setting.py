"""The setting of a search: one value with all its choices besides the position."""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.authoring.marked_rules import rules
from plyground.core.checked_arguments import checked
from plyground.core.contract import demand_evaluation
from plyground.core.evaluation import Evaluation, NoEvaluation
from plyground.errors import SearchError, SpecError
from plyground.i18n import _
from plyground.searches.child_order import BestByEvaluation, ChildOrder, LeftToRight, RightToLeft
from plyground.searches.conventions import AIMA, Convention
from plyground.searches.scores import MAX_DEPTH, NAMES, Scores
from plyground.searches.scores import scores as scale


@rules
class Setting(NamedTuple):
    """The choices of one search. Each is a small object with methods, so that one text serves all choices."""

    evaluation: Evaluation  # static evaluation at the horizon
    depth: int  # plies looked ahead
    scores: Scores
    convention: Convention
    order: ChildOrder  # order of the children


@checked
def setting(
    *,
    depth: int | None = None,
    evaluation: Evaluation | None = None,
    scores: str = "utility",
    convention: Convention = AIMA,
    order: ChildOrder | None = None,
    width: int | None = None,
) -> Setting:
    """Return the setting for these choices.

    ``depth`` is the limit in plies (None: the end of the game). ``evaluation`` is used there (None: every unfinished
    position counts as a draw). ``scores`` names the kind of scores. ``order`` is the order of children, if not the
    convention's. With ``width``, only so many moves of a position are searched, the best by the evaluation. Raise
    :class:`SearchError` for impossible combinations and :class:`SpecError` for unknown names.
    """
    if scores not in NAMES:
        raise SpecError(_("There are no scores “{name}”; choose one of: {names}.", name=scores, names=", ".join(NAMES)))
    demand_evaluation(evaluation)
    if evaluation is not None and depth is None:
        raise SearchError(_("An evaluation is used only with a depth limit: give a depth, or no evaluation."))
    if width is not None:
        if evaluation is None or order is not None:
            raise SearchError(_("A width chooses moves by an evaluation: give an evaluation, and no other order."))
        if width < 1:
            raise SearchError(_("The width of a search is at least one move, not {width}.", width=width))
        order = BestByEvaluation(evaluation, width)
    judge = NoEvaluation() if evaluation is None else evaluation
    return Setting(
        evaluation=judge,
        depth=MAX_DEPTH + 1 if depth is None else checked_depth(depth),
        scores=scale(scores, judge),
        convention=convention,
        order=order or (RightToLeft() if convention.right_to_left else LeftToRight()),
    )


def checked_depth(depth: int) -> int:
    """Return a depth in plies. Raise :class:`SearchError` for an impossible one."""
    if not 1 <= depth <= MAX_DEPTH:
        raise SearchError(
            _("A search depth is a number of plies from 1 to {most}, not {depth}.", most=MAX_DEPTH, depth=depth)
        )
    return depth
