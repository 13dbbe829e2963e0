"""The notation of chess: positions in FEN, moves in standard algebraic notation (SAN).

Sources: S. J. Edwards (1994), Portable Game Notation Specification and Implementation Guide, sections 8.2.3 and
16.1; R. Scharnagl (2003), X-FEN, for castling rights of Chess960.
"""

from __future__ import annotations

import re
from typing import Any

from plyground.core.bits import lowest
from plyground.core.position import MarkedPosition, Move
from plyground.errors import GameOver, MoveError, PositionError
from plyground.games.chess.chess_rules import (
    BISHOP,
    CELL,
    END_BITS,
    KNIGHT,
    LAST_RANKS,
    PROMOTION_BITS,
    QUEEN,
    RANK_1,
    RANK_8,
    ROOK,
    Chess,
    one_ahead,
    pawns_attack,
)
from plyground.i18n import Sentence, _

FILES, RANKS = "abcdefgh", "12345678"
PROMOTIONS = {KNIGHT: "N", BISHOP: "B", ROOK: "R", QUEEN: "Q"}
MAX_QUIET = 999
"""Largest number of quiet plies in a FEN (plies without a capture or a pawn move)."""
MAX_NUMBER = 99_999
"""Largest number of a move in a FEN. By the rules no game comes as far as move 10,000."""
MAX_DIGITS = 9
"""Most digits of a number in a FEN."""
SAN = re.compile(r"([NBRQK])?([a-h])?([1-8])?x?([a-h][1-8])(?:=?([NBRQ]))?[+#]?")
CELLS = re.compile(r"([a-h][1-8])-?x?([a-h][1-8])=?([nbrqNBRQ])?")
CASTLING = re.compile(r"[O0o](-?)[O0o](\1[O0o])?[+#]?")


