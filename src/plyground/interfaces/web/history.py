"""The visual history of a game: its positions in a row, each as high as its value, and what each move gave away."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from nicegui.elements.mixins.text_element import TextElement

from plyground.arena.history import Judged
from plyground.game import FIRST, Game
from plyground.interfaces.exploring import gift, unjudged
from plyground.interfaces.web.elements import in_language, show, tag
from plyground.interfaces.web.explorer import Explorer
from plyground.interfaces.web.table import Table
from plyground.language import Sentence, _, _n
from plyground.players.reasons import promise
from plyground.position import Move
from plyground.solve.forward import Value

LEVELS = ("first", "level", "second")
"""Who wins with best play: the first side, nobody, the second side."""


class Node(NamedTuple):
    """The elements of one position."""

    frame: TextElement
    choice: TextElement
    chip: TextElement
    gift: TextElement


class HistoryStrip:
    """One choice for each position of the game; choosing it looks there. Arrow keys go from one to the next."""

    def __init__(self, table: Table, explorer: Explorer) -> None:
        self._table = table
        self._explorer = explorer
        self._moves: tuple[Move, ...] | None = None
        self._nodes: list[Node] = []

    def build(self) -> None:
        """Put the strip on the page, hidden."""
        first, second = self._table.game.sides[:2]
        with tag("section", classes="history", aria_label=str(_("History"))) as self.panel:
            self.summary = tag("p")
            self.strip = tag("div", "", "plies", role="radiogroup", aria_label=str(_("The positions of the game")))
            self.meaning = tag("p", _("{first}5 means: {first} wins in 5 plies with best play; = is a draw, {second} below it. Below a move stands what it gave away.", first=first, second=second), "source")  # fmt: skip
        self.panel.set_visibility(False)

    def refresh(self) -> None:
        """Show what is known now."""
        match, explorer = self._table.match, self._explorer
        self.panel.set_visibility(explorer.is_open)
        if not explorer.is_open:
            return
        if self._moves != match.moves[: match.ply]:
            self._moves = match.moves[: match.ply]
            self._lay_out()
        judged = [explorer.judged(match, ply) for ply in range(match.ply)]
        shown = explorer.shown
        on_the_way = shown.moves[: shown.ply] == match.moves[: shown.ply]
        for ply, node in enumerate(self._nodes):
            self._fill(node, ply, judged[ply - 1] if ply else None, chosen=on_the_way and ply == shown.ply)
        show(self.summary, self._summary(judged))
        self.meaning.set_visibility(explorer.trouble is None)

    def _lay_out(self) -> None:
        """A choice for the start and one for each move."""
        words = (_("Start"), *self._table.match.words)
        self.strip.clear()
        self._nodes = []
        with self.strip:
            for ply, word in enumerate(words):
                with tag("label", classes="ply") as frame:
                    choice = tag("input", "", "unseen", type="radio", name_="history", value=str(ply))
                    with tag("span", classes="height"):
                        mark = tag("span", "", "chip", aria_hidden="true")
                    tag("span", f"{ply}." if ply else "", "number", aria_hidden="true")
                    tag("span", word, "word", aria_hidden="true")
                    lost = tag("span", "", "gift", aria_hidden="true")
                choice.on("change", in_language(partial(_choose, self._explorer, ply)), args=[])
                self._nodes.append(Node(frame, choice, mark, lost))

    def _fill(self, node: Node, ply: int, judged: Judged | None, *, chosen: bool) -> None:
        match, explorer = self._table.match, self._explorer
        game, position = match.game, match.positions[ply]
        value = explorer.value(position)
        level, sign = _height(game, max(game.side(position), FIRST), value)
        node.chip.classes(add=level, remove=" ".join({*LEVELS, "unknown"} - {level}))
        show(node.chip, sign or ("…" if explorer.solving else "?"))
        lost = judged.lost if judged else 0
        show(node.gift, f"−{lost}" if lost else "")
        node.gift.classes(add="chip loss" if lost else "", remove="" if lost else "chip loss")
        label = str(self._label(ply, value, judged))
        if node.choice.props.get("aria-label") != label or node.choice.props.get("checked", False) != chosen:
            node.choice.props["aria-label"] = label
            node.choice.props["checked"] = chosen
            node.choice.update()

    def _label(self, ply: int, value: Value | None, judged: Judged | None) -> Sentence:
        """What is said of a position and of the move that led there."""
        match = self._table.match
        game = match.game
        worth: Sentence | str = _("not solved")
        if match.positions[ply].is_over():
            worth = _("the game is over")
        elif value:
            side = game.mover(match.positions[ply])
            worth = _("{side} to move: {outcome}", side=side, outcome=promise(*value))
        if not ply:
            return _("Start. {worth}.", worth=worth)
        side = game.mover(match.positions[ply - 1])
        words = {"number": ply, "side": side, "move": match.words[ply - 1], "worth": worth}
        given = gift(judged) if judged else ""
        if given:
            return _("Move {number}, {side} {move}: {given}. {worth}.", given=given, **words)
        return _("Move {number}, {side} {move}. {worth}.", **words)

    def _summary(self, judged: list[Judged | None]) -> Sentence | str:
        explorer, unknown = self._explorer, judged.count(None)
        if explorer.trouble:
            return ""
        if unknown and explorer.solving:
            return explorer.doing or _n(
                "Judging the game: {count} move left …", "Judging the game: {count} moves left …", unknown
            )
        if unknown:
            return unjudged(unknown)
        if not judged:
            return _("Here each move will be judged.")
        slips = sum(1 for each in judged if each and each.lost)
        if not slips:
            return _("No move has given value away.")
        return _n("{count} move has given value away.", "{count} moves have given value away.", slips)


def _choose(explorer: Explorer, ply: int, event: object) -> None:
    explorer.show_ply(ply)


def _height(game: Game, mover: int, value: Value | None) -> tuple[str, str]:
    """How high a value stands, the same for both sides to move, and its sign."""
    if value is None:
        return "unknown", ""
    if value.utility == 0:
        return "level", "="
    winner = mover if value.utility > 0 else 1 - mover
    much = value.distance if value.distance is not None else abs(value.utility)
    known = value.distance or much > 1  # it is neither over nor without a number
    return ("first" if winner == FIRST else "second"), f"{game.sides[winner]}{much if known else ''}"
