"""The panel below the coach card: the graph, the moves, and what can be opened under them."""

from __future__ import annotations

from collections.abc import Callable

from plyground.core.position import Demand
from plyground.i18n import _
from plyground.presentation.game_view import GameView
from plyground.web.components.elements import button, reveal, state, tag
from plyground.web.pages.game.coach import Coach
from plyground.web.pages.game.history_panel import HistoryPanel
from plyground.web.pages.game.tree_panel import TreePanel
from plyground.web.pages.game.values_panel import ValuesPanel


class GamePanel:
    """The moves, and three quiet links: all values, the search tree, and the comparison of searches.

    ``changed`` is called after each press.
    """

    def __init__(
        self,
        coach: Coach,
        history: HistoryPanel,
        values: ValuesPanel,
        tree: TreePanel,
        changed: Callable[[], None],
    ) -> None:
        self._coach = coach
        self._history = history
        self._values = values
        self._tree = tree
        self._changed = changed

    @property
    def has_tree(self) -> bool:
        """True if the game has a tree of boards to show. The players of a hidden game do not see them."""
        game = self._tree.game
        return game.picture.width > 0 and not game.demands & Demand.HIDDEN

    def build(self) -> None:
        """Put the panel on the page."""
        with tag("section", classes="panel gamepanel", aria_label=str(_("The game"))) as self.panel:
            self._history.build()
            with tag("div", classes="links") as links:
                self.values = button(_("All values"), self.toggle_values, "link", aria_expanded="false")
                self.tree = button(_("Search tree"), self.toggle_tree, "link", aria_expanded="false")
                self.compares = tag("a", _("Compare searches"), "link")
            self._values.build()
            self._tree.build()
        observable = self._tree.game.facts.observable  # the page's address must not tell hidden information
        links.set_visibility(observable)
        self.tree.set_visibility(self.has_tree)

    def toggle_values(self) -> None:
        """Show or hide the values of all moves, on the board and below the moves."""
        self._coach.shows_values = not self._coach.shows_values
        self._changed()
        if self._coach.shows_values:
            reveal(self.panel)

    def toggle_tree(self) -> None:
        """Show or hide the tree of the last decision."""
        self._tree.set_open(not self._tree.is_open)
        self._changed()
        if self._tree.is_open:
            reveal(self._tree.panel)

    def refresh(self, view: GameView) -> None:
        """Show the present state."""
        self._history.refresh(view)
        self._values.refresh(view)
        state(self.values, "aria-expanded", view.shows_values)
        state(self.tree, "aria-expanded", self._tree.is_open)
        game, shown = view.game, view.shown
        self.compares.set_visibility(shown.outcome is None)
        if game.facts.observable and shown.outcome is None:
            from plyground.web.urls.compare_url import CompareQuery  # imported here because it imports the experiments

            here = CompareQuery(game=game.name, positions=game.notation.format(shown.position))
            self.compares.props["href"] = f"/compare?{here.format()}"
