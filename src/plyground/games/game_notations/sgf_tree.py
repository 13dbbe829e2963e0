"""SGF, the Smart Game Format, FF[4]: parse a text into trees of nodes, and write them.

A. Hollosi (1997), Smart Game Format FF[4], https://www.red-bean.com/sgf/. This module does not interpret properties,
such as moves. It keeps every property, so that a tree can be written unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame, moved
from plyground.errors import NotationError
from plyground.i18n import Sentence, _

IDENTIFIER = re.compile(r"[A-Za-z]+")
VALUE_END = re.compile(r"\\.|\]", re.DOTALL)
"""An escaped character, or the end of a property's value."""
STRUCTURE = re.compile(r"\\.|[()\[\]]", re.DOTALL)
ROOT = re.compile(r"\(;\s*(?:GM|FF|CA|AP|SZ)\[")
"""The beginning of another game, also where the game before it is not closed."""


@dataclass
class SgfNode:
    """A node: its properties with their places in the text, and its child nodes, the main line first."""

    properties: dict[str, list[str]] = field(default_factory=dict)  # values as written, escapes included
    offsets: dict[str, int] = field(default_factory=dict)  # index in the text of each property
    repairs: list[tuple[int, Sentence]] = field(default_factory=list)  # (index in the text, what was done)
    children: list[SgfNode] = field(default_factory=list)

    def value(self, name: str) -> str:
        """Return the first value of a property as plain text; empty if the property is missing."""
        return plain(self.properties[name][0]) if self.properties.get(name) else ""

    def in_order(self) -> Iterator[SgfNode]:
        """Yield this node and all below it, each before its children."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending += reversed(node.children)

    def main_line(self) -> Iterator[SgfNode]:
        """Yield this node, its first child, that node's first child, and so on."""
        node: SgfNode | None = self
        while node:
            yield node
            node = node.children[0] if node.children else None


class _TextEnds(NotationError):
    """The text ends inside a node."""


def plain(value: str) -> str:
    """Return a value without escapes; an escaped line end joins two lines."""
    return re.sub(r"\\(\r\n|\n\r|.)", lambda found: found[1].strip("\r\n"), value, flags=re.DOTALL)


def escaped(text: str) -> str:
    """Return a text as the value of a property."""
    return re.sub(r"([\\\]:])", r"\\\1", text)


def parsed(text: str, begin: int = 0) -> tuple[SgfNode, int]:
    """Return the first game in ``text`` from index ``begin`` on, and the index after the game.

    A game at whose end the text breaks off is kept so far. Raise :class:`NotationError` with the line and column of the
    first other error. O(length), without recursion.
    """
    at = text.find("(", begin)
    if at < 0:
        raise NotationError.at(text, begin, _("a game begins with “(;”"))
    root: SgfNode | None = None
    last: SgfNode | None = None  # parent of the next node
    open_trees: list[SgfNode | None] = []
    while at < len(text):
        letter = text[at]
        if letter.isspace():
            at += 1
        elif letter == "(":
            if open_trees and last is None:
                raise NotationError.at(text, at, _("a node belongs here: write “;”"))
            open_trees.append(last)
            at += 1
        elif letter == ")":
            if last is open_trees[-1]:
                raise NotationError.at(text, at, _("a variation has at least one node: write “;”"))
            last = open_trees.pop()
            at += 1
            if not open_trees:
                assert root is not None  # a tree has at least one node
                return root, at
        elif letter == ";" or (letter.isalpha() and last is None):
            begin = at + (letter == ";")
            try:
                node, at = _node(text, begin)
            except _TextEnds:
                if last is None:
                    raise
                break
            if letter != ";":
                node.repairs.append((begin, _("the first node begins without “;”")))
            if last is None:
                root = node
            else:
                last.children.append(node)
            last = node
        else:
            raise NotationError.at(
                text, at, _("“{letter}” does not belong here: a node begins with “;”", letter=letter)
            )
    if root is None:
        raise NotationError.at(text, at, _("the game is not closed: write “)”"))
    root.repairs.append((at, _("the text ends inside this game: some of it may be missing")))
    return root, len(text)


