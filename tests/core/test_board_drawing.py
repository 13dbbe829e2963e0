"""Drawings of boards with walls, hexagons and stacks: what they mean, and how page, console and picture show them."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from paths import OWN_GAMES

from plyground import game, setting
from plyground.arena.match import Match
from plyground.bots import Thought, bot
from plyground.bots.decision import decision
from plyground.core.authoring.board_drawing import BoardDrawing, read_drawing
from plyground.core.game import Game
from plyground.core.picture import board_content, extent, middle
from plyground.drawing.plan import plan
from plyground.drawing.svg import board
from plyground.games.loading import RUN_AS, Source
from plyground.games.remote.remote_rules import RemoteRules
from plyground.presentation.boards.board_state import BoardView
from plyground.presentation.boards.board_text import plain_lines
from plyground.presentation.trees.unfolded_tree import UnfoldedTree
from plyground.stepping.film import Film
from plyground.trace.record import record


def read(drawing: Any) -> BoardDrawing:
    return read_drawing(SimpleNamespace(picture=lambda: drawing))


def own(name: str) -> Game:
    return game(OWN_GAMES / f"{name}.py")


def shown(match: Match) -> dict[str, Any]:
    return {**BoardView(match).state("", 0, {}, playable=True, focus=False)}


def test_without_blanks_each_character_is_a_cell() -> None:
    assert read("X.\n O\n").rows == (("X", "."), (".", "O"))
    assert read(["12", "|-"]) == BoardDrawing((("1", "2"), ("|", "-")))


def test_signs_between_cells_are_walls() -> None:
    drawing = read(["X . .|O", "  - -", ". .|. ."])
    assert drawing.rows == (("X", ".", ".", "O"), (".", ".", ".", "."))
    assert set(drawing.walls) == {
        ((0, 2), (0, 3)), ((0, 1), (1, 1)), ((0, 2), (1, 2)), ((1, 1), (1, 2)),
    }  # fmt: skip
    assert drawing.indents == ()


def test_blank_lines_are_rows_without_walls_and_a_frame_is_none() -> None:
    drawing = read("-----\n|X .|\n     \n|. O|\n-----")
    assert drawing.rows == (("X", "."), (".", "O"))
    assert drawing.walls == ()


def test_rows_that_stand_aside_are_hexagons() -> None:
    drawing = read(["  X .", " . . O", ". . . .", " . . .", "  . ."])
    assert [len(row) for row in drawing.rows] == [2, 3, 4, 3, 2]
    assert drawing.indents == (1, 0.5, 0, 0.5, 1)


def test_a_word_or_a_text_in_a_list_is_a_stack() -> None:
    assert read(["X  XO .", ".  .  OXO"]).rows == (("X", "XO", "."), (".", ".", "OXO"))
    assert read([["X", "XO"], ["", "."]]).rows == (("X", "XO"), (" ", "."))


def test_quoridor_shows_its_walls_everywhere() -> None:
    quoridor = own("quoridor")
    match = Match.parse(quoridor, "c2h b2v")
    state = shown(match)
    across, down = [(12, 17), (13, 18)], [(11, 12), (16, 17)]
    assert sorted(state["walls"]) == sorted(across + down)
    assert plain_lines(quoridor, match.position) == [
        "   a b c d e", " 5 · · O · ·", "", " 4 · · · · ·", "", " 3 · ·|· · ·", "       - -", " 2 · ·|· · ·", "", " 1 · · X · ·",
    ]  # fmt: skip
    assert board(quoridor, match.position).count("<path") == board(quoridor, quoridor.start).count("<path") + 1
    assert quoridor.picture.marks(match.position).count(".") == 23


def test_a_press_that_could_mean_several_moves_offers_them() -> None:
    quoridor = own("quoridor")
    view = BoardView(Match(quoridor, ()))
    trails = shown(view.match)["trails"]
    assert [each["word"] for each in trails if each["cells"] == (17,)] == ["c2", "c2h", "c2v"]
    for word in ("c2", "c2h", "c2v"):
        move = view.pressed(word)
        assert move is not None
        assert quoridor.notation.format_move(quoridor.start, move) == word
    assert view.pressed("x" * 1000) is None


def test_a_board_of_hexagons_has_no_cells_in_its_corners() -> None:
    yavalath = own("yavalath")
    match = Match.parse(yavalath, "a7 d4 g4")
    state = shown(match)
    assert (state["width"], state["height"], state["shear"], state["across"]) == (7, 7, 0.5, 7)
    assert state["indents"] == (1.5, 1, 0.5, 0, 0.5, 1, 1.5)
    assert state["marks"] == "X...   .....  ...... ...O..X...... .....  ....   "
    assert extent(yavalath.picture)[0] == 7
    assert middle(yavalath.picture, 0)[0] == 2
    lines = plain_lines(yavalath, match.position)
    assert lines[0] == "   a7 X · · · d7"
    assert lines[3] == "a4 · · · O · · X g4"
    assert shown(Match(yavalath, ()))["trails"] == []
    assert [yavalath.pressed(yavalath.start, [cell]) for cell in (0, 3, 7, 21, 45)] == [0, 3, 4, 15, 36]
    shapes = re.findall(r"M[^Mz]*z", board(yavalath, match.position))
    assert [shape.count("L") for shape in shapes].count(5) == 37


def test_highlighted_cells_are_numbered_as_the_author_counts() -> None:
    yavalath = own("yavalath")
    position = yavalath.start
    for cell in (4, 30, 5, 31, 6):
        position = position.play(cell)
    assert position.is_over()
    assert yavalath.picture.highlight(position) == (7, 8, 9)  # the second row begins at place 7 of the grid


def test_focus_shows_its_stacks() -> None:
    focus = own("focus")
    match = Match.parse(focus, "a4-b4")
    state = shown(match)
    assert (state["marks"][0], state["marks"][1], state["stacks"][1]) == (".", "X", "XX")
    assert plain_lines(focus, match.position)[1].split() == ["4", "·", "XX", "O", "O"]
    assert shown(Match(focus, ()))["stacks"] == ()
    assert focus.picture.pieces


def test_trees_and_films_show_walls_and_stacks() -> None:
    """The boards of a drawn search, of its film, and of a bot's decision have the walls and stacks of the big board."""
    for name, moves in (("quoridor", "c2h b2v"), ("focus", "a4-b4 d4-c4")):
        played = own(name)
        position = Match.parse(played, moves).position
        content = board_content(played.picture, position)
        assert content.walls or content.stacks
        drawn = plan(record(position, "minimax", setting(depth=1), of=played))
        assert drawn.spots[0].content == content
        for spot in drawn.spots[1:]:
            move = drawn.run.nodes[spot.node or 0].move
            assert move is not None and spot.content is not None
            cells = played.picture.cells(position, move)
            assert spot.content == board_content(played.picture, position.play(move), cells)
        head = Film(drawn.run).head()
        assert (head["walls"].get(0, ()), head["stacks"].get(0, ())) == (content.walls, content.stacks)
        tree = decision(bot("minimax:depth=1", played), position, Thought(native=False)).tree
        assert tree is not None
        (root, *_below) = UnfoldedTree(played, tree).state()["nodes"]
        assert (root["marks"], root["walls"], root["stacks"]) == (content.marks, content.walls, content.stacks)
    assert Film(record(own("yavalath").start, "minimax", setting(depth=1), of=own("yavalath"))).head()["walls"] == {}


