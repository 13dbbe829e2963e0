"""The connection to a Ray cluster, and a sentence for each way in which it can fail."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from plyground.errors import ClusterError
from plyground.i18n import _

CLUSTER = "ray"
"""Name of the cluster of this machine, as a place."""
CLIENT = "ray://"
"""The beginning of the address of a cluster that is reached over the network."""
ADDRESS_VARIABLE = "RAY_ADDRESS"
"""Name of the environment variable by which Ray names its cluster."""
CONNECT_TIMEOUT_S = 10.0
"""Seconds in which a cluster's address has to answer. Ray itself would wait for minutes."""
HEAD_TIMEOUT_S = 20.0
"""Seconds after which a head that does not answer is lost. Ray itself ends the whole program after 60."""
LOOK_TIMEOUT_S = 2.0
"""Seconds in which a head has to take a connection."""
CLIENT_TRIES = 3
"""Times that a cluster's gateway is asked: the process that it starts for each program sometimes hangs at its start."""
QUIET: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL}
MAX_REASON_CHARS = 200


class NoCluster(ClusterError):
    """There is no Ray here: it is not installed, or no cluster runs on this machine."""


class Connection:
    """A connection to a cluster. It is closed only if plyground opened it: the connection of a notebook stays open."""

    def __init__(self, ray: Any, address: str, is_ours: bool) -> None:
        self.ray = ray
        self.address = address
        self.is_ours = is_ours
        self.is_lost = False
        head = address if address.startswith(CLIENT) else ray.get_runtime_context().gcs_address
        self._head = _host_and_port(head)
        self._answered = time.monotonic()

    def head_answers(self) -> bool:
        """Return True if the head of the cluster takes connections. While it does not, calls of Ray may block.

        Raise :class:`ClusterError` if it has not answered for :data:`HEAD_TIMEOUT_S`.
        """
        try:
            socket.create_connection(self._head, LOOK_TIMEOUT_S).close()
        except OSError:
            if time.monotonic() - self._answered > HEAD_TIMEOUT_S:
                raise self._loss() from None
            return False
        self._answered = time.monotonic()
        return True

    @contextmanager
    def telling_loss(self) -> Iterator[None]:
        """Raise :class:`ClusterError` if the gateway of ``ray://`` ends while the body calls Ray."""
        try:
            yield
        except ConnectionError:
            raise self._loss() from None

    def _loss(self) -> ClusterError:
        self.is_lost = True
        return ClusterError(_("The head of the cluster at {address} has ended, or cannot be reached any more. What was finished is kept: start the cluster again, then go on as after any interruption.", address=self.address))  # fmt: skip

    def close(self) -> None:
        """Leave the cluster."""
        if self.is_ours and not self.is_lost:
            self.ray.shutdown()


def connect(place: str) -> Connection:
    """Return a connection to the cluster ``ray`` or ``ray://HOST:PORT``.

    ``ray`` is the cluster to which this program is connected already, else the one that ``RAY_ADDRESS`` names, else the
    one that runs on this machine. Raise :class:`NoCluster` and :class:`ClusterError`.
    """
    ray: Any = _library()
    if ray.is_initialized() and place == CLUSTER:
        return Connection(ray, place, is_ours=False)
    address = os.environ.get(ADDRESS_VARIABLE, "auto") if place == CLUSTER else place
    if address not in ("auto", "local"):
        _demand_answer(address)
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    for attempt in range(CLIENT_TRIES):
        try:
            ray.init(address=address, **({} if address.startswith(CLIENT) else QUIET))
            logging.getLogger("ray").setLevel(logging.CRITICAL)  # again: Ray has set its own
            break
        except ImportError:
            raise NoCluster(_missing()) from None
        except ConnectionError as error:
            if address == "auto":
                raise NoCluster(_("No Ray cluster runs on this machine: start one with “ray start --head”, or write ray://HOST:PORT.")) from None  # fmt: skip
            if not address.startswith(CLIENT) or attempt == CLIENT_TRIES - 1:
                raise ClusterError(_unusable(address, error)) from None
        except (RuntimeError, ValueError, OSError) as error:
            raise ClusterError(_unusable(address, error)) from None
    return Connection(ray, place if address == "auto" else address, is_ours=True)


def _library() -> ModuleType:
    os.environ.setdefault("RAY_TQDM_PATCH_PRINT", "0")  # Ray would replace Python's print for the whole process
    try:
        import ray
    except ImportError:
        raise NoCluster(_missing()) from None
    return ray


def _missing() -> Any:
    return _("Ray is not installed: run pip install 'plyground[cluster]'.")


def _demand_answer(address: str) -> None:
    """Raise :class:`ClusterError` if nothing answers at an address."""
    host, port = _host_and_port(address)
    if not host or not 0 <= port <= 65535:
        raise ClusterError(_("“{address}” is not the address of a cluster: write ray://HOST:PORT, as in ray://10.0.0.5:10001.", address=address))  # fmt: skip
    try:
        socket.create_connection((host, port), CONNECT_TIMEOUT_S).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ClusterError(_("No cluster answers at {address} ({reason}): start one with “ray start --head”, or correct the address.", address=address, reason=reason)) from None  # fmt: skip


def _host_and_port(address: str) -> tuple[str, int]:
    """Return the parts of HOST:PORT, with or without ray:// before it; the port is −1 if there is none."""
    host, _colon, port = address.removeprefix(CLIENT).rstrip("/").rpartition(":")
    return host.strip("[]"), int(port) if port.isdecimal() else -1


def _unusable(address: str, error: Exception) -> Any:
    """Return a sentence that says why Ray refuses a cluster, with its own reason: most often another version."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    reason = (lines[-1] if "Traceback" in str(error) else " ".join(lines))[:MAX_REASON_CHARS]
    return _("The cluster at {address} cannot be used: {reason}", address=address, reason=reason)
