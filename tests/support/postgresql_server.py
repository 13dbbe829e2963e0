"""A PostgreSQL server of the tests' own: in a new folder, reached by a socket there, and by nobody else."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

NO_POSTGRESQL = "PostgreSQL is not installed: apt install postgresql"
PATIENCE_S = 120


def program(name: str) -> str | None:
    """Return the path of a program of PostgreSQL, which Debian keeps off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(found[-1]) if found else None)


class PostgresqlServer:
    """A running server. It refuses to run as the administrator, so there it runs as nobody."""

    def __init__(self) -> None:
        initdb, server, isready = map(program, ("initdb", "postgres", "pg_isready"))
        assert initdb and server and isready, NO_POSTGRESQL
        self._folder = Path(tempfile.mkdtemp(prefix="plyground-pg-"))
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self._folder, self._user)
        data = str(self._folder / "data")
        self._run(initdb, "-D", data, "-U", "tests", "--auth=trust", "--no-sync", "-E", "UTF8")
        settings = [f"unix_socket_directories={self._folder}", "listen_addresses=", "fsync=off", "max_connections=60"]
        self._server = subprocess.Popen(
            [server, "-D", data, *(word for setting in settings for word in ("-c", setting))],
            user=self._user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self._folder,
        )  # fmt: skip
        self._databases = 0
        try:
            while subprocess.run([isready, "-q", "-h", str(self._folder)], check=False).returncode:
                assert self._server.poll() is None
        except BaseException:
            self.stop()
            raise

    def new_database(self) -> str:
        """Return the URL of a new, empty database."""
        import psycopg

        self._databases += 1
        name = f"work{self._databases}"
        with psycopg.connect(host=str(self._folder), user="tests", dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://tests@/{name}?host={self._folder}"

    def stop(self) -> None:
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait(PATIENCE_S)
        shutil.rmtree(self._folder)

    def _run(self, *command: str) -> None:
        subprocess.run(command, user=self._user, cwd=self._folder, check=True, capture_output=True, timeout=PATIENCE_S)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    if not program("initdb") and not os.environ.get("CI"):
        pytest.skip(NO_POSTGRESQL)
    server = PostgresqlServer()
    yield server
    server.stop()
