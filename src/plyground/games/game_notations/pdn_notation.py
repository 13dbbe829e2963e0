"""PDN, Portable Draughts Notation: the form of PGN for draughts.

Sources: A. Gent (2002), Portable Draughts Notation; W. van der Kruijf, M. Feenstra, PDN 3.0 (2012), for the numbers of
``GameType``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from plyground.core.game import Game
from plyground.core.spec import canonical
from plyground.errors import SpecError
from plyground.games.game_notations.portable_notation import RESULTS, PortableNotation, whole_points
from plyground.games.position_setup import usual_name
from plyground.i18n import Sentence, _

DRAUGHTS_RESULTS = (*RESULTS, "2-0", "0-2", "1-1", "0-0")
GAME_TYPES = {
    "20": "international_draughts",
    "21": "english_draughts",
    "25": "international_draughts:rules=russian",
    "26": "international_draughts:rules=brazilian",
}
"""Names of games, by the numbers of PDN's tag ``GameType``."""
OTHER_TYPES: Mapping[str, Sentence | str] = {
    "0": _("chess"),
    "1": _("Chinese chess"),
    "22": _("Italian draughts"),
    "23": _("American pool checkers"),
    "24": _("Spanish draughts"),
    "27": _("Canadian draughts"),
    "28": _("Portuguese draughts"),
    "29": _("Czech draughts"),
    "30": _("Turkish draughts"),
    "31": _("Thai draughts"),
    "32": _("Spantsiretti draughts"),
    "40": _("Frisian draughts"),
    "41": _("Spantsiretti draughts"),
}
"""Draughts whose rules are not here, by their numbers."""
VARIANTS = {
    "international": "20",
    "english": "21",
    "american": "21",
    "russian": "25",
    "brazilian": "26",
}
"""Numbers of games, by the words of the tag ``Variant`` on servers."""
USUAL_VARIANTS = ("", "?", "standard", "fromposition")
SEPARATORS = re.compile(r"\s*[-–—−.*/×:x]\s*")
MARKS = re.compile(r"[!?*+#]+$")


def _draughts_of(game: Game, tags: Mapping[str, str]) -> Game:
    """Return the game that the tag ``GameType`` or ``Variant`` names; without the tags the given game.

    Raise :class:`SpecError` for rules that are not here.
    """
    from plyground.games.loading import game as game_named  # imported here because it imports every game

    number = tags.get("GameType", "").split(",")[0].strip()
    variant = re.sub(r"[^a-z?]", "", tags.get("Variant", "").lower())
    if not number and variant not in USUAL_VARIANTS:
        number = next((own for name, own in VARIANTS.items() if name in variant), "")
        if not number:
            raise SpecError(_("the rules of this game are not here: {variant}", variant=tags["Variant"]))
    if number in OTHER_TYPES:
        raise SpecError(_("GameType {number} is {name}, which is not here", number=number, name=OTHER_TYPES[number]))
    if number not in ("", "?", *GAME_TYPES):
        raise SpecError(
            _("GameType {number} is unknown; here are: {known}", number=number, known=", ".join(GAME_TYPES))
        )
    return game_named(GAME_TYPES.get(number) or usual_name(game.name))


def _draughts_tags(game: Game) -> Mapping[str, str]:
    own = canonical(usual_name(game.name))
    return {"GameType": next(number for number, name in GAME_TYPES.items() if canonical(name) == own)}


def _draughts_points(game: Game) -> tuple[str, str, str]:
    """Return the texts of the three results; on 100 cells a game has two points."""
    return ("2-0", "0-2", "1-1") if canonical(usual_name(game.name)) == "international-draughts" else whole_points(game)


def _draughts_dialect(word: str) -> str:
    """Return a move with other signs between its squares, such as ``32.28``, as it is written here."""
    word = MARKS.sub("", word.strip("()"))
    squares = SEPARATORS.split(word.lower())
    return ("-" if len(squares) == 2 else "x").join(squares)


PDN = PortableNotation(
    "pdn",
    "Portable Draughts Notation",
    ".pdn",
    _draughts_of,
    _draughts_tags,
    DRAUGHTS_RESULTS,
    _draughts_points,
    ("GameType", "Variant"),
    _draughts_dialect,
    lambda text: (text, None),
)
