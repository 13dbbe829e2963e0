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
from program import PATIENCE
from refusals import refused
from samples import some

from plyground import game
from plyground.core.game import Outcome
from plyground.core.game_notation import WrittenGame
from plyground.engines import EngineConfig, connect
from plyground.engines.gnubg import GnubgClient, points
from plyground.errors import NotationError
from plyground.games.backgammon.backgammon_rules import BAR, DOUBLED, ROLL, ROLLS, TO_ROLL
from plyground.games.backgammon.position_codes import both_ids, position_id, xgid
from plyground.games.game_notations.mat_notation import MAT
from plyground.games.game_notations.position_lines import POSITION_ID, XGID
from plyground.i18n import _, _n

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


def random_game(seed: int, plies: int, of: str = "backgammon") -> WrittenGame:
    kind = game(of)
    chance, position, moves = random.Random(seed), kind.start, list[int]()
    while not position.is_over() and len(moves) < plies:
        choices = list(position.moves())
        if position.is_cube_move() and chance.random() < 0.8:
            choices = choices[position.stage == TO_ROLL and chance.random() < 0.3 :][
                :1
            ]  # roll or take, so that games last
        moves.append(chance.choice(choices))
        position = position.play(moves[-1])
    return WrittenGame(kind, tuple(moves))


def cube_moves(written: WrittenGame) -> list[str]:
    """Return the moves of the cube, the choice to roll included."""
    played = zip(positions(written), written.moves, strict=False)
    return [GAME.notation.format_move(position, move) for position, move in played if position.is_cube_move()]


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
    assert cube_moves(first)[-2:] == ["double", "drop"]
    *_before, last = positions(first)
    assert first.game.outcome(last) == Outcome(0, _("the double was dropped, {points}", points=_n("{count} point", "{count} points", 1)))  # fmt: skip
    assert [move for move in cube_moves(second) if move != "roll"] == ["double", "take", "double", "take"]
    *_before, last = positions(second)
    assert (last.cube, last.length) == (4, 3)
    assert not last.is_over() and second.tags["Points"] == "4"  # the other side gave up


def test_written_matches_are_read_again() -> None:
    games = MAT.read(MATCH, GAME)
    assert MAT.read("\n".join(map(MAT.write, games)), GAME) == games


KINDS = ("backgammon", "backgammon:cube=yes", "backgammon:match=7,score=2-5", "backgammon:match=3,score=0-2", "backgammon:match=3,score=2-1,crawford=no")  # fmt: skip


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(0, 300), st.sampled_from(KINDS))
def test_random_games_come_back(seed: int, plies: int, kind: str) -> None:
    played = random_game(seed, plies, kind)
    (read,) = MAT.read(MAT.write(played), GAME)
    assert (read.game.name, read.game.start) == (played.game.name, played.game.start)
    assert read.moves == as_far_as_a_file_tells(played)


def as_far_as_a_file_tells(played: WrittenGame) -> tuple[int, ...]:
    """Return the moves without a last choice to roll, which shows by its roll alone, and with a last pass, which is forced."""
    *_before, last = positions(played)
    if last.stage == ROLLS and played.moves[-1] == ROLL:
        return played.moves[:-1]
    return (*played.moves, 0) if last.large and list(last.moves()) == [0] else played.moves


def test_a_match_tells_which_game_is_the_crawford_game() -> None:
    scores = ("ana : 0   bia : 0", "ana : 2   bia : 0", "ana : 2   bia : 1", "ana : 2   bia : 2")
    heads = [" 3 point match", *(f"Game {number}\n {score}" for number, score in enumerate(scores, 1))]
    assert [each.game.start.crawford for each in MAT.read("\n".join(heads), GAME)] == [0, 1, 0, 0]


