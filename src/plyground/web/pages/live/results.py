"""The results of a task, as the teacher and the projector show them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.presentation.friend_text import status as friend_status
from plyground.web.components.classroom.class_tasks import first_part
from plyground.web.components.kept_games import moves_made, summary
from plyground.web.components.room_names import GAMES_ROOM, ROOMS
from plyground.web.friend_keeper import FriendKeeper, OpenGame
from plyground.web.live_class import Answer, Bar, LiveClass, Student, Task, TaskKind, counted
from plyground.web.urls import game_url

MAX_BARS = 12
"""Bars of a histogram; further answers are counted together."""
MAX_ROWS = 500
"""Students that the list of names shows."""
PLAYING = Answer("playing", _("still playing"))


class Row(NamedTuple):
    """A student in the list of names."""

    student: str  # hash of the student's token
    name: str
    place: Sentence | str
    answer: Sentence | str
    right: bool | None
    tries: int
    is_here: bool


def bars(live: LiveClass, friends: FriendKeeper) -> list[Bar]:
    """Return the histogram of the present task."""
    found = _bars(live, friends)
    rest = found[MAX_BARS - 1 :]
    if len(rest) <= 1:
        return found
    others = Bar(_("others"), None, sum(each.total for each in rest), ())
    return [*found[: MAX_BARS - 1], others]


def rows(live: LiveClass) -> list[Row]:
    """Return the list of names: the students who are here first, in alphabetical order."""
    listed = [
        Row(
            visitor,
            student.name,
            place_words(student.place),
            student.latest.words if student.latest else "",
            student.latest.right if student.latest else None,
            student.tries,
            live.is_here(student),
        )
        for visitor, student in live.students.items()
    ]
    return sorted(listed, key=lambda row: (not row.is_here, row.name.casefold()))[:MAX_ROWS]


def places(live: LiveClass) -> list[tuple[Sentence | str, int]]:
    """Return the places of the present students, without names: (room, count), the fullest first."""
    counted = Counter(_room(student.place) for student in live.present.values())
    return [(ROOMS.get(room, _("Class")), count) for room, count in counted.most_common()]


def place_words(path: str) -> Sentence | str:
    """Return a page in words: its room, or the game with its moves so far and its result."""
    if not path:
        return ""
    room = first_part(path)
    if room == GAMES_ROOM and (told := summary(path)):
        detail = told.result or moves_made(told.moves)
        return _("{game}: {detail}", game=told.title, detail=detail)
    return _("Game with a neighbour") if room == "/friend" else ROOMS.get(_room(path), _("Class"))


def game_result(task: Task, path: str) -> Answer | None:
    """Return the state of a student's game against a bot; None if the student plays another game."""
    wanted, parts = urlsplit(task.path).path, urlsplit(path)
    if parts.path != wanted:
        return None
    try:
        seats, match = game_url.parse(unquote(parts.path.removeprefix("/play/")), dict(parse_qsl(parts.query)))
    except PlygroundError:
        return None
    outcome = match.outcome
    if outcome is None:
        return PLAYING
    if outcome.winner is None:
        return Answer("draw", _("a draw"))
    return Answer("won", _("won"), True) if seats[outcome.winner].is_human else Answer("lost", _("lost"), False)


def _bars(live: LiveClass, friends: FriendKeeper) -> list[Bar]:
    task = live.task
    if task and task.kind is TaskKind.GAME:
        played = [(game_result(task, student.place), student.name) for student in live.students.values()]
        return counted([(answer, name) for answer, name in played if answer])
    if task and task.kind is TaskKind.NEIGHBOURS:
        return counted([(_state(opened), name) for opened, name in pairs(live, friends)])
    return live.bars


def pairs(live: LiveClass, friends: FriendKeeper) -> list[tuple[OpenGame, str]]:
    """Return the games between neighbours, with the names of their players."""
    names: dict[str, list[Student]] = {}
    for student in live.students.values():
        if student.game:
            names.setdefault(student.game, []).append(student)
    found = ((friends.find(key), " – ".join(each.name for each in players)) for key, players in names.items())
    return [(opened, name) for opened, name in found if opened]


def _state(opened: OpenGame) -> Answer:
    game = opened.game
    if not game.is_full:
        return Answer("waiting", _("waiting for a neighbour"))
    return Answer(str(friend_status(game, None)), friend_status(game, None)) if game.is_over else PLAYING


def _room(path: str) -> str:
    """Return the room of a page by its name in the navigation."""
    room = first_part(path)
    return "/" if room in (GAMES_ROOM, "/friend") else room
