"""The tree view: a bot's decision as the tree of its search, unfolded node by node.

A search is a function of its arguments, so each node's children are found by running that node alone
again, in a worker. Nothing is kept but what is shown, and a tree of any size can be explored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.arena.analysis import contestants, rules_of_contest
from plyground.errors import PlygroundError, SearchStopped
from plyground.game import Game
from plyground.interfaces.web import jobs
from plyground.interfaces.web.elements import button, select, show, tag
from plyground.interfaces.web.table import Table
from plyground.interfaces.web.tree_address import Wanted
from plyground.interfaces.web.widget import Widget
from plyground.interfaces.web.workers import Share, unwatched
from plyground.language import Sentence, _
from plyground.picture import shear
from plyground.players.searcher import Searcher
from plyground.position import MAX, Move
from plyground.search import Setting
from plyground.search.algorithms import algorithm
from plyground.search.scores import INFINITY, LONGEST
from plyground.trace.layout import tidy
from plyground.trace.record import terms
from plyground.trace.run import Node
from plyground.trace.values import number, relation, window

PATIENCE = 30
"""Seconds that a node may take to unfold."""

log = logging.getLogger(__name__)


@dataclass
class Branch:
    """A node that is shown, with where it stands in the tree."""

    node: Node
    moves: tuple[Move, ...]  # from the start of the game
    position: Any
    on_line: bool  # best play of both sides comes here
    children: list[Branch] = field(default_factory=list)
    busy: bool = False
    column: float = 0

    @property
    def key(self) -> str:
        """What names the node in the browser."""
        return "-".join(map(str, self.moves))

    def all(self) -> Iterator[Branch]:
        """This node and everything shown below it."""
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
        """The shown node of this name."""
        return next((branch for branch in self.root.all() if branch.key == key), None)

    def grow(self, branch: Branch, nodes: tuple[Node, ...]) -> None:
        """Show the children of a node, as a search of it gave it and them."""
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
        """The tree as the browser draws it."""
        columns = self._place()
        nodes = [
            self._drawn(branch, parent)
            for parent, branch in [(None, self.root), *_edges(self.root)]
        ]  # fmt: skip
        rows = max(branch.node.depth for branch in self.root.all()) + 1
        return {"nodes": nodes, "columns": columns, "rows": rows, "levels": self._levels(rows)}

    def _place(self) -> float:
        """Give each shown node its column; the columns taken in all."""
        branches = list(self.root.all())
        numbers = {id(branch): number for number, branch in enumerate(branches)}
        children = [[numbers[id(child)] for child in branch.children] for branch in branches]
        middles = tidy(children, [1] * len(branches), gap=0, apart=0)
        for branch, middle in zip(branches, middles, strict=True):
            branch.column = middle - 0.5
        return max(middles) + 0.5

    def legend(self) -> list[tuple[str, str]]:
        """What the signs mean that can occur in this tree."""
        windowed = self.algorithm.windowed
        occurs = {
            "horizon": self.setting.horizon < LONGEST,
            "cut": self.algorithm.name != "minimax",
            "window": windowed,
            "distance": bool(self.setting.scores.per_ply),
            "empty": windowed and self.setting.convention.fail_hard,
        }
        return [(sign, str(words)) for sign, words in _LEGEND if occurs.get(sign, True)]

    def _levels(self, rows: int) -> list[str]:
        """Who is to move at each level, where all its nodes agree."""
        levels = []
        for depth in range(rows):
            branches = [branch for branch in self.root.all() if branch.node.depth == depth]
            names = {
                f"{'MAX' if branch.node.side == MAX else 'MIN'} ({self.game.mover(branch.position)})"
                for branch in branches
            }
            levels.append(names.pop() if len(names) == 1 else "")
        return levels

    def _drawn(self, branch: Branch, parent: Branch | None) -> dict[str, Any]:
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
            "horizon": _("judged at the depth limit"),
            "known": _("known from before"),
            "inner": _("MAX to move") if node.side == MAX else _("MIN to move"),
        }[node.kind]
        if not move:
            return _("root: {kind}, value {value}", kind=words, value=value)
        if branch.on_line:
            return _("move {move}, on the best line: {kind}, value {value}", move=move, kind=words, value=value)
        return _("move {move}: {kind}, value {value}", move=move, kind=words, value=value)


def _edges(branch: Branch) -> Iterator[tuple[Branch, Branch]]:
    """(parent, child) for every shown node but the root, parents first."""
    for child in branch.children:
        yield branch, child
        yield from _edges(child)


class TreePanel:
    """The tree of the last bot's decision, or of the position on the board where no bot has moved.

    ``closed`` hears when it is put away.
    """

    def __init__(self, table: Table, workers: Share, closed: Callable[[], None]) -> None:
        self._table = table
        self._closed = closed
        self._workers = workers
        self._tasks: set[asyncio.Task[None]] = set()
        self._moves: tuple[Move, ...] = ()
        self._searches: dict[str, tuple[Sentence, str, Setting]] = {}
        self.tree: Tree | None = None

    def build(self) -> None:
        """Put the panel on the page, hidden."""
        self.panel = tag("section", classes="panel tree", aria_label=str(_("Search tree")), tabindex="-1")
        self.panel.set_visibility(False)

    def open(self) -> None:
        """Show the decision anew."""
        table = self._table
        ply = table.last_bot_ply if table.last_bot_ply is not None or table.match.outcome else table.match.ply
        self.leave()
        self.panel.clear()
        self.panel.set_visibility(True)
        self.panel.run_method("focus")
        self.panel.run_method("scrollIntoView", {"behavior": "smooth"})
        with self.panel:
            with tag("div", classes="heading"):
                tag("h2", _("Search tree"))
                if ply is not None:
                    tag("a", _("Step through it"), "button quiet", href=self._steps(ply))
                button(_("Close"), self.close)
            if ply is None:
                tag("p", _("The game is over, and no bot has made a decision in it."))
                return
            self._moves = table.match.moves[:ply]
            self._position = table.match.positions[ply]
            self._searches = self._offered(ply)
            self.about = tag("p", self._about(ply))
            options = [(key, title) for key, (title, _name, _setting) in self._searches.items()]
            first = "own" if "own" in self._searches else "alphabeta-aima"
            select(_("Searched by"), options, first, self._show_search)
            self.trouble = tag("p", classes="trouble", role="alert")
            picture = table.game.picture
            self.widget = Widget(
                "tree.js",
                {
                    "nodes": [],
                    "columns": 1,
                    "rows": 1,
                    "levels": [],
                    "width": picture.width,
                    "height": picture.height,
                    "sides": table.game.sides,
                    "pieces": picture.pieces,
                    "shear": shear(picture),
                    "label": str(_("Search tree: arrow keys walk, Enter opens and closes a node")),
                    "legend": [],
                },
                self._heard,
            )
            self.widget.classes("tree-box")
        self._show_search(first)

    def _steps(self, ply: int) -> str:
        """The address where the searches of the position are stepped through."""
        game = self._table.game
        position = game.notation.format(self._table.match.positions[ply])
        return f"/trees?{Wanted(game=game.name, position=position).format()}"

    def close(self) -> None:
        """Put the tree away."""
        self.leave()
        self.panel.set_visibility(False)
        self._closed()

    def leave(self) -> None:
        """Compute nothing more."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    def _about(self, ply: int) -> Sentence:
        table = self._table
        position = table.match.positions[ply]
        side = table.game.mover(position)
        bot = table.mover_at(ply)
        if bot.is_human or ply == table.match.ply:  # nobody has decided anything there yet
            return _("The position on the board, as a search for {side} sees it.", side=side)
        move = table.game.notation.format_move(position, table.match.moves[ply])
        if not table.made_at(ply):
            return _(
                "{move} came with the link; this is what a search for {side} ({player}) sees there.",
                side=side, player=bot.player.card.title, move=move,
            )  # fmt: skip
        if isinstance(bot.player, Searcher):
            return _("How {side} ({player}) decided on {move}.", side=side, player=bot.player.card.title, move=move)
        return _(
            "{side} ({player}) decided on {move} without a search; this is what a search sees there.",
            side=side, player=bot.player.card.title, move=move,
        )  # fmt: skip

    def _offered(self, ply: int) -> dict[str, tuple[Sentence, str, Setting]]:
        """The searches that can be shown: the bot's own first, where it has one, and those of the comparison."""
        offered = {}
        bot = self._table.mover_at(ply).player
        if isinstance(bot, Searcher):
            title = bot.card.title
            words = _("{player}, as it played", player=title) if self._table.made_at(ply) else title
            offered["own"] = (words, bot.algorithm, bot.setting)
        for known in contestants(self._table.game):
            offered[known.key] = (known.title, known.algorithm, rules_of_contest(self._table.game, known))
        return offered

    def _show_search(self, key: str) -> None:
        if key in self._searches:
            _title, name, chosen = self._searches[key]
            self.leave()
            self.tree = Tree(self._table.game, self._moves, self._position, name, chosen)
            self.widget.patch({"legend": self.tree.legend()})
            self._toggle(self.tree, self.tree.root)

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
        try:
            found = await self._workers.run(
                jobs.unfold, PATIENCE, unwatched, tree.game.name, branch.moves,
                tree.algorithm.name, tree.setting, node.depth, node.side, node.alpha, node.beta,
            )  # fmt: skip
            tree.grow(branch, found)
            show(self.trouble, "")
        except SearchStopped:
            show(self.trouble, _("This node is too large: its search was stopped after {seconds} s.", seconds=PATIENCE))
        except PlygroundError as error:
            show(self.trouble, error)
        except Exception:
            log.exception("A node could not be unfolded.")
            show(self.trouble, _("Something unexpected went wrong; the server's log has the details."))
        branch.busy = False
        self.widget.patch(tree.state())


_LEGEND = (
    ("max", _("MAX to move: takes the greatest value")),
    ("min", _("MIN to move: takes the least")),
    ("over", _("end of the game")),
    ("horizon", _("judged at the depth limit")),
    ("line", _("thick: best play of both")),
    ("cut", _("cut: never visited")),
    ("window", _("[α, β]: the window; a value outside it is only a bound, ≥ or ≤")),
    ("distance", _("+1 (5): a win for MAX, 5 plies below the root")),
    ("empty", _("?: fail-hard and an empty window: the value says nothing")),
)
