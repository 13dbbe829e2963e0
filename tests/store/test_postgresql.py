"""A store in PostgreSQL: several servers share it, and each fault has a sentence."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from postgresql_server import PostgresqlServer
from program import run
from refusals import refused
from samples import sample

from plyground.errors import PlygroundError, StoreError
from plyground.presentation.friend_game import FriendGame
from plyground.store import postgresql_database
from plyground.store.lazy_store import LazyStore
from plyground.store.records import now
from plyground.store.store import Store
from plyground.store.tokens import hashed
from plyground.web.friend_keeper import FriendKeeper, Viewer

ANA, BOB = hashed("ana"), hashed("bob")
SECRET = """
import sys
from plyground.store import postgresql_database
from plyground.store.lazy_store import LazyStore
from plyground.store.records import now
print("ready", flush=True)
sys.stdin.readline()
print(LazyStore(sys.argv[1]).secret())
"""


def test_work_of_one_server_is_found_by_another(postgresql: PostgresqlServer) -> None:
    url = postgresql.new_database()
    one, other = Store(url), Store(url)
    known = one.keep("ana", "play", "Dame", "/play/dame?moves=a1b2", None, ("ação",))
    assert other.kept("ana")[0].address == "/play/dame?moves=a1b2"
    assert other.keep("ana", "play", "Dame", "/play/dame?moves=a1b2-b2c3", known) == known
    assert one.kept("ana")[0].address.endswith("b2c3")
    one.keep_attempt("ana", "p1", "", solved=False)
    other.keep_attempt("ana", "p1", "", solved=True)
    [attempt] = one.attempts("ana")
    assert (attempt.first_try, attempt.solved) == (False, True)
    other.forget("ana")
    assert one.everything("ana")["pages"] == []


def test_a_game_between_servers_is_timed_by_one_clock(
    postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of one machine is an hour slow, which would take Ana an hour when the other server looks."""
    url, slow = postgresql.new_database(), timedelta(hours=1)
    one = FriendKeeper(LazyStore(url))
    opened = one.create("tictactoe", ANA, 0, "180+0")
    one.change(opened, lambda game: game.join(BOB, game.invitation))
    one.change(opened, lambda game: game.play(ANA, 4))
    monkeypatch.setattr(postgresql_database, "now", lambda: now() - slow)
    other = FriendKeeper(LazyStore(url), lambda: datetime.now(UTC) - slow)
    found = other.find(opened.key)
    assert found is not None
    other.change(found, lambda game: game.play(BOB, 0))
    seen = one.find(opened.key)
    assert seen is not None
    clock = one.now_in(seen).clock
    assert clock is not None
    assert (clock.mover, clock.fallen) == (0, None)


@pytest.mark.proof
def test_servers_that_start_at_once_have_one_secret(postgresql: PostgresqlServer) -> None:
    url = postgresql.new_database()
    programs = [
        subprocess.Popen([sys.executable, "-c", SECRET, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _number in range(4)
    ]
    for program in programs:
        assert program.stdout is not None and program.stdout.readline() == "ready\n"
    said = {program.communicate("go\n")[0] for program in programs}
    assert len(said) == 1
    assert len(said.pop().strip()) == 64


def play(game: FriendGame, choice: int) -> FriendGame:
    assert game.mover is not None
    return game.play(game.holders[game.mover], list(game.match.position.moves())[choice])


def test_two_servers_play_one_game_and_lose_no_move(postgresql: PostgresqlServer) -> None:
    """Each server has the game open. One that has not heard of the last move carries out its command on the new state."""
    url = postgresql.new_database()
    one, other = FriendKeeper(LazyStore(url)), FriendKeeper(LazyStore(url))
    told: list[str] = []
    here = one.enter(one.create("tictactoe", ANA, 0), Viewer(ANA, lambda: told.append("here")))
    there = other.find_invitation(here.game.invitation)
    assert there is not None
    there = other.enter(there, Viewer(BOB, lambda: told.append("there")))
    other.change(there, lambda game: game.join(BOB, game.invitation))
    one.change(here, lambda game: play(game, 0))  # the one has not seen that Bob joined
    assert here.game.holders == (ANA, BOB)
    told.clear()
    asyncio.run(other.refresh())
    assert there.game.match.words == here.game.match.words
    assert told == ["there"]
    asyncio.run(other.refresh())
    assert told == ["there"]
    stale = there.game
    other.change(there, lambda game: play(game, 1))
    with pytest.raises(PlygroundError):
        one.change(here, lambda game: game.play(BOB, list(game.match.position.moves())[2]))
    assert len(here.game.match.words) == 2 == len(stale.match.words) + 1


def test_a_game_that_another_server_deleted_is_told(postgresql: PostgresqlServer) -> None:
    url = postgresql.new_database()
    one = FriendKeeper(LazyStore(url))
    game = one.create("tictactoe", ANA, 0)
    Store(url).delete_friend_games(game.changed + timedelta(days=1))
    with refused(StoreError, "This game was deleted."):
        one.change(game, lambda state: state.join(BOB, state.invitation))


def test_a_row_that_another_program_locks_is_told(postgresql: PostgresqlServer) -> None:
    url = postgresql.new_database()
    store = Store(url)
    store.keep("ana", "play", "Dame", "/play/dame")
    with psycopg.connect(url) as other:
        other.execute("SELECT * FROM visitors FOR UPDATE")
        with pytest.raises(StoreError, match="another program is using it"):
            store.keep("ana", "play", "Dame", "/play/dame?moves=a1b2")
    assert store.keep("ana", "play", "Dame", "/play/dame?moves=a1b2") is not None


def test_tables_of_a_later_version_are_refused_without_the_password(postgresql: PostgresqlServer) -> None:
    url = postgresql.new_database().replace("tests@", "tests:geheim@")
    Store(url).close()
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '999'")
    with pytest.raises(StoreError, match="later version") as refused:
        LazyStore(url)
    assert "geheim" not in str(refused.value)
    assert "***" in str(refused.value)


@pytest.mark.parametrize(
    ("url", "said"),
    sample([
        ("postgresql://ana:geheim@127.0.0.1:1/work", "postgresql://ana:***@127.0.0.1:1/work: the system refused it"),
        ("mysql://ana:geheim@host/work", "Visitors' work can be kept in a file or in PostgreSQL, not at mysql://ana:***@host/work"),
        ("://", "“://” is not the URL of a database"),
    ], every=3, first=1),
)  # fmt: skip
def test_a_database_that_cannot_be_used_is_named_in_one_sentence(url: str, said: str) -> None:
    done = run("web", "--work", url, "--port", "0", "--no-browser")
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert "geheim" not in done.stderr


@pytest.mark.nightly
def test_a_program_without_the_driver_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "psycopg.py").write_text("raise ImportError")
    done = run("web", "--work", "postgresql://host/work", "--port", "0", "--no-browser", PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert (
        done.stderr.splitlines()[-1] == "PostgreSQL needs the package psycopg: run pip install 'plyground[postgresql]'."
    )
