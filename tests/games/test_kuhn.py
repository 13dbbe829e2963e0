"""Kuhn poker: the published equilibrium is one over these rules, worth −1/18; nothing that searches plays it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from refusals import refused

from plyground import SearchError, game, search
from plyground.conformance import check
from plyground.core.position import CHANCE
from plyground.games.kuhn import BET, PASS
from plyground.searches import ALGORITHMS

KUHN = game("kuhn")

Policy = Callable[[int, tuple[int, ...]], Fraction]
"""Probability of a bet, by the player's card and the bets before."""


def test_kuhn_poker_keeps_the_contract_of_games() -> None:
    assert check(KUHN, games=20) == []


def first(alpha: Fraction) -> Policy:
    """Kuhn's optimal strategies of the first player, one for each alpha from 0 to 1/3."""
    bets: dict[tuple[int, tuple[int, ...]], Fraction] = {(1, ()): alpha, (2, ()): Fraction(0), (3, ()): 3 * alpha}
    calls = {1: Fraction(0), 2: alpha + Fraction(1, 3), 3: Fraction(1)}
    return lambda card, said: calls[card] if said else bets[card, said]


def second(card: int, said: tuple[int, ...]) -> Fraction:
    """And the only one of the second."""
    if said == (PASS,):
        return {1: Fraction(1, 3), 2: Fraction(0), 3: Fraction(1)}[card]
    return {1: Fraction(0), 2: Fraction(1, 3), 3: Fraction(1)}[card]


def worth(position: Any, policies: tuple[Policy, Policy]) -> Fraction:
    """Return the first player's mean gain."""
    if position.is_over():
        return Fraction(position.utility() if position.to_move() == 0 else -position.utility())
    mover = position.to_move()
    if mover == CHANCE:
        return sum(
            (position.probability(move) * worth(position.play(move), policies) for move in position.moves()),
            Fraction(0),
        )
    bet = policies[mover]((position.first, position.second)[mover], position.said)
    return bet * worth(position.play(BET), policies) + (1 - bet) * worth(position.play(PASS), policies)


def pure(mover: int) -> list[Policy]:
    """Every strategy of a player without chance: a best answer is among them."""
    heard: list[tuple[int, ...]] = [(), (PASS, BET)] if mover == 0 else [(PASS,), (BET,)]
    places = list(product((1, 2, 3), heard))
    tables = [
        dict(zip(places, choice, strict=True)) for choice in product((Fraction(0), Fraction(1)), repeat=len(places))
    ]
    return [lambda card, said, table=table: table[card, said] for table in tables]  # type: ignore[misc]


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_the_value_and_that_nobody_can_better_it(alpha: Fraction) -> None:
    """Kuhn 1950: −1/18."""
    value = Fraction(-1, 18)
    assert worth(KUHN.start, (first(alpha), second)) == value
    assert max(worth(KUHN.start, (answer, second)) for answer in pure(0)) == value
    assert min(worth(KUHN.start, (first(alpha), answer)) for answer in pure(1)) == value


def test_a_bolder_strategy_can_be_beaten() -> None:
    assert min(worth(KUHN.start, (first(Fraction(1, 2)), answer)) for answer in pure(1)) < Fraction(-1, 18)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_search_refuses_it(name: str) -> None:
    with refused(SearchError, "{name} does not support hidden information, which this game has."):
        search(KUHN.start, name)


def test_actions_can_be_typed() -> None:
    here: Any = KUHN.start
    for word in ("KJ", "bet", "pass"):
        here = here.play(KUHN.notation.parse_move(here, word))
    assert KUHN.outcome(here).winner == 0  # type: ignore[union-attr]
    assert KUHN.notation.parse(KUHN.notation.format(here)) == here


def test_a_player_sees_the_own_card_alone() -> None:
    dealt: Any = KUHN.start.play(0).play(BET)
    assert (dealt.hands(), dealt.stakes()) == ((("J",), ("Q",)), (2, 1))
    assert [dealt.seen_by(player).hands() for player in range(2)] == [(("J",), ("",)), (("",), ("Q",))]
    assert dealt.seen_by(1).picture() == "X  ?  ●●\nO  Q  ●"
