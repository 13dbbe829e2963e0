"""Reading of typed moves: in the usual notation of a game, as words, or as in a link."""

from __future__ import annotations

import re
from typing import Any

from plyground.core.game import Game
from plyground.core.position import Move
from plyground.errors import GameOver, MoveError
from plyground.i18n import _

NUMBERS = re.compile(r"(?:\d+\.+\s*)+(?=\S)")
"""The number of a move, as in ``1. f5 d6 2. c3``, also repeated. It is skipped."""
LONGEST_WORD = 80
"""Most characters of a move in an unusual spelling."""
BETWEEN = re.compile(r"\s+|-(?=\S)|$")


def next_move(game: Game, position: Any, text: str) -> tuple[Move, str]:
    """Return the first move of ``text`` and the remaining text. If the notation leaves the move out, the remaining text
    is the whole ``text``.

    A move ends before a blank, a hyphen or the end. In a game that is written without blanks (``Game.unspaced``) it may
    also end before the next move. The hyphen in a move's own name may be left out. Raise :class:`MoveError`. O(moves of
    the position).
    """
    if position.is_over():
        raise GameOver
    words = {game.notation.format_move(position, move) for move in position.moves()}
    for word in sorted(words, key=len, reverse=True):  # the longest first: a word may begin another and contain blanks
        found = re.match(_written(word) + r"(?=[\s-]|$)", text)
        if found:
            return game.notation.parse_move(position, word), _after(text, found)
    numbered = NUMBERS.match(text)
    if numbered:
        return next_move(game, position, text[numbered.end() :])
    if game.unspaced:
        only, *others = words
        if not others and is_unsaid(game, only) and not text.casefold().startswith(only.casefold()):
            return game.notation.parse_move(position, only), text
        found = re.match(game.unspaced, text, re.IGNORECASE | re.ASCII)
        if found:
            return game.notation.parse_move(position, found[0]), _after(text, found)
    return _other_name(game, position, text, min(len(word.replace("-", "")) for word in words))


def is_unsaid(game: Game, word: str) -> bool:
    """Return True if the usual notation leaves a move out, such as a forced pass."""
    return bool(game.unspaced) and not re.fullmatch(game.unspaced, word, re.ASCII)


def _other_name(game: Game, position: Any, text: str, shortest: int) -> tuple[Move, str]:
    """Return a move in an unusual spelling: in capitals, for instance, or by its cells.

    If the first word is shorter than every move, the error names all words up to a blank.
    """
    whole = re.match(r"\S+", text)
    first = re.match(r"\S[^\s-]*", text)
    assert whole and first  # the text begins with a sign
    if len(first[0]) > LONGEST_WORD:
        raise MoveError(_("“{start}…” is too long for a move.", start=first[0][:20]))
    try:
        return game.notation.parse_move(position, whole[0]), _after(text, whole)
    except MoveError:
        if whole[0] == first[0] or len(first[0]) < shortest:
            raise
    return game.notation.parse_move(position, first[0]), _after(text, first)


def _written(word: str) -> str:
    """Return a regular expression for a word, with optional hyphens."""
    return "-?".join(map(re.escape, word.split("-"))) if word.strip("-") else re.escape(word)


def _after(text: str, found: re.Match[str]) -> str:
    rest = text[found.end() :]
    between = BETWEEN.match(rest)
    return rest[between.end() :] if between else rest
