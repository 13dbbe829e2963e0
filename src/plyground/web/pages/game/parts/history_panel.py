"""The game so far: the graph of its values, and a row of moves with their marks."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from plyground.core.game import FIRST, SECOND, Game
from plyground.core.position import CHANCE, Demand
from plyground.i18n import Sentence, _, _n, capital
from plyground.judge.move_marks import Mark
from plyground.judge.review import ReviewedMove
from plyground.presentation.game_view import GameView
from plyground.presentation.player_view import seen_words
from plyground.presentation.side_title import mover_title, side_title
from plyground.web.components.board_styles import side_classes
from plyground.web.components.elements import button, fill, fixed, in_language, said, show, state, tag
from plyground.web.connected.element import Element, Press
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.parts.comment_field import CommentField
from plyground.web.pages.game.parts.evaluation_graph import MARK_CLASSES, graph

MOVES_IN_SIGHT = 6
"""Moves that are visible without scrolling, also in a narrow window."""


MARK_NAMES: dict[Mark, Sentence | str] = {
    "": "", "?!": _("an inaccuracy"), "?": _("a mistake"), "??": _("a blunder")
}  # fmt: skip


class Node(NamedTuple):
    """The elements of one position in the panel."""

    frame: Element
    choice: Element
    words: Element  # HTML of the moves
    start: str  # HTML before the cells: move number and move


class HistoryPanel:
    """A button for each position of the game, which shows it. Arrow keys move between them."""

    def __init__(self, model: GameModel) -> None:
        session = self._session = model.session
        self._explorer = model.explorer
        self._coach = model.coach
        self._words: tuple[str, ...] = ()
        self._nodes: list[Node] = []
        self._filled: dict[int, tuple[object, ...]] = {}  # (shown contents) of each node, by ply
        self._comment = CommentField(session)
        self._colours = [side_classes(session.game, side) for side in range(len(session.game.sides))]
        self._refusal = _refusal(session.game)

    def build(self) -> None:
        """Put the panel on the page."""
        game = self._session.game
        with tag("section", classes="history", aria_label=str(_("History"))):
            with tag("div", classes="heading"):
                self.summary = tag("p", role="status")
                self.progress = tag("p")  # shown, but not read aloud again and again
                self.reviews = button(_("Show mistakes"), self._coach.press_review, aria_pressed="false")
            with tag("div", classes="graph", role="img") as self.graph:
                axis = "<span>=</span>".join(
                    f'<span class="{colour}">{said(side_title(game, side))}</span>'
                    for side, colour in zip((FIRST, SECOND), self._colours, strict=False)
                )
                fixed("div", axis, "axis", aria_hidden="true")
                self.plot = fixed("div", "", "plot").on("click", in_language(self._press), reads="ply")
            self.strip = tag("div", "", "plies", role="radiogroup", aria_label=str(_("The positions of the game")))
            self.meaning = tag("p", _("?? is a blunder, ? a mistake, ?! an inaccuracy. The graph shows who is ahead, by the judge's values."), "source")  # fmt: skip
            self.empty = tag("p", classes="source")
            self._comment.build()

    def draw(self, view: GameView) -> None:
        """Show the results that are known now."""
        match, reviews = view.match, view.reviews
        show(self.empty, "" if match.ply else _("No move yet. Each move is listed here."))
        self.reviews.set_visibility(match.ply > 0 and not view.is_over and self._coach.can_judge)
        state(self.reviews, "aria-pressed", reviews)
        self._lay_out()
        self.strip.set_visibility(match.ply > 0)
        reviewed = view.findings.reviewed or (None,) * match.ply
        scores = view.scores if reviews else ()
        chosen = _chosen(view)
        self._comment.refresh(chosen or 0)
        for ply, node in enumerate(self._nodes):
            self._fill(node, ply, reviewed[ply - 1] if ply else None, chosen=ply == chosen)
        progress, summary = self._words_on(view) if reviews and match.ply else ("", "")
        show(self.progress, progress)
        show(self.summary, summary)
        has_graph = not self._refusal and any(scores)
        self.graph.set_visibility(has_graph)
        self.meaning.set_visibility(has_graph)
        if has_graph:
            marks: list[Mark] = ["", *(each.mark if each else "" for each in reviewed)]
            self._draw(graph(scores, marks, chosen, self._colours), str(progress or summary))

    def _draw(self, drawing: str, words: str) -> None:
        self.graph.props["aria-label"] = str(_("The graph of the game. {summary}", summary=words))
        fill(self.plot, drawing)

    def _lay_out(self) -> None:
        """Build a button for the start and for each move; keep the buttons of moves that have not changed."""
        match, before = self._session.match, self._words
        words = self._words = seen_words(match, self._session.viewer)
        if self._nodes and before == words:
            return
        same = next((ply for ply, pair in enumerate(zip(before, words, strict=False)) if pair[0] != pair[1]), match.ply)
        for ply in range(same + 1, len(self._nodes)):
            self._nodes[ply].frame.delete()
            self._filled.pop(ply, None)
        del self._nodes[same + 1 :]
        with self.strip:
            self._nodes += [
                self._node(ply, words[ply - 1] if ply else capital(_("start")))
                for ply in range(len(self._nodes), match.ply + 1)
            ]
        if match.ply > MOVES_IN_SIGHT:
            self.strip.call("scrollToEnd")

    def _node(self, ply: int, word: object) -> Node:
        match = self._session.match
        side = match.game.side(match.positions[ply - 1]) if ply else CHANCE
        if ply and not match.counts_pairs:
            word = f"{mover_title(match.game, match.positions[ply - 1])} {word}"
        with tag("label", classes="ply" if side == CHANCE else f"ply {side_classes(match.game, side)}") as frame:
            choice = tag("input", "", "unseen", type="radio", autocomplete="off", name_="history", value=str(ply))
            words = fixed("span", "", "words", aria_hidden="true")
        choice.on("change", in_language(partial(_choose, self._explorer, ply)))
        return Node(frame, choice, words, _part("number", match.number_text(ply) if ply else "") + _part("word", word))

    def _fill(self, node: Node, ply: int, found: ReviewedMove | None, *, chosen: bool) -> None:
        comment = self._session.match.comment(ply)
        if self._filled.get(ply) == (filled := (found, chosen, comment)):
            return
        self._filled[ply] = filled
        mark: Mark = found.mark if found else ""
        parts = {f"quality {MARK_CLASSES[mark]}": mark, "comment": comment}
        fill(node.words, node.start + "".join(_part(kind, words) for kind, words in parts.items() if words))
        label = self._label(ply, found)
        node.choice.props["aria-label"] = label
        node.choice.props["checked"] = chosen

    def _label(self, ply: int, found: ReviewedMove | None) -> str:
        """Return the text for a position and the move that led to it."""
        match = self._session.match
        parts: list[Sentence | str] = [capital(_("start"))]
        if ply:
            move = seen_words(match, self._session.viewer)[ply - 1]
            side = mover_title(match.game, match.positions[ply - 1])
            parts = [_("Move {number}, {side} {move}", number=match.number_at(ply), side=side, move=move)]
        if found and found.mark:
            parts = [_("{move}: {mark}", move=parts[0], mark=MARK_NAMES[found.mark])]
        if match.comment(ply):
            parts.append(_("Comment: {text}", text=match.comment(ply)))
        return " ".join(f"{part}." for part in parts)

    def _words_on(self, view: GameView) -> tuple[Sentence | str, Sentence | str]:
        """Return the progress of the review while it runs, or its summary."""
        found, reviewed = view.findings, view.findings.reviewed
        left = reviewed.count(None)
        if left and found.is_working:
            if view.card and view.card.waits:  # the card tells it
                return "", ""
            return found.doing or _n("Looking at the game: {count} move left …", "Looking at the game: {count} moves left …", left), ""  # fmt: skip
        if left:
            return "", _n("{count} move was not judged.", "{count} moves were not judged.", left)
        marked = sum(bool(each and each.mark) for each in reviewed)
        if not marked:
            return "", _("No mistake was found.")
        return "", _n("{count} move has a mark.", "{count} moves have a mark.", marked)

    def _press(self, event: Press) -> None:
        if type(event.args) is int:
            self._explorer.show_ply(event.args)


def _chosen(view: GameView) -> int | None:
    """Return the number of the shown position if it belongs to the game; else None."""
    return None if view.is_side_line else view.shown.ply


def _refusal(game: Game) -> Sentence | None:
    """Return the reason why there is no graph of a game; None if there is one."""
    if game.demands & Demand.HIDDEN:
        return _("No graph here: the game has hidden information.")
    if game.demands & Demand.PLAYERS:
        return _("No graph here: it needs a game for two players.")
    return None


def _part(kind: str, words: object) -> str:
    return f'<span class="{kind}">{said(words)}</span>'


def _choose(explorer: Explorer, ply: int, event: object) -> None:
    explorer.show_ply(ply)
