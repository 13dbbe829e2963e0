"""The dialog in which a visitor chooses another game."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from plyground.core.game import Game
from plyground.core.spec import Entry, Spec, canonical, write
from plyground.errors import SpecError
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.games.loading import cleared_with_games
from plyground.i18n import Sentence, _, capital
from plyground.web.components.dialog import closes_dialog, dialog
from plyground.web.components.elements import button, entry, select, show, tag
from plyground.web.components.game_list import listed_games
from plyground.web.connected.element import Element
from plyground.web.connected.page_client import current_client


class GamePicker:
    """A choice of game with its options, such as the size of the board."""

    def __init__(self, present: Game) -> None:
        spec = Spec.parse(present.name)
        self.name = canonical(spec.name)
        self.chosen = dict(spec.options)
        select(
            _("Game"),
            [(canonical(name), _title(GAMES[name])) for name in listed_games()[0]],
            self.name,
            self._change_game,
        )
        self.fields = tag("div", classes="fields")
        self.trouble = tag("p", classes="trouble", role="alert")
        self._build_fields()

    def start(self) -> None:
        """Open the chosen game, or show why the options are invalid."""
        try:
            name = game_named(write(self.name, self.chosen)).name
        except SpecError as error:
            show(self.trouble, error)
            return
        current_client().call("open", f"/play/{quote(name, safe=':=,')}")

    def _build_fields(self) -> None:
        self.fields.clear()
        with self.fields:
            for option in GAMES[self.name].options:

                def change(value: str, name: str = option.name) -> None:
                    self.chosen[name] = value

                value = self.chosen.get(option.name, str(option.default))
                if option.choices:
                    select(capital(option.meaning), option.worded, value, change)
                elif option.kind is str:
                    entry(capital(option.meaning), value, change, type="text")
                else:
                    entry(
                        capital(option.meaning),
                        value,
                        change,
                        type="number",
                        min=str(option.least),
                        max=str(option.most),
                    )

    def _change_game(self, name: str) -> None:
        self.name = name
        self.chosen.clear()
        self._build_fields()


def game_dialog(present: Game) -> Element:
    """Return a new dialog for the choice of another game or size."""
    panel = dialog(_("Choose a game"))
    with panel:
        chooser = GamePicker(present)
        with tag("div", classes="actions"):
            button(_("Start"), chooser.start, "primary")
            closes_dialog(tag("button", _("Cancel"), type="button"))
    return panel


@cleared_with_games
@lru_cache
def _title(known: Entry[Game]) -> Sentence:
    title = game_named(known.name).title
    return _("{title} – any size", title=title) if known.options else title
