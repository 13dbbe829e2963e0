"""Kuhn poker: three cards, one bet; the smallest poker in which it pays to bluff (H. W. Kuhn 1950).

H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games 1. Nobody sees the other's card, so that
no search that looks at positions may play it: all of them refuse it. The value for who begins is −1/18.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyground.game import Facts, Game
from plyground.language import _
from plyground.picture import NoPicture
from plyground.position import CHANCE, Move, ratio, rules

CARDS = "JQK"
PASS, BET = 0, 1
DEALS = tuple((first, second) for first in range(1, 4) for second in range(1, 4) if first != second)


@rules
class KuhnPoker(NamedTuple):
    """Each has put one coin in. To bet is to put in another, or to call a bet; to pass a bet is to fold."""

    first: int = 0  # the first player's card, 1 to 3; 0 before cards are dealt
    second: int = 0
    said: tuple[int, ...] = ()  # passes and bets, in turn

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
        """Coins that the player gains who would speak next."""
        if self.said[-2:] == (BET, PASS):
            return 1  # the other has folded
        stake = 1 + self.said[-1]
        return stake if (self.first > self.second) == (self.to_move() == 0) else -stake

    def utmost(self) -> int:
        return 2

    def valid(self) -> bool:
        """Whether two different cards are dealt before anybody speaks."""
        return (self.first, self.second) in DEALS or self == KuhnPoker()

    def move_text(self, move: Move) -> str:
        """The two cards dealt, the first player's before the second's; else what is said."""
        if self.first == 0:
            return "".join(CARDS[card - 1] for card in DEALS[move])
        return ("pass", "bet")[move]

    def picture(self) -> str:
        """A line for each player: their card, and their coins in the middle of the table."""
        lines = []
        for player, card in enumerate((self.first, self.second)):
            coins = 1 + self.said[player::2].count(BET)
            lines.append(f"{'XO'[player]}  {CARDS[card - 1] if card else '?'}  {'●' * coins}")
        return "\n".join(lines)


def make() -> Game:
    """Kuhn poker."""
    start: Any = KuhnPoker()
    return Game(
        "kuhn",
        start,
        title=_("Kuhn poker"),
        summary=_(
            "Each player puts in a coin and gets one of the cards J, Q and K. In turn they pass or bet another coin; who passes a bet folds, two passes or a called bet show the cards, and the higher one wins."
        ),
        endings=(_("the higher card, or the other has folded"), _("equal cards")),
        picture=NoPicture(),
        facts=Facts(observable=False, deterministic=False, source="H. W. Kuhn (1950)"),
        chance=_("deal"),
    )
