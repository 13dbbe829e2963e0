"""The row of controls below the board: icons with words, in three groups."""

from __future__ import annotations

from collections.abc import Callable

from plyground.arena.match import Match
from plyground.core.picture import can_turn
from plyground.core.position import Demand
from plyground.core.spec import Spec, write
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.i18n import _
from plyground.presentation.game_session import GameSession
from plyground.web.components.elements import enable, select, state, tag
from plyground.web.components.icons import icon_button
from plyground.web.components.resign_button import resign_button
from plyground.web.connected.page_client import current_client
from plyground.web.pages.game.bot_controls import BotControls
from plyground.web.pages.game.commands import Commands
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.game_panel import EXPLORE, TREE, WHY, GamePanel
from plyground.web.pages.game.seats_panel import SeatsPanel
from plyground.web.urls.game_url import UNSOLVED
from plyground.web.urls.game_url import format as game_url


class ControlRow:
    """The controls of a game, each enabled when it can act."""

    def __init__(
        self,
        session: GameSession,
        explorer: Explorer,
        commands: Commands,
        panel: GamePanel,
        seats: SeatsPanel,
        bots: BotControls,
    ) -> None:
        self._session = session
        self._explorer = explorer
        self._commands = commands
        self._panel = panel
        self._seats = seats
        self._bots = bots

    def build(self, flip: Callable[[], None]) -> None:
        """Put the controls on the page; ``flip`` shows the board from the other side."""
        commands, game = self._commands, self._session.game
        with tag("div", classes="controls"):
            with tag("div", classes="group", role="group", aria_label=str(_("Moves back and forward"))):
                self._undo = icon_button("undo", _("Undo"), commands.undo)
                self._redo = icon_button("redo", _("Redo"), commands.redo)
            with tag("div", classes="group", role="group", aria_label=str(_("Help"))):
                self._hints = icon_button("hint", _("Hint"), commands.hint)
                self._opens = {
                    WHY: icon_button("why", _("Why?"), commands.toggle_why),
                    EXPLORE: icon_button("explore", _("Explore"), commands.toggle_explorer),
                    TREE: icon_button("tree", _("Tree"), commands.toggle_tree, "on-phones"),
                }
            with tag("div", classes="group", role="group", aria_label=str(_("This game"))):
                flips = icon_button("flip", _("Flip"), flip, aria_label=str(_("Flip the board")))
                self._switches = icon_button("switch", _("Switch sides"), self._seats.switch_sides)
                self._resigns = resign_button(self._session.resign)
                icon_button("new", _("New game"), commands.new_game)
            self._bots.build_pace()
            _build_coordinates_choice(self._session)
        flips.set_visibility(can_turn(game.picture))
        self._hints.set_visibility(not game.demands & Demand.HIDDEN)
        self._opens[WHY].set_visibility(not game.demands & Demand.HIDDEN)
        self._opens[EXPLORE].set_visibility(not game.demands & UNSOLVED)
        self._opens[TREE].set_visibility(self._panel.has_tree)

    def refresh(self) -> None:
        """Show the current state."""
        session, look = self._session, self._explorer.look
        can = session.commands()
        enable(self._undo, look.ply > 0 if look else can["undo"])
        enable(self._redo, look.ply < len(look.moves) if look else can["redo"])
        enable(self._hints, self._commands.playable)
        enable(self._resigns, session.can_resign and look is None)
        self._switches.set_visibility(self._seats.can_switch)
        for name, opens in self._opens.items():
            state(opens, "aria-expanded", self._panel.selected == name)


def _build_coordinates_choice(session: GameSession) -> None:
    """Put the choice on the page, if the game has one. The game continues from its position."""
    spec = Spec.parse(session.game.name)
    known = next((option for option in GAMES[spec.name].options if option.name == "coordinates"), None)
    if known is None:
        return

    def change(value: str) -> None:
        if value in known.choices:
            game = game_named(write(spec.name, {**spec.options, known.name: value}))
            current_client().call("open", game_url(session.seats, Match(game, session.match.moves, session.match.ply)))

    select(_("Coordinates"), known.worded, spec.options.get(known.name, str(known.default)), change, "inline")
