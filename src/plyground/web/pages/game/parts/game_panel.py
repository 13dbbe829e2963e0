"""The panel below the coach card: the graph, the moves, and what can be opened under them."""

from __future__ import annotations

from plyground.core.position import Demand
from plyground.i18n import _
from plyground.presentation.game_view import GameView
from plyground.web.components.elements import button, reveal, state, tag
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.parts.history_panel import HistoryPanel
from plyground.web.pages.game.parts.part import Part
from plyground.web.pages.game.parts.values_panel import ValuesPanel
from plyground.web.pages.game.tree_panel import TreePanel


class GamePanel(Part):
    """The moves, and three quiet links: all values, the search tree, and the comparison of searches."""

    def __init__(self, model: GameModel) -> None:
        self._commands = model.commands
        self._changed = model.changed
        self._history = HistoryPanel(model)
        self._values = ValuesPanel(model.explorer, model.students)
        self._tree = TreePanel(model.session, model.students, model.preparation)

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
                self.values = button(_("All values"), self._commands.toggle_values, "link", aria_expanded="false")
                self.tree = button(_("Search tree"), self.toggle_tree, "link", aria_expanded="false")
                self.compares = tag("a", _("Compare searches"), "link")
            self._values.build()
            self._tree.build()
        observable = self._tree.game.facts.observable  # the page's address must not tell hidden information
        links.set_visibility(observable)
        self.tree.set_visibility(self.has_tree)

    def toggle_tree(self) -> None:
        """Show or hide the tree of the last decision."""
        self._tree.set_open(not self._tree.is_open)
        self._changed()
        if self._tree.is_open:
            reveal(self._tree.panel)

    def key(self, view: GameView) -> object:
        """Return the game, what is known of it, and what is open."""
        return (
            view.match, view.shown, view.seats, view.is_over, view.findings, view.reviews, view.shows_values,
            view.is_thinking, self._tree.is_open, view.card is not None and view.card.waits,
        )  # fmt: skip

    def draw(self, view: GameView) -> None:
        """Show the moves and the open parts."""
        self._tree.follow()
        self._history.draw(view)
        self._values.draw(view)
        if view.shows_values and self.values.props["aria-expanded"] == "false":
            reveal(self.panel)
        state(self.values, "aria-expanded", view.shows_values)
        state(self.tree, "aria-expanded", self._tree.is_open)
        game, shown = view.game, view.shown
        self.compares.set_visibility(shown.outcome is None)
        if game.facts.observable and shown.outcome is None:
            from plyground.web.urls.compare_url import CompareQuery  # imported here because it imports the experiments

            here = CompareQuery(game=game.name, positions=game.notation.format(shown.position))
            self.compares.props["href"] = f"/compare?{here.format()}"

    def leave(self) -> None:
        """Stop all computations, because the page is closed."""
        self._values.leave()
        self._tree.leave()
