"""Lists of moves as people write them: ``f5d6c3``, ``4455``, ``1. a2-a3 b7-b6``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from plyground.core.game import Game
from plyground.core.game_notation import WrittenGame, moved, readable
from plyground.core.move_text import NUMBERS, is_unsaid, next_move
from plyground.core.position import Move
from plyground.errors import MoveError, NotationError
from plyground.games.game_notations.beginnings import set_up, usual_start
from plyground.i18n import Sentence, _

POSITION_MARK = "["
"""Sign that begins a first line with a start position in square brackets."""


class MoveList(NamedTuple):
    """Moves in the game's own notation; an empty line ends a game.

    A game with another start position has it before the moves, in square brackets.
    """

    name: str = "moves"
    title: Sentence | str = _("moves with the names used here")
    suffix: str = ".txt"
    numbered: bool = False  # True for moves with numbers, as in 1. a2-a3 b7-b6 2. …
    holds_comments: bool = False

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every game. Raise :class:`NotationError` if none could be read to its end."""
        return readable(self.stream(text.splitlines(), game))

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every game of a file, given its lines."""
        paragraph, first = "", 1
        for number, line in enumerate(chain(lines, ("",)), 1):
            if line.strip():
                first = first if paragraph else number
                paragraph += line.rstrip() + "\n"
            elif paragraph:
                yield _moves(paragraph.rstrip(), first, game)
                paragraph = ""

    def write(self, written: WrittenGame) -> str:
        """Return the moves in one line."""
        game = written.game
        words = move_words(written)
        if game.unspaced:
            last = len(words) - 1
            line = "".join(word for ply, word in enumerate(words) if ply == last or not is_unsaid(game, word))
        elif self.numbered:
            line = " ".join(f"{ply // 2 + 1}. {word}" if ply % 2 == 0 else word for ply, word in enumerate(words))
        else:
            line = " ".join(words)
        start = "" if game.start == usual_start(game) else f"[{game.position_text(game.start, 0)}]\n"
        return f"{start}{line}\n"


def _moves(text: str, first: int, game: Game) -> WrittenGame:
    """Return the game of a paragraph, which begins in the line ``first`` of its file."""
    moves = list[Move]()
    try:
        begin = len(text) - len(text.lstrip())
        if text.startswith(POSITION_MARK, begin):
            closed = text.find("]", begin)
            if closed < 0:
                raise NotationError.at(text, begin, _("“[” is not closed"))
            game = set_up(game, text, begin + 1, text[begin + 1 : closed])
            begin = closed + 1
        rest = text[begin:].lstrip()
        position = game.start
        while rest:
            numbered = NUMBERS.match(rest)
            place = len(text) - len(rest) + (numbered.end() if numbered else 0)
            try:
                move, rest = next_move(game, position, rest)
            except MoveError as error:
                raise NotationError.at(text, place, error.sentence) from None
            moves.append(move)
            position = position.play(move)
            rest = rest.lstrip()
    except NotationError as fault:
        return WrittenGame(game, tuple(moves), fault=moved(fault, first - 1))
    return WrittenGame(game, tuple(moves))


def move_words(written: WrittenGame) -> list[str]:
    """Return the moves of a game in its notation."""
    position: Any = written.game.start
    words = []
    for move in written.moves:
        words.append(written.game.notation.format_move(position, move))
        position = position.play(move)
    return words
