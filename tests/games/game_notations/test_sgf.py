"""SGF: round trips, variations, escapes, encodings, faults with their place, and sgfmill as a second reader."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill

from plyground import game
from plyground.core.files import decoded
from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame
from plyground.errors import NotationError
from plyground.games.game_notations import game_notation
from plyground.games.game_notations.sgf import Sgf
from plyground.games.game_notations.sgf_tree import escaped, formatted, parsed, plain

GO = game("go")
SGF = Sgf()
GAMES = ["go:size=5", "go:size=7,komi=-3,rules=chinese", "go:size=9,handicap=3", "go:size=19,rules=japanese,komi=6.5"]
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=20)


@st.composite
def written(draw: st.DrawFn) -> WrittenGame:
    chosen = game(draw(st.sampled_from(GAMES)))
    position, moves = chosen.start, list[int]()
    for _ply in range(draw(st.integers(0, 12))):
        if position.is_over():
            break
        moves.append(draw(st.sampled_from(list(position.moves()))))
        position = position.play(moves[-1])
    comments = draw(st.dictionaries(st.integers(0, len(moves)), TEXTS.filter(bool), max_size=3))
    tags = draw(st.dictionaries(st.sampled_from(["White", "Black", "Event", "Result"]), TEXTS.filter(bool)))
    return WrittenGame(chosen, tuple(moves), tags, comments)


def same_game(one: Game, other: Game) -> bool:
    """Return True if two games have the same rules and start; a handicap is written as its stones."""
    return type(one.start) is type(other.start) and one.start == other.start


@given(written())
@settings(max_examples=30, deadline=None)
def test_written_games_are_read_again(some: WrittenGame) -> None:
    text = SGF.write(some)
    (back,) = SGF.read(text, GO)
    assert same_game(back.game, some.game)
    assert (back.moves, dict(back.comments)) == (some.moves, dict(some.comments))
    finished = {"Result": back.tags["Result"]} if some.end_position().is_over() else {}
    assert dict(back.tags) == finished | dict(some.tags)
    other = sgfmill.Sgf_game.from_bytes(text.encode())
    assert (other.get_size(), other.get_komi()) == (some.game.picture.width, some.game.start.half_komi / 2)
    moves = [node.get_move() for node in other.get_main_sequence()[1:]]
    notation: Any = some.game.notation
    pass_move = notation.place(other.get_size(), 0)
    assert [pass_move if point is None else notation.place(*point) for _colour, point in moves] == list(some.moves)
    assert (
        other.get_root().get("C") == some.comments[0] if 0 in some.comments else not other.get_root().has_property("C")
    )


@given(TEXTS)
def test_escapes_come_back(text: str) -> None:
    assert plain(escaped(text)) == text


CORNERS = [
    "(;GM[1]FF[4]SZ[9];B[ee];W[ce]C[here \\] and \\\\ and\\\n more])",
    "garbage before (;SZ[9](;B[aa];W[bb])(;B[cc](;W[dd])(;W[])))",
    "(;GaMe[1]SiZe[5];B[tt]\n;W[ab] ;B[ea])",
    "(;SZ[5]AB[aa:ba][cc]AW[ee]PL[W];W[dd])",
    "(;FF[3]SZ[9]XX[unknown][things];B[aa];KO[];W[bb])",
]


@pytest.mark.parametrize("text", CORNERS)
def test_corner_files_are_read_as_sgfmill_reads_them(text: str) -> None:
    (ours,) = SGF.read(text, GO)
    theirs = sgfmill.Sgf_game.from_string(text.replace("GaMe", "GM").replace("SiZe", "SZ"))
    sequence = [
        node.get_move() for node in theirs.get_main_sequence() if node.has_property("B") or node.has_property("W")
    ]
    notation: Any = ours.game.notation
    read = [
        None if move == notation.place(theirs.get_size(), 0) else divmod(move, theirs.get_size() + 1)
        for move in ours.moves
    ]
    assert read == [point for _colour, point in sequence]


def test_variations_and_unknown_properties_are_kept_in_the_tree() -> None:
    text = "(;GM[1]SZ[9](;B[aa]XX[1][2];W[bb])(;B[cc](;W[dd])(;W[])))"
    root, end = parsed(text)
    assert end == len(text)
    assert [len(root.children), len(root.children[1].children)] == [2, 2]
    again, _end = parsed(formatted(root))
    assert formatted(again) == formatted(root)
    assert again.children[0].properties["XX"] == ["1", "2"]


def test_a_colour_that_moves_twice_is_read_as_if_the_other_had_passed() -> None:
    (read,) = SGF.read("(;SZ[9];B[aa];B[bb])", GO)
    assert [read.game.notation.format_move(read.game.start, move) for move in read.moves] == ["A9", "pass", "B8"]


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("nothing", 1, 1, "begins with"),
        ("(;SZ[9];B[ee]\n;W[ee])", 2, 2, "already a stone"),
        ("(;SZ[30])", 1, 3, "1 to 19 columns"),
        ("(;SZ[5];B[zz])", 1, 9, "not a point"),
        ("(;SZ[5];B[\na])", 1, 9, "not a point"),
        ("(;SZ[5];B)", 1, 10, "value in square brackets"),
        ("(;B[aa\n\n", 1, 4, "not closed"),
        ("(;B[aa]?)", 1, 8, "does not belong here"),
        ("(;B[aa]())", 1, 9, "at least one node"),
        ("(;GM[2])", 1, 3, "no game of Go"),
        ("(;SZ[5];B[];W[];B[aa])", 1, 17, "over before"),
        ("(;SZ[5];B[aa];AB[bb])", 1, 15, "before the first move"),
    ],
)
def test_faults_are_told_with_line_and_column(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as raised:
        SGF.read(text, GO)
    assert (raised.value.line, raised.value.column) == (line, column)


def test_encodings_are_those_that_a_file_names() -> None:
    assert "Ōtake" in decoded("(;CA[UTF-8]PB[Ōtake])".encode())[0]
    assert "大竹" in decoded("(;CA[gb2312]PB[大竹])".encode("gb2312"))[0]
    assert decoded("(;PB[Müller])".encode("latin-1")) == ("(;PB[Müller])", "cp1252")
    assert decoded("(;CA[none]PB[ü])".encode()) == ("(;CA[none]PB[ü])", "utf-8")


def test_long_files_are_read_game_by_game() -> None:
    lines = ("\n" if number % 2 else f"(;SZ[5]\nC[(]\n;B[a{'abcde'[number % 5]}])" for number in range(40))
    games = SGF.stream(lines, GO)
    assert next(games).comments == {0: "("}
    assert sum(1 for _game in games) == 19
    whole, damaged = SGF.stream(["(;SZ[5])\n", "(;SZ[5];B[aa]\n", ";W[aa])\n"], GO)
    assert whole.fault is None and damaged.fault is not None
    assert (damaged.fault.line, damaged.fault.column, len(damaged.moves)) == (3, 2, 1)


def test_go_is_exported_as_sgf() -> None:
    assert game_notation(GO, "sgf").suffix == ".sgf"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("(;SZ[3]KM[7.5];B[bb];W[];B[])", "B+1.5"),  # all nine points are Black's
        ("(;SZ[3]KM[0];B[];W[bb];B[];W[])", "W+9"),
        ("(;SZ[3]KM[0];B[];W[])", "0"),
        ("(;SZ[3]KM[7.5];B[bb];W[])", None),
    ],
)
def test_a_finished_game_is_written_with_its_result(text: str, result: str | None) -> None:
    (read,) = SGF.read(text, GO)
    found = sgfmill.Sgf_game.from_string(SGF.write(read)).get_root()
    assert (found.get("RE") if found.has_property("RE") else None) == result
