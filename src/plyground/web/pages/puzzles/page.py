"""The room of puzzles: one puzzle with its board, the visitor's streaks, and a choice by game and level."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from plyground.drawing.png import png
from plyground.drawing.svg import board
from plyground.errors import PlygroundError, SpecError
from plyground.frontend.bundle import modules
from plyground.games import game as game_named
from plyground.i18n import _, _n
from plyground.puzzles.puzzle import Attempt, Puzzle
from plyground.puzzles.puzzle_file import Collection, read, supplied
from plyground.web.components.board_styles import shape_url
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.puzzle_progress import Progress, figures
from plyground.web.pages.puzzles.puzzle_board import begun
from plyground.web.services import Services


class PuzzleQuery(NamedTuple):
    """The parameters of the room's URL."""

    game: str = ""  # spec text; "" = all games
    level: int = 0  # level; 0 = all levels
    puzzle: str = ""  # id of one puzzle
    day: str = ""  # YYYY-MM-DD of a puzzle of the day
    after: str = ""  # id of the puzzle that was shown before

    @classmethod
    def parse(cls, request: Request) -> PuzzleQuery:
        """Return the query of a request. Raise :class:`SpecError` for a level that is no number."""
        given = {name: request.query_params.get(name, "")[:200] for name in cls._fields}
        level = given.pop("level")
        if level and not (level.isascii() and level.isdecimal() and len(level) < 4):
            raise SpecError(_("A level is a number of moves, such as 2, not “{text}”.", text=level))
        return cls(level=int(level or 0), **given)

    def url(self, **changes: object) -> str:
        """Return the URL of the room with some parameters changed."""
        parts = {**self._asdict(), **changes}
        query = urlencode({name: value for name, value in parts.items() if value}, safe=":=,")
        return f"/puzzles?{query}" if query else "/puzzles"


class Shown(NamedTuple):
    """The puzzle that the room shows."""

    puzzle: Puzzle
    day: str = ""  # day of today's puzzle


@cache
def collection(files: tuple[str, ...]) -> Collection:
    """Return the supplied puzzles and the puzzles of further files. Raise :class:`FileError` for a file without
    puzzles.
    """
    added = [puzzle for file in files for puzzle in read(file)]
    return Collection([*supplied().puzzles, *added]) if added else supplied()


def progress_of(request: Request, today: date) -> Progress:
    """Return the visitor's progress; no progress if the store cannot be read. My work shows that error."""
    if request.state.is_new:
        return Progress.of([], today)
    try:
        return Progress.of(Services.of(request).store.open().attempts(request.state.visitor), today)
    except PlygroundError:
        return Progress.of([], today)


def puzzles_page(request: Request, today: date) -> Response:
    """Return the room with the puzzle that the query asks for. Raise :class:`PlygroundError` if there is none."""
    query = PuzzleQuery.parse(request)
    puzzles = collection(Services.of(request).puzzles)
    progress = progress_of(request, today)
    shown = _shown(query, puzzles, progress, today)
    puzzle = shown.puzzle
    wanted = puzzles.choose(query.game, query.level)
    state = begun(puzzle)
    site = Services.of(request).site(request).rstrip("/")
    return (
        PageLayout.of(request)
        ._replace(preview=f"{site}/puzzles/{puzzle.id}.png")
        .render(
            "puzzles.html",
            title=_("Puzzles"),
            share_url=site + PuzzleQuery(puzzle=puzzle.id).url(),
            puzzle=puzzle,
            day=shown.day,
            played=game_named(puzzle.game),
            state=state,
            shape=shape_url(game_named(puzzle.game).picture),
            query=query,
            figures=figures(progress),
            is_done=puzzle.id in progress.solved,
            is_day_done=progress.is_day_done,
            day_url=PuzzleQuery(day=today.isoformat()).url(),
            next_url=query.url(after=puzzle.id, puzzle="", day=""),
            games=[("", _("All games")), *((name, game_named(name).title) for name in puzzles.games)],
            levels=[
                (0, _("All levels")),
                *((level, _n("Win in {count} move", "Win in {count} moves", level)) for level in puzzles.levels),
            ],
            solved=sum(each.id in progress.solved for each in wanted),
            count=len(wanted),
            modules=modules("puzzle.js"),
        )
    )


@lru_cache(maxsize=64)
def puzzle_picture(files: tuple[str, ...], name: str) -> bytes | None:
    """Return the board of a puzzle as PNG; None if there is no such puzzle or the game has no board.

    Raise :class:`PlygroundError` if this computer cannot draw PNG.
    """
    puzzle = collection(files).by_id.get(name)
    if puzzle is None:
        return None
    match = Attempt.begin(puzzle, game_named(puzzle.game)).match
    return png(board(match.game, match.position, real=True)) if match.game.picture.width else None


def _shown(query: PuzzleQuery, puzzles: Collection, progress: Progress, today: date) -> Shown:
    """Return the puzzle of a query: the puzzle that it names, the puzzle of a day, or the next unsolved puzzle."""
    if query.puzzle:
        if query.puzzle not in puzzles.by_id:
            raise SpecError(_("There is no puzzle “{text}”.", text=query.puzzle))
        return Shown(puzzles.by_id[query.puzzle])
    is_plain = query == PuzzleQuery()
    if query.day or (is_plain and not progress.is_day_done):
        day = _day(query.day, today)
        return Shown(puzzles.of_day(day.toordinal()), day.isoformat() if day == today else "")
    wanted = puzzles.choose(query.game, query.level)
    if not wanted:
        raise SpecError(_("There is no puzzle of this game and level: choose another level."))
    return Shown(_next(wanted, query.after, progress))


def _next(wanted: Sequence[Puzzle], after: str, progress: Progress) -> Puzzle:
    """Return the first unsolved puzzle after the puzzle ``after``; if all are solved, the puzzle after it."""
    place = next((place + 1 for place, each in enumerate(wanted) if each.id == after), 0)
    turned = [*wanted[place:], *wanted[:place]]
    return next((each for each in turned if each.id not in progress.solved and each.id != after), turned[0])


def _day(text: str, today: date) -> date:
    """Return a day up to today. Raise :class:`SpecError`."""
    try:
        day = date.fromisoformat(text) if text else today
    except ValueError:
        day = date.max
    if day > today:
        raise SpecError(_("There is no puzzle of the day for “{text}”: write a day such as {today}.", text=text, today=today.isoformat()))  # fmt: skip
    return day
