"""PGN, Portable Game Notation, for chess."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from plyground.core.game import Game
from plyground.core.spec import Spec
from plyground.errors import SpecError
from plyground.games.chess.chess_notation import lost_rights
from plyground.games.chess.san_lines import SanReader
from plyground.games.game_notations.portable_notation import RESULTS, PortableNotation, whole_points
from plyground.i18n import Sentence, _

VARIANTS = ("", "?", "standard", "chess", "normal", "classical", "fromposition", "setup", "chess960", "fischerandom", "fischerrandom", "freestyle", "960")  # fmt: skip
"""Values of the tag Variant for usual chess and Chess960, without blanks, signs and capitals."""
FIGURES = str.maketrans(dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBN_KQRBN_", strict=True)) | {"×": "x", "✕": "x", "–": "-", "—": "-", "−": "-"})  # fmt: skip
LONG_FORM = re.compile(r"([NBRQK]?)P?([a-h][1-8])-?(x?)([a-h][1-8])(.*)")
MARKS = re.compile(r"(?:e\.?p\.?|[+#†‡]+|ch|mate|[!?])+$")
"""Signs after a move that tell nothing about it."""
PROMOTION = re.compile(r"([a-h][18])[/(=]?([NBRQnbrq])\)?")


def _chess_of(game: Game, tags: Mapping[str, str]) -> Game:
    """Return the usual chess; another start is given in the file's FEN tag. Raise :class:`SpecError` for variants."""
    variant = tags.get("Variant", "")
    if re.sub(r"[^a-z0-9?]", "", variant.lower()) not in VARIANTS:
        raise SpecError(_("the rules of this game are not here: {variant}", variant=variant))
    return _usual_chess()


@cache
def _usual_chess() -> Game:
    from plyground.games.loading import game as game_named  # imported here because it imports every game

    return game_named("chess")


def _chess_tags(game: Game) -> Mapping[str, str]:
    return {"Variant": "Chess960"} if "start" in Spec.parse(game.name).options else {}


def _chess_dialect(word: str) -> str:
    """Return a move with figures, both cells, or signs of other programs in plain SAN."""
    word = MARKS.sub("", word.translate(FIGURES).replace("_", ""))
    if long := LONG_FORM.fullmatch(word):
        piece, start, takes, end, rest = long.groups()
        word = f"{piece}{start}{takes}{end}{rest}" if piece else f"{start}{end}{rest}"
    return PROMOTION.sub(lambda found: f"{found[1]}={found[2].upper()}", word) if word[:1] not in "NBRQKO0" else word


def _repaired_fen(text: str) -> tuple[str, Sentence | None]:
    letters = lost_rights(text)
    if not letters:
        return text, None
    return text, _("castling rights without king and rook in their places are left out: {letters}", letters=letters)


PGN = PortableNotation(
    "pgn",
    "Portable Game Notation",
    ".pgn",
    _chess_of,
    _chess_tags,
    RESULTS,
    whole_points,
    ("Variant",),
    _chess_dialect,
    _repaired_fen,
    SanReader,
)
