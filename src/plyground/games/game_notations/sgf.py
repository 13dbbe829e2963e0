"""Games of Go as SGF files: the main line with its comments; variations are skipped (sgf_tree.py keeps them)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame
from plyground.core.position import Move
from plyground.core.spec import Spec
from plyground.errors import MoveError, NotationError, SpecError
from plyground.games.game_notations.sgf_tree import SgfNode, escaped, formatted, parsed, plain, texts_of_games
from plyground.games.go.go_game import make
from plyground.i18n import Sentence, _

TAGS = {"Event": "EV", "Site": "PC", "Date": "DT", "Round": "RO", "White": "PW", "Black": "PB", "Result": "RE"}
"""Properties about the whole game, by the PGN tag with the same meaning."""
RULES = {"japanese": "Japanese", "chinese": "Chinese", "tromp-taylor": "Tromp-Taylor"}
"""Values of the property RU, by the names of plyground's rule sets."""
MAX_PASS_SIZE = 19
"""Largest board size on which the point tt means a pass."""
POINT = re.compile(r"([a-s])([a-s])(?::([a-s])([a-s]))?")
COLOURS = "BW"
DEFAULTS: Mapping[str, Any] = {"size": 9, "komi": 7.5, "handicap": 0, "rules": "tromp-taylor", "ko": "usual"}


class Sgf(NamedTuple):
    """Smart Game Format FF[4] for Go. If a colour moves twice in a row, a pass of the other is assumed."""

    name: str = "sgf"
    title: Sentence | str = "Smart Game Format"
    suffix: str = ".sgf"
    holds_comments: bool = True

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every game. Raise :class:`NotationError` with the line and column of the first error."""
        games, at = list[WrittenGame](), 0
        while not games or text.find("(", at) >= 0:
            root, end = parsed(text, at)
            games.append(_Reader(text, root, game).written())
            at = end
        return games

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield the games of a long file, one at a time. Raise :class:`NotationError` as :meth:`read` does."""
        for first, text in texts_of_games(lines):
            try:
                yield self.read(text, game)[0]
            except NotationError as error:
                raise NotationError(first + error.line - 1, error.column, error.reason) from None

    def write(self, written: WrittenGame) -> str:
        """Return the text of one game."""
        return formatted(_tree(written))


