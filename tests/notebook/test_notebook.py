"""Notebooks: what a cell shows, executed as a notebook is."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest
from program import PATIENCE

import plyground
import plyground.notebook as notebook
from plyground import Game, Tree, game, rules, search
from plyground.arena.match import Match
from plyground.errors import SearchError
from plyground.i18n import use
from plyground.notebook.summary_page import summary_html
from plyground.presentation.result_summary import summary
from plyground.trace.record import record

AIMA = Tree.parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")

CELLS = (
    'from plyground import Tree\nfrom plyground.notebook import steps\ntree = Tree.parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")\ntree',
    'steps(tree, "alphabeta", "minimax")',
    'from plyground import game\ngame("tictactoe").start.play(4)',
    "(1, 2)",
    'import plyground\nplayed = plyground.play("tictactoe", opponent="alphabeta")\nplayed.play("4")\nplayed',
    "from plyground import search, solve\nsearch(game('tictactoe'))",
    "solve('tictactoe')",
    "print(*played.moves)",
)


RESULTS = {
    "search('tictactoe')": "X to move. A draw with best play. (proven)",
    "search('connect_four', depth=2)": "X to move. Judged at −3 after 2 plies. (an estimate)",
    "search(game('tictactoe').notation.parse('xxxoo....'))": "The game is over: X has won, 3 in a row (0-1-2).",
    "search('three', 'max-n', depth=1)": "X to move. If each plays best for itself, judged after 1 ply: X 0.02, O −0.01, A −0.01. (an estimate)",
    "search(Tree.parse('[[3, 12], [2, 4]]'))": "Value: 3. (proven)",
    "search('pig:target=5,faces=3,rounds=2', 'expectiminimax', depth=1)": "Die to move. Judged at 0.10 after 1 ply. (an estimate)",
    "deepen('tictactoe', Limit(depth=9))": "X to move. A draw with best play. (proven)",
    "uct(game('tictactoe').notation.parse('xx.oo....'), seed=1)": "X to move. A certain win. (proven)",
    "uct('connect_four', playouts=40, seed=1)": "of 100 in random games. (an estimate)",
    "exact(game('connect_four').notation.parse('2252576253462244111563365343671351441'))": "O to move. Proven score: −1.",
    "proof_number('tictactoe')": "X to move. No certain win. (proven)",
    "proof_number('tictactoe', 0)": "X to move. At least a draw. (proven)",
    "proof_number('connect_four', nodes=10)": "X to move. Unknown within the limits.",
    "explore(game('tictactoe').start.play(0).play(1), solve('tictactoe'))": "X to move. A certain win in 5 plies. (proven)",
    "solve('tictactoe')": "X to move. A draw with best play. (proven)",
}
"""Calls, and what the first line of their summary tells."""


@pytest.mark.parametrize("call", RESULTS)
def test_results_are_summed_up_in_words(call: str) -> None:
    result = eval(call, vars(plyground) | {name: getattr(plyground, name) for name in plyground.__all__})
    found = summary(result)
    assert RESULTS[call] in found.text.splitlines()[0]
    assert len(found.text) < 300
    html = result._repr_html_()
    shown = Page(html)
    assert shown.is_balanced
    assert [str(head) for head in found.heads] == shown.cells["th"]
    assert len(shown.cells["td"]) == min(len(found.rows), 10) * len(found.heads)
    assert str(found.cost) in shown.text


class Page(HTMLParser):
    """The text and the cells of a table in a piece of HTML, as a parser sees them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.cells: dict[str, list[str]] = {"th": [], "td": []}
        self._open: list[str] = []
        self.tags: set[str] = set()
        self.feed(html)
        self.close()

    @property
    def is_balanced(self) -> bool:
        return not self._open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._open.append(tag)
        self.tags.add(tag)
        if tag in self.cells:
            self.cells[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._open[-1] in self.cells:
            self.cells[self._open[-1]][-1] += data


@rules
class Last(NamedTuple):
    """One stone is left."""

    left: int = 1

    def moves(self) -> list[int]:
        return [1] * self.left

    def play(self, move: int) -> Last:
        return Last(0)

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        return -1

    def to_move(self) -> int:
        return 1 - self.left


def test_words_of_a_game_are_no_html() -> None:
    of = Game("last", Last(), sides=("<script>alert(1)</script>", "O & P"))
    page = Page(summary_html(search(of)))
    assert "<script>alert(1)</script> to move. A certain win. (proven)" in page.text
    assert page.tags == {"div", "strong", "span", "table", "thead", "tbody", "tr", "th", "td"}


def test_the_summary_is_in_the_language_of_the_reader() -> None:
    found = search("tictactoe")
    try:
        use("pt_BR")
        assert "Empate" in summary_html(found)
    finally:
        use(None)


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


@pytest.mark.proof
def test_results_are_shown_without_an_import_of_the_notebook() -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    cell = nbformat.v4.new_code_cell("from plyground import search\nsearch('tictactoe')")
    nbclient.NotebookClient(
        nbformat.v4.new_notebook(cells=[cell]), timeout=int(PATIENCE), kernel_name="python3"
    ).execute()
    assert "<strong>X to move. A draw with best play.</strong>" in cell.outputs[-1].data["text/html"]


@pytest.mark.proof
def test_a_notebook_runs_and_leaves_pictures() -> None:
    pytest.importorskip("anywidget")
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    nbconvert = pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    nbclient.NotebookClient(book, timeout=int(PATIENCE), kernel_name="python3").execute()
    *shown, moves = (cell.outputs[-1] for cell in book.cells)
    tree, stepping, position, pair, play, found, values = (each.data for each in shown)
    for result in (found, values):
        assert "<strong>X to move. A draw with best play.</strong>" in result["text/html"]
        assert result["text/plain"].startswith("X to move. A draw with best play. (proven)\nBest move: 0")
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
