"""The worker on a node of a Ray cluster.

Ray carries the text of this module to the nodes. So nothing of plyground is imported before the node's plyground is
known to be the same.
"""

from __future__ import annotations

import hashlib
import pickle
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Version = tuple[str, str]
"""The version of plyground, and the digest of its source text. Both are empty if it is not installed."""


def installed_version() -> Version:
    """Return the version and the digest of the plyground that is installed here."""
    spec = find_spec("plyground")
    if spec is None or not spec.submodule_search_locations:
        return "", ""
    from plyground import __version__

    folder = Path(spec.submodule_search_locations[0])
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py"), key=lambda path: path.relative_to(folder).parts):
        digest.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes())
    return __version__, digest.hexdigest()[:12]


class NodeWorker:
    """A worker on a node, made from the pickled function that makes it."""

    def __init__(self) -> None:
        self._worker: Any = None

    def version(self) -> Version:
        """Return the version of plyground on this node."""
        return installed_version()

    def start(self, language: str, make: bytes, is_first: bool) -> Any:
        """Make the worker. Return None, or the sentence that says why it cannot be made. The first one of a node
        prepares the node.
        """
        from plyground.errors import PlygroundError
        from plyground.i18n import use

        use(language)
        try:
            self._worker = pickle.loads(make)()
            if is_first:
                self._worker.prepare()
        except PlygroundError as error:
            return error.sentence
        return None

    def work(self, job: Any) -> Any:
        """Do a job and return its result."""
        return self._worker.work(job)

    def reply(self, message: Any) -> Any:
        """Return the worker's reply to a message that comes while it works, in another thread."""
        return self._worker.reply(message)
