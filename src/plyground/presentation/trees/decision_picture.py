"""The tree of a decision as one SVG picture, with the expected line open: for notebooks and files."""

from __future__ import annotations

from plyground.bots.decision_tree import DecisionTree
from plyground.core.game import Game
from plyground.core.picture import BoardContent, extent
from plyground.drawing.board_material import draw_material
from plyground.drawing.painter import Style, draw_cells
from plyground.drawing.plan import SMALL, TEXT, text_width
from plyground.drawing.svg import SvgPen
from plyground.drawing.themes import THEMES
from plyground.presentation.trees.decision_text import source_words
from plyground.presentation.trees.tree_state import TreeNode
from plyground.presentation.trees.unfolded_tree import UnfoldedTree

MARGIN = 14
BOARD = 72
"""Side of a square board. Wide boards have about the same area."""
BESIDE = 18
"""Free width between two columns."""
LINE = 17
"""Height of a line of text."""
EDGE = 44
"""Height of the edges between two rows, with the words and moves on them."""
BOLD, THIN = 3.2, 1.3
"""Widths of lines: on the expected line, and elsewhere."""


def decision_picture(tree: DecisionTree, game: Game, *, theme: str = "color") -> str:
    """Return the picture of a decision's tree. ``theme`` is one of :data:`plyground.drawing.themes.THEMES`."""
    colours, pen = THEMES[theme], SvgPen()
    state = UnfoldedTree(game, tree).state()
    nodes: list[TreeNode] = state["nodes"]
    across, down = extent(game.picture) if game.picture.width else (1.0, 0.01)
    cell = BOARD * min(2.2, max(0.6, (across / down) ** 0.5)) / across
    wide, high = cell * across, cell * down
    column = BESIDE + max(wide, *(text_width(node["value"], TEXT) for node in nodes), *(text_width(node["effort"], SMALL) for node in nodes))  # fmt: skip
    row = high + 2 * LINE + EDGE
    title = str(source_words(tree))
    width = max(2 * MARGIN + state["columns"] * column, text_width(title, SMALL + 1) + 2 * MARGIN)
    height = 2 * MARGIN + 2 * LINE + state["rows"] * row - EDGE
    pen.box(0, 0, width, height, Style(None, colours.ground))

    def middle(node: TreeNode) -> float:
        return float(MARGIN + (node["x"] + 0.5) * column)

    def top(node: TreeNode) -> float:
        return float(MARGIN + LINE + node["y"] * row)

    by_key = {node["key"]: node for node in nodes}
    for node in sorted(nodes, key=lambda node: node["line"]):
        if node["parent"] is not None:
            parent = by_key[node["parent"]]
            (x1, y1), (x2, y2) = (middle(parent), top(parent) + high + 2 * LINE), (middle(node), top(node))
            style = Style(colours.ink if node["line"] else colours.line, width=BOLD if node["line"] else THIN, dashed=node["kind"] == "cut")  # fmt: skip
            pen.lines([((x1, y1), (x1, y1 + 6)), ((x1, y1 + 6), (x2, y1 + 6)), ((x2, y1 + 6), (x2, y2))], style)
            pen.text(x2, y2 - 6, node["move"], SMALL + 1, colours.ink, bold=True, ground=colours.ground)
    for place, words in enumerate(state["levels"]):
        x, y = (MARGIN + column / 2 + 8, MARGIN + LINE + place * row - 22) if place else (MARGIN, MARGIN + LINE - 5)
        pen.text(x, y, words, SMALL, colours.faint, "start", bold=True, ground=colours.ground)
    for node in nodes:
        x, y = middle(node), top(node)
        if node["kind"] in ("more", "cut"):
            pen.box(x - 16, y, 32, 24, Style(colours.line, None, dashed=node["kind"] == "cut"), radius=12)
            pen.text(x, y + 16, node["value"], SMALL, colours.faint)
            continue
        content = BoardContent(node["marks"], node["stacks"], node["walls"], node["last"])
        of = game.picture, game.sides, colours, content, x - wide / 2, y, cell
        if not draw_material(pen, *of):
            draw_cells(pen, *of)
        outline = Style(colours.ink if node["line"] else colours.line, None, BOLD if node["line"] else THIN)
        pen.box(x - wide / 2 - 2, y - 2, wide + 4, high + 4, outline, radius=4)
        pen.text(x, y + high + LINE, node["value"], TEXT, colours.ink, bold=True)
        pen.text(x, y + high + 2 * LINE - 3, node["effort"], SMALL, colours.faint)
    pen.text(MARGIN, height - MARGIN, title, SMALL + 1, colours.faint, "start")
    return pen.document(width, height, title)
