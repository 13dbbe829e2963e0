# ruff: noqa
# mypy: ignore-errors
from fractions import Fraction
from typing import NamedTuple

from plyground import CHANCE, Facts, Game, rules

DECK = (0, 0, 1, 1, 2, 2)
FOLD, CALL, RAISE = 0, 1, 2
BETS = [2, 4]


@rules
class Leduc(NamedTuple):
    """Leduc poker: six cards, two rounds, two raises a round."""

    cards: tuple[int, ...] = (-1, -1, -1)
    chips: tuple[int, int] = (1, 1)
    round: int = 0
    raises: int = 0
    acted: int = 0
    player: int = 0
    folded: int = -1

    def players(self):
        return 2

    def dealt(self):
        return sum(card >= 0 for card in self.cards)

    def to_move(self):
        if self.dealt() < 2 + self.round:
            return CHANCE
        return self.player

    def moves(self):
        if self.is_over():
            return
        if self.to_move() == CHANCE:
            for card in range(len(DECK)):
                if card not in self.cards:
                    yield card
            return
        if self.chips[1 - self.player] > self.chips[self.player]:
            yield FOLD
        yield CALL
        if self.raises < 2:
            yield RAISE

    def probability(self, card):
        return Fraction(1, len(DECK) - self.dealt())

    def play(self, move):
        if self.to_move() == CHANCE:
            cards = list(self.cards)
            cards[cards.index(-1)] = move
            return self._replace(cards=tuple(cards))
        chips = list(self.chips)
        me, other = self.player, 1 - self.player
        if move == FOLD:
            return self._replace(folded=me)
        chips[me] = chips[other] + (BETS[self.round] if move == RAISE else 0)
        after = self._replace(
            chips=tuple(chips), raises=self.raises + (move == RAISE), acted=self.acted + 1, player=other
        )
        if move == CALL and after.acted > 1:
            return after._replace(round=self.round + 1, raises=0, acted=0, player=0)
        return after

    def is_over(self):
        return self.folded >= 0 or self.round == 2

    def winner(self):
        if self.folded >= 0:
            return 1 - self.folded
        ranks = [DECK[card] for card in self.cards]
        pairs = [ranks[p] == ranks[2] for p in range(2)]
        if pairs[0] != pairs[1]:
            return 0 if pairs[0] else 1
        if ranks[0] == ranks[1]:
            return -1
        return 0 if ranks[0] > ranks[1] else 1

    def utilities(self):
        w = self.winner()
        if w < 0:
            return (0, 0)
        stake = self.chips[1 - w]
        return (stake, -stake) if w == 0 else (-stake, stake)

    def utmost(self):
        return 13

    def seen_by(self, player):
        return self._replace(cards=tuple(c if i in (player, 2) else -1 for i, c in enumerate(self.cards)))


game = Game("leduc", Leduc(), facts=Facts(observable=False))
