"""SGF for Hex, as HexGui and servers write it.

Source: A. Hollosi (1999), SGF FF[4], with game number 11; cells are named as in Hex, ``b3``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame
from plyground.core.position import Move
from plyground.errors import MoveError, NotationError
from plyground.games import hexes
from plyground.games.game_notations.beginnings import usual_start
from plyground.games.game_notations.property_list import Property, property_lists, written
from plyground.i18n import Sentence, _

TAGS = {"EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round", "PB": "Black", "PW": "White", "RE": "Result"}
GAME_NUMBER = "11"
SWAPS = ("swap", "swap-pieces")
MAX_SIZE = 11


class HexSgf(NamedTuple):
    """Games of Hex in SGF. The side that moves first is written as Black; when reading, White may move first too."""

    name: str = "sgf"
    title: Sentence | str = "Smart Game Format (SGF)"
    suffix: str = ".sgf"
    holds_comments: bool = True

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every game. Raise :class:`NotationError` with the line and column of the first error."""
        return [_game(text, properties, game) for properties in property_lists(text)]

    def write(self, game: WrittenGame) -> str:
        """Return the game, one move a line. Raise :class:`MoveError` for a game with a set-up position."""
        notation, position = game.game.notation, game.game.start
        parts = [written("FF", "4"), written("GM", GAME_NUMBER), written("SZ", str(game.game.picture.width))]
        parts += [written(short, game.tags[name]) for short, name in TAGS.items() if name in game.tags]
        if comment := game.comments.get(0):
            parts.append(written("C", comment))
        if position != usual_start(game.game):
            raise MoveError(_("A game that was set up cannot be written as SGF: choose the list of moves."))
        lines = ["(;" + "".join(parts)]
        for number, move in enumerate(game.moves):
            word = notation.format_move(position, move)
            line = ";" + written("BW"[number % 2], SWAPS[1] if word == hexes.SWAP_WORD else word)
            if comment := game.comments.get(number + 1):
                line += written("C", comment)
            lines.append(line)
            position = position.play(move)
        return "\n".join(lines) + ")\n"


def _game(text: str, properties: list[Property], game: Game) -> WrittenGame:
    tags: dict[str, str] = {}
    comments: dict[int, str] = {}
    moves: list[Move] = []
    size = game.picture.width
    swap = any(value.strip().lower() in SWAPS for name, value, _offset in properties if name in "BW")
    for name, value, offset in properties:
        if name == "GM" and value.strip() != GAME_NUMBER:
            raise NotationError.at(
                text, offset, _("this is a game of number {number}, not of Hex (11)", number=value[:9])
            )
        if name == "SZ":
            if not (value.strip().isdecimal() and 1 <= int(value) <= MAX_SIZE):
                raise NotationError.at(
                    text, offset, _("the size should be from 1 to {most}, not “{size}”", most=MAX_SIZE, size=value[:9])
                )
            size = int(value)
        elif name in TAGS:
            tags[TAGS[name]] = value
    if size != game.picture.width or swap:
        game = hexes.make(size, "yes" if swap or "swap=yes" in game.name else "no")
    position: Any = game.start
    colour = ""
    for name, value, offset in properties:
        if name == "C":
            comments[len(moves)] = value
        elif name in ("B", "W"):
            if name == colour:
                raise NotationError.at(text, offset, _("the other side is to move here"))
            move = _move(game, position, text, value, offset)
            moves.append(move)
            position, colour = position.play(move), name
    return WrittenGame(game, tuple(moves), tags, comments)


def _move(game: Game, position: Any, text: str, value: str, offset: int) -> Move:
    word = value.strip().lower()
    try:
        return game.notation.parse_move(position, hexes.SWAP_WORD if word in SWAPS else word)
    except MoveError as error:
        raise NotationError.at(text, offset, error.sentence) from None
