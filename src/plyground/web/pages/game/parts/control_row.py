"""The actions of a game: four below the board, and a menu with all others."""

from __future__ import annotations

from urllib.parse import quote

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.picture import can_turn
from plyground.core.spec import Spec, write
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.i18n import Sentence, _
from plyground.presentation.friend_game import can_be_shared
from plyground.presentation.game_session import GameSession
from plyground.presentation.game_view import GameView
from plyground.web.components.cards import game_card
from plyground.web.components.classroom.teacher_only import has_own_host
from plyground.web.components.dialog import closes_dialog, dialog, opens_dialog
from plyground.web.components.elements import enable, select, state, tag
from plyground.web.components.icons import icon_button, icon_link
from plyground.web.components.popover import closes, opens, popover
from plyground.web.components.resign_button import resign_dialog
from plyground.web.connected.element import Element
from plyground.web.connected.page_client import current_client
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.game_picker import game_dialog
from plyground.web.pages.game.import_export import ImportExport
from plyground.web.pages.game.parts.part import Part
from plyground.web.pages.game.seats_panel import SeatsPanel
from plyground.web.services import Services
from plyground.web.urls.game_url import format as game_url


class ControlRow(Part):
    """Four actions below the board, each enabled when it can act. The last one opens a menu with all others."""

    def __init__(self, model: GameModel, seats: SeatsPanel, transfer: ImportExport) -> None:
        self._model = model
        self._session = model.session
        self._commands = model.commands
        self._coach = model.coach
        self._seats = seats
        self._transfer = transfer

    def build(self) -> None:
        """Put the actions and the menu on the page."""
        commands, game = self._commands, self._session.game
        with tag("div", classes="controls", role="group", aria_label=str(_("Actions"))):
            self._undo = icon_button("undo", _("Undo"), commands.undo)
            self._hints = icon_button("hint", _("Hint"), commands.hint, "hint")
            self._rematch = icon_button("again", _("Rematch"), commands.new_game, "again")
            self._why = icon_button("why", _("Why?"), commands.toggle_why).on("click", does="openCoach")
            more = icon_button("more", _("More"), lambda: None)
        shown = {
            "resign": resign_dialog(self._session.resign),
            "games": game_dialog(game),
            "save": self._transfer.build(),
            "about": self._build_about(game),
        }
        with popover(_("More"), "menu") as menu:
            self._redo = icon_button("redo", _("Redo"), commands.redo)
            icon_button("new", _("New game"), commands.new_game)
            flips = icon_button("flip", _("Flip the board"), self._model.flip)
            self._bar = icon_button("explore", _("Evaluation bar"), self._coach.press_bar)
            self._switches = icon_button("switch", _("Switch sides"), self._seats.switch_sides)
            self._resigns = icon_button("resign", _("Resign"), lambda: None)
            opens_dialog(self._resigns, shown["resign"])
            if can_be_shared(game):
                icon_link("friend", _("Play a friend"), f"/friend?game={quote(game.name, safe=':=,')}")
            self._watches = icon_button("watch", _("Watch two bots"), self._seats.watch)
            self._sets_up = icon_link("setup", _("Set up a position"), "")
            name, request = Spec.parse(game.name).name, current_client().request
            if has_own_host(request) and Services.of(request).own_games.is_played(name):
                icon_link("edit", _("Edit the rules"), f"/own/{name}")
            for name, words in (
                ("save", _("Save or open a game")),
                ("games", _("Another game or size")),
                ("about", _("About this game")),
            ):
                opens_dialog(icon_button(name, words, lambda: None), shown[name])
        opens(more, menu)
        for item in menu.children:
            closes(item, menu)
        flips.set_visibility(can_turn(game.picture))
        self._sets_up.set_visibility(game.facts.observable)
        for each in (self._hints, self._why):
            each.set_visibility(self._coach.can_judge)
        self._bar.set_visibility(self._coach.can_judge and len(game.sides) == 2)

    def _build_about(self, game: Game) -> Element:
        """Put the dialog on the page that tells of the game: its rules, its kind, its sources and its keys."""
        panel = dialog(game.title, "about")
        with panel:
            game_card(game)
            _build_coordinates_choice(self._session)
            keys = _keys(game)
            if keys:
                tag("p", keys, "source")
            with tag("div", classes="actions"):
                closes_dialog(tag("button", _("Close"), type="button"))
        return panel

    def key(self, view: GameView) -> object:
        """Return the state on which the row depends: possible commands, pressed buttons and the match."""
        return view.can, view.is_why, view.shows_bar, view.match, view.is_over

    def draw(self, view: GameView) -> None:
        """Enable the actions that can be used now."""
        actions = {"undo": self._undo, "redo": self._redo, "hint": self._hints, "resign": self._resigns}
        for name, each in actions.items():
            enable(each, view.can[name])
        self._rematch.set_visibility(view.is_over)
        self._switches.set_visibility(view.can["switch"])
        self._watches.set_visibility(view.can["watch"])
        state(self._why, "aria-pressed", view.is_why)
        state(self._bar, "aria-pressed", view.shows_bar)
        moves = f"?moves={quote(view.match.format())}" if view.match.ply else ""
        self._sets_up.props["href"] = f"/setup/{quote(view.game.name, safe=':=,')}{moves}"


def _keys(game: Game) -> Sentence | str:
    """Return the keys that give commands on the board."""
    picture = game.picture
    if not picture.width:
        return ""
    if picture.pieces:
        return _(
            "Keys: arrows move, Enter picks a piece up and puts it down, Esc puts it back, U undo, R redo, N new game, H hint, W why, E all values, M move now"
        )
    return _(
        "Keys: arrows move, Enter plays, U undo, R redo, N new game, H hint, W why, E all values, M move now, Esc stop"
    )


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
