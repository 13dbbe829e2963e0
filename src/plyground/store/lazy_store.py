"""A store that is opened when it is first used, because importing SQLAlchemy would delay the page by a seventh."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.store.store_file import current_version, secret_of, version_of

if TYPE_CHECKING:
    from plyground.store.store import Store


def default_path() -> Path:
    """Return the path of the present user's store."""
    from platformdirs import user_data_path

    return user_data_path("plyground", appauthor=False) / "work.sqlite"


class LazyStore:
    """The path of a store, and the store once it is open. Threads may share it."""

    def __init__(self, path: Path) -> None:
        """Check the file. Create or migrate it now if needed. Raise :class:`FileError` if it is no store."""
        self._path = path
        self._lock = threading.Lock()
        self._store: Store | None = None
        if version_of(path) != current_version():
            self.open()

    @property
    def folder(self) -> Path:
        """The folder in which the file lies."""
        return self._path.parent

    def open(self) -> Store:
        """Return the store. Open it first if needed."""
        from plyground.store.store import Store

        with self._lock:
            if self._store is None:
                self._store = Store(self._path)
            return self._store

    def secret(self) -> str:
        """Return a random text that stays the same as long as the file is there."""
        return secret_of(self._path)

    def close(self) -> None:
        """Close the file if it is open."""
        if self._store is not None:
            self._store.close()
