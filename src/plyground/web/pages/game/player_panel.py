"""The players' panel: each side's player, with its options and card."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from plyground.bots import BOTS
from plyground.bots.measured import measured
from plyground.core.game import Game
from plyground.core.spec import Option, Spec, write
from plyground.errors import PlygroundError
from plyground.i18n import _, capital
from plyground.learning.learn import MASTERS
from plyground.presentation.game_session import Seat
from plyground.presentation.opponents import LESSONS, levels, opponent_groups
from plyground.presentation.side_title import side_title
from plyground.web.components.board_styles import side_classes
from plyground.web.components.cards import bot_card
from plyground.web.components.classroom.teacher_only import is_teacher
from plyground.web.components.elements import entry, select, show, tag
from plyground.web.connected.page_client import current_client
from plyground.web.host import missing_for
from plyground.web.urls.game_url import seat

OPTION_LABELS = {
    "seconds": _("Seconds for a move"),
    "nodes": _("Positions for a move"),
    "depth": _("Moves looked ahead, both sides counted"),
    "threads": _("Threads that search together"),
    "memory": _("Memory, in megabytes"),
    "evaluation": _("Static evaluation"),
    "playouts": _("Random games for a move"),
    "exploration": _("Preference for rarely tried moves"),
    "rave": _("Weight of games in which the move comes later (RAVE)"),
    "seed": _("Seed of its random numbers"),
    "ties": _("Choice between equally good moves"),
    "scores": _("Scores of wins"),
    "convention": _("Alpha-beta as in"),
    "form": _("Form of its table"),
}
"""Labels of the players' options."""
CHOICE_WORDS = {
    "best": _("the best evaluation"),
    "none": _("nothing"),
    "first": _("the first"),
    "last": _("the last"),
    "random": _("any"),
    "distance": _("faster wins are better"),
    "utility": _("all wins are equal"),
    "level": _("faster wins are better, as in the course"),
}
"""Labels for the values of some options; other values are shown unchanged."""


UNOFFERED_OPTIONS = ("file", "number")
"""Options that the page does not offer; a level is chosen by its name."""


class SeatForm:
    """The form for one side's player and its options; ``sit`` is called with each valid choice."""

    def __init__(self, side: int, taken: Seat, game: Game, sit: Callable[[Seat], None]) -> None:
        self.game = game
        self.sit = sit
        self._levels = {level.text for level in levels(game)}
        self._values: dict[str, str] = {}  # spec text of each choice's value
        self._named = taken  # may have a name of its own
        spec = Spec.parse(taken.text)
        self.name = spec.name
        self.chosen = dict(spec.options)
        with tag("div", classes=f"seat {side_classes(game, side)}", data_side=side):
            groups = self._groups(taken)
            select(
                _("{side} is played by", side=side_title(game, side)),
                groups[0][1],
                self._chosen_text,
                self._change_player,
                groups=groups[1:],
            )
            self.trouble = tag("p", classes="trouble", role="alert")
            self.options = tag("details", classes="options")
            self.card = tag("div", classes="card")
        self._build_options()
        self._build_card(taken)

    def _groups(self, taken: Seat) -> list[tuple[object, list[tuple[str, object]]]]:
        """Return the players in groups, each as (value, name), with the current player in the first group."""
        groups: list[tuple[object, list[tuple[str, object]]]] = []
        for group in opponent_groups(self.game):
            listed: list[tuple[str, object]] = []
            for each in group.opponents:
                name = Spec.parse(each.text).name
                value = name if name not in self._values and not self._is_level(each.text) else each.text
                is_named = bool(taken.name) and value == self._chosen_text
                self._values[value] = taken.text if is_named else each.text
                listed.append((value, taken.name if is_named else each.title))
            groups.append((group.title, listed))
        if self._chosen_text not in self._values:
            groups[0][1].insert(0, (self._chosen_text, taken.title))
        return groups

    def _is_level(self, text: str) -> bool:
        return text in self._levels

    @property
    def _chosen_text(self) -> str:
        """The value of the current choice: the spec text of a level, else the player's name."""
        text = write(self.name, self.chosen)
        return text if self._is_level(text) else self.name

    def _build_options(self) -> None:
        options = [option for option in BOTS[self.name].options if option.name not in UNOFFERED_OPTIONS]
        self.options.clear()
        self.options.set_visibility(bool(options))
        with self.options:
            tag("summary", _("Options"))
            for option in options:
                self._build_option(option)

    def _build_option(self, option: Option) -> None:
        def change(value: str) -> None:
            self._change_option(option, value)

        label = OPTION_LABELS.get(option.name) or capital(option.meaning)
        default = "" if option.default is None else str(option.default)
        value = self.chosen.get(option.name, default)
        choices = option.choices
        if option.name == "evaluation":  # the choices depend on the game
            choices = ("best", *self.game.evaluations, "none")
        if choices:
            usual = [("", _("as usual"))] * (option.default is None)
            words = [(choice, CHOICE_WORDS.get(choice) or choice.replace("_", " ")) for choice in choices]
            select(label, [*usual, *words], value, change)
            if option.name == "evaluation" and self._can_learn:
                tag("a", _("Learn an evaluation"), "link", href=f"/evaluation/{quote(self.game.name, safe=':=,')}")
        else:
            entry(label, value, change, **_numbers(option))

    def _build_card(self, taken: Seat) -> None:
        self.card.clear()
        if not taken.is_human:
            with self.card:
                lesson = LESSONS.get(self.name)
                if lesson:
                    tag("p", lesson, "lesson-of")
                bot_card(taken.player, measured(self.game).rating(taken.text))

    @property
    def _can_learn(self) -> bool:
        """True if the visitor may let this server learn the game."""
        may = is_teacher(current_client().request) and missing_for("/evaluation") is None
        return may and not self.game.demands & ~MASTERS

    def _change_player(self, name: str) -> None:
        spec = Spec.parse(self._values.get(name, name))
        self.name, self.chosen = spec.name, dict(spec.options)
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
            text = write(self.name, self.chosen)
            taken = seat(text, self.game, self._named.name if text == self._named.text else "")
        except PlygroundError as error:
            show(self.trouble, error)
            return
        show(self.trouble, "")
        self._build_card(taken)
        self.sit(taken)


def _numbers(option: Option) -> dict[str, str]:
    """Return the HTML attributes of the input field of a number; none for an option of another kind."""
    if option.kind is str:
        return {}
    step = {"step": "any"} if option.kind is float else {}
    return {"type": "number", "min": str(option.least), "max": str(option.most), **step}
