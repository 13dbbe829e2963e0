"""Notations of whole games, such as PGN: the protocol of every reader and writer of game files.

The notations of each game are listed in :mod:`plyground.games.game_notations`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any, NamedTuple, Protocol

from plyground.core.game import Game
from plyground.core.position import Move
from plyground.errors import NotationError
from plyground.i18n import Sentence


class WrittenGame(NamedTuple):
    """A game in a file: its moves, and everything else that the text contains."""

    game: Game  # the game, with ``start`` as the position in which the moves begin
    moves: tuple[Move, ...] = ()
    tags: Mapping[str, str] = {}  # tags by PGN's names: Event, Site, Date, Round, White, Black, Result
    comments: Mapping[int, str] = {}  # comments by the number of the move before them; 0: before the first move
    glyphs: Mapping[int, tuple[int, ...]] = {}  # numbers of PGN signs such as !, by the number of their move
    variations: Mapping[int, tuple[WrittenGame, ...]] = {}  # alternatives, by the number of the move that they replace
    repairs: tuple[NotationError, ...] = ()  # repairs and omissions, with their places
    fault: NotationError | None = None  # error after which the other moves of this game are missing

    def end_position(self) -> Any:
        """Return the position after the last move."""
        position = self.game.start
        for move in self.moves:
            position = position.play(move)
        return position


class GameNotation(Protocol):
    """A notation for whole games of one kind; ``read`` accepts the output of ``write``."""

    @property
    def name(self) -> str:
        """The name in commands and URLs, such as ``pgn``."""

    @property
    def title(self) -> Sentence | str:
        """The full name, such as "Portable Game Notation"."""

    @property
    def suffix(self) -> str:
        """The file extension, such as ``.pgn``."""

    @property
    def holds_comments(self) -> bool:
        """True if ``write`` keeps the comments of a game."""

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every game in ``text``, as :meth:`stream` reads it.

        Raise :class:`plyground.errors.NotationError` with the line and column of the first error if no game could be
        read to its end. O(length of the text).
        """

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every game of a file, given its lines, with the kind and options of ``game`` unless the file names
        others.

        Only one game is in memory at a time. Damage is told by ``repairs`` and ``fault`` of its game; the games after it
        are read.
        """

    def write(self, written: WrittenGame) -> str:
        """Return the text of one game, with a line end. Texts of several games may be joined by blank lines."""


def readable(games: Iterable[WrittenGame]) -> list[WrittenGame]:
    """Return the games. Raise the fault of the first one if none could be read to its end."""
    found = list(games)
    if found and all(each.fault for each in found):
        raise found[0].fault  # type: ignore[misc]  # all have one
    return found


def moved(fault: NotationError, lines: int) -> NotationError:
    """Return a fault in a part of a text that begins after so many ``lines``."""
    return NotationError(fault.line + lines, fault.column, fault.reason)


def continued(game: Game, position: Any, plies: int) -> Game:
    """Return the game with ``position``, which comes after so many plies of its line, as the start.

    Variations are many, so the other fields of the game are not checked again.
    """
    begun = copy(game)
    vars(begun).update(start=position, start_ply=game.start_ply + plies)
    return begun
