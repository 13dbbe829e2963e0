"""The explorer's panel: every move with its value, the best first, and the line of perfect play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from plyground.bots.reasons import promise
from plyground.i18n import Number, Sentence, _, _n
from plyground.presentation.explore_text import gift
from plyground.presentation.side_title import mover_title
from plyground.solvers.card import known_values, said
from plyground.solvers.explore import Exploration
from plyground.web.components.elements import button, show, tag
from plyground.web.components.move_value_chips import chip
from plyground.web.pages.game.explorer import Explorer


class ExplorerPanel:
    """The panel with the values of the shown position; a press on a move shows the position after it."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._listed: tuple[object, ...] = ()

    def build(self) -> None:
        """Put the panel on the page, empty until it is opened."""
        self.panel = tag("section", classes="explorer", aria_label=str(_("Explore")))

    def _build_inside(self) -> None:
        explorer = self._explorer
        with self.panel:
            self.last = tag("p", classes="judgement")
            self.verdict = tag("p", classes="verdict", tabindex=-1)
            self.known = tag("p", classes="source")
            self.moves = tag("ol", classes="ranking", aria_label=str(_("Every move, the best first")))
            self.line_title = tag("p", _("Perfect play from here; press a move to see the position after it:"))
            self.line = tag("ol", classes="line", aria_label=str(_("Perfect play")))
            with tag("div", classes="actions"):
                self.stop = button(_("Stop"), explorer.analysis.stop)
                self.longer = button(_("Search longer"), explorer.wait_longer)

    def refresh(self) -> None:
        """Show the values that are known now."""
        explorer = self._explorer
        if not explorer.is_open:
            return
        if not self.panel.children:
            self._build_inside()
        position = explorer.shown.position
        found = explorer.analysis.exploration(position)
        judged = explorer.analysis.estimates(position)
        show(self.known, self._known_value() if found is None else "")
        show(self.last, self._last_move())
        show(self.verdict, self._verdict(found))
        self.stop.set_visibility(explorer.analysis.working is not None)
        self.longer.set_visibility(explorer.analysis.can_wait_longer)
        if self._listed != (position, found, judged):
            self._listed = position, found, judged
            self._list(found)

    def _last_move(self) -> Sentence | str:
        """Return a sentence about the value of the last move."""
        explorer, shown = self._explorer, self._explorer.shown
        judged = explorer.analysis.judged(shown, shown.ply - 1) if shown.ply else None
        if judged is None:
            return ""
        game, before = shown.game, shown.positions[shown.ply - 1]
        words = {
            "number": shown.ply,
            "side": mover_title(game, before),
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

    def _known_value(self) -> Sentence | str:
        """Return the published value of the game; an empty text after its start position."""
        match = self._explorer.shown
        known = next((each for each in known_values(match.game) if each.game == match.game.name), None)
        if match.ply or known is None:
            return ""
        return _("Known: {value} for the first player. Source: {source}", value=said(known), source=known.found_by)

    def _verdict(self, found: Exploration | None) -> Sentence:
        analysis, match = self._explorer.analysis, self._explorer.shown
        position = match.position
        if position.is_over():
            return _("The game is over: there is nothing left to choose.")
        if found:
            return _(
                "{side} to move. {outcome}.",
                side=mover_title(match.game, match.position),
                outcome=promise(*found.value),
            )
        if analysis.trouble:
            return analysis.trouble
        if analysis.is_given_up(position):
            if analysis.estimates(position):
                return _("{reason} The values below are estimates.", reason=analysis.reason(position))
            if analysis.working and analysis.working.position == position:
                return _("{reason} Estimating its moves …", reason=analysis.reason(position))
            return _("This position is not solved.")
        if analysis.doing:
            return analysis.doing
        return _("Solving: {count} …", count=Number(analysis.nodes)) if analysis.nodes else _("Solving …")

    def _list(self, found: Exploration | None) -> None:
        explorer, match = self._explorer, self._explorer.shown
        game, position = match.game, match.position
        self.moves.clear()
        self.line.clear()
        self.line_title.set_visibility(found is not None)
        worths = explorer.worths
        if worths is None:
            return
        best = _("best defence") if found and found.value.utility < 0 else _("best")
        with self.moves:
            for move, worth in worths.items():
                word = game.notation.format_move(position, move)
                with tag("li"), button("", self._press(partial(explorer.try_move, move)), "row"):
                    chip(worth)
                    tag("span", word, "word")
                    tag("span", worth.words, "words")
                    if worth.best:
                        tag("span", best, "note")
        line = found.line if found else ()
        with self.line:
            for place, move in enumerate(line, 1):
                with tag("li"):
                    button(
                        game.notation.format_move(position, move),
                        self._press(partial(explorer.follow_line, line, place)),
                    )
                position = position.play(move)

    def _press(self, look: Callable[[], None]) -> Callable[[], None]:
        """Return the handler of a press that shows another position. It moves the keyboard focus to the verdict."""

        def pressed() -> None:
            look()
            self.verdict.call("focus")

        return pressed