class _Reader:
    """A reader of one game tree."""

    def __init__(self, text: str, root: SgfNode, game: Game) -> None:
        self.text, self.root = text, root
        self.game = self._variant(game)
        self.size = self.game.picture.width
        self.notation: Any = self.game.notation

    def fault(self, node: SgfNode, name: str, reason: Sentence) -> NotationError:
        return NotationError.at(self.text, node.offsets[name], reason)

    def _variant(self, game: Game) -> Game:
        """Return the game with the size, komi and rules of the first node; missing ones are taken from ``game``."""
        root = self.root
        if root.value("GM") not in ("", "1"):
            raise self.fault(root, "GM", _("this is no game of Go: GM should be 1"))
        options = {**DEFAULTS, **Spec.parse(game.name).options, "handicap": 0}
        options = {name: type(DEFAULTS[name])(value) for name, value in options.items()}
        if "SZ" in root.properties:
            size = root.value("SZ")
            if not re.fullmatch(r"\d{1,2}", size, re.ASCII) or not 1 <= int(size) <= MAX_PASS_SIZE:
                raise self.fault(root, "SZ", _("a board has 1 to 19 columns and rows, not “{size}”", size=size))
            options["size"] = int(size)
        if "KM" in root.properties:
            try:
                options["komi"] = round(2 * float(root.value("KM"))) / 2
            except (ValueError, OverflowError):
                raise self.fault(root, "KM", _("“{komi}” is no number of points", komi=root.value("KM"))) from None
        named = root.value("RU").strip().lower().replace("_", "-").replace(" ", "-")
        if named in RULES:
            options["rules"] = named
        try:
            return make(**options)
        except SpecError as error:
            raise NotationError.at(self.text, 0, error.sentence) from None

    def point(self, node: SgfNode, name: str, letters: str) -> int:
        """Return the bit index of a point such as ``cd``, which counts from the upper left corner."""
        column, row = (ord(letter) - ord("a") for letter in letters) if len(letters) == 2 else (-1, -1)
        if not (0 <= column < self.size and 0 <= row < self.size):
            raise self.fault(node, name, _("“{point}” is not a point of this board", point=letters))
        place: int = self.notation.place(self.size - 1 - row, column)
        return place

    def stones(self, node: SgfNode, name: str) -> int:
        """Return the points of a list as a set, with rectangles such as ``aa:cc``."""
        found = 0
        for value in node.properties.get(name, ()):
            first, colon, last = plain(value).partition(":")
            last = last if colon else first
            if len(first) != 2 or len(last) != 2:
                raise self.fault(node, name, _("“{point}” is not a point of this board", point=plain(value)))
            for column in range(ord(first[0]), ord(last[0]) + 1):
                for row in range(ord(first[1]), ord(last[1]) + 1):
                    found |= 1 << self.point(node, name, chr(column) + chr(row))
        return found

    def written(self) -> WrittenGame:
        """Return the main line as a game."""
        black = white = 0
        side: int | None = None
        position: Any = None
        start: Any = None
        moves, comments = list[Move](), dict[int, str]()
        for node in self.root.main_line():
            names = set(node.properties)
            if names & {"AB", "AW", "AE", "PL"}:
                named = next(name for name in ("AB", "AW", "AE", "PL") if name in names)
                if position is not None:
                    raise self.fault(node, named, _("stones can be set up before the first move only"))
                empty = self.stones(node, "AE")
                more_black, more_white = self.stones(node, "AB"), self.stones(node, "AW")
                if more_black & more_white:
                    raise self.fault(node, named, _("a point gets a black and a white stone"))
                black, white = (
                    (black & ~(empty | more_white)) | more_black,
                    (white & ~(empty | more_black)) | more_white,
                )
                if self.notation.without_liberty(black, white):
                    raise self.fault(node, named, _("stones that are set up have no liberty"))
                if "PL" in names:
                    side = 1 if node.value("PL").strip().upper().startswith("W") else 0
            for name in ("B", "W"):
                if name in names:
                    mover = COLOURS.index(name)
                    if position is None:
                        first = mover if side is None else side
                        start = position = self._start(black, white, first)
                    position = self._moved(node, name, position, moves)
            if "C" in names:
                comments[len(moves)] = node.value("C")
        if start is None:
            start = self._start(black, white, (1 if black and not white else 0) if side is None else side)
        tags = {tag: self.root.value(name) for tag, name in TAGS.items() if name in self.root.properties}
        game = self.game if start == self.game.start else replace(self.game, start=start)
        return WrittenGame(game, tuple(moves), tags, comments)

    def _start(self, black: int, white: int, side: int) -> Any:
        if not black | white and not side:
            return self.game.start
        own, other = (white, black) if side else (black, white)
        return type(self.game.start)(own, other, side).recurring()

    def _moved(self, node: SgfNode, name: str, position: Any, moves: list[Move]) -> Any:
        """Return the position after a node's move, and append the move to ``moves``."""
        value = node.value(name).strip()
        pass_move = self.notation.place(self.size, 0)
        is_pass = not value or value == "tt"
        move = pass_move if is_pass else self.point(node, name, value)
        if position.is_over():
            if is_pass:
                return position  # a third pass changes nothing
            raise self.fault(node, name, _("the game is over before this move"))
        if self.game.side(position) != COLOURS.index(name):
            moves.append(pass_move)
            position = position.play(pass_move)
            if position.is_over():
                raise self.fault(node, name, _("the game is over before this move"))
        try:
            self.notation.refuse_illegal(position, move)
        except MoveError as error:
            raise self.fault(node, name, error.sentence) from None
        moves.append(move)
        return position.play(move)


def _tree(written: WrittenGame) -> SgfNode:
    """Return the nodes of a game as a tree."""
    game = written.game
    notation: Any = game.notation
    size = game.picture.width
    options = {**DEFAULTS, **Spec.parse(game.name).options}

    def point(place: int) -> str:
        row, column = divmod(place, size + 1)
        return chr(ord("a") + column) + chr(ord("a") + size - 1 - row)

    root = SgfNode({"FF": ["4"], "GM": ["1"], "CA": ["UTF-8"], "AP": ["plyground"], "SZ": [str(size)]})
    root.properties |= {"KM": [f"{float(options['komi']):g}"], "RU": [RULES[str(options["rules"])]]}
    root.properties |= {TAGS[tag]: [escaped(text)] for tag, text in written.tags.items() if tag in TAGS}
    position: Any = game.start
    for name, stones in zip(("AB", "AW"), notation.by_colour(position), strict=True):
        if stones:
            root.properties[name] = [point(place) for place in range(stones.bit_length()) if stones >> place & 1]
    if position.second or position.own | position.other:
        root.properties["PL"] = [COLOURS[position.second]]
    last = root
    for number, move in enumerate(written.moves, 1):
        name, is_pass = COLOURS[game.side(position)], move == notation.place(size, 0)
        node = SgfNode({name: ["" if is_pass else point(move)]})
        last.children.append(node)
        last, position = node, position.play(move)
        if number in written.comments:
            node.properties["C"] = [escaped(written.comments[number])]
    if 0 in written.comments:
        root.properties["C"] = [escaped(written.comments[0])]
    if position.is_over():
        root.properties.setdefault("RE", [_result(position)])
    return root


def _result(position: Any) -> str:
    """Return the result of a finished game as SGF writes it: ``B+3.5``, ``W+12`` or ``0``."""
    half_points: int = -position.half_points() if position.second else position.half_points()
    return f"{COLOURS[half_points < 0]}+{abs(half_points) / 2:g}" if half_points else "0"
