"""The state of Python that browsers keep between visits: the program is imported, and no work of a visitor is read."""

from __future__ import annotations

import gc
from importlib import import_module, invalidate_caches
from typing import Any

IMPORTED = (
    "plyground.static_site.browser_server",
    "plyground.static_site.pyodide_bridge",
    "plyground.static_site.pyodide_thinker",
    "plyground.store.store",
    "plyground.web.workers.browser_workers",
)
"""Modules that the server or a thinker imports, besides the rooms."""


def prepare() -> None:
    """Import what the server and the thinkers use. Leave no file open: in a later start its number is another file's."""
    import anyio.to_thread

    anyio.to_thread.run_sync = _run_here  # type: ignore[assignment] # nothing is limited or abandoned here
    for name in IMPORTED:
        import_module(name)

    from plyground.web.components.game_list import listed_games
    from plyground.web.server.application import routers

    routers()
    listed_games()
    invalidate_caches()  # the search for packages holds the archive of the standard library open
    gc.collect()


async def _run_here(function: Any, *arguments: Any, **_options: Any) -> Any:
    """Run a function in this thread, because there is no other."""
    return function(*arguments)
