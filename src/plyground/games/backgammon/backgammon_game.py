"""Backgammon as a game: its rules are in backgammon_rules.py, how plays and positions are written in backgammon_notation.py."""

from __future__ import annotations

from plyground.core.game import Facts, Game
from plyground.games.backgammon.backgammon_board import BackgammonPicture
from plyground.games.backgammon.backgammon_evaluation import BoardControl, Race
from plyground.games.backgammon.backgammon_notation import SIDES, BackgammonNotation
from plyground.games.backgammon.backgammon_rules import Backgammon
from plyground.i18n import _


def make() -> Game:
    """Return the game."""
    return Game(
        name="backgammon",
        title=_("Backgammon"),
        summary=_(
            "Each side rolls two dice and moves its fifteen checkers around the board, then off it. A single checker can be hit and must begin again from the bar. The first to bear off all checkers wins: one point, two for a gammon, three for a backgammon."
        ),
        start=Backgammon(),
        notation=BackgammonNotation(),
        picture=BackgammonPicture(),
        endings=(_("all checkers borne off"), _("equal points")),
        facts=Facts(deterministic=False, source="T. Keith (1996), Rules of Backgammon, bkgm.com"),
        sides=SIDES,
        chance=_("dice"),
        evaluations={"board control": BoardControl(), "race": Race()},
        bot="expectiminimax:depth=3",
    )
