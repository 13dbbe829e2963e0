"""GGF of Othello and SGF of Hex are read as published, and faults are named by line and column."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused
from written_games import some_game

from plyground import game
from plyground.arena.game_text import read_games, write_game
from plyground.arena.match import Match
from plyground.core.game_notation import WrittenGame
from plyground.errors import MoveError, NotationError
from plyground.games.game_notations import game_notation
from plyground.games.game_notations.moves_notation import move_words
from plyground.games.game_notations.property_list import properties_of

OTHELLO, HEX = game("othello"), game("hex:size=5")

GGF = """(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RE[?]TI[05:00//02:00]TY[8]
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[d3//0.01]W[c5//0.01]B[e6]W[d2/1.00]B[c6]C[a \\] bracket]W[d6];)"""
"""A game in the form of the GGF text by Buro and Durdanović."""


def test_a_game_of_a_server_is_read() -> None:
    (read,) = game_notation(OTHELLO, "ggf").read(GGF, OTHELLO)
    assert move_words(read) == ["d3", "c5", "e6", "d2", "c6", "d6"]
    assert read.tags["Black"] == "Saio1200" and read.tags["Site"] == "GGS/os"
    assert read.comments == {5: "a ] bracket"}
    assert read.game.start == OTHELLO.start


def test_a_board_that_was_set_up_is_read_and_written() -> None:
    text = "(;GM[Othello]TY[4]BO[4 *O-- -*O- -O*- ---- O]W[b1];)"
    with pytest.raises(NotationError, match="column 48: b1 is taken"):
        game_notation(OTHELLO, "ggf").read(text, OTHELLO)
    position = game("othello:size=4").notation.parse("XO---XO--OX----- O")
    (read,) = game_notation(OTHELLO, "ggf").read(text.replace("W[b1]", ""), OTHELLO)
    assert read.game.start == position
    assert game_notation(read.game, "ggf").write(read).startswith("(;GM[Othello]PC[plyground]PB[?]PW[?]TY[4]BO[4 *O-- -*O- -O*- ---- O]")  # fmt: skip


def test_a_game_of_hex_with_a_swap_is_read() -> None:
    text = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob];W[b1];B[swap](;W[c3];B[d2])(;W[a1]))"
    (read,) = game_notation(HEX, "sgf").read(text, HEX)
    assert read.game.name == "hex:size=5,swap=yes"
    assert move_words(read) == ["b1", "swap", "c3", "d2"]
    assert read.tags == {"Black": "Ann", "White": "Bob"}


@settings(max_examples=15)
@given(st.data())
def test_every_notation_reads_what_it_writes(data: st.DataObject) -> None:
    for known, name in ((OTHELLO, "ggf"), (game("hex:size=4,swap=yes"), "sgf")):
        notation = game_notation(known, name)
        games = [
            some_game(data, known)._replace(
                tags={"Black": data.draw(st.text("a]\\(;", max_size=5)), "White": "B", "Site": "S"}, comments={}
            )
            for _game in range(2)
        ]
        read = notation.read("\n".join(map(notation.write, games)), known)
        assert [(each.moves, dict(each.tags)) for each in read] == [(each.moves, dict(each.tags)) for each in games]


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("(;GM[Othello]\nB[d3]\nB[c3];)", 3, 3, "the other side is to move"),
        ("(;GM[Othello]\nB[a1];)", 2, 3, "would enclose nothing"),
        ("(;GM[Othello]\nB[d3", 2, 2, "“[” is not closed"),
        ("(;GM[Othello]\nB d3;)", 2, 1, "“B” should have a value"),
        ("(;GM[Othello]\n?;)", 2, 1, "“?” should be the name of a property"),
        ("(;GM[Othello];", 1, 1, "“(” is not closed"),
        ("12 x", 1, 1, "a game begins with “(;”"),
        ("(;GM[Chess];)", 1, 6, "this is a game of Chess"),
        ("(;GM[Othello]BO[9 x *];)", 1, 17, "a board is its size"),
        ("(;GM[Othello]BO[4 ---- *];)", 1, 17, "is not a position"),
    ],
)
def test_the_first_fault_is_named(text: str, line: int, column: int, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        game_notation(OTHELLO, "ggf").read(text, OTHELLO)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[1]SZ[5])", "column 3: this is a game of number 1"),
        ("(;GM[11]SZ[19])", "column 9: the size should be from 1 to 11"),
        ("(;GM[11]SZ[5];B[a1];W[a1])", "column 21: a1 is occupied"),
        ("(;GM[11]SZ[5];B[a1];W[b2];B[swap])", "column 27: Only O may swap"),
    ],
)
def test_faults_of_hex_are_named(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        game_notation(HEX, "sgf").read(text, HEX)


def test_a_set_up_game_of_hex_is_not_written_as_sgf() -> None:
    from dataclasses import replace

    with refused(MoveError, "A game that was set up cannot be written as SGF: choose the list of moves."):
        game_notation(HEX, "sgf").write(WrittenGame(replace(HEX, start=HEX.start.play(3))))


@given(st.text("(;)[]\\BW d3GMPA*", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        properties_of(f"({text}")
        game_notation(OTHELLO, "ggf").read(text, OTHELLO)
    except NotationError as error:
        assert error.line >= 1 and 1 <= error.column <= len(text) + 1


def test_the_notation_of_a_text_is_found() -> None:
    match = Match.parse(OTHELLO, "d3c5e6d2c6d6").commented(5, "a ] bracket")
    for text in (GGF, "d3c5e6d2c6d6", "1. D3 C5 2. e6 d2 3. c6 d6"):
        (read,) = read_games(OTHELLO, text)
        assert read.match.moves == match.moves
    assert [each.match for each in read_games(OTHELLO, write_game(match, "ggf"))] == [match]
    with pytest.raises(NotationError, match="line 2, column 3: the other side"):
        read_games(OTHELLO, "(;GM[Othello]B[d3]\nB[c3];)")
