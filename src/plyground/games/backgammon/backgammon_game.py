"""Backgammon as a game: its rules are in backgammon_rules.py, how plays and positions are written in
backgammon_notation.py.
"""

from __future__ import annotations

import re

from plyground.core.game import Facts, Game
from plyground.core.spec import OptionValue, write
from plyground.errors import SpecError
from plyground.games.backgammon.backgammon_board import BackgammonPicture
from plyground.games.backgammon.backgammon_evaluation import BoardControl, Race
from plyground.games.backgammon.backgammon_network import NetworkEquity
from plyground.games.backgammon.backgammon_notation import SIDES, BackgammonNotation
from plyground.games.backgammon.backgammon_rules import Backgammon
from plyground.games.built_in import changed
from plyground.i18n import _

SCORE = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)


def make(cube: str, match: int, score: str, crawford: str) -> Game:
    """Return the game, alone or as the next one of a match. Raise :class:`SpecError` for a score that no match has."""
    found = SCORE.fullmatch(score)
    first, second = map(int, found.groups()) if found else (-1, -1)
    if not found or max(first, second) >= max(match, 1):
        raise SpecError(
            _("backgammon: the score is two numbers below the points of the match, such as match=5,score=2-3, not “{score}” with match={match}.", score=score, match=match)
            if match
            else _("backgammon: a score belongs to a match, such as match=5,score=2-3.")
        )  # fmt: skip
    is_last_point = match - max(first, second) == 1 and (match == 1 or first != second)
    telling: dict[str, OptionValue] = {"match": match, "score": score} if match else {"cube": cube}
    if is_last_point:
        telling["crawford"] = crawford
    start = Backgammon()
    if match:
        is_crawford = is_last_point and crawford == "yes"
        start = Backgammon(cube=1, won=first, other_won=second, length=match, crawford=int(is_crawford))
    elif cube == "yes":
        start = Backgammon(cube=1)
    return Game(
        name=write("backgammon", changed("backgammon", **telling)),
        title=_("Backgammon")
        if not match
        else _("Backgammon, match to {points} at {score}", points=match, score=f"{first}–{second}"),
        summary=_(
            "Each side rolls two dice and moves its fifteen checkers around the board, then off it. A single checker can be hit and must begin again from the bar. The first to bear off all checkers wins: one point, two for a gammon, three for a backgammon."
        ),
        start=start,
        notation=BackgammonNotation(start),
        picture=BackgammonPicture(),
        endings=(_("all checkers borne off"), _("equal points")),
        facts=Facts(deterministic=False, source="T. Keith (1996), Rules of Backgammon, bkgm.com"),
        sides=SIDES,
        chance=_("dice"),
        evaluations={"network": NetworkEquity(), "board control": BoardControl(), "race": Race()},
        bot="expectiminimax:depth=1",
    )
