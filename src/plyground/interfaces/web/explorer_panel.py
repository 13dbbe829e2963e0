"""The explorer's panel: every move with its value, the best first, and the line of perfect play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from plyground.interfaces.exploring import gift
from plyground.interfaces.web.elements import button, show, tag
from plyground.interfaces.web.explorer import Explorer
from plyground.interfaces.web.worth import chip
from plyground.language import Number, Sentence, _, _n
from plyground.players.reasons import promise
from plyground.solve.explore import Exploration


class ExplorerPanel:
    """What is known of the position shown; a press on a move looks at the position after it."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._listed: tuple[Any, Exploration | None] | None = None

    def build(self) -> None:
        """Put the panel on the page, hidden, and empty until it is opened."""
        self.panel = tag("section", classes="panel explorer", aria_label=str(_("Explore")))
        self.panel.set_visibility(False)

    def _build_inside(self) -> None:
        explorer = self._explorer
        with self.panel:
            tag("h2", _("Explore"))
            self.last = tag("p", classes="judgement")
            self.verdict = tag("p", classes="verdict", tabindex=-1)
            self.moves = tag("ol", classes="ranking", aria_label=str(_("Every move, the best first")))
            self.line_title = tag("p", _("Perfect play from here; a press looks ahead:"))
            self.line = tag("ol", classes="line", aria_label=str(_("Perfect play")))
            with tag("div", classes="actions"):
                self.stop = button(_("Stop"), explorer.findings.stop)
                self.longer = button(_("Look for longer"), explorer.wait_longer)

    def refresh(self) -> None:
        """Show what is known now."""
        explorer = self._explorer
        self.panel.set_visibility(explorer.is_open)
        if not explorer.is_open:
            return
        if not self.panel.default_slot.children:
            self._build_inside()
        position = explorer.shown.position
        found = explorer.findings.exploration(position)
        show(self.last, self._last_move())
        show(self.verdict, self._verdict(found))
        self.stop.set_visibility(explorer.findings.working is not None)
        self.longer.set_visibility(explorer.findings.can_wait_longer)
        if self._listed != (position, found):
            self._listed = position, found
            self._list(found)

    def _last_move(self) -> Sentence | str:
        """What the move that led here was worth."""
        explorer, shown = self._explorer, self._explorer.shown
        judged = explorer.findings.judged(shown, shown.ply - 1) if shown.ply else None
        if judged is None:
            return ""
        game, before = shown.game, shown.positions[shown.ply - 1]
        words = {
            "number": shown.ply,
            "side": game.mover(before),
            "move": game.notation.format_move(before, judged.move),
        }
        given = gift(judged)
        if not given:
            return _("Move {number}, {side} {move}, gave nothing away.", **words)
        best = ", ".join(game.notation.format_move(before, move) for move in judged.best)
        return _n(
            "Move {number}, {side} {move}: {given}. Best was {best}.",
            "Move {number}, {side} {move}: {given}. Best were {best}.",
            len(judged.best),
            given=given,
            best=best,
            **words,
        )

    def _verdict(self, found: Exploration | None) -> Sentence:
        findings, match = self._explorer.findings, self._explorer.shown
        position = match.position
        if position.is_over():
            return _("The game is over: there is nothing left to choose.")
        if found:
            return _("{side} to move. {outcome}.", side=match.mover, outcome=promise(*found.value))
        if findings.trouble:
            return findings.trouble
        if findings.is_given_up(position):
            return _("This position is not solved: it is too large for the time, so that nothing is said of its moves.")
        if findings.doing:
            return findings.doing
        return _("Solving: {count} …", count=Number(findings.visits)) if findings.visits else _("Solving …")

    def _list(self, found: Exploration | None) -> None:
        explorer, match = self._explorer, self._explorer.shown
        game, position = match.game, match.position
        self.moves.clear()
        self.line.clear()
        self.line_title.set_visibility(found is not None)
        worths = explorer.worths
        if found is None or worths is None:
            return
        best = _("best defence") if found.value.utility < 0 else _("best")
        with self.moves:
            for move, worth in worths.items():
                word = game.notation.format_move(position, move)
                with tag("li"), button("", self._press(partial(explorer.try_move, move)), "row"):
                    chip(worth)
                    tag("span", word, "word")
                    tag("span", worth.words, "words")
                    if worth.best:
                        tag("span", best, "note")
        with self.line:
            for place, move in enumerate(found.line, 1):
                with tag("li"):
                    button(
                        game.notation.format_move(position, move),
                        self._press(partial(explorer.follow_line, found.line, place)),
                    )
                position = position.play(move)

    def _press(self, look: Callable[[], None]) -> Callable[[], None]:
        """What a press does that leads to another position: its button goes away, and the keyboard goes to the verdict."""

        def pressed() -> None:
            look()
            self.verdict.run_method("focus")

        return pressed
