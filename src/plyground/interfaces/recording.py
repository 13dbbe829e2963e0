"""Games on the command line as files: recorded while they are played, and taken up again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

from plyground.arena import match_file
from plyground.arena.match import Match
from plyground.arena.match_file import Saved
from plyground.errors import FileError, PlygroundError
from plyground.files import read_text, write_text
from plyground.game import Game
from plyground.language import _


class Recording:
    """Keeps a file at the state of a game; each game has a file of its own, and none but its own is overwritten."""

    def __init__(self, path: Path, players: tuple[str, ...], resumed: Path | None = None) -> None:
        """``resumed`` is the file that the game comes from, which may be the same; raises :class:`FileError` for any other that is there."""
        self.path = path
        self._first = path
        self._players = players
        if path.exists() and not (resumed is not None and resumed.exists() and path.samefile(resumed)):
            raise FileError(
                path, _("there is such a file: go on with its game by --replay, or record under another name.")
            )

    def keep(self, match: Match) -> None:
        """Write the game as it stands; whoever reads the file meanwhile sees it whole. Raises :class:`FileError`."""
        write_text(self.path, match_file.write(match, self._players))

    def begin_another(self) -> None:
        """Turn to a new file for another game: ``game-2.json`` after ``game.json``."""
        names = (self._first.with_stem(f"{self._first.stem}-{number}") for number in count(2))
        self.path = next(name for name in names if not name.exists())


def resume(path: Path, find: Callable[[str], Game]) -> Saved:
    """The game of a file; raises :class:`FileError`, which says what is wrong with it."""
    content = read_text(path).encode()
    try:
        return match_file.read(content, find)
    except PlygroundError as error:
        raise FileError(path, error.sentence) from None
