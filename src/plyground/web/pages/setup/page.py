"""Setting up a position by hand: pieces are put on the board, and the game's own notation reads the position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote, urlencode

from starlette.responses import RedirectResponse, Response

from plyground.core.game import Game
from plyground.core.picture import kinds, material
from plyground.errors import PositionError, SpecError
from plyground.frontend.bundle import modules
from plyground.i18n import Sentence, _
from plyground.presentation.boards.board_state import BoardState, BoardView
from plyground.presentation.boards.placed_pieces import STONE, MarkWriter
from plyground.presentation.boards.position_editor import cell_notation, game_from_cells, game_from_text, usual_game
from plyground.presentation.side_title import side_title, side_titles
from plyground.web.components.board_styles import shape_url
from plyground.web.components.page_layout import PageLayout
from plyground.web.urls.game_url import MAX_PART_CHARS
from plyground.web.urls.game_url import parse as parse_game_url


class Piece(NamedTuple):
    """A choice of the palette."""

    mark: str
    name: Sentence | str


def setup_page(frame: PageLayout, game_text: str, query: Mapping[str, str]) -> Response:
    """Return the editor with the position of a query, or redirect to the game that begins in it.

    ``moves`` belong to the match whose position is shown first, ``marks`` and ``turn`` are the pieces on the board,
    ``text`` is a position in the game's notation. ``go`` asks to open the game: ``play``, or ``explore`` for the value
    of every move. Raise :class:`PlygroundError` for an unknown game or bad moves.
    """
    if any(len(part) > MAX_PART_CHARS for part in (game_text, *query.values())):
        raise SpecError(_("This position is too long: it has at most {count} characters.", count=MAX_PART_CHARS))
    _seats, match = parse_game_url(game_text, {"moves": query.get("moves", "")})
    usual = usual_game(match.game)
    if not usual.facts.observable:
        raise SpecError(_("{game} has hidden information, so that no position can be set up.", game=usual.title))
    notation = cell_notation(usual)
    marks, turn = query.get("marks", ""), query.get("turn", "")
    trouble: Sentence | None = None
    if "go" in query:
        try:
            begun = _begun(usual, notation, query)
        except PositionError as error:
            trouble = _listed(error)
        else:
            people = dict.fromkeys((side.lower() for side in begun.sides), "human")  # no bot moves while one explores
            explores = f"?{urlencode({**people, 'explore': 1})}" if query["go"] == "explore" else ""
            return RedirectResponse(f"/play/{quote(begun.name, safe=':=,')}{explores}", 303)
    view = BoardView(match)
    size = usual.picture.width * usual.picture.height
    shown = (
        marks
        if len(marks) == size and notation and set(marks) <= set(notation.characters)
        else usual.picture.marks(match.position)
    )
    return frame.render(
        "setup.html",
        400 if trouble else 200,
        title=_("Set up a position"),
        played=usual,
        name=quote(usual.name, safe=":=,"),
        state=_editable(usual, view.state("", 0, {}, playable=False, focus=False), shown) if notation else None,
        marks=shown,
        shape=shape_url(usual.picture) if notation else "",
        pieces=_pieces(usual, notation) if notation else [],
        counts="".join(notation.characters) if notation and _is_counted(notation) else "",
        joined=json.dumps(_joined(usual)),
        empty="." * size,
        start=usual.picture.marks(usual.start),
        turns=[(str(side), side_title(usual, side)) for side in sorted(notation.turns)] if notation else [],
        turn=turn or str(max(match.side, 0)),
        text=query.get("text") or match.position_text,
        trouble=trouble or "",
        modules=modules("setup.js"),
    )  # fmt: skip


def _begun(usual: Game, notation: MarkWriter | None, query: Mapping[str, str]) -> Game:
    """Return the game that begins in the position of a query. Raise :class:`PositionError`."""
    if notation is None or "marks" not in query:
        return game_from_text(usual, query.get("text", ""))
    turn = query.get("turn", "0")
    return game_from_cells(usual, query["marks"], int(turn) if turn.isascii() and turn.isdecimal() else -1)


def _listed(error: PositionError) -> Sentence:
    """Return the reasons why a position is refused, without the text of the position, which the board shows."""
    return _("This is not a position of the game: {reasons}.", reasons="; ".join(map(str, error.reasons)))


def _editable(game: Game, state: BoardState, marks: str) -> BoardState:
    """Return the state of a board without moves: the page's script handles the presses."""
    names, goals = dict(zip(game.sides, side_titles(game), strict=True)), game.picture.goals
    words = [
        word or (str(_("store of {side}", side=names[goals[cell]])) if goals else "")
        for cell, word in enumerate(state["words"])
    ]
    return {**state, "words": words, "marks": marks, "last": (), "line": [], "dice": [], "cube": []}


def _is_counted(notation: MarkWriter) -> bool:
    """Return True if the cells hold seeds: their marks are numbers."""
    return any(mark.isnumeric() for mark in notation.characters)


def _joined(game: Game) -> dict[int, int]:
    """Return, for each further cell of a store, the cell that shows the store's number."""
    if material(game.picture) != "pits":
        return {}
    width = game.picture.width
    return {width: 0, width - 1: 2 * width - 1}


def _pieces(game: Game, notation: MarkWriter) -> list[Piece]:
    """Return the palette: every piece, then the free cell; empty for cells that hold seeds."""
    if _is_counted(notation):
        return []
    names = side_titles(game)
    known = kinds(game.picture)
    order = list(dict.fromkeys(kind.name for kind in known.values()))  # the same order for each side
    found: list[tuple[int, int, Piece]] = []
    for mark in notation.characters:
        if mark in known:
            kind = known[mark]
            found.append(
                (
                    order.index(kind.name),
                    kind.side,
                    Piece(mark, _("{side}: {piece}", side=names[kind.side], piece=kind.name)),
                )
            )
        elif mark in game.sides:
            found.append((0, game.sides.index(mark), Piece(mark, names[game.sides.index(mark)])))
        elif mark != ".":
            found.append((len(order), 0, Piece(mark, _("stone") if mark == STONE else mark)))
    return [*(piece for _kind, _side, piece in sorted(found, key=lambda each: each[:2])), Piece(".", _("free"))]
