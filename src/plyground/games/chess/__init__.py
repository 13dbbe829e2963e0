"""Chess as a game: its rules are in chess_rules.py, its notation in chess_notation.py, its evaluation in
chess_evaluation.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from plyground.core.bits import lowest
from plyground.core.game import Facts, Game
from plyground.core.picture import Kind
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import write
from plyground.games.built_in import changed
from plyground.games.chess.chess_endings import ChessEnding, chess_ending
from plyground.games.chess.chess_evaluation import ChessEvaluation
from plyground.games.chess.chess_notation import FILES, PROMOTIONS, RANKS, ChessNotation, board_letters, word_of
from plyground.games.chess.chess_rules import CELL, END_BITS, PROMOTION_BITS, QUEEN
from plyground.i18n import _

KNIGHT_PLACES = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
"""Places of the two knights among the five remaining cells, by their number in Scharnagl's table."""


class ChessPicture:
    """The board as White sees it."""

    width = height = 8
    pieces = stones = True
    columns = tuple(FILES)
    rows = tuple(reversed(RANKS))
    goals = ""
    material = "squares"
    side_names = _("White"), _("Black")
    kinds: ClassVar[Mapping[str, Kind]] = {
        letter if side == 0 else letter.lower(): Kind(side, name, shape, "dark" if side else "light", glyphs[side])
        for letter, name, shape, glyphs in (
            ("P", _("pawn"), "pawn", "♙♟"),
            ("N", _("knight"), "knight", "♘♞"),
            ("B", _("bishop"), "bishop", "♗♝"),
            ("R", _("rook"), "rook", "♖♜"),
            ("Q", _("queen"), "queen", "♕♛"),
            ("K", _("king"), "king", "♔♚"),
        )
        for side in (0, 1)
    }

    worths: ClassVar[Mapping[str, int]] = {
        letter: worth
        for both, worth in (("Pp", 1), ("Nn", 3), ("Bb", 3), ("Rr", 5), ("Qq", 9), ("Kk", 0))
        for letter in both
    }

    def marks(self, position: MarkedPosition) -> str:
        """Return the letter of each cell's piece, as FEN has it, or ``.``, from a8 to h1."""
        return board_letters(position)

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Return the king that is in check."""
        return (self._drawn(lowest(position.own & position.kings)),) if position.is_check() else ()

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """Return the cells that a piece leaves and enters; a castling king enters file c or g.

        Pressing these cells promotes a pawn to a queen. Other promotions return no cells: :meth:`promotion` tells
        them.
        """
        start, end = move & CELL, move >> END_BITS & CELL
        if move >> PROMOTION_BITS not in (0, QUEEN):
            return ()
        if position.own >> end & 1:
            end = start // 8 * 8 + (6 if end > start else 2)
        return self._drawn(start), self._drawn(end)

    def promotion(self, position: Any, move: Move) -> tuple[tuple[int, int], str] | None:
        """Return the cells of a promotion and the letter of the new piece; None for any other move."""
        piece = move >> PROMOTION_BITS
        if not piece:
            return None
        start, end = move & CELL, move >> END_BITS & CELL
        letter = PROMOTIONS[piece]
        return (self._drawn(start), self._drawn(end)), letter.lower() if position.black else letter

    def word(self, cell: int) -> str:
        """Return the name of a drawn cell."""
        return word_of(self._drawn(cell))

    def _drawn(self, cell: int) -> int:
        return cell ^ 56


def back_rank(number: int) -> str:
    """Return the pieces of the first rank of a Chess960 start, by its number from 0 to 959.

    Source: R. Scharnagl (2004), Fischer-Random-Schach, the numbering of start arrays.
    """
    rank: list[str] = [""] * 8
    number, light_bishop = divmod(number, 4)
    number, dark_bishop = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank[2 * light_bishop + 1], rank[2 * dark_bishop] = "B", "B"
    free = [file for file in range(8) if not rank[file]]
    rank[free.pop(queen)] = "Q"
    for place in reversed(KNIGHT_PLACES[knights]):
        rank[free.pop(place)] = "N"
    for file, piece in zip(free, "RKR", strict=True):
        rank[file] = piece
    return "".join(rank)


def make(start: int) -> Game:
    """Return chess with a start position of Chess960, or with the usual one."""
    rank, options = back_rank(start), changed("chess", start=start)
    notation = ChessNotation()
    position = notation.parse(f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1")
    return Game(
        name=write("chess", options),
        title=_("Chess960, start {number}", number=start) if options else _("Chess"),
        summary=_(
            "Checkmate the king. The full rules: castling, en passant, promotion. Stalemate, fifty quiet moves, a third repetition and too little material are draws."
        ),
        start=position,
        notation=notation,
        picture=ChessPicture(),
        endings=(_("checkmate"), _("stalemate, fifty quiet moves or too little material")),
        facts=Facts(loops=True, max_plies=0, source="FIDE (2023), Laws of Chess"),
        sides=("White", "Black"),
        evaluations={"tapered": ChessEvaluation()},
        solved_ending=chess_ending,
        ending_tables=(ChessEnding(), ChessEnding(minors=1)),
    )
