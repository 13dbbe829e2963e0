"""The job of the room *My work*, which runs in a worker process."""

from __future__ import annotations

from plyground.i18n import use
from plyground.searches import Tally
from plyground.store.saved_work import SavedWork, read_work
from plyground.web.components.exercise_form import marked_again


def read(tally: Tally, content: bytes, spoken: str) -> SavedWork:
    """Return the work in a file, with its answers marked again. Raise :class:`PlygroundError` for another file."""
    use(spoken)
    work = read_work(content)
    return work._replace(answers=tuple(found for each in work.answers if (found := marked_again(each))))
