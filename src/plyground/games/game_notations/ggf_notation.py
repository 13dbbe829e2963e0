"""GGF, the Generic Game Format, in which programs and servers store games of Othello.

Source: M. Buro and I. Durdanović (2003), GGF: Generic Game Format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame, readable
from plyground.core.position import MarkedPosition, Move
from plyground.errors import MoveError, NotationError, PlygroundError
from plyground.games import othello
from plyground.games.game_notations.property_list import properties_of, written
from plyground.games.game_notations.sgf_tree import games_of
from plyground.i18n import Sentence, _

TAGS = {"PC": "Site", "DT": "Date", "PB": "Black", "PW": "White", "RE": "Result"}
COLOURS = {"B": 0, "W": 1}
PASS_WORD = "PA"


class GgfNotation(NamedTuple):
    """The notation GGF for games of Othello."""

    name: str = "ggf"
    title: Sentence | str = "Generic Game Format (GGF)"
    suffix: str = ".ggf"
    holds_comments: bool = True

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every game. Raise :class:`NotationError` if none could be read to its end."""
        return readable(self.stream(text.splitlines(keepends=True), game))

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every game of a file, given its lines."""
        return games_of(lines, game, _game)

    def write(self, game: WrittenGame) -> str:
        """Return the game in one line."""
        notation, position = game.game.notation, game.game.start
        tags = {"Site": "plyground", "Black": "?", "White": "?", **game.tags}
        parts = [written("GM", "Othello")]
        parts += [written(short, tags[name]) for short, name in TAGS.items() if name in tags]
        cells, side = notation.format(position).replace("X", "*").split()
        size = round(len(cells) ** 0.5)
        rows = " ".join(cells[row : row + size] for row in range(0, len(cells), size))
        parts += [written("TY", str(size)), written("BO", f"{size} {rows} {side}")]
        for number, move in enumerate(game.moves):
            if comment := game.comments.get(number):
                parts.append(written("C", comment))
            word = notation.format_move(position, move)
            parts.append(written("BW"[notation.side(position)], PASS_WORD if word == othello.PASS_WORD else word))
            position = position.play(move)
        return f"(;{''.join(parts)};)\n"


def _game(text: str, game: Game) -> WrittenGame:
    """Return the first game of a text, up to its first fault. Raise :class:`NotationError` before its first move."""
    tags: dict[str, str] = {}
    comments: dict[int, str] = {}
    moves: list[Move] = []
    position: Any = game.start
    fault = None
    for name, value, offset in properties_of(text):
        if name == "GM" and value.strip().casefold() not in ("othello", "reversi"):
            raise NotationError.at(text, offset, _("this is a game of {name}, not of Othello", name=value[:20]))
        if name == "TY" and value.strip().casefold().endswith("a"):
            raise NotationError.at(text, offset, _("this is a game of Anti-Othello, whose rules are not here"))
        if name == "BO":
            game = board(text, value, offset, game)
            position = game.start
        elif name in TAGS:
            tags[TAGS[name]] = value
        elif name == "C" and fault is None:
            comments[len(moves)] = value
        elif name in COLOURS and fault is None:
            try:
                move = read_move(game, position, text, name, value, offset)
            except NotationError as error:
                fault = error
                continue
            moves.append(move)
            position = position.play(move)
    return WrittenGame(game, tuple(moves), tags, comments, fault=fault)


def board(text: str, value: str, offset: int, usual: Game) -> Game:
    """Return a game that begins with the board of a property ``BO``; the ``usual`` game for the usual board. Raise
    :class:`NotationError`.
    """
    words = value.split()
    cells, side = "".join(words[1:-1]), words[-1] if words else ""
    if not re.fullmatch(r"[*O-]+", cells) or side not in ("*", "O") or words[0] not in ("4", "6", "8"):
        raise NotationError.at(
            text, offset, _("a board is its size, its rows of *, O and -, and the side to move, * or O")
        )
    try:
        game = usual if usual.picture.width == int(words[0]) else othello.make(int(words[0]))
        start = game.notation.parse(f"{cells} {side}".replace("*", "X"))
    except PlygroundError as error:
        raise NotationError.at(text, offset, error.sentence) from None
    return game if start == game.start else replace(game, start=start)


def read_move(game: Game, position: MarkedPosition, text: str, colour: str, value: str, offset: int) -> Move:
    """Return the move of a property such as ``B[d3/1.2/0.5]``. Raise :class:`NotationError`."""
    word = value.split("/")[0].strip()
    word = othello.PASS_WORD if word.upper() in (PASS_WORD, "PASS") else word
    try:
        move = game.notation.parse_move(position, word)
    except MoveError as error:
        raise NotationError.at(text, offset, error.sentence) from None
    if game.side(position) != COLOURS[colour]:
        raise NotationError.at(text, offset, _("the other side is to move here"))
    return move
