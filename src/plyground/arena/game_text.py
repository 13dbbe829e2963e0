"""Matches as text in the notations of their game: read and write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plyground.arena.match import LONGEST_COMMENT, Match
from plyground.core.checked_arguments import checked
from plyground.core.game import Game
from plyground.core.game_notation import GameNotation, WrittenGame
from plyground.errors import GameOver, NotationError, SpecError
from plyground.games.game_notations import game_notation, game_notations
from plyground.games.loading import game as game_named
from plyground.i18n import _


@checked
def read_games(game: Game | str, text: str, notation: str = "") -> list[Match]:
    """Return the games in ``text``, each at its last move.

    Without the name of a ``notation``, the notations of the game are tried in turn. Raise
    :class:`plyground.errors.NotationError` with the line and column of the first error; if several notations fail, the
    error of the notation that reads furthest.
    """
    game = game_named(game)
    notations = [game_notation(game, notation)] if notation else game_notations(game)
    faults = []
    for each in notations:
        try:
            return [_match(written) for written in each.read(text, game)]
        except NotationError as error:
            faults.append(error)
    raise max(faults, key=lambda error: (error.line, error.column))


def read_game(game: Game, text: str, notation: str = "") -> Match:
    """Return the first game in ``text``. Raise as :func:`read_games`, and :class:`SpecError` if there is none."""
    matches = read_games(game, text, notation)
    if not matches:
        raise SpecError(_("There is no game in this text."))
    return matches[0]


def _match(written: WrittenGame) -> Match:
    match = Match(written.game)
    for number, move in enumerate(written.moves, 1):
        try:
            match = match.play(move)
        except GameOver:  # drawn by repetition by our rules, but the file goes on
            break
        if comment := written.comments.get(number):
            match = match.commented(number, comment[:LONGEST_COMMENT])
    return match


@checked
def write_game(match: Match, notation: str = "", tags: Mapping[str, str] | None = None) -> str:
    """Return the moves played, in a notation of the game; without a name, in its usual one.

    ``tags`` add information under PGN's names, such as White. Raise :class:`SpecError` for an unknown notation.
    """
    chosen = game_notation(match.game, notation) if notation else game_notations(match.game)[0]
    return chosen.write(_written(match, tags or {}))


def omits_comments(match: Match, notation: GameNotation) -> bool:
    """Return True if the match has comments and its text in this notation is without them."""
    return not notation.holds_comments and any(match.comments[: match.ply])


def _written(match: Match, tags: Mapping[str, str]) -> WrittenGame:
    numbers = range(1, match.ply + 1)
    comments = {number: match.comment(number) for number in numbers if match.comment(number)}
    return WrittenGame(match.game, match.moves[: match.ply], tags, comments)


def player_tags(game: Game, players: Sequence[str]) -> dict[str, str]:
    """Return the tags that name the players in the order of the sides; if the first side is not White, Black begins."""
    colours = ("White", "Black") if game.sides[0].lower() in ("white", "w") else ("Black", "White")
    return dict(zip(colours, players, strict=False))
