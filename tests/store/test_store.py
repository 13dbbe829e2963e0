"""The store keeps what it was given: across restarts, a kill, other visitors and earlier versions."""

from __future__ import annotations

import hashlib
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from program import PATIENCE
from sqlalchemy import event

from plyground.errors import FileError, SpecError, StoreError
from plyground.store.database import database_at
from plyground.store.lazy_store import LazyStore
from plyground.store.records import MAX_CHARS, KeptAnswer
from plyground.store.saved_work import read_work, write_work
from plyground.store.schema import metadata
from plyground.store.sqlite_database import migrate
from plyground.store.store import Store
from plyground.store.store_file import create_private

RIGHT = KeptAnswer("Ana", "best-move", 1, "/exercises?kind=best-move", "A", 1.0, "")
PAGE = {
    "room": "play", "title": "Tic-tac-toe", "address": "/play/tictactoe?moves=4", "changed": "2026-01-31T12:00:00Z",
    "comments": [],
}  # fmt: skip
WRITER = """
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from plyground.store.store import Store
store, number = Store(sys.argv[1]), None
for ply in range(10_000):
    number = store.keep("ana", "play", "Tic-tac-toe", f"/play/tictactoe?ply={ply}", number)
    print(ply, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "somewhere" / "work.sqlite"


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def place(request: pytest.FixtureRequest) -> Path | str:
    """A new file, and a new database of a real server."""
    if request.param == "SQLite":
        found: Path | str = request.getfixturevalue("path")
    else:
        found = request.getfixturevalue("postgresql").new_database()
    return found


def test_a_reopened_page_continues_its_entry(place: Path | str) -> None:
    store = Store(place)
    first = store.keep("ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4")
    assert store.keep("ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4-0", first) == first
    assert store.keep("ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4-0") == first
    loaded = store.keep(
        "ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4-0-8", earlier="/play/tictactoe?moves=4-0"
    )
    assert loaded == first
    other = store.keep("ana", "play", "Dame", "/play/dame?moves=a1b2", earlier="/play/dame")
    assert store.keep("bob", "play", "Tic-tac-toe", "/play/tictactoe?moves=4-0", first) not in (first, other)
    store.close()
    kept = [page.address for page in Store(place).kept("ana")]
    assert kept == ["/play/dame?moves=a1b2", "/play/tictactoe?moves=4-0-8"]


def test_answers_are_listed_by_exercise_and_of_one_visitor_or_all(place: Path | str) -> None:
    store = Store(place)
    store.answer("bob", RIGHT._replace(student="Bob", credit=0.5, misconceptions="strict-cut"))
    store.answer("ana", RIGHT)
    store.answer("ana", RIGHT)  # the same page once more
    assert [answer.student for answer in store.answered()] == ["Ana", "Bob"]
    assert [answer._replace(at=None) for answer in store.answered("ana")] == [RIGHT]
    assert store.answered("carla") == []


def test_everything_of_one_visitor_is_told_and_deleted(place: Path | str) -> None:
    store = Store(place)
    for token in ("ana", "bob"):
        store.keep(token, "trees", "A tree", "/trees?tree=[1,2]")
        store.answer(token, RIGHT)
    told = store.everything("ana")
    assert [page["address"] for page in told["pages"]] == ["/trees?tree=[1,2]"]
    assert [answer["credit"] for answer in told["answers"]] == [1.0]
    store.forget("ana")
    assert store.everything("ana") == {"version": 1, "pages": [], "answers": [], "puzzles": [], "friend_games": []}
    assert len(store.everything("bob")["pages"]) == 1
    assert len(store.answered()) == 1


def test_tokens_are_not_in_the_file(path: Path) -> None:
    store, token = Store(path), "0123456789abcdefghijkl"
    store.keep(token, "play", "Tic-tac-toe", "/play/tictactoe")
    store.close()
    assert all(token.encode() not in file.read_bytes() for file in path.parent.iterdir())


def test_a_visitor_cannot_fill_the_disk(place: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 30
    monkeypatch.setattr("plyground.store.store.MAX_ROWS", most)
    store = Store(place)
    store.keep("ana", "play", "Tic-tac-toe", "/" + "x" * MAX_CHARS)
    store.answer("ana", RIGHT._replace(given="x" * (MAX_CHARS + 1)))
    assert store.everything("ana") == {"version": 1, "pages": [], "answers": [], "puzzles": [], "friend_games": []}
    for number in range(most + 2):
        store.answer("ana", RIGHT._replace(number=number, address=f"{RIGHT.address}&number={number}"))
    numbers = [answer.number for answer in store.answered("ana")]
    assert numbers == list(range(2, most + 2))


@pytest.mark.proof
def test_nothing_that_was_kept_is_lost_when_the_program_is_killed(place: Path | str) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(place)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _line in range(50)]
        os.kill(writer.pid, signal.SIGKILL)
        said += writer.stdout.readlines()
    told = [int(line) for line in said if line.endswith("\n")][-1]
    [page] = Store(place).kept("ana")
    assert int(page.address.partition("=")[2]) in (told, told + 1)


def test_comments_are_kept_with_their_page(place: Path | str) -> None:
    store, here = Store(place), "/play/tictactoe?moves=4-0"
    known = store.keep("ana", "play", "Tic-tac-toe", here, None, ("", "a corner"))
    assert store.comments("ana", "play", here) == ("", "a corner")
    assert store.comments("bob", "play", here) == store.comments("ana", "trees", here) == ()
    assert store.everything("ana")["pages"][0]["comments"] == ["", "a corner"]
    store.keep("ana", "play", "Tic-tac-toe", here, known)
    assert store.comments("ana", "play", here) == ()


def test_pages_from_before_there_were_comments_have_none(path: Path) -> None:
    create_private(path)
    migrate(path, "002")
    insert_page(path)
    assert Store(path).kept("ana")[0].comments == []


def test_an_agreed_draw_from_before_it_had_a_column_is_one(path: Path) -> None:
    create_private(path)
    migrate(path, "007")
    with sqlite3.connect(path) as file:
        for key, resigned in (("drawn", -1), ("won", 1), ("open", None)):
            file.execute(
                "INSERT INTO friend_games (key, watch_key, invitation, game, moves, seed, proposal, resigned, round, changed)"
                " VALUES (?, ?, ?, 'tictactoe', '', 1, '', ?, 1, '2026-01-01 00:00:00')",
                (key, key, key, resigned),
            )
    store = Store(path)
    kept = {key: store.friend_game("key", key) for key in ("drawn", "won", "open")}
    assert {key: game and (game.resigned, game.is_drawn) for key, game in kept.items()} == {
        "drawn": (None, True),
        "won": (1, False),
        "open": (None, False),
    }


def insert_page(path: Path) -> None:
    """Put a page of a visitor into a file that has no comments yet."""
    with sqlite3.connect(path) as file:
        file.execute("INSERT INTO visitors VALUES (1, ?, '2026-01-01 00:00:00')", (hashlib.sha256(b"ana").hexdigest(),))
        file.execute(
            "INSERT INTO pages (visitor, room, title, address, changed) VALUES (1, 'play', 'Dame', '/play/dame', '2026-01-01 00:00:00')"
        )


@pytest.mark.parametrize("is_migrated", [True, False])
def test_the_migrations_make_what_the_schema_says(place: Path | str, *, is_migrated: bool) -> None:
    """A new file gets its tables from the schema."""
    if is_migrated and isinstance(place, Path):
        create_private(place)
        migrate(place, "001")
    Store(place).close()
    with database_at(place).engines()[0].connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(FileError, match="is not a plyground data file"):
        Store(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("changed", "7"),
        ("changed", "x'32ff'"),
        ("changed", "'yesterday'"),
        ("comments", "x'32ff'"),
        ("comments", "'['"),
    ],
)
def test_a_damaged_row_is_an_error_of_the_store(path: Path, column: str, value: str) -> None:
    """SQLite keeps a number or bytes in a column of texts, as a damaged file may have them."""
    store = Store(path)
    store.keep("ana", "play", "Nim", "/play/nim?moves=1")
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"UPDATE pages SET {column} = {value}")
    with pytest.raises(StoreError):
        store.kept("ana")
    store.close()


def test_a_file_of_a_later_version_is_refused(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE alembic_version SET version_num = '999'")
    with pytest.raises(FileError, match="later version"):
        Store(path)


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be made"):
        Store(tmp_path / "file" / "work.sqlite")


@contextmanager
def nobody() -> Iterator[None]:
    """Meanwhile this process is no administrator, to whom nothing is closed."""
    who = os.geteuid()
    if who == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(who)


@pytest.mark.skipif(os.name == "nt", reason="folders are closed otherwise there")
def test_a_folder_that_is_closed_is_said(path: Path, tmp_path: Path) -> None:
    Store(tmp_path / "open.sqlite").close()  # all is imported that nobody else may be allowed to read
    path.parent.mkdir(mode=0)
    with nobody():
        for opens in (Store, LazyStore):
            with pytest.raises(FileError, match="Permission denied"):
                opens(path)
    path.parent.chmod(0o700)


def test_only_the_owner_can_read_the_file(path: Path) -> None:
    store = Store(path)
    store.keep("ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4")
    assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}


def test_the_secret_stays_with_the_file(tmp_path: Path) -> None:
    one, other = (LazyStore(tmp_path / name) for name in ("one.sqlite", "other.sqlite"))
    secret = one.secret()
    one.close()
    assert LazyStore(tmp_path / "one.sqlite").secret() == secret != other.secret()
    assert len(secret) == 64


OPENER = """
import os, signal, sys
from pathlib import Path
from typing import Any
from sqlalchemy import Engine, event
from plyground.store.store import Store
for line in sys.stdin:
    statement, path = line.rstrip("\\n").split(" ", 1)
    left = int(statement)
    process = os.fork()
    if process == 0:
        def count(*_arguments):
            global left
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
        event.listen(Engine, "before_cursor_execute", count)
        event.listen(Engine, "commit", count)
        Store(Path(path))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""
