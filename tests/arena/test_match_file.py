"""Games as files: written, read again, and refused."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from refusals import refused
from web_page import Visit, expect, followed, more

from plyground.arena.match_file import MAX_FILE_BYTES, read, write
from plyground.errors import PlygroundError, SpecError
from plyground.web.urls import game_url as address


def saved(game: str, **query: str) -> str:
    seats, match = address.parse(game, query)
    return write(match, tuple(seat.text for seat in seats))


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
    if match.moves:
        match = match.commented(1, "Why not?")
    players = tuple(seat.text for seat in seats)
    text = write(match, players)
    back = read(text.encode())
    assert back.players == players
    assert (back.match.game.name, back.match.moves, back.match.seed) == (match.game.name, match.moves, match.seed)
    assert back.match.comments == match.comments
    assert signed(json.loads(text)) == json.dumps(json.loads(text)).encode()


def test_a_file_of_the_first_version_is_still_read() -> None:
    record = json.loads(saved("tictactoe", moves="0-3-1-4-2"))
    del record["comments"]
    assert read(signed({**record, "version": 1})).match.words == ("0", "3", "1", "4", "2")


def test_comments_of_undone_moves_stay_at_home() -> None:
    seats, match = address.parse("tictactoe", {"moves": "4-0-8"})
    match = match.commented(1, "the centre").commented(3, "and the corner").undo()
    record = json.loads(write(match, tuple(seat.text for seat in seats)))
    assert (record["moves"], record["comments"]) == (["4", "0"], {"1": "the centre"})


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"kind": "chess"}, "does not hold a game"),
        ({"version": 3}, "version of the file is not supported"),
        ({"version": True}, "version of the file is not supported"),
        ({"comments": {"6": "there is no such move"}}, "no move 6"),
        ({"comments": {"1": "x" * 281}}, "at most 280 characters, not 281"),
        ({"comments": {"-1": "x"}}, "“comments” is missing"),
        ({"comments": {"1": 1}}, "“comments” is missing"),
        ({"moves": [0]}, "“moves” is missing"),
        ({"seats": {"X": None}}, "“seats” is missing"),
        ({"seed": -1}, "A seed is"),
        ({"game": "/etc/passwd"}, "There is no game"),
        ({"seats": {"X": "human"}}, "“seats” is missing"),
        ({"moves": ["0", "0"]}, "Move 2"),
        ({"moves": ["0"] * 30_000}, "at most 65536 bytes"),
        ({"result": {"winner": "O", "utilities": []}}, "does not follow from its moves"),
    ],
)
def test_damaged_files_are_refused_with_a_reason(changed: dict[str, Any], reason: str) -> None:
    record = json.loads(saved("tictactoe", moves="0-3-1-4-2"))
    with pytest.raises(PlygroundError, match=reason):
        read(signed({**record, **changed}))
    with pytest.raises(PlygroundError):
        read(json.dumps({**record, **changed}).encode())  # with the old checksum


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The file is not JSON: choose one that was saved here."),
        (b"\xff", "The file is not JSON: choose one that was saved here."),
        (b"[" * 60_000, "The file is not JSON: choose one that was saved here."),
        (b"[]", "The file does not hold a game: its “kind” must be “{kind}”."),
        (b'{"kind": "plyground match", "version": 1}', "“{key}” is missing in the file or has the wrong type."),
    ],
)
def test_other_files_are_refused(content: bytes, message: str) -> None:
    with refused(SpecError, message):
        read(content)


def test_half_a_character_is_no_text() -> None:
    """It could not be sent back in the sentence that says what is wrong."""
    with pytest.raises(PlygroundError, match="not JSON"):
        read(signed({**json.loads(saved("tictactoe", moves="0")), "game": "\ud800"}))


@pytest.mark.proof
@pytest.mark.browser
def test_a_game_goes_to_a_file_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    page = visit("play/tictactoe?x=human&o=human&moves=0-3-1-4-2")
    page.locator(".ply").nth(3).click()
    page.get_by_label("Comment on move 3, X 1").fill("two in a row <b>")
    expect(page.locator(".ply").nth(3).locator(".comment")).to_have_text("two in a row <b>")
    more(page, "Save or open a game")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save this game").click()
    path = tmp_path / "game.json"
    download.value.save_as(path)
    record = json.loads(path.read_text())
    assert record["result"] == {"winner": "X", "utilities": []}
    assert record["comments"] == {"3": "two in a row <b>"}
    page.reload()  # it is kept
    expect(page.locator(".ply").nth(3).locator(".comment")).to_have_text("two in a row <b>")
    page.context.clear_cookies()  # another visitor
    page.goto(page.url.split("?")[0])
    more(page, "Save or open a game")
    page.get_by_label("A file that was saved here").set_input_files(path)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page).to_have_url(re.compile("moves=0-3-1-4-2$"))
    followed(page, "X wins")
    expect(page.locator(".ply").nth(3).locator(".comment")).to_have_text("two in a row <b>")
    reading = signed(record | {"seats": {"X": "dictionary:file=/etc/passwd", "O": "human"}})
    ours = {"Origin": page.url.split("/play")[0]}
    hostile = {"name": "game.json", "mimeType": "application/json", "buffer": reading}
    answer = page.request.post(page.url.split("play/")[0] + "play/file", multipart={"file": hostile}, headers=ours)
    assert (answer.status, "a file can be given on the command line only" in answer.text()) == (400, True)
    large = {"name": "game.json", "mimeType": "application/json", "buffer": b" " * MAX_FILE_BYTES}
    answer = page.request.post(page.url.split("play/")[0] + "play/file", multipart={"file": large}, headers=ours)
    assert (answer.status, "at most 65536 bytes" in answer.text().replace(",", "")) == (400, True)


@pytest.mark.proof
@pytest.mark.browser
def test_moves_are_copied_and_pasted(visit: Visit, tmp_path: Path) -> None:
    page = visit("play/othello?x=human&o=human&moves=f5-d6-c3", permissions=["clipboard-read", "clipboard-write"])
    more(page, "Save or open a game")
    page.get_by_role("button", name="Copy moves").click()
    expect(page.get_by_text("The moves are copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "f5d6c3"
    box = page.get_by_role("textbox", name="A game in its notation")
    paste = page.get_by_role("button", name="Paste moves")
    box.fill("1. f5 d6 2. a1")
    paste.click()
    expect(page.get_by_text("line 1, column 13: A stone on a1 would enclose nothing.")).to_be_visible()
    box.fill("a" * 9_000)
    paste.click()
    expect(page.get_by_text("line 1, column 1: “aaaaaaaaaaaaaaaaaaaa…” is too long for a move.")).to_be_visible()
    box.fill("f5d6c3d3c4")
    paste.click()
    expect(page.get_by_text("5 moves are on the board.")).to_be_visible()
    expect(page).to_have_url(re.compile("moves=f5-d6-c3-d3-c4$"))
    expect(page.locator(".transcript")).to_have_text("f5d6c3d3c4")
    box.fill("(;GM[Othello]PB[Ann]PW[Bob]B[f5]\nW[d6]B[a1];)")
    paste.click()
    expect(page.get_by_text("line 2, column 8: A stone on a1 would enclose nothing.")).to_be_visible()
    box.fill("(;GM[Othello]B[f5]W[d6]B[c3];)")
    paste.click()
    expect(page).to_have_url(re.compile("moves=f5-d6-c3$"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as text: Generic Game Format").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.suffix == ".ggf" and "B[f5]W[d6]B[c3]" in path.read_text()
    page.get_by_label("A file that was saved here").set_input_files(path)
    with page.expect_navigation():  # to the address that is shown already
        page.get_by_role("button", name="Open", exact=True).click()
    expect(page).to_have_url(re.compile("othello.*moves=f5-d6-c3$"))


@pytest.mark.proof
@pytest.mark.browser
def test_a_game_of_a_file_with_several_is_chosen(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "three.pgn"
    text = '[White "Ján"]\n\n1. e4 e5 *\n\n[White "B<b>"]\n\n1. d4 -- *\n\n[White "C"]\n\n1. c4 {well} *\n'
    path.write_bytes(text.encode("cp1252"))
    page = visit("play/chess?white=human&black=human")
    more(page, "Save or open a game")
    page.get_by_label("A file that was saved here").set_input_files(path)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("There are 3 games in this file.")).to_be_visible()
    expect(page.get_by_text("The file is not in UTF-8: it is read as cp1252.")).to_be_visible()
    expect(page.get_by_text("“--” is a null move")).to_be_visible()
    expect(page.get_by_role("button", name="B<b> – ?")).to_be_visible()
    page.get_by_role("button", name="C – ?").click()
    expect(page).to_have_url(re.compile("moves=c4$"))
    expect(page.locator(".ply").nth(1).locator(".comment")).to_have_text("well")
