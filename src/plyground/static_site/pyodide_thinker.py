"""The thinker of the site: a Pyodide that does the jobs of the page, called by ``thinker_worker.js``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.static_site.pyodide_ffi import ffi
from plyground.static_site.site_games import load_site_games
from plyground.web.pages.game.device_thought import choose
from plyground.web.workers.browser_thinker import work as run

__all__ = ["choose", "work"]

load_site_games()


def work(letter: Any, tell: Any, is_stopped: Callable[[], bool]) -> Any:
    """Run a pickled job. Return its pickled answer."""

    def told(nodes: int, news: bytes | None) -> None:
        tell(nodes, None if news is None else ffi().to_js(news))

    return ffi().to_js(run(letter.to_bytes(), told, is_stopped))
