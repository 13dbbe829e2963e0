"""Games of Go as SGF files, with comments, signs and variations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame, continued, readable
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import Spec
from plyground.errors import MoveError, NotationError, SpecError
from plyground.games.game_notations.sgf_tree import SgfNode, escaped, formatted, games_of, parsed, plain
from plyground.games.go.go_game import handicap_points, make, max_handicap
from plyground.i18n import Number, Sentence, _

TAGS = {"Event": "EV", "Site": "PC", "Date": "DT", "Round": "RO", "White": "PW", "Black": "PB", "Result": "RE"}
"""Properties about the whole game, by the PGN tag with the same meaning."""
RULES = {"japanese": "Japanese", "chinese": "Chinese", "tromp-taylor": "Tromp-Taylor"}
"""Values of the property RU, by the names of plyground's rule sets."""
RULE_NAMES = {
    "japanese": "japanese", "japan": "japanese", "jp": "japanese", "territory": "japanese",
    "chinese": "chinese", "china": "chinese", "cn": "chinese", "area": "chinese", "chineseolympic": "chinese",
    "tromptaylor": "tromp-taylor", "newzealand": "tromp-taylor", "nz": "tromp-taylor",
}  # fmt: skip
"""Names of plyground's rule sets, by the words of other programs without blanks, signs and capitals."""
NEAR_RULES = {"korean": "japanese", "kr": "japanese", "aga": "chinese", "bga": "chinese", "french": "chinese",
              "ing": "chinese", "goe": "chinese"}  # fmt: skip
