"""SGF for Hex, as HexGui and servers write it.

Source: A. Hollosi (1999), SGF FF[4], with game number 11; cells are named as in Hex, ``b3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame, continued, readable
from plyground.core.position import MarkedPosition, Move
from plyground.errors import MoveError, NotationError
from plyground.games import hexes
from plyground.games.game_notations.beginnings import usual_start
from plyground.games.game_notations.sgf_tree import SgfNode, escaped, formatted, games_of, parsed, plain
from plyground.i18n import Sentence, _

TAGS = {"EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round", "PB": "Black", "PW": "White", "RE": "Result"}
GAME_NUMBER = "11"
SWAPS = ("swap", "swap-pieces", "swap-sides")
RESIGNED = ("resign", "forfeit", "resigned")
"""Words of servers in place of the last move."""
LETTERS = re.compile(r"([a-s])([a-s])")
"""A cell by its column and row, as Little Golem writes it."""
MAX_SIZE = 11


class HexSgf(NamedTuple):
    """Games of Hex in SGF. The side that moves first is written as Black; when reading, White may move first too."""

    name: str = "sgf"
    title: Sentence | str = "Smart Game Format (SGF)"
    suffix: str = ".sgf"
    holds_comments: bool = True

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every game. Raise :class:`NotationError` if none could be read to its end."""
        return readable(self.stream(text.splitlines(keepends=True), game))

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every game of a file, given its lines."""
        return games_of(lines, game, _game)

    def write(self, game: WrittenGame) -> str:
        """Return the game, one move a line. Raise :class:`MoveError` for a game with a set-up position."""
        if game.game.start != usual_start(game.game):
            raise MoveError(_("A game that was set up cannot be written as SGF: choose the list of moves."))
        root = SgfNode({"FF": ["4"], "GM": [GAME_NUMBER], "SZ": [str(game.game.picture.width)]})
        root.properties |= {short: [escaped(game.tags[name])] for short, name in TAGS.items() if name in game.tags}
        if comment := game.comments.get(0):
            root.properties["C"] = [escaped(comment)]
        _add_line(root, game, 0)
        return formatted(root)


def _add_line(root: SgfNode, written: WrittenGame, plies: int) -> None:
    """Add the moves of a game or variation, which begins after so many ``plies``, below a node."""
    notation, position, last = written.game.notation, written.game.start, root
    for number, move in enumerate(written.moves, 1):
        word = notation.format_move(position, move)
        colour = "BW"[(plies + number - 1) % 2]
        node = SgfNode({colour: [SWAPS[1] if word == hexes.SWAP_WORD else word]})
        if comment := written.comments.get(number):
            node.properties["C"] = [escaped(comment)]
        last.children.append(node)
        for variation in written.variations.get(number, ()):
            _add_line(last, variation, plies + number - 1)
        last, position = node, position.play(move)


def _game(text: str, game: Game) -> WrittenGame:
    """Return the first game of a text. Raise :class:`NotationError` for a faulty first node."""
    root, _end = parsed(text)
    if root.value("GM").strip() not in ("", GAME_NUMBER):
        reason = _("this is a game of number {number}, not of Hex (11)", number=root.value("GM")[:9])
        raise NotationError.at(text, root.offsets["GM"], reason)
    size = root.value("SZ").strip() or str(game.picture.width)
    if not (size.isdecimal() and 1 <= int(size) <= MAX_SIZE):
        reason = _("the size should be from 1 to {most}, not “{size}”", most=MAX_SIZE, size=size[:9])
        raise NotationError.at(text, root.offsets["SZ"], reason)
    swap = any(node.value(name).strip().lower() in SWAPS for node in root.in_order() for name in "BW")
    if int(size) != game.picture.width or swap:
        game = hexes.make(int(size), "yes" if swap or "swap=yes" in game.name else "no")
    repairs = [NotationError.at(text, *repair) for node in root.in_order() for repair in node.repairs]
    tags = {tag: root.value(name) for name, tag in TAGS.items() if name in root.properties}
    return _line(text, game, root, "", repairs)._replace(tags=tags, repairs=tuple(repairs))


def _line(text: str, game: Game, node: SgfNode, colour: str, repairs: list[NotationError]) -> WrittenGame:
    """Return a line of play from its first node on, whose last mover before is ``colour``."""
    position: Any = game.start
    moves, comments, variations = list[Move](), dict[int, str](), dict[int, tuple[WrittenGame, ...]]()
    fault = None
    beside: list[tuple[int, Game, SgfNode, str]] = []  # (number of the move that it replaces, game, node, last mover)
    for here in node.main_line():
        try:
            for name in (name for name in here.properties if name in ("B", "W")):
                value = plain(here.properties[name][0])
                if value.strip().lower() in RESIGNED:
                    continue
                if name == colour:
                    raise NotationError.at(text, here.offsets[name], _("the other side is to move here"))
                move = _move(game, position, text, value, here.offsets[name])
                moves.append(move)
                position, colour = position.play(move), name
        except NotationError as error:
            fault = error
            break
        if "C" in here.properties:
            comments[len(moves)] = here.value("C")
        begun = continued(game, position, len(moves))
        beside += ((len(moves) + 1, begun, child, colour) for child in here.children[1:])
    for number, begun, child, last in beside:
        inner = _line(text, begun, child, last, repairs)
        if inner.fault:
            reason = _("this variation is read up to here ({reason})", reason=inner.fault.reason)
            repairs.append(NotationError(inner.fault.line, inner.fault.column, reason))
        if number <= len(moves):
            variations[number] = (*variations.get(number, ()), inner._replace(fault=None))
    return WrittenGame(game, tuple(moves), {}, comments, {}, variations, fault=fault)


def _move(game: Game, position: MarkedPosition, text: str, value: str, offset: int) -> Move:
    word = value.strip().lower()
    if cell := LETTERS.fullmatch(word):
        word = f"{cell[1]}{ord(cell[2]) - ord('a') + 1}"
    try:
        return game.notation.parse_move(position, hexes.SWAP_WORD if word in SWAPS else word)
    except MoveError as error:
        raise NotationError.at(text, offset, error.sentence) from None
