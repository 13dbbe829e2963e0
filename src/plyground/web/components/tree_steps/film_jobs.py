"""The jobs that film the searches of a tree, which run in worker processes."""

from __future__ import annotations

from plyground.i18n import Number, _, use
from plyground.searches import Tally
from plyground.stepping.comparison import Scene
from plyground.stepping.view import StepsState, stepping
from plyground.web.components.tree_steps.changes import changes
from plyground.web.components.tree_steps.films import films, subject
from plyground.web.urls.trees_url import TreeQuery


def show_films(
    tally: Tally, wanted: TreeQuery, spoken: str, whole: bool, in_lesson: bool = False
) -> tuple[StepsState, str]:
    """Return the state of the stepping view, and a sentence if the URL's step is wrong.

    With ``whole``, all texts are included, for use without a server. ``in_lesson`` leaves out program and legend.
    """
    use(spoken)
    if in_lesson:
        return lesson_steps(wanted, tally), ""
    shown = _films(wanted._replace(other="1") if whole else wanted, tally)
    changed = None if whole else changes(wanted)
    state = stepping(shown, wanted.first_step, other=bool(wanted.other), whole=whole, changes=changed)
    if wanted.step in ("", str(state["step"] + 1)):
        return state, ""
    last = Number(max(len(scene.film.run.steps) for scene in shown))
    return state, str(
        _("The steps here are numbered from 1 to {last}; there is no step “{text}”.", last=last, text=wanted.step[:12])
    )


def lesson_steps(wanted: TreeQuery, tally: Tally) -> StepsState:
    """Return the state of the stepping view in a lesson, at the last step."""
    shown = films(wanted, subject(wanted), tally, sourced=False)
    last = len(shown[0].film.run.steps) - 1
    state = stepping(shown, last, other=bool(wanted.other), changes=changes(wanted))
    return {**state, "legend": []}


def read_reel(tally: Tally, wanted: TreeQuery, spoken: str, scene: int, take: int, reel: int) -> list[list[str]]:
    """Return the texts of some steps of one film."""
    use(spoken)
    shown = _films(wanted._replace(other="1" if take else ""), tally)[scene]
    film = (shown.film, shown.other)[take]
    return film.reel(reel) if film is not None else []


_shown: dict[TreeQuery, list[Scene]] = {}
"""The most recent films. The page loads a long film in parts (reels)."""


def _films(wanted: TreeQuery, tally: Tally) -> list[Scene]:
    key = wanted.unshown
    if key not in _shown:
        made = films(wanted, subject(wanted), tally, both=bool(wanted.other))
        _shown.clear()
        _shown[key] = made
    return _shown[key]
