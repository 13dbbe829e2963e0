"""The rooms of the static site. This module runs in the browser, in Pyodide; ``site_worker.js`` calls it.

Rooms are imported when they are opened, so that the first one appears soon.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from plyground.errors import PlygroundError
from plyground.i18n import _, use
from plyground.searches.tally import new_tally
from plyground.web.components.static_files import BASE
from plyground.web.components.templates import fragment

if TYPE_CHECKING:
    from plyground.core.game import Game
    from plyground.notebook.notebook_session import NotebookSession

Pairs = list[tuple[str, str]]
THREADED = "engine"
"""The bot that searches and proves at the same time, which needs threads."""


class Room(NamedTuple):
    """The content of a room: HTML, and perhaps the state of a widget that stands in it."""

    title: str
    body: str
    widget: str = ""  # name of the widget's module; "" = no widget
    state: Any = None


_board: NotebookSession | None = None
"""The game on the board that is shown."""


def show(address: str, spoken: str, on_message: Callable[[str], None]) -> str:
    """Return the room at an address such as ``/learn/minimax?step=2``, as JSON. ``on_message`` gets the later states of
    its board, as JSON.
    """
    global _board
    _board = None
    use(spoken)
    parts = urlsplit(address)
    names = [unquote(name) for name in parts.path.split("/") if name]
    try:
        room = _room(names, parse_qsl(parts.query), on_message)
    except PlygroundError as error:
        room = Room(str(_("This link cannot be opened")), _notice(_("This link cannot be opened"), error.sentence))
    return json.dumps(room._replace(body=room.body.replace(f"{BASE}/", "static/"))._asdict())


def hear(message: str) -> None:
    """Give a message of the board's widget to its game."""
    if _board is not None:
        _board.hear(json.loads(message))


def _room(names: list[str], query: Pairs, on_message: Callable[[str], None]) -> Room:
    match names:
        case ["learn"]:
            return _lessons()
        case ["learn", name]:
            return _lesson(name, query)
        case ["exercises"]:
            return _exercise(query)
        case ["trees"]:
            return _trees(query)
        case [] | ["play"]:
            return _games()
        case ["play", name]:
            return _play(name, query, on_message)
    words = _("This room needs the program itself: pip install plyground, then plyground.")
    return Room(str(_("Not on this site")), _notice(_("Not on this site"), words))


def _notice(title: object, words: object) -> str:
    return fragment("site_notice.html", title=title, words=words)


def _lessons() -> Room:
    from plyground.web.pages.learn.lesson_page import list_page

    return Room(*list_page(None)[:2])


def _lesson(name: str, query: Pairs) -> Room:
    from plyground.web.pages.learn.lesson_page import lesson_page
    from plyground.web.urls.learn_url import LessonQuery

    return Room(*lesson_page(LessonQuery.parse(name, query), new_tally(), None)[:2])


def _exercise(query: Pairs) -> Room:
    from plyground.web.pages.learn.exercise_page import exercise_page
    from plyground.web.urls.learn_url import ExerciseQuery

    return Room(str(_("Exercises")), exercise_page(ExerciseQuery.parse(query)).body)


def _trees(query: Pairs) -> Room:
    from plyground.i18n import language
    from plyground.web.pages.trees.choice import choice
    from plyground.web.pages.trees.films import WrongField
    from plyground.web.pages.trees.jobs import show_films
    from plyground.web.urls.trees_url import TreeQuery

    wanted, title = TreeQuery.parse(query), str(_("Trees"))
    try:
        state, wrong_step = show_films(new_tally(), wanted, language(), True)
    except WrongField as wrong:
        body = fragment("site_trees.html", choice=choice(wanted, wrong.field, wrong.sentence), notice=None)
        return Room(title, body)
    body = fragment("site_trees.html", choice=choice(wanted), notice=wrong_step)
    return Room(title, body, "tree.js", state)


def _games() -> Room:
    from plyground.web.components.game_list import listed_games

    return Room(str(_("Games")), fragment("site_games.html", games=list(listed_games()[0].values())))


def _usual_bot(game: Game) -> str:
    """Return the opponent at the start: a middle level, because a search in plain Python takes long."""
    from plyground.presentation.default_players import opponent
    from plyground.presentation.opponents import levels

    known = levels(game)
    return known[len(known) // 2].text if known else opponent(game)


def _play(name: str, query: Pairs, on_message: Callable[[str], None]) -> Room:
    from plyground.notebook.notebook_session import NotebookSession
    from plyground.presentation.opponents import opponent_groups
    from plyground.web.urls.game_url import parse

    global _board
    given = dict(query)
    _seats, match = parse(name, {key: text for key, text in given.items() if key in ("moves", "seed")})
    game = match.game
    bot = given.get("opponent") or _usual_bot(game)
    side = {each.lower(): number for number, each in enumerate(game.sides)}.get(given.get("side", ""), game.person)
    board = NotebookSession(game, bot, side, match=match)
    board.changed = lambda: on_message(json.dumps(board.state()))
    _board = board
    groups = [
        group._replace(opponents=tuple(each for each in group.opponents if not each.text.startswith(THREADED)))
        for group in opponent_groups(game)
    ]
    body = fragment("site_board.html", game=game, bot=bot, groups=groups, moves=given.get("moves", ""))
    return Room(str(game.title), body, "board.js", board.state())