def _node(text: str, at: int) -> tuple[SgfNode, int]:
    """Return the node whose properties begin at a place, and the place after it."""
    node = SgfNode()
    while True:
        at = _after_blanks(text, at)
        found = IDENTIFIER.match(text, at)
        if not found:
            return node, at
        name = "".join(letter for letter in found[0] if letter.isupper())  # older versions wrote Black for B
        if not name:
            node.repairs.append(
                (at, _("“{name}” is left out: names of properties have capital letters", name=found[0]))
            )
        elif name in node.properties:
            node.repairs.append(
                (at, _("the property {name} stands twice in one node: its values are joined", name=name))
            )
        node.offsets.setdefault(name, at)
        values = node.properties.setdefault(name, []) if name else []
        at = _after_blanks(text, found.end())
        if text[at : at + 1] != "[":
            error = NotationError if text[at:] else _TextEnds
            raise error.at(text, at, _("the property {name} needs a value in square brackets", name=name))
        while text[at : at + 1] == "[":
            begin = at
            end = next((each for each in VALUE_END.finditer(text, at + 1) if each[0] == "]"), None)
            if end is None:
                raise _TextEnds.at(text, begin, _("“[” is not closed"))
            values.append(text[begin + 1 : end.start()])
            at = _after_blanks(text, end.end())


def _after_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def texts_of_games(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each game of a file as (number of its first line, text), reading line by line."""
    pending: list[str] = []
    first, depth, in_value = 1, 0, False
    for number, line in enumerate(lines, 1):
        begin = 0
        if depth and ROOT.match(line):
            yield first, "".join(pending)
            pending, depth, in_value = [], 0, False
        for found in STRUCTURE.finditer(line):
            sign = found[0]
            if in_value:
                in_value = sign != "]"
            elif sign == "[":
                in_value = depth > 0
            elif sign == "(":
                if depth == 0:
                    first, begin, pending = number, found.start(), [" " * found.start()]
                depth += 1
            elif sign == ")" and depth > 0:
                depth -= 1
                if depth == 0:
                    yield first, "".join(pending) + line[begin : found.end()]
                    pending, begin = [], found.end()
        if depth:
            pending.append(line[begin:])
    if depth:
        yield first, "".join(pending)


def games_of(lines: Iterable[str], game: Game, read: Callable[[str, Game], WrittenGame]) -> Iterator[WrittenGame]:
    """Yield each game of a file as ``read`` reads its text; a text without a game as one with a fault."""
    has_game, has_text = False, False

    def noted() -> Iterator[str]:
        nonlocal has_text
        for line in lines:
            has_text = has_text or bool(line.strip())
            yield line

    for first, text in texts_of_games(noted()):
        has_game = True
        try:
            found = read(text, game)
        except NotationError as error:
            yield WrittenGame(game, fault=moved(error, first - 1))
            continue
        yield found._replace(
            repairs=tuple(moved(each, first - 1) for each in found.repairs),
            fault=found.fault and moved(found.fault, first - 1),
        )
    if has_text and not has_game:
        yield WrittenGame(game, fault=NotationError(1, 1, _("a game begins with “(;”")))


def formatted(root: SgfNode) -> str:
    """Return the text of a game with all its variations, ending with a line end."""
    parts: list[str] = ["("]
    pending: list[SgfNode | str] = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        values = ("".join(f"[{value}]" for value in node.properties[name]) for name in node.properties)
        parts.append(";" + "".join(name + shown for name, shown in zip(node.properties, values, strict=True)))
        if len(node.children) == 1:
            pending.append(node.children[0])
        else:
            for child in reversed(node.children):
                pending += [")", child, "\n("]
    return "".join(parts) + ")\n"
