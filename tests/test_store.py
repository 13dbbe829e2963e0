"""The store keeps what it was given: across restarts, a kill, other visitors and earlier versions."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from plyground.errors import FileError
from plyground.store.kept import Answered
from plyground.store.schema import metadata
from plyground.store.shelf import Shelf
from plyground.store.store import LONGEST, MOST, Store

RIGHT = Answered("Ana", "best-move", 1, "/exercises?kind=best-move", "A", 1.0, "")
WRITER = """
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from plyground.store.store import Store
store, number = Store(Path(sys.argv[1])), None
for ply in range(10_000):
    number = store.keep("ana", "play", "Tic-tac-toe", f"/play/tictactoe?ply={ply}", number)
    print(ply, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "somewhere" / "work.sqlite"


def test_what_changes_is_one_page_and_what_is_opened_again_goes_on(path: Path) -> None:
    store = Store(path)
    first = store.keep("ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4")
    assert store.keep("ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4-0", first) == first
    assert store.keep("ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4-0") == first
    other = store.keep("ana", "play", "Dame", "/play/dame?moves=a1b2")
    assert store.keep("bob", "play", "Tic-tac-toe", "/play/tictactoe?moves=4-0", first) not in (first, other)
    store.close()
    assert [page.address for page in Store(path).kept("ana")] == ["/play/dame?moves=a1b2", "/play/tictactoe?moves=4-0"]


def test_answers_are_listed_by_exercise_and_of_one_visitor_or_all(path: Path) -> None:
    store = Store(path)
    store.answer("bob", RIGHT._replace(student="Bob", credit=0.5, misconceptions="strict-cut"))
    store.answer("ana", RIGHT)
    store.answer("ana", RIGHT)  # the same page once more
    assert [answer.student for answer in store.answered()] == ["Ana", "Bob"]
    assert [answer._replace(at=None) for answer in store.answered("ana")] == [RIGHT]
    assert store.answered("carla") == []


def test_everything_of_one_visitor_is_told_and_deleted(path: Path) -> None:
    store = Store(path)
    for token in ("ana", "bob"):
        store.keep(token, "trees", "A tree", "/trees?tree=[1,2]")
        store.answer(token, RIGHT)
    told = store.everything("ana")
    assert [page["address"] for page in told["pages"]] == ["/trees?tree=[1,2]"]
    assert [answer["credit"] for answer in told["answers"]] == [1.0]
    store.forget("ana")
    assert store.everything("ana") == {"version": 1, "pages": [], "answers": []}
    assert len(store.everything("bob")["pages"]) == 1
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT count(*) FROM answers").fetchone() == (1,)


def test_tokens_are_not_in_the_file(path: Path) -> None:
    store, token = Store(path), "0123456789abcdefghijkl"
    store.keep(token, "play", "Tic-tac-toe", "/play/tictactoe")
    store.close()
    assert all(token.encode() not in file.read_bytes() for file in path.parent.iterdir())


def test_a_visitor_cannot_fill_the_disk(path: Path) -> None:
    store = Store(path)
    store.keep("ana", "play", "Tic-tac-toe", "/" + "x" * LONGEST)
    store.answer("ana", RIGHT._replace(given="x" * (LONGEST + 1)))
    assert store.everything("ana") == {"version": 1, "pages": [], "answers": []}
    for number in range(MOST + 2):
        store.answer("ana", RIGHT._replace(number=number, address=f"{RIGHT.address}&number={number}"))
    numbers = [answer.number for answer in store.answered("ana")]
    assert numbers == list(range(2, MOST + 2))


def test_nothing_that_was_kept_is_lost_when_the_program_is_killed(path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _line in range(50)]
        os.kill(writer.pid, signal.SIGKILL)
        said += writer.stdout.readlines()
    told = [int(line) for line in said if line.endswith("\n")][-1]
    [page] = Store(path).kept("ana")
    assert int(page.address.partition("=")[2]) in (told, told + 1)


def test_comments_are_kept_with_their_page(path: Path) -> None:
    store, here = Store(path), "/play/tictactoe?moves=4-0"
    known = store.keep("ana", "play", "Tic-tac-toe", here, None, ("", "a corner"))
    assert store.comments("ana", "play", here) == ("", "a corner")
    assert store.comments("bob", "play", here) == store.comments("ana", "trees", here) == ()
    assert store.everything("ana")["pages"][0]["comments"] == ["", "a corner"]
    store.keep("ana", "play", "Tic-tac-toe", here, known)
    assert store.comments("ana", "play", here) == ()


def test_pages_from_before_there_were_comments_have_none(path: Path) -> None:
    store = Store(path)
    store.keep("ana", "play", "Tic-tac-toe", "/play/tictactoe?moves=4", None, ("a comment",))
    store.close()
    with sqlite3.connect(path) as file:
        file.execute("ALTER TABLE pages DROP COLUMN comments")
        file.execute("UPDATE alembic_version SET version_num = '002'")
    assert Store(path).kept("ana")[0].comments == []


def test_the_migrations_make_what_the_schema_says(path: Path) -> None:
    Store(path).close()
    with create_engine(f"sqlite:///{path}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(FileError, match="cannot be read as a store"):
        Store(path)
    assert path.read_bytes() == content


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
        for opens in (Store, Shelf):
            with pytest.raises(FileError, match="Permission denied"):
                opens(path)
    path.parent.chmod(0o700)


def test_a_page_goes_on_where_nothing_can_be_kept(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from plyground.interfaces.web.visitors import Keeper

    shelf = Shelf(path)
    with sqlite3.connect(path) as file:
        file.execute("DROP TABLE pages")
        file.execute("DROP TABLE answers")
    keeper = Keeper(shelf, "ana")
    keeper.page("play", "Tic-tac-toe", "/play/tictactoe?moves=4")
    keeper.answer(RIGHT)
    assert [record.getMessage() for record in caplog.records] == [
        "A page could not be kept.",
        "An answer could not be kept.",
    ]
