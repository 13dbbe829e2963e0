# ruff: noqa
# mypy: ignore-errors
from typing import NamedTuple

from plyground import rules

CARDS = 4
PRIZES = {0: 2, 1: 4, 2: 1, 3: 3}


@rules
class Goofspiel(NamedTuple):
    """Goofspiel: both bid a card for each prize; the higher bid wins it."""

    cards: tuple[tuple[int, ...], tuple[int, ...]] = ((1, 1, 1, 1), (1, 1, 1, 1))
    bid: int = -1
    turn_number: int = 0
    won: tuple[int, int] = (0, 0)

    def to_move(self):
        return 0 if self.bid < 0 else 1

    def moves(self):
        if self.is_over():
            return
        for card, held in enumerate(self.cards[self.to_move()]):
            if held:
                yield card

    def play(self, card):
        player = self.to_move()
        hands = [list(hand) for hand in self.cards]
        hands[player][card] = 0
        hands = tuple(tuple(hand) for hand in hands)
        if self.bid < 0:
            return self._replace(cards=hands, bid=card)
        prize = PRIZES[self.turn_number]
        mine, yours = self.won
        if self.bid > card:
            mine += prize
        elif card > self.bid:
            yours += prize
        return Goofspiel(hands, -1, self.turn_number + 1, (mine, yours))

    def is_over(self):
        return self.turn_number == CARDS

    def utility(self):
        mine, yours = self.won
        return (mine > yours) - (mine < yours)