KEEPER = """
import sys
from plyground.store.store import Store
print("ready", flush=True)
sys.stdin.readline()
Store(sys.argv[1]).keep("ana", "play", "Dame", f"/play/dame?moves={sys.argv[2]}")
"""


@contextmanager
def openers() -> Iterator[Callable[[int, Path], bool]]:
    """Yield a function that opens a store in a process that is killed before this statement or its commit.

    The function returns False if the process ended before that. The processes are forked by a program of one thread:
    a fork of a process with several threads may never end.
    """
    with subprocess.Popen(
        [sys.executable, "-c", OPENER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:

        def killed_before(statement: int, path: Path) -> bool:
            assert program.stdin is not None and program.stdout is not None
            print(statement, path, file=program.stdin, flush=True)
            code = int(program.stdout.readline())
            assert code in (0, -signal.SIGKILL)
            return code != 0

        yield killed_before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a forked process to kill")
@pytest.mark.nightly
@pytest.mark.parametrize(
    "version", ["003", "", *(pytest.param(old, marks=pytest.mark.nightly) for old in ("001", "002"))]
)
def test_a_kill_before_any_statement_of_a_migration_loses_nothing(path: Path, version: str) -> None:
    create_private(path)
    if version:
        migrate(path, version)
        insert_page(path)
    before, statement = path.read_bytes(), 0
    with openers() as killed_before:
        while killed_before(statement, path):
            with closing(sqlite3.connect(path)) as file:
                assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            store = Store(path)
            assert [page.address for page in store.kept("ana")] == ["/play/dame"] * bool(version)
            assert store.keep("bob", "play", "Dame", "/play/dame") is not None
            store.close()
            for left in path.parent.iterdir():
                left.unlink()
            path.write_bytes(before)
            statement += 1
    assert statement > 4


@pytest.mark.proof
def test_programs_that_start_at_once_share_a_new_store(place: Path | str) -> None:
    """Each also keeps the first page of the same new visitor, and none is lost."""
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", KEEPER, str(place), str(number)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for number in range(3)
    ]  # fmt: skip
    for program in programs:
        assert program.stdout is not None and program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("go\n")
        program.stdin.flush()
    for program in programs:
        program.communicate(timeout=PATIENCE)
    assert [program.returncode for program in programs] == [0] * len(programs)
    assert len(Store(place).kept("ana")) == len(programs)


def test_a_full_disk_is_told_and_nothing_is_kept_by_halves(path: Path) -> None:
    store = Store(path)
    pages = sqlite3.connect(path).execute("PRAGMA page_count").fetchone()[0]
    event.listen(store._writer, "connect", lambda file, _record: file.execute(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(StoreError, match="Your work cannot be kept now: the disk is full"):
        for number in range(1000):
            store.answer("ana", RIGHT._replace(given="x" * MAX_CHARS, number=number, address=f"/{number}"))
    told = len(store.answered("ana"))
    assert told == number
    store._writer.dispose()
    event.listen(store._writer, "connect", lambda file, _record: file.execute("PRAGMA max_page_count = 100000"))
    store.answer("ana", RIGHT)  # there is room again
    assert len(store.answered("ana")) == told + 1


def test_a_locked_file_is_told(path: Path) -> None:
    store = Store(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program is using it"):
            store.answer("ana", RIGHT)
        other.execute("ROLLBACK")
    store.answer("ana", RIGHT)
    assert len(store.answered("ana")) == 1


def test_saved_work_is_read_back(place: Path | str) -> None:
    store = Store(place)
    store.keep("ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4-0", comments=("centre", ""))
    store.keep("ana", "trees", "A tree", "/trees?tree=[1,2]")
    store.answer("ana", RIGHT)
    store.keep_attempt("ana", "mate-1", "", solved=True)
    saved = store.everything("ana")
    work = read_work(write_work(saved).encode())
    assert store.add("bob", work) == 4
    assert store.everything("bob") == saved
    assert store.add("bob", work) == store.add("ana", work) == 0
    assert store.everything("ana") == saved


def test_games_with_friends_are_read_back_as_games() -> None:
    saved: dict[str, Any] = {"version": 1, "pages": [], "answers": [], "puzzles": []}
    work = read_work(write_work(saved | {"friend_games": [{"game": "tictactoe", "moves": "4-0"}]}).encode())
    assert [page.address for page in work.pages] == ["/play/tictactoe?moves=4-0"]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"pages": [{"room": "play"}]}, "pages, 1, title"),
        ({"pages": [PAGE | {"changed": "yesterday"}]}, "pages, 1, changed"),
        ({"pages": [PAGE, PAGE | {"address": "javascript:alert()"}]}, "pages, 2, address"),
        ({"pages": [PAGE | {"room": "mine"}]}, "pages, 1, address"),
        ({"pages": [PAGE | {"comments": [1]}]}, "pages, 1, comments"),
        ({"pages": [PAGE | {"title": "x" * (MAX_CHARS + 1)}]}, "pages, 1, title"),
        ({"answers": ["A"]}, "answers, 1, student"),
        ({"answers": [RIGHT._asdict() | {"at": None}]}, "answers, 1, at"),
        ({"puzzles": [{"puzzle": "mate-1", "day": "", "first_try": 1, "solved": True}]}, "puzzles, 1, first_try"),
    ],
)
def test_wrong_values_of_saved_work_are_named(change: dict[str, Any], place: str) -> None:
    saved = {"version": 1, "pages": [], "answers": [], "puzzles": [], "friend_games": []} | change
    with pytest.raises(SpecError, match=f"The file of saved work has a wrong value: {place}\\."):
        read_work(write_work(saved).encode())


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b'{"version": 2}', b"[" * 100_000, b'{"version": 1, "pages": 3}']
)
def test_other_files_are_no_saved_work(content: bytes) -> None:
    with pytest.raises(SpecError, match="This is no file of saved work"):
        read_work(content)