@pytest.mark.parametrize(("real", "colour"), [(False, "stroke"), (True, "fill")])
def test_a_stack_is_drawn_from_the_bottom_up(real: bool, colour: str) -> None:
    """Each piece is a circle of two arcs in the colour of its side. A later one covers an earlier one."""
    focus = own("focus")
    position = Match.parse(focus, "a4-b4 d4-c4 b4-c4").position
    assert board_content(focus.picture, position).stacks[:4] == (".", "X", "OOX", ".")
    circles = [
        path.attrib for path in ElementTree.fromstring(board(focus, position, real=real)) if "a" in path.get("d", "")
    ]
    assert len(circles) == 16
    single, *stack = circles[:4]
    assert [piece[colour] == single[colour] for piece in stack] == [False, False, True]
    heights = [float(piece["d"].split()[1].partition("a")[0]) for piece in stack]
    assert heights[0] > heights[1] > heights[2]


@pytest.mark.proof
@pytest.mark.parametrize(
    "name", ["quoridor", *(pytest.param(name, marks=pytest.mark.proof) for name in ("amazons", "yavalath", "focus"))]
)
def test_rules_in_another_process_show_the_same(name: str) -> None:
    path = OWN_GAMES / f"{name}.py"
    local = own(name)
    source = Source(name, str(path), path.read_text(), RUN_AS + name, "")
    apart = RemoteRules(source, lambda fault: None).entry().make()
    here, there = Match(local, ()), Match(apart, ())
    for place in (0, -1, 3):
        word = local.notation.format_move(here.position, list(here.position.moves())[place])
        here, there = (each.play(each.game.notation.parse_move(each.position, word)) for each in (here, there))
        assert shown(there) == shown(here)
        assert plain_lines(apart, there.position) == plain_lines(local, here.position)