def test_gnubg_reads_our_matches_and_writes_the_same(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.mat", tmp_path / "theirs.mat"
    first, second = MAT.read(MATCH, GAME)
    games = [each._replace(tags={**each.tags, "White": "gnubg:depth=1"}) for each in (first, second)]
    ours.write_text("\n".join(map(MAT.write, games)), encoding="utf-8")
    commands = f"set automatic game off\nimport mat {ours}\nexport match mat {theirs}\n"
    subprocess.run(
        [gnubg(), "--tty", "--quiet", "--no-rc"], input=commands, text=True, check=True, capture_output=True, timeout=PATIENCE
    )  # fmt: skip
    read = MAT.read(theirs.read_text(encoding="utf-8"), GAME)
    assert [(each.game, each.moves) for each in read] == [(each.game, each.moves) for each in games]


@pytest.mark.parametrize(
    ("rows", "line", "column", "said"),
    [
        ("  1) 31: 8/4 6/5", 5, 10, "“8/4 6/5” is not a move here"),
        ("  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 77: 8/1", 6, 6, "a turn is written as 31: 8/5 6/5"),
        ("  1) 31: 8/5 6/5                 42: 8/4 6/4 rubbish", 5, 46, "a turn is written as"),
        ("  1) 31:                         42: 8/4 6/4", 5, 34, "the play of the last roll is missing"),
        ("  1) 31: 8/5 6/5\n  2) 42: 8/4 6/4", 6, 6, "it is the turn of Black"),
        ("  1) 33: 8/5(2) 6/3(2)", 5, 6, "“33” is not a move here"),
    ],
)
def test_the_first_fault_is_named_by_line_and_column(rows: str, line: int, column: int, said: str) -> None:
    with pytest.raises(NotationError) as raised:
        MAT.read(HEAD + rows + "\n", GAME)
    assert (raised.value.line, raised.value.column) == (line, column)
    assert said in str(raised.value)


def test_a_row_before_a_game_is_refused() -> None:
    with refused(NotationError, "a game begins with a line such as “Game 1”"):
        MAT.read("  1) 31: 8/5 6/5\n", GAME)


def test_words_of_other_programs_are_read() -> None:
    start = '; [FEN "aBBBBBB------------------- Black -"]\n'
    rows = "  1)                               66: Cannot Move\n  2) 61: 6/Off 6/5                 22:\n"
    (read,) = MAT.read(start + HEAD + rows, GAME)
    words = [GAME.notation.format_move(*step) for step in zip(positions(read), read.moves, strict=False)]
    assert words == ["66", "pass", "61", "6/off 6/5", "22", "pass"]
    (again,) = MAT.read(MAT.write(read), GAME)
    assert (again.game.start, again.moves) == (read.game.start, read.moves)


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
@given(st.integers(0, 1 << 32), st.sampled_from(KINDS))
def test_codes_of_positions_come_back(seed: int, kind: str) -> None:
    of = replace(GAME, notation=game(kind).notation)
    for position in some(list(positions(random_game(seed, 400, kind)))[::3]):
        here = WrittenGame(GAME, ())._replace(game=at(position))
        rolled = position._replace(opening=0)  # an XGID does not tell the first roll
        if position.stage == ROLLS or position.is_over():
            continue  # neither does any code tell the choice to roll
        assert XGID.read(XGID.write(here), of)[0].game.start == rolled
        assert POSITION_ID.read(POSITION_ID.write(here), of)[0].game.start == (rolled if position.cube else position)


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


def test_gnubg_shows_our_codes_of_the_cube_and_the_match() -> None:
    with connect(EngineConfig("gnubg", "gnubg", (gnubg(), "--tty", "--quiet", "--no-rc")), GAME) as engine:
        assert isinstance(engine, GnubgClient)
        engine.ask("set cube use on")
        seen = set()
        for kind in KINDS[1:]:
            for before, position in pairwise(positions(random_game(8, 60, kind))):
                if before.opening or position.is_over() or position.stage == ROLLS:
                    continue
                if position.stage == TO_ROLL and position.own[BAR // 2] % 2:
                    continue  # some positions are enough
                shown_before = before if position.stage == DOUBLED else position
                commands = ["double"] if position.stage == DOUBLED else []
                engine.ask("set output rawboard off", f"set xgid {xgid(shown_before, as_first=True)}")
                shown = "\n".join(engine.ask(*commands, "show board"))
                on_roll_is_first = position._replace(second=int(position.stage == DOUBLED))
                points_id, match = both_ids(on_roll_is_first).split(":")
                assert f"Position ID: {points_id}\n" in shown
                assert f"Match ID   : {match}\n" in shown
                seen.add(position.stage)
        assert seen == {TO_ROLL, DOUBLED}


@pytest.mark.parametrize("wrong", ["XGID=-b", "4HPwATDgc/ABM", "-b----E-C---eE---c-e----B- White 77"])
def test_a_wrong_code_is_named_by_line_and_column(wrong: str) -> None:
    whole, damaged = XGID.read(f"{xgid(GAME.start)}\n  {wrong}\n", GAME)
    assert whole.fault is None and damaged.fault is not None
    assert (damaged.fault.line, damaged.fault.column) == (2, 3)
