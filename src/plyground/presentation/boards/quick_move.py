"""A move within a fraction of a second, for a bot that is told to move before it has begun to search."""

from __future__ import annotations

from enum import Enum, auto

from plyground.arena.match import Match
from plyground.bots import Choice, Outlook, Thought, bot
from plyground.core.position import Move
from plyground.games import game
from plyground.games.remote.remote_rules import rules_of
from plyground.i18n import Sentence, _

QUICK_BOTS = ("engine:nodes=200", "uct:playouts=20,seed=0", "greedy", "random:seed=0")
"""Bots that answer at once, in plain Python; the first that plays a game chooses."""


class Hurry(Enum):
    """The reasons why a bot has to move at once."""

    ASKED = auto()  # a person has asked it to
    SHARE = auto()  # others wait, and it has used its share of the computer's time


def quick_choice(match: Match, hurry: Hurry = Hurry.ASKED) -> Choice:
    """Return a move for the side to move, with the reason that there was no time for a better one."""
    if rules := rules_of(match.position):
        choice: Choice = rules.run(_choice_after, match.game.name, match.moves[: match.ply], hurry)
        return choice
    for name in QUICK_BOTS:
        try:
            choice = bot(name, match.game).choose(match.position, Thought(match.positions[: match.ply], native=False))
        except Exception:  # a bot may refuse the game, and a game's own rules may raise anything
            continue
        return choice._replace(reason=_told(choice.reason, hurry))
    return Choice(next(iter(match.position.moves())), _told("", hurry))


def choice_so_far(outlook: Outlook, hurry: Hurry = Hurry.ASKED) -> Choice | None:
    """Return the best move that a search has reported so far, with the reason that the search was stopped early; None
    if it has reported no move.
    """
    if outlook.move is None or outlook.rank > 1:
        return None
    reason = _("{outcome}; best line: {line}.", outcome=outlook.worth, line=outlook.line)
    return Choice(outlook.move, _told(reason, hurry), outlook.value)


def _told(reason: Sentence | str, hurry: Hurry) -> Sentence:
    if hurry is Hurry.SHARE:
        return _("{reason} Others were waiting, so it had to move.", reason=reason)
    return _("{reason} You asked it to move at once.", reason=reason)


def _choice_after(name: str, moves: tuple[Move, ...], hurry: Hurry) -> Choice:
    return quick_choice(Match(game(name), moves, len(moves)), hurry)
