"""Drawings of runs: their conventions, and that whatever is written in a tree stays text."""

from __future__ import annotations

import re
import struct
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pictures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex import compile_latex, needs_latex
from random_trees import trees
from refusals import refused
from samples import some

from plyground import GAMES, SearchError, game, setting
from plyground.core.picture import material, said
from plyground.core.position import Demand
from plyground.drawing import plan as planning
from plyground.drawing.board_material import MATERIALS
from plyground.drawing.node_style import looks
from plyground.drawing.painter import SHAPES
from plyground.drawing.plan import Plan, plan
from plyground.drawing.png import png
from plyground.drawing.step_table import latex
from plyground.drawing.svg import board, svg
from plyground.drawing.text import text
from plyground.drawing.themes import THEMES
from plyground.drawing.tikz import tikz
from plyground.searches.algorithms.alliance import allied
from plyground.trace.record import record
from plyground.trace.run import Action
from plyground.trees import Tree, random_tree

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
NASTY = "</text><script>alert(1)</script>&\"'{}\\$%_^~#<>`„ß” ș ő 東 \u202e"
SVG = "{http://www.w3.org/2000/svg}"


def plan_of(nested: Any, name: str = "alphabeta", **choices: Any) -> Plan:
    tree = nested if isinstance(nested, Tree) else Tree.of(nested)
    return plan(record(tree.start, name, setting(**choices), of=tree))


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_the_book_s_tree_shows_what_it_does_there() -> None:
    """AIMA, 4th global ed., fig. 6.5: the values at the nodes, and two leaves under C that were never looked at."""
    drawn = plan_of(AIMA)
    shown = {spot.name: look for spot, look in zip(drawn.spots, looks(drawn)[0], strict=True)}
    assert [shown[name].value for name in "ABCD"] == ["3", "3", "≤ 2", "≤ 2"]
    assert [name for name, look in shown.items() if look.state == "cut"] == ["C2", "C3"]
    assert [name for name, look in shown.items() if look.line] == ["A", "B", "B1"]
    assert {"≤ 2", "[3, +∞]", "MAX", "MIN", "14", "4"} <= set(texts(svg(drawn)))  # 4: a leaf that was cut, in grey
    assert svg(drawn).count("stroke-dasharray") == 3  # the edges in one piece, and each leaf
    assert "╳" in text(drawn) and "━" in text(drawn)


def test_a_drawing_at_a_step_shows_no_more_than_was_known_then() -> None:
    drawn = plan_of(AIMA)
    cut = next(number for number, step in enumerate(drawn.run.steps) if step.action == Action.CUT)
    shown = {spot.name: look for spot, look in zip(drawn.spots, looks(drawn, cut)[0], strict=True)}
    assert (shown["A"].value, shown["C"].value, shown["D"].value) == ("≥ 3", "≤ 2", "")
    assert [name for name, look in shown.items() if look.current] == ["C"]
    assert {name for name, look in shown.items() if look.state == "ahead"} == {"D", "D1", "D2", "D3"}
    assert {name for name, look in shown.items() if look.state == "open"} == {"A", "C"}
    assert not any(edge.struck for edge in looks(drawn, cut - 1)[1])
    assert sum(edge.struck for edge in looks(drawn, cut)[1]) == 2


@settings(max_examples=25)
@given(trees, st.sampled_from(sorted(THEMES)), st.sampled_from(SHAPES), st.data())
def test_every_tree_can_be_drawn_at_every_step(nested: Any, theme: str, shapes: str, data: st.DataObject) -> None:
    drawn = plan_of(nested)
    step = data.draw(st.integers(0, len(drawn.run.steps) - 1))
    picture = ElementTree.fromstring(svg(drawn, step, theme=theme, shapes=shapes))
    width, height = (float(picture.get(side) or 0) for side in ("width", "height"))
    for element in picture.iter(f"{SVG}text"):
        assert 0 <= float(element.get("x") or -1) <= width and 0 <= float(element.get("y") or -1) <= height
    assert len(text(drawn, step).splitlines()) == len(drawn.spots) + 4
    tikz(drawn, step, theme=theme, shapes=shapes)


def test_children_stand_as_the_tree_has_them_in_whichever_order_they_are_searched() -> None:
    right = plan_of(AIMA, convention=setting().convention._replace(right_to_left=True))
    left = plan_of(AIMA)
    assert [spot.name for spot in right.spots] == [spot.name for spot in left.spots]
    assert right.columns == left.columns


