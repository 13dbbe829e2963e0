"""The game so far: its moves in a row, the graph of how it stood after each, and what each gave away."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from nicegui import events, ui
from nicegui.elements.mixins.text_element import TextElement

from plyground.arena.history import Judged
from plyground.interfaces.exploring import gift
from plyground.interfaces.web.comment import CommentField
from plyground.interfaces.web.elements import button, fill, fixed, in_language, show, state, tag
from plyground.interfaces.web.explorer import Explorer
from plyground.interfaces.web.graph import graph
from plyground.interfaces.web.markup import said
from plyground.interfaces.web.seats import COLOURS
from plyground.interfaces.web.standing import Standing, slipped, standing
from plyground.interfaces.web.table import Table
from plyground.language import Sentence, _, _n, capital
from plyground.position import CHANCE, Demand, Move


class Node(NamedTuple):
    """The elements of one position."""

    frame: TextElement
    choice: TextElement
    words: TextElement  # markup
    start: str  # of that markup: the number and the move


class History:
    """One choice for each position of the game; choosing it looks there. Arrow keys go from one to the next."""

    def __init__(self, table: Table, explorer: Explorer) -> None:
        self._table = table
        self._explorer = explorer
        self._moves: tuple[Move, ...] = ()
        self._nodes: list[Node] = []
        self._filled: dict[int, tuple[object, ...]] = {}  # what each shows, by its ply
        self._drawn = ""
        self._comment = CommentField(table)

    def build(self) -> None:
        """Put the panel on the page."""
        game = self._table.game
        with tag("section", classes="history", aria_label=str(_("History"))) as self.panel:
            with tag("div", classes="heading"):
                self.summary = tag("p", role="status")
                self.progress = tag("p")  # seen, and not said aloud again and again
                self.analyses = button(_("Analyse"), self._explorer.toggle_analysis, aria_expanded="false")
            with tag("div", classes="graph", role="img") as self.graph:
                axis = "".join(f"<span>{said(word)}</span>" for word in (game.sides[0], "=", game.sides[1]))
                fixed("div", axis, "axis", aria_hidden="true")
                self.plot = ui.html("", sanitize=False).classes("plot")
                self.plot.on(
                    "click",
                    in_language(self._press),
                    js_handler="(event) => { const column = event.target.closest('[data-ply]'); column && emit(Number(column.dataset.ply)) }",
                )
            self.strip = tag("div", "", "plies", role="radiogroup", aria_label=str(_("The positions of the game")))
            first = game.sides[0]
            self.meaning = tag("p", _("At an edge a win is proven: {first}5 means that {first} wins in 5 plies with best play; = is a draw. A hollow point is judged by random games, ≈62: {first} scores 62 of 100. A ring marks a mistake; beside a move stands what it gave away.", first=first), "source")  # fmt: skip
            self._comment.build()

    def refresh(self) -> None:
        """Show what is known now."""
        match, explorer = self._table.match, self._explorer
        drawn = explorer.is_open or explorer.analyses
        self.panel.set_visibility(match.ply > 0 or drawn)
        self.analyses.set_visibility(not explorer.is_open)
        state(self.analyses, "aria-expanded", explorer.analyses)
        self._lay_out()
        findings = explorer.findings
        standings = [standing(findings, position) if drawn else None for position in match.positions[: match.ply + 1]]
        judged = [findings.judged(match, ply) if drawn else None for ply in range(match.ply)]
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
            self._draw(graph(standings, lost, chosen), str(progress or summary))

    def _chosen(self) -> int | None:
        """The position of the game that is shown, where it is one."""
        match, shown = self._table.match, self._explorer.shown
        return shown.ply if shown.moves[: shown.ply] == match.moves[: shown.ply] and shown.ply <= match.ply else None

    def _draw(self, drawing: str, words: str) -> None:
        if (label := str(_("The graph of the game. {summary}", summary=words))) != self.graph.props.get("aria-label"):
            self.graph.props["aria-label"] = label
            self.graph.update()
        if drawing != self._drawn:
            self._drawn = drawing
            self.plot.set_content(drawing)

    def _lay_out(self) -> None:
        """A choice for the start and one for each move; those of moves that are still there stay."""
        match, before = self._table.match, self._moves
        self._moves = match.moves[: match.ply]
        if self._nodes and before == self._moves:
            return
        same = next(
            (ply for ply, pair in enumerate(zip(before, self._moves, strict=False)) if pair[0] != pair[1]), match.ply
        )
        for ply in range(same + 1, len(self._nodes)):
            self._nodes[ply].frame.delete()
            self._filled.pop(ply, None)
        del self._nodes[same + 1 :]
        words = (capital(_("start")), *match.words)
        with self.strip:
            self._nodes += [self._node(ply, words[ply]) for ply in range(len(self._nodes), match.ply + 1)]

    def _node(self, ply: int, word: object) -> Node:
        match = self._table.match
        side = match.game.side(match.positions[ply - 1]) if ply else CHANCE
        word = f"{match.game.mover(match.positions[ply - 1])} {word}" if ply else word
        with tag("label", classes="ply" if side == CHANCE else f"ply side-{side % COLOURS}") as frame:
            choice = tag("input", "", "unseen", type="radio", name_="history", value=str(ply))
            words = fixed("span", "", "words", aria_hidden="true")
        choice.on("change", in_language(partial(_choose, self._explorer, ply)), args=[])
        return Node(frame, choice, words, _part("number", f"{ply}." if ply else "") + _part("word", word))

    def _fill(
        self, node: Node, ply: int, stands: Standing | None, judged: Judged | None, slip: bool, *, chosen: bool
    ) -> None:
        unknown = "" if self._refusal else "…" if self._explorer.findings.working else "?"
        drawn = self._explorer.is_open or self._explorer.analyses
        comment = self._table.match.comment(ply)
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
        if node.choice.props.get("aria-label") != label or node.choice.props.get("checked", False) != chosen:
            node.choice.props["aria-label"] = label
            node.choice.props["checked"] = chosen
            node.choice.update()

    def _label(self, ply: int, stands: Standing | None, judged: Judged | None, slip: bool) -> str:
        """What is said of a position and of the move that led there."""
        match = self._table.match
        parts: list[Sentence | str] = [capital(_("start"))]
        if ply:
            side = match.game.mover(match.positions[ply - 1])
            parts = [_("Move {number}, {side} {move}", number=ply, side=side, move=match.words[ply - 1])]
        given = gift(judged) if judged else _("perhaps a mistake") if slip else ""
        if given:
            parts = [_("{move}: {given}", move=parts[0], given=given)]
        if self._explorer.is_open or self._explorer.analyses:
            parts.append(stands.words if stands else _("not solved"))
        if match.comment(ply):
            parts.append(_("Comment: {text}", text=match.comment(ply)))
        return " ".join(f"{part}." for part in parts)

    @property
    def _refusal(self) -> Sentence | None:
        """Why there is no graph of this game."""
        demands = self._table.game.demands
        if demands & Demand.HIDDEN:
            return _("No graph here: something is hidden from the players.")
        if demands & Demand.PLAYERS:
            return _("No graph here: with more than two players no single line says who is ahead.")
        if demands & Demand.CHANCE:
            return _("No graph here: chance has a say, so that no position is won or lost yet.")
        return None

    def _progress(self, unknown: int) -> Sentence | str:
        """How far the analysis is, while it goes on."""
        findings = self._explorer.findings
        if self._refusal or not unknown or not findings.working:
            return ""
        return findings.doing or _n(
            "Looking at the game: {count} position left …", "Looking at the game: {count} positions left …", unknown
        )

    def _summary(
        self, standings: list[Standing | None], judged: list[Judged | None], slips: list[bool]
    ) -> Sentence | str:
        unknown = standings.count(None)
        if self._refusal:
            return self._refusal
        if unknown:
            return _n("{count} position was not looked at.", "{count} positions were not looked at.", unknown)
        if not judged:
            return _("Here each move will be judged.")
        lost, perhaps = sum(1 for each in judged if each and each.lost), sum(slips)
        if not lost and not perhaps:
            return _("No mistake was found.") if None in judged else _("No move has given value away.")
        proven = _n("{count} move has given value away.", "{count} moves have given value away.", lost)
        unsure = _n("{count} move was perhaps a mistake.", "{count} moves were perhaps mistakes.", perhaps)
        return _("{proven} {unsure}", proven=proven, unsure=unsure) if lost and perhaps else proven if lost else unsure

    def _press(self, event: events.GenericEventArguments) -> None:
        if type(event.args) is int:
            self._explorer.show_ply(event.args)


def _part(kind: str, words: object) -> str:
    return f'<span class="{kind}">{said(words)}</span>'


def _choose(explorer: Explorer, ply: int, event: object) -> None:
    explorer.show_ply(ply)
