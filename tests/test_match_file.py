"""Games as files: written, read again, and refused."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from page import Visit, expect, followed

from plyground.errors import PlygroundError
from plyground.interfaces.web import address
from plyground.interfaces.web.match_file import LARGEST, read, write


def saved(game: str, **query: str) -> str:
    return write(*address.parse(game, query))


def signed(record: dict[str, Any]) -> bytes:
    """The file of a record, with the checksum that docs/json.md tells of."""
    rest = {key: value for key, value in record.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return json.dumps({**rest, "checksum": hashlib.sha256(text.encode()).hexdigest()}).encode()


@pytest.mark.parametrize(
    ("game", "query"),
    [
        ("tictactoe", {"moves": "0-3-1-4-2", "x": "human", "o": "minimax"}),
        ("othello", {"moves": "f5-d6-c3"}),
        ("dame", {"moves": "a1a2-d4d3", "o": "human", "c": "engine:depth=3"}),
        ("pig", {"seed": "7"}),
    ],
)
def test_a_saved_game_is_the_same_when_it_is_read(game: str, query: dict[str, str]) -> None:
    seats, match = address.parse(game, query)
    text = write(seats, match)
    seats_read, match_read = read(text.encode())
    assert [seat.text for seat in seats_read] == [seat.text for seat in seats]
    assert (match_read.game.name, match_read.moves, match_read.seed) == (match.game.name, match.moves, match.seed)
    assert signed(json.loads(text)) == json.dumps(json.loads(text)).encode()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"kind": "chess"}, "holds no game"),
        ({"version": 2}, "another version"),
        ({"moves": [0]}, "“moves” is missing"),
        ({"seats": {"X": None}}, "“seats” is missing"),
        ({"seed": -1}, "A seed is"),
        ({"game": "/etc/passwd"}, "There is no game"),
        ({"seats": {"X": "dictionary:file=/etc/passwd"}}, "a file can be given on the command line only"),
        ({"moves": ["0", "0"]}, "Move 2"),
        ({"moves": ["0"] * 3000}, "too long"),
        ({"result": {"winner": "O", "utilities": []}}, "not that of its moves"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(changed: dict[str, Any], reason: str) -> None:
    record = json.loads(saved("tictactoe", moves="0-3-1-4-2"))
    with pytest.raises(PlygroundError, match=reason):
        read(signed({**record, **changed}))
    with pytest.raises(PlygroundError):
        read(json.dumps({**record, **changed}).encode())  # with the old checksum


@pytest.mark.parametrize("content", [b"", b"\xff", b"[" * 60_000, b"[]", b'{"kind": "plyground match", "version": 1}'])
def test_what_is_no_file_of_a_game(content: bytes) -> None:
    with pytest.raises(PlygroundError, match="file"):
        read(content)


@pytest.mark.browser
def test_a_game_goes_to_a_file_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-3-1-4-2")
    page.get_by_text("Save or open a game").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save this game").click()
    path = tmp_path / "game.json"
    download.value.save_as(path)
    assert json.loads(path.read_text())["result"] == {"winner": "X", "utilities": []}
    page.goto(page.url.split("?")[0])
    page.get_by_text("Save or open a game").click()
    page.get_by_label("A file that was saved here").set_input_files(path)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page).to_have_url(re.compile("moves=0-3-1-4-2$"))
    followed(page, "X wins")
    large = {"name": "game.json", "mimeType": "application/json", "buffer": b" " * LARGEST}
    answer = page.request.post(page.url.split("play/")[0] + "play/file", multipart={"file": large})
    assert (answer.status, "at most 65536 bytes" in answer.text().replace(",", "")) == (400, True)
