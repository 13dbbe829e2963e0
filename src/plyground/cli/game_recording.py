"""Games on the command line as files: recorded while they are played, and resumed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

from plyground.arena import match_file
from plyground.arena.game_text import FileGames, omits_comments, player_tags, read_games, write_game
from plyground.arena.match import Match
from plyground.arena.match_file import Saved
from plyground.core.files import read_bytes, write_text
from plyground.core.game import Game
from plyground.errors import FileError, PlygroundError, SpecError
from plyground.games.game_notations import game_notation, game_notations
from plyground.i18n import _
from plyground.presentation.default_players import players


class Recording:
    """A file that is updated after each change of a game. Each game has its own file, and no other file is
    overwritten.
    """

    def __init__(self, path: Path, players: tuple[str, ...], resumed: Path | None = None) -> None:
        """Set up the file. ``resumed`` is the file that the game comes from, which may be the same. Raise
        :class:`FileError` if another file is in its place.
        """
        self.path = path
        self._first = path
        self._players = players
        if path.exists() and not (resumed is not None and resumed.exists() and path.samefile(resumed)):
            raise FileError(
                path, _("this file already exists: continue its game with --replay, or save under another name.")
            )

    def keep(self, match: Match) -> None:
        """Write the current game atomically: readers see the old or the new file. Raise :class:`FileError`."""
        notation = _notation(match.game, self.path)
        if notation is None:
            write_text(self.path, match_file.write(match, self._players))
        else:
            write_text(self.path, write_game(match, notation, player_tags(match.game, self._players)))

    def omits_comments(self, match: Match) -> bool:
        """Return True if the notation of the file cannot hold the comments of the match."""
        name = _notation(match.game, self.path)
        return name is not None and omits_comments(match, game_notation(match.game, name))

    def begin_another(self) -> None:
        """Start a new file for another game: ``game-2.json`` after ``game.json``."""
        names = (self._first.with_stem(f"{self._first.stem}-{number}") for number in count(2))
        self.path = next(name for name in names if not name.exists())


def resume(
    path: Path, find: Callable[[str], Game], game: Game | None = None, number: int = 1
) -> tuple[Saved, FileGames]:
    """Read the game of a file: JSON, or a game by its ``number`` in a notation of ``game``.

    Return it with all games of the file, which are none for JSON. Raise :class:`FileError` if it cannot be used.
    """
    content = read_bytes(path)
    try:
        if content.lstrip().startswith(b"{") or path.suffix.lower() == ".json":
            return match_file.read(content, find), FileGames()
        if game is None:
            raise SpecError(_("Name the game before --replay: this file does not name it."))
        games = FileGames(read_games(game, content), number)
        return Saved(games.chosen().match, players(games.chosen().match.game)), games
    except PlygroundError as error:
        raise FileError(path, error.sentence) from None


def _notation(game: Game, path: Path) -> str | None:
    """Return the name of the game's notation with the file's extension; None for JSON."""
    return next((each.name for each in game_notations(game) if each.suffix == path.suffix.lower()), None)
