"""Games beyond two players in strict turns: dice, extra turns, three players, hidden cards; what serves them, what refuses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from plyground import SearchError, game, search
from plyground.game import Facts, Game
from plyground.language import _
from plyground.position import CHANCE, Demand, ratio, rules


@rules
class Dice(NamedTuple):
    """Each throws 1 to 3 (1 as often as the others together) and may take 2 steps instead; first at 5 wins."""

    steps: tuple[int, int] = (0, 0)
    thrown: int = 0  # 0: to be thrown
    player: int = 0

    def moves(self) -> Iterator[int]:
        if not self.is_over():
            yield from (1, 2, 3) if self.thrown == 0 else sorted({self.thrown, 2})

    def play(self, move: int) -> Dice:
        if self.thrown == 0:
            return self._replace(thrown=move)
        mine = self.steps[self.player] + move
        steps = (mine, self.steps[1]) if self.player == 0 else (self.steps[0], mine)
        return Dice(steps, 0, 1 - self.player)

    def is_over(self) -> bool:
        return max(self.steps) >= 5

    def to_move(self) -> int:
        return CHANCE if self.thrown == 0 else self.player

    def probability(self, move: int) -> Any:
        return ratio(1, 2 if move == 1 else 4)

    def utility(self) -> int:
        """Of the first player: when it is over, the dice would be next."""
        return 1 if self.steps[0] >= 5 else -1


@rules
class Shares(NamedTuple):
    """Three players in turn take 1 to 3 of the stones; who takes the last gets 2 from the next and nothing from the other."""

    stones: int = 7
    player: int = 0

    def moves(self) -> Iterator[int]:
        yield from range(1, min(3, self.stones) + 1)

    def play(self, move: int) -> Shares:
        return Shares(self.stones - move, (self.player + 1) % 3)

    def is_over(self) -> bool:
        return self.stones == 0

    def to_move(self) -> int:
        return self.player

    def players(self) -> int:
        return 3

    def utmost(self) -> int:
        return 2

    def utilities(self) -> tuple[int, ...]:
        gains = [0, 0, 0]
        gains[self.player - 1] = 2
        gains[self.player] = -2
        return tuple(gains)


class Words(NamedTuple):
    """Positions and moves as their fields and numbers."""

    def format(self, position: Any) -> str:
        return " ".join(map(str, position)).replace("(", "").replace(")", "").replace(", ", "/")

    def parse(self, text: str) -> Any:
        raise NotImplementedError

    def format_move(self, position: Any, move: int) -> str:
        return str(move)

    def parse_move(self, position: Any, text: str) -> int:
        return int(text)

    def side(self, position: Any) -> int:
        return position.to_move()


def made(start: Any, sides: tuple[str, ...], facts: Facts, chance: str = "dice") -> Game:
    return Game(
        name=type(start).__name__.lower(),
        title=_("A test"),
        summary=_("A test."),
        start=start,
        notation=Words(),
        picture=game("tictactoe").picture,
        endings=(_("all is taken"), _("all is shared")),
        facts=facts,
        sides=sides,
        chance=_("dice"),
    )


DICE = made(Dice(), ("X", "O"), Facts(deterministic=False))
SHARES = made(Shares(), ("A", "B", "C"), Facts(players=3))


def expected(position: Dice) -> Any:
    """What the first player has on average when both play best, from the definition."""
    if position.is_over():
        return position.utility()
    values = {move: expected(position.play(move)) for move in position.moves()}
    if position.to_move() == CHANCE:
        return sum(position.probability(move) * value for move, value in values.items())
    return (max, min)[position.player](values.values())


class TestSearches:
    def test_chance_takes_the_first_players_view(self) -> None:
        truth = expected(Dice())
        assert 0 < truth < 1
        thrown = Dice((0, 0), 1, 1)  # the second player's choice
        for name in ("expectiminimax", "star1", "star2"):
            assert search(Dice(), name).value == truth
            assert search(thrown, name).value == -expected(thrown)

    def test_what_a_position_need_not_bring(self) -> None:
        """Bounds, the own utility and the total follow from the utmost and the utilities."""
        start, end = Shares(), Shares(0, 1)
        assert (start.bounds(), start.total()) == ((-2, 2), 6)
        assert (end.utilities(), end.utility()) == ((2, -2, 0), -2)
        assert search(start, "max-n-shallow").utilities == search(start, "max-n").utilities
        assert search(start, "paranoid").exact

    def test_a_game_with_hidden_parts_is_refused_in_a_sentence(self) -> None:
        @rules
        class Cards(Dice):
            pass

        cards = made(Cards(), ("X", "O"), Facts(deterministic=False, observable=False))
        assert Demand.HIDDEN in cards.demands
        for name in ("alphabeta", "expectiminimax", "max-n"):
            with pytest.raises(SearchError, match=f"^{name} needs to see the whole position, .* hidden"):
                search(cards.start, name)


def test_outcomes() -> None:
    assert DICE.outcome(Dice((5, 2), 0, 1)).winner == 0  # type: ignore[union-attr]
    assert DICE.outcome(Dice((3, 6), 0, 0)).winner == 1  # type: ignore[union-attr]
    ended = SHARES.outcome(Shares(0, 1))
    assert ended is not None
    assert (ended.winner, ended.utilities, ended.ranking) == (0, (2, -2, 0), (0, 2, 1))
