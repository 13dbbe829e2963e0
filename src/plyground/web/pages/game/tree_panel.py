"""The tree view: a bot's decision as the tree of its search, unfolded node by node.

A search is a function of its arguments, so each node's children are found by running that node alone again, in a
worker. Only shown nodes are stored, so a tree of any size can be explored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.arena.analysis import contestants, rules_of_contest
from plyground.bots.searcher import Searcher
from plyground.core.game import Game
from plyground.core.picture import piece_kinds, shear
from plyground.core.position import MAX, Move
from plyground.drawing.layout import tidy
from plyground.i18n import Sentence, _
from plyground.presentation.game_session import GameSession
from plyground.presentation.side_title import mover_title
from plyground.presentation.tree_state import TreeNode, UnfoldingState
from plyground.searches import Setting
from plyground.searches.registry import algorithm
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.trace.record import terms
from plyground.trace.run import Node
from plyground.trace.value_text import number, relation, window
from plyground.web.components.elements import select, show, tag
from plyground.web.components.widget import Widget
from plyground.web.pages.game import jobs
from plyground.web.pages.game.search_text import SearchText
from plyground.web.urls.trees_url import TreeQuery
from plyground.web.workers.pool import VisitorWorkers, guarded, ignore_status

NODE_TIMEOUT_S = 30
"""Seconds that a node may take to unfold."""

log = logging.getLogger(__name__)


@dataclass
class Branch:
    """A shown node with its place in the tree."""

    node: Node
    moves: tuple[Move, ...]  # moves from the start of the game
    position: Any
    on_line: bool  # True if best play of both sides leads here
    children: list[Branch] = field(default_factory=list)
    busy: bool = False
    column: float = 0

    @property
    def key(self) -> str:
        """Return the name of the node in the browser."""
        return "-".join(map(str, self.moves))

    def all(self) -> Iterator[Branch]:
        """Yield this node and everything shown below it."""
        yield self
        for child in self.children:
            yield from child.all()


class Tree:
    """The shown part of one search's tree."""

    def __init__(self, game: Game, moves: tuple[Move, ...], position: Any, name: str, chosen: Setting) -> None:
        self.game = game
        self.algorithm = algorithm(name)
        self.setting = chosen
        self.terms = terms(position, self.algorithm, chosen)
        self.root = Branch(Node(0, None, None, 0, MAX, 0, -INFINITY, INFINITY), moves, position, on_line=True)

    def find(self, key: str) -> Branch | None:
        """Return the shown node with this name."""
        return next((branch for branch in self.root.all() if branch.key == key), None)

    def grow(self, branch: Branch, nodes: tuple[Node, ...]) -> None:
        """Show the children of a node, with the values from a search of it."""
        node, *children = nodes
        branch.node = node._replace(move=branch.node.move)
        branch.children = [
            Branch(
                child,
                (*branch.moves, child.move),
                branch.position.play(child.move),
                on_line=branch.on_line and child.move == node.best,
            )
            for child in children
            if child.move is not None
        ]

    def state(self) -> dict[str, Any]:
        """Return the tree in the form that the browser draws."""
        columns = self._place()
        nodes = [
            self._drawn(branch, parent)
            for parent, branch in [(None, self.root), *_edges(self.root)]
        ]  # fmt: skip
        rows = max(branch.node.depth for branch in self.root.all()) + 1
        return {"nodes": nodes, "columns": columns, "rows": rows, "levels": self._levels(rows)}

    def _place(self) -> float:
        """Set the column of each shown node. Return the number of columns."""
        branches = list(self.root.all())
        numbers = {id(branch): number for number, branch in enumerate(branches)}
        children = [[numbers[id(child)] for child in branch.children] for branch in branches]
        middles = tidy(children, [1] * len(branches), gap=0, apart=0)
        for branch, middle in zip(branches, middles, strict=True):
            branch.column = middle - 0.5
        return max(middles) + 0.5

    def legend(self) -> list[tuple[str, str]]:
        """Return the signs that can occur in this tree as (sign, meaning)."""
        windowed = self.algorithm.windowed
        occurs = {
            "horizon": self.setting.depth < MAX_DEPTH,
            "cut": self.algorithm.name != "minimax",
            "window": windowed,
            "distance": bool(self.setting.scores.per_ply),
            "empty": windowed and self.setting.convention.fail_hard,
        }
        return [(sign, str(words)) for sign, words in _LEGEND if occurs.get(sign, True)]

    def _levels(self, rows: int) -> list[str]:
        """Return the names of the sides to move, one for each level; empty if the nodes of a level differ."""
        levels = []
        for depth in range(rows):
            branches = [branch for branch in self.root.all() if branch.node.depth == depth]
            names = {
                f"{'MAX' if branch.node.side == MAX else 'MIN'} ({mover_title(self.game, branch.position)})"
                for branch in branches
            }
            levels.append(names.pop() if len(names) == 1 else "")
        return levels

    def _drawn(self, branch: Branch, parent: Branch | None) -> TreeNode:
        node = branch.node
        move = "" if parent is None else self.game.notation.format_move(parent.position, branch.moves[-1])
        value = (
            "" if node.value is None else f"{relation(node, self.terms)} {number(node.value, self.terms, signed=True)}"
        )
        bounds = window(node.alpha, node.beta, self.terms, signed=True)
        return {
            "key": branch.key,
            "parent": None if parent is None else parent.key,
            "x": branch.column,
            "y": node.depth,
            "kind": node.kind,
            "side": "max" if node.side == MAX else "min",
            "move": move,
            "value": value,
            "window": bounds if node.kind != "cut" else "",
            "marks": self.game.picture.marks(branch.position),
            "last": [] if parent is None else self.game.picture.cells(parent.position, branch.moves[-1]),
            "line": branch.on_line and node.kind != "cut",
            "open": bool(branch.children),
            "busy": branch.busy,
            "label": str(self._label(branch, move, value)),
        }

    def _label(self, branch: Branch, move: str, value: str) -> Sentence:
        node = branch.node
        if node.kind == "cut":
            return _("move {move}: cut, never visited", move=move)
        words = {
            "over": _("end of the game"),
            "horizon": _("evaluated at the depth limit"),
            "known": _("from the table"),
            "inner": _("MAX to move") if node.side == MAX else _("MIN to move"),
        }[node.kind]
        if not move:
            return _("root: {kind}, value {value}", kind=words, value=value)
        if branch.on_line:
            return _("move {move}, on the best line: {kind}, value {value}", move=move, kind=words, value=value)
        return _("move {move}: {kind}, value {value}", move=move, kind=words, value=value)


