"""Reading the moves of a game that somebody has written: in its usual notation, as words, or as a link has them."""

from __future__ import annotations

import re
from typing import Any

from plyground.errors import GameOver, MoveError
from plyground.game import Game
from plyground.language import _
from plyground.position import Move

NUMBERS = re.compile(r"(?:\d+\.+\s*)+(?=\S)")
"""The number of a move, as in ``1. f5 d6 2. c3``, also written more than once; it tells nothing."""
LONGEST_WORD = 80
"""Characters of a move that is not written as the game writes it."""
BETWEEN = re.compile(r"\s+|-(?=\S)|$")


def next_move(game: Game, position: Any, text: str) -> tuple[Move, str]:
    """The move with which ``text`` begins, and what follows it: all of it after a move that goes without saying.

    A move ends before a blank, a hyphen or the end; in a game whose moves are usually written without anything between
    them (``Game.unspaced``) it may also end where the next begins. The hyphen in a move's own word may be left out. Raises
    :class:`MoveError`. O(moves of the position).
    """
    if position.is_over():
        raise GameOver
    words = {game.notation.format_move(position, move) for move in position.moves()}
    for word in sorted(words, key=len, reverse=True):  # a word may begin another, and have blanks in it
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
    return _other_name(game, position, text)


def is_unsaid(game: Game, word: str) -> bool:
    """Whether the usual notation leaves a move out, such as a pass, which nobody chooses."""
    return bool(game.unspaced) and not re.fullmatch(game.unspaced, word, re.ASCII)


def _other_name(game: Game, position: Any, text: str) -> tuple[Move, str]:
    """A move that is not written as it is called: in capitals, for instance, or by its cells."""
    whole = re.match(r"\S+", text)
    first = re.match(r"\S[^\s-]*", text)
    assert whole and first  # the text begins with a sign
    if len(first[0]) > LONGEST_WORD:
        raise MoveError(_("“{start}…” is too long for a move.", start=first[0][:20]))
    try:
        return game.notation.parse_move(position, whole[0]), _after(text, whole)
    except MoveError:
        if whole[0] == first[0]:
            raise
    return game.notation.parse_move(position, first[0]), _after(text, first)


def _written(word: str) -> str:
    """A pattern for a word; a hyphen in it may be left out."""
    return "-?".join(map(re.escape, word.split("-"))) if word.strip("-") else re.escape(word)


def _after(text: str, found: re.Match[str]) -> str:
    rest = text[found.end() :]
    between = BETWEEN.match(rest)
    return rest[between.end() :] if between else rest
