"""A store that is opened when something is first asked of it: SQLAlchemy takes a seventh of the time in which the page opens."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.store.form import form, present

if TYPE_CHECKING:
    from plyground.store.store import Store


def default_path() -> Path:
    """Where the store of this computer's user is."""
    from platformdirs import user_data_path

    return user_data_path("plyground", appauthor=False) / "work.sqlite"


class Shelf:
    """Where the store is. Threads may ask for it at once."""

    def __init__(self, path: Path) -> None:
        """Raises :class:`FileError` for what is no store; one that has to be made, or brought to the present form, is opened now."""
        self._path = path
        self._lock = threading.Lock()
        self._store: Store | None = None
        if form(path) != present():
            self.take()

    def take(self) -> Store:
        """The store."""
        from plyground.store.store import Store

        with self._lock:
            if self._store is None:
                self._store = Store(self._path)
            return self._store

    def close(self) -> None:
        """Let its file go."""
        if self._store is not None:
            self._store.close()
