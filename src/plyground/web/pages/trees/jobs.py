"""The jobs of the room of trees, which run in worker processes."""

from __future__ import annotations

from plyground.i18n import Number, _, use
from plyground.searches import Tally
from plyground.stepping.comparison import Scene
from plyground.stepping.view import StepsState, stepping
from plyground.web.pages.trees.films import films, subject
from plyground.web.urls.trees_url import TreeQuery


def show_films(tally: Tally, wanted: TreeQuery, spoken: str, whole: bool) -> tuple[StepsState, str]:
    """Return the state of the stepping view, and a sentence if the URL's step is wrong.

    With ``whole``, all texts are included, for use without a server.
    """
    use(spoken)
    shown = _films(wanted._replace(other="1") if whole else wanted, tally)
    state = stepping(shown, wanted.first_step, other=bool(wanted.other), whole=whole)
    if wanted.step in ("", str(state["step"] + 1)):
        return state, ""
    last = Number(max(len(scene.film.run.steps) for scene in shown))
    return state, str(
        _("The steps here are numbered from 1 to {last}; there is no step “{text}”.", last=last, text=wanted.step[:12])
    )


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
