"""The game so far: a row of moves, the graph of its values, and the moves that lost value."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from plyground.arena.game_review import Judged
from plyground.core.game import FIRST, SECOND, Game
from plyground.core.position import CHANCE, Demand
from plyground.i18n import Sentence, _, _n, capital
from plyground.presentation.explore_text import gift
from plyground.presentation.game_session import GameSession
from plyground.presentation.player_view import seen_words, viewer
from plyground.presentation.side_title import mover_title, side_title
from plyground.web.components.board_styles import side_classes
from plyground.web.components.elements import button, fill, fixed, in_language, said, show, state, tag
from plyground.web.connected.element import Element, Press
from plyground.web.pages.game.comment_field import CommentField
from plyground.web.pages.game.evaluation_graph import EvaluationPoint, graph, point_of, slipped
from plyground.web.pages.game.explorer import Explorer

MOVES_IN_SIGHT = 6
"""Moves that are visible without scrolling, also in a narrow window."""


class Node(NamedTuple):
    """The elements of one position in the panel."""

    frame: Element
    choice: Element
    words: Element  # HTML of the moves
    start: str  # HTML before the cells: move number and move


class HistoryPanel:
    """A button for each position of the game, which shows it. Arrow keys move between them."""

    def __init__(self, session: GameSession, explorer: Explorer) -> None:
        self._session = session
        self._explorer = explorer
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
                self.analyses = button(_("Show mistakes"), self._explorer.toggle_analysis, aria_expanded="false")
            with tag("div", classes="graph", role="img") as self.graph:
                axis = "<span>=</span>".join(
                    f'<span class="{colour}">{said(side_title(game, side))}</span>'
                    for side, colour in zip((FIRST, SECOND), self._colours, strict=False)
                )
                fixed("div", axis, "axis", aria_hidden="true")
                self.plot = fixed("div", "", "plot").on("click", in_language(self._press), reads="ply")
            self.strip = tag("div", "", "plies", role="radiogroup", aria_label=str(_("The positions of the game")))
            first = side_title(game, FIRST)
            self.meaning = tag("p", _("A point at an edge is a proven win: {first}5 means that {first} wins in 5 plies with best play; = is a draw. A hollow point is estimated by random games, ≈62: {first} scores 62 of 100. A ring marks a mistake, and beside the move stands its cost.", first=first), "source")  # fmt: skip
            self.empty = tag("p", classes="source")
            self._comment.build()

    def refresh(self) -> None:
        """Show the results that are known now."""
        match, explorer = self._session.match, self._explorer
        drawn = explorer.is_open or explorer.analyses
        show(self.empty, "" if match.ply else _("No move yet. Each move is listed here."))
        self.analyses.set_visibility(match.ply > 0 and not self._session.is_over)
        state(self.analyses, "aria-expanded", explorer.analyses)
        self._lay_out()
        self.strip.set_visibility(match.ply > 0)
        analysis = explorer.analysis
        standings = [point_of(analysis, position) if drawn else None for position in match.positions[: match.ply + 1]]
        judged = [analysis.judged(match, ply) if drawn else None for ply in range(match.ply)]
        slips = [False] + [
            slipped(match.game.side(match.positions[ply]), standings[ply], standings[ply + 1])
            for ply in range(match.ply)
        ]
        chosen = self._chosen()
        self._comment.refresh(chosen or 0)
        for ply, node in enumerate(self._nodes):
            self._fill(node, ply, standings[ply], judged[ply - 1] if ply else None, slips[ply], chosen=ply == chosen)
        progress = self._progress(standings.count(None)) if drawn else ""
        summary = self._summary(standings, judged, slips) if drawn and not progress else ""
        show(self.progress, progress)
        show(self.summary, summary)
        has_graph = drawn and any(standings)
        self.graph.set_visibility(has_graph)
        self.meaning.set_visibility(has_graph)
        if has_graph:
            lost = [slip or bool(ply and (each := judged[ply - 1]) and each.lost) for ply, slip in enumerate(slips)]
            self._draw(graph(standings, lost, chosen, self._colours), str(progress or summary))

    def _chosen(self) -> int | None:
        """Return the number of the shown position if it belongs to the game; else None."""
        match, shown = self._session.match, self._explorer.shown
        return shown.ply if shown.moves[: shown.ply] == match.moves[: shown.ply] and shown.ply <= match.ply else None

    def _draw(self, drawing: str, words: str) -> None:
        self.graph.props["aria-label"] = str(_("The graph of the game. {summary}", summary=words))
        fill(self.plot, drawing)

    def _lay_out(self) -> None:
        """Build a button for the start and for each move; keep the buttons of moves that have not changed."""
        match, before = self._session.match, self._words
        words = self._words = seen_words(match, viewer(self._session))
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
        word = f"{mover_title(match.game, match.positions[ply - 1])} {word}" if ply else word
        with tag("label", classes="ply" if side == CHANCE else f"ply {side_classes(match.game, side)}") as frame:
            choice = tag("input", "", "unseen", type="radio", autocomplete="off", name_="history", value=str(ply))
            words = fixed("span", "", "words", aria_hidden="true")
        choice.on("change", in_language(partial(_choose, self._explorer, ply)))
        return Node(frame, choice, words, _part("number", f"{ply}." if ply else "") + _part("word", word))

    def _fill(
        self, node: Node, ply: int, stands: EvaluationPoint | None, judged: Judged | None, slip: bool, *, chosen: bool
    ) -> None:
        unknown = "" if self._refusal else "…" if self._explorer.analysis.working else "?"
        drawn = self._explorer.is_open or self._explorer.analyses
        comment = self._session.match.comment(ply)
        if self._filled.get(ply) == (filled := (stands, judged, slip, chosen, unknown, drawn, comment)):
            return
        self._filled[ply] = filled
        sign = stands.sign if stands else unknown
        lost = judged.lost if judged else 0
        parts = {
            "comment": comment,
            f"chip {stands.kind if stands else 'unknown'}": sign if drawn else "",
            "gift chip loss": f"−{lost}" if lost else "?!" if slip else "",
        }
        fill(node.words, node.start + "".join(_part(kind, words) for kind, words in parts.items() if words))
        label = self._label(ply, stands, judged, slip)
        node.choice.props["aria-label"] = label
        node.choice.props["checked"] = chosen

    def _label(self, ply: int, stands: EvaluationPoint | None, judged: Judged | None, slip: bool) -> str:
        """Return the text for a position and the move that led to it."""
        match = self._session.match
        parts: list[Sentence | str] = [capital(_("start"))]
        if ply:
            side = mover_title(match.game, match.positions[ply - 1])
            parts = [
                _(
                    "Move {number}, {side} {move}",
                    number=ply,
                    side=side,
                    move=seen_words(match, viewer(self._session))[ply - 1],
                )
            ]
        given = gift(judged) if judged else _("perhaps a mistake") if slip else ""
        if given:
            parts = [_("{move}: {given}", move=parts[0], given=given)]
        if self._explorer.is_open or self._explorer.analyses:
            parts.append(stands.words if stands else _("not solved"))
        if match.comment(ply):
            parts.append(_("Comment: {text}", text=match.comment(ply)))
        return " ".join(f"{part}." for part in parts)

    def _progress(self, unknown: int) -> Sentence | str:
        """Return a sentence on the progress of the analysis while it runs."""
        analysis = self._explorer.analysis
        if self._refusal or not unknown or not analysis.working:
            return ""
        return analysis.doing or _n(
            "Looking at the game: {count} position left …", "Looking at the game: {count} positions left …", unknown
        )

    def _summary(
        self, standings: list[EvaluationPoint | None], judged: list[Judged | None], slips: list[bool]
    ) -> Sentence | str:
        unknown = standings.count(None)
        if self._refusal:
            return self._refusal
        if unknown:
            return _n("{count} position was not analysed.", "{count} positions were not analysed.", unknown)
        if not judged:
            return _("The analysis of each move will appear here.")
        lost, perhaps = sum(1 for each in judged if each and each.lost), sum(slips)
        if not lost and not perhaps:
            return _("No mistake was found.") if None in judged else _("No move has given value away.")
        proven = _n("{count} move has given value away.", "{count} moves have given value away.", lost)
        unsure = _n("{count} move was perhaps a mistake.", "{count} moves were perhaps mistakes.", perhaps)
        return _("{proven} {unsure}", proven=proven, unsure=unsure) if lost and perhaps else proven if lost else unsure

    def _press(self, event: Press) -> None:
        if type(event.args) is int:
            self._explorer.show_ply(event.args)


def _refusal(game: Game) -> Sentence | None:
    """Return the reason why there is no graph of a game; None if there is one."""
    if game.demands & Demand.HIDDEN:
        return _("No graph here: the game has hidden information.")
    if game.demands & Demand.PLAYERS:
        return _("No graph here: it needs a game for two players.")
    if game.demands & Demand.CHANCE:
        return _("No graph here: in a game of chance no position is won or lost for certain.")
    return None


def _part(kind: str, words: object) -> str:
    return f'<span class="{kind}">{said(words)}</span>'


def _choose(explorer: Explorer, ply: int, event: object) -> None:
    explorer.show_ply(ply)
