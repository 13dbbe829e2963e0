"""What the room of trees asks of its workers."""

from __future__ import annotations

from typing import Any

from plyground.interfaces.stepping import stepping
from plyground.interfaces.web.tree_address import Wanted
from plyground.interfaces.web.tree_films import films, subject
from plyground.language import Number, _, use
from plyground.search import Tally
from plyground.trace.screening import Scene


def show_films(tally: Tally, wanted: Wanted, spoken: str, whole: bool) -> tuple[dict[str, Any], str]:
    """What the stepping view draws of an address, and what is wrong with its step.

    With ``whole`` every word is in it, as where it must do without a server.
    """
    use(spoken)
    shown = _films(wanted._replace(other="1") if whole else wanted, tally)
    state = stepping(shown, wanted.first_step, other=bool(wanted.other), whole=whole)
    if wanted.step in ("", str(state["step"] + 1)):
        return state, ""
    last = Number(max(len(scene.film.run.steps) for scene in shown))
    return state, str(
        _("The steps here are numbered from 1 to {last}; “{text}” is none of them.", last=last, text=wanted.step[:12])
    )


def read_reel(tally: Tally, wanted: Wanted, spoken: str, scene: int, take: int, reel: int) -> list[list[str]]:
    """The words of some steps of one film."""
    use(spoken)
    shown = _films(wanted._replace(other="1" if take else ""), tally)[scene]
    film = (shown.film, shown.other)[take]
    return film.reel(reel) if film is not None else []


_shown: dict[Wanted, list[Scene]] = {}
"""The films that were shown last: a long one is read reel by reel."""


def _films(wanted: Wanted, tally: Tally) -> list[Scene]:
    key = wanted.unshown
    if key not in _shown:
        made = films(wanted, subject(wanted), tally, both=bool(wanted.other))
        _shown.clear()
        _shown[key] = made
    return _shown[key]
