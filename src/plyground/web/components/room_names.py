"""The rooms of the page, by their URL paths."""

from __future__ import annotations

from plyground.i18n import Sentence, _

ROOMS: dict[str, Sentence] = {
    "/": _("Play"),
    "/puzzles": _("Puzzles"),
    "/learn": _("Learn"),
    "/exercises": _("Exercises"),
    "/trees": _("Trees"),
    "/compare": _("Compare"),
    "/arena": _("Arena"),
    "/solved": _("Solved"),
}
"""The rooms by their URL paths, in the order of the navigation."""
PLACES = ("/", "/puzzles", "/learn")
"""The rooms that the navigation shows."""
LAB_ROOMS = ("/trees", "/compare", "/exercises", "/arena", "/solved")
"""The rooms that it shows in the menu of the lab."""
GAMES_ROOM = "/play"
"""First part of the path of every game; the navigation shows the room of games for it."""
TASK_ROOMS = (GAMES_ROOM, "/puzzles", "/learn", "/exercises", "/trees", "/compare", "/solved")
"""Rooms whose pages a teacher can set for the class."""