def test_the_boards_of_a_game_are_drawn() -> None:
    tictactoe = game("tictactoe")
    drawn = plan(record(tictactoe.notation.parse("xxo.o.x.."), of=tictactoe))
    assert drawn.levels[:2] == ("MAX (O)", "MIN (X)")
    assert {spot.content.marks for spot in drawn.spots if spot.content and spot.depth == 1} == {
        "XXOOO.X..",
        "XXO.OOX..",
        "XXO.O.XO.",
        "XXO.O.X.O",
    }
    words = texts(svg(drawn))
    assert {"3", "5", "7", "8", "≥ +1"} <= set(words)


@pytest.mark.parametrize("name", [known.name for known in GAMES if Demand.HIDDEN not in game(known.name).demands])
def test_every_game_s_boards_show_all_that_stands_on_them(name: str) -> None:
    """A mark is a cross of two lines, or a circle, which is two arcs."""
    played = game(name)
    chance, many = (demand in played.demands for demand in (Demand.CHANCE, Demand.PLAYERS))
    algorithm = "expectiminimax" if chance else "max-n" if many else "alphabeta"
    drawn = plan(record(played.start, algorithm, setting(depth=1), of=played))
    boards = [spot.content.marks for spot in drawn.spots if spot.content]
    marks = sum(len(board.replace(".", "")) for board in boards)
    paths = [path.get("d") or "" for path in ElementTree.fromstring(svg(drawn)).iter(f"{SVG}path")]
    circles = sum(path.count("a") for path in paths) // 2
    crosses = 0 if played.picture.stones else sum(board.count("X") for board in boards)
    assert circles >= marks - crosses > 0 or (crosses == marks > 0)


def test_a_huge_tree_is_drawn_where_the_search_came_and_not_much_further(monkeypatch: pytest.MonkeyPatch) -> None:
    nested = [[2, 1], [1, [[[[[[[7, 8], 9], 9], 9], 9], 9], 9]]]
    assert len(plan_of(nested).spots) == 21
    monkeypatch.setattr(planning, "MAX_UNVISITED_NODES", 8)
    assert len(plan_of(nested).spots) == 9  # what was visited, the child that was cut, and its children


def test_chance_has_its_probabilities_on_the_edges() -> None:
    """And every player of three a number; vectors of utilities are written whole."""
    uneven = {"children": [[4, 6], [9, 1]], "probabilities": ["1/4", "3/4"]}
    dice = plan_of(Tree.of({"tree": [[[3, 12], [-8, 2]], uneven], "levels": ["max", "chance", "min"]}), "star1")
    words = texts(svg(dice))
    assert {"Chance", "1/2", "1/4", "3/4", "−5/2", "7/4"} <= set(words)
    assert {spot.shape for spot in dice.spots} == {"max", "chance", "min", "over"}
    three = plan_of(Tree.of([[(1, 2, 6), (4, 3, 2)], [(6, 1, 2), (7, 4, 1)]], levels="0,1,2"), "max-n")
    assert three.levels[:2] == ("Player 0", "Player 1")
    assert {"(4, 3, 2)", "0", "1"} <= set(texts(svg(three)))
    paranoid = plan_of(Tree.of([[(1, 2, 6), (4, 3, 2)], [(0, 1, 2), (7, 4, 1)]], levels="1,2,0"), "paranoid")
    assert paranoid.levels[:2] == ("MAX", "MIN")
    five = Tree.of([[[[(1, 2, 3), (2, 3, 1)]]], [[[(0, 1, 1), (3, 3, 3)], [(1, 1, 1), (0, 0, 0)]]]], levels="0,1,2,1")
    allies = plan(record(allied(five.start, 0, 2), of=five))
    assert allies.levels == ("MAX", "MIN", "MAX", "MIN", "")  # below a cut, too


def test_equal_positions_are_drawn_as_one() -> None:
    """Tic-tac-toe has 1, 3, 12 and 38 positions after 0 to 3 marks, up to symmetry, and 1, 9, 72, 252 without."""
    tictactoe = game("tictactoe")
    run = record(tictactoe.start, "minimax", setting(depth=3), of=tictactoe)

    def levels(merge: str) -> list[int]:
        depths = [spot.depth for spot in plan(run, merge=merge).spots]
        return [depths.count(depth) for depth in range(4)]

    assert levels("") == [1, 9, 72, 504]
    assert levels("transpositions") == [1, 9, 72, 252]
    assert levels("symmetries") == [1, 3, 12, 38]
    merged = plan(run, merge="symmetries")
    assert [link.move for link in merged.links if link.parent == 0] == ["0, 2, 6, 8", "1, 3, 5, 7", "4"]
    assert set(merged.places) == set(range(len(run.nodes)))
    for depth in range(4):  # nothing overlaps
        level = sorted((merged.columns[n], spot.width) for n, spot in enumerate(merged.spots) if spot.depth == depth)
        assert all(two[0] - one[0] >= (one[1] + two[1]) / 2 + 13.9 for one, two in pairwise(level))
    assert {"0, 2, 6, 8", "MIN (O)"} <= set(texts(svg(merged)))
    late = record(tictactoe.notation.parse("xxo.o...."), "minimax", of=tictactoe)
    assert "↑" in text(plan(late, merge="transpositions"))


