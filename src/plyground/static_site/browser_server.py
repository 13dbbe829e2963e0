"""The server of the site: the whole application in Pyodide, called by ``server_worker.js``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

DATA = Path("/data")
"""The folder that the browser keeps. ``server_worker.js`` fills it before Python is asked."""

os.environ["XDG_DATA_HOME"] = os.environ["HOME"] = str(DATA)


async def begin(prefix: str, thinkers: Any) -> Any:
    """Start the application below ``prefix``. ``thinkers`` starts and stops the workers of JavaScript."""
    from plyground.static_site.browser_host import BrowserHost, CookieJar
    from plyground.static_site.pyodide_bridge import Bridge, ThinkersBridge
    from plyground.static_site.site_games import load_site_games
    from plyground.store.lazy_store import LazyStore, default_path
    from plyground.web.access import AccessPolicy, TeacherSessions
    from plyground.web.friend_keeper import FriendKeeper
    from plyground.web.grading_keeper import GradingKeeper
    from plyground.web.learning_keeper import LearningKeeper
    from plyground.web.live_class import LiveClass
    from plyground.web.own_game_keeper import OwnGameKeeper
    from plyground.web.presence import Presence
    from plyground.web.server.application import build
    from plyground.web.services import Services
    from plyground.web.tournament_keeper import Playing, TournamentKeeper
    from plyground.web.visitor_accounts import VisitorAccounts
    from plyground.web.workers.browser_workers import BrowserWorkers, CompiledBefore

    load_site_games()
    path = default_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    store = LazyStore(path)
    workers = ThinkersBridge(thinkers)
    arena = BrowserWorkers(workers)  # so that bots and hints need not wait for the end of a tournament

    def begin_tournament(name: str, path: Path) -> Playing:
        from plyground.static_site.thinker_tournament import ThinkerTournament  # no page needs it at the start

        return ThinkerTournament(name, path, arena)

    services = Services(
        bot_processes=BrowserWorkers(workers),
        room_processes=BrowserWorkers(workers),
        compiler_process=CompiledBefore(),
        store=store,
        policy=AccessPolicy("", store.secret(), TeacherSessions(lambda: store.open().teachers)),
        network_url="",
        public_url="",
        lessons=None,
        presence=Presence(),
        accounts=VisitorAccounts(),
        tournaments=TournamentKeeper(store.folder / "arena", start=begin_tournament),
        friends=FriendKeeper(store),
        live=LiveClass(),
        grading=GradingKeeper(),
        learning=LearningKeeper(),
        own_games=OwnGameKeeper(store.folder / "own_games"),
    )
    services.own_games.load()
    host = BrowserHost(build(services), prefix, CookieJar(DATA / "cookies.json"))
    await host.begin()
    return Bridge(host)
