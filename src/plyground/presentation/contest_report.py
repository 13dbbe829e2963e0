"""The report on one player of a tournament, for a student: all games, move by move, with the mistakes marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from plyground.bots.bot_process import BotFault, Fault
from plyground.core.game import Game
from plyground.errors import SpecError
from plyground.i18n import Number, Sentence, _, _n, language
from plyground.judge.judge import Judge
from plyground.judge.review import ReviewedMove
from plyground.presentation.boards.board_text import plain_lines
from plyground.presentation.text_judge import judge_of
from plyground.tournaments.game_play import PlayedMove
from plyground.tournaments.openings import Opening, from_position
from plyground.tournaments.standings import Standings, reviewed_moves
from plyground.tournaments.standings_page import STYLE
from plyground.tournaments.standings_text import main_table
from plyground.tournaments.tournament_record import Record, RecordedGame

REPORT_STYLE = """
pre { font-family: ui-monospace, monospace; line-height: 1.3; } details { margin: .2rem 0; } summary { cursor: pointer; }
.mistake { font-weight: 600; border-left: .3rem solid #c2410c; padding-left: .5rem; }
@media (prefers-color-scheme: dark) { .mistake { border-color: #fb923c; } }
"""


class ReportedMove(NamedTuple):
    """A move of a game as the report shows it."""

    number: int  # number of the move in the game, from 1
    word: str
    board: str  # text of the position before the move
    is_own: bool  # True if the player of the report made it
    review: ReviewedMove | None  # None in a game with hidden information


class ReportedGame(NamedTuple):
    """A game as the report shows it."""

    seats: tuple[str, ...]
    score: float  # score of the player
    moves: tuple[ReportedMove, ...]
    fault: Sentence | None = None  # reason why the player lost without the end of the game

    @property
    def mistakes(self) -> list[ReportedMove]:
        """The player's own moves that lost value."""
        return [move for move in self.moves if move.is_own and move.review and move.review.is_error]


def reported_games(record: Record, name: str, judge: Judge | None = None) -> Iterator[ReportedGame]:
    """Yield the games of a player in the order in which they were played. Raise :class:`SpecError` for a wrong name."""
    game, _settings = record.game_and_settings()
    names = [player.name for player in record.players]
    if name not in names:
        raise SpecError(_("There is no player “{name}” in this tournament; the players are: {names}.", name=name, names=", ".join(names)))  # fmt: skip
    if judge is None and game.facts.observable:
        judge = judge_of(game)
    ended = record.played_with_moves  # read before the openings, because more games may be planned meanwhile
    begins = {each.number: each.position for each in record.openings}
    for played, moves in ended:
        if name in played.seats:
            begun = from_position(game, Opening(position=begins[played.opening]))
            told = tuple(_moves(begun, played, name, moves, judge))
            yield ReportedGame(played.seats, played.scores[played.seats.index(name)], told, _fault(played, name))


def report_page(found: Standings, name: str, games: list[ReportedGame]) -> str:
    """Return the report as one HTML file that needs no other file."""
    title = str(_("{name} in the tournament: {game}", name=name, game=found.title))
    headings, rows = main_table(found)
    own = next((row for place, row in enumerate(rows) if found.table[place].player == name), ())
    facts = "".join(f"<tr><th>{escape(str(head))}</th><td>{escape(str(cell))}</td></tr>" for head, cell in zip(headings, own, strict=False))  # fmt: skip
    mistakes = sum(len(game.mistakes) for game in games)
    judged = sum(move.is_own and move.review is not None for game in games for move in game.moves)
    words = (
        _n("{count} mistake in {judged} moves.", "{count} mistakes in {judged} moves.", mistakes, judged=Number(judged))
        if judged
        else _("No move could be judged: {game} hides something from its players.", game=found.title)
        if any(move.is_own for game in games for move in game.moves)
        else _("{name} made no move.", name=name)
    )  # fmt: skip
    hint = _("Open a move to see the board before it.")
    parts = "\n".join(_game_part(number, game, name) for number, game in enumerate(games, start=1))
    return (
        f'<!DOCTYPE html>\n<html lang="{language().replace("_", "-")}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{REPORT_STYLE}</style>\n<h1>{escape(title)}</h1>\n"
        f"<table>{facts}</table>\n<p>{escape(str(words))}</p>\n"
        f"<p>{escape(str(hint))}</p>\n{parts}\n</html>\n"
    )


def file_name(name: str) -> str:
    """Return the name of the file of a player's report."""
    plain = re.sub(r"[^\w.-]+", "_", name).strip("._")
    return f"{plain or 'player'}.html"


def _game_part(number: int, game: ReportedGame, name: str) -> str:
    results: dict[float, Sentence] = {1.0: _("won"), 0.5: _("drawn"), 0.0: _("lost")}
    result = results.get(game.score, f"{game.score:g}")
    heading = _("Game {number}: {players}, {result}", number=number, players=" – ".join(game.seats), result=result)
    count = _n("{count} mistake of {name}", "{count} mistakes of {name}", len(game.mistakes), name=name)
    moves = "\n".join(_move_part(move) for move in game.moves)
    fault = "" if game.fault is None else f'<p class="mistake">{escape(str(game.fault))}</p>\n'
    return f"<h2>{escape(str(heading))}</h2>\n{fault}<p>{escape(str(count))}</p>\n{moves}"


def _fault(played: RecordedGame, name: str) -> Sentence | None:
    """Return the reason why the player lost without the end of the game, with the line of its file; None for none."""
    if played.culprit is None or played.seats[played.culprit] != name or played.reason not in list(Fault):
        return None
    fault = BotFault(Fault(played.reason), played.detail).sentence
    return _("{name} lost this game: {fault}.", name=name, fault=fault)


def _move_part(move: ReportedMove) -> str:
    cause = move.review.cause if move.review else None
    said = "" if cause is None else f"{cause.sentence} {cause.truth}"
    sign = move.review.mark if move.review else ""
    mark = ' class="mistake"' if sign and move.is_own else ""
    return (
        f"<details{mark}><summary>{move.number}. {escape(move.word)}{sign} {escape(said)}</summary>"
        f"<pre>{escape(move.board)}</pre></details>"
    )


def _moves(
    game: Game, played: RecordedGame, name: str, moves: list[PlayedMove], judge: Judge | None
) -> Iterator[ReportedMove]:
    reviews = [each for _seat, each in reviewed_moves(judge, game, moves)] if judge else [None] * len(moves)
    position = game.start
    for number, (move, review) in enumerate(zip(moves, reviews, strict=True), start=1):
        is_own = move.seat is not None and played.seats[move.seat] == name
        yield ReportedMove(number, move.word, "\n".join(plain_lines(game, position)), is_own, review)
        position = position.play(game.notation.parse_move(position, move.word))
