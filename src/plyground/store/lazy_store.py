"""A store that is opened when it is first used, because importing SQLAlchemy would make the start of the page a seventh
longer.
"""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.core.user_folders import data_folder
from plyground.store.store_file import current_version, is_url, secret_of, version_of

if TYPE_CHECKING:
    from plyground.store.store import Store


def default_path() -> Path:
    """Return the path of the present user's store."""
    return data_folder() / "work.sqlite"


class LazyStore:
    """The path or URL of a store, and the store once it is open. Threads may share it."""

    def __init__(self, place: Path | str) -> None:
        """Check the file or database. Create or migrate it now if needed. Raise :class:`PlygroundError` if it is no
        store.
        """
        self._place = place
        self.is_shared = is_url(place)  # True if other servers share the store
        self._lock = threading.Lock()
        self._store: Store | None = None
        if self.is_shared or version_of(Path(place)) != current_version():
            self.open()

    @property
    def folder(self) -> Path:
        """The folder in which the file lies; for a database, the folder of the present user's store."""
        return default_path().parent if self.is_shared else Path(self._place).parent

    @property
    def time_ahead(self) -> timedelta:
        """The time by which the clock that all servers of the store share is ahead of this machine's."""
        return self.open().time_ahead if self.is_shared else timedelta()

    def open(self) -> Store:
        """Return the store. Open it first if needed."""
        from plyground.store.store import Store

        with self._lock:
            if self._store is None:
                self._store = Store(self._place)
            return self._store

    def secret(self) -> str:
        """Return a random text that stays the same as long as the file or database is there."""
        return self.open().secret() if self.is_shared else secret_of(Path(self._place))

    def close(self) -> None:
        """Close the file if it is open."""
        if self._store is not None:
            self._store.close()