def test_equal_subtrees_of_a_tree_are_drawn_as_one() -> None:
    tree = Tree.of([[[3, 1], 2], [[3, 1], 5]])
    run = record(tree.start, "minimax", of=tree)
    assert len(plan(run).spots) == 11
    assert len(plan(run, merge="transpositions").spots) == 8  # [3, 1] and its leaves


def test_the_pictures_of_the_documentation_are_what_is_drawn() -> None:
    for name, drawing in some(pictures.drawings().items()):
        assert (pictures.FOLDER / f"{name}.svg").read_text() == drawing, f"{name}: run python tests/pictures.py"


def test_texts_of_a_tree_are_never_markup() -> None:
    drawn = plan_of({"children": [{"name": NASTY, "children": [1, 2]}, 3], "moves": [NASTY, "b"]})
    picture = svg(drawn)
    assert "<script" not in picture and NASTY in texts(picture)
    assert NASTY in text(drawn)
    assert not re.search(
        r"(?<!\\)[%#&]|\\input|\$\^", tikz(drawn).split("tikzpicture}", 1)[1].replace(r"\end{tikzpicture}%", "")
    )


@needs_latex
def test_tikz_compiles_with_plain_pdflatex(tmp_path: Path) -> None:
    drawn = plan_of({"children": [{"name": NASTY, "children": [1, 2]}, [3, -4], 3], "moves": [NASTY, "ă", "c"]})
    printed = compile_latex(tmp_path, tikz(drawn, 9, theme="dark", shapes="squares"))
    assert "(1 page" in printed and "Overfull" not in printed
    body = tikz(drawn, document=False) + latex(drawn.run)
    compile_latex(tmp_path, rf"\documentclass{{article}}\usepackage{{tikz}}\begin{{document}}{body}\end{{document}}")


def test_a_png_has_the_size_of_the_drawing() -> None:
    picture = svg(plan_of(AIMA))
    made = png(picture, zoom=2)
    width, height = struct.unpack(">II", made[16:24])
    assert made.startswith(b"\x89PNG")
    assert abs(width - 2 * float(re.findall(r'width="([\d.]+)"', picture)[0])) <= 2
    assert abs(height - 2 * float(re.findall(r'height="([\d.]+)"', picture)[0])) <= 2


def test_without_its_package_a_png_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with refused(
        SearchError,
        "A PNG needs the package resvg-py, which is not installed: pip install 'plyground[png]', or ask for SVG.",
    ):
        png(svg(plan_of(AIMA)))


def test_a_drawing_too_large_for_tex_is_refused() -> None:
    wide = random_tree(40, 2, seed=1)
    with refused(SearchError, "The drawing is too large for TeX: draw it as SVG, or draw a smaller tree."):
        tikz(plan_of(wide, "minimax"))


@pytest.mark.proof
def test_the_work_of_a_drawing_grows_as_its_nodes() -> None:
    def calls(depth: int) -> float:
        """Return how many calls a drawing of a tree makes for each of its nodes."""
        tree = random_tree(5, depth, seed=1)
        run = record(tree.start, "minimax", of=tree)
        count = 0

        def counted(_frame: object, event: str, _argument: object) -> None:
            nonlocal count
            count += event == "call"

        sys.setprofile(counted)
        try:
            picture = svg(plan(run))
        finally:
            sys.setprofile(None)
        assert picture.count("<text") > len(run.nodes)
        return count / len(run.nodes)

    assert calls(5) < 1.5 * calls(3)


@pytest.mark.parametrize("name", ["othello", "connect_four", "kalah"])
def test_a_board_like_a_real_one_shows_all_that_stands_on_it(name: str) -> None:
    played = game(name)
    position = played.start.play(next(iter(played.start.moves())))
    marks = played.picture.marks(position)
    drawn = board(played, position, real=True)
    made = MATERIALS[material(played.picture)]
    circles = {
        path.get("fill"): (path.get("d") or "").count("a") // 2
        for path in ElementTree.fromstring(drawn).iter(f"{SVG}path")
    }
    for side, colour in zip(played.sides, made.stones, strict=True):
        assert circles.get(colour, 0) == marks.count(side)
    numbers = [said(mark) for mark in marks if mark.isnumeric()]
    assert numbers == [word for word in texts(drawn) if word in numbers]
    assert made.ground not in board(played, position)
