"""Keep the games that people write on the page: a file for each, and a draft for a text that is not played yet.

The games are those of the whole page. Only who may run programs on its machine adds them
(:func:`~plyground.web.components.classroom.teacher_only.has_own_host`).
"""

from __future__ import annotations

import keyword
from contextlib import suppress
from pathlib import Path

from plyground.core.files import read_text, write_text
from plyground.core.spec import canonical
from plyground.errors import PlygroundError, SpecError
from plyground.games import GAMES
from plyground.games.loading import Source, forget, game_of_text, restore, source_of_text
from plyground.i18n import Number, _
from plyground.searches.threadless import worker_pool

MAX_GAMES = 20
"""Most games of one page: each has a process of its own."""
MAX_GAME_CHARS = 60_000
MAX_NAME_CHARS = 30
LOADING_THREADS = 4
"""Games that are loaded at the same time when the page starts."""


class OwnGameKeeper:
    """The folder of these games: ``NAME.py`` is played, ``drafts/NAME.py`` is the last text if that is another one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def load(self) -> None:
        """Load all games that are played. A game that cannot be loaded raises its error when it is used."""
        files = sorted(self._folder.glob("*.py"))[:MAX_GAMES]
        with worker_pool(LOADING_THREADS) as pool:
            list(pool.map(_restore, files))

    def names(self) -> list[str]:
        """Return the names of all games, drafts included."""
        return sorted({path.stem for path in (*self._folder.glob("*.py"), *self._folder.glob("drafts/*.py"))})

    def is_played(self, name: str) -> bool:
        """Return True if a game of this name was checked and can be played."""
        return name in self.names() and self.path(name).is_file()

    def text(self, name: str) -> str:
        """Return the last text of a game. Raise :class:`SpecError` if there is none of this name."""
        if name not in self.names():
            raise SpecError(_("There is no game of your own with the name “{name}”.", name=name))
        return read_text(self._draft(name) if self._draft(name).is_file() else self.path(name))

    def path(self, name: str) -> Path:
        """Return the path of the file that is played."""
        return self._folder / f"{name}.py"

    def free_name(self) -> str:
        """Return a name for a new game."""
        taken, number, name = self.names(), 1, "my_game"
        while name in taken or name in GAMES:
            number += 1
            name = f"my_game_{number}"
        return name

    def keep(self, name: str, text: str) -> None:
        """Keep a text as the draft of a game. Raise :class:`SpecError` for a name or a text that cannot be kept."""
        self._demand_name(name)
        if len(text) > MAX_GAME_CHARS:
            raise SpecError(_("This text is too long: a game has at most {count} characters.", count=Number(MAX_GAME_CHARS)))  # fmt: skip
        if name not in self.names() and len(self.names()) >= MAX_GAMES:
            raise SpecError(_("There are {count} games of your own already: delete one first.", count=MAX_GAMES))
        self._draft(name).parent.mkdir(parents=True, exist_ok=True)
        write_text(self._draft(name), text)

    def put_in_play(self, name: str, text: str) -> None:
        """Load a text that was checked as the game of this name. Raise :class:`FileError` if it cannot be loaded."""
        game_of_text(self.path(name), text)
        self._folder.mkdir(parents=True, exist_ok=True)
        write_text(self.path(name), text)
        with suppress(FileNotFoundError):
            self._draft(name).unlink()

    def remove(self, name: str) -> None:
        """Delete a game and its draft."""
        if name in self.names():
            forget(self.path(name))
            for path in (self.path(name), self._draft(name)):
                path.unlink(missing_ok=True)

    def _draft(self, name: str) -> Path:
        return self._folder / "drafts" / f"{name}.py"

    def _demand_name(self, name: str) -> None:
        if not (name.isidentifier() and name.isascii() and len(name) <= MAX_NAME_CHARS) or keyword.iskeyword(name):
            raise SpecError(_("“{name}” cannot be the name of a game: use letters, digits and _, a letter first, such as my_game.", name=name))  # fmt: skip
        others = {canonical(known): known for known in self.names()}
        if others.get(canonical(name), name) != name or (name in GAMES and GAMES[name].origin != str(self.path(name))):
            raise SpecError(_("There is a game “{name}” already: choose another name.", name=name))


def _restore(path: Path) -> None:
    with suppress(PlygroundError):  # another program has damaged the file, which its editor shows
        source: Source = source_of_text(path, read_text(path))
        restore((source,))
