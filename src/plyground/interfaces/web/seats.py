"""The players' panel: who plays each side, with that player's options and card."""

from __future__ import annotations

from collections.abc import Callable

from plyground.arena.analysis import AHEAD
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.interfaces.web.address import Seat, seat
from plyground.interfaces.web.cards import player_card
from plyground.interfaces.web.elements import entry, select, show, tag
from plyground.language import _
from plyground.players import PLAYERS, Player, players_of
from plyground.players.searcher import Searcher
from plyground.search.scores import LONGEST
from plyground.spec import Option, Spec, canonical, write

COLOURS = 6
"""Sides with a colour of their own (page.css); their names and signs differ anyway."""


class SeatForm:
    """One side's choice of player and options; ``sit`` hears of each possible choice."""

    def __init__(self, side: int, taken: Seat, game: Game, sit: Callable[[Seat], None]) -> None:
        self.game = game
        self.sit = sit
        spec = Spec.parse(taken.text)
        self.name = spec.name
        self.chosen = dict(spec.options)
        with tag("div", classes=f"seat side-{side % COLOURS}"):
            select(
                _("{side} is played by", side=game.sides[side]),
                [(canonical(known.name), taking.card.title) for known, taking in players_of(game)],
                self.name,
                self._change_player,
            )
            self.trouble = tag("p", classes="trouble", role="alert")
            self.options = tag("details", classes="options")
            self.card = tag("div", classes="card")
        self._build_options()
        self._build_card(taken)

    def _build_options(self) -> None:
        options = [option for option in PLAYERS[self.name].options if option.name != "file"]
        self.options.clear()
        self.options.set_visibility(bool(options))
        with self.options:
            tag("summary", _("Options"))
            for option in options:
                self._build_option(option)

    def _build_option(self, option: Option) -> None:
        def change(value: str) -> None:
            self._change_option(option, value)

        label = _("{option}: {meaning}", option=option.name, meaning=option.meaning)
        default = "" if option.default is None else str(option.default)
        value = self.chosen.get(option.name, default)
        choices = option.choices
        if option.name == "evaluation":  # its choices are the game's
            choices = ("best", *self.game.evaluations, "none")
        if choices:
            words = [("", "–")] * (option.default is None) + [(choice, choice) for choice in choices]
            select(label, words, value, change)
        else:
            entry(label, value, change, **_numbers(option))

    def _build_card(self, taken: Seat) -> None:
        self.card.clear()
        with self.card:
            player_card(taken.player)

    def _change_player(self, name: str) -> None:
        self.name = name
        self.chosen.clear()
        if self.game.facts.loops and _looks_for_the_end(seat(name, self.game).player):
            self.chosen["depth"] = str(AHEAD)  # where play can go round in circles there may be none
        self._build_options()
        self._sit()

    def _change_option(self, option: Option, value: str) -> None:
        if value.strip() and value != str(option.default):
            self.chosen[option.name] = value.strip()
        else:
            self.chosen.pop(option.name, None)
        self._sit()

    def _sit(self) -> None:
        try:
            taken = seat(write(self.name, self.chosen), self.game)
        except PlygroundError as error:
            show(self.trouble, error)
            return
        show(self.trouble, "")
        self._build_card(taken)
        self.sit(taken)


def _numbers(option: Option) -> dict[str, str]:
    """The attributes of a line in which a number is written, if the option is one."""
    if option.kind is str:
        return {}
    step = {"step": "any"} if option.kind is float else {}
    return {"type": "number", "min": str(option.least), "max": str(option.most), **step}


def _looks_for_the_end(player: Player) -> bool:
    """Whether a player looks ahead without a limit."""
    return isinstance(player, Searcher) and player.setting.horizon > LONGEST
