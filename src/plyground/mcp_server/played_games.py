"""The games that are played through the tools; a limited number is kept."""

from __future__ import annotations

from typing import TypedDict

from plyground.arena.match import Match
from plyground.core.position import Demand
from plyground.errors import SpecError
from plyground.games import game as game_named
from plyground.i18n import _
from plyground.presentation.boards.board_text import plain_lines
from plyground.presentation.json_moves import plain_move

MAX_GAMES = 100
"""Most games that are kept; then the oldest is dropped."""
MAX_TEXT_CHARS = 10_000
"""Characters of a position or of a list of moves."""
MAX_LISTED_MOVES = 500


class GameState(TypedDict):
    """A game as the tools show it."""

    game_id: int
    game: str
    position: str
    board: list[str]
    moves_played: list[str]
    to_move: str | None
    legal_moves: list[int | str]
    is_over: bool
    winner: str | None
    result: str | None


class PlayedGames:
    """Games by number, each with the moves on its board."""

    def __init__(self) -> None:
        self._matches: dict[int, Match] = {}
        self._positions: dict[int, str] = {}  # start position of each game with an unusual start
        self._last = 0

    def start(self, game: str, position: str = "", moves: str = "") -> int:
        """Return the number of a new game. Raise :class:`PlygroundError` for a bad name, position or move.

        Only games that are built in or installed can be named, no files.
        """
        _limit(position)
        _limit(moves)
        chosen = game_named(game)
        if chosen.demands & Demand.HIDDEN:
            raise SpecError(_("Something is hidden from the players of this game: the tools cannot play it."))
        if position:
            chosen = chosen.beginning(position)
        match = Match.parse(chosen, moves).rolled() if moves else Match(chosen).rolled()
        self._last += 1
        self._matches[self._last] = match
        self._positions[self._last] = position
        if len(self._matches) > MAX_GAMES:
            oldest = next(iter(self._matches))
            del self._matches[oldest], self._positions[oldest]
        return self._last

    def match(self, number: int) -> Match:
        """Return a game. Raise :class:`SpecError` if no game has this number."""
        if number not in self._matches:
            raise SpecError(_("There is no game {number}: start one first.", number=number))
        return self._matches[number]

    def play(self, number: int, move: str) -> Match:
        """Make a move, and the moves of chance after it. Raise :class:`MoveError`."""
        _limit(move)
        match = self.match(number)
        self._matches[number] = match.play(match.game.notation.parse_move(match.position, move)).rolled()
        return self._matches[number]

    def undo(self, number: int, plies: int) -> Match:
        """Take moves back. Raise :class:`MoveError`."""
        match = self.match(number).undo(plies)
        self._matches[number] = Match(match.game, match.moves[: match.ply], match.ply, match.seed)
        return self._matches[number]

    def words(self, number: int) -> list[str]:
        """Return the words of a command line that name a game, its beginning and its moves."""
        match = self.match(number)
        position = self._positions[number]
        beginning = [f"--position={position}"] if position else []
        return [match.game.name, *beginning, f"--moves={match.format()}"]

    def here(self, number: int) -> list[str]:
        """Return the words of a command line that name a game and the position on its board."""
        match = self.match(number)
        return [match.game.name, f"--position={match.position_text}"]

    def state(self, number: int) -> GameState:
        """Return a game as plain data."""
        match = self.match(number)
        game, position = match.game, match.position
        legal = [] if match.outcome else [plain_move(game, position, move) for move in position.moves()]
        outcome = match.outcome
        return {
            "game_id": number,
            "game": game.name,
            "position": match.position_text,
            "board": plain_lines(game, position),
            "moves_played": list(match.words),
            "to_move": None if outcome else str(match.mover),
            "legal_moves": legal[:MAX_LISTED_MOVES],
            "is_over": outcome is not None,
            "winner": None if outcome is None or outcome.winner is None else game.sides[outcome.winner],
            "result": None if outcome is None else str(outcome.reason),
        }


def _limit(text: str) -> None:
    if len(text) > MAX_TEXT_CHARS:
        raise SpecError(_("A text has at most {count} characters here.", count=MAX_TEXT_CHARS))
