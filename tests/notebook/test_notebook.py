"""Notebooks: what a cell shows, executed as a notebook is."""

from __future__ import annotations

from typing import Any

import pytest

import plyground.notebook as notebook
from plyground import Tree, game
from plyground.arena.match import Match
from plyground.errors import SearchError
from plyground.trace.record import record

AIMA = Tree.parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")

CELLS = (
    'from plyground import Tree\nfrom plyground.notebook import steps\ntree = Tree.parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")\ntree',
    'steps(tree, "alphabeta", "minimax")',
    'from plyground import game\ngame("tictactoe").start.play(4)',
    "(1, 2)",
    'import plyground\nplayed = plyground.play("tictactoe", opponent="alphabeta")\nplayed.play("4")\nplayed',
    "print(*played.moves)",
)


def test_trees_runs_and_boards_are_pictures() -> None:
    tictactoe = game("tictactoe")
    shown: list[Any] = [
        AIMA,
        record(AIMA.start, "minimax", of=AIMA),
        tictactoe,
        Match.parse(tictactoe, "4-0"),
        Tree.parse("[[1, 2], [3, 4]]", levels="max,chance"),
        Tree.parse('{"children": [{"utilities": [1, 2, 6]}, {"utilities": [4, 2, 3]}], "to_move": 0}'),
        notebook.draw(AIMA, step=3, theme="dark"),
    ]
    pictures = [value._repr_svg_() for value in shown]
    assert all(picture.startswith("<svg ") for picture in pictures)
    assert len(set(pictures)) == len(pictures)
    assert ">C2<" in pictures[0]


@pytest.mark.long
def test_a_notebook_runs_and_leaves_pictures() -> None:
    pytest.importorskip("anywidget")
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    nbconvert = pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    *shown, moves = (cell.outputs[-1] for cell in book.cells)
    tree, stepping, position, pair, play = (each.data for each in shown)
    assert tree["image/svg+xml"].startswith("<svg ")
    assert stepping["image/svg+xml"].startswith("<svg ")
    tictactoe = game("tictactoe")
    assert position["image/svg+xml"] == str(notebook.board(tictactoe, tictactoe.start.play(4)))
    assert set(pair) == {"text/plain"}
    assert "application/vnd.jupyter.widget-view+json" in stepping
    assert "application/vnd.jupyter.widget-view+json" in play
    assert play["text/plain"] == "Tic-tac-toe: Your move: you play X"
    first, reply = map(int, moves.text.split())
    assert play["image/svg+xml"] == str(notebook.board(tictactoe, tictactoe.start.play(first).play(reply)))
    _text, files = nbconvert.MarkdownExporter().from_notebook_node(book)
    assert sum(name.endswith(".svg") for name in files["outputs"]) == 4  # where no JavaScript runs


def test_the_widget_has_what_the_module_asks_for() -> None:
    pytest.importorskip("anywidget")
    widget = notebook.steps(game("tictactoe"), "alphabeta", depth=1)
    assert widget.step == 0
    assert set(widget.reels) == {"0-0-0", "0-1-0"}
    assert "renderSteps" in widget._esm
    played = notebook.Play(game("tictactoe"), "alphabeta", 0)
    assert "renderNotebookBoard" in played.widget._esm
    played.play("4")
    assert played.widget.marks == game("tictactoe").picture.marks(played.position)
    assert played.widget.controls["status"] == "Your move: you play X"
    with pytest.raises(SearchError, match="chance"):
        notebook.steps(Tree.parse("[[1, 2], [3, 4]]", levels="max,chance"))
