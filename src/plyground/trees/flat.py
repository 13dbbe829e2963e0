"""Layout of nested lists and objects in the flat rows of a tree, with a check for errors.

There is no recursion, so a tree may have any depth. O(nodes).
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from math import lcm
from typing import Any

from plyground.core.bits import mix
from plyground.core.position import CHANCE, Demand, Move
from plyground.errors import TreeError
from plyground.i18n import Number, Sentence, _
from plyground.searches.scores import INFINITY
from plyground.searches.tally import row
from plyground.trees.nodes import INFINITE, MAXIMISER, MINIMISER, Nodes, path, view

MAX_LEVELS = 10_000
"""Largest number of moves from the root to a leaf."""
MAX_NODES = 2_000_000
"""Largest number of nodes of a tree."""
MAX_PLAYERS = 16
"""Largest number of players."""
MAX_NUMBER = 1_000_000_000
"""Greatest numerator and denominator of a utility or a probability."""
SEED = 0x5851F42D4C957F2D
"""Initial value of a node's hash: a large word, so that small numbers do not cancel each other."""
INFINITE_TEXT = re.compile(r"(?P<sign>[+−-]?)(?:∞|inf(?:inity)?)")
"""The texts of an infinite value."""
MAX_SHOWN_CHARS = 40
"""Characters of an invalid value that an error shows."""
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""Line breaks, terminal commands, and characters that UTF-8 files or XML cannot hold."""
MOVERS = {"max": MAXIMISER, "min": MINIMISER, "chance": CHANCE} | {str(player): player for player in range(MAX_PLAYERS)}
"""Movers by their names in texts."""

NODE_KEYS = ("children", "value", "utilities", "name", "moves", "probabilities", "to_move")
TREE_KEYS = ("tree", "root", "levels", "bounds", "total", "title", "source")


def written(moves: Sequence[Move]) -> Sentence | str:
    """Return the path to a place in a tree: ``[1][0]`` is the first child of the second child of the root."""
    return "".join(f"[{move}]" for move in moves) or _("the root")


class Flat:
    """One tree while it is laid out, node by node in the order of their numbers."""

    def __init__(self, nested: Any, root: str | None, levels: str | Sequence[str | int] | None) -> None:
        about: dict[str, Any] = {"tree": nested}
        if isinstance(nested, dict) and "tree" in nested:
            about = nested
            for key in about:
                if key not in TREE_KEYS:
                    raise TreeError(_unknown(key, TREE_KEYS))
        self.levels = levels_of(*((root, levels) if root or levels else (about.get("root"), about.get("levels"))))
        self.title = self._text(0, about.get("title", ""))
        self.source = self._text(0, about.get("source", ""))
        self.names: dict[int, str] = {}
        self.words: dict[int, str] = {}
        self.first: list[int] = []  # first child of each node, as in Nodes
        self.mover: list[int] = []
        self.values: list[Any] = []  # value of each node; a leaf has a number or a tuple of numbers
        self.valued: list[int] = []  # numbers of the leaves, and of inner nodes with a static value
        self.weights: dict[int, int] = {}  # weights of the nodes below chance
        self._lay_out(about["tree"])
        self.players = self._count_players()
        self._refuse_infinite()
        self.width = self._width()
        self.least, self.most, self.total = self._bounds(about)

    @property
    def judged(self) -> frozenset[int]:
        """The inner nodes that have a static value."""
        return frozenset(node for node in self.valued if self.first[node] != self.first[node + 1])

    def nodes(self) -> Nodes:
        """Return the rows of numbers, one entry for each node."""
        values = self.values
        if self.width > 1:
            none = (0,) * self.width
            values = list(chain.from_iterable(value if isinstance(value, tuple) else none for value in values))
        return Nodes(
            first=array("q", self.first),
            mover=array("q", self.mover),
            value=_row(values),
            weight=_row([self.weights.get(node, 0) for node in range(len(self.mover))]) if self.weights else row(1),
            keys=self._keys(),
            width=self.width,
            players=self.players,
            least=self.least,
            most=self.most,
            total=self.total,
            demanded=self._demands().value,
        )

    # The nodes, level by level, those of a level left to right

    def _lay_out(self, root: Any) -> None:
        pending = [root]
        level, level_end = 0, 1
        for node in range(MAX_NODES):
            if node == len(pending):
                break
            if node == level_end:
                level, level_end = level + 1, len(pending)
                if level > MAX_LEVELS:
                    raise TreeError(_("it is deeper than {most} moves", most=Number(MAX_LEVELS)))
            thing, pending[node] = pending[node], None
            self.first.append(len(pending))
            self.mover.append(self.levels[level % len(self.levels)])
            self.values.append(0)
            children = self._children(node, thing)
            if len(pending) + len(children) > MAX_NODES:
                raise TreeError(_("it has more than {most} nodes", most=Number(MAX_NODES)))
            pending += children
        self.first.append(len(pending))

    def _children(self, node: int, thing: Any) -> list[Any]:
        """Return the children of a node; give a leaf its value."""
        about = thing if isinstance(thing, dict) else {"children" if isinstance(thing, list) else "value": thing}
        for key in about:
            if key not in NODE_KEYS:
                raise self._error(node, _unknown(key, NODE_KEYS))
        if "name" in about:
            self.names[node] = self._text(node, about["name"])
        if "to_move" in about:
            self.mover[node] = self._mover(node, about["to_move"])
        children = about.get("children")
        if children is None:
            self._judge(node, about)
            return []
        if not isinstance(children, list) or not children:
            raise self._error(node, _("a node has at least one child, and a leaf is a number"))
        if "value" in about or "utilities" in about:
            self._judge(node, {key: about[key] for key in about if key in ("value", "utilities")})
        places = range(self.first[node], self.first[node] + len(children))
        if "moves" in about:
            words = self._as_many(node, "moves", about["moves"], children)
            self.words.update(zip(places, (self._text(node, word) for word in words), strict=True))
        if self.mover[node] == CHANCE:
            self.weights.update(zip(places, self._weights(node, about.get("probabilities"), children), strict=True))
        elif "probabilities" in about:
            raise self._error(node, _("only a chance node has probabilities"))
        return children

    def _judge(self, node: int, about: dict[str, Any]) -> None:
        """Store the static value of a node."""
        self.values[node] = self._value(node, about)
        self.valued.append(node)

    def _value(self, node: int, about: dict[str, Any]) -> Any:
        if ("value" in about) == ("utilities" in about) or "moves" in about or "probabilities" in about:
            raise self._error(node, _("a leaf has either a value or utilities, and no moves"))
        value = about.get("value", about.get("utilities"))
        if isinstance(value, tuple) or (isinstance(value, list) and "utilities" in about):
            if not 1 <= len(value) <= MAX_PLAYERS:
                raise self._error(node, _("there are from 1 to {most} players, each with a utility", most=MAX_PLAYERS))
            numbers = tuple(self._number(node, utility) for utility in value)
            return numbers if len(numbers) > 1 else numbers[0]
        return self._number(node, value)

    def _weights(self, node: int, given: Any, children: list[Any]) -> list[int]:
        """Return whole numbers proportional to the probabilities; without probabilities, equal numbers."""
        if given is None:
            return [1] * len(children)
        parts = [Fraction(self._number(node, part)) for part in self._as_many(node, "probabilities", given, children)]
        if min(parts) <= 0:
            raise self._error(node, _("each probability is more than 0"))
        if sum(parts) != 1:
            raise self._error(
                node, _('the probabilities are together {sum}, not 1; a third is written "1/3"', sum=sum(parts))
            )
        whole = lcm(*(part.denominator for part in parts))
        return [int(part * whole) for part in parts]

    def _as_many(self, node: int, key: str, given: Any, children: list[Any]) -> list[Any]:
        if not isinstance(given, list) or len(given) != len(children):
            raise self._error(
                node, _("{key} must be a list with one entry for each child: {count}", key=key, count=len(children))
            )
        return given

    def _number(self, node: int, thing: Any) -> int | Fraction:
        """Return the exact number of ``thing``, which may be a number or a text such as ``"1/3"``."""
        if type(thing) is int and -MAX_NUMBER <= thing <= MAX_NUMBER:
            return thing
        if type(thing) is int and abs(thing) in (INFINITE, INFINITY):
            return INFINITE if thing > 0 else -INFINITE
        if isinstance(thing, str) and (infinite := INFINITE_TEXT.fullmatch(thing)):
            return -INFINITE if infinite["sign"] in ("-", "−") else INFINITE
        try:
            exact = Fraction(str(thing)) if len(str(thing)) <= MAX_SHOWN_CHARS else Fraction(MAX_NUMBER + 1)
        except (ValueError, ZeroDivisionError):
            raise self._error(node, _("a number is expected instead of {thing}", thing=_shown(thing))) from None
        if max(abs(exact.numerator), exact.denominator) > MAX_NUMBER:
            raise self._error(node, _("the number {thing} is too large or has too many digits", thing=_shown(thing)))
        return exact.numerator if exact.denominator == 1 else exact

    def _text(self, node: int, thing: Any) -> str:
        if not isinstance(thing, str):
            raise self._error(node, _("a text in quotation marks is expected instead of {thing}", thing=_shown(thing)))
        if wrong := UNPRINTABLE.search(thing):
            code = f"U+{ord(wrong.group()):04X}"
            raise self._error(node, _("a text may only have printable characters, and {code} is not one", code=code))
        return thing

    def _mover(self, node: int, thing: Any) -> int:
        if str(thing) not in MOVERS:
            raise self._error(node, _unknown_mover(thing))
        return MOVERS[str(thing)]

    # Properties of all nodes

    def _count_players(self) -> int:
        """Return the number of utilities of every leaf, or 2 for single numbers."""
        counts = [
            len(value) if isinstance(value, tuple) else 0 for value in (self.values[node] for node in self.valued)
        ]
        for node, count in zip(self.valued, counts, strict=True):
            if count != counts[0]:
                raise self._error(
                    node, _("the number of utilities differs from that of {first}", first=self._place(self.valued[0]))
                )
        players = counts[0] or 2
        for node, mover in enumerate(self.mover):
            if mover >= players and self.first[node] != self.first[node + 1]:
                raise self._error(node, _("player {mover} is to move, and there are utilities for {count}", mover=mover, count=players))  # fmt: skip
        return players

    def _refuse_infinite(self) -> None:
        """Raise :class:`TreeError` for ∞ in an average, or as a utility of several players."""
        for node in self.valued:
            value = self.values[node]
            numbers = value if isinstance(value, tuple) else (value,)
            if (self.weights or self.players > 2 or len(numbers) > 1) and any(
                abs(each) == INFINITE for each in numbers
            ):
                raise self._error(node, _("∞ is a value only in a tree of MAX and MIN without chance"))

    def _width(self) -> int:
        """Return the number of utilities kept for a node: 1 in a zero-sum game of two, whose vectors need only the
        first.
        """
        vectors = [self.values[node] for node in self.valued]
        if not isinstance(vectors[0], tuple):
            return 1
        if self.players == 2 and not any(map(sum, vectors)):
            for node in self.valued:
                self.values[node] = self.values[node][0]
            return 1
        return self.players

    def _bounds(self, about: dict[str, Any]) -> tuple[Any, Any, Any]:
        """Return the bounds of the utilities and of their sum: the given ones, or those of the leaves."""
        least, most, total = extent([self.values[node] for node in self.valued])
        given = about.get("bounds", [least, most])
        if not isinstance(given, list) or len(given) != 2:
            raise TreeError(_("bounds is a list of two numbers, the least and the greatest utility"))
        low, high = (self._number(0, bound) for bound in given)
        most_in_all = self._number(0, about.get("total", total))
        if low > least or high < most or most_in_all < total:
            raise TreeError(
                _("there are utilities beyond its bounds: they go from {least} to {most}", least=least, most=most)
            )
        return low, high, most_in_all

    def _demands(self) -> Demand:
        demanded = Demand.NOTHING
        if self.width > 1:
            demanded |= Demand.PLAYERS
        if self.weights:
            demanded |= Demand.CHANCE
        bounds = (self.least, self.most, self.total)
        values = chain(self.values, bounds)
        numbers = chain.from_iterable(value if isinstance(value, tuple) else (value,) for value in values)
        if any(isinstance(number, Fraction) or abs(number) == INFINITE for number in numbers):
            demanded |= Demand.FRACTIONS
        sides = [view(mover, self.players) for mover in self.mover]
        below = ((node, child) for node, ends in enumerate(pairwise(self.first)) for child in range(*ends))
        if any(sides[node] == sides[child] for node, child in below):
            demanded |= Demand.TURNS
        return demanded

    def _keys(self) -> array[int]:
        """Return a hash of the whole subtree of each node, computed from the last node to the first."""
        keys = row(len(self.mover))
        for node in reversed(range(len(self.mover))):
            start, end = self.first[node], self.first[node + 1]
            key = mix(SEED, self.mover[node])
            if start == end:
                value = self.values[node]
                for number in value if isinstance(value, tuple) else (value,):
                    key = mix(key, number.numerator)
                    if number.denominator != 1:
                        key = mix(key, number.denominator)
            for child in range(start, end):
                key = mix(key, keys[child] + self.weights.get(child, 0))
            keys[node] = key
        return keys

    def _place(self, node: int) -> Sentence | str:
        return written(path(self.first, node))

    def _error(self, node: int, reason: Sentence) -> TreeError:
        return TreeError(_("at {place}, {reason}", place=self._place(node), reason=reason))


def levels_of(root: Any, levels: Any) -> tuple[int, ...]:
    """Return the mover of each level from a list such as ``max,min,chance``, which is repeated. Without a list, MAX and
    MIN take turns, ``root`` first.
    """
    if levels is None:
        if root not in (None, "max", "min"):
            raise TreeError(_("the root is max or min, not {thing}", thing=_shown(root)))
        return (MINIMISER, MAXIMISER) if root == "min" else (MAXIMISER, MINIMISER)
    words = levels.split(",") if isinstance(levels, str) else levels
    if not isinstance(words, Sequence) or not words:
        raise TreeError(_("levels is a list of who moves at each, such as max,min,chance"))
    movers = []
    for word in words:
        mover = MOVERS.get(str(word).strip().lower())
        if mover is None:
            raise TreeError(_unknown_mover(word))
        movers.append(mover)
    if root is not None and MOVERS.get(str(root)) != movers[0]:
        raise TreeError(_("its root is {root}, and its first level is {level}", root=root, level=words[0]))
    return tuple(movers)


def extent(values: Sequence[Any]) -> tuple[Any, Any, Any]:
    """Return the least and the greatest utility of the leaves, and the greatest sum of the utilities of one leaf."""
    if not isinstance(values[0], tuple):
        return min(values), max(values), 0
    return min(map(min, values)), max(map(max, values)), max(map(sum, values))


def _row(numbers: list[Any]) -> Any:
    """Return a row for compiled code, or a list if a number is a fraction."""
    return array("q", numbers) if all(type(number) is int for number in numbers) else numbers


def _unknown(key: Any, known: Iterable[str]) -> Sentence:
    return _("there is no {key}; choose from: {known}", key=_shown(key), known=", ".join(known))


def _unknown_mover(thing: Any) -> Sentence:
    return _("{thing} cannot move: choose max, min, chance or the number of a player from 0", thing=_shown(thing))


def _shown(thing: Any) -> str:
    """Return a shortened text of an invalid value, as Python cannot print every list or number."""
    for kind, sign in ((list, "[…]"), (tuple, "(…)"), (dict, "{…}")):
        if isinstance(thing, kind):
            return f"“{sign}”"
    if isinstance(thing, bool | None):
        thing = json.dumps(thing)  # JSON, as in the text
    text = (
        str(thing) if not isinstance(thing, int) or thing.bit_length() < MAX_SHOWN_CHARS else f"2^{thing.bit_length()}"
    )
    return f"“{text if len(text) <= MAX_SHOWN_CHARS else text[:MAX_SHOWN_CHARS] + '…'}”"
