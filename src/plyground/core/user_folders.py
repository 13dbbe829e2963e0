"""The folders in which a user's data, settings, cache and logs are kept, also for a user without a home folder."""

from __future__ import annotations

import multiprocessing
import os
import stat
import tempfile
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path

from plyground.i18n import _


def cache_folder() -> Path:
    """Return the folder for what can be made again."""
    return _folder("cache")


def config_folder() -> Path:
    """Return the folder for settings."""
    return _folder("config", None)


def data_folder() -> Path:
    """Return the folder for data that must not be lost."""
    return _folder("data")


def log_folder() -> Path:
    """Return the folder for logs."""
    return _folder("log")


def _folder(kind: str, author: bool | None = False) -> Path:
    """Return the user's folder of a kind; a temporary one if there is no home folder."""
    import platformdirs  # imported here because many commands need no folder

    with suppress(RuntimeError):
        path: Path = getattr(platformdirs, f"user_{kind}_path")("plyground", appauthor=author)
        if path.is_absolute():  # some versions of platformdirs leave "~" in the path
            return path
    return _stand_in() / kind


@cache
def _stand_in() -> Path:
    """Return a temporary folder that belongs to this user alone, the same in each run if possible. Warn once."""
    folder = Path(tempfile.gettempdir()) / f"plyground-{os.getuid()}"
    with suppress(FileExistsError):
        folder.mkdir(mode=stat.S_IRWXU)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        folder = Path(tempfile.mkdtemp(prefix="plyground-"))  # another user could put files into the old folder
    if multiprocessing.parent_process() is None:
        warnings.warn(str(_("This user has no home folder, so files are kept in {path}. Set HOME to keep them elsewhere.", path=folder)), stacklevel=2)  # fmt: skip
    return folder
