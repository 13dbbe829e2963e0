"""The report on one player of a tournament, for a student: all games, move by move, with the mistakes marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

from plyground.arena.match import Match
from plyground.bots.bot_process import BotFault, Fault
from plyground.bots.reasons import promise
from plyground.core.game import Game
from plyground.errors import SpecError
from plyground.i18n import Number, Sentence, _, _n, language
from plyground.presentation.board_text import plain_lines
from plyground.tournaments.exact_values import ExactValues
from plyground.tournaments.game_play import PlayedMove
from plyground.tournaments.openings import Opening, from_position
from plyground.tournaments.standings import Standings
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
    before: int | None  # result of best play before the move, for the player who made it; None: unknown
    after: int | None
    better: tuple[str, ...]  # moves that keep the value; empty if this move does

    @property
    def is_mistake(self) -> bool:
        """True if the move lost value."""
        return self.before is not None and self.after is not None and self.after < self.before


class ReportedGame(NamedTuple):
    """A game as the report shows it."""

    seats: tuple[str, ...]
    score: float  # score of the player
    moves: tuple[ReportedMove, ...]
    fault: Sentence | None = None  # reason why the player lost without the end of the game

    @property
    def mistakes(self) -> list[ReportedMove]:
        """The player's own moves that lost value."""
        return [move for move in self.moves if move.is_own and move.is_mistake]


def reported_games(record: Record, name: str, values: ExactValues | None = None) -> Iterator[ReportedGame]:
    """Yield the games of a player in the order in which they were played. Raise :class:`SpecError` for a wrong name."""
    game, _settings = record.game_and_settings()
    names = [player.name for player in record.players]
    if name not in names:
        raise SpecError(_("There is no player “{name}” in this tournament; the players are: {names}.", name=name, names=", ".join(names)))  # fmt: skip
    values = ExactValues(game) if values is None else values
    ended = record.played_with_moves  # read before the openings, because more games may be planned meanwhile
    begins = {each.number: each.position for each in record.openings}
    for played, moves in ended:
        if name in played.seats:
            begun = from_position(game, Opening(position=begins[played.opening]))
            told = tuple(_moves(begun, played, name, moves, values))
            yield ReportedGame(played.seats, played.scores[played.seats.index(name)], told, _fault(played, name))


def report_page(found: Standings, name: str, games: list[ReportedGame]) -> str:
    """Return the report as one HTML file that needs no other file."""
    title = str(_("{name} in the tournament: {game}", name=name, game=found.title))
    headings, rows = main_table(found)
    own = next((row for place, row in enumerate(rows) if found.table[place].player == name), ())
    facts = "".join(f"<tr><th>{escape(str(head))}</th><td>{escape(str(cell))}</td></tr>" for head, cell in zip(headings, own, strict=False))  # fmt: skip
    mistakes = sum(len(game.mistakes) for game in games)
    judged = sum(move.is_own and move.before is not None for game in games for move in game.moves)
    words = (
        _n("{count} mistake in {judged} moves that could be judged by exact values.", "{count} mistakes in {judged} moves that could be judged by exact values.", mistakes, judged=Number(judged))
        if judged
        else _("No move could be judged: {game} is not solved.", game=found.title)
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
    said: Sentence | str = ""
    if move.is_mistake:
        assert move.before is not None and move.after is not None
        said = _(
            "A mistake. Before: {before}. After: {after}. Better: {moves}.",
            before=promise(move.before, None), after=promise(move.after, None), moves=", ".join(move.better),
        )  # fmt: skip
    mark = ' class="mistake"' if move.is_mistake and move.is_own else ""
    return (
        f"<details{mark}><summary>{move.number}. {escape(move.word)} {escape(str(said))}</summary>"
        f"<pre>{escape(move.board)}</pre></details>"
    )


def _moves(
    game: Game, played: RecordedGame, name: str, moves: list[PlayedMove], values: ExactValues
) -> Iterator[ReportedMove]:
    match = Match(game)
    for number, move in enumerate(moves, start=1):
        before, side = match.position, match.side
        match = match.play(game.notation.parse_move(before, move.word))
        promised = kept = None
        if move.seat is not None:
            promised = values.result(before, number - 1)
            kept = _kept(values, match.position, number, side, match.side)
        better: tuple[str, ...] = ()
        if promised is not None and kept is not None and kept < promised:
            better = tuple(_keeping(game, before, number, side, promised, values))
        is_own = move.seat is not None and played.seats[move.seat] == name
        yield ReportedMove(number, move.word, "\n".join(plain_lines(game, before)), is_own, promised, kept, better)


def _keeping(game: Game, position: Any, ply: int, side: int, value: int, values: ExactValues) -> Iterator[str]:
    """Yield the moves, as people write them, after which best play still gives ``side`` this ``value``; ``ply`` is the
    move's number.
    """
    for move in position.moves():
        child = position.play(move)
        if _kept(values, child, ply, side, game.side(child)) == value:
            yield game.notation.format_move(position, move)


def _kept(values: ExactValues, position: Any, ply: int, side: int, turn: int) -> int | None:
    """Return the result of best play for ``side``, in a position after ``ply`` plies with ``turn`` to move."""
    found = values.result(position, ply)
    return found if found is None or turn == side else -found
