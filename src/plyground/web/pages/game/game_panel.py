"""The panel beside the board, with tabs for the moves, why, exploring and the tree."""

from __future__ import annotations

from collections.abc import Callable

from plyground.core.position import Demand
from plyground.i18n import _
from plyground.web.components.elements import reveal, tag
from plyground.web.components.tabs import Tabs
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.explorer_panel import ExplorerPanel
from plyground.web.pages.game.history_panel import HistoryPanel
from plyground.web.pages.game.tree_panel import TreePanel
from plyground.web.pages.game.why_panel import WhyPanel
from plyground.web.urls.game_url import UNSOLVED

MOVES, WHY, EXPLORE, TREE = "moves", "why", "explore", "tree"
TITLES = {MOVES: _("Moves"), WHY: _("Why"), EXPLORE: _("Explore"), TREE: _("Tree")}


class GamePanel:
    """Tabs that start and stop the parts that they show; ``changed`` is called after each change."""

    def __init__(
        self,
        explorer: Explorer,
        history: HistoryPanel,
        why: WhyPanel,
        exploring: ExplorerPanel,
        tree: TreePanel,
        changed: Callable[[], None],
    ) -> None:
        self.selected = MOVES
        self._explorer = explorer
        self._history = history
        self._why = why
        self._exploring = exploring
        self._tree = tree
        self._changed = changed
        self._tabs = Tabs(TITLES, self.select)

    @property
    def has_tree(self) -> bool:
        """True if the game has a tree of boards to show. The players of a hidden game do not see them."""
        game = self._tree.game
        return game.picture.width > 0 and not game.demands & Demand.HIDDEN

    def build(self, demands: Demand) -> None:
        """Put the panel on the page; the tab of moves is open."""
        with tag("section", classes="panel gamepanel", aria_label=str(_("The game"))) as self.panel:
            self._tabs.build(_("What is shown"))
            with self._tabs.panel(MOVES):
                self._history.build()
            with self._tabs.panel(WHY):
                self._why.build(lambda: self.turn_to(TREE))
            with self._tabs.panel(EXPLORE):
                self._exploring.build()
            with self._tabs.panel(TREE):
                self._tree.build()
        self._tabs.offer(WHY, not demands & Demand.HIDDEN)
        self._tabs.offer(EXPLORE, not demands & UNSOLVED)
        self._tabs.offer(TREE, self.has_tree)
        self._tabs.select(MOVES)

    def toggle(self, name: str) -> None:
        """Open a tab, or close it if it is open; then the moves are shown."""
        self.open(MOVES if self.selected == name else name)

    def open(self, name: str) -> None:
        """Show a tab and bring it into view."""
        self.select(name)
        reveal(self.panel)

    def turn_to(self, name: str) -> None:
        """Show a tab and move the keyboard focus to it."""
        self.open(name)
        self._tabs.focus(name)

    def select(self, name: str) -> None:
        """Show a tab. The board shows the values of at most one tab."""
        if name == self.selected:
            return
        self.selected = name
        self._tabs.select(name)
        self._why.set_open(name == WHY)
        self._explorer.set_open(name == EXPLORE)
        self._tree.set_open(name == TREE)
        self._changed()
