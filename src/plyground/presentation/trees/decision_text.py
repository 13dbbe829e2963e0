"""The words of a decision's tree: its values, its source, its levels and its signs."""

from __future__ import annotations

from fractions import Fraction

from plyground.bots.decision_tree import DecisionNode, DecisionTree
from plyground.core.game import Game
from plyground.core.position import CHANCE, MarkedPosition
from plyground.i18n import Number, Sentence, _, _n, percentage
from plyground.presentation.side_title import mover_title
from plyground.searches.scores import MAX_DEPTH
from plyground.trace.run import Value
from plyground.trace.value_text import window

MINUS = "\N{MINUS SIGN}"
PLAYERS = 2
"""Players of a game with MAX and MIN."""
CUTS = ("static-cutoff",)
"""Searches that skip moves although they hand no window down."""

LEGEND = (
    ("max", _("MAX to move: takes the greatest value")),
    ("min", _("MIN to move: takes the least")),
    ("chance", _("chance to move: the value is the average")),
    ("over", _("end of the game")),
    ("horizon", _("evaluated at the depth limit")),
    ("known", _("looked up in a table")),
    ("line", _("thick line: the expected play, always first")),
    ("cut", _("cut: never visited")),
    ("window", _("[α, β]: the window; a value outside it is only a bound, ≥ or ≤")),
    ("bound", _("≥, ≤: at least, at most")),
    ("distance", _("+1 (5): a win for MAX, 5 plies below the root")),
    ("plies", _("12 plies: how deep the position was searched")),
    ("games", _("62%: MAX's share of the random games through the position")),
    ("leaves", _("62%: the mean for MAX of the leaves below; a win is 100%")),
    ("empty", _("?: fail-hard with an empty window: the value has no meaning")),
)
"""Signs of trees and their meanings."""


def value_words(tree: DecisionTree, node: DecisionNode) -> str:
    """Return the value of a node for MAX, with its sign if it is a bound; empty without a value."""
    if node.value is None:
        return ""
    if tree.kind in ("playouts", "leaves") and not (node.is_proven or isinstance(node.value, tuple)):
        assert isinstance(node.value, (int, float))
        return percentage(round(50 + 50 * node.value) / 100)
    end = "" if node.distance is None else f" ({node.distance})"
    sign = "" if node.sign in ("=", "") else f"{node.sign} "
    return f"{sign}{_signed(node.value)}{end}"


def _signed(value: Value) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_signed, value))})"
    is_whole = isinstance(value, int) or (isinstance(value, Fraction) and value.denominator == 1)
    shown = int(value) if is_whole else round(float(value), 2)
    words = str(Number(abs(shown)) if is_whole else Number(abs(shown), decimals=2))
    return f"+{words}" if shown > 0 else f"{MINUS}{words}" if shown < 0 else words


def effort_words(tree: DecisionTree, node: DecisionNode) -> str:
    """Return how much was searched at a node: its window, its plies, its visits or its random games."""
    if node.kind in ("cut", "over"):
        return ""
    if tree.kind == "search":
        return window(node.alpha, node.beta, tree.terms, signed=True)
    if node.visits is not None:
        if tree.kind == "leaves":
            return str(_n("{count} visit", "{count} visits", node.visits))
        return str(_n("{count} game", "{count} games", node.visits))
    if node.plies is not None:
        return str(_n("{count} ply", "{count} plies", node.plies))
    return ""


def node_label(tree: DecisionTree, node: DecisionNode, move: str) -> Sentence:
    """Return the description of a node for screen readers; ``move`` is empty at the root."""
    if node.kind == "cut":
        return _("move {move}: cut, never visited", move=move)
    words: Sentence = {
        "over": _("end of the game"),
        "horizon": _("evaluated at the depth limit"),
        "known": _("from the table"),
        "inner": _("chance to move")
        if node.mover == CHANCE
        else _("MAX to move")
        if node.side > 0
        else _("MIN to move"),
    }[node.kind]
    value = value_words(tree, node)
    if not move:
        return _("root: {kind}, value {value}", kind=words, value=value)
    if not value:
        if node.on_line:
            return _("move {move}, chosen: {kind}", move=move, kind=words)
        return _("move {move}: {kind}", move=move, kind=words)
    if node.on_line:
        return _("move {move}, on the best line: {kind}, value {value}", move=move, kind=words, value=value)
    return _("move {move}: {kind}, value {value}", move=move, kind=words, value=value)


def level_words(tree: DecisionTree, game: Game, node: DecisionNode, position: MarkedPosition) -> str:
    """Return the name of the side to move at a node, as it stands beside its level."""
    side = str(mover_title(game, position))
    if node.mover == CHANCE or tree.terms.players > PLAYERS:
        return side
    return f"{'MAX' if node.side > 0 else 'MIN'} ({side})"