def _edges(branch: Branch) -> Iterator[tuple[Branch, Branch]]:
    """Yield (parent, child) for every shown node except the root, parents first."""
    for child in branch.children:
        yield branch, child
        yield from _edges(child)


class TreePanel:
    """The tree of the last bot's decision, or of the position on the board if no bot has moved."""

    def __init__(self, session: GameSession, workers: VisitorWorkers) -> None:
        self.is_open = False
        self._session = session
        self._shown: tuple[Move, ...] | None = None  # moves before the decision
        self._workers = workers
        self._tasks: set[asyncio.Task[None]] = set()
        self._moves: tuple[Move, ...] = ()
        self._searches: dict[str, tuple[Sentence | str, str, Setting]] = {}
        self.tree: Tree | None = None

    def build(self) -> None:
        """Put the panel on the page, empty until it is opened."""
        self.panel = tag("section", classes="tree", aria_label=str(_("Search tree")), tabindex="-1")

    def set_open(self, is_open: bool) -> None:
        """Start or stop showing decisions."""
        self.is_open = is_open
        if not is_open:
            self.leave()
            self._shown = None

    def follow(self) -> None:
        """Show the decision for the position on the board, if it has changed and no bot is thinking."""
        session = self._session
        if not self.is_open or session.thinking:
            return
        ply = session.last_bot_ply if session.last_bot_ply is not None or session.match.outcome else session.match.ply
        moves = session.match.moves[: session.match.ply]
        if moves != self._shown:
            self._shown = moves
            self._open(ply)

    def _open(self, ply: int | None) -> None:
        session = self._session
        self.leave()
        self.panel.clear()
        with self.panel:
            if ply is None:
                tag("p", _("The game is over, and no bot has made a decision in it."))
                return
            self._moves = session.match.moves[:ply]
            self._position = session.match.positions[ply]
            self._searches = self._offered(ply)
            self.about = tag("p", self._about(ply))
            options = [(key, title) for key, (title, _name, _setting) in self._searches.items()]
            first = "own" if "own" in self._searches else "alphabeta-aima"
            with tag("div", classes="heading"):
                select(_("Searched by"), options, first, self._show_search, "inline")
                tag("a", _("Step through it"), "button", href=self._steps(ply))
            self.trouble = tag("p", classes="trouble", role="alert")
            picture = session.game.picture
            state: UnfoldingState = {
                "nodes": [],
                "columns": 1,
                "rows": 1,
                "levels": [],
                "width": picture.width,
                "height": picture.height,
                "sides": session.game.sides,
                "kinds": piece_kinds(picture),
                "pieces": picture.pieces,
                "shear": shear(picture),
                "label": str(_("Search tree: the arrow keys move, Enter opens and closes a node")),
                "legend": [],
            }
            self.widget = Widget("tree.js", state, self._heard)
            self.widget.classes("tree-box")
            self.text = SearchText()
            self.text.build()
        self._show_search(first)

    def _steps(self, ply: int) -> str:
        """Return the URL on which the searches of the position are stepped through."""
        game = self._session.game
        position = game.notation.format(self._session.match.positions[ply])
        return f"/trees?{TreeQuery(game=game.name, position=position).format()}"

    def leave(self) -> None:
        """Stop all computations of the panel."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    def _about(self, ply: int) -> Sentence:
        session = self._session
        position = session.match.positions[ply]
        side = mover_title(session.game, position)
        bot = session.mover_at(ply)
        if bot.is_human or ply == session.match.ply:  # no bot has decided anything there yet
            return _("The position on the board, as a search for {side} sees it.", side=side)
        move = session.game.notation.format_move(position, session.match.moves[ply])
        if not session.played_at(ply):
            return _(
                "{move} came with the link. This is a search of the position for {side} ({player}).",
                side=side, player=bot.title, move=move,
            )  # fmt: skip
        if isinstance(bot.player, Searcher):
            return _("How {side} ({player}) decided on {move}.", side=side, player=bot.title, move=move)
        return _(
            "{side} ({player}) decided on {move} without a search. This is a search of the position.",
            side=side, player=bot.title, move=move,
        )  # fmt: skip

    def _offered(self, ply: int) -> dict[str, tuple[Sentence | str, str, Setting]]:
        """Return the searches that can be shown: the bot's own search if it has one, then the searches of the
        comparison.
        """
        offered = {}
        bot = self._session.mover_at(ply).player
        if isinstance(bot, Searcher):
            title = bot.card.title
            words = _("{player}, as it played", player=title) if self._session.played_at(ply) else title
            offered["own"] = (words, bot.algorithm, bot.setting)
        for known in contestants(self._session.game):
            offered[known.key] = (known.title, known.algorithm, rules_of_contest(self._session.game, known))
        return offered

    def _show_search(self, key: str) -> None:
        if key in self._searches:
            _title, name, chosen = self._searches[key]
            self.leave()
            self.tree = Tree(self._session.game, self._moves, self._position, name, chosen)
            self.widget.patch({"legend": self.tree.legend()})
            self._toggle(self.tree, self.tree.root)
            self.text.show(self._position, name, chosen)

    def _heard(self, message: dict[str, Any]) -> None:
        branch = self.tree.find(str(message.get("toggle"))) if self.tree else None
        if self.tree and branch and branch.node.kind == "inner" and not branch.busy:
            self._toggle(self.tree, branch)

    def _toggle(self, tree: Tree, branch: Branch) -> None:
        if branch.children:
            branch.children = []
            self.widget.patch(tree.state())
            return
        branch.busy = True
        self.widget.patch(tree.state())
        task = asyncio.create_task(self._unfold(tree, branch))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _unfold(self, tree: Tree, branch: Branch) -> None:
        node = branch.node
        found = await guarded(
            self._workers.run(
                jobs.unfold, NODE_TIMEOUT_S, ignore_status, tree.game.name, branch.moves,
                tree.algorithm.name, tree.setting, node.depth, node.side, node.alpha, node.beta,
            ),
            lambda trouble: show(self.trouble, trouble),
            when_stopped=_("This node is too large: its search was stopped after {seconds} s.", seconds=NODE_TIMEOUT_S),
        )  # fmt: skip
        if found is not None:
            tree.grow(branch, found)
            show(self.trouble, "")
        branch.busy = False
        self.widget.patch(tree.state())


_LEGEND = (
    ("max", _("MAX to move: takes the greatest value")),
    ("min", _("MIN to move: takes the least")),
    ("over", _("end of the game")),
    ("horizon", _("evaluated at the depth limit")),
    ("line", _("thick line: best play of both sides")),
    ("cut", _("cut: never visited")),
    ("window", _("[α, β]: the window; a value outside it is only a bound, ≥ or ≤")),
    ("distance", _("+1 (5): a win for MAX, 5 plies below the root")),
    ("empty", _("?: fail-hard with an empty window: the value has no meaning")),
)