def word_of(cell: int) -> str:
    """Return the name of a cell, such as ``e4``."""
    return FILES[cell % 8] + RANKS[cell // 8]


def cell_of(word: str) -> int:
    """Return the number of a cell, by its name."""
    return FILES.index(word[0]) + 8 * RANKS.index(word[1])


def piece_sets(position: Any) -> dict[str, int]:
    """Return the set of cells of each piece by its letter in FEN: White's are capitals."""
    white = position.other if position.black else position.own
    both = {letter: _pieces_named(position, letter) for letter in "PNBRQK"}
    black = (position.own | position.other) & ~white
    return {letter: cells & white for letter, cells in both.items()} | {
        letter.lower(): cells & black for letter, cells in both.items()
    }


def _pieces_named(position: Any, letter: str) -> int:
    """Return the set of cells of both sides' pieces of a kind, by its capital in FEN."""
    cells: int
    match letter:
        case "P":
            cells = position.pawns
        case "N":
            cells = position.knights
        case "B":
            cells = position.diagonals & ~position.straights
        case "R":
            cells = position.straights & ~position.diagonals
        case "Q":
            cells = position.diagonals & position.straights
        case _:
            cells = position.kings
    return cells


def board_letters(position: MarkedPosition) -> str:
    """Return a letter or ``.`` for each cell, from a8 to h1, row by row."""
    letters = ["."] * 64
    for letter, cells in piece_sets(position).items():
        while cells:
            letters[lowest(cells)] = letter
            cells &= cells - 1
    return "".join("".join(letters[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1))


def lost_rights(text: str) -> str:
    """Return the letters of castling rights in a FEN that have no king and rook in their places."""
    board, _side, castling, *_rest = (*text.split(), *[""] * 3)
    return _castling(castling, _pieces_of(board))[1]


def _castling(text: str, sets: dict[str, int]) -> tuple[int, str]:
    """Return (rooks that may castle, letters of rights without king and rook)."""
    found, lost = 0, ""
    for letter in "" if text in ("-", "") or not any(sets.values()) else text:
        is_white = letter.isupper()
        rank = RANK_1 if is_white else RANK_8
        king, rooks = sets["K" if is_white else "k"] & rank, _cells(sets["R" if is_white else "r"] & rank)
        upper = letter.upper()
        if king.bit_count() != 1:
            right = None
        elif upper == "K":
            right = max((rook for rook in rooks if rook > lowest(king)), default=None)
        elif upper == "Q":
            right = min((rook for rook in rooks if rook < lowest(king)), default=None)
        else:
            right = next((rook for rook in rooks if FILES[rook % 8].upper() == upper), None)
        if right is None:
            lost += letter
        else:
            found |= 1 << right
    return found, lost


def _pieces_of(board: str) -> dict[str, int]:
    """Return the set of cells of each piece by its letter; of a board that cannot be read, some cells."""
    sets = dict.fromkeys("PNBRQKpnbrqk", 0)
    for rank, row in enumerate(reversed(board.split("/"))):
        file = 0
        for mark in row:
            if mark in sets:
                sets[mark] |= 1 << 8 * rank + file
            file += int(mark) if mark.isdecimal() else 1
    return sets


class ChessNotation:
    """Positions in FEN, moves in SAN; moves are also read as cells, ``e2e4`` and ``e7e8q``."""

    counts_pairs = True  # a move of each side has one number

    # Positions

    def format(self, position: MarkedPosition) -> str:
        """Return the FEN with 1 as the number of the move: a position does not contain it."""
        return self.format_after(position, 0)

    def format_after(self, position: Any, plies: int) -> str:
        """Return the FEN of a position that is ``plies`` plies after the beginning of its game."""
        letters = board_letters(position)
        rows = (letters[start : start + 8] for start in range(0, 64, 8))
        board = "/".join(re.sub(r"\.+", lambda free: str(len(free[0])), row) for row in rows)
        passant = word_of(lowest(position.passant)) if position.passant else "-"
        return f"{board} {'wb'[position.black]} {self._castling(position)} {passant} {position.quiet} {plies // 2 + 1}"

    def plies_before(self, text: str) -> int:
        """Return the plies before the position of a legal FEN, by its number of the move."""
        fields = text.split()
        number = int(fields[5]) if len(fields) > 5 else 1
        return 2 * (max(number, 1) - 1) + (fields[1] == "b")

    def _castling(self, position: Any) -> str:
        """Return the castling rights: KQkq for the outermost rook, or its file's letter for an inner one (X-FEN)."""
        sets = piece_sets(position)
        found = ""
        for rook, king, rank in (("R", "K", RANK_1), ("r", "k", RANK_8)):
            rooks = sets[rook] & rank
            for cell in sorted(_cells(position.castling & rank & sets[rook]), reverse=True):
                is_short = cell > lowest(sets[king])
                outer = [other for other in _cells(rooks) if other != cell and (other > cell) == is_short]
                letter = FILES[cell % 8].upper() if outer else "K" if is_short else "Q"
                found += letter if rook == "R" else letter.lower()
        return found or "-"

    def parse(self, text: str) -> Any:
        """Return the position of a FEN or Shredder-FEN; its last two numbers may be missing.

        Raise :class:`PositionError` with every reason that can be told. A position that no game can reach, such as one
        with ten queens, is accepted if the rules can continue from it. Castling rights without a king and a rook for
        them are left out, as files of puzzles have them (see :func:`lost_rights`).
        """
        board, side, castling, passant, quiet, number, *more = (*text.split(), *[""] * 6)[:7]
        reasons: list[Sentence] = []
        if any(more) or not side:
            reasons.append(_("a FEN has four to six fields: board, side, castling, en passant, plies, move"))
        sets = self._read_board(board, reasons)
        if side not in ("w", "b"):
            reasons.append(_("the side to move is w or b, not “{side}”", side=side))
        if not re.fullmatch("-|[KQkqA-Ha-h]*", castling):
            reasons.append(_("castling rights are letters such as KQkq, or -, not “{text}”", text=castling))
        plies = self._read_number(quiet, MAX_QUIET, reasons)
        self._read_number(number, MAX_NUMBER, reasons)
        black = int(side == "b")
        white_cells, black_cells = (
            sum(cells for letter, cells in sets.items() if letter.isupper() == is_white) for is_white in (True, False)
        )
        both = {letter: sets[letter] | sets[letter.lower()] for letter in "PNBRQK"}
        own, other = (black_cells, white_cells) if black else (white_cells, black_cells)
        position = Chess(
            own, other, both["P"], both["N"], both["B"] | both["Q"], both["R"] | both["Q"], both["K"],
            _castling(castling, sets)[0], 0, plies, black,
        )  # fmt: skip
        if side in ("w", "b") and own | other:
            position = position._replace(passant=self._read_passant(passant, position, reasons))
            self._refuse_check(position, reasons)
        if reasons:
            raise PositionError(text, reasons)
        return position

    def _read_number(self, text: str, most: int, reasons: list[Sentence]) -> int:
        if text and not (text.isdecimal() and len(text) <= MAX_DIGITS and int(text) <= most):
            reasons.append(_("“{field}” should be a number from 0 to {most}", field=text, most=most))
            return 0
        return int(text or 0)

    def _refuse_check(self, position: Chess, reasons: list[Sentence]) -> None:
        """Add a reason if the side that is not to move is in check. A side without a king is in none."""
        checked, waiting_checked = (
            any(here.attackers(king, here.own | here.other) for king in _cells(here.own & here.kings))
            for here in (position, position.turned())
        )
        if waiting_checked:
            reasons.append(_("both sides are in check") if checked else _("the side that is not to move is in check"))

    def _read_board(self, board: str, reasons: list[Sentence]) -> dict[str, int]:
        sets = dict.fromkeys("PNBRQKpnbrqk", 0)
        rows = board.split("/")
        widths = [sum(int(mark) if mark.isdecimal() else 1 for mark in row) for row in rows]
        if widths != [8] * 8:
            reasons.append(_("its board needs 8 rows of 8 cells, with / between them"))
        wrong = sorted(set(board) - {*sets, *"12345678/"})
        if wrong:
            reasons.append(
                _("its board can only have the letters PNBRQKpnbrqk and digits, not {letters}", letters=" ".join(wrong))
            )
        if widths != [8] * 8 or wrong:
            return sets
        sets = _pieces_of(board)
        for king, name in (("K", _("White")), ("k", _("Black"))):
            if sets[king].bit_count() != 1:
                reasons.append(_("{side} needs one king, not {count}", side=name, count=sets[king].bit_count()))
        if (sets["P"] | sets["p"]) & LAST_RANKS:
            reasons.append(_("a pawn cannot stand on the first or last rank"))
        return sets

    def _read_passant(self, text: str, position: Chess, reasons: list[Sentence]) -> int:
        """Return the en passant cell if a pawn can capture there, else 0: programs disagree about the cell in other
        cases.
        """
        if text in ("-", ""):
            return 0
        rank = "3" if position.black else "6"
        if not re.fullmatch(rf"[a-h]{rank}", text):
            reasons.append(_("the cell en passant is on rank {rank}, or -, not “{text}”", rank=rank, text=text))
            return 0
        skipped = 1 << cell_of(text)
        pawn = one_ahead(skipped, 1 - position.black)
        if not position.pawns & position.other & pawn or (position.own | position.other) & skipped:
            reasons.append(_("no pawn has just passed {cell}", cell=text))
            return 0
        takers = pawns_attack(skipped, 1 - position.black) & position.own & position.pawns
        return skipped if takers else 0

    # Moves

    def format_move(self, position: Any, move: Move) -> str:
        """Return the move in SAN, such as ``Nbd7``, ``exd5``, ``e8=Q+`` or ``O-O``."""
        start, end, promotion = move & CELL, move >> END_BITS & CELL, move >> PROMOTION_BITS
        after = position.play(move)
        sign = ("#" if after.is_stuck() else "+") if after.is_check() else ""
        if position.own >> end & 1:
            return ("O-O" if end > start else "O-O-O") + sign
        letter = self._letter(position, start)
        takes = position.other >> end & 1 or (letter == "P" and 1 << end == position.passant)
        if letter == "P":
            text = f"{FILES[start % 8]}x{word_of(end)}" if takes else word_of(end)
            return text + (f"={PROMOTIONS[promotion]}" if promotion else "") + sign
        rivals = [
            each & CELL
            for each in position.moves()
            if each >> END_BITS == move >> END_BITS
            and each & CELL != start
            and self._letter(position, each & CELL) == letter
        ]
        return f"{letter}{_told_apart(start, rivals)}{'x' * takes}{word_of(end)}{sign}"

    def _letter(self, position: MarkedPosition, cell: int) -> str:
        return next(letter for letter, cells in piece_sets(position).items() if cells >> cell & 1).upper()

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move that ``text`` names. Raise :class:`MoveError`.

        Besides SAN it may be two cells, followed by the promotion piece (a queen if it is missing). A king castles as
        ``O-O``, by its own cells (``e1g1``) or onto its rook (``e1h1``).
        """
        word = text.strip()
        found = (
            self._castling_moves(position, word) or self._cell_moves(position, word) or self._san_moves(position, word)
        )
        if len(found) == 1:
            return found[0]
        if position.is_over():
            raise GameOver
        if found:
            words = ", ".join(self.format_move(position, move) for move in found)
            raise MoveError(_("“{text}” can be {moves}.", text=text, moves=words))
        if not (CASTLING.fullmatch(word) or CELLS.fullmatch(word) or SAN.fullmatch(word)):
            raise MoveError(_("“{text}” is not a move: write it as e4, Nf3, exd5, O-O, e8=Q or e2e4.", text=text))
        if position.is_check():
            raise MoveError(_("“{text}” is not legal: the king is in check and must be out of it.", text=text))
        raise MoveError(_("“{text}” is not a legal move here.", text=text))

    def _castling_moves(self, position: Any, word: str) -> list[Move]:
        named = CASTLING.fullmatch(word)
        if not named:
            return []
        moves = (move for move in position.moves() if position.own >> (move >> END_BITS & CELL) & 1)
        return [move for move in moves if (move >> END_BITS & CELL > move & CELL) == (named[2] is None)]

    def _cell_moves(self, position: Any, word: str) -> list[Move]:
        named = CELLS.fullmatch(word)
        if not named:
            return []
        start, end, letter = cell_of(named[1]), cell_of(named[2]), (named[3] or "Q").upper()
        promotion = next(piece for piece, own in PROMOTIONS.items() if own == letter)
        found = []
        for move in position.moves():
            target, into = move >> END_BITS & CELL, move >> PROMOTION_BITS
            castles = position.own >> target & 1
            ends = {target, start // 8 * 8 + (6 if target > start else 2)} if castles else {target}
            if move & CELL == start and end in ends and (into == promotion or (not into and not named[3])):
                found.append(move)
        exact = [move for move in found if move >> END_BITS & CELL == end]
        return exact or found

    def _san_moves(self, position: Any, word: str) -> list[Move]:
        """Return the moves that SAN can mean. Only pieces of the named kind are tried, for speed: files have millions
        of moves.
        """
        named = SAN.fullmatch(word)
        if not named or position.is_drawn():
            return []
        letter, file, rank, end, into = named.groups()
        target = cell_of(end)
        promotes = letter is None and bool(1 << target & LAST_RANKS)
        if promotes != (into is not None) or position.own >> target & 1:
            return []
        king, allowed, pinned = position.guards()
        king_ends = position.constraints()[1] if letter == "K" else 0
        promotion = next((piece for piece, own in PROMOTIONS.items() if own == into), 0)
        found = []
        for start in _cells(_pieces_named(position, letter or "P") & position.own):
            ends = king_ends if letter == "K" else position.ends(start, king, allowed, pinned)
            if ends >> target & 1 and file in (None, FILES[start % 8]) and rank in (None, RANKS[start // 8]):
                found.append(start | target << END_BITS | promotion << PROMOTION_BITS)
        return found

    def ending(self, position: MarkedPosition) -> Sentence:
        """Return the reason of a win: a side that cannot move has lost only if it is in check."""
        return _("checkmate")

    def side(self, position: Any) -> int:
        """Return the side to move: 0 for White, 1 for Black."""
        side: int = position.black
        return side


def _cells(cells: int) -> list[int]:
    """Return the numbers of the cells of a set, in order."""
    found = []
    while cells:
        found.append(lowest(cells))
        cells &= cells - 1
    return found


def _told_apart(start: int, rivals: list[int]) -> str:
    """Return the part of a move's SAN that tells a piece from its ``rivals`` of the same kind: nothing, its file, rank
    or cell.
    """
    if not rivals:
        return ""
    if all(rival % 8 != start % 8 for rival in rivals):
        return FILES[start % 8]
    if all(rival // 8 != start // 8 for rival in rivals):
        return RANKS[start // 8]
    return word_of(start)


def uci_word(position: Any, move: Move, *, is_chess960: bool) -> str:
    """Return a move as UCI writes it: two cells and the promotion piece; castling is ``e1g1``, in Chess960 ``e1h1``."""
    start, end, promotion = move & CELL, move >> END_BITS & CELL, move >> PROMOTION_BITS
    if position.own >> end & 1 and not is_chess960:
        end = start // 8 * 8 + (6 if end > start else 2)
    return word_of(start) + word_of(end) + PROMOTIONS.get(promotion, "").lower()
