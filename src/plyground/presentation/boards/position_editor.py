"""Setting up a position by hand: the marks of the cells become the game's own notation, which reads the position.

This works for every game whose notation of a position has one character for each cell, with or without a word for the
side to move after it. Games with FEN count, too: their numbers stand for free cells. Draughts, Dodgem, Nim, the
subtraction game, Kalah and tic-tac-toe for three have :mod:`notations of their own
<plyground.presentation.boards.placed_pieces>`. Any other position is typed as text.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.core.picture import kinds
from plyground.core.random_game import random_game
from plyground.core.spec import Spec, write
from plyground.errors import PositionError
from plyground.games import game as game_named
from plyground.games.loading import cleared_with_games
from plyground.games.position_setup import POSITION, set_up
from plyground.i18n import Sentence, _
from plyground.presentation.boards.placed_pieces import MarkWriter, mark_writer
from plyground.presentation.side_title import side_title

SAMPLED_GAMES = 12
"""Random games from which the characters of a notation are learnt."""
SAMPLED_PLIES = 60
"""Most plies of a sampled game."""


@dataclass(frozen=True)
class CellNotation:
    """The characters of a game's notation for the marks of its picture."""

    characters: Mapping[str, str]  # character of each mark; the free cell comes first
    turns: Mapping[int, str]  # word for each side to move; empty if the stones show it
    rest: str  # further words of the position
    is_in_rows: bool  # True if the rows are separated by /
    has_runs: bool  # True if numbers stand for runs of free cells

    def text(self, width: int, marks: str, turn: int) -> str:
        """Return the notation of a position with these marks and this side to move."""
        cells = "".join(self.characters[mark] for mark in marks)
        rows = [cells[begin : begin + width] for begin in range(0, len(cells), width)]
        if self.has_runs:
            rows = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows]
        board = ("/" if self.is_in_rows else "").join(rows)
        return " ".join([board, *([self.turns[turn]] if self.turns else []), *self.rest.split()])


def cell_notation(usual: Game) -> MarkWriter | None:
    """Return the notation by which the marks of a board become a position; None if positions can only be typed."""
    return _learn(usual.name) or _placed(usual.name)


@cleared_with_games
@lru_cache(maxsize=32)
def _placed(name: str) -> MarkWriter | None:
    game = game_named(name)
    if not game.picture.width or not game.facts.deterministic or not game.facts.observable:
        return None
    return mark_writer(game, _sample(game))


@cleared_with_games
@lru_cache(maxsize=32)
def _learn(name: str) -> CellNotation | None:
    game = game_named(name)
    picture = game.picture
    if not picture.width or not game.facts.deterministic or not game.facts.observable:
        return None
    characters: dict[str, str] = {".": ""}
    turns: dict[int, str] = {}
    start = game.notation.format(game.start).split(" ")
    has_runs = bool(re.search(r"\d", start[0]))
    for position in _sample(game):
        words = game.notation.format(position).split(" ")
        cells = _cells(words[0], has_runs)
        marks = picture.marks(position)
        if len(cells) != len(marks):
            return None
        for mark, character in zip(marks, cells, strict=True):
            if characters.setdefault(mark, character) not in ("", character):
                return None
            characters[mark] = character
        if len(words) > 1 and turns.setdefault(game.side(position), words[1]) != words[1]:
            return None
    if len(set(characters.values())) < len(characters):
        return None
    for mark in kinds(picture):
        characters.setdefault(mark, mark)
    rest = FEN_REST if has_runs else ""
    if (len(start) > 2 and not has_runs) or (turns and len(turns) < len(game.sides)):
        return None
    return CellNotation(characters, turns, rest, "/" in start[0], has_runs)


FEN_REST = "- - 0 1"
"""The words of FEN after the side to move, for a position without castling and captures in passing."""


def _cells(word: str, has_runs: bool) -> str:
    """Return the characters of the cells in the first word of a position."""
    if has_runs:
        word = re.sub(r"\d{1,2}", lambda run: "." * int(run[0]), word)
    return word.replace("/", "")


def _sample(game: Game) -> list[Any]:
    """Return unfinished positions of random games."""
    chance = random.Random(1)
    games = (random_game(game.start, chance, SAMPLED_PLIES) for _number in range(SAMPLED_GAMES))
    return [position for unfinished in games for position in unfinished[:-1]]


def game_from_cells(usual: Game, marks: str, turn: int) -> Game:
    """Return the game that begins in a position given by the marks of its cells and the side to move.

    Raise :class:`PositionError` with the reasons if the game does not allow it.
    """
    notation = cell_notation(usual)
    size = usual.picture.width * usual.picture.height
    if (
        notation is None
        or len(marks) != size
        or not set(marks) <= set(notation.characters)
        or turn not in range(len(usual.sides))
    ):
        raise PositionError(marks[:80], [_("the board needs {count} cells with pieces of this game", count=size)])
    return game_from_text(usual, notation.text(usual.picture.width, marks, turn))


def game_from_text(usual: Game, text: str) -> Game:
    """Return the game that begins in a position in its own notation. Raise :class:`PositionError`."""
    begun = usual.beginning(text.strip())
    outcome = usual.outcome(begun.start)
    if outcome is not None:
        raise PositionError(text, [_over(usual, outcome.winner)])
    return set_up(usual, begun)


def _over(game: Game, winner: int | None) -> Sentence:
    if winner is None:
        return _("the game is over here: a draw")
    return _("the game is over here: {side} has won", side=side_title(game, winner))


def usual_game(game: Game) -> Game:
    """Return the game with its usual start."""
    spec = Spec.parse(game.name)
    return game_named(write(spec.name, {name: value for name, value in spec.options.items() if name != POSITION}))


def with_start_in_name(match: Match) -> Match:
    """Return a match that was read from a file, with an unusual start in the name of its game, as links need it."""
    return replace(match, game=set_up(usual_game(match.game), match.game))
