"""The services that all routes share: worker processes, the store, the access rules."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request

from plyground.store.lazy_store import LazyStore
from plyground.web.access import AccessPolicy, is_loopback, network_of, peer_of
from plyground.web.friend_keeper import FriendKeeper
from plyground.web.grading_keeper import GradingKeeper
from plyground.web.learning_keeper import LearningKeeper
from plyground.web.live_class import LiveClass
from plyground.web.own_game_keeper import OwnGameKeeper
from plyground.web.presence import Presence
from plyground.web.tournament_keeper import TournamentKeeper
from plyground.web.visitor_accounts import VisitorAccounts
from plyground.web.work_keeper import WorkKeeper
from plyground.web.workers.device_files import DeviceFiles
from plyground.web.workers.pool import VisitorWorkers, Workers


class Services(NamedTuple):
    """The services of one server."""

    bot_processes: Workers
    room_processes: Workers
    compiler_process: Workers  # compiles in advance, so that no visitor waits for a compiler
    store: LazyStore
    policy: AccessPolicy
    network_url: str  # address by which other computers in the network reach the server
    public_url: str  # the one address for all visitors; "" = none
    lessons: Path | None  # folder with a teacher's own lessons
    presence: Presence  # visitors of the last minutes
    accounts: VisitorAccounts
    tournaments: TournamentKeeper
    friends: FriendKeeper
    live: LiveClass
    grading: GradingKeeper
    learning: LearningKeeper
    own_games: OwnGameKeeper
    puzzles: tuple[str, ...] = ()  # files of puzzles besides the supplied ones
    device: DeviceFiles | None = None  # bots think on the visitors' devices if there are any
    can_embed: bool = False  # True if other sites can embed pages

    @classmethod
    def of(cls, request: Request) -> Services:
        """Return the services of the server that answers a request."""
        services: Services = request.app.state.services
        return services

    @property
    def url(self) -> str:
        """The address by which a class reaches the server, with a slash at its end."""
        return self.public_url or self.network_url

    def site(self, request: Request) -> str:
        """Return the address to put before a path in a link for other people, with a slash at its end.

        Without a public address it is the address that the visitor uses, unless that address works only on this
        computer.
        """
        if self.public_url:
            return self.public_url
        return self.network_url if is_loopback(request.url.hostname or "") else str(request.base_url)

    def bot_workers(self, request: Request) -> VisitorWorkers:
        """Return the visitor's share of the workers that think for bots."""
        return self._share(self.bot_processes, request)

    def room_workers(self, request: Request) -> VisitorWorkers:
        """Return the visitor's share of the workers that compute the content of rooms."""
        return self._share(self.room_processes, request)

    def compiler_workers(self, request: Request) -> VisitorWorkers:
        """Return the visitor's share of the worker that compiles searches in advance."""
        return self._share(self.compiler_process, request)

    def _share(self, workers: Workers, request: Request) -> VisitorWorkers:
        """Return a visitor's share of workers. A request that uses them gives its turn away, because it waits for them."""
        request.state.end_turn()
        visitor, network = request.state.visitor, network_of(peer_of(request))
        return workers.of(visitor, network, lambda: self.accounts.account(visitor, network))

    def keeper(self, request: Request) -> WorkKeeper:
        """Return the keeper (storage) of the visitor's work."""
        return WorkKeeper(self.store, request.state.visitor, is_new=request.state.is_new)
