"""Matches and positions of backgammon in files: round trips, the first fault, and GNU Backgammon as the other reader."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA

from plyground import game
from plyground.core.game_notation import WrittenGame
from plyground.engines import EngineConfig, connect
from plyground.engines.gnubg import GnubgClient, points
from plyground.errors import NotationError
from plyground.games.backgammon.position_codes import position_id, xgid
from plyground.games.game_notations import MAT, POSITION_ID, XGID

GAME = game("backgammon")
MATCH = (DATA / "gnubg_match.mat").read_text(encoding="utf-8")
"""A match of three points that GNU Backgammon 1.07 played with itself and wrote."""
HEAD = " 3 point match\n\n Game 1\n ana : 0                        bia : 0\n"


def gnubg() -> str:
    path = shutil.which("gnubg", path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        assert not os.environ.get("CI")
        pytest.skip("gnubg is not installed")
    return path


def random_game(seed: int, plies: int) -> WrittenGame:
    chance, position, moves = random.Random(seed), GAME.start, list[int]()
    while not position.is_over() and len(moves) < plies:
        moves.append(chance.choice(list(position.moves())))
        position = position.play(moves[-1])
    return WrittenGame(GAME, tuple(moves))


def positions(written: WrittenGame) -> Iterator[Any]:
    position: Any = written.game.start
    yield position
    for move in written.moves:
        position = position.play(move)
        yield position


def test_a_match_of_gnubg_is_read() -> None:
    first, second = MAT.read(MATCH, GAME)
    assert first.tags == {
        "EventDate": "2026.11.23", "MatchLength": "3", "Round": "1", "White": "gnubg", "WhiteScore": "0",
        "Black": "root", "BlackScore": "0", "Result": "1-0", "Points": "1",
    }  # fmt: skip
    assert GAME.notation.format_move(GAME.start, first.moves[0]) == "12"  # the right side begins
    assert first.comments == {70: "Doubles => 2. Drops"}
    assert second.comments == {24: "Doubles => 2. Takes", 26: "Doubles => 4. Takes"}
    *_before, last = positions(second)
    assert not last.is_over() and second.tags["Points"] == "4"  # the other side gave up


def test_written_matches_are_read_again() -> None:
    games = MAT.read(MATCH, GAME)
    assert MAT.read("\n".join(map(MAT.write, games)), GAME) == games


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(0, 300))
def test_random_games_come_back(seed: int, plies: int) -> None:
    played = random_game(seed, plies)
    (read,) = MAT.read(MAT.write(played), GAME)
    assert read.moves == played.moves


def test_gnubg_reads_our_matches_and_writes_the_same(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.mat", tmp_path / "theirs.mat"
    first, second = MAT.read(MATCH, GAME)
    games = [each._replace(tags={**each.tags, "White": "gnubg:depth=1"}) for each in (first, second)]
    ours.write_text("\n".join(map(MAT.write, games)), encoding="utf-8")
    commands = f"set automatic game off\nimport mat {ours}\nexport match mat {theirs}\n"
    subprocess.run(
        [gnubg(), "--tty", "--quiet", "--no-rc"], input=commands, text=True, check=True, capture_output=True, timeout=60
    )  # fmt: skip
    read = MAT.read(theirs.read_text(encoding="utf-8"), GAME)
    assert [(each.moves, each.comments) for each in read] == [(each.moves, each.comments) for each in games]


@pytest.mark.parametrize(
    ("rows", "line", "column", "said"),
    [
        ("  1) 31: 8/4 6/5", 5, 10, "“8/4 6/5” is not a move here"),
        ("  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 77: 8/1", 6, 6, "a turn is written as 31: 8/5 6/5"),
        ("  1) 31: 8/5 6/5                 42: 8/4 6/4 rubbish", 5, 46, "a turn is written as"),
        ("  1) 31:                         42: 8/4 6/4", 5, 34, "the play of the last roll is missing"),
        ("  1) 31: 8/5 6/5\n  2) 42: 8/4 6/4", 6, 6, "it is the turn of Black"),
        ("  1) 33: 8/5(2) 6/3(2)", 5, 6, "“33” is not a move here"),
        ("nonsense", 5, 1, "a row of moves is written as 1) 31: 8/5 6/5"),
    ],
)
def test_the_first_fault_is_named_by_line_and_column(rows: str, line: int, column: int, said: str) -> None:
    with pytest.raises(NotationError) as raised:
        MAT.read(HEAD + rows + "\n", GAME)
    assert (raised.value.line, raised.value.column) == (line, column)
    assert said in str(raised.value)


def test_a_row_before_a_game_is_refused() -> None:
    with pytest.raises(NotationError, match="line 1, column 1: a game begins with a line such as “Game 1”"):
        MAT.read("  1) 31: 8/5 6/5\n", GAME)


def test_words_of_other_programs_are_read() -> None:
    start = '; [FEN "aBBBBBB------------------- Black -"]\n'
    rows = "  1)                               66: Cannot Move\n  2) 61: 6/Off 6/5                 22:\n"
    (read,) = MAT.read(start + HEAD + rows, GAME)
    words = [GAME.notation.format_move(*step) for step in zip(positions(read), read.moves, strict=False)]
    assert words == ["66", "pass", "61", "6/off 6/5", "22", "pass"]
    assert MAT.read(MAT.write(read), GAME) == [read]


def test_a_file_of_any_length_is_read_game_by_game() -> None:
    def lines() -> Iterator[str]:
        yield from HEAD.splitlines()
        for number in range(2, 100_000):
            yield "  1) 31: 8/5 6/5"
            yield f" Game {number}"
        raise AssertionError("nobody asked for so many")

    games = MAT.stream(lines(), GAME)
    assert [next(games).tags["Round"] for _time in range(3)] == ["1", "2", "3"]


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1 << 32))
def test_codes_of_positions_come_back(seed: int) -> None:
    for position in positions(random_game(seed, 400)):
        here = WrittenGame(GAME, ())._replace(game=at(position))
        rolled = position._replace(opening=0)  # an XGID does not tell the first roll
        if not position.is_over():
            assert XGID.read(XGID.write(here), GAME)[0].game.start == rolled
            assert POSITION_ID.read(POSITION_ID.write(here), GAME)[0].game.start == position


def at(position: Any) -> Any:
    return replace(GAME, start=position)


def test_gnubg_shows_our_codes() -> None:
    with connect(EngineConfig("gnubg", "gnubg", (gnubg(), "--tty", "--quiet", "--no-rc")), GAME) as engine:
        assert isinstance(engine, GnubgClient)
        for before, position in list(pairwise(positions(random_game(5, 400))))[::9]:
            if not position.large:
                continue
            assert before.is_chance()
            engine.ask("set output rawboard off", f"set xgid {xgid(position, as_first=True)}")
            shown = "\n".join(engine.ask("show board"))
            assert f"Position ID: {position_id(position)}\n" in shown
            other = position.play(next(iter(position.moves())))._replace(large=1, small=1)
            boards = engine.ask("set output rawboard on", f"set board {position_id(other)}", "show board")
            assert boards[-1].split(":")[6:32] == points(other)


@pytest.mark.parametrize("wrong", ["XGID=-b", "4HPwATDgc/ABM", "-b----E-C---eE---c-e----B- White 77"])
def test_a_wrong_code_is_named_by_line_and_column(wrong: str) -> None:
    with pytest.raises(NotationError) as raised:
        XGID.read(f"{xgid(GAME.start)}\n  {wrong}\n", GAME)
    assert (raised.value.line, raised.value.column) == (2, 3)
