"""The first page: a board to play at once, the visitor's unfinished games, and a card for every game.

Visitors can filter the games by the kind of task. The classification is that of Russell & Norvig (AIMA 2.3) and of
Caraciolo (2009): the fields of :class:`plyground.core.game.Facts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from plyground.core.game import Facts, Game
from plyground.errors import PlygroundError
from plyground.frontend.bundle import modules
from plyground.games import game as game_named
from plyground.games.loading import cleared_with_games
from plyground.i18n import Sentence, _, language
from plyground.presentation.boards.board_state import BoardView
from plyground.solvers.card import highlights
from plyground.web.components.game_list import listed_games
from plyground.web.components.kept_games import unfinished_games
from plyground.web.components.move_list import position_html
from plyground.web.components.page_layout import render
from plyground.web.components.sample_matches import shown_match
from plyground.web.pages.home.playable_board import answer

MAX_UNFINISHED = 3
"""Most unfinished games that the page lists."""
SPOKEN_FIELDS = {"words", "moves", "picks", "returned", "labels", "label", "announce", "shortcuts"}
"""The fields of a board's state that its picture does not need."""
LINES: dict[str, Sentence] = {
    "tictactoe": _("Three in a row wins."),
    "mnk": _("Four in a row on a small board."),
    "connect_four": _("Drop discs. Four in a row wins."),
    "othello": _("Enclose discs and turn them over."),
    "dame": _("Bring every piece across the board."),
    "chess": _("Checkmate the king."),
    "english_draughts": _("Jump over men and crown your own."),
    "international_draughts": _("Draughts on a hundred squares, with flying kings."),
    "dodgem": _("Drive your cars past the other's."),
    "breakthrough": _("First to the far row wins."),
    "domineering": _("Place dominoes until none fits."),
    "hex": _("Join your two edges with a chain."),
    "kalah": _("Sow seeds and fill your store."),
    "pig": _("Roll again, or keep what you have?"),
    "three": _("Three players, three in a row."),
    "kuhn": _("Poker with three cards."),
    "nim": _("Take the last stone to win."),
    "subtraction": _("Take one, two or three. Do not run out."),
    "go": _("Surround territory."),
    "backgammon": _("Roll, run home and hit the blots."),
}
"""Short descriptions of games, by name. Other games show their rules."""
YES, NO = "yes", "no"

QUESTIONS: dict[str, Sentence] = {
    "players": _("Players"),
    "deterministic": _("Without chance"),
    "observable": _("No hidden information"),
    "zero_sum": _("Opposite aims"),
    "loops": _("Positions can repeat"),
}
"""The facts by which games can be filtered, and their names."""


class GameCard(NamedTuple):
    """The card of one game: a link to its board."""

    title: Sentence | str
    line: Sentence | str
    facts: list[Sentence]
    position: dict[str, Any]  # state from which the picture is drawn; empty if the game has no board
    text: Markup  # position as HTML if no board shows it
    picture_url: str  # URL of the picture for browsers without scripts
    url: str


class Question(NamedTuple):
    """A question of the filter."""

    name: str
    words: Sentence
    options: list[tuple[str, Sentence | str]]
    chosen: str


class Questions(NamedTuple):
    """The filter: a question for each fact in which games differ."""

    fields: list[Question]
    is_asked: bool  # True if a question is answered


def home_page(request: Request) -> Response:
    """Return the page with all games, or with those whose facts match the query."""
    by_name, faults = listed_games()
    games = sorted(by_name.values(), key=lambda game: not game.facts.observable)  # searches refuse hidden parts
    asked = {field: request.query_params[field] for field in QUESTIONS if request.query_params.get(field)}
    shown = [game for game in games if all(_fact(game.facts, field) == value for field, value in asked.items())]
    cards = []
    for game in shown:
        try:
            cards.append(_card(game))
        except PlygroundError as error:  # another person's rules may be wrong
            faults.append(error.sentence)
    return render(
        request,
        "home.html",
        title=_("Games"),
        games=cards,
        faults=faults,
        questions=_questions(games, asked),
        first=answer(),
        going=unfinished_games(request, MAX_UNFINISHED),
        modules=modules("home.js"),
    )


def _card(game: Game) -> GameCard:
    name = quote(game.name, safe=":=,")
    line = LINES.get(game.name.partition(":")[0], game.summary)
    position, text = _drawn(game.name, language())
    return GameCard(game.title, line, highlights(game), position, text, f"/picture/{name}.svg", f"/play/{name}")


@cleared_with_games
@lru_cache(maxsize=256)
def _drawn(name: str, spoken: str) -> tuple[dict[str, Any], Markup]:
    """Return the board's state for the picture of a game, and its text as HTML. The language ``spoken`` is a key of
    the cache because the text is translated.
    """
    match = shown_match(game_named(name))
    game = match.game
    if not game.picture.width:
        return {}, position_html(game, match.position)
    state: Mapping[str, Any] = BoardView(match).state("", 0, {}, playable=False, focus=False)
    return {field: state[field] for field in state.keys() - SPOKEN_FIELDS}, Markup()


def _questions(games: list[Game], asked: Mapping[str, str]) -> Questions:
    fields = []
    for field, words in QUESTIONS.items():
        answers = sorted({_fact(game.facts, field) for game in games}, reverse=True)
        if len(answers) < 2 and field not in asked:
            continue
        called = {YES: _("yes"), NO: _("no")}
        options: list[tuple[str, Sentence | str]] = [("", _("any"))]
        options += [(answer, called.get(answer, answer)) for answer in answers]
        fields.append(Question(field, words, options, asked.get(field, "")))
    return Questions(fields, bool(asked))


def _fact(facts: Facts, field: str) -> str:
    """Return a fact as a value of the filter."""
    value = getattr(facts, field)
    return str(value) if field == "players" else YES if value else NO
