"""Lists of moves are read as they are written, and faults are named by line and column."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused
from samples import some
from written_games import some_game

from plyground import SpecError, game
from plyground.core.game_notation import WrittenGame
from plyground.errors import NotationError
from plyground.games.game_notations import game_notation, game_notations
from plyground.games.game_notations.moves_notation import move_words
from plyground.games.position_setup import set_up

NAMES = ("othello", "connect_four", "breakthrough", "dodgem", "tictactoe", "hex:size=3,swap=yes", "kalah")


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(st.data())
def test_every_notation_reads_what_it_writes(name: str, data: st.DataObject) -> None:
    known = game(name)
    written = [some_game(data, known) for _game in range(2)]
    for notation in some(game_notations(known)):
        texts = [notation.write(each) for each in written if each.moves]
        read = notation.read("\n".join(texts), known)
        assert [each.moves for each in read] == [each.moves for each in written if each.moves]
        assert all(each.game.start == known.start for each in read)


@settings(max_examples=15)
@given(st.data())
def test_a_set_up_position_comes_back(data: st.DataObject) -> None:
    known = game("breakthrough:width=4,height=5")
    position = known.start
    for move in some_game(data, known, 6).moves:
        position = position.play(move)
    written = some_game(data, replace(known, start=position))
    for notation in some(game_notations(known)):
        (read,) = notation.read(notation.write(written._replace(moves=written.moves)) + "\n", known) or (written,)
        assert read.game.start == position or not written.moves
        assert read.moves == written.moves


SET_UP = {
    "chess": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "english_draughts": "B:W32:B1,K6",
    "international_draughts": "W:W32,K40:B1",
    "international_draughts:rules=russian": "W:Wc1:Bf8",
    "go:size=5": "XX.../...../...../...../OO... W",
    "backgammon": "-b----E-C---eE---c-e----B- White 31",
    "connect_four": "......./......./......./......./......./x......",
    "tictactoe": "x...o....",
}
"""Texts of positions by the name of their game."""


@pytest.mark.parametrize("name", SET_UP)
def test_a_game_named_by_its_set_up_position_comes_back(name: str) -> None:
    known = game(name)
    named = set_up(known, known.beginning(SET_UP[name]))
    assert "position=" in named.name
    for moves in ((), (next(named.start.moves()),)):
        for notation in game_notations(named):
            (read,) = notation.read(notation.write(WrittenGame(named, moves)) + "\n", known)
            end = WrittenGame(named, moves).end_position()
            assert known.notation.format(read.end_position()) == known.notation.format(end)


@pytest.mark.parametrize(
    ("name", "notation", "text", "words"),
    [
        ("othello", "transcript", "f5d6c3d3c4", "f5 d6 c3 d3 c4"),
        ("othello", "transcript", "1. F5 D6 2. C3 d3\n3. c4", "f5 d6 c3 d3 c4"),
        ("connect_four", "digits", "44455", "4 4 4 5 5"),
        ("breakthrough", "algebraic", "1. a2-a3 b7-b6\n2. a3-a4", "a2-a3 b7-b6 a3-a4"),
        ("dodgem", "algebraic", "1. a3-b3 b1-b2", "a3-b3 b1-b2"),
    ],
)
def test_published_ways_of_writing_are_read(name: str, notation: str, text: str, words: str) -> None:
    (read,) = game_notation(game(name), notation).read(text, game(name))
    assert move_words(read) == words.split()


@pytest.mark.parametrize(
    ("name", "text", "line", "column"),
    [
        ("othello", "f5d6a1", 1, 5),
        ("othello", "f5d6\n\n  f5\n d6  h8", 4, 6),
        ("connect_four", "4444444", 1, 7),
        ("breakthrough", "1. a2-a3 b7-b6\n2. a3-a5", 2, 4),
        ("breakthrough", "[nothing] a2-a3", 1, 2),
        ("breakthrough", "[nothing a2-a3", 1, 1),
        ("tictactoe", "0 0", 1, 3),
    ],
)
def test_the_first_fault_is_named_by_line_and_column(name: str, text: str, line: int, column: int) -> None:
    *whole, damaged = game_notations(game(name))[0].stream(text.splitlines(), game(name))
    assert damaged.fault is not None and not any(each.fault for each in whole)
    assert (damaged.fault.line, damaged.fault.column) == (line, column)
    assert str(damaged.fault).startswith(f"line {line}, column {column}: ")


def test_an_unknown_notation_is_named_with_those_there_are() -> None:
    with refused(SpecError, "{game} has no notation “{name}”; choose one of: {names}.", name="pgn"):
        game_notation(game("othello"), "pgn")


@given(st.text("abcdef123456 .-[]\n*", max_size=40))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    known = game("othello")
    for notation in some(game_notations(known)):
        try:
            notation.read(text, known)
        except NotationError as error:
            assert "\n" not in str(error)
