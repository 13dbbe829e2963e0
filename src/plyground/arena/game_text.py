"""Matches as text in the notations of their game: read and write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plyground.arena.match import LONGEST_COMMENT, Match
from plyground.core.checked_arguments import checked
from plyground.core.files import decoded
from plyground.core.game import Game
from plyground.core.game_notation import GameNotation, WrittenGame
from plyground.errors import GameOver, NotationError, SpecError
from plyground.games.game_notations import game_notation, game_notations
from plyground.games.loading import game as game_named
from plyground.i18n import Sentence, _, _n

USUAL_ENCODINGS = ("utf-8", "ascii")
"""Encodings that need no message."""
COMPRESSED = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd")
"""First bytes of files by gzip, zip, bzip2, xz, 7-Zip and Zstandard."""


class FileGame(NamedTuple):
    """A game of a file: the match at its last move, and what the file tells about it."""

    match: Match
    tags: Mapping[str, str]  # tags by PGN's names: White, Black, Result, Date, Event
    messages: tuple[Sentence, ...] = ()  # repairs and omissions, with their places
    is_cut: bool = False  # True if moves are missing after an error, which is the last message

    @property
    def players(self) -> tuple[str, ...]:
        """The name of each side's player; empty if the file names nobody."""
        sides = player_tags(self.match.game, ("first", "second"))
        places = {place: tag for tag, place in sides.items()}
        names = tuple(self.tags.get(places[place], "").strip("?. ") for place in ("first", "second"))
        return names if any(names) and len(self.match.game.sides) == 2 else ()

    @property
    def title(self) -> str:
        """The players, the result and the date, as far as they are known, such as "Anna – Ben, 1-0, 2020.01.02"."""
        tags = {name: text for name, text in self.tags.items() if text.strip("?. ") and text != "*"}
        first, second = player_tags(self.match.game, ("first", "second"))
        sides = " – ".join(tags.get(side, "?") for side in (first, second)) if {first, second} & set(tags) else ""
        return ", ".join(filter(None, [sides, tags.get("Event", "") * (not sides), *map(tags.get, ("Result", "Date"))]))


@checked
def read_games(game: Game | str, text: str | bytes, notation: str = "") -> list[FileGame]:
    """Return the games of a file or text, each at its last move.

    ``text`` may be the content of a file in any encoding. Without the name of a ``notation``, the notations of the game
    are tried in turn. A damaged game does not hide the others: see :attr:`FileGame.is_cut`. Raise
    :class:`plyground.errors.NotationError` with the line and column of the first error if no game of a text can be read
    to its end, or none of a file (bytes) to its first move. If several notations fail, it is the error of the one that
    reads furthest.
    """
    game = game_named(game)
    notes = list[Sentence]()
    is_file = isinstance(text, bytes)
    if isinstance(text, bytes):
        if text.startswith(COMPRESSED):
            raise NotationError(1, 1, _("this file is compressed: unpack it first"))
        text, encoding = decoded(text)
        if encoding not in USUAL_ENCODINGS:
            notes.append(_("The file is not in UTF-8: it is read as {encoding}.", encoding=encoding))
    notations = [game_notation(game, notation)] if notation else game_notations(game)
    faults: list[tuple[NotationError, GameNotation]] = []
    written: list[WrittenGame] = []
    for each in notations:
        try:
            written = each.read(text, game)
            break
        except NotationError as error:
            faults.append((error, each))
    else:
        furthest, nearest = max(faults, key=lambda fault: (fault[0].line, fault[0].column))
        written = list(nearest.stream(text.splitlines(keepends=True), game)) if is_file else []
        if not any(each.moves for each in written):
            raise furthest
    found = list(map(_file_game, written))
    if found and notes:
        found[0] = found[0]._replace(messages=(*notes, *found[0].messages))
    return found


class FileGames(NamedTuple):
    """The games of a file, of which one is chosen by its number from 1."""

    games: Sequence[FileGame] = ()
    number: int = 1

    def chosen(self) -> FileGame:
        """Return the chosen game. Raise :class:`SpecError` if it is missing."""
        if not self.games:
            raise SpecError(_("There is no game in this text."))
        if not 0 < self.number <= len(self.games):
            raise SpecError(_n("There is {count} game in this text, so there is no game {number}.", "There are {count} games in this text, so there is no game {number}.", len(self.games), number=self.number))  # fmt: skip
        return self.games[self.number - 1]

    def messages(self) -> list[Sentence]:
        """Return what was repaired in the chosen game and, if there are several games, which one it is."""
        if not self.games:
            return []
        found = list(self.chosen().messages)
        if len(self.games) > 1:
            found.append(_("Game {number} of {count}: {title}.", number=self.number, count=len(self.games), title=self.chosen().title or "?"))  # fmt: skip
        return found


def read_game(game: Game, text: str | bytes, notation: str = "", number: int = 1) -> FileGame:
    """Return a game of ``text`` by its number. Raise as :func:`read_games`, and :class:`SpecError` if it is missing."""
    return FileGames(read_games(game, text, notation), number).chosen()


def _file_game(written: WrittenGame) -> FileGame:
    match, messages = Match(written.game), [each.sentence for each in written.repairs]
    for number, move in enumerate(written.moves, 1):
        try:
            match = match.play(move)
        except GameOver:  # drawn by repetition by our rules, but the file goes on
            messages.append(_("By the rules here the game is over after move {number}; the later ones are left out.", number=number - 1))  # fmt: skip
            break
        if comment := written.comments.get(number):
            match = match.commented(number, comment[:LONGEST_COMMENT])
            if len(comment) > LONGEST_COMMENT:
                messages.append(_("The comment on move {number} is cut to {most} characters.", number=number, most=LONGEST_COMMENT))  # fmt: skip
    if written.fault:
        messages.append(_("The game is read up to {fault}", fault=written.fault))
    return FileGame(match, written.tags, tuple(messages), written.fault is not None)


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