"""Rule sets whose moves are those of one that is here, but which count or end a game in another way."""
SIGNS = {"TE": 1, "BM": 2, "IT": 5, "DO": 6}
"""Numbers of PGN signs, by the properties that judge a move."""
USUAL_SIZE = 19
"""Size of a board without the property SZ."""
MIN_FOX_KOMI = 50
"""Least komi in hundredths of points in files of the Fox server."""
MAX_VARIATION_DEPTH = 200
"""Most variations inside of each other."""
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
        """Return every game. Raise :class:`NotationError` if none could be read to its end."""
        return readable(self.stream(text.splitlines(keepends=True), game))

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield the games of a file, one at a time."""
        return games_of(lines, game, lambda text, given: _Reader(text, parsed(text)[0], given).written())

    def write(self, written: WrittenGame) -> str:
        """Return the text of one game."""
        return formatted(_tree(written))


@dataclass
class _Line:
    """The part of a game or variation that has been read so far."""

    game: Game
    position: Any = None  # None before the first move
    moves: list[Move] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    glyphs: dict[int, tuple[int, ...]] = field(default_factory=dict)
    variations: dict[int, tuple[WrittenGame, ...]] = field(default_factory=dict)
    fault: NotationError | None = None

    def written(self, tags: Mapping[str, str], repairs: Iterable[NotationError] = ()) -> WrittenGame:
        return WrittenGame(
            self.game, tuple(self.moves), tags, self.comments, self.glyphs, self.variations, tuple(repairs), self.fault
        )


class _Reader:
    """A reader of one game tree."""

    def __init__(self, text: str, root: SgfNode, game: Game) -> None:
        self.text, self.root = text, root
        self.free: list[SgfNode] = []  # nodes with moves that are handicap stones
        self.repairs = [NotationError.at(text, *repair) for node in root.in_order() for repair in node.repairs]
        self.game = self._variant(game)
        self.size = self.game.picture.width
        self.notation: Any = self.game.notation

    def fault(self, node: SgfNode, name: str, reason: Sentence) -> NotationError:
        return NotationError.at(self.text, node.offsets[name], reason)

    def repair(self, node: SgfNode, name: str, reason: Sentence) -> None:
        self.repairs.append(self.fault(node, name, reason))

    def _variant(self, game: Game) -> Game:
        """Return the game with the size, komi and rules of the first node; missing ones are taken from ``game``."""
        root = self.root
        if root.value("GM").strip() not in ("", "1"):
            raise self.fault(root, "GM", _("this is no game of Go: GM should be 1"))
        options = {**DEFAULTS, **Spec.parse(game.name).options, "handicap": 0}
        options = {name: type(DEFAULTS[name])(value) for name, value in options.items()}
        size = root.value("SZ").strip()
        if columns := re.fullmatch(r"(\d+):\1", size):
            size = columns[1]
        if size and (not re.fullmatch(r"\d{1,2}", size, re.ASCII) or not 1 <= int(size) <= MAX_PASS_SIZE):
            raise self.fault(root, "SZ", _("a board has 1 to 19 columns and rows, not “{size}”", size=size))
        options["size"] = int(size or USUAL_SIZE)
        self._read_rules(options)
        self._read_komi(options)
        try:
            return make(**options)
        except SpecError as error:
            raise NotationError.at(self.text, 0, error.sentence) from None

    def _read_rules(self, options: dict[str, Any]) -> None:
        """Set the rules that RU names; report a repair for rules that plyground does not have."""
        named = self.root.value("RU").strip()
        word = re.sub(r"[^a-z]", "", named.lower().removesuffix("rules"))
        if word in RULE_NAMES:
            options["rules"] = RULE_NAMES[word]
        elif word:
            options["rules"] = NEAR_RULES.get(word, options["rules"])
            reason = _("the rules “{name}” are not here: the moves are read by the {rules} rules", name=named[:40], rules=RULES[options["rules"]])  # fmt: skip
            self.repair(self.root, "RU", reason)

    def _read_komi(self, options: dict[str, Any]) -> None:
        """Set the points that White gets: also hundredths of points or of stones, as Fox and others write them."""
        text = self.root.value("KM").strip().replace(",", ".")
        if not text:
            if "KM" in self.root.properties:
                self.repair(self.root, "KM", _("the komi is missing; {komi} is taken", komi=Number(options["komi"], 1)))
            return
        try:
            komi = written = float(text)
            is_of_fox = "fox" in self.root.value("AP").lower() and komi >= MIN_FOX_KOMI
            if is_of_fox or (abs(komi) > options["size"] ** 2 and komi == int(komi)):
                komi /= 100
            if 2 * komi % 1 and 4 * komi % 1 == 0 and options["rules"] == "chinese":  # 3.75 stones are 7.5 points
                komi *= 2
            if abs(komi) > options["size"] ** 2:
                raise ValueError(text)
            komi = round(2 * komi) / 2
        except (ValueError, OverflowError):
            raise self.fault(
                self.root, "KM", _("“{komi}” is no number of points", komi=self.root.value("KM"))
            ) from None
        if komi != written:
            self.repair(
                self.root, "KM", _("the komi {written} is read as {komi} points", written=text, komi=Number(komi, 1))
            )
        options["komi"] = komi

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
        """Return the game with its variations."""
        self.black = self.white = 0
        self.side: int | None = None
        line = _Line(self.game)
        self._read(line, self.root, 0)
        if line.position is None:
            self._begin(line, 1 if self.black and not self.white else 0)
        tags = {tag: self.root.value(name) for tag, name in TAGS.items() if name in self.root.properties}
        return line.written(tags, self.repairs)

    def _read(self, line: _Line, node: SgfNode, depth: int) -> None:
        """Read a node and the main line below it, up to the first fault; then the variations beside it."""
        variations: list[tuple[int, Any, SgfNode]] = []  # (number of the move that it replaces, position, first node)
        here: SgfNode | None = node
        while here:
            try:
                self._read_node(line, here)
            except NotationError as error:
                line.fault = error
                break
            if len(here.children) > 1 and line.position is None:
                self._begin(line, next((COLOURS.index(name) for child in here.children for name in COLOURS if name in child.properties), 0))  # fmt: skip
            variations += ((len(line.moves) + 1, line.position, child) for child in here.children[1:])
            here = here.children[0] if here.children else None
        for number, position, child in variations:
            if depth == MAX_VARIATION_DEPTH:
                self.repairs.append(NotationError.at(self.text, 0, _("variations deeper than {most} are left out", most=depth)))  # fmt: skip
                continue
            inner = _Line(continued(line.game, position, number - 1), position)
            self._read(inner, child, depth + 1)
            if inner.fault:
                reason = _("this variation is read up to here ({reason})", reason=inner.fault.reason)
                self.repairs.append(NotationError(inner.fault.line, inner.fault.column, reason))
                inner.fault = None
            if number > len(line.moves):  # the main line ends before its variation: its fault is there
                continue
            line.variations[number] = (*line.variations.get(number, ()), inner.written({}))

    def _read_node(self, line: _Line, node: SgfNode) -> None:
        """Read stones, moves, comments and signs of a node. Raise :class:`NotationError`."""
        names = set(node.properties)
        if names & {"AB", "AW", "AE", "PL"}:
            self._set_up(line, node)
        for name in ("B", "W"):
            if name in names:
                if line.position is None:
                    self._begin(line, COLOURS.index(name), node)
                if not (self.free and node in self.free):
                    line.position = self._moved(node, name, line.position, line.moves)
        if "C" in names:
            at = len(line.moves)
            line.comments[at] = "\n".join(filter(None, [line.comments.get(at, ""), *map(plain, node.properties["C"])]))
        signs = tuple(number for name, number in SIGNS.items() if name in names)
        if signs and names & {"B", "W"}:
            line.glyphs[len(line.moves)] = signs

    def _set_up(self, line: _Line, node: SgfNode) -> None:
        """Put the stones of a node on the board. Raise :class:`NotationError`."""
        named = next(name for name in ("AB", "AW", "AE", "PL") if name in node.properties)
        if line.position is not None:
            raise self.fault(node, named, _("stones can be set up before the first move only"))
        empty = self.stones(node, "AE")
        more_black, more_white = self.stones(node, "AB"), self.stones(node, "AW")
        if more_black & more_white:
            raise self.fault(node, named, _("a point gets a black and a white stone"))
        self.black = (self.black & ~(empty | more_white)) | more_black
        self.white = (self.white & ~(empty | more_black)) | more_white
        if self.notation.without_liberty(self.black, self.white):
            raise self.fault(node, named, _("stones that are set up have no liberty"))
        if "PL" in node.properties:
            self.side = 1 if node.value("PL").strip().upper().startswith("W") else 0

    def _begin(self, line: _Line, mover: int, node: SgfNode | None = None) -> None:
        """Set the first position, with handicap stones that the file does not place."""
        self.free = self._handicap(mover, node)
        position = self._start(self.black, self.white, mover if self.side is None else self.side)
        if self.free:
            position = self._start(self.black, self.white, 1)
        line.position = position
        if position != self.game.start:
            line.game = replace(line.game, start=position)

    def _handicap(self, mover: int, node: SgfNode | None) -> list[SgfNode]:
        """Place the handicap stones that HA tells if no stones are set up: Black's first moves, or the usual points.

        Return the nodes with Black's first moves that are handicap stones.
        """
        text = self.root.value("HA").strip()
        stones = int(text) if text.isdecimal() and text.isascii() and len(text) < 4 else 0
        if stones < 2 or self.black | self.white:
            return []
        first = [each for each, _number in zip(_movers(node), range(stones + 1), strict=False)]
        placed = [
            each for each in first[:stones] if "B" in each.properties and each.value("B").strip() not in ("", "tt")
        ]
        if len(placed) == stones and (len(first) == stones or "W" in first[stones].properties):
            self.black = sum(1 << self.point(each, "B", each.value("B").strip()) for each in placed)
            self.repair(self.root, "HA", _("Black's first {count} moves are the handicap stones", count=stones))
            return placed
        if mover and stones <= max_handicap(self.size):
            self.black = sum(1 << self.notation.place(*point) for point in handicap_points(self.size, stones))
            self.repair(self.root, "HA", _("the file does not place the {count} handicap stones: they are on the usual points", count=stones))  # fmt: skip
        return []

    def _start(self, black: int, white: int, side: int) -> Any:
        if not black | white and not side:
            return self.game.start
        own, other = (white, black) if side else (black, white)
        return type(self.game.start)(own, other, side).recurring()

    def _moved(self, node: SgfNode, name: str, position: MarkedPosition, moves: list[Move]) -> Any:
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
            side = self.game.sides[self.game.side(position)]
            self.repair(node, name, _("a pass of {side} is added, as the other side moves twice", side=side))
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


def _movers(node: SgfNode | None) -> Iterator[SgfNode]:
    """Yield the nodes of the main line that have moves."""
    return (each for each in (node.main_line() if node else ()) if {"B", "W"} & set(each.properties))


def _tree(written: WrittenGame) -> SgfNode:
    """Return the nodes of a game as a tree."""
    game = written.game
    notation: Any = game.notation
    options = {**DEFAULTS, **Spec.parse(game.name).options}
    size = game.picture.width
    root = SgfNode({"FF": ["4"], "GM": ["1"], "CA": ["UTF-8"], "AP": ["plyground"], "SZ": [str(size)]})
    root.properties |= {"KM": [f"{float(options['komi']):g}"], "RU": [RULES[str(options["rules"])]]}
    root.properties |= {TAGS[tag]: [escaped(text)] for tag, text in written.tags.items() if tag in TAGS}
    position: Any = game.start
    for name, stones in zip(("AB", "AW"), notation.by_colour(position), strict=True):
        if stones:
            root.properties[name] = [_point(place, size) for place in range(stones.bit_length()) if stones >> place & 1]
    if position.second or position.own | position.other:
        root.properties["PL"] = [COLOURS[position.second]]
    end = _add_line(root, written)
    if end.is_over():
        root.properties.setdefault("RE", [_result(end)])
    return root


def _point(place: int, size: int) -> str:
    row, column = divmod(place, size + 1)
    return chr(ord("a") + column) + chr(ord("a") + size - 1 - row)


def _add_line(root: SgfNode, written: WrittenGame) -> Any:
    """Add the moves of a game or variation below a node. Return the last position."""
    game, last, position = written.game, root, written.game.start
    size = game.picture.width
    pass_move = game.notation.place(size, 0)  # type: ignore[attr-defined]  # the notation of Go
    for number, move in enumerate(written.moves, 1):
        node = SgfNode({COLOURS[game.side(position)]: ["" if move == pass_move else _point(move, size)]})
        last.children.append(node)
        for variation in written.variations.get(number, ()):
            _add_line(last, variation)
        last, position = node, position.play(move)
        if number in written.comments:
            node.properties["C"] = [escaped(written.comments[number])]
        signs = written.glyphs.get(number, ())
        node.properties |= {name: ["1"] for name, glyph in SIGNS.items() if glyph in signs}
    if comment := written.comments.get(0):
        if "C" in root.properties or {"B", "W"} & set(root.properties):  # a comment before a variation's first move
            root.children[-1].properties.setdefault("C", [escaped(comment)])
        else:
            root.properties["C"] = [escaped(comment)]
    return position


def _result(position: Any) -> str:
    """Return the result of a finished game as SGF writes it: ``B+3.5``, ``W+12`` or ``0``."""
    half_points: int = -position.half_points() if position.second else position.half_points()
    return f"{COLOURS[half_points < 0]}+{abs(half_points) / 2:g}" if half_points else "0"
