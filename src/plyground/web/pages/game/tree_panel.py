"""The tree view: a bot's decision as a tree of boards.

The tree comes with the bot's choice. The decisions that were not made here are made again with few nodes. A recorded
search is a function of its arguments, so a node below the tree is found by running that node alone again, in a worker.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from plyground.arena.analysis import contestants
from plyground.bots import Choice
from plyground.bots.decision import tree_of
from plyground.bots.decision_tree import DecisionTree
from plyground.core.game import Game
from plyground.core.position import Move
from plyground.i18n import Sentence, _
from plyground.presentation.boards.board_state import board_look
from plyground.presentation.game_session import GameSession
from plyground.presentation.side_title import mover_title
from plyground.presentation.trees.decision_text import source_words
from plyground.presentation.trees.tree_state import UnfoldingState
from plyground.presentation.trees.unfolded_tree import UnfoldedTree
from plyground.searches.registry import usual
from plyground.web.components.elements import select, show, tag
from plyground.web.components.widget import Widget
from plyground.web.pages.game import jobs
from plyground.web.pages.game.preparation import Preparation
from plyground.web.pages.game.search_text import SearchText
from plyground.web.urls.trees_url import TreeQuery
from plyground.web.workers.pool import VisitorWorkers, guarded, ignore_status

TREE_TIMEOUT_S = 30
"""Seconds that a tree, or a node of it, may take on a busy machine. Both are bounded in nodes."""
OWN = "own"
"""The key of the bot's own decision among the searches that can be shown."""


class TreePanel:
    """The tree of the last bot's decision, or of the position on the board if no bot has moved."""

    def __init__(self, session: GameSession, workers: VisitorWorkers, preparation: Preparation) -> None:
        self.is_open = False
        self._session = session
        self._shown: tuple[Move, ...] | None = None  # moves before the decision
        self._workers = workers
        self._tasks: set[asyncio.Task[None]] = set()
        self._preparation = preparation
        self._ply = 0  # ply of the decision
        self.tree: UnfoldedTree | None = None

    @property
    def game(self) -> Game:
        """The game whose decisions are shown."""
        return self._session.game

    def build(self) -> None:
        """Put the panel on the page, empty until it is opened."""
        self.panel = tag("section", classes="tree", aria_label=str(_("Search tree")), tabindex="-1")
        self.panel.set_visibility(False)

    def set_open(self, is_open: bool) -> None:
        """Start or stop showing decisions."""
        self.is_open = is_open
        self.panel.set_visibility(is_open)
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
            self._ply = ply
            self.about = tag("p", self._about(ply))
            self.source = tag("p", classes="detail", role="status")
            options = self._offered(ply)
            first = options[0][0] if options else ""
            with tag("div", classes="heading"):
                select(_("Searched by"), options, first, self._show_search, "inline")
                tag("a", _("Step through it"), "button", href=self._steps(ply))
            self.trouble = tag("p", classes="trouble", role="alert")
            state: UnfoldingState = {
                "nodes": [],
                "columns": 1,
                "rows": 1,
                "levels": [],
                "board": board_look(session.game),
                "label": str(_("Search tree: the arrow keys move, Enter opens and closes a node")),
                "legend": [],
            }
            self.widget = Widget("decision_tree.js", state, self._heard)
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
        if position.is_chance():
            return _("The position on the board, before chance moves.")
        if bot.is_human or ply == session.match.ply:  # no bot has decided anything there yet
            return _("The position on the board, as a search for {side} sees it.", side=side)
        move = session.game.notation.format_move(position, session.match.moves[ply])
        if not session.played_at(ply):
            return _(
                "{move} came with the link. This is a search of the position for {side} ({player}).",
                side=side, player=bot.title, move=move,
            )  # fmt: skip
        return _("How {side} ({player}) decided on {move}.", side=side, player=bot.title, move=move)

    def _choice(self, ply: int) -> Choice | None:
        """Return the choice of a bot that played here; None if the visitor's device sent its move alone."""
        played = self._session.played_at(ply)
        choice = played.choice if played else None
        return choice if choice and (choice.tree or choice.reason) else None

    def _offered(self, ply: int) -> list[tuple[str, Sentence | str]]:
        """Return the searches that can be shown as (key, title): the bot's own decision, then those of the
        comparison.
        """
        bot, position = self._session.mover_at(ply), self._session.match.positions[ply]
        own: list[tuple[str, Sentence | str]] = []
        if not (bot.is_human or position.is_chance()):
            player = bot.title
            own = [(OWN, _("{player}, as it played", player=player) if self._choice(ply) else _("{player}, as it would play", player=player))]  # fmt: skip
        game = self._session.game
        known = [(each.key, each.title) for each in contestants(game)]
        usually = usual(position).name  # a person's position is searched by alpha-beta first
        known.sort(key=lambda each: not each[0].startswith(usually))
        return own + known

    def _show_search(self, key: str) -> None:
        """Show the tree of a decision or of a compared search."""
        self.leave()
        self._start(self._find(key))

    async def _find(self, key: str) -> None:
        session, ply = self._session, self._ply
        game, moves = session.game, session.match.moves[:ply]
        seat, choice = session.mover_at(ply), self._choice(ply)
        show(self.source, _("Looking at the search …"))
        if key == OWN and choice:
            tree: DecisionTree | None = tree_of(choice, session.match.positions[ply])
        elif key == OWN:
            native = not self._preparation.is_under_way(seat.text)
            tree = await self._asked(jobs.short_tree, game.name, moves, seat.text, native=native)
        else:
            number = [each.key for each in contestants(game)].index(key)
            tree = await self._asked(jobs.compared_tree, game.name, moves, number)
        if tree is not None and tree.is_recordable:
            tree = await self._asked(jobs.recorded_tree, game.name, moves, jobs.sent(tree)) or tree
        if tree is None:
            show(self.source, "")
            return
        tree = replace(tree, position=session.match.positions[ply])  # sent without a position
        self.tree = UnfoldedTree(game, tree)
        show(self.source, source_words(tree))
        if self.tree.expected is not None:
            self._open_node(self.tree, self.tree.expected)
        self.widget.patch(self.tree.state())
        if tree.algorithm and tree.setting:
            self.text.show(tree.position, tree.algorithm, tree.setting)
        self.text.panel.set_visibility(bool(tree.algorithm))

    async def _asked(self, job: Any, *arguments: Any, **options: Any) -> Any:
        """Return the answer of a job; None if it failed, which is said."""
        return await guarded(
            self._workers.run(job, TREE_TIMEOUT_S, ignore_status, *arguments, **options),
            lambda trouble: show(self.trouble, trouble),
            when_stopped=_("This search is too large to be shown here."),
        )

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, message: dict[str, Any]) -> None:
        if self.tree is None:
            return
        number = self.tree.toggle(str(message.get("toggle")))
        if number is not None:
            self._open_node(self.tree, number)
        self.widget.patch(self.tree.state())

    def _open_node(self, shown: UnfoldedTree, number: int) -> None:
        """Let a worker find the children of a node."""
        shown.busy.add(number)
        self._start(self._unfold(shown, number))

    async def _unfold(self, shown: UnfoldedTree, number: int) -> None:
        tree, moves = shown.tree, self._session.match.moves[: self._ply]
        found = await self._asked(
            jobs.unfold, shown.game.name, (*moves, *shown.moves(number)), tree.algorithm, tree.setting, shown.nodes[number]
        )  # fmt: skip
        shown.busy.discard(number)
        if found is not None:
            shown.grow(number, found)
            show(self.trouble, "")
        self.widget.patch(shown.state())