def source_words(tree: DecisionTree) -> Sentence | str:
    """Return the sentence that says where the values of a tree come from."""
    match tree.kind:
        case "search" if tree.is_shorter:
            return _n(
                "The whole search is too large to draw: this is a shorter one of the same kind, {count} ply deep.",
                "The whole search is too large to draw: this is a shorter one of the same kind, {count} plies deep.",
                tree.depth or 0,
            )
        case "search" if tree.depth is None:
            return _n(
                "The search went to the end of the game and visited {count} position.",
                "The search went to the end of the game and visited {count} positions.",
                tree.total,
            )
        case "search":
            return _n(
                "The search went {count} ply deep and visited {total} positions.",
                "The search went {count} plies deep and visited {total} positions.",
                tree.depth or 0,
                total=Number(tree.total),
            )
        case "result" if tree.algorithm:
            return _("The search visited {count} positions. These are its values of the moves; press one to search below it.", count=Number(tree.total))  # fmt: skip
        case "result":
            return _("The value is proven. The other moves are at most as good.")
        case "engine" if tree.is_shorter:
            return _n(
                "A shorter search by the same bot: what its table knows after {count} ply.",
                "A shorter search by the same bot: what its table knows after {count} plies.",
                tree.depth or 0,
            )
        case "engine":
            return _n(
                "The last search of the bot, {count} ply deep, as its table remembers it.",
                "The last search of the bot, {count} plies deep, as its table remembers it.",
                tree.depth or 0,
            )
        case "playouts" if tree.is_shorter:
            return _n(
                "A shorter search by the same bot: {count} random game, the most visited moves first.",
                "A shorter search by the same bot: {count} random games, the most visited moves first.",
                tree.total,
            )
        case "playouts":
            return _n(
                "The bot played {count} random game. The most visited moves come first.",
                "The bot played {count} random games. The most visited moves come first.",
                tree.total,
            )
        case "leaves" if tree.is_shorter:
            return _n(
                "A shorter search by the same bot: {count} leaf judged, the most visited moves first.",
                "A shorter search by the same bot: {count} leaves judged, the most visited moves first.",
                tree.total,
            )
        case "leaves":
            return _n(
                "The bot judged {count} leaf. The most visited moves come first.",
                "The bot judged {count} leaves. The most visited moves come first.",
                tree.total,
            )
        case "table":
            return _("The bot looked these values up in the table of the solved game.")
        case _:
            return tree.said or _("The bot tells no more than its move.")


def legend(tree: DecisionTree) -> list[tuple[str, str]]:
    """Return the signs that can occur in a tree as (sign, meaning)."""
    nodes = tree.nodes
    is_search = bool(tree.algorithm) or tree.kind == "search"
    is_for_two = tree.terms.players <= PLAYERS
    has_cut = any(node.kind == "cut" for node in nodes)
    occurs = {
        "max": is_for_two and tree.kind != "move",
        "min": is_for_two and tree.kind != "move",
        "chance": any(node.mover == CHANCE for node in nodes),
        "over": is_search or any(node.kind == "over" for node in nodes),
        "horizon": tree.kind == "search" and (tree.setting is None or tree.setting.depth <= MAX_DEPTH),
        "known": any(node.kind == "known" for node in nodes),
        "line": True,
        "cut": (is_search and (tree.terms.windowed or tree.terms.algorithm in CUTS)) or has_cut,
        "window": tree.kind == "search" and tree.terms.windowed,
        "bound": tree.kind in ("engine", "result"),
        "distance": any(node.distance is not None for node in nodes) or bool(is_search and tree.terms.scores.per_ply),
        "plies": any(node.plies is not None and node.parent is not None for node in nodes),
        "games": tree.kind == "playouts" and is_for_two,
        "leaves": tree.kind == "leaves",
        "empty": tree.kind == "search" and tree.terms.windowed and tree.terms.convention.fail_hard,
    }
    return [(sign, str(words)) for sign, words in LEGEND if occurs[sign]]


def outline(tree: DecisionTree, game: Game) -> str:
    """Return a tree as lines of text: moves, values and efforts; the expected line is thick."""
    positions = tree.positions
    lines = [f"{level_words(tree, game, tree.root, tree.position)} {_node_words(tree, 0)}".rstrip()]

    def write(number: int, before: str) -> None:
        """Write the nodes below a node."""
        children = tree.children(number)
        more = tree.nodes[number].more if children else 0
        for place, child in enumerate(children, 1):
            node = tree.nodes[child]
            is_last = place == len(children) and not more
            assert node.move is not None  # only the root has none
            move = game.notation.format_move(positions[number], node.move)
            branch = f"{'└' if is_last else '├'}{'━' if node.on_line else '─'}"
            lines.append(f"{before}{branch} {move} {_node_words(tree, child)}".rstrip())
            write(child, before + ("   " if is_last else "│  "))
        if more:
            rest = _n("{count} more move", "{count} more moves", more)
            lines.append(f"{before}└─ {rest}")

    write(0, "")
    return "\n".join(lines) + "\n"


def _node_words(tree: DecisionTree, number: int) -> str:
    node = tree.nodes[number]
    cut = str(_("(cut)")) if node.kind == "cut" else ""
    return ", ".join(filter(None, (value_words(tree, node), effort_words(tree, node), cut)))
