"""Polyglot books: keys against python-chess, books against the program that makes them."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

import chess
import chess.polyglot
import pytest
from program import PATIENCE

import plyground
from plyground.arena.match import Match
from plyground.errors import FileError
from plyground.games.chess.polyglot_book import ENTRY, PolyglotBook, key_numbers, polyglot_key
from plyground.tournaments.openings import Openings

START = chess.polyglot.zobrist_hash(chess.Board())


def test_the_numbers_of_the_keys_are_polyglot_s() -> None:
    assert key_numbers() == tuple(chess.polyglot.POLYGLOT_RANDOM_ARRAY)


def test_the_key_is_python_chess_s_in_random_games() -> None:
    game = plyground.game("chess")
    passed = castled = 0
    for seed in range(40):
        chance, board, position = random.Random(seed), chess.Board(), game.start
        for _ply in range(60):
            moves = list(position.moves())
            if not moves:
                break
            assert polyglot_key(position) == chess.polyglot.zobrist_hash(board), board.fen()
            passed += bool(position.passant)
            castled += not position.castling
            move = chance.choice(moves)
            board.push_san(game.notation.format_move(position, move))
            position = position.play(move)
    assert passed > 5 and castled > 100  # the rare parts of the key were met


def book_of(path: Path, *entries: tuple[int, str, int]) -> str:
    """Write a book of (key, move as UCI, weight)."""
    words = []
    for key, uci, weight in sorted(entries):
        move = chess.Move.from_uci(uci)
        promotion = (move.promotion or 1) - 1
        words.append(ENTRY.pack(key, move.to_square | move.from_square << 6 | promotion << 12, weight, 0))
    path.write_bytes(b"".join(words))
    return str(path)


def test_lines_follow_the_weights_to_the_end_of_the_book(tmp_path: Path) -> None:
    game = plyground.game("chess")
    board = chess.Board()
    board.push_uci("e2e4")
    after = chess.polyglot.zobrist_hash(board)
    path = book_of(
        tmp_path / "small.bin",
        (START, "e2e4", 3), (START, "d2d4", 1), (START, "a2a3", 0), (START, "e2e5", 9), (after, "c7c5", 1),
    )  # fmt: skip
    given = Openings.parse(f"file:{path}", game).given
    assert {" ".join(Match(game, each.moves, len(each.moves)).words) for each in given} == {"e4 c5", "d4"}
    assert Openings.parse(f"file:{path}", game, 5).given == Openings.parse(f"file:{path}", game, 5).given


def test_a_book_made_by_polyglot_has_the_lines_of_its_games(tmp_path: Path) -> None:
    program = shutil.which("polyglot", path=os.environ["PATH"] + ":/usr/games")
    if program is None:
        assert not os.environ.get("CI"), "polyglot is missing"
        pytest.skip("polyglot is not installed")
    games = [
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O",
    ]
    (tmp_path / "games.pgn").write_text(
        "".join(f'[White "a"]\n[Black "b"]\n[Result "1/2-1/2"]\n\n{line} 1/2-1/2\n\n' for line in games)
    )
    made = [program, "make-book", "-pgn", "games.pgn", "-bin", "book.bin", "-max-ply", "10", "-min-game", "1"]
    subprocess.run([*made, "-uniform"], cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE)
    game = plyground.game("chess")
    assert {
        " ".join(Match(game, each.moves, len(each.moves)).words)
        for each in Openings.parse(f"file:{tmp_path / 'book.bin'}", game).given
    } == set(games)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "its length must be a multiple of 16 bytes"),
        (bytes(17), "its length must be a multiple of 16 bytes"),
        (ENTRY.pack(2, 0, 1, 0) + ENTRY.pack(1, 0, 1, 0), "must be sorted by their keys"),
        (ENTRY.pack(1, 0, 1, 0), "no move for the start of the game"),
    ],
)
def test_a_file_that_is_no_book_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "wrong.bin"
    path.write_bytes(content)
    with pytest.raises(FileError, match=sentence):
        Openings.parse(f"file:{path}", plyground.game("chess"))
    with pytest.raises(FileError, match="openings of chess only"):
        Openings.parse(f"file:{path}", plyground.game("othello"))


def test_the_moves_of_a_position_have_weights(tmp_path: Path) -> None:
    path = book_of(tmp_path / "small.bin", (START, "e2e4", 3), (START, "d2d4", 1))
    book = PolyglotBook(path, Path(path).read_bytes())
    assert sorted(each.weight for each in book.moves(plyground.game("chess").start)) == [1, 3]
