"""Kuhn poker: three cards, one bet; the smallest poker game in which bluffing pays (H. W. Kuhn 1950).

H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games 1. A player does not see the other's
card. A search that looks at whole positions would cheat, so all searches refuse this game. Its value for the first
player is −1/18.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import ratio, rules
from plyground.core.game import Facts, Game
from plyground.core.picture import NoPicture
from plyground.core.position import CHANCE, Move
from plyground.i18n import _

CARDS = "JQK"
PASS, BET = 0, 1
DEALS = tuple((first, second) for first in range(1, 4) for second in range(1, 4) if first != second)


@rules
class KuhnPoker(NamedTuple):
    """A position of Kuhn poker. Each player has put in one coin. Betting, or calling a bet, puts in another; passing a
    bet folds.
    """

    first: int = 0  # the first player's card, 1 to 3; 0 before cards are dealt
    second: int = 0
    said: tuple[int, ...] = ()  # passes and bets in order

    def to_move(self) -> int:
        return len(self.said) % 2 if self.first else CHANCE

    def moves(self) -> Iterator[Move]:
        if self.first == 0:
            yield from range(len(DEALS))
        elif not self.is_over():
            yield from (PASS, BET)

    def probability(self, move: Move) -> object:
        return ratio(1, len(DEALS))

    def play(self, move: Move) -> KuhnPoker:
        if self.first == 0:
            return KuhnPoker(*DEALS[move])
        return KuhnPoker(self.first, self.second, (*self.said, move))

    def is_over(self) -> bool:
        return self.said in ((PASS, PASS), (PASS, BET, PASS), (PASS, BET, BET), (BET, PASS), (BET, BET))

    def utility(self) -> int:
        """Return the coins that the player who would act next gains."""
        if self.said[-2:] == (BET, PASS):
            return 1  # the other player has folded
        stake = 1 + self.said[-1]
        return stake if (self.first > self.second) == (self.to_move() == 0) else -stake

    def utmost(self) -> int:
        return 2

    def valid(self) -> bool:
        """Return True if two different cards are dealt before any player acts."""
        return (self.first, self.second) in DEALS or self == KuhnPoker()

    def move_text(self, move: Move) -> str:
        """Return the two cards of a deal, the first player's first; else the player's action."""
        if self.first == 0:
            return "".join(CARDS[card - 1] for card in DEALS[move])
        return ("pass", "bet")[move]

    def seen_by(self, player: int) -> KuhnPoker:
        """Return the position without the other player's card."""
        return self._replace(second=0) if player == 0 else self._replace(first=0)

    def hands(self) -> tuple[tuple[str, ...], ...]:
        """Return the cards of each player; an empty text stands for a card that is face down."""
        return tuple((CARDS[card - 1] if card else "",) for card in (self.first, self.second))

    def stakes(self) -> tuple[int, ...]:
        """Return the coins that each player has put in."""
        return tuple(1 + self.said[player::2].count(BET) for player in range(2))

    def picture(self) -> str:
        """Return a line for each player: the card, and the coins that the player has put in."""
        rows = zip("XO", self.hands(), self.stakes(), strict=True)
        return "\n".join(f"{side}  {cards[0] or '?'}  {'●' * coins}" for side, cards, coins in rows)


class HandsPicture(NoPicture):
    """No board: the page shows the hands. Its strips give the players these colours."""

    side_names = _("Blue"), _("Orange")


def make() -> Game:
    """Return Kuhn poker."""
    start: Any = KuhnPoker()
    return Game(
        "kuhn",
        start,
        title=_("Kuhn poker"),
        summary=_(
            "Each player puts in a coin and gets one of the cards J, Q and K. In turn they pass or bet another coin. A player who passes after a bet folds. After two passes or a called bet, the higher card wins."
        ),
        endings=(_("the higher card, or the other has folded"), _("equal cards")),
        picture=HandsPicture(),
        facts=Facts(observable=False, deterministic=False, source="H. W. Kuhn (1950)"),
        chance=_("deal"),
    )
